// SPDX-License-Identifier: MIT
//
// The measure for `askcred -p Password`: what a C programmer writes to ask for one secret.

#include <bsd/readpassphrase.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  char password[1024];
  if (!readpassphrase("Password: ", password, sizeof password, RPP_REQUIRE_TTY)) {
    perror("cannot read the password");
    return 1;
  }
  puts(password);
  explicit_bzero(password, sizeof password);
  return 0;
}
