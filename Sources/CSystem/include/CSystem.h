// SPDX-License-Identifier: MIT
// What the kernel and the C library offer and Swift cannot import: variadic calls, macros, and the
// code that runs between fork and exec.
#ifndef ASKCRED_CSYSTEM_H
#define ASKCRED_CSYSTEM_H

#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/xattr.h>
#include <termios.h>
#include <time.h>

// signalfd(2) with SFD_CLOEXEC and SFD_NONBLOCK, and the number of the next waiting signal:
// 0 where there is none, -1 with errno set.
int askcred_signalfd(const sigset_t *mask);
int askcred_next_signal(int fd);

// ppoll(2) without a change of the signal mask; a negative timeout waits for ever.
int askcred_ppoll(struct pollfd *fds, unsigned long count, int64_t nanoseconds);

// Nanoseconds of CLOCK_MONOTONIC, and of CLOCK_REALTIME. (Whether Swift finds the members of a
// timespec depends on the order in which it reads the headers, so none crosses over.)
int64_t askcred_monotonic_time(void);
int64_t askcred_wall_time(void);

// The time of the last change of a file's content, in nanoseconds since 1970; futimens(2).
int64_t askcred_modified(const struct stat *status);
int askcred_set_modified(int fd, int64_t nanoseconds);

// What statx(2) says of a file, and not of one behind a link; 0 where the kernel does not tell.
enum { askcred_is_mount_root = 1, askcred_is_immutable = 2, askcred_is_append_only = 4 };
int askcred_protection(const char *path);

// The command line, ended by a null pointer.
char *const *askcred_command_line(void);

// Whether the signal waited for this process, held back by the caller, when the program started.
int askcred_waited(int signal);

// prctl(2) PR_SET_DUMPABLE.
int askcred_set_dumpable(int yes);

// getauxval(3) AT_SECURE: the program was started set-id.
int askcred_is_secure_execution(void);

// ioctl(2): the window's columns (0 where they are not known), the device number behind /dev/tty,
// the bytes that wait to be read.
int askcred_window_columns(int fd);
int askcred_terminal_device(int fd, unsigned int *major, unsigned int *minor);
int askcred_bytes_waiting(int fd);

// fcntl(2) F_GETFL.
int askcred_status_flags(int fd);
int askcred_set_status_flags(int fd, int flags);

// open(2) with a mode; openat(2) without one; pipe2(2) with O_CLOEXEC.
int askcred_open(const char *path, int flags, mode_t mode);
int askcred_open_in(int folder, const char *path, int flags);
int askcred_pipe(int ends[2]);

// fcntl(2): whether a descriptor is open and outlives an exec; F_SETFD with FD_CLOEXEC; F_DUPFD_CLOEXEC.
int askcred_outlives_exec(int fd);
int askcred_set_close_on_exec(int fd);
int askcred_duplicate(int fd, int lowest);

// memfd_create(2): close-on-exec, to be sealed, never to be executed where the kernel can promise that;
// and fcntl(2) F_ADD_SEALS with all seals against a change.
int askcred_memory_file(const char *name);
int askcred_seal(int fd);

// Names of an open folder as linux_dirent64 structures, which getdents64(2) describes; how many bytes,
// 0 at the end. The offsets of a structure's length (16 bits) and of its name, which a NUL ends.
ssize_t askcred_read_folder(int folder, void *buffer, size_t size);
enum { askcred_entry_length_offset = 16, askcred_entry_name_offset = 19 };

// The "no character" value of the control characters in termios.
extern const unsigned char askcred_no_character;

// What askcred was started with, and what every program that it starts gets back.
struct askcred_inheritance {
  sigset_t mask;
  struct rlimit core;
  int ignores_children; // SIGCHLD was ignored
};

// Puts that back in this process. 0, or -1 with errno set. Async-signal-safe.
int askcred_put_back(const struct askcred_inheritance *inheritance);

struct askcred_child {
  const char *program;      // absolute path
  char *const *arguments;   // null-terminated
  char *const *environment; // null-terminated
  int input;                // becomes descriptor 0
  int output;               // becomes descriptor 1
  int error;                // becomes descriptor 2
  int own_group;            // the child leads a process group of its own
};

// fork(2) and execve(2). Returns the child's id, or -1 with errno set, also where exec failed.
pid_t askcred_spawn(const struct askcred_child *child,
                    const struct askcred_inheritance *inheritance);

// The same for a program that takes this process over: none of askcred's own signals waits for it, and
// what waited before does.
int askcred_hand_back(const struct askcred_inheritance *inheritance);

// execvpe(3). Returns -1 with errno set, or not at all.
int askcred_execute(const char *program, char *const *arguments, char *const *environment);

// pidfd_open(2): readable when the process has ended. -1 with errno set.
int askcred_pidfd(pid_t pid);

// The macros of waitpid(2)'s status.
int askcred_exit_status(int status); // -1 where a signal ended it
int askcred_end_signal(int status);  // 0 where it exited

// strerror_r(3) of the GNU C library: the text of an error number, never translated.
const char *askcred_error_text(int number);

#endif
