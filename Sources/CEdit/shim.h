// SPDX-License-Identifier: MIT
#include <histedit.h>
