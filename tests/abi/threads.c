/*
 * threads.c - many threads on one graph give the same bits; a call that is cancelled from another thread ends after
 * 0.2 s of work on each of its threads, in every phase, with a partial result if one was wanted.
 *
 * Work is processor time, which a busy machine does not change; calls are cancelled after so much of it. Sources that
 * are finished after the cancel, and batches that are read, are counted. GOBC_TESTS_SLOWDOWN multiplies the limit for
 * instrumented builds.
 */
#include <stdlib.h>
#include <unistd.h>

#include "check.h"
#include "producer.h"

static double limit = 0.2;

enum { LANES = 512 }; /* sources that a thread works on at a time, at most */

/* A random graph of n vertices and m edges, the same for every run. */
static gobc_graph *random_graph(int64_t n, int64_t m) {
  int64_t *from = malloc((size_t)m * sizeof *from), *to = malloc((size_t)m * sizeof *to);
  uint64_t state = 1;
  if (from == NULL || to == NULL) abort();
  for (int64_t i = 0; i < 2 * m; i++) {
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    (i % 2 ? to : from)[i / 2] = (int64_t)((state >> 33) % (uint64_t)n);
  }
  source s;
  source_init(&s, (kind){0, 'l'});
  source_batch(&s, m, (const int64_t *const[]){from, to});
  gobc_graph *graph = NULL;
  gobc_error error;
  CHECK(gobc_graph_new(&s.stream, NULL, NULL, NULL, &graph, &error) == GOBC_OK, "%s", error.message);
  free(from), free(to);
  return graph;
}

/* ---- threads on one graph ---- */

enum { THREADS = 8, ROUNDS = 3, MEASURES = 4 };

static const char *const measures[MEASURES] = {"betweenness", "stress", "closeness,harmonic", "eccentricity"};

typedef struct worker {
  const gobc_graph *graph;
  const double *expected[MEASURES];
  int64_t rows;
  int first, wrong;
} worker;

static void *work(void *argument) {
  worker *w = argument;
  for (int round = 0; round < ROUNDS; round++) {
    int m = (w->first + round) % MEASURES;
    struct ArrowSchema schema;
    struct ArrowArray array;
    gobc_options options;
    gobc_options_init(&options, sizeof options);
    options.threads = 1 + w->first % 3;
    if (gobc_compute(w->graph, measures[m], &options, NULL, &schema, &array, NULL) != GOBC_OK) {
      w->wrong++;
      continue;
    }
    size_t bytes = (size_t)w->rows * sizeof(double);
    if (memcmp(array.children[1]->buffers[1], w->expected[m], bytes) != 0) w->wrong++;
    array.release(&array);
    schema.release(&schema);
  }
  return NULL;
}

static void test_threads_on_one_graph(void) {
  gobc_graph *graph = random_graph(600, 3000);
  struct ArrowSchema schema[MEASURES];
  struct ArrowArray array[MEASURES];
  worker workers[THREADS];
  pthread_t threads[THREADS];
  for (int m = 0; m < MEASURES; m++) {
    gobc_error error;
    CHECK(gobc_compute(graph, measures[m], NULL, NULL, &schema[m], &array[m], &error) == GOBC_OK, "%s", error.message);
  }
  for (int t = 0; t < THREADS; t++) {
    workers[t] = (worker){.graph = graph, .rows = array[0].length, .first = t};
    for (int m = 0; m < MEASURES; m++) workers[t].expected[m] = array[m].children[1]->buffers[1];
    CHECK(pthread_create(&threads[t], NULL, work, &workers[t]) == 0, "no thread");
  }
  for (int t = 0; t < THREADS; t++) {
    pthread_join(threads[t], NULL);
    CHECK(workers[t].wrong == 0, "thread %d: %d of %d calls failed or gave other bits", t, workers[t].wrong, ROUNDS);
  }
  for (int m = 0; m < MEASURES; m++) array[m].release(&array[m]), schema[m].release(&schema[m]);
  gobc_graph_free(graph);
}

/* Release callbacks of results may run on any thread. */
static void *release_elsewhere(void *array) {
  ((struct ArrowArray *)array)->release(array);
  return NULL;
}

static void test_release_on_another_thread(void) {
  gobc_graph *graph = random_graph(50, 100);
  struct ArrowSchema schema;
  struct ArrowArray array;
  pthread_t thread;
  CHECK(gobc_compute(graph, "stress", NULL, NULL, &schema, &array, NULL) == GOBC_OK, "stress");
  gobc_graph_free(graph);
  CHECK(pthread_create(&thread, NULL, release_elsewhere, &array) == 0, "no thread");
  pthread_join(thread, NULL);
  CHECK(array.release == NULL, "not released");
  schema.release(&schema);
}

