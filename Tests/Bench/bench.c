// SPDX-License-Identifier: MIT
//
// Measures askcred against another program, side by side in one run, and prints a table with the
// design's budgets. A budget that is missed is only shown: a time depends on the machine.
//
// usage: bench ASKCRED READPASSPHRASE
//
// A new budget is a new row in `main`, and where it is about something else than the time to a
// prompt, a new `measure` function.

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

enum { WARM_UPS = 10, PAIRS = 500 };

// One run, from start to reaped; and all the runs of a row.
static const double RUN_SECONDS = 5, ROW_SECONDS = 120;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void die(const char *what) {
  fprintf(stderr, "bench: %s: %s\n", what, strerror(errno));
  exit(1);
}

// A program on a pseudo-terminal of its own, which controls it. Only its standard output is
// elsewhere, so that what the terminal shows is the prompt.
struct child {
  pid_t pid;
  int terminal;
};

static struct child start(char *const command[]) {
  int terminal = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  char name[64];
  if (terminal < 0 || grantpt(terminal) || unlockpt(terminal) ||
      ptsname_r(terminal, name, sizeof name))
    die("cannot make a pseudo-terminal");
  pid_t pid = fork();
  if (pid < 0) die("cannot fork");
  if (pid == 0) {
    setsid();
    int slave = open(name, O_RDWR | O_CLOEXEC), null = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (dup2(slave, 0) < 0 || dup2(null, 1) < 0 || dup2(slave, 2) < 0) _exit(126);
    execv(command[0], command);
    _exit(127);
  }
  return (struct child){.pid = pid, .terminal = terminal};
}

// Reads what the terminal shows until `expected` is there (null: until the program has ended).
static bool read_until(struct child child, const char *expected, double deadline) {
  char shown[4096];
  size_t length = 0;
  for (;;) {
    int left = (int)((deadline - now()) * 1000);
    struct pollfd readable = {.fd = child.terminal, .events = POLLIN};
    if (left <= 0 || poll(&readable, 1, left) == 0) return false;
    ssize_t got = read(child.terminal, shown + length, sizeof shown - 1 - length);
    // The program has closed the terminal.
    if (got <= 0) return !expected;
    length += (size_t)got;
    shown[length] = 0;
    if (expected && strstr(shown, expected)) return true;
    if (length == sizeof shown - 1) length = 0;
  }
}

static void reap(struct child child, const char *program, bool well) {
  if (!well) kill(child.pid, SIGKILL);
  int status = 0;
  if (waitpid(child.pid, &status, 0) != child.pid) die("cannot wait");
  close(child.terminal);
  if (well && status == 0) return;
  fprintf(stderr, "bench: %s: ", program);
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
    fprintf(stderr, "no prompt, or no end, within %g s\n", RUN_SECONDS);
  else if (WIFSIGNALED(status))
    fprintf(stderr, "killed by signal %d\n", WTERMSIG(status));
  else
    fprintf(stderr, "ended with status %d%s\n", WEXITSTATUS(status), well ? "" : ", unprompted");
  exit(1);
}

// The seconds from just before the fork to the prompt's arrival on the terminal's other side.
static double time_to_prompt(char *const command[]) {
  double started = now(), deadline = started + RUN_SECONDS;
  struct child child = start(command);
  bool well = read_until(child, "Password: ", deadline);
  double seconds = now() - started;
  well = well && write(child.terminal, "secret\r", 7) == 7 && read_until(child, NULL, deadline);
  reap(child, command[0], well);
  return seconds;
}

struct row {
  const char *what;
  // At most this many times the other program's median.
  double budget;
  double (*measure)(char *const command[]);
  const char *names[2];
  char *const *commands[2];
};

static int ascending(const void *left, const void *right) {
  double difference = *(const double *)left - *(const double *)right;
  return (difference > 0) - (difference < 0);
}

static void run(const struct row *row) {
  static double times[2][PAIRS];
  double deadline = now() + ROW_SECONDS;
  for (int count = 0; count < WARM_UPS; count++)
    for (int side = 0; side < 2; side++) row->measure(row->commands[side]);
  int pairs = 0;
  // A B, B A: neither always follows the other.
  for (; pairs < PAIRS && now() < deadline; pairs++)
    for (int turn = 0; turn < 2; turn++) {
      int side = (pairs + turn) % 2;
      times[side][pairs] = row->measure(row->commands[side]);
    }
  double median[2], least[2];
  for (int side = 0; side < 2; side++) {
    qsort(times[side], (size_t)pairs, sizeof times[side][0], ascending);
    median[side] = times[side][pairs / 2] * 1e3;
    least[side] = times[side][0] * 1e3;
  }
  double ratio = median[0] / median[1];
  printf("%-24s  %-16s %8.3f ms %8.3f ms\n", row->what, row->names[0], median[0], least[0]);
  printf("%-24s  %-16s %8.3f ms %8.3f ms\n", "", row->names[1], median[1], least[1]);
  printf("%-24s  %-16s %9.3f × %9.3f ×    at most %.2f ×, %s (%d pairs)\n", "", "ratio", ratio,
         least[0] / least[1], row->budget, ratio <= row->budget ? "kept" : "missed", pairs);
}

int main(int count, char *arguments[]) {
  if (count != 3) {
    fputs("usage: bench ASKCRED READPASSPHRASE\n", stderr);
    return 2;
  }
  // Plain, known surroundings for both sides.
  setenv("TERM", "xterm-256color", 1);
  unsetenv("ASKCRED_TIMEOUT");

  char *const ask[] = {arguments[1], "-p", "Password", NULL};
  char *const readpassphrase[] = {arguments[2], NULL};
  const struct row rows[] = {
      {"spawn to visible prompt", 1, time_to_prompt, {"askcred -p", "readpassphrase"},
       {ask, readpassphrase}},
  };

  printf("%-24s  %-16s %11s %11s    budget, by the medians\n", "", "", "median", "least");
  for (size_t row = 0; row < sizeof rows / sizeof rows[0]; row++) run(&rows[row]);
  return 0;
}
