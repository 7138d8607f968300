/*
 * limits.c - a host lives on where the library's runtime cannot work: loading it succeeds, every function answers with
 * GOBC_LIMITS and why, and once the limit is raised they work. Likewise where limits fall after it was loaded.
 *
 *   limits LIBRARY
 *
 * Each check runs in a child of its own, which opens the library by dlopen under its limits.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "producer.h"

enum { MEGABYTE = 1000000 };

static char path[4096];

static struct {
  int32_t (*ready)(gobc_error *);
  int32_t (*graph_new)(struct ArrowArrayStream *, struct ArrowArrayStream *, const gobc_graph_options *, gobc_control *,
                       gobc_graph **, gobc_error *);
  void (*graph_free)(gobc_graph *);
  int32_t (*graph_info)(const gobc_graph *, gobc_graph_stats *, gobc_error *);
  int32_t (*compute)(const gobc_graph *, const char *, const gobc_options *, gobc_control *, struct ArrowSchema *,
                     struct ArrowArray *, gobc_error *);
  int32_t (*plan)(const gobc_graph *, const char *, const gobc_options *, char **, gobc_error *);
  int32_t (*generate)(const char *, uint64_t, struct ArrowSchema *, struct ArrowArray *, gobc_error *);
  int32_t (*read)(const char *, const gobc_read_options *, gobc_control *, struct ArrowSchema *, struct ArrowArray *,
                  struct ArrowSchema *, struct ArrowArray *, gobc_error *);
  void (*options_init)(gobc_options *, uint64_t);
  const char *(*version)(void), *(*measures)(void), *(*devices)(void), *(*status_name)(int32_t);
} api;

static void *symbol(void *library, const char *name) {
  void *found = dlsym(library, name);
  if (found) return found;
  printf("FAILED: no symbol %s\n", name);
  exit(1);
}

#define BIND(name) *(void **)&api.name = symbol(library, "gobc_" #name)

static void load(void) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    printf("FAILED: %s\n", dlerror());
    exit(1);
  }
  BIND(ready), BIND(graph_new), BIND(graph_free), BIND(graph_info), BIND(compute), BIND(plan), BIND(generate);
  BIND(read), BIND(version), BIND(measures), BIND(devices), BIND(status_name), BIND(options_init);
}

static void limit(int resource, rlim_t most) {
  struct rlimit now;
  getrlimit(resource, &now);
  now.rlim_cur = most;
  CHECK(setrlimit(resource, &now) == 0, "the limit cannot be set");
}

/* What of a limit is in use, by the field of /proc/self/statm that counts it. */
static rlim_t in_use(int resource) {
  long size, data;
  FILE *file = fopen("/proc/self/statm", "r");
  int read = fscanf(file, "%ld %*d %*d %*d %*d %ld", &size, &data);
  fclose(file);
  CHECK(read == 2, "no statm");
  return (rlim_t)(resource == RLIMIT_AS ? size : data) * (rlim_t)sysconf(_SC_PAGESIZE);
}

static int32_t build_of(source *s, gobc_graph **graph, gobc_error *error) {
  int32_t status = api.graph_new(&s->stream, NULL, NULL, NULL, graph, error);
  CHECK(source_verdict(s) == NULL, "%s", source_verdict(s));
  source_end(s);
  return status;
}

static int32_t build(gobc_graph **graph, int64_t vertices, gobc_error *error) {
  source s;
  source_init(&s, (kind){0, 'l'});
  if (vertices) source_random(&s, vertices, 8 * vertices);
  else source_path(&s, 0, 5);
  return build_of(&s, graph, error);
}

static void works(void) {
  gobc_error error;
  gobc_graph *graph = NULL;
  struct ArrowSchema schema;
  struct ArrowArray array;
  CHECK(api.ready(&error) == GOBC_OK, "%s", error.message);
  CHECK(build(&graph, 0, &error) == GOBC_OK, "%s", error.message);
  CHECK(api.compute(graph, "stress", NULL, NULL, &schema, &array, &error) == GOBC_OK, "%s", error.message);
  if (error.code) return;
  CHECK(((const double *)array.children[1]->buffers[1])[1] == 4, "%g",
        ((const double *)array.children[1]->buffers[1])[1]);
  array.release(&array), schema.release(&schema);
  api.graph_free(graph);
  CHECK(*api.version() && strlen(api.measures()) > 2 && strlen(api.devices()) > 2, "no texts");
}