/* ---- cancelling ---- */

typedef struct alarm_clock {
  gobc_control control;
  double after, set_at, worked_at;
  int64_t least, last_done;
  int32_t phase; /* the least */
  int falls;
} alarm_clock;

/* Watches the control block and sets cancel once the process has worked for so long, the phase has come, and so many
 * sources are done. */
static void *ring(void *argument) {
  alarm_clock *a = argument;
  double start = seconds_worked();
  while (seconds_worked() - start < a->after || a->last_done < a->least ||
         __atomic_load_n(&a->control.phase, __ATOMIC_RELAXED) < a->phase) {
    int64_t done = __atomic_load_n(&a->control.done, __ATOMIC_RELAXED);
    if (done < a->last_done) a->falls++;
    a->last_done = done;
    usleep(1000);
  }
  a->last_done = __atomic_load_n(&a->control.done, __ATOMIC_RELAXED);
  a->set_at = seconds_now();
  a->worked_at = seconds_worked();
  __atomic_store_n(&a->control.cancel, 1, __ATOMIC_RELAXED);
  return NULL;
}

static pthread_t wind_for(alarm_clock *a, double after, int64_t least, int32_t phase) {
  pthread_t thread;
  memset(a, 0, sizeof *a);
  gobc_control_init(&a->control, sizeof a->control);
  a->after = after, a->least = least, a->phase = phase;
  CHECK(pthread_create(&thread, NULL, ring, a) == 0, "no thread");
  return thread;
}

static pthread_t wind(alarm_clock *a, double after) { return wind_for(a, after, 0, 0); }

/* `threads` is what the call may use; 0 is one a processor. */
static void judge_end(const char *what, int threads, alarm_clock *a, pthread_t thread) {
  double end = seconds_now(), worked = seconds_worked();
  pthread_join(thread, NULL);
  long workers = threads > 0 ? threads : sysconf(_SC_NPROCESSORS_ONLN);
  double late = end - a->set_at, share = (worked - a->worked_at) / (double)workers;
  int64_t more = a->control.done - a->last_done;
  CHECK(share <= limit, "%s: worked for %.3f s on each thread after the cancel", what, share);
  CHECK(late <= limit || !delays_are_judged(), "%s: ended %.3f s after the cancel", what, late);
  CHECK(more <= LANES * workers, "%s: %lld sources were finished after the cancel", what, (long long)more);
  CHECK(a->falls == 0, "%s: done fell %d times", what, a->falls);
  printf("cancel while %s: %.3f s of work, %lld sources, %.3f s\n", what, share > 0 ? share : 0.0, (long long)more,
         late > 0 ? late : 0.0);
}

static void judge(const char *what, int threads, alarm_clock *a, pthread_t thread, int32_t status,
                  const gobc_error *error) {
  judge_end(what, threads, a, thread);
  CHECK(status == GOBC_CANCELLED, "%s: status %d, %s", what, status, error->message);
}

/* A stream without end whose reader is cancelled as it asks for a batch, and asks for no other. */
static struct {
  int (*next)(struct ArrowArrayStream *, struct ArrowArray *);
  gobc_control control;
  int64_t before, after;
} read_on;

static int cancelling_next(struct ArrowArrayStream *stream, struct ArrowArray *batch) {
  if (read_on.control.cancel) read_on.after++;
  else if (++read_on.before == 1000) read_on.control.cancel = 1;
  return read_on.next(stream, batch);
}

static void test_batches_after_a_cancel(void) {
  gobc_error error;
  gobc_graph *graph;
  source s;
  source_init(&s, (kind){0, 'l'});
  s.empty_first = -1;
  read_on.next = s.stream.get_next;
  s.stream.get_next = cancelling_next;
  gobc_control_init(&read_on.control, sizeof read_on.control);
  int32_t status = gobc_graph_new(&s.stream, NULL, NULL, &read_on.control, &graph, &error);
  CHECK(status == GOBC_CANCELLED, "status %d, %s", status, error.message);
  CHECK(read_on.before == 1000 && read_on.after == 0, "%lld batches, and %lld after the cancel",
        (long long)read_on.before, (long long)read_on.after);
  CHECK(source_verdict(&s) == NULL, "%s", source_verdict(&s));
  source_end(&s);
}

