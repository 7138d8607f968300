/*
 * signals.c - a host keeps its signals: their dispositions, and the threads they are handled on, while the library is
 * loaded and while it computes.
 *
 *   signals LIBRARY
 *
 * Each check runs in a child of its own, which opens the library by dlopen after it has set its handlers.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "check.h"
#include "producer.h"

enum { SIGNALS = 65, STANDARD = 32, VERTICES = 2000, EDGES = 16000 };

static const char *path;

static struct {
  int32_t (*graph_new)(struct ArrowArrayStream *, struct ArrowArrayStream *, const gobc_graph_options *, gobc_control *,
                       gobc_graph **, gobc_error *);
  void (*graph_free)(gobc_graph *);
  int32_t (*compute)(const gobc_graph *, const char *, const gobc_options *, gobc_control *, struct ArrowSchema *,
                     struct ArrowArray *, gobc_error *);
  int32_t (*plan)(const gobc_graph *, const char *, const gobc_options *, char **, gobc_error *);
  void (*text_free)(char *);
} api;

static void load(void) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (library) {
    *(void **)&api.graph_new = dlsym(library, "gobc_graph_new");
    *(void **)&api.graph_free = dlsym(library, "gobc_graph_free");
    *(void **)&api.compute = dlsym(library, "gobc_compute");
    *(void **)&api.plan = dlsym(library, "gobc_plan");
    *(void **)&api.text_free = dlsym(library, "gobc_text_free");
  }
  if (!library || !api.graph_new || !api.graph_free || !api.compute || !api.plan || !api.text_free) {
    printf("FAILED: %s\n", dlerror());
    exit(1);
  }
}

static gobc_graph *random_graph_of(int vertices, int edges) {
  source s;
  gobc_error error;
  gobc_graph *graph = NULL;
  source_init(&s, (kind){0, 'l'});
  source_random(&s, vertices, edges);
  CHECK(api.graph_new(&s.stream, NULL, NULL, NULL, &graph, &error) == GOBC_OK, "%s", error.message);
  source_end(&s);
  return graph;
}

/* A call on it takes some hundredths of a second. */
static gobc_graph *random_graph(void) { return random_graph_of(VERTICES, EDGES); }

/* The sum of all betweenness, -1 after an error. */
static double betweenness(const gobc_graph *graph) {
  struct ArrowSchema schema;
  struct ArrowArray array;
  gobc_error error;
  if (api.compute(graph, "betweenness", NULL, NULL, &schema, &array, &error) != GOBC_OK) {
    printf("FAILED: %s\n", error.message);
    return -1;
  }
  double sum = 0;
  const double *values = array.children[1]->buffers[1];
  for (int64_t i = 0; i < array.length; i++) sum += values[i];
  array.release(&array), schema.release(&schema);
  return sum;
}

static atomic_int taken[SIGNALS], elsewhere; /* signals handled; those on a thread that the host did not start */
static _Thread_local int hosts;              /* whether it started this one */

static void count(int signal) {
  atomic_fetch_add(&taken[signal], 1);
  if (!hosts) atomic_fetch_add(&elsewhere, 1);
}

/* A handler without SA_ONSTACK, as most programs set it. */
static void handle(int signal, void (*handler)(int)) {
  struct sigaction action = {.sa_handler = handler};
  sigaddset(&action.sa_mask, SIGUSR2);
  sigaction(signal, &action, NULL);
}

static int runtimes(int signal) { return signal == SIGSEGV || signal == SIGBUS || signal == SIGFPE; }

static void check_dispositions(void (*handler)(int)) {
  struct sigaction before[SIGNALS], now;
  for (int signal = 1; signal < STANDARD; signal++) handle(signal, handler), sigaction(signal, NULL, &before[signal]);
  load();
  gobc_graph *graph = random_graph();
  betweenness(graph);
  for (int signal = 1; signal < STANDARD; signal++) {
    sigaction(signal, NULL, &now);
    if (runtimes(signal)) continue;
    CHECK(now.sa_handler == before[signal].sa_handler, "%s has another handler", strsignal(signal));
    CHECK(((now.sa_flags ^ before[signal].sa_flags) & ~SA_ONSTACK) == 0, "%s has flags %x, had %x", strsignal(signal),
          now.sa_flags, before[signal].sa_flags);
    CHECK(sigismember(&now.sa_mask, SIGUSR2) == sigismember(&before[signal].sa_mask, SIGUSR2), "%s", strsignal(signal));
  }
  sigset_t blocked;
  pthread_sigmask(SIG_BLOCK, NULL, &blocked);
  CHECK(sigisemptyset(&blocked), "the thread that loaded the library has signals blocked");
  api.graph_free(graph);
}

