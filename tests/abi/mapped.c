/*
 * mapped.c - a call during which the file of its graph was changed is an error, and leaves nothing in the table that it wrote.
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
  gobc_graph *graph = stored_graph();
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
  unlink(path);
  return checks_end("mapped");
}
