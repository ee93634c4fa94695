// SPDX-License-Identifier: MIT
//
// Programs that are run and measured. What goes wrong with one ends the benchmark.

#ifndef PROGRAMS_H
#define PROGRAMS_H

#include <stdbool.h>

enum { MOST_ARGUMENTS = 10, MOST_ANSWERS = 3 };

struct program {
  // In the table; short.
  const char *name;
  // An absolute path first.
  const char *arguments[MOST_ARGUMENTS];
  // What it reads from standard input; null is nothing.
  const char *input;
  // The value of ASKCRED_STORE; null is none.
  const char *store;
  // On a terminal: what has to be shown, and what is typed then.
  struct {
    const char *prompt, *typed;
  } answers[MOST_ANSWERS];
};

// Prints the message with the system's reason for it, and ends the benchmark.
_Noreturn void die(const char *what);

// Seconds of a clock that never goes back.
double now(void);

// The seconds from just before the start to the first prompt's arrival on the terminal's other side.
double time_to_prompt(const struct program *program);

// The seconds from just before the start to the end, without a terminal.
double time_to_end(const struct program *program);

// The seconds from the last answer to the end.
double time_from_answer(const struct program *program);

// The MiB that were resident at most.
double peak_memory(const struct program *program);

// Runs it without measuring; says whether it ended well.
bool run(const struct program *program);

// The program's absolute path, to be freed; null where it is not installed.
char *find_program(const char *name);

#endif
