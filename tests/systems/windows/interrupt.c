/*
 * interrupt.c - Ctrl-C during a call. Windows runs the handlers of a process one after the other, the last one first, until one
 * says that it has handled the event; Go's runtime, which the library starts, has one. A handler of the host is still called and
 * may cancel the call, and without any the process ends as if the library were not there.
 *
 *   interrupt              starts itself twice, each with a console of its own, whose events reach no other process
 *   interrupt handled      a handler cancels the call, which returns GOBC_CANCELLED
 *   interrupt unhandled    Windows ends the process with STATUS_CONTROL_C_EXIT, Wine 8 with 0
 */
#include <pthread.h>
#include <windows.h>

#include "check.h"
#include "gobc.h"

enum { SIDE = 200, SWEEPING = 3, NOT_ENDED = 1 };

static gobc_control control;
static volatile LONG events;

static BOOL WINAPI cancel(DWORD event) {
  if (event != CTRL_C_EVENT) return FALSE;
  InterlockedIncrement(&events);
  __atomic_store_n(&control.cancel, 1, __ATOMIC_RELAXED);
  return TRUE;
}

/* Sends Ctrl-C to this console once the call computes. */
static void *interrupt(void *unused) {
  while (__atomic_load_n(&control.phase, __ATOMIC_RELAXED) < SWEEPING) Sleep(1);
  if (!GenerateConsoleCtrlEvent(CTRL_C_EVENT, 0)) printf("no event: error %lu\n", GetLastError());
  return unused;
}

static int32_t compute(void) {
  static int64_t from[2 * SIDE * SIDE], to[2 * SIDE * SIDE];
  int64_t edges = 0;
  for (int64_t i = 0; i < SIDE * SIDE; i++) {
    if (i % SIDE) from[edges] = i - 1, to[edges++] = i;
    if (i >= SIDE) from[edges] = i - SIDE, to[edges++] = i;
  }
  gobc_graph *graph = NULL;
  gobc_options options;
  gobc_error error;
  struct ArrowSchema schema;
  struct ArrowArray array;
  pthread_t thread;
  if (gobc_graph_from_arrays("int64", from, to, NULL, edges, NULL, NULL, &graph, &error) != GOBC_OK) {
    printf("%s\n", error.message);
    return -1;
  }
  gobc_options_init(&options, sizeof options);
  gobc_control_init(&control, sizeof control);
  options.reductions = "none", options.threads = 1;
  pthread_create(&thread, NULL, interrupt, NULL);
  int32_t status = gobc_compute(graph, "betweenness", &options, &control, &schema, &array, &error);
  pthread_join(thread, NULL);
  gobc_graph_free(graph);
  return status;
}

/* The exit status of this program, started with an argument, or NOT_ENDED. */
static DWORD started(const char *program, const char *what) {
  char line[2 * MAX_PATH];
  STARTUPINFOA start = {.cb = sizeof start};
  PROCESS_INFORMATION process;
  DWORD status = NOT_ENDED;
  snprintf(line, sizeof line, "\"%s\" %s", program, what);
  if (!CreateProcessA(NULL, line, NULL, NULL, FALSE, CREATE_NEW_CONSOLE, NULL, NULL, &start, &process))
    return NOT_ENDED;
  if (WaitForSingleObject(process.hProcess, 1000 * 300) == WAIT_OBJECT_0) GetExitCodeProcess(process.hProcess, &status);
  else TerminateProcess(process.hProcess, NOT_ENDED);
  CloseHandle(process.hThread), CloseHandle(process.hProcess);
  return status;
}

int main(int count, char **arguments) {
  if (count > 1) {
    SetConsoleCtrlHandler(NULL, FALSE); /* who started us may ignore Ctrl-C, which is inherited */
    if (!strcmp(arguments[1], "handled")) SetConsoleCtrlHandler(cancel, TRUE);
    return compute() == GOBC_CANCELLED && events == 1 ? 0 : NOT_ENDED;
  }
  DWORD status = started(arguments[0], "handled");
  CHECK(status == 0, "exit status %lx", status);
  status = started(arguments[0], "unhandled");
  CHECK(status == (DWORD)STATUS_CONTROL_C_EXIT || status == 0, "exit status %lx", status);
  return checks_end("interrupt");
}