static void defaults_stay(void) { check_dispositions(SIG_DFL); }
static void ignored_stay(void) { check_dispositions(SIG_IGN); }
static void handlers_stay(void) { check_dispositions(count); }

static void *computed(void *graph) {
  hosts = 1;
  double first = betweenness(graph);
  for (double end = seconds_now() + 0.25; seconds_now() < end;) CHECK(betweenness(graph) == first, "other values");
  return NULL;
}

/* On a thread that has all signals blocked from its first instruction: none comes before it is known as the host's. */
static pthread_t start_computing(gobc_graph *graph) {
  pthread_t thread;
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_create(&thread, NULL, computed, graph);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return thread;
}

/* With a signal blocked in each of the host's threads, none of the library's takes it. */
static void threads_of_the_library_take_none(void) {
  static const int sent[] = {SIGHUP,  SIGINT, SIGQUIT, SIGUSR1,  SIGUSR2, SIGALRM, SIGTERM,
                             SIGPIPE, SIGURG, SIGIO,   SIGWINCH, SIGCHLD, SIGPROF};
  sigset_t all, pending;
  for (size_t i = 0; i < sizeof sent / sizeof *sent; i++) handle(sent[i], count);
  load();
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, NULL);
  gobc_graph *graph = random_graph();
  pthread_t thread = start_computing(graph);
  for (size_t i = 0; i < sizeof sent / sizeof *sent; i++) kill(getpid(), sent[i]);
  pthread_join(thread, NULL);
  sigpending(&pending);
  for (size_t i = 0; i < sizeof sent / sizeof *sent; i++)
    CHECK(sigismember(&pending, sent[i]) && !taken[sent[i]], "%s was handled", strsignal(sent[i]));
  sigemptyset(&all);
  pthread_sigmask(SIG_SETMASK, &all, NULL);
  for (size_t i = 0; i < sizeof sent / sizeof *sent; i++)
    CHECK(taken[sent[i]] == 1, "%s was handled %d times", strsignal(sent[i]), taken[sent[i]]);
  CHECK(!elsewhere, "%d were handled elsewhere", elsewhere);
}

enum { TICK_US = 2000, CALLS = 5, PLAN_TICKS = 100, MOST_PLANS = 1000000, FRAME = 32 * 1024 };

static int flags_of_profiler;
static char *stack_end;   /* of the thread that calls */
static size_t stack_size; /* how far it may reach down */
static int off_stack;     /* ticks whose handler ran on no stack of the host's */

static void know_the_stack(void) {
  pthread_attr_t attributes;
  void *low;
  pthread_getattr_np(pthread_self(), &attributes);
  pthread_attr_getstack(&attributes, &low, &stack_size);
  pthread_attr_destroy(&attributes);
  stack_end = (char *)low + stack_size;
}

/* As R's: it sets itself again at each tick. The frame is larger than what a goroutine's stack has left. */
static void profiles(int signal) {
  volatile char used[FRAME];
  size_t depth = (size_t)((uintptr_t)stack_end - (uintptr_t)used);
  if (!(flags_of_profiler & SA_ONSTACK) && depth > stack_size) off_stack++; /* a goroutine's: what lies below is lost */
  for (size_t i = 0; i < sizeof used; i += 512) used[i] = (char)signal;
  count(signal);
  sigaction(signal, &(struct sigaction){.sa_handler = profiles, .sa_flags = flags_of_profiler}, NULL);
  for (size_t i = 0; i < sizeof used; i += 512) CHECK(used[i] == (char)signal, "a handler's memory was changed");
}

