// SPDX-License-Identifier: MIT
#define _GNU_SOURCE
#include "CSystem.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/auxv.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>

const unsigned char askcred_no_character = _POSIX_VDISABLE;

static int command_line_count;
static char **command_line;
static sigset_t waiting_signals;

// The GNU C library hands the command line to constructors too.
static void keep_command_line(int count, char **arguments) {
  command_line_count = count;
  command_line = arguments;
}

__attribute__((constructor)) static void start(int count, char **arguments) {
  keep_command_line(count, arguments);
  sigpending(&waiting_signals);
}

char *const *askcred_command_line(void) { return command_line; }

int askcred_waited(int signal) { return sigismember(&waiting_signals, signal) == 1; }

// The Swift runtime looks for the command line before main, through /proc/self/maps, and finds none
// where there is no /proc. A static link leaves that part of it out where its two
// functions are there already.
char **_swift_stdlib_getUnsafeArgvArgc(int *count);
void _swift_stdlib_overrideUnsafeArgvArgc(char **arguments, int count);

char **_swift_stdlib_getUnsafeArgvArgc(int *count) {
  *count = command_line_count;
  return command_line;
}

void _swift_stdlib_overrideUnsafeArgvArgc(char **arguments, int count) {
  keep_command_line(count, arguments);
}

int askcred_signalfd(const sigset_t *mask) {
  return signalfd(-1, mask, SFD_CLOEXEC | SFD_NONBLOCK);
}

int askcred_next_signal(int fd) {
  struct signalfd_siginfo info;
  ssize_t got = read(fd, &info, sizeof info);
  if (got == (ssize_t)sizeof info) return (int)info.ssi_signo;
  return got < 0 && errno != EAGAIN ? -1 : 0;
}

static const int64_t second = 1000000000;

int askcred_ppoll(struct pollfd *fds, unsigned long count, int64_t nanoseconds) {
  struct timespec timeout = {nanoseconds / second, nanoseconds % second};
  return ppoll(fds, count, nanoseconds < 0 ? NULL : &timeout, NULL);
}

static int64_t now(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return time.tv_sec * second + time.tv_nsec;
}

int64_t askcred_monotonic_time(void) { return now(CLOCK_MONOTONIC); }
int64_t askcred_wall_time(void) { return now(CLOCK_REALTIME); }

int64_t askcred_modified(const struct stat *status) {
  return status->st_mtim.tv_sec * second + status->st_mtim.tv_nsec;
}

int askcred_set_modified(int fd, int64_t nanoseconds) {
  struct timespec time = {nanoseconds / second, nanoseconds % second};
  struct timespec times[2] = {time, time};
  return futimens(fd, times);
}

int askcred_protection(const char *path) {
  struct statx found;
  if (statx(AT_FDCWD, path, AT_SYMLINK_NOFOLLOW, 0, &found) != 0) return 0;
  uint64_t known = found.stx_attributes & found.stx_attributes_mask;
  return (known & STATX_ATTR_MOUNT_ROOT ? askcred_is_mount_root : 0) |
         (known & STATX_ATTR_IMMUTABLE ? askcred_is_immutable : 0) |
         (known & STATX_ATTR_APPEND ? askcred_is_append_only : 0);
}

int askcred_set_dumpable(int yes) { return prctl(PR_SET_DUMPABLE, yes, 0, 0, 0); }

int askcred_is_secure_execution(void) { return getauxval(AT_SECURE) != 0; }

