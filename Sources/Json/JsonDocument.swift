// SPDX-License-Identifier: MIT

internal import CJansson
package import Credentials

/// A JSON value that may hold secrets, as jansson keeps it, and all of it in secure memory.
///
/// Its parts are named by `Node`s, which mean something in their own document only.
@safe
package struct JsonDocument: ~Copyable {
  /// A value somewhere in the document.
  package struct Node: Sendable {
    let index: Int
  }

  let arena: SecretArena
  var values: [UnsafeMutablePointer<json_t>]

  /// An empty object. `capacity` is how many bytes its strings will have; more are taken as needed.
  package init(capacity: Int = 0) throws(JsonError) {
    // An object takes 250 bytes to begin with, and a pair of its own 100 and its share of the
    // table.
    guard let arena = try? SecretArena(capacity: capacity + 4096),
      let object = unsafe JsonMemory.working(on: arena, { unsafe json_object() })
    else { throw .noMemory }
    self.arena = arena
    unsafe self.values = [object]
  }

  init(arena: SecretArena, root: UnsafeMutablePointer<json_t>) {
    self.arena = arena
    unsafe self.values = [root]
  }

  func value(of node: Node) -> UnsafeMutablePointer<json_t> { unsafe values[node.index] }

  mutating func add(_ value: UnsafeMutablePointer<json_t>) -> Node {
    unsafe values.append(value)
    return Node(index: unsafe values.count - 1)
  }

  /// The value that the text is made of.
  package var root: Node { Node(index: 0) }

  /// Sets a key of `object` to a string. The text is to be UTF-8, and may hold NUL.
  package mutating func set(
    _ key: String, of object: Node, to text: Span<UInt8>
  ) throws(JsonError) {
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: text)
    } catch {
      throw .notUTF8(offset: error.byteOffsets.lowerBound)
    }
    _ = unsafe try set(key, of: object) {
      unsafe text.withUnsafeBytes { bytes in
        // No bytes may mean no address, which jansson takes for an error.
        guard let address = bytes.baseAddress else { return unsafe json_stringn("", 0) }
        return unsafe json_stringn(address.assumingMemoryBound(to: CChar.self), bytes.count)
      }
    }
  }

  /// Sets a key of `object` to a number.
  package mutating func set(_ key: String, of object: Node, to number: Int) throws(JsonError) {
    _ = unsafe try set(key, of: object) { unsafe json_integer(json_int_t(number)) }
  }

  /// Sets a key of `object` to an empty object, and gives that.
  package mutating func setObject(_ key: String, of object: Node) throws(JsonError) -> Node {
    unsafe try set(key, of: object) { unsafe json_object() }
  }

  /// The document as one line of text without blanks; keys stand in the order they were set in.
  package func text(endsWithNewline: Bool) throws(JsonError) -> Secret {
    let (arena, root) = unsafe (self.arena, values[0])
    let flags = Int(JSON_COMPACT)
    let size = JsonMemory.working(on: arena) { unsafe json_dumpb(root, nil, 0, flags) }
    // A text has two bytes at least; none says that there was no memory.
    guard size > 0, var text = try? Secret(capacity: size + 1) else { throw .noMemory }
    text.append { output in
      unsafe output.withUnsafeMutableBufferPointer { free, filled in
        let place = unsafe free.baseAddress.map {
          unsafe UnsafeMutableRawPointer($0).assumingMemoryBound(to: CChar.self)
        }
        filled = JsonMemory.working(on: arena) {
          unsafe json_dumpb(root, place, size, flags)
        }
      }
    }
    guard text.count == size else { throw .noMemory }
    if endsWithNewline {
      guard (try? text.append(UInt8(ascii: "\n"))) != nil else { throw .noMemory }
    }
    return text
  }

  private mutating func set(
    _ key: String, of object: Node, _ value: () -> UnsafeMutablePointer<json_t>?
  ) throws(JsonError) -> Node {
    let parent = unsafe values[object.index]
    let made = unsafe JsonMemory.working(on: arena) { () -> UnsafeMutablePointer<json_t>? in
      guard let made = unsafe value(), unsafe json_object_set_new(parent, key, made) == 0 else {
        return nil
      }
      return unsafe made
    }
    guard let made = unsafe made else { throw .noMemory }
    return unsafe add(made)
  }
}
