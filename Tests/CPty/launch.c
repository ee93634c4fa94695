// SPDX-License-Identifier: MIT
#define _GNU_SOURCE
#include "CPty.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

// asm/termbits.h, which has these, cannot be included beside termios.h.
#define SETTINGS2 _IOC(_IOC_WRITE, 'T', 0x2B, 44)

static int refuse_settings(void) {
  struct sock_filter rules[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_ioctl, 0, 8),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[1])),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, TCSETS, 5, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, TCSETSW, 4, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, TCSETSF, 3, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SETTINGS2, 2, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SETTINGS2 + 1, 1, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SETTINGS2 + 2, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EIO),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = {.len = sizeof rules / sizeof *rules, .filter = rules};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

// As rt_sigaction(2) has it. The C library keeps two signals to itself, which the test runner may
// have been started with ignored.
struct disposition {
  void (*handler)(int);
  unsigned long flags;
  void (*restorer)(void);
  uint64_t mask;
};

static int set_signals(const struct pty_launch *launch) {
  sigset_t mask;
  sigemptyset(&mask);
  for (int number = 1; number < 65; number++) {
    uint64_t bit = (uint64_t)1 << (number - 1);
    struct disposition wanted = {.handler = launch->ignored & bit ? SIG_IGN : SIG_DFL};
    syscall(SYS_rt_sigaction, number, &wanted, NULL, sizeof wanted.mask);
    if (launch->blocked & bit) sigaddset(&mask, number);
  }
  return sigprocmask(SIG_SETMASK, &mask, NULL);
}

static int set_descriptors(const struct pty_launch *launch, int *report) {
  int count = launch->descriptor_count;
  int copies[16];
  if (count > 16) {
    errno = EINVAL;
    return -1;
  }
  // First above all that are wanted, so that none is overwritten before it has been placed.
  if ((*report = fcntl(*report, F_DUPFD_CLOEXEC, 32)) < 0) return -1;
  for (int n = 0; n < count; n++) {
    int from = launch->descriptors[n];
    copies[n] = from < 0 ? -1 : fcntl(from, F_DUPFD_CLOEXEC, 32);
    if (from >= 0 && copies[n] < 0) return -1;
  }
  for (int n = 0; n < count; n++) {
    if (copies[n] < 0) close(n);
    else if (dup2(copies[n], n) < 0) return -1;
  }
  // The report is kept: a successful exec closes it.
  if (close_range((unsigned)count, (unsigned)*report - 1, 0) != 0) return -1;
  return close_range((unsigned)*report + 1, ~0U, 0);
}

static int set_state(const struct pty_launch *launch, int *report) {
  if (setsid() < 0) return -1;
  if (launch->terminal >= 0 && ioctl(launch->terminal, TIOCSCTTY, 0) != 0) return -1;
  if (set_descriptors(launch, report) != 0) return -1;
  if (launch->root && chroot(launch->root) != 0) return -1;
  if (launch->directory && chdir(launch->directory) != 0) return -1;
  if (launch->creation_mask >= 0) umask((mode_t)launch->creation_mask);
  if (launch->core_limit >= 0) {
    struct rlimit limit = {(rlim_t)launch->core_limit, (rlim_t)launch->core_limit};
    if (setrlimit(RLIMIT_CORE, &limit) != 0) return -1;
  }
  if (launch->user >= 0) {
    if (setgroups(0, NULL) != 0 || setgid((gid_t)launch->user) != 0) return -1;
    if (setuid((uid_t)launch->user) != 0) return -1;
  }
  if (launch->refuses_settings && refuse_settings() != 0) return -1;
  return set_signals(launch);
}

// Only async-signal-safe calls stand between fork and exec: the test runner has many threads.
pid_t pty_start(const struct pty_launch *launch) {
  int report[2];
  if (pipe2(report, O_CLOEXEC) != 0) return -1;
  pid_t pid = fork();
  if (pid == 0) {
    if (set_state(launch, &report[1]) == 0)
      execve(launch->program, launch->arguments, launch->environment);
    int number = errno;
    ssize_t ignored = write(report[1], &number, sizeof number);
    (void)ignored;
    _exit(127);
  }
  int number = pid < 0 ? errno : 0;
  close(report[1]);
  if (pid > 0) {
    int from_child = 0;
    if (read(report[0], &from_child, sizeof from_child) == (ssize_t)sizeof from_child) {
      waitpid(pid, NULL, 0);
      number = from_child;
      pid = -1;
    }
  }
  close(report[0]);
  if (pid < 0) errno = number;
  return pid;
}

int pty_ended(pid_t pid, int *status, int *signal) {
  int raw;
  pid_t ended = waitpid(pid, &raw, WNOHANG);
  if (ended <= 0) return (int)ended;
  *status = WIFEXITED(raw) ? WEXITSTATUS(raw) : -1;
  *signal = WIFSIGNALED(raw) ? WTERMSIG(raw) : -1;
  return 1;
}