static void test_cancel_while_reading(void) {
  alarm_clock a;
  gobc_error error;
  gobc_graph *graph;
  source s;
  source_init(&s, (kind){0, 'l'});
  s.empty_first = -1; /* without end */
  pthread_t thread = wind(&a, 0.1);
  int32_t status = gobc_graph_new(&s.stream, NULL, NULL, &a.control, &graph, &error);
  judge("reading", 1, &a, thread, status, &error);
  CHECK(source_verdict(&s) == NULL, "%s", source_verdict(&s));
  CHECK(graph == NULL, "a graph after all");
  source_end(&s);
}

/* At several moments of a build of 3 million edges, the first as it begins; one that ends before the alarm is let pass.
 * With GOBC_TEST_ALL at twice as many. */
static void test_cancel_while_building(void) {
  enum { ROWS = 3000000 };
  int cancelled = 0;
  for (int step = 0; step <= 12; step += getenv("GOBC_TEST_ALL") ? 1 : 2) {
    alarm_clock a;
    gobc_error error;
    gobc_graph *graph;
    source s;
    source_init(&s, (kind){0, 'l'});
    source_path(&s, 0, ROWS);
    gobc_graph_options options;
    gobc_graph_options_init(&options, sizeof options);
    options.threads = 1;
    pthread_t thread = wind_for(&a, 0.06 * step, 0, step == 0); /* step 0: as it begins */
    int32_t status = gobc_graph_new(&s.stream, NULL, &options, &a.control, &graph, &error);
    if (status == GOBC_OK) {
      pthread_join(thread, NULL);
      CHECK(step > 0, "cancelled as building began, and built to the end");
    } else {
      judge("building", 1, &a, thread, status, &error);
      cancelled++;
    }
    CHECK(source_verdict(&s) == NULL, "%s", source_verdict(&s));
    gobc_graph_free(graph);
    source_end(&s);
  }
  CHECK(cancelled > 0, "every build ended before it was cancelled");
}

static void test_cancel_while_sweeping(void) {
  gobc_graph *graph = random_graph(60000, 600000);
  for (int m = 0; m < MEASURES; m++) {
    for (int threads = 0; threads < 2; threads++) { /* 0: one a processor */
      alarm_clock a;
      gobc_error error;
      gobc_options options;
      struct ArrowSchema schema;
      struct ArrowArray array;
      gobc_options_init(&options, sizeof options);
      options.threads = threads;
      pthread_t thread = wind(&a, 0.25);
      int32_t status = gobc_compute(graph, measures[m], &options, &a.control, &schema, &array, &error);
      judge(measures[m], threads, &a, thread, status, &error);
      CHECK(schema.release == NULL && array.release == NULL, "a result of a cancelled call");
    }
  }
  gobc_graph_free(graph);
}

static void test_cancelled_before(void) {
  gobc_graph *graph = random_graph(100, 200);
  gobc_control control;
  gobc_error error;
  struct ArrowSchema schema;
  struct ArrowArray array;
  gobc_control_init(&control, sizeof control);
  control.cancel = 1;
  int32_t status = gobc_compute(graph, "betweenness", NULL, &control, &schema, &array, &error);
  CHECK(status == GOBC_CANCELLED, "status %d, %s", status, error.message);
  control.cancel = 0;
  status = gobc_compute(graph, "betweenness", NULL, &control, &schema, &array, &error);
  CHECK(status == GOBC_OK, "after a cancelled call: %s", error.message);
  CHECK(control.done == control.total && control.total > 0, "done %lld", (long long)control.done);
  if (status == GOBC_OK) array.release(&array), schema.release(&schema);
  gobc_graph_free(graph);
}

/* ---- partial results ---- */

/* What stands for a key in the metadata of a schema, not terminated, and its length; NULL if nothing does. */
static const char *metadata_of(const struct ArrowSchema *schema, const char *key, int32_t *length) {
  const char *at = schema->metadata;
  int32_t pairs, bytes;
  memcpy(&pairs, at, 4), at += 4;
  for (; pairs > 0; pairs--) {
    memcpy(&bytes, at, 4), at += 4;
    int same = (size_t)bytes == strlen(key) && memcmp(at, key, strlen(key)) == 0;
    at += bytes;
    memcpy(length, at, 4), at += 4;
    if (same) return at;
    at += *length;
  }
  return NULL;
}

