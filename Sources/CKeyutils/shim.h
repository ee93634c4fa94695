// SPDX-License-Identifier: MIT
#include <keyutils.h>
