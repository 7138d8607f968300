"""Writes the driver shim: C source that defines every function of cuda.h as a jump through a table.

The archive made of it stands in for libcuda at link time, so the library needs no driver to be built or loaded. Every
slot starts at "no device"; open.c fills the table from the real driver when a device is first asked for. cuInit alone
is no jump: it succeeds and does nothing, because gorgonia.org/cu calls it in its init and ends the process on an error.

usage: shim.py HEADER OUTPUT.c      HEADER: cuda.h after the preprocessor, so that names are those the linker sees
"""

import pathlib
import re
import sys

SOURCE = r"""/* Written by kernels/cuda/driver/shim.py from cuda.h; see there. */
#include <stddef.h>

/* Hidden: another library's lookup of cuMemAlloc must never find ours. Formats other than ELF export what a list names. */
#ifdef __ELF__
#define HIDDEN __attribute__((visibility("hidden")))
#define BEGIN(name) ".hidden " #name "\n.type " #name ", %function\n" #name ":\n"
#define END(name) ".size " #name ", .-" #name "\n"
#else
#define HIDDEN
#define BEGIN(name) #name ":\n"
#define END(name)
#endif
#define COUNT @COUNT@

static int no_device(void) { return 100; }

HIDDEN int cuInit(unsigned flags) {
  (void)flags;
  return 0;
}

HIDDEN void *gobc_driver_slots[COUNT] = {[0 ... COUNT - 1] = (void *)no_device};
HIDDEN const size_t gobc_driver_count = COUNT;

/* A jump leaves registers and stack as the caller set them: it fits every signature. */
#if defined(__x86_64__)
#define BODY(slot) "jmp *gobc_driver_slots+" slot "(%rip)\n"
#elif defined(__aarch64__)
#define BODY(slot) \
  "adrp x16, gobc_driver_slots+" slot "\nldr x16, [x16, #:lo12:gobc_driver_slots+" slot "]\nbr x16\n"
#else
#error "the driver shim knows x86-64 and aarch64"
#endif
#define JUMP(slot, name) __asm__(".text\n.p2align 4\n.globl " #name "\n" BEGIN(name) BODY(#slot) END(name));
@JUMPS@
HIDDEN const char *const gobc_driver_names[COUNT] = {
@NAMES@};
"""


def render(header):
    names = sorted(set(re.findall(r"\bCUresult\s+(cu[A-Z]\w*)\s*\(", header)) - {"cuInit"})
    if len(names) < 300:
        sys.exit(f"shim: only {len(names)} functions found; is this cuda.h after the preprocessor?")
    return (
        SOURCE.replace("@COUNT@", str(len(names)))
        .replace("@JUMPS@", "".join(f"JUMP({8 * i}, {name})\n" for i, name in enumerate(names)))
        .replace("@NAMES@", "".join(f'  "{name}",\n' for name in names))
    )


def main(header, output):
    pathlib.Path(output).write_text(render(pathlib.Path(header).read_text()))


if __name__ == "__main__":
    main(*sys.argv[1:])
