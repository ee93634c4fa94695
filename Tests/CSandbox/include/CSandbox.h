// SPDX-License-Identifier: MIT
// What a test does to its own process to stand where askcred may be run.
#ifndef ASKCRED_CSANDBOX_H
#define ASKCRED_CSANDBOX_H

// From now on every call of the key retention service fails with `number`, as under a container's
// seccomp filter. 0, or -1 with errno set.
int sandbox_refuse_keys(int number);

// Gives this thread a session keyring of its own that is linked to nothing; revokes it.
int sandbox_join_session(void);
int sandbox_revoke_session(void);

// Makes the process, which is root's, another user's for good.
int sandbox_become(unsigned int user);

#endif