#define REFUSED(call)                                                                                                  \
  do {                                                                                                                 \
    memset(&error, 0, sizeof error);                                                                                   \
    int32_t status_ = (call);                                                                                          \
    CHECK(status_ == GOBC_LIMITS && error.code == GOBC_LIMITS, "status %d: %s", status_, error.message);               \
    CHECK(strstr(error.message, why) && strlen(error.message) < 500, "it says: %s", error.message);                    \
  } while (0)

static void refuses(const char *why) {
  gobc_error error;
  gobc_graph *graph = NULL;
  struct ArrowSchema schema;
  struct ArrowArray array;
  gobc_graph_stats stats = {.struct_size = sizeof stats};
  char *text;
  REFUSED(api.ready(&error));
  REFUSED(build(&graph, 0, &error));
  CHECK(!graph, "a graph");
  REFUSED(api.graph_info(NULL, &stats, &error));
  REFUSED(api.compute(NULL, "stress", NULL, NULL, &schema, &array, &error));
  CHECK(!array.release, "a result");
  REFUSED(api.plan(NULL, "stress", NULL, &text, &error));
  REFUSED(api.generate("grid:rows=3,cols=3", 1, &schema, &array, &error));
  REFUSED(api.read("/dev/null", NULL, NULL, &schema, &array, NULL, NULL, &error));
  CHECK(api.ready(NULL) == GOBC_LIMITS, "status %d without an error block", api.ready(NULL));
  api.graph_free(NULL);
  CHECK(!*api.version() && !strcmp(api.measures(), "[]") && !strcmp(api.devices(), "[]"), "texts");
  CHECK(!strcmp(api.status_name(GOBC_LIMITS), "GOBC_LIMITS"), "%s", api.status_name(GOBC_LIMITS));
}

/* ---- before loading ---- */

static void check_limit(int resource, rlim_t most, const char *why) {
  limit(resource, most);
  load();
  refuses(why);
  limit(resource, RLIM_INFINITY);
  works();
}

static void no_limits(void) { load(), works(); }
static void little_address_space(void) { check_limit(RLIMIT_AS, 500 * MEGABYTE, "ulimit -v"); }
static void less_address_space(void) { check_limit(RLIMIT_AS, 2400ll * MEGABYTE, "ulimit -v"); }
static void little_data(void) { check_limit(RLIMIT_DATA, 100 * MEGABYTE, "ulimit -d"); }

static void enough(void) {
  limit(RLIMIT_AS, 4000ll * MEGABYTE), limit(RLIMIT_DATA, 1000 * MEGABYTE);
  load(), works();
}

/* The library's own data are 34 MB. */
static void just_enough(void) {
  limit(RLIMIT_DATA, in_use(RLIMIT_DATA) + 240 * MEGABYTE);
  load(), works();
}

/* Root is exempt from limits of threads: another user opens what root has opened. */
static void become_a_user(void) {
  if (getuid()) return;
  snprintf(path, sizeof path, "/proc/self/fd/%d", open(path, O_RDONLY));
  CHECK(!setgroups(0, NULL) && !setgid(54321) && !setuid(54321) && !prctl(PR_SET_DUMPABLE, 1), "still root");
}

static void few_threads(rlim_t most) {
  become_a_user();
  struct rlimit before;
  getrlimit(RLIMIT_NPROC, &before);
  limit(RLIMIT_NPROC, most);
  load();
  refuses("ulimit -u");
  setrlimit(RLIMIT_NPROC, &before);
  works();
}

/* Opens files until so many descriptors are left, and returns how many it opened. */
static int leave_descriptors(int left, int opened[256]) {
  struct rlimit both = {256, 256}; /* Go raises the first to the second when it starts */
  CHECK(!setrlimit(RLIMIT_NOFILE, &both), "the limit cannot be set");
  int count = 0;
  while ((opened[count] = open("/dev/null", O_RDONLY)) >= 0) count++;
  CHECK(errno == EMFILE && count >= left, "%d descriptors were free: %s", count, strerror(errno));
  for (int i = 0; i < left; i++) close(opened[--count]);
  return count;
}