static void start_profiler(void) {
  know_the_stack();
  sigaction(SIGPROF, &(struct sigaction){.sa_handler = profiles, .sa_flags = flags_of_profiler}, NULL);
  setitimer(ITIMER_PROF, &(struct itimerval){{0, TICK_US}, {0, TICK_US}}, NULL);
}

static double cpu_now(void) { return (double)clock() / CLOCKS_PER_SEC; }

/* A tick each TICK_US of processor time; the kernel's clock may be coarser, up to 10 ms. */
static void check_ticks(int ticks, double seconds) {
  double most = seconds / (1e-6 * TICK_US);
  CHECK(ticks > 0.1 * most && ticks < 1.2 * most + 2, "%d ticks in the processor time of %.0f", ticks, most);
}

/* A profiler of the host: its handler runs on the host's threads, wherever the processor time was spent. */
static void check_profiler(int flags, int load_first) {
  sigset_t blocked;
  flags_of_profiler = flags;
  if (load_first) load();
  start_profiler();
  if (!load_first) load();
  gobc_graph *graph = random_graph();
  /* On another thread, with signals blocked, while this one waits. */
  double began = cpu_now();
  int before = taken[SIGPROF];
  pthread_t thread = start_computing(graph);
  pthread_join(thread, NULL);
  check_ticks(taken[SIGPROF] - before, cpu_now() - began);
  /* On this one. A handler without SA_ONSTACK waits until the call has ended. */
  began = cpu_now();
  before = taken[SIGPROF];
  double first = betweenness(graph);
  for (int i = 1; i < CALLS; i++) CHECK(betweenness(graph) == first, "other values");
  if (flags & SA_ONSTACK) check_ticks(taken[SIGPROF] - before, cpu_now() - began);
  CHECK(taken[SIGPROF] - before >= CALLS, "%d ticks during %d calls", taken[SIGPROF] - before, CALLS);
  /* Planning is all in Go, on this thread. */
  before = taken[SIGPROF];
  for (int i = 0; i < MOST_PLANS && taken[SIGPROF] - before < PLAN_TICKS; i++) {
    char *plan = NULL;
    gobc_error error;
    CHECK(api.plan(graph, "betweenness", NULL, &plan, &error) == GOBC_OK, "%s", error.message);
    api.text_free(plan);
  }
  CHECK(taken[SIGPROF] - before >= PLAN_TICKS, "%d ticks while planning", taken[SIGPROF] - before);
  setitimer(ITIMER_PROF, &(struct itimerval){{0, 0}, {0, 0}}, NULL);
  CHECK(!elsewhere, "%d were handled elsewhere", elsewhere);
  CHECK(!off_stack, "%d ran on a stack of Go", off_stack);
  pthread_sigmask(SIG_BLOCK, NULL, &blocked);
  CHECK(!sigismember(&blocked, SIGPROF), "the thread that called has SIGPROF blocked");
  api.graph_free(graph);
}

static void profiler_before_loading(void) { check_profiler(0, 0); }
static void profiler_after_loading(void) { check_profiler(0, 1); }
static void profiler_with_its_own_stack(void) { check_profiler(SA_ONSTACK | SA_RESTART, 1); }

/* A thread that has called keeps the signals that it had blocked. */
static void masks_stay(void) {
  load();
  gobc_graph *graph = random_graph_of(50, 100);
  sigset_t all, now;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &now);
  betweenness(graph);
  pthread_sigmask(SIG_BLOCK, NULL, &now);
  CHECK(sigismember(&now, SIGPROF) && sigismember(&now, SIGCHLD) && sigismember(&now, SIGINT), "signals were opened");
}

enum { NESTED = 10, TAKES = 12 * 1024 };

/* Raises the next one: they nest. Each takes as much as a signal does with AMX, on the thread's signal stack or its own. */
static void nests(int signal) {
  volatile char used[TAKES];
  size_t depth = (size_t)((uintptr_t)stack_end - (uintptr_t)used);
  if (!(flags_of_profiler & SA_ONSTACK) && depth > stack_size) off_stack++; /* a goroutine's: what lies below is lost */
  for (size_t i = 0; i < sizeof used; i += 512) used[i] = (char)signal;
  count(signal);
  if (signal < SIGRTMIN + NESTED - 1) raise(signal + 1);
  for (size_t i = 0; i < sizeof used; i += 512) CHECK(used[i] == (char)signal, "a handler's memory was changed");
}

