/*
 * gpu.c - what the library does with NVIDIA's driver: run under an emulator and on this machine, with the emulated driver
 * (tests/fakecuda) of each. The lines must be the same.
 *
 *   gpu            the devices, digests of scores to the last bit, and what becomes of a call that is cancelled
 *   gpu refused    why there is no GPU, and the scores of the CPU
 */
#include <inttypes.h>
#include <pthread.h>

#include "check.h"
#include "gobc.h"

enum { SWEEPING = 3 };

static uint64_t digest_of(const struct ArrowArray *table, int labels) {
  uint64_t digest = 14695981039346656037u; /* FNV-1a */
  for (int64_t c = labels; c < table->n_children; c++) {
    const unsigned char *bytes = table->children[c]->buffers[1];
    for (int64_t i = 0; i < 8 * table->length; i++) digest = (digest ^ bytes[i]) * 1099511628211u;
  }
  return digest;
}

static void done(struct ArrowSchema *schema, struct ArrowArray *array) {
  if (array->release) array->release(array);
  if (schema->release) schema->release(schema);
}

/* The network of a specification; with lengths of its edges, in tenths of `units`. */
static gobc_graph *network(const char *spec, int units) {
  struct ArrowSchema schema = {0};
  struct ArrowArray array = {0};
  gobc_graph *graph = NULL;
  gobc_error error;
  int32_t status = gobc_generate(spec, 4, &schema, &array, &error);
  CHECK(status == GOBC_OK, "%s: %s", spec, error.message);
  if (status != GOBC_OK) return NULL;
  const int64_t *source = array.children[0]->buffers[1], *target = array.children[1]->buffers[1];
  double *length = units ? calloc((size_t)array.length, sizeof *length) : NULL;
  for (int64_t i = 0; units && i < array.length; i++) length[i] = 0.1 * units * (double)(1 + i % 9);
  status = gobc_graph_from_arrays("int64", source, target, length, array.length, NULL, NULL, &graph, &error);
  CHECK(status == GOBC_OK, "%s: %s", spec, error.message);
  free(length);
  done(&schema, &array);
  return graph;
}

static void compute(const gobc_graph *graph, const char *what, const char *measures, const char *device) {
  struct ArrowSchema schema = {0}, edge_schema = {0};
  struct ArrowArray array = {0}, edge_array = {0};
  gobc_error error;
  gobc_options o;
  gobc_options_init(&o, sizeof o);
  o.device = device;
  int of_edges = strstr(measures, "edge_") != NULL;
  int32_t status = of_edges
      ? gobc_compute_edges(graph, measures, &o, NULL, &edge_schema, &edge_array, &schema, &array, &error)
      : gobc_compute(graph, measures, &o, NULL, &schema, &array, &error);
  if (status == GOBC_OK) {
    printf("%s: %s on %s: %016" PRIx64, what, measures, device, digest_of(&array, 1));
    if (of_edges) printf(" %016" PRIx64, digest_of(&edge_array, 2));
    printf("\n");
  } else {
    printf("%s: %s: %s\n", what, gobc_status_name(status), error.message);
  }
  done(&schema, &array);
  done(&edge_schema, &edge_array);
}

static void scores(void) {
  static const char *const specs[] = {"kronecker:scale=7", "grid:rows=9,cols=17", "barabasi_albert:n=300,m=3",
                                      "erdos_renyi:n=70,m=200"};
  for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
    for (int units = 0; units <= 10; units += 10) {
      gobc_graph *graph = network(specs[i], units);
      if (!graph) continue;
      compute(graph, specs[i], "betweenness,stress", "cuda:0,cuda:1");
      compute(graph, specs[i], "betweenness,edge_betweenness", "cuda");
      if (!units) compute(graph, specs[i], "closeness,harmonic,eccentricity", "cuda");
      gobc_graph_free(graph);
    }
  }
}

static gobc_control control;

static void *cancel(void *unused) {
  while (__atomic_load_n(&control.phase, __ATOMIC_RELAXED) < SWEEPING) sched_yield();
  __atomic_store_n(&control.cancel, 1, __ATOMIC_RELAXED);
  return unused;
}

/* A network that takes the emulated GPU minutes. */
static void cancelled(void) {
  gobc_graph *graph = network("grid:rows=120,cols=120", 0);
  struct ArrowSchema schema = {0};
  struct ArrowArray array = {0};
  gobc_error error;
  gobc_options o;
  pthread_t thread;
  gobc_options_init(&o, sizeof o);
  gobc_control_init(&control, sizeof control);
  o.device = "cuda", o.reductions = "none";
  pthread_create(&thread, NULL, cancel, NULL);
  int32_t status = gobc_compute(graph, "betweenness", &o, &control, &schema, &array, &error);
  __atomic_store_n(&control.phase, SWEEPING, __ATOMIC_RELAXED);
  pthread_join(thread, NULL);
  printf("cancelled: %s, %s\n", gobc_status_name(status), control.done < control.total ? "before its end" : "late");
  CHECK(status == GOBC_CANCELLED, "%s", error.message);
  done(&schema, &array);
  gobc_graph_free(graph);
}

int main(int count, char **arguments) {
  printf("devices: %s\n", gobc_devices());
  if (count > 1 && !strcmp(arguments[1], "refused")) {
    gobc_graph *graph = network("erdos_renyi:n=70,m=200", 0);
    compute(graph, "refused", "betweenness", "cuda");
    compute(graph, "instead", "betweenness", "auto");
    gobc_graph_free(graph);
  } else {
    scores();
    cancelled();
  }
  return checks_end("gpu");
}
