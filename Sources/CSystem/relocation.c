// SPDX-License-Identifier: MIT
//
// The first code of a static, position-independent program is the C library's, which writes its
// addresses into some sixty pages. Each of them would be an exception of its own; told beforehand, the
// kernel gets them all at once. The linker puts `__wrap_…` in the place of the library's function.
#include <link.h>
#include <sys/mman.h>
#include <sys/syscall.h>

extern const ElfW(Ehdr) __ehdr_start __attribute__((visibility("hidden")));
// Only where the program is linked so.
void __real__dl_relocate_static_pie(void) __attribute__((weak, visibility("hidden")));
void __wrap__dl_relocate_static_pie(void) __attribute__((visibility("hidden")));

// Nothing works yet: no thread-local storage, so no stack protector, and no errno, so none of the
// library's own calls.
__attribute__((no_stack_protector)) void __wrap__dl_relocate_static_pie(void) {
#ifdef __x86_64__
  const unsigned long page = 4096, base = (unsigned long)&__ehdr_start;
  // What of the data behind the read-only part is relocated too, at most.
  const unsigned long data = 22 * page;
  const ElfW(Phdr) *header = (const ElfW(Phdr) *)(base + __ehdr_start.e_phoff);
  for (int left = __ehdr_start.e_phnum; left > 0; left--, header++) {
    if (header->p_type != PT_GNU_RELRO) continue;
    unsigned long start = (base + header->p_vaddr) & -page;
    unsigned long end = base + header->p_vaddr + header->p_memsz + data;
    long result;
    // A kernel before 5.14 refuses, and nothing is lost.
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(SYS_madvise), "D"(start), "S"((end - start + page - 1) & -page),
                       "d"(MADV_POPULATE_WRITE)
                     : "rcx", "r11", "memory");
  }
#endif
  __real__dl_relocate_static_pie();
}

// Where the program lies is asked of /proc, for libraries that it could open later. A static one opens
// none.
const char *__wrap__dl_get_origin(void) __attribute__((visibility("hidden")));
const char *__wrap__dl_get_origin(void) { return (const char *)-1; }
