//go:build cgo && amd64

package system

/*
#include <cpuid.h>
#include <string.h>

// gobc_processor writes the name of the processor, 48 characters at most.
static void gobc_processor(char name[49]) {
  unsigned int words[12];
  memset(name, 0, 49);
  if (__get_cpuid_max(0x80000000, NULL) < 0x80000004) return;
  for (unsigned int leaf = 0; leaf < 3; leaf++)
    __get_cpuid(0x80000002 + leaf, &words[4 * leaf], &words[4 * leaf + 1], &words[4 * leaf + 2], &words[4 * leaf + 3]);
  memcpy(name, words, sizeof words);
}
*/
import "C"

// ProcessorName asks the processor itself: on Linux 4.15 to 5.17 opening /proc/cpuinfo takes 10 ms, because the kernel
// then measures the frequency of every core.
func ProcessorName() string {
	var name [49]C.char
	C.gobc_processor(&name[0])
	return C.GoString(&name[0])
}
