/*
 * polls.c - a cancel at every single look at control->cancel ends a call with GOBC_CANCELLED, whatever it was doing: reading,
 * building, planning, searching, summing.
 *
 * The control block lies alone on a page that cannot be accessed. A look faults: the handler counts it, lets that one
 * instruction through by single-stepping, and closes the page again. A first run counts the looks of a whole call, and then
 * there is a run for each of them that sets cancel right before it; of those after the first 300 (30 in make test), for as
 * many more. Linux on x86-64.
 */
#define _GNU_SOURCE /* names of registers */
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include "check.h"
#include "producer.h"

#if !defined(__x86_64__) || !defined(__linux__)
#error "polls.c single-steps on x86-64 Linux"
#endif

enum { PAGE = 4096, TRAP = 0x100, WROTE = 2 };

/* Of so many first looks each is tried, and of the later ones as many; see the test tiers in tests/README.md. */
static int each(void) { return getenv("GOBC_TEST_ALL") ? 300 : 30; }

static gobc_control *control;             /* at the start of the page */
static volatile int64_t looks, cancel_at; /* counted from 1; 0: never */
static struct sigaction go_segv, go_trap;
static int watched; /* else a look is fatal, and the page stays open */

static void pass_on(const struct sigaction *before, int number, siginfo_t *info, void *context) {
  if (before->sa_flags & SA_SIGINFO) before->sa_sigaction(number, info, context);
  else signal(number, SIG_DFL);
}

static void open_page(int number, siginfo_t *info, void *context) {
  char *at = info->si_addr;
  if (at < (char *)control || at >= (char *)control + PAGE) {
    pass_on(&go_segv, number, info, context);
    return;
  }
  greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
  mprotect(control, PAGE, PROT_READ | PROT_WRITE);
  if (at == (char *)&control->cancel && !(registers[REG_ERR] & WROTE) && ++looks == cancel_at) control->cancel = 1;
  registers[REG_EFL] |= TRAP;
}

static void close_page(int number, siginfo_t *info, void *context) {
  greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
  if (!(registers[REG_EFL] & TRAP)) {
    pass_on(&go_trap, number, info, context);
    return;
  }
  registers[REG_EFL] &= ~(greg_t)TRAP;
  mprotect(control, PAGE, PROT_NONE);
}

