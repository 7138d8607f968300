/*
 * How often a kernel looks at the cancel word: at least once in so many arcs, on a graph with few levels and many arcs. That a
 * look is missing shows in no answer, and in the delay of a cancel on large graphs alone. A word that is set between two looks
 * ends the run.
 *
 * The word lies on a page that cannot be accessed, as in tests/abi/polls.c: a look faults, is counted, and is let through by
 * single-stepping. Linux on x86-64.
 */
#define _GNU_SOURCE                                /* names of registers */
#pragma GCC diagnostic ignored "-Wunused-function" /* graphs.h has more than this test needs */
#include <signal.h>
#include <sys/mman.h>
#include <ucontext.h>

#include "graphs.h"

#if !defined(__x86_64__) || !defined(__linux__)
int main(void) {
  puts("left out: looks, which single-steps on x86-64 Linux");
  return 0;
}
#else

enum { PAGE = 4096, TRAP = 0x100, VERTICES = 30000, EDGES = 1000000, LANES = 64, PAIRS_OF_ENDS = 500 };
enum { CHAINS_HERE = GOBC_CHAIN_SOURCES, INNER = 200 }; /* chains of so many vertices between two nodes */

/* Between two looks, on average: kernels look every 65,536. That many rows of 64 bytes take some milliseconds. */
enum { MOST_ARCS = 1 << 17 };

static volatile int32_t *cancel; /* at the start of the page */
static int64_t looks, cancel_at; /* counted from 1; 0: never */

static void open_page(int number, siginfo_t *info, void *context) {
  if (info->si_addr != (void *)cancel) {
    signal(number, SIG_DFL);
    return;
  }
  mprotect((void *)cancel, PAGE, PROT_READ | PROT_WRITE);
  if (++looks == cancel_at) *cancel = 1;
  ((ucontext_t *)context)->uc_mcontext.gregs[REG_EFL] |= TRAP;
}

static void close_page(int number, siginfo_t *info, void *context) {
  (void)number, (void)info;
  ((ucontext_t *)context)->uc_mcontext.gregs[REG_EFL] &= ~(greg_t)TRAP;
  mprotect((void *)cancel, PAGE, PROT_NONE);
}

