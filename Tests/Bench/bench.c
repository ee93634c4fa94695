// SPDX-License-Identifier: MIT
//
// Measures askcred against other programs, side by side in one run, and prints a table with the
// design's budgets. A budget that is missed is only shown: a time depends on the machine.
//
// usage: bench ASKCRED READPASSPHRASE FOLDER
//
// A new budget is a new row in `main`, and where it is about something that is not measured yet, a
// new function in programs.c.

#define _GNU_SOURCE
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "programs.h"
#include "stores.h"

enum { WARM_UPS = 10, PAIRS = 500 };

// All the runs of a row, and those before them that do not count.
static const double ROW_SECONDS = 15, WARM_UP_SECONDS = 2;

struct measure {
  double (*of)(const struct program *program);
  const char *unit;
  double units_in_one;
};

static const struct measure PROMPT = {time_to_prompt, "ms", 1e3};
static const struct measure RUN = {time_to_end, "ms", 1e3};
static const struct measure ANSWER = {time_from_answer, "ms", 1e3};
static const struct measure MEMORY = {peak_memory, "MiB", 1};

struct row {
  const char *what;
  const struct measure *measure;
  // At most this many times the other program's median, and this much more than that.
  double factor, addend;
  struct program programs[2];
  // Why it cannot be measured here; null where it can.
  const char *obstacle;
};

static int ascending(const void *left, const void *right) {
  double difference = *(const double *)left - *(const double *)right;
  return (difference > 0) - (difference < 0);
}

// A, B, then B, A: neither always follows the other.
static int measure_pairs(const struct row *row, double results[2][PAIRS]) {
  double deadline = now() + WARM_UP_SECONDS;
  for (int count = 0; count < WARM_UPS && (count == 0 || now() < deadline); count++)
    for (int side = 0; side < 2; side++) row->measure->of(&row->programs[side]);
  int pairs = 0;
  deadline = now() + ROW_SECONDS;
  for (; pairs < PAIRS && (pairs == 0 || now() < deadline); pairs++)
    for (int turn = 0; turn < 2; turn++) {
      int side = (pairs + turn) % 2;
      results[side][pairs] = row->measure->of(&row->programs[side]) * row->measure->units_in_one;
    }
  return pairs;
}

static void print(const struct row *row) {
  static double results[2][PAIRS];
  if (row->obstacle) {
    printf("%-30s  skipped: %s\n", row->what, row->obstacle);
    return;
  }
  int pairs = measure_pairs(row, results);
  double median[2], least[2];
  for (int side = 0; side < 2; side++) {
    qsort(results[side], (size_t)pairs, sizeof results[side][0], ascending);
    median[side] = results[side][pairs / 2];
    least[side] = results[side][0];
    printf("%-30s  %-24s %9.3f %-3s %9.3f %-3s\n", side ? "" : row->what, row->programs[side].name,
           median[side], row->measure->unit, least[side], row->measure->unit);
  }
  bool is_kept = median[0] <= median[1] * row->factor + row->addend;
  char budget[64];
  if (row->addend > 0)
    snprintf(budget, sizeof budget, "at most + %g %s", row->addend, row->measure->unit);
  else
    snprintf(budget, sizeof budget, "at most %.2f ×", row->factor);
  printf("%-30s  %-24s %9.3f ×   %9.3f ×      %s, %s (%d pairs)\n", "", "ratio",
         median[0] / median[1], least[0] / least[1], budget, is_kept ? "kept" : "missed", pairs);
  fflush(stdout);
}

// git-credential-store as git runs it: by its own name, from git's own folder.
static char *find_git_store(void) {
  char folder[4096], *path = NULL;
  FILE *answer = popen("git --exec-path", "re");
  if (answer && fgets(folder, sizeof folder, answer)) {
    folder[strcspn(folder, "\n")] = 0;
    if (asprintf(&path, "%s/git-credential-store", folder) < 0) die("cannot name a file");
  }
  if (answer) pclose(answer);
  return path;
}

