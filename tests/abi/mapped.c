/*
 * mapped.c - graphs of mapped files. The first call that uses one verifies its file: damage is an error of every call but
 * gobc_graph_info. A call during which the file was changed is an error, and leaves nothing in the table that it wrote.
 */
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"
#include "producer.h"

static char path[] = "/tmp/gobc-mapped-XXXXXX";

/* A graph whose file has more than 1 MiB, and so is mapped. */
static gobc_graph *stored_graph(void) {
  struct ArrowSchema schema;
  struct ArrowArray edges;
  gobc_error error;
  gobc_graph *built = NULL, *graph = NULL;
  CHECK(gobc_generate("erdos_renyi:n=20000,m=100000", 1, &schema, &edges, &error) == GOBC_OK, "%s", error.message);
  source s;
  source_init(&s, (kind){0, 'l'});
  source_batch(&s, edges.length,
               (const int64_t *const[]){edges.children[0]->buffers[1], edges.children[1]->buffers[1]});
  CHECK(gobc_graph_new(&s.stream, NULL, NULL, NULL, &built, &error) == GOBC_OK, "%s", error.message);
  CHECK(gobc_graph_save(built, path, NULL, NULL, &error) == GOBC_OK, "%s", error.message);
  CHECK(gobc_graph_load(path, NULL, 0, NULL, NULL, &graph, &error) == GOBC_OK, "%s", error.message);
  gobc_graph_free(built);
  edges.release(&edges), schema.release(&schema);
  return graph;
}

/* Changes a byte of the file. */
static void damage(long at) {
  unsigned char byte;
  const int file = open(path, O_RDWR);
  CHECK(file >= 0 && pread(file, &byte, 1, at) == 1, "%s", path);
  byte ^= 4;
  CHECK(pwrite(file, &byte, 1, at) == 1 && close(file) == 0, "%s", path);
}

static gobc_graph *loaded(void) {
  gobc_graph *graph = NULL;
  gobc_error error;
  gobc_graph_stats stats = {.struct_size = sizeof stats};
  CHECK(gobc_graph_load(path, NULL, 0, NULL, NULL, &graph, &error) == GOBC_OK, "%s", error.message);
  CHECK(gobc_graph_info(graph, &stats, &error) == GOBC_OK && stats.vertices == 19998 && stats.edges == 100000,
        "%lld vertices and %lld edges: %s", (long long)stats.vertices, (long long)stats.edges, error.message);
  return graph;
}

static void refused(int32_t status, const gobc_error *error, const void *made, const char *what) {
  CHECK(status == GOBC_FILE && !made && strncmp(error->message, path, strlen(path)) == 0 &&
            strstr(error->message, "the checksum does not match in block 1,"),
        "%s: status %d: %s", what, status, error->message);
}

/* Opening does not read the second block; each entry refuses what stands in it, as the first call and as a later one. */
static void test_damaged(void) {
  gobc_error error;
  damage((1 << 20) + 99);
  gobc_graph *used = loaded();
  for (int entry = 0, again = 0; entry < 7; again = !again, entry += !again) {
    gobc_graph *graph = again ? used : loaded(), *other = NULL;
    gobc_job *job = NULL;
    char *text = NULL;
    struct ArrowSchema schema = {.release = NULL};
    struct ArrowArray array = {.release = NULL};
    switch (entry) {
      case 0: refused(gobc_graph_columns(graph, "node", NULL, &schema, &array, &error), &error, NULL, "columns"); break;
      case 1:
        refused(gobc_graph_subgraph(graph, NULL, 0, NULL, NULL, &other, &error), &error, other, "subgraph");
        break;
      case 2:
        refused(gobc_compute(graph, "betweenness", NULL, NULL, &schema, &array, &error), &error, NULL, "compute");
        break;
      case 3: refused(gobc_plan(graph, "closeness", NULL, &text, &error), &error, text, "plan"); break;
      case 4: refused(gobc_graph_save(graph, NULL, &schema, &array, &error), &error, NULL, "save"); break;
      case 5: refused(gobc_job_new(graph, "closeness", NULL, 2, NULL, &job, &error), &error, job, "job"); break;
      case 6: refused(gobc_distance_sums(graph, NULL, NULL, &text, &error), &error, text, "distances"); break;
    }
    CHECK(!schema.release && !array.release, "entry %d left a table", entry);
    if (!again) gobc_graph_free(graph);
  }
  gobc_graph_free(used);
  damage((1 << 20) + 99);
}

/* A first use that is cancelled ends so, and leaves the file to the next one. */
static void test_cancelled(void) {
  gobc_control control;
  gobc_error error;
  struct ArrowSchema schema;
  struct ArrowArray array;
  gobc_graph *graph = loaded();
  gobc_control_init(&control, sizeof control);
  control.cancel = 1;
  int32_t status = gobc_compute(graph, "eccentricity", NULL, &control, &schema, &array, &error);
  CHECK(status == GOBC_CANCELLED, "status %d: %s", status, error.message);
  status = gobc_graph_columns(graph, "degree", NULL, &schema, &array, &error);
  CHECK(status == GOBC_OK && array.length == 19998, "status %d: %s", status, error.message);
  array.release(&array), schema.release(&schema);
  gobc_graph_free(graph);
}

/* A file that was cut after its graph was opened is an error, not the end of the process. */
static void test_cut(void) {
  gobc_error error;
  struct ArrowSchema schema;
  struct ArrowArray array;
  gobc_graph *graph = loaded();
  CHECK(truncate(path, 4096) == 0, "%s", path);
  for (int i = 0; i < 2; i++) {
    const int32_t status = gobc_graph_columns(graph, "node", NULL, &schema, &array, &error);
    CHECK(status == GOBC_FILE && strstr(error.message, "was changed"), "status %d: %s", status, error.message);
  }
  gobc_graph_free(graph);
}

/* Changes the time of the file once the call has finished a source. */
static void *touch(void *of) {
  gobc_control *control = of;
  while (!__atomic_load_n(&control->done, __ATOMIC_RELAXED)) usleep(100);
  CHECK(utimensat(AT_FDCWD, path, (struct timespec[2]){{1, 0}, {1, 0}}, 0) == 0, "%s", path);
  return NULL;
}

int main(void) {
  gobc_control control;
  gobc_error error;
  struct ArrowSchema schema;
  struct ArrowArray array;
  pthread_t thread;
  CHECK(close(mkstemp(path)) == 0, "%s", path);
  gobc_graph_free(stored_graph());
  test_damaged();
  test_cancelled();
  gobc_graph *graph = loaded();
  gobc_control_init(&control, sizeof control);
  pthread_create(&thread, NULL, touch, &control);
  int32_t status = gobc_compute(graph, "betweenness", NULL, &control, &schema, &array, &error);
  pthread_join(thread, NULL);
  CHECK(status == GOBC_FILE && strstr(error.message, "was changed"), "status %d: %s", status, error.message);
  CHECK(control.done == control.total, "the call had written its table: %lld", (long long)control.done);
  CHECK(!schema.release && !array.release, "something is left of it");
  status = gobc_compute(graph, "betweenness", NULL, NULL, &schema, &array, &error);
  CHECK(status == GOBC_FILE && !schema.release && !array.release, "a later call: status %d", status);
  gobc_graph_free(graph);
  test_cut();
  unlink(path);
  return checks_end("mapped");
}
