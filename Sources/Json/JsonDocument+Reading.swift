// SPDX-License-Identifier: MIT

internal import CJansson
package import Credentials

extension JsonDocument {
  /// Reads a JSON text (RFC 8259), an object or an array. No key may stand twice in an object.
  package init(parsing text: Span<UInt8>) throws(JsonError) {
    let arena: SecretArena
    do {
      arena = try SecretArena(capacity: text.count * 4 + 4096)
    } catch {
      throw .noMemory
    }
    var error = json_error_t()
    let root = unsafe text.withUnsafeBytes { bytes in
      // No bytes may mean no address, which jansson takes for an error without a place.
      let address = unsafe bytes.baseAddress.map { unsafe $0.assumingMemoryBound(to: CChar.self) }
      let flags = Int(JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL)
      return unsafe JsonMemory.working(on: arena) {
        unsafe json_loadb(address, bytes.count, flags, &error)
      }
    }
    guard let root = unsafe root else {
      if unsafe askcred_json_has_no_memory(&error) { throw .noMemory }
      // The library's own words have pieces of the text in them, which may be secret.
      throw .notJSON(line: max(1, Int(error.line)))
    }
    unsafe self.init(arena: arena, root: root)
  }

  /// The elements of an array; nil where it is none.
  package mutating func elements(of array: Node) -> [Node]? {
    let value = unsafe value(of: array)
    guard unsafe value.pointee.type == JSON_ARRAY else { return nil }
    var nodes: [Node] = []
    for index in 0..<(unsafe json_array_size(value)) {
      if let element = unsafe json_array_get(value, index) { nodes.append(unsafe add(element)) }
    }
    return nodes
  }

  /// The members of an object in their order; nil where it is none. Keys are no secret.
  package mutating func members(of object: Node) -> [(key: String, value: Node)]? {
    let object = unsafe value(of: object)
    guard unsafe object.pointee.type == JSON_OBJECT else { return nil }
    var members: [(key: String, value: Node)] = []
    var place = unsafe json_object_iter(object)
    while let member = unsafe place {
      if let key = unsafe json_object_iter_key(member),
        let value = unsafe json_object_iter_value(member)
      {
        members.append((key: unsafe String(cString: key), value: unsafe add(value)))
      }
      unsafe place = json_object_iter_next(object, member)
    }
    return members
  }

  /// The value that a key of an object has; nil where it has none, or there is no object.
  package mutating func value(_ key: String, of object: Node) -> Node? {
    members(of: object)?.first { $0.key == key }?.value
  }

  /// Nil where the value is neither true nor false.
  package func truth(of node: Node) -> Bool? {
    switch unsafe value(of: node).pointee.type {
    case JSON_TRUE: true
    case JSON_FALSE: false
    default: nil
    }
  }

  /// A string, in UTF-8; nil where the value is none.
  package func string(_ node: Node) throws(JsonError) -> Secret? {
    let value = unsafe value(of: node)
    guard unsafe value.pointee.type == JSON_STRING,
      let address = unsafe json_string_value(value)
    else { return nil }
    let bytes = unsafe UnsafeRawBufferPointer(
      start: address, count: json_string_length(value))
    do {
      var text = try Secret(capacity: bytes.count)
      for index in bytes.indices { try text.append(unsafe bytes[index]) }
      return text
    } catch {
      throw .noMemory
    }
  }
}