int askcred_window_columns(int fd) {
  struct winsize size;
  return ioctl(fd, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

int askcred_terminal_device(int fd, unsigned int *major_number, unsigned int *minor_number) {
  unsigned int device;
  if (ioctl(fd, TIOCGDEV, &device) != 0) return -1;
  *major_number = gnu_dev_major(device);
  *minor_number = gnu_dev_minor(device);
  return 0;
}

int askcred_bytes_waiting(int fd) {
  int count = 0;
  return ioctl(fd, FIONREAD, &count) == 0 ? count : -1;
}

int askcred_status_flags(int fd) { return fcntl(fd, F_GETFL); }
int askcred_set_status_flags(int fd, int flags) { return fcntl(fd, F_SETFL, flags); }

int askcred_open(const char *path, int flags, mode_t mode) { return open(path, flags, mode); }

int askcred_open_in(int folder, const char *path, int flags) {
  return openat(folder, path, flags);
}

ssize_t askcred_read_folder(int folder, void *buffer, size_t size) {
  return getdents64(folder, buffer, size);
}

int askcred_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

int askcred_outlives_exec(int fd) {
  int flags = fcntl(fd, F_GETFD);
  return flags >= 0 && !(flags & FD_CLOEXEC);
}

int askcred_set_close_on_exec(int fd) { return fcntl(fd, F_SETFD, FD_CLOEXEC); }
int askcred_duplicate(int fd, int lowest) { return fcntl(fd, F_DUPFD_CLOEXEC, lowest); }

// Of Linux 6.3, and in later headers than those.
#ifndef MFD_NOEXEC_SEAL
#define MFD_NOEXEC_SEAL 0x0008U
#endif

int askcred_memory_file(const char *name) {
  unsigned flags = MFD_CLOEXEC | MFD_ALLOW_SEALING;
  int fd = memfd_create(name, flags | MFD_NOEXEC_SEAL);
  return fd < 0 && errno == EINVAL ? memfd_create(name, flags) : fd;
}

int askcred_seal(int fd) {
  return fcntl(fd, F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE);
}

int askcred_put_back(const struct askcred_inheritance *inheritance) {
  if (setrlimit(RLIMIT_CORE, &inheritance->core) != 0) return -1;
  if (inheritance->ignores_children && signal(SIGCHLD, SIG_IGN) == SIG_ERR) return -1;
  return sigprocmask(SIG_SETMASK, &inheritance->mask, NULL);
}

// Only async-signal-safe calls stand between fork and exec. The error of a failed exec comes back
// through a pipe that a successful exec closes.
pid_t askcred_spawn(const struct askcred_child *child,
                    const struct askcred_inheritance *inheritance) {
  int report[2];
  if (pipe2(report, O_CLOEXEC) != 0) return -1;
  pid_t pid = fork();
  if (pid == 0) {
    int wanted[3] = {child->input, child->output, child->error};
    if (child->own_group) setpgid(0, 0);
    // First above 2, so that no descriptor is overwritten before it has been placed.
    for (int i = 0; i < 3; i++) wanted[i] = fcntl(wanted[i], F_DUPFD_CLOEXEC, 3);
    for (int i = 0; i < 3; i++) {
      if (wanted[i] < 0 || dup2(wanted[i], i) < 0) goto failed;
    }
    if (askcred_put_back(inheritance) != 0) goto failed;
    execve(child->program, child->arguments, child->environment);
  failed:;
    int number = errno;
    ssize_t ignored = write(report[1], &number, sizeof number);
    (void)ignored;
    _exit(127);
  }
  int number = pid < 0 ? errno : 0;
  close(report[1]);
  if (pid > 0) {
    int from_child = 0;
    ssize_t got;
    if (child->own_group) setpgid(pid, pid);
    do got = read(report[0], &from_child, sizeof from_child);
    while (got < 0 && errno == EINTR);
    if (got == (ssize_t)sizeof from_child) {
      while (waitpid(pid, NULL, 0) < 0 && errno == EINTR) {}
      number = from_child;
      pid = -1;
    }
  }
  close(report[0]);
  if (pid < 0) errno = number;
  return pid;
}

int askcred_hand_back(const struct askcred_inheritance *inheritance) {
  // A child has no signals waiting, but this process keeps them: a check program may have left a
  // SIGPIPE behind, as it did not read, and a SIGCHLD, where the caller holds that back.
  struct timespec none = {0, 0};
  const int own[] = {SIGPIPE, SIGXFSZ, SIGCHLD};
  sigset_t held;
  sigemptyset(&held);
  for (int i = 0; i < 3; i++) {
    if (!askcred_waited(own[i])) sigaddset(&held, own[i]);
  }
  while (sigtimedwait(&held, NULL, &none) > 0) {}
  // The limit of cores is lifted, but no core is written: the process stays undumpable until the
  // program has taken its place.
  return askcred_put_back(inheritance);
}

int askcred_execute(const char *program, char *const *arguments, char *const *environment) {
  return execvpe(program, arguments, environment);
}

int askcred_pidfd(pid_t pid) { return (int)syscall(SYS_pidfd_open, pid, 0); }

int askcred_exit_status(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : -1; }
int askcred_end_signal(int status) { return WIFSIGNALED(status) ? WTERMSIG(status) : 0; }

const char *askcred_error_text(int number) {
  const char *text = strerrordesc_np(number);
  return text ? text : "Unknown error";
}

// The Swift runtime looks for its crash reporter when it starts, beside the program and by /proc, and
// gives up where there is no /proc. A process that holds secrets starts no such program; the linker
// puts this in the place of that search.
const char *__wrap_swift_copyAuxiliaryExecutablePath(void) { return NULL; }
