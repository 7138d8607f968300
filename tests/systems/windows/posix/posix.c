#include "posix.h"

#include <malloc.h>
#include <stdlib.h>
#include <windows.h>

#include <psapi.h>

#include "sys/mman.h"
#include "sys/resource.h"

long sysconf(int name) {
  SYSTEM_INFO info;
  GetSystemInfo(&info);
  return (long)(name == _SC_PAGESIZE ? info.dwPageSize : info.dwNumberOfProcessors);
}

static DWORD WINAPI end_process(void *milliseconds) {
  Sleep((DWORD)(size_t)milliseconds);
  ExitProcess(142); /* as a shell tells SIGALRM */
}

unsigned alarm(unsigned seconds) {
  static HANDLE clock;
  if (clock) TerminateThread(clock, 0);
  clock = CreateThread(NULL, 0, end_process, (void *)(size_t)(1000 * seconds), 0, NULL);
  return 0;
}

struct mallinfo2 mallinfo2(void) {
  struct mallinfo2 all = {0};
  _HEAPINFO entry = {0};
  while (_heapwalk(&entry) == _HEAPOK)
    if (entry._useflag == _USEDENTRY) all.uordblks += entry._size;
  return all;
}

void *mmap(void *at, size_t bytes, int access, int kind, int file, long long from) {
  (void)at, (void)access, (void)from;
  if (!(kind & MAP_ANONYMOUS) || file >= 0) return MAP_FAILED;
  void *pages = VirtualAlloc(NULL, bytes, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
  return pages ? pages : MAP_FAILED;
}

int mprotect(void *pages, size_t bytes, int access) {
  DWORD before;
  return VirtualProtect(pages, bytes, access == PROT_NONE ? PAGE_NOACCESS : PAGE_READWRITE, &before) ? 0 : -1;
}

int getrusage(int of, struct rusage *used) {
  (void)of;
  PROCESS_MEMORY_COUNTERS memory;
  if (!GetProcessMemoryInfo(GetCurrentProcess(), &memory, sizeof memory)) return -1;
  used->ru_maxrss = (long)(memory.PeakWorkingSetSize >> 10);
  return 0;
}
