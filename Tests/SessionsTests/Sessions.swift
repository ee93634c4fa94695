// SPDX-License-Identifier: MIT

import Testing

/// The program as `make` builds it, on a pseudo-terminal: keys, signals and sizes go in, the screen,
/// the terminal's settings, the exit status and what was written come out.
///
/// All of it runs one after the other: two sessions at once would wait for each other's processor time,
/// and a person has one terminal.
@Suite(.serialized)
struct Sessions {}
