/* A driver of five functions for open_test.go. FAKE_INIT: what cuInit returns; FAKE_SLEEP: milliseconds that it takes;
 * FAKE_WAIT: a file that it waits for; FAKE_VERSION: what cuDriverGetVersion says (12090). cuInit also fails, with 999,
 * when it is called twice or on a thread that the host's signals can reach, which Windows does not have. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#ifdef _WIN32
#define EXPORTED __declspec(dllexport)
static int signals_reach(void) { return 0; }
#else
#define EXPORTED
static int signals_reach(void) {
  sigset_t blocked;
  pthread_sigmask(SIG_BLOCK, NULL, &blocked);
  return !sigismember(&blocked, SIGINT) || !sigismember(&blocked, SIGCHLD);
}
#endif

static int setting(const char *name, int otherwise) {
  const char *value = getenv(name);
  return value ? atoi(value) : otherwise;
}

#ifndef NO_INIT
EXPORTED int cuInit(unsigned flags) {
  static int calls;
  if (calls++ || flags || signals_reach()) { return 999; }
  usleep(1000 * (unsigned)setting("FAKE_SLEEP", 0));
  const char *file = getenv("FAKE_WAIT");
  for (int i = 0; file && i < 60000 && access(file, F_OK); i++) usleep(1000); /* a minute, which ends a hang */
  return setting("FAKE_INIT", 0);
}
#endif

EXPORTED int cuDriverGetVersion(int *version) {
  *version = setting("FAKE_VERSION", 12090);
  return 0;
}

EXPORTED int cuGetErrorName(int code, const char **name) {
  *name = code == 2 ? "CUDA_ERROR_OUT_OF_MEMORY" : NULL;
  return code == 2 ? 0 : 1;
}

/* Accepts what TestHandle sends. */
EXPORTED int cuFuncSetAttribute(void *function, int attribute, int value) {
  return function == (void *)(uintptr_t)0x1234567890 && attribute == 8 && value == 232448 ? 0 : 1;
}
