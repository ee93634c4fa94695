// SPDX-License-Identifier: MIT
//
// The places that logins are kept in while the benchmark runs: all below one folder, and gone with it.

#ifndef STORES_H
#define STORES_H

#include <stdbool.h>

enum { FEW = 10, MANY = 100000 };

#define SERVICE "https://git.example.com"
#define ACCOUNT "alice"
#define PASSWORD "correct horse battery staple"

struct stores {
  // Of askcred. The login above is in each, with others beside it.
  char *few, *many;
  // As many logins, in folders of a thousand.
  char *crowded;
  // With a passphrase, and unlocked; null where the kernel keyring cannot be used.
  char *unlocked;
  // Nothing but git-credential-store's file, with as many logins as `few`.
  char *git;
  // Whether pass has a store, where PASSWORD_STORE_DIR says.
  bool has_pass;
};

// Makes all of them in a new folder below `folder`, which goes when the process ends. Null for `pass`
// and `gpg` where they are not installed.
struct stores make_stores(const char *folder, const char *askcred, const char *pass,
                          const char *gpg);

#endif
