// SPDX-License-Identifier: MIT
#include <utf8proc.h>
