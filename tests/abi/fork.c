/*
 * fork.c - a child of fork() gets GOBC_FORKED from every function at once, and hangs in none; the parent works on; a
 * child that loads the library itself works.
 *
 *   fork LIBRARY
 *
 * Opens the library by dlopen: whether it was loaded, used or neither before the fork is the point.
 */
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "producer.h"

static struct {
  int32_t (*graph_new)(struct ArrowArrayStream *, struct ArrowArrayStream *, const gobc_graph_options *, gobc_control *,
                       gobc_graph **, gobc_error *);
  int32_t (*graph_info)(const gobc_graph *, gobc_graph_stats *, gobc_error *);
  void (*graph_free)(gobc_graph *);
  int32_t (*compute)(const gobc_graph *, const char *, const gobc_options *, gobc_control *, struct ArrowSchema *,
                     struct ArrowArray *, gobc_error *);
  int32_t (*plan)(const gobc_graph *, const char *, const gobc_options *, char **, gobc_error *);
  int32_t (*generate)(const char *, uint64_t, struct ArrowSchema *, struct ArrowArray *, gobc_error *);
  const char *(*version)(void), *(*measures)(void), *(*devices)(void), *(*status_name)(int32_t);
  int32_t (*abi_version)(void);
  void (*options_init)(gobc_options *, uint64_t);
} api;

static void *symbol(void *library, const char *name) {
  void *found = dlsym(library, name);
  if (found == NULL) {
    printf("FAILED: no symbol %s\n", name);
    exit(1);
  }
  return found;
}

#define BIND(name) *(void **)&api.name = symbol(library, "gobc_" #name)

static void load(const char *path) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) {
    printf("FAILED: %s\n", dlerror());
    exit(1);
  }
  BIND(graph_new), BIND(graph_info), BIND(graph_free), BIND(compute), BIND(plan), BIND(generate);
  BIND(version), BIND(measures), BIND(devices), BIND(status_name), BIND(abi_version), BIND(options_init);
}

static int32_t build(gobc_graph **graph, source *s, gobc_error *error) {
  source_init(s, (kind){0, 'l'});
  source_path(s, 0, 5);
  int32_t status = api.graph_new(&s->stream, NULL, NULL, NULL, graph, error);
  CHECK(source_verdict(s) == NULL, "%s", source_verdict(s));
  source_end(s);
  return status;
}

static int32_t compute(const gobc_graph *graph, gobc_options *options, gobc_error *error) {
  struct ArrowSchema schema;
  struct ArrowArray array;
  int32_t status = api.compute(graph, "betweenness,closeness", options, NULL, &schema, &array, error);
  CHECK((array.release != NULL) == (status == GOBC_OK), "status %d and a result", status);
  if (status == GOBC_OK) array.release(&array), schema.release(&schema);
  return status;
}

/* ---- children: one function each; a child returns whether it went well ---- */

static gobc_graph *parents_graph;

static int says_forked(int32_t status, const gobc_error *error) {
  return status == GOBC_FORKED && error->code == GOBC_FORKED && strstr(error->message, "fork") != NULL;
}

static int child_graph_new(void) {
  source s;
  gobc_error error;
  gobc_graph *graph;
  return says_forked(build(&graph, &s, &error), &error) && graph == NULL && checks_failed == 0;
}

static int child_graph_info(void) {
  gobc_error error;
  gobc_graph_stats stats = {.struct_size = sizeof stats};
  return says_forked(api.graph_info(parents_graph, &stats, &error), &error);
}

static int child_compute(void) {
  gobc_error error;
  source s;
  gobc_options options;
  api.options_init(&options, sizeof options);
  source_plain(&s, (kind){0, 'l'});
  options.sources = &s.stream;
  return says_forked(compute(parents_graph, &options, &error), &error) && source_verdict(&s) == NULL;
}

static int child_plan(void) {
  gobc_error error;
  char *json;
  return says_forked(api.plan(parents_graph, "stress", NULL, &json, &error), &error) && json == NULL;
}

static int child_generate(void) {
  gobc_error error;
  struct ArrowSchema schema;
  struct ArrowArray array;
  int32_t status = api.generate("grid:rows=3,cols=3", 1, &schema, &array, &error);
  return says_forked(status, &error) && array.release == NULL;
}

static int child_graph_free(void) {
  api.graph_free(parents_graph);
  api.graph_free(NULL);
  return 1;
}

/* Functions without a status only have to come back, with a text. */
static int child_texts(void) {
  return api.abi_version() == GOBC_ABI_VERSION && api.version() != NULL && api.measures() != NULL &&
      api.devices() != NULL && strcmp(api.status_name(GOBC_FORKED), "GOBC_FORKED") == 0;
}

static const char *library_path;

static int child_that_loads(void) {
  source s;
  gobc_error error;
  gobc_graph *graph;
  load(library_path);
  if (build(&graph, &s, &error) != GOBC_OK || compute(graph, NULL, &error) != GOBC_OK) return 0;
  api.graph_free(graph);
  return checks_failed == 0;
}

static int grandchild(void) { return child_graph_new() && child_compute(); }

static int child_that_forks(void) {
  pid_t child = fork();
  if (child == 0) _exit(grandchild() ? 0 : 1);
  int status;
  return waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* Runs f in a forked child, which works for a second at most. */
static void in_child(const char *what, int (*f)(void), double most) {
  fflush(stdout);
  double start = seconds_now();
  pid_t child = fork();
  if (child == 0) {
    alarm(60); /* ends a hang; the limit below is what is promised */
    checks_failed = 0;
    _exit(f() ? 0 : 1);
  }
  int status = -1;
  struct rusage used = {0};
  wait4(child, &status, 0, &used);
  double took = seconds_now() - start,
         worked = (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
      1e-6 * (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
  CHECK(WIFEXITED(status), "%s: the child died of signal %d after %.1f s", what, WTERMSIG(status), took);
  CHECK(!WIFEXITED(status) || WEXITSTATUS(status) == 0, "%s: the child got something else", what);
  CHECK(worked <= most, "%s: %.2f s of work", what, worked);
  CHECK(took <= most || !delays_are_judged(), "%s: %.2f s", what, took);
}

int main(int argc, char **argv) {
  if (argc != 2) return 2;
  library_path = argv[1];
  const char *slow = getenv("GOBC_TESTS_SLOWDOWN");
  double second = slow != NULL ? atof(slow) : 1;
  gobc_error error;
  source s;

  in_child("nothing loaded, the child loads", child_that_loads, 5 * second);
  load(library_path);
  in_child("loaded but not used: gobc_graph_new", child_graph_new, second);
  in_child("loaded but not used: the texts", child_texts, second);

  CHECK(build(&parents_graph, &s, &error) == GOBC_OK, "%s", error.message);
  CHECK(compute(parents_graph, NULL, &error) == GOBC_OK, "%s", error.message);
  for (int round = 0; round < 3; round++) {
    in_child("gobc_graph_new", child_graph_new, second);
    in_child("gobc_graph_info", child_graph_info, second);
    in_child("gobc_compute", child_compute, second);
    in_child("gobc_plan", child_plan, second);
    in_child("gobc_generate", child_generate, second);
    in_child("gobc_graph_free", child_graph_free, second);
    in_child("the texts", child_texts, second);
    in_child("a child of the child", child_that_forks, second);
    CHECK(compute(parents_graph, NULL, &error) == GOBC_OK, "the parent after forks: %s", error.message);
  }
  api.graph_free(parents_graph);
  return checks_end("fork");
}