/* The partial result equals the call whose sources are those marked in its last column. */
static void compare_partial(const gobc_graph *graph, const char *asked, const struct ArrowSchema *schema,
                            const struct ArrowArray *array) {
  const int64_t rows = array->length, last = array->n_children - 1, *nodes = array->children[0]->buffers[1];
  const uint8_t *marks = array->children[last]->buffers[1];
  int64_t *finished = malloc((size_t)rows * sizeof *finished), count = 0;
  if (finished == NULL) abort();
  for (int64_t v = 0; v < rows; v++)
    if (marks[v / 8] >> v % 8 & 1) finished[count++] = nodes[v];
  int32_t length = 0;
  char told[64];
  const char *text = metadata_of(schema, "gobc:partial", &length);
  int expected =
      snprintf(told, sizeof told, "{\"finished\": %lld, \"sources\": %lld}", (long long)count, (long long)rows);
  CHECK(text && length == expected && memcmp(text, told, (size_t)length) == 0, "%s: %.*s", told, length,
        text ? text : "");
  CHECK(strcmp(schema->children[last]->name, "finished") == 0 && strcmp(schema->children[last]->format, "b") == 0, "%s",
        schema->children[last]->name);
  CHECK(count > 0 && count < rows, "%s: %lld of %lld finished", asked, (long long)count, (long long)rows);
  source s;
  source_table(&s, 1, (const char *const[]){"node"}, (kind[]){{0, 'l'}});
  source_batch(&s, count, (const int64_t *const[]){finished});
  gobc_options options;
  gobc_options_init(&options, sizeof options);
  options.sources = &s.stream;
  struct ArrowSchema again_schema;
  struct ArrowArray again;
  gobc_error error;
  int32_t status = gobc_compute(graph, asked, &options, NULL, &again_schema, &again, &error);
  CHECK(status == GOBC_OK, "%s", error.message);
  for (int64_t c = 1; status == GOBC_OK && c < again.n_children; c++)
    CHECK(memcmp(again.children[c]->buffers[1], array->children[c]->buffers[1], (size_t)rows * sizeof(double)) == 0,
          "%s: other bits in column %lld", asked, (long long)c);
  if (status == GOBC_OK) again.release(&again), again_schema.release(&again_schema);
  source_end(&s);
  free(finished);
}

static void test_partial(void) {
  gobc_graph *graph = random_graph(60000, 600000);
  for (int m = 0; m < 2; m++) {
    alarm_clock a;
    gobc_error error;
    gobc_options options;
    struct ArrowSchema schema;
    struct ArrowArray array;
    gobc_options_init(&options, sizeof options);
    options.partial = 1, options.device = "cpu";
    pthread_t thread = wind_for(&a, 0.5, 1, 0);
    int32_t status = gobc_compute(graph, measures[m], &options, &a.control, &schema, &array, &error);
    judge_end("sweeping for a partial result", 0, &a, thread);
    CHECK(status == GOBC_OK, "status %d, %s", status, error.message);
    CHECK(a.control.done < a.control.total, "done %lld", (long long)a.control.done);
    if (status != GOBC_OK) continue;
    compare_partial(graph, measures[m], &schema, &array);
    array.release(&array), schema.release(&schema);
  }
  gobc_graph_free(graph);
}

static void test_partial_misuse(void) {
  gobc_graph *graph = random_graph(50, 100);
  static const struct {
    const char *measures, *word;
    int partial;
    double epsilon;
  } cases[] = {{"betweenness", "partial", 2, 0},
               {"betweenness,closeness", "separate calls", 1, 0},
               {"betweenness", "epsilon", 1, 0.1},
               {"edge_betweenness", "nodes_schema", 1, 0}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    gobc_options options;
    gobc_error error;
    struct ArrowSchema schema;
    struct ArrowArray array;
    gobc_options_init(&options, sizeof options);
    options.partial = cases[i].partial, options.epsilon = cases[i].epsilon;
    int32_t status = strncmp(cases[i].measures, "edge", 4) == 0
        ? gobc_compute_edges(graph, cases[i].measures, &options, NULL, &schema, &array, NULL, NULL, &error)
        : gobc_compute(graph, cases[i].measures, &options, NULL, &schema, &array, &error);
    CHECK(status == GOBC_INVALID && strstr(error.message, cases[i].word), "%d, %s", status, error.message);
    CHECK(schema.release == NULL && array.release == NULL, "a result of a refused call");
  }
  gobc_graph_free(graph);
}

int main(void) {
  const char *slow = getenv("GOBC_TESTS_SLOWDOWN");
  if (slow != NULL) limit *= atof(slow);
  alarm(1800); /* ends a hang; nothing is promised about it */
  test_threads_on_one_graph();
  test_release_on_another_thread();
  test_cancelled_before();
  test_batches_after_a_cancel();
  test_cancel_while_reading();
  test_cancel_while_building();
  test_cancel_while_sweeping();
  test_partial();
  test_partial_misuse();
  return checks_end("threads");
}