static void *calls_and_nests(void *graph) {
  hosts = 1;
  betweenness(graph);
  raise(SIGRTMIN);
  sigaltstack(&(stack_t){.ss_flags = SS_DISABLE}, NULL);
  betweenness(graph);
  raise(SIGRTMIN);
  return NULL;
}

/* Handlers that were there before the library have room on a thread that has called it, as on one that has not. */
static void handlers_have_room(void) {
  for (int i = 0; i < NESTED; i++) handle(SIGRTMIN + i, nests);
  load();
  gobc_graph *graph = random_graph_of(50, 100);
  calls_and_nests(graph);
  for (int threads = 0; threads < 4; threads++) {
    pthread_t thread;
    pthread_create(&thread, NULL, calls_and_nests, graph);
    pthread_join(thread, NULL);
  }
  for (int i = 0; i < NESTED; i++)
    CHECK(taken[SIGRTMIN + i] == 10, "signal %d was handled %d times", SIGRTMIN + i, taken[SIGRTMIN + i]);
  CHECK(!elsewhere, "%d were handled elsewhere", elsewhere);
}

/* Mappings of this process. */
static int mappings(void) {
  int lines = 0;
  FILE *maps = fopen("/proc/self/maps", "r");
  for (int c = 0; maps && (c = getc(maps)) != EOF;) lines += c == '\n';
  if (maps) fclose(maps);
  return lines;
}

static void *calls(void *graph) {
  hosts = 1;
  betweenness(graph);
  return NULL;
}

static pthread_barrier_t both;

static void *call_beside_another(void *graph) {
  calls(graph);
  pthread_barrier_wait(&both);
  return NULL;
}

/* The signal stack of a thread ends with it, but for one that the next thread gets; a thread that has one keeps it. */
static void signal_stacks_end(void) {
  load();
  gobc_graph *graph = random_graph_of(50, 100);
  pthread_t threads[2];
  int before = 0;
  pthread_barrier_init(&both, NULL, 2);
  for (int round = 0; round < 40; round++) {
    if (round == 10) before = mappings();
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, call_beside_another, graph);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  }
  CHECK(mappings() < before + 15, "%d mappings, %d before 30 pairs of threads", mappings(), before);
  stack_t mine = {.ss_sp = malloc(1 << 18), .ss_size = 1 << 18}, now;
  sigaltstack(&mine, NULL);
  betweenness(graph);
  sigaltstack(NULL, &now);
  CHECK(now.ss_sp == mine.ss_sp && now.ss_size == mine.ss_size, "the thread has another signal stack");
}

/* A thousand signals a second, SIGURG among them, on the thread that computes: handled, once each, and the values stay. */
static void signals_during_calls(void) {
  hosts = 1;
  handle(SIGALRM, count), handle(SIGURG, count), handle(SIGCHLD, count);
  load();
  gobc_graph *graph = random_graph();
  double want = betweenness(graph);
  int sent = 0;
  setitimer(ITIMER_REAL, &(struct itimerval){{0, 1000}, {0, 1000}}, NULL);
  for (double end = seconds_now() + 300; (sent < 20 || taken[SIGALRM] <= 20) && seconds_now() < end; sent++) {
    raise(SIGURG), raise(SIGCHLD);
    CHECK(betweenness(graph) == want, "other values");
  }
  setitimer(ITIMER_REAL, &(struct itimerval){{0, 0}, {0, 0}}, NULL);
  CHECK(taken[SIGALRM] > 20, "%d of the timer's signals", taken[SIGALRM]);
  CHECK(taken[SIGURG] == sent && taken[SIGCHLD] == sent, "%d and %d of %d", taken[SIGURG], taken[SIGCHLD], sent);
  CHECK(!elsewhere, "%d were handled elsewhere", elsewhere);
}

static char *guarded;
static size_t page;

