// SPDX-License-Identifier: MIT

#define _GNU_SOURCE
#include "programs.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

// One run, from start to reaped.
static const double RUN_SECONDS = 30;

void die(const char *what) {
  fprintf(stderr, "bench: %s: %s\n", what, strerror(errno));
  exit(1);
}

double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

struct child {
  pid_t pid;
  // The other side of its terminal, or -1.
  int terminal;
};

static _Noreturn void become(const struct program *program) {
  if (program->store) setenv("ASKCRED_STORE", program->store, 1);
  execv(program->arguments[0], (char *const *)program->arguments);
  _exit(127);
}

// On a pseudo-terminal of its own, which controls it. Only its standard output is elsewhere, so that
// what the terminal shows is the prompt.
static struct child start_on_terminal(const struct program *program) {
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
    become(program);
  }
  return (struct child){.pid = pid, .terminal = terminal};
}

static struct child start(const struct program *program) {
  const char *input = program->input ? program->input : "";
  int ends[2];
  // What is so short fits into a pipe that nobody reads yet.
  if (pipe2(ends, O_CLOEXEC) || write(ends[1], input, strlen(input)) != (ssize_t)strlen(input))
    die("cannot write to a pipe");
  close(ends[1]);
  pid_t pid = fork();
  if (pid < 0) die("cannot fork");
  if (pid == 0) {
    int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (dup2(ends[0], 0) < 0 || dup2(null, 1) < 0 || dup2(null, 2) < 0) _exit(126);
    become(program);
  }
  close(ends[0]);
  return (struct child){.pid = pid, .terminal = -1};
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

// Answers all questions; says when the last answer was given.
static bool answer(struct child child, const struct program *program, double deadline,
                   double *answered) {
  for (int index = 0; index < MOST_ANSWERS && program->answers[index].prompt; index++) {
    const char *typed = program->answers[index].typed;
    if (!read_until(child, program->answers[index].prompt, deadline)) return false;
    *answered = now();
    if (write(child.terminal, typed, strlen(typed)) != (ssize_t)strlen(typed)) return false;
  }
  return read_until(child, NULL, deadline);
}

static bool wait_until(struct child child, double deadline) {
  int process = (int)syscall(SYS_pidfd_open, child.pid, 0);
  if (process < 0) die("cannot watch a process");
  struct pollfd ended = {.fd = process, .events = POLLIN};
  int left = (int)((deadline - now()) * 1000);
  bool well = poll(&ended, 1, left > 0 ? left : 0) == 1;
  close(process);
  return well;
}

static int reap(struct child child, bool well, struct rusage *usage) {
  if (!well) kill(child.pid, SIGKILL);
  int status = 0;
  if (wait4(child.pid, &status, 0, usage) != child.pid) die("cannot wait");
  if (child.terminal >= 0) close(child.terminal);
  return status;
}

static void check(const struct program *program, bool well, int status) {
  if (well && status == 0) return;
  fprintf(stderr, "bench: %s: ", program->arguments[0]);
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
    fprintf(stderr, "no prompt, or no end, within %g s\n", RUN_SECONDS);
  else if (WIFSIGNALED(status))
    fprintf(stderr, "killed by signal %d\n", WTERMSIG(status));
  else
    fprintf(stderr, "ended with status %d%s\n", WEXITSTATUS(status), well ? "" : ", unprompted");
  exit(1);
}

double time_to_prompt(const struct program *program) {
  double started = now(), deadline = started + RUN_SECONDS;
  struct child child = start_on_terminal(program);
  bool well = read_until(child, program->answers[0].prompt, deadline);
  double seconds = now() - started;
  const char *typed = program->answers[0].typed;
  well = well && write(child.terminal, typed, strlen(typed)) == (ssize_t)strlen(typed) &&
         read_until(child, NULL, deadline);
  check(program, well, reap(child, well, NULL));
  return seconds;
}

double time_from_answer(const struct program *program) {
  double deadline = now() + RUN_SECONDS, answered = 0;
  struct child child = start_on_terminal(program);
  bool well = answer(child, program, deadline, &answered);
  int status = reap(child, well, NULL);
  double seconds = now() - answered;
  check(program, well, status);
  return seconds;
}

static double measure(const struct program *program, struct rusage *usage) {
  double started = now();
  struct child child = start(program);
  bool well = wait_until(child, started + RUN_SECONDS);
  int status = reap(child, well, usage);
  double seconds = now() - started;
  check(program, well, status);
  return seconds;
}

double time_to_end(const struct program *program) { return measure(program, NULL); }

double peak_memory(const struct program *program) {
  struct rusage usage;
  measure(program, &usage);
  return (double)usage.ru_maxrss / 1024;
}

bool run(const struct program *program) {
  struct child child = start(program);
  bool well = wait_until(child, now() + RUN_SECONDS);
  return reap(child, well, NULL) == 0 && well;
}

char *find_program(const char *name) {
  const char *path = getenv("PATH");
  if (!path) return NULL;
  while (*path) {
    size_t length = strcspn(path, ":");
    char *place = NULL;
    if (asprintf(&place, "%.*s/%s", (int)length, path, name) < 0) die("cannot look for a program");
    if (place[0] == '/' && access(place, X_OK) == 0) return place;
    free(place);
    path += length + (path[length] == ':');
  }
  return NULL;
}
