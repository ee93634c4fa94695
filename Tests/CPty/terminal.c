// SPDX-License-Identifier: MIT
#define _GNU_SOURCE
#include "CPty.h"

#include <errno.h>
#include <fcntl.h>
#include <pty.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <termios.h>
#include <unistd.h>

int pty_open(int *master, int *slave, char *path, size_t size) {
  *slave = -1;
  *master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
  if (*master < 0) return -1;
  if (grantpt(*master) != 0 || unlockpt(*master) != 0) goto failed;
  if (ptsname_r(*master, path, size) != 0) goto failed;
  *slave = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (*slave >= 0) return 0;
failed:;
  int number = errno;
  close(*master);
  errno = number;
  return -1;
}

int pty_resize(int fd, unsigned short columns, unsigned short rows) {
  struct winsize size = {.ws_col = columns, .ws_row = rows};
  return ioctl(fd, TIOCSWINSZ, &size);
}

int pty_waiting(int slave) {
  struct termios settings, raw;
  if (tcgetattr(slave, &settings) != 0) return -1;
  raw = settings;
  // In canonical mode only whole lines are counted.
  raw.c_lflag &= ~(tcflag_t)ICANON;
  if (tcsetattr(slave, TCSANOW, &raw) != 0) return -1;
  int count = 0;
  int result = ioctl(slave, FIONREAD, &count);
  if (tcsetattr(slave, TCSANOW, &settings) != 0) return -1;
  return result == 0 ? count : -1;
}

int pty_open_file(const char *path, int flags, unsigned mode) {
  return open(path, flags | O_CLOEXEC | O_NOCTTY, mode);
}

int pty_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

int pty_make_device(const char *path, unsigned major, unsigned minor) {
  if (mknod(path, S_IFCHR | 0666, gnu_dev_makedev(major, minor)) != 0) return -1;
  return chmod(path, 0666);
}

int pty_unblock(int fd) {
  int flags = fcntl(fd, F_GETFL);
  return flags < 0 ? -1 : fcntl(fd, F_SETFL, flags | O_NONBLOCK);
}