/* What runtimes with safepoints do (Julia, Java): the fault is theirs, and the thread goes on. */
static void opens_the_page(int signal, siginfo_t *info, void *context) {
  (void)context;
  if ((char *)info->si_addr < guarded || (char *)info->si_addr >= guarded + page) _exit(3);
  atomic_fetch_add(&taken[signal], 1);
  mprotect(guarded, page, PROT_READ | PROT_WRITE);
}

static void *faults(void *rounds) {
  char *stack = malloc(1 << 16);
  sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = 1 << 16}, NULL);
  for (int i = 0; i < *(int *)rounds; i++) {
    mprotect(guarded, page, PROT_NONE);
    *(volatile char *)guarded = 1;
  }
  sigaltstack(&(stack_t){.ss_flags = SS_DISABLE}, NULL);
  free(stack);
  return NULL;
}

static void check_faults(int load_first) {
  int rounds = 1000;
  struct sigaction action = {.sa_sigaction = opens_the_page, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  page = (size_t)sysconf(_SC_PAGESIZE);
  guarded = mmap(NULL, page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (load_first) load();
  sigaction(SIGSEGV, &action, NULL);
  if (!load_first) load();
  gobc_graph *graph = random_graph();
  pthread_t thread = start_computing(graph);
  faults(&rounds);
  pthread_join(thread, NULL);
  pthread_create(&thread, NULL, faults, &rounds);
  pthread_join(thread, NULL);
  CHECK(taken[SIGSEGV] == 2 * rounds, "%d faults of %d came to the host", taken[SIGSEGV], 2 * rounds);
  api.graph_free(graph);
}

static void faults_of_the_host_come_to_it(void) { check_faults(0); }
static void faults_of_a_host_that_comes_later(void) { check_faults(1); }

/* ---- what must end the process as it would without the library ---- */

static void broken_pipe(void) {
  int ends[2];
  load();
  if (pipe(ends) == 0 && close(ends[0]) == 0 && write(ends[1], "x", 1) == -1) printf("FAILED: the process lives\n");
}

static void wild_address(void) {
  load();
  *(volatile char *)8 = 1;
}

static void division_by_zero(void) {
  load();
  volatile int seven = 7, zero = 0;
  printf("FAILED: %d\n", seven / zero);
}

static void interrupt(void) {
  load();
  gobc_graph *graph = random_graph();
  setitimer(ITIMER_REAL, &(struct itimerval){{0, 0}, {0, 200000}}, NULL); /* during the first calls */
  for (double end = seconds_now() + 300; seconds_now() < end;) betweenness(graph);
}

static const char *only; /* a check; NULL: all */

static void in_child(const char *name, void (*check)(void), int signal) {
  if (only && strcmp(only, name)) return;
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    hosts = 1;
    checks_passed = checks_failed = 0; /* the checks of this child alone */
    check();
    fflush(stdout);
    _exit(checks_failed != 0 || (!signal && !checks_passed));
  }
  int status;
  waitpid(child, &status, 0);
  if (signal)
    CHECK(WIFSIGNALED(status) && WTERMSIG(status) == signal, "%s: wait status %x, not %s", name, status,
          strsignal(signal));
  else CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0, "%s: wait status %x", name, status);
}

#define GOES_WELL(check) in_child(#check, check, 0)

int main(int argc, char **argv) {
  if (argc != 2 && argc != 3) return 2;
  path = argv[1];
  only = argv[2];
  GOES_WELL(defaults_stay);
  GOES_WELL(ignored_stay);
  GOES_WELL(handlers_stay);
  GOES_WELL(threads_of_the_library_take_none);
  GOES_WELL(masks_stay);
  GOES_WELL(profiler_before_loading);
  GOES_WELL(profiler_after_loading);
  GOES_WELL(profiler_with_its_own_stack);
  GOES_WELL(handlers_have_room);
  GOES_WELL(signal_stacks_end);
  GOES_WELL(signals_during_calls);
  GOES_WELL(faults_of_the_host_come_to_it);
  GOES_WELL(faults_of_a_host_that_comes_later);
  in_child("broken_pipe", broken_pipe, SIGPIPE);
  in_child("wild_address", wild_address, SIGSEGV);
  in_child("division_by_zero", division_by_zero, SIGFPE);
  in_child("interrupt", interrupt, SIGALRM);
  return checks_end("signals");
}