static void watch(void) {
  struct sigaction action = {.sa_flags = SA_SIGINFO, .sa_sigaction = open_page};
  cancel = mmap(NULL, PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (cancel == MAP_FAILED || sigaction(SIGSEGV, &action, NULL)) abort();
  action.sa_sigaction = close_page;
  if (sigaction(SIGTRAP, &action, NULL)) abort();
}

static void *allocate(size_t bytes) {
  void *memory = aligned_alloc(64, (bytes + 63) / 64 * 64);
  return memory ? memset(memory, 0, bytes) : NULL;
}
static void release(void *memory, size_t bytes) {
  (void)bytes;
  free(memory);
}
static const gobc_allocator allocator = {allocate, release, NULL};

/* ---- what runs ---- */

static gobc_csr graph;
static int32_t sources[LANES], ends[2 * PAIRS_OF_ENDS];
static gobc_totals totals;
static gobc_distance_totals distances;
static gobc_length_totals lengths;
static uint64_t *pair_sums;
static gobc_csr nodes;
static gobc_chains chains;
static gobc_chain_batch batch;

enum {
  SWEEP,
  DISTANCES,
  SUMS_BY_SOURCE,
  SUMS_BY_SOURCE_ONE,
  SERIAL,
  SERIAL_LENGTHS,
  SERIAL_REALS,
  LABELS,
  LABELS_TORN,
  LABEL_LENGTHS,
  ECCENTRICITY,
  ECCENTRICITY_ONE,
  PAIRS,
  CHAINS
};

static void *opened(int kind) {
  gobc_csr whole = graph, real = graph;
  whole.out_reals = whole.in_reals = NULL, real.out_weights = real.in_weights = NULL;
  switch (kind) {
    case SWEEP: return gobc_sweep_open(&graph, NULL, LANES, 64, GOBC_NEED_DELTA, -1, &allocator);
    case DISTANCES: return gobc_distances_open(&graph, NULL, 1, -1, &allocator);
    case SUMS_BY_SOURCE: return gobc_rows_open(&graph, -1, 8, 0, -1, &allocator);
    case SUMS_BY_SOURCE_ONE: return gobc_rows_open(&graph, -1, 0, 0, -1, &allocator);
    case SERIAL: return gobc_serial_open(&whole, 1, NULL, 0, 0, GOBC_NEED_DELTA, &allocator);
    case SERIAL_LENGTHS: return gobc_serial_open(&whole, 0, NULL, 0, 0, 0, &allocator);
    case SERIAL_REALS: return gobc_serial_open(&real, 0, NULL, 0, 0, 0, &allocator);
    case LABELS: return gobc_label_correcting_open(&whole, NULL, GOBC_DISTANCE_U32, 0, GOBC_NEED_DELTA, -1, &allocator);
    case LABELS_TORN: {
      gobc_label_correcting *sweep =
          gobc_label_correcting_open(&whole, NULL, GOBC_DISTANCE_U32, 0, GOBC_NEED_EDGE_DELTA, -1, &allocator);
      gobc_label_correcting_may_tear(sweep);
      return sweep;
    }
    case LABEL_LENGTHS: return gobc_label_correcting_open(&whole, NULL, GOBC_DISTANCE_U32, 0, 0, -1, &allocator);
    case ECCENTRICITY: return gobc_ecc_search_open(&graph, 1, 32, -1, &allocator);
    case ECCENTRICITY_ONE: return gobc_ecc_search_open(&graph, 0, 32, -1, &allocator);
    case CHAINS: {
      gobc_label_correcting *sweep = gobc_label_correcting_open(&nodes, NULL, GOBC_DISTANCE_U32, 0,
                                                                GOBC_NEED_DELTA | GOBC_NEED_EDGE_DELTA, -1, &allocator);
      if (gobc_label_correcting_contract(sweep, &chains) != GOBC_KERNEL_OK) abort();
      return sweep;
    }
    default: return gobc_pair_dependency_open(&graph, 0, &allocator);
  }
}

static int run(int kind, void *workspace) {
  uint64_t out_of_range = 0;
  int32_t eccentricity[LANES];
  switch (kind) {
    case SWEEP: return gobc_sweep_run(workspace, sources, LANES, 0, VERTICES, &totals, cancel, &out_of_range);
    case DISTANCES: return gobc_distances_run(workspace, sources, LANES, 0, VERTICES, &distances, NULL, cancel);
    case SUMS_BY_SOURCE: return gobc_rows_sum(workspace, sources, LANES, 0, VERTICES, NULL, 0, &distances, cancel);
    case SUMS_BY_SOURCE_ONE: return gobc_rows_sum(workspace, sources, 1, 0, VERTICES, NULL, 0, &distances, cancel);
    case SERIAL: return gobc_serial_run(workspace, sources[0], 0, VERTICES, &totals, NULL, cancel, &out_of_range);
    case SERIAL_LENGTHS:
    case SERIAL_REALS:
      return gobc_serial_run(workspace, sources[0], 0, VERTICES, NULL, &lengths, cancel, &out_of_range);
    case LABELS:
    case LABELS_TORN:
      return gobc_label_correcting_run(workspace, sources, LANES, 0, VERTICES, &totals, &lengths, cancel,
                                       &out_of_range);
    case LABEL_LENGTHS:
      return gobc_label_correcting_run(workspace, sources, LANES, 0, VERTICES, NULL, &lengths, cancel, &out_of_range);
    case ECCENTRICITY:
      return gobc_ecc_search_run(workspace, sources, LANES, 0, VERTICES, NULL, eccentricity, NULL, cancel);
    case ECCENTRICITY_ONE:
      return gobc_ecc_search_run(workspace, sources, 2, 0, VERTICES, NULL, eccentricity, NULL, cancel);
    case CHAINS: return gobc_label_correcting_run_chains(workspace, &batch, &totals, cancel, &out_of_range);
    default: return gobc_pair_dependency_run(workspace, ends, PAIRS_OF_ENDS, pair_sums, cancel);
  }
}

static void make(void) {
  edges e = {.vertices = VERTICES};
  for (int64_t i = 0; i < EDGES; i++) {
    int32_t u = (int32_t)(random_word() % VERTICES), v = (int32_t)(random_word() % VERTICES);
    edge(&e, u, v);
  }
  graph = make_graph(&e, 0);
  int64_t arcs = graph.out_offsets[VERTICES];
  uint32_t *weights = malloc(4 * (size_t)arcs);
  double *reals = malloc(8 * (size_t)arcs);
  for (int32_t v = 0; v < VERTICES; v++)
    for (int64_t i = graph.out_offsets[v]; i < graph.out_offsets[v + 1]; i++) {
      weights[i] = 1 + (uint32_t)(v ^ graph.out_targets[i]) % 10; /* the same both ways */
      reals[i] = weights[i] / 3.0;
    }
  graph.out_weights = graph.in_weights = weights, graph.out_reals = graph.in_reals = reals;
  for (int32_t i = 0; i < LANES; i++) sources[i] = i * (VERTICES / LANES);
  for (int32_t i = 0; i < 2 * PAIRS_OF_ENDS; i++) ends[i] = i * (VERTICES / (2 * PAIRS_OF_ENDS));
  totals.delta = calloc(2 * (VERTICES + 3 * CHAINS_HERE * (INNER + 1)), 8),
  totals.edge_delta[1] = calloc(2 * (size_t)arcs, 8), pair_sums = calloc(2 * VERTICES, 8);
  distances.distance = calloc(VERTICES, 8), lengths.distance = calloc(2 * VERTICES, 8);
}

static void make_chains(void) {
  static int32_t chain_ends[2 * CHAINS_HERE], first[CHAINS_HERE + 1], lane[2] = {0, 1};
  static uint32_t length[CHAINS_HERE], doubled[CHAINS_HERE * INNER];
  static double weights[CHAINS_HERE * (INNER + 1)], weight[2] = {1, 1};
  static gobc_chain_source from[CHAINS_HERE];
  static gobc_chain_part part = {{0, 2}, {0, CHAINS_HERE}, {0, 2}, {0, CHAINS_HERE}};
  edges e = {.vertices = 2};
  for (int32_t c = 0; c < CHAINS_HERE; c++) {
    edge(&e, 0, 1);
    chain_ends[2 * c + 1] = 1, length[c] = INNER + 1, first[c + 1] = (c + 1) * INNER;
    for (int32_t j = 0; j < INNER; j++) doubled[c * INNER + j] = 2 * (uint32_t)(j + 1);
    for (int32_t j = 0; j <= INNER; j++) weights[c * (INNER + 1) + j] = j;
    from[c] = (gobc_chain_source){c, 0, 1};
  }
  nodes = make_graph(&e, 0);
  uint32_t *lengths_of_arcs = malloc(4 * (size_t)nodes.out_offsets[2]);
  for (int64_t i = 0; i < nodes.out_offsets[2]; i++) lengths_of_arcs[i] = INNER + 1;
  nodes.out_weights = nodes.in_weights = lengths_of_arcs;
  chains = (gobc_chains){.ends = chain_ends, .first = first, .length = length, .doubled = doubled, .sums = weights};
  chains.weight = weight, chains.nodes = 2, chains.items = 2 + 3 * CHAINS_HERE * (INNER + 1);
  chains.scale = 1, chains.hops = 1, chains.sources = CHAINS_HERE;
  batch = (gobc_chain_batch){.lane = lane, .own = weight, .sources = from, .parts = &part, .lanes = 2, .part_count = 1};
}

static int run_new(int kind, gobc_counts *counts) {
  void *workspace = opened(kind);
  if (workspace == NULL) abort();
  looks = 0;
  int status = run(kind, workspace);
  *counts = *gobc_workspace_counts(workspace);
  gobc_workspace_close(workspace);
  mprotect((void *)cancel, PAGE, PROT_READ | PROT_WRITE);
  *cancel = 0;
  mprotect((void *)cancel, PAGE, PROT_NONE);
  return status;
}

/* Tight arcs are spread to their ends, and passed back over where sums may be torn: both with looks at every 65,536. */
static int misses_tight(int kind, int64_t all, const gobc_counts *counts) {
  static int64_t without;
  const int64_t more = counts->useful_arcs / 65536;
  if (kind == LABELS) return (without = all) < counts->visits / 65536 + more - 3;
  return kind == LABELS_TORN && all < without + more;
}

/* The number of checks that failed. */
static int failures(int kind, const char *name) {
  gobc_counts counts;
  cancel_at = 0;
  int status = run_new(kind, &counts), wrong = 0;
  const int64_t pairs = (int64_t)CHAINS_HERE * CHAINS_HERE * INNER; /* of an inner vertex and another chain */
  const int64_t all = looks, arcs = kind == CHAINS ? pairs : counts.visits;
  printf("%-26s %9lld arcs, a look every %lld of them\n", name, (long long)arcs, (long long)(all ? arcs / all : -1));
  if (status != GOBC_KERNEL_OK || arcs <= MOST_ARCS || arcs > MOST_ARCS * all || misses_tight(kind, all, &counts)) {
    printf("FAILED: status %d, %lld looks\n", status, (long long)all);
    wrong++;
  }
  const int64_t places = getenv("GOBC_TEST_ALL") ? 10 : 4;
  for (cancel_at = 1; cancel_at <= all; cancel_at += 1 + all / places) {
    status = run_new(kind, &counts);
    if (status == GOBC_KERNEL_CANCELLED && looks == cancel_at) continue;
    printf("FAILED: cancelled at look %lld of %lld: status %d after %lld\n", (long long)cancel_at, (long long)all,
           status, (long long)looks);
    wrong++;
  }
  return wrong;
}

int main(void) {
  static const char *const names[] = {"sweep",
                                      "distances",
                                      "sums by source",
                                      "sums by source, one by one",
                                      "serial",
                                      "serial, lengths",
                                      "serial, reals",
                                      "label correcting",
                                      "label correcting, torn",
                                      "label correcting, lengths",
                                      "eccentricities",
                                      "eccentricities, one by one",
                                      "pair dependencies",
                                      "chains"};
  make();
  make_chains();
  watch();
  int wrong = 0;
  for (int kind = SWEEP; kind <= CHAINS; kind++) wrong += failures(kind, names[kind]);
  return wrong > 0;
}
#endif