int main(int count, char *arguments[]) {
  if (count != 4) {
    fputs("usage: bench ASKCRED READPASSPHRASE FOLDER\n", stderr);
    return 2;
  }
  // Plain, known surroundings for both sides.
  setenv("TERM", "xterm-256color", 1);
  const char *ours[] = {"ASKCRED_TIMEOUT", "ASKCRED_STORE", "ASKCRED_IDENTITY", "ASKCRED_BACKEND"};
  for (size_t index = 0; index < sizeof ours / sizeof ours[0]; index++) unsetenv(ours[index]);

  char *askcred = realpath(arguments[1], NULL), *git = find_program("git");
  char *pass = find_program("pass"), *gpg = find_program("gpg"), *find = find_program("find");
  char *git_store = find_git_store();
  if (!askcred) die(arguments[1]);
  struct stores stores = make_stores(arguments[3], askcred, pass, gpg);

  const char *no_git = git && git_store ? NULL : "git is not installed";
  const char *no_find = find ? NULL : "find is not installed";
  const char *no_unlocking = stores.unlocked ? no_git : "the kernel keyring cannot be used";
  const char *no_pass =
      stores.has_pass ? NULL : pass && gpg ? "pass does not work" : "pass is not installed";

#define GET(place) {"askcred get", {askcred, "get", SERVICE, NULL}, .store = place}
#define LIST(place) {"askcred list", {askcred, "list", NULL}, .store = place}
#define FIND(place) {"find", {find, place, NULL}, .input = NULL}
#define LOOKUP "protocol=https\nhost=git.example.com\n\n"
  const struct program helper = {
      "git-credential-store", {git_store, "--file", stores.git, "get", NULL}, .input = LOOKUP};
  const struct program command = {
      "git credential-store", {git, "credential-store", "--file", stores.git, "get", NULL}, .input = LOOKUP};
  const struct row rows[] = {
      {"spawn to visible prompt", &PROMPT, 1, 0,
       {{"askcred -p", {askcred, "-p", "Password", NULL}, .answers = {{"Password: ", "secret\r"}}},
        {"readpassphrase", {arguments[2], NULL}, .answers = {{"Password: ", "secret\r"}}}},
       NULL},
      {"get, store unlocked", &RUN, 1, 0, {GET(stores.unlocked), helper}, no_unlocking},
      {"", &RUN, 1, 0, {GET(stores.unlocked), command}, no_unlocking},
      {"get, key without passphrase", &RUN, 1, 0, {GET(stores.few), helper}, no_git},
      {"get, 100,000 logins or 10", &RUN, 1.1, 0, {GET(stores.many), GET(stores.few)}, NULL},
      {"peak memory of get", &MEMORY, 1, 4, {GET(stores.unlocked), helper}, no_unlocking},
      {"list, 100,000 services", &RUN, 2, 0, {LIST(stores.many), FIND(stores.many)}, no_find},
      {"list, a thousand in each", &RUN, 2, 0, {LIST(stores.crowded), FIND(stores.crowded)}, no_find},
      {"last Enter to exit of save", &ANSWER, 1, 0,
       {{"askcred save", {askcred, "save", "-u", ACCOUNT, SERVICE, NULL}, .store = stores.few,
         .answers = {{"Password", PASSWORD "\r"}}},
        {"pass insert", {pass, "insert", "-f", "bench", NULL},
         .answers = {{"Enter", PASSWORD "\r"}, {"Retype", PASSWORD "\r"}}}},
       no_pass},
      {"save, from start to exit", &RUN, 1, 0,
       {{"askcred save --stdin", {askcred, "save", "-u", ACCOUNT, "--stdin", SERVICE, NULL},
         .input = PASSWORD "\n", .store = stores.few},
        {"pass insert -m", {pass, "insert", "-f", "-m", "bench", NULL}, .input = PASSWORD "\n"}},
       no_pass},
  };

  printf("%-30s  %-24s %13s %13s      budget, by the medians\n", "", "", "median", "least");
  for (size_t row = 0; row < sizeof rows / sizeof rows[0]; row++) print(&rows[row]);
  return 0;
}
