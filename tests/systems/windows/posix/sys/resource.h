/* sys/resource.h - the most memory that the process has had. */
#ifndef GOBC_TESTS_RESOURCE_H
#define GOBC_TESTS_RESOURCE_H

struct rusage {
  long ru_maxrss; /* in KiB */
};
enum { RUSAGE_SELF };
int getrusage(int of, struct rusage *used);

#endif
