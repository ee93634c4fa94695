// SPDX-License-Identifier: MIT
#define _GNU_SOURCE
#include "CPty.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PIECE = 1 << 20 };

static long in_range(int memory, unsigned long start, unsigned long end, const void *needle,
                     size_t length, unsigned char *buffer) {
  long found = 0;
  size_t kept = 0; // the end of the piece before, where a needle may begin
  for (unsigned long at = start; at < end;) {
    size_t wanted = end - at < PIECE ? end - at : PIECE;
    ssize_t got = pread(memory, buffer + kept, wanted, (off_t)at);
    if (got <= 0) { // not readable, such as [vvar]: on to the next page
      at = (at / 4096 + 1) * 4096;
      kept = 0;
      continue;
    }
    at += (size_t)got;
    size_t filled = kept + (size_t)got;
    unsigned char *from = buffer, *hit;
    while ((hit = memmem(from, filled - (size_t)(from - buffer), needle, length))) {
      found++;
      from = hit + 1;
    }
    kept = filled < length - 1 ? filled : length - 1;
    memmove(buffer, buffer + filled - kept, kept);
  }
  return found;
}

long pty_occurrences(pid_t pid, const void *needle, size_t length) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/maps", (int)pid);
  FILE *maps = fopen(path, "re");
  if (!maps) return -1;
  snprintf(path, sizeof path, "/proc/%d/mem", (int)pid);
  int memory = open(path, O_RDONLY | O_CLOEXEC);
  unsigned char *buffer = malloc(PIECE + length);
  long found = memory >= 0 && buffer ? 0 : -1;
  char line[4200];
  unsigned long start, end;
  while (found >= 0 && fgets(line, sizeof line, maps)) {
    if (sscanf(line, "%lx-%lx", &start, &end) == 2)
      found += in_range(memory, start, end, needle, length, buffer);
  }
  free(buffer);
  if (memory >= 0) close(memory);
  fclose(maps);
  return found;
}

int pty_follow(pid_t pid) {
  return ptrace(PTRACE_SEIZE, pid, NULL, (void *)PTRACE_O_TRACEEXIT) == 0 ? 0 : -1;
}

int pty_wait_for_exit_stop(pid_t pid, int milliseconds) {
  for (int left = milliseconds; left >= 0; left--) {
    int status;
    pid_t changed = waitpid(pid, &status, __WALL | WNOHANG);
    if (changed < 0) return -1;
    if (changed == 0) {
      poll(NULL, 0, 1);
      continue;
    }
    if (!WIFSTOPPED(status)) {
      errno = ESRCH; // it has ended without the stop
      return -1;
    }
    if (status >> 8 == (SIGTRAP | PTRACE_EVENT_EXIT << 8)) return 1;
    // Every other stop goes on as if nobody looked; a signal is handed over.
    int signal = status >> 16 == 0 ? WSTOPSIG(status) : 0;
    if (ptrace(PTRACE_CONT, pid, NULL, (void *)(long)signal) != 0) return -1;
  }
  return 0;
}

int pty_let_go(pid_t pid) { return ptrace(PTRACE_CONT, pid, NULL, NULL) == 0 ? 0 : -1; }
