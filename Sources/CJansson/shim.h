// SPDX-License-Identifier: MIT
#include <jansson.h>
#include <stdbool.h>

static inline bool askcred_json_has_no_memory(const json_error_t *error) {
  return json_error_code(error) == json_error_out_of_memory;
}
