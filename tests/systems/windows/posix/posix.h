/* posix.h - the few functions of POSIX that the tests of the C interface call beside those of mingw: included before each. */
#ifndef GOBC_TESTS_POSIX_H
#define GOBC_TESTS_POSIX_H

#include <stddef.h>

enum { _SC_PAGESIZE = 1, _SC_NPROCESSORS_ONLN };
long sysconf(int name);

/* Ends the process after so many seconds. */
unsigned alarm(unsigned seconds);

/* What is in use of the heap of the C library, which program and library share. */
struct mallinfo2 {
  size_t uordblks;
};
struct mallinfo2 mallinfo2(void);

#endif
