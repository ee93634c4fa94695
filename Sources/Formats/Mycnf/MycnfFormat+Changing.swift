// SPDX-License-Identifier: MIT

internal import Credentials
private import Posix

extension MycnfFormat {
  /// A value is replaced where it is. A line that is missing goes beside the other one, or into the last
  /// part of the group that is there, or else to the end of the file: behind all that is included, as
  /// the last line for an option is the one that counts.
  func text(
    saving credential: borrowing Credential, of service: Service, in text: Span<UInt8>,
    _ options: FormatOptions
  ) throws(LoginFileError) -> Secret {
    let file = try MycnfText(text)
    let group = file.group(service.name.bytes) ?? MycnfGroup(name: service.name.bytes)
    var edits: [Edit] = []
    for kind in MycnfOption.Kind.allCases {
      let former = group.last(kind)
      if !credential.has(kind) {
        edits += group.options.filter { $0.kind == kind }.map { Edit($0.line.range, .nothing) }
      } else if let former {
        edits.append(Self.replacing(former))
      } else if let other = group.last(kind == .user ? .password : .user),
        credential.has(other.kind)
      {
        let place = kind == .user ? other.line.start : other.line.end
        edits.append(Edit(place..<place, .lines([kind])))
      } else {
        edits.append(Self.adding(kind, to: group, of: file, text.count))
      }
    }
    do {
      return try replace(Self.joined(edits), in: text, credential, group: service)
    } catch {
      throw .format(error)
    }
  }

  func text(
    erasing entry: LoginEntry, in text: Span<UInt8>, _ options: FormatOptions
  ) throws(LoginFileError) -> Secret {
    let group = try MycnfText(text).group(entry.service.name.bytes)
    let edits = (group?.sections ?? []).flatMap { section in
      // A group that says nothing else is the login's own.
      let isOwn = !section.hasOthers && !section.options.isEmpty
      return (isOwn ? [section.header] : []) + section.options.map(\.line)
    }.map { Edit($0.range, .nothing) }
    do {
      return try replace(edits, in: text, Credential(), group: entry.service)
    } catch {
      throw .format(error)
    }
  }

  /// What comes to stand in the place of a range of the text.
  private struct Edit {
    var range: Range<Int>
    var content: Content

    enum Content {
      case nothing
      /// A value in quotes, and how many bytes its line has beside it.
      case value(MycnfOption.Kind, beside: Int)
      /// A name and a value, and how many bytes their line has beside them.
      case option(MycnfOption.Kind, beside: Int)
      /// Whole lines, after the name of the group where they begin one.
      case lines([MycnfOption.Kind], beginGroup: Bool = false)
    }

    /// What is put between lines comes before what changes the next one.
    var place: (Int, Int) { (range.lowerBound, range.upperBound) }

    init(_ range: Range<Int>, _ content: Content) {
      self.range = range
      self.content = content
    }
  }

  private static func replacing(_ option: MycnfOption) -> Edit {
    if case .bytes(_, let quoted) = option.value {
      let beside = option.line.content.count - quoted.count
      return Edit(quoted, .value(option.kind, beside: beside))
    }
    let beside = option.line.content.count - option.own.count
    return Edit(option.own, .option(option.kind, beside: beside))
  }

  /// A line more in a group without lines of the login.
  private static func adding(
    _ kind: MycnfOption.Kind, to group: MycnfGroup, of file: MycnfText, _ end: Int
  ) -> Edit {
    if let section = group.sections.last, (file.lastInclude ?? 0) <= section.header.start {
      return Edit(section.header.end..<section.header.end, .lines([kind]))
    }
    return Edit(end..<end, .lines([kind], beginGroup: true))
  }

  /// In the order of the text; lines for one place are one edit.
  private static func joined(_ edits: [Edit]) -> [Edit] {
    var joined: [Edit] = []
    for edit in edits.sorted(by: { $0.place < $1.place }) {
      if let last = joined.last, last.range == edit.range,
        case .lines(let kinds, let begin) = last.content,
        case .lines(let more, _) = edit.content
      {
        joined[joined.count - 1].content = .lines(kinds + more, beginGroup: begin)
      } else {
        joined.append(edit)
      }
    }
    return joined
  }

  private func replace(
    _ edits: [Edit], in text: Span<UInt8>, _ credential: borrowing Credential, group: Service
  ) throws(FormatError) -> Secret {
    for edit in edits {
      switch edit.content {
      case .nothing: break
      case .value(let kind, let beside): try checkValue(of: kind, in: credential, beside: beside)
      case .option(let kind, let beside): try checkLine(kind, of: credential, beside: beside)
      case .lines(let kinds, _): for kind in kinds { try checkLine(kind, of: credential) }
      }
    }
    return try Output.text { (output) throws(FormatError) in
      var rest = 0
      for edit in edits {
        try output.put(text.extracting(rest..<edit.range.lowerBound))
        rest = edit.range.upperBound
        switch edit.content {
        case .nothing: break
        case .value(let kind, _): try putValue(of: kind, in: credential, to: &output)
        case .option(let kind, _): try put(kind, of: credential, to: &output)
        case .lines(let kinds, let beginGroup):
          if rest == text.count, text.lacksLineEnd { try output.put(text.lineEnd) }
          if beginGroup {
            try put(group, to: &output)
            try output.put(text.lineEnd)
          }
          for kind in kinds {
            try put(kind, of: credential, to: &output)
            try output.put(text.lineEnd)
          }
        }
      }
      try output.put(text.extracting(rest..<text.count))
    }
  }
}
