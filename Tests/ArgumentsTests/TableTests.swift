// SPDX-License-Identifier: MIT

import Arguments
import Testing

struct TableTests {
  @Test func `long names are small letters and single dashes`() {
    for option in Option.all {
      let words = option.name.word.split(separator: "-", omittingEmptySubsequences: false)
      #expect(words.allSatisfy { !$0.isEmpty && $0.allSatisfy(isSmallLetter) })
    }
  }

  @Test func `no short form stands for two options`() {
    let letters = Option.all.compactMap(\.letter)
    #expect(letters.count == Set(letters).count)
    #expect(letters.map(Character.init).allSatisfy(isSmallLetter))
  }

  @Test func `a contradiction is in the rows of both options`() {
    for option in Option.all {
      for other in option.contradicts {
        #expect(other.row.contradicts.contains(option.name), "\(option.name) and \(other)")
      }
      #expect(!option.contradicts.contains(option.name))
    }
  }

  @Test func `every option is of use to a command`() {
    #expect(Option.all.allSatisfy { !$0.commands.isEmpty })
  }

  @Test func `what repeats has a value`() {
    #expect(Option.all.filter(\.isRepeatable).allSatisfy { $0.value != nil })
    #expect(
      Option.all.filter(\.isRepeatable).map(\.name) == [
        .field, .secretField, .set, .env, .fd, .file,
      ])
  }

  @Test func `the value of --echo names every mode`() {
    #expect(OptionName.echo.row.value?.split(separator: "|") == EchoMode.allCases.map { "\($0)" })
  }

  @Test func `a summary is one line without a full stop`() {
    for summary in Option.all.map(\.summary) + Command.all.map(\.summary) {
      #expect(!summary.isEmpty && !summary.contains("\n") && !summary.hasSuffix("."))
    }
  }

  @Test func `statuses have the numbers that scripts rely on`() {
    #expect(
      ExitStatus.allCases.map(\.rawValue) == [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 124, 125, 126, 127])
    #expect(ExitStatus.cancelled.rawValue == 3)
    #expect(ExitStatus.notCarried.rawValue == 7)
    #expect(ExitStatus.timedOut.rawValue == 124)
  }

  private func isSmallLetter(_ character: Character) -> Bool {
    character.isASCII && character.isLowercase
  }
}