/* Go's runtime opens files for a moment while it starts: waits until as many are open for a while. */
static void settle(void) {
  for (int same = 0, before = -1; same < 10; usleep(5000)) {
    int now = 0;
    for (int file = 0; file < 256; file++) now += fcntl(file, F_GETFD) >= 0;
    same = now == before ? same + 1 : 0;
    before = now;
  }
}

/* With any number of descriptors the host lives, and with more the same process works. */
static void few_descriptors(int left, int loaded_first) {
  int opened[256], count = 0;
  if (loaded_first) load(), settle();
  count = leave_descriptors(left, opened);
  if (!loaded_first) {
    for (int i = 0; i < 2; i++) close(opened[--count]); /* loading opens the file itself, and Go may keep one */
    load(), settle();
  }
  gobc_error error;
  if (api.ready(&error) == GOBC_OK) {
    CHECK(left >= 2, "with %d descriptors", left);
    works();
  } else {
    CHECK(left <= 4, "refused with %d descriptors: %s", left, error.message);
    refuses("ulimit -n");
    for (int i = 0; i < 6; i++) close(opened[--count]);
    works();
  }
  while ((opened[count] = open("/dev/null", O_RDONLY)) >= 0) count++; /* none is left: the poller is there */
  works();
}

/* ---- after loading ---- */

static int32_t call(const gobc_graph *graph, int threads, gobc_error *error) {
  struct ArrowSchema schema;
  struct ArrowArray array;
  gobc_options options;
  api.options_init(&options, sizeof options);
  options.threads = threads;
  int32_t status = api.compute(graph, "betweenness,closeness", &options, NULL, &schema, &array, error);
  if (status == GOBC_OK) array.release(&array), schema.release(&schema);
  return status;
}

static int32_t generate(gobc_error *error) {
  struct ArrowSchema schema;
  struct ArrowArray array;
  int32_t status = api.generate("barabasi_albert:n=30000,m=5", 1, &schema, &array, error);
  if (status == GOBC_OK) array.release(&array), schema.release(&schema);
  return status;
}

static int refused(int32_t status) { return status == GOBC_LIMITS || status == GOBC_MEMORY; }

/* Lives with any room that is left, and works when the limit is gone. */
static void memory_falls(int resource, rlim_t spare, int threads) {
  gobc_error error;
  gobc_graph *graph, *other = NULL;
  load();
  CHECK(build(&graph, 1000, &error) == GOBC_OK, "%s", error.message);
  source s; /* made before: this program ends where it gets no memory */
  source_init(&s, (kind){0, 'l'});
  source_random(&s, 20000, 160000);
  limit(resource, in_use(resource) + spare);
  int32_t status = build_of(&s, &other, &error);
  CHECK(status == GOBC_OK || refused(status), "status %d: %s", status, error.message);
  api.graph_free(other);
  for (int i = 0; i < 3; i++) {
    status = call(graph, threads, &error);
    CHECK(spare ? status == GOBC_OK || refused(status) : status == GOBC_LIMITS, "status %d: %s", status, error.message);
    status = generate(&error);
    CHECK(status == GOBC_OK || refused(status), "status %d: %s", status, error.message);
  }
  limit(resource, RLIM_INFINITY);
  CHECK(call(graph, threads, &error) == GOBC_OK, "%s", error.message);
  api.graph_free(graph);
}

static void threads_fall(int used_first) {
  gobc_error error;
  gobc_graph *graph;
  struct rlimit before;
  become_a_user();
  load();
  CHECK(build(&graph, 2000, &error) == GOBC_OK, "%s", error.message);
  if (used_first) CHECK(call(graph, used_first, &error) == GOBC_OK, "%s", error.message);
  getrlimit(RLIMIT_NPROC, &before);
  limit(RLIMIT_NPROC, 1);
  int32_t status = call(graph, 100, &error);
  CHECK(status == GOBC_LIMITS && strstr(error.message, "ulimit -u"), "status %d: %s", status, error.message);
  for (int i = 0; i < 20; i++) {
    status = call(graph, 1 + i % 3, &error);
    CHECK(status == GOBC_OK || status == GOBC_LIMITS, "status %d: %s", status, error.message);
  }
  setrlimit(RLIMIT_NPROC, &before);
  CHECK(call(graph, 100, &error) == GOBC_OK, "%s", error.message);
  api.graph_free(graph);
}

