// SPDX-License-Identifier: MIT
// Secret memory. What libsodium computes is CSodiumCrypto.
#include <sodium/core.h>
#include <sodium/utils.h>
