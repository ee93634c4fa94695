// SPDX-License-Identifier: MIT
#define _GNU_SOURCE
#include "CSandbox.h"

#include <grp.h>
#include <linux/filter.h>
#include <linux/keyctl.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int sandbox_refuse_keys(int number) {
  struct sock_filter filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_add_key, 3, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_request_key, 2, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_keyctl, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (number & SECCOMP_RET_DATA)),
  };
  struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
    return -1;
  // In all threads, so that it does not matter which one runs the test.
  return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) == 0
             ? 0
             : -1;
}

int sandbox_join_session(void) {
  return syscall(SYS_keyctl, KEYCTL_JOIN_SESSION_KEYRING, NULL) > 0 ? 0 : -1;
}

int sandbox_revoke_session(void) {
  return (int)syscall(SYS_keyctl, KEYCTL_REVOKE, KEY_SPEC_SESSION_KEYRING);
}

int sandbox_become(unsigned int user) {
  return setgroups(0, NULL) == 0 && setgid(user) == 0 && setuid(user) == 0 ? 0 : -1;
}
