/*
 * signals.c - what loading the library leaves of the host's signals. Go's runtime starts within dlopen, by an entry of
 * .init_array; the functions here stand around it there:
 * - Its threads have all signals blocked that are not a thread's own (start.c; SIGCHLD and SIGPROF it opens again), so
 *   handlers of the host's run on the host's threads.
 * - SIGURG, with which it would interrupt its own threads, and SIGPIPE get back what the host had set. The library is
 *   linked with asyncpreemptoff=1 (scripts/build_library.sh) and so sends no SIGURG; it writes to no pipe.
 * - SIGSEGV, SIGBUS and SIGFPE stay with the runtime: a fault in its code becomes an error, any other it hands to the
 *   handler that was there before. A handler that was there also stays with SA_ONSTACK added, which it needs on a
 *   thread that is within a call.
 */
#include <signal.h>
#include <stddef.h>

static const int given_back[] = {SIGURG, SIGPIPE};
enum { GIVEN_BACK = sizeof given_back / sizeof *given_back };

static struct sigaction before[GIVEN_BACK];

/* Entries with a priority come first, those without one in the order of linking, in which Go's is the first. */
__attribute__((constructor(101))) static void before_go(void) {
  for (int i = 0; i < GIVEN_BACK; i++) sigaction(given_back[i], NULL, &before[i]);
}

__attribute__((constructor)) static void after_go(void) {
  for (int i = 0; i < GIVEN_BACK; i++) sigaction(given_back[i], &before[i], NULL);
}
