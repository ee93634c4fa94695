// SPDX-License-Identifier: MIT
// Pseudo-terminals, and programs started on them in every state that a caller may leave them in.
// What stands here runs between fork and exec, or is a call that Swift cannot import.
#ifndef CPTY_H
#define CPTY_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// Opens a pair, close-on-exec, the master non-blocking, and gives the slave's path.
// 0, or -1 with errno set.
int pty_open(int *master, int *slave, char *path, size_t size);

// ioctl(2) TIOCSWINSZ.
int pty_resize(int fd, unsigned short columns, unsigned short rows);

// The bytes that wait to be read, those of an unfinished line included. -1 with errno set.
int pty_waiting(int slave);

// open(2) with a mode, close-on-exec.
int pty_open_file(const char *path, int flags, unsigned mode);

// pipe2(2), close-on-exec.
int pty_pipe(int ends[2]);

// mknod(2) of a character device that everybody may use.
int pty_make_device(const char *path, unsigned major, unsigned minor);

// fcntl(2) F_SETFL with O_NONBLOCK.
int pty_unblock(int fd);

struct pty_launch {
  const char *program;        // a path
  char *const *arguments;     // null-terminated
  char *const *environment;   // null-terminated
  const char *directory;      // null: that of the caller
  const char *root;           // chroot(2) before the directory; null: none
  int terminal;               // becomes the controlling terminal of the new session; -1: none
  const int *descriptors;     // the child's descriptor n is a copy of descriptors[n], -1 is closed
  int descriptor_count;       // everything from here on is closed
  int refuses_settings;       // tcsetattr(3) fails with EIO
  uint64_t blocked;           // signals, bit n - 1 for signal n
  uint64_t ignored;
  long core_limit;            // bytes, soft and hard; -1: unchanged
  long creation_mask;         // umask(2); -1: unchanged
  long user;                  // user and group; -1: unchanged
};

// Starts the program in a session of its own, with default dispositions but for `ignored`.
// Its process id, or -1 with errno set, also where exec failed.
pid_t pty_start(const struct pty_launch *launch);

// waitpid(2) with WNOHANG: 1 and the exit status or the signal where the process has ended (the
// other is -1), 0 where it has not, -1 with errno set.
int pty_ended(pid_t pid, int *status, int *signal);

// How often `needle` stands in the memory of a process, or -1 where that cannot be read.
long pty_occurrences(pid_t pid, const void *needle, size_t length);

// Stops a process where it is about to end, its memory still there: first follow, then wait (1 when
// it has come there, 0 after `milliseconds`), then let it go. -1 with errno set. One thread.
int pty_follow(pid_t pid);
int pty_wait_for_exit_stop(pid_t pid, int milliseconds);
int pty_let_go(pid_t pid);

#endif