/* After Go has installed its own: on its signal stacks, with everything else blocked so that nothing runs in between. */
static void watch(void) {
  struct sigaction action = {.sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigfillset(&action.sa_mask);
  action.sa_sigaction = open_page;
  if (sigaction(SIGSEGV, &action, &go_segv)) abort();
  action.sa_sigaction = close_page;
  if (sigaction(SIGTRAP, &action, &go_trap)) abort();
  watched = 1;
}

/* What is asked of a graph of n vertices in a ring with as many chords, seen from a new graph each time. */
typedef struct question {
  const char *measures; /* NULL: only the graph */
  char weight;          /* 0: none; else a type of producer.h */
  int directed, edges;
  int64_t n;
  const char *tuning;
  double epsilon;
} question;

static const question questions[] = {
    {.n = 3000},
    {.n = 3000, .weight = 'l', .directed = 1},
    {"betweenness", .n = 60},
    {"betweenness,closeness", .n = 60, .directed = 1},
    {"stress", .n = 60, .tuning = "kernel=queue"},
    {"closeness,harmonic", .n = 300},
    {"eccentricity", .n = 3000},
    {"eccentricity", .n = 3000, .weight = 'l'},
    {"eccentricity", .n = 3000, .weight = 'g'},
    {"eccentricity", .n = 300, .weight = 'l', .directed = 1},
    {"betweenness", .n = 300, .weight = 'l'},
    {"betweenness,closeness", .n = 300, .weight = 'g', .directed = 1},
    {"stress", .n = 60, .weight = 'l', .tuning = "kernel=serial"},
    {"radiality,lin", .n = 300, .weight = 'l'},
    {"edge_betweenness", .n = 60, .edges = 1},
    {"edge_betweenness,betweenness,closeness", .n = 300, .weight = 'l', .edges = 1},
    {"betweenness", .n = 300, .epsilon = 0.05},
    {"betweenness,eccentricity", .n = 60, .weight = 'l', .tuning = "strategy=reference"},
    {"betweenness", .n = 60, .tuning = "strategy=serial"},
};

static gobc_graph *graph_of(const question *q, int32_t *status, gobc_error *error) {
  int64_t m = 2 * q->n, *columns[3];
  for (int c = 0; c < 3; c++)
    if ((columns[c] = malloc((size_t)m * sizeof(int64_t))) == NULL) abort();
  uint64_t state = 1;
  for (int64_t i = 0; i < m; i++) {
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    columns[0][i] = i % q->n;
    columns[1][i] = i < q->n ? (i + 1) % q->n : (int64_t)((state >> 33) % (uint64_t)q->n);
    columns[2][i] = 1 + (int64_t)((state >> 20) % 50);
  }
  source s;
  source_table(&s, q->weight ? 3 : 2, (const char *const[]){"source", "target", "weight"},
               (const kind[]){{0, 'l'}, {0, 'l'}, {0, q->weight ? q->weight : 'l'}});
  source_batch(&s, m, (const int64_t *const *)columns);
  for (int c = 0; c < 3; c++) free(columns[c]);
  gobc_graph_options options;
  gobc_graph_options_init(&options, sizeof options);
  options.directed = q->directed, options.threads = 1, options.weight = q->weight ? "weight" : NULL;
  gobc_graph *graph = NULL;
  *status = gobc_graph_new(&s.stream, NULL, &options, control, &graph, error);
  return graph;
}

typedef struct table {
  struct ArrowSchema schema;
  struct ArrowArray array;
} table;

static void drop(table *t) {
  if (t->array.release) t->array.release(&t->array);
  if (t->schema.release) t->schema.release(&t->schema);
}

static int32_t ask(const question *q, gobc_error *error) {
  mprotect(control, PAGE, PROT_READ | PROT_WRITE);
  gobc_control_init(control, sizeof *control);
  looks = 0;
  if (watched) mprotect(control, PAGE, PROT_NONE);
  int32_t status;
  gobc_graph *graph = graph_of(q, &status, error);
  if (status == GOBC_OK && q->measures) {
    gobc_options options;
    gobc_options_init(&options, sizeof options);
    options.threads = 1, options.tuning = q->tuning, options.epsilon = q->epsilon, options.device = "cpu";
    table nodes = {0}, edges = {0};
    if (q->edges)
      status = gobc_compute_edges(graph, q->measures, &options, control, &edges.schema, &edges.array, &nodes.schema,
                                  &nodes.array, error);
    else status = gobc_compute(graph, q->measures, &options, control, &nodes.schema, &nodes.array, error);
    drop(&nodes), drop(&edges);
  }
  gobc_graph_free(graph);
  return status;
}

int main(void) {
  gobc_error error;
  control = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (control == MAP_FAILED) abort();
  ask(&questions[2], &error); /* Go is there now */
  watch();
  for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
    const question *q = &questions[i];
    const char *name = q->measures ? q->measures : "a graph";
    cancel_at = 0;
    CHECK(ask(q, &error) == GOBC_OK, "%s: %s", name, error.message);
    int64_t all = looks, wrong = 0;
    CHECK(all > 1, "%s: %lld looks", name, (long long)all);
    for (cancel_at = 1; cancel_at <= all; cancel_at += cancel_at < each() ? 1 : 1 + all / each()) {
      int32_t status = ask(q, &error);
      /* Timings may save the last looks of a run; one that was not reached cancels nothing. */
      if (status == GOBC_CANCELLED || (status == GOBC_OK && looks < cancel_at)) continue;
      if (wrong++ < 3)
        printf("%s, weight %c, %s: cancelled at look %lld of %lld: status %d, %s\n", name, q->weight ? q->weight : '-',
               q->tuning ? q->tuning : "", (long long)cancel_at, (long long)all, status,
               status == GOBC_OK ? "no error" : error.message);
    }
    CHECK(wrong == 0, "%s, weight %c: %lld of %lld cancels ended otherwise", name, q->weight ? q->weight : '-',
          (long long)wrong, (long long)all);
    printf("%s, weight %c: %lld looks\n", name, q->weight ? q->weight : '-', (long long)all);
  }
  mprotect(control, PAGE, PROT_READ | PROT_WRITE);
  return checks_end("polls");
}