/* ---- variables, which count as the process began with them ---- */

static const char *program;

static void begin_with(const char *variable, const char *expected) {
  execve(program, (char *[]){(char *)program, path, (char *)expected, (char *)variable, NULL},
         (char *[]){(char *)variable, NULL});
  CHECK(0, "%s was not started", program);
}

#define IN_CHILD(...)                                                                                                  \
  do {                                                                                                                 \
    fflush(stdout);                                                                                                    \
    pid_t child_ = fork();                                                                                             \
    if (!child_) {                                                                                                     \
      checks_failed = 0;                                                                                               \
      __VA_ARGS__;                                                                                                     \
      fflush(stdout);                                                                                                  \
      _exit(checks_failed != 0 || !checks_passed);                                                                     \
    }                                                                                                                  \
    int status_;                                                                                                       \
    waitpid(child_, &status_, 0);                                                                                      \
    CHECK(WIFEXITED(status_) && !WEXITSTATUS(status_), "%s: wait status %x", #__VA_ARGS__, status_);                   \
  } while (0)

int main(int argc, char **argv) {
  if (argc < 2) return 2;
  program = argv[0];
  snprintf(path, sizeof path, "%s", argv[1]);
  if (argc == 4) { /* in a process that began with the variable argv[3] */
    char name[32] = "";
    sscanf(argv[3], "%31[^=]", name);
    load();
    if (!strcmp(argv[2], "refuses")) refuses(name), unsetenv(name);
    works();
    return checks_end("limits");
  }
  static const char *const bad[] = {"GOMEMLIMIT=garbage",
                                    "GOMEMLIMIT=4GB",
                                    "GOMEMLIMIT=-1",
                                    "GOMEMLIMIT=8388608TiB",
                                    "GOMEMLIMIT=B",
                                    "GOMEMLIMIT=99999999999999999999999999999999999999999",
                                    "GOMAXPROCS=100000",
                                    "GOMAXPROCS=+99999999999999999999999",
                                    "GODEBUG=fips140=on,fips140=yes"};
  static const char *const good[] = {"GOMEMLIMIT=off",
                                     "GOMEMLIMIT=",
                                     "GOMEMLIMIT=8388607TiB",
                                     "GOMEMLIMIT=4GiB",
                                     "GOMEMLIMIT=1000000B",
                                     "GOMEMLIMIT=9223372036854775807",
                                     "GOMAXPROCS=garbage",
                                     "GOMAXPROCS=3",
                                     "GOGC=garbage",
                                     "GODEBUG=garbage,,=1",
                                     "GODEBUG=fips140=yes,fips140=only,gctrace=0"};
  IN_CHILD(no_limits());
  IN_CHILD(little_address_space());
  IN_CHILD(less_address_space());
  IN_CHILD(little_data());
  IN_CHILD(enough());
  IN_CHILD(just_enough());
  IN_CHILD(few_threads(1)); /* the runtime's first thread cannot start */
  IN_CHILD(few_threads(4)); /* one of those that it starts later */
  for (int left = 0; left <= 20; left++) {
    int failed = checks_failed;
    IN_CHILD(few_descriptors(left, 0));
    IN_CHILD(few_descriptors(left, 1));
    if (checks_failed > failed) printf("... with %d descriptors\n", left);
  }
  for (int spare = 0; spare <= 160; spare += 16) {
    int failed = checks_failed;
    IN_CHILD(memory_falls(RLIMIT_DATA, (rlim_t)spare * MEGABYTE, 1 + spare / 16 % 3));
    IN_CHILD(memory_falls(RLIMIT_AS, (rlim_t)spare * MEGABYTE, 1 + spare / 16 % 3));
    if (checks_failed > failed) printf("... with %d MB to spare\n", spare);
  }
  IN_CHILD(threads_fall(0));
  IN_CHILD(threads_fall(2));
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) IN_CHILD(begin_with(bad[i], "refuses"));
  for (size_t i = 0; i < sizeof good / sizeof *good; i++) IN_CHILD(begin_with(good[i], "works"));
  return checks_end("limits");
}
