/*
 * folder.c - a job in a folder: made, run by several processes of which some are killed, and merged. What is wrong in the
 * folder is named.
 *
 *   folder                 the tests
 *   folder worker FOLDER   computes shards until none is missing
 */
#include <dirent.h>
#include <math.h>
#include <signal.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "gobc.h"

extern char **environ;

enum { VERTICES = 400, EDGES = 3 * VERTICES, SHARDS = 24, PATH = 512 };

static gobc_error error;

#define WORKS(call)                                                                                                    \
  do {                                                                                                                 \
    int32_t status_ = (call);                                                                                          \
    CHECK(status_ == GOBC_OK, "%s: %s", gobc_status_name(status_), error.message);                                     \
  } while (0)

/* Of a call that must fail, with a text in its message. */
#define FAILS(status, text, call)                                                                                      \
  do {                                                                                                                 \
    int32_t status_ = (call);                                                                                          \
    CHECK(status_ == (status) && strstr(error.message, text), "%s: %s", gobc_status_name(status_), error.message);     \
  } while (0)

static gobc_graph *make_graph(int64_t edges) {
  static int64_t from[EDGES], to[EDGES];
  static double weight[EDGES];
  for (int64_t i = 0; i < edges; i++) {
    from[i] = i % VERTICES;
    to[i] = i < VERTICES ? (i + 1) % VERTICES : (i * 7919 + 13) % VERTICES;
    weight[i] = (double)(1 + i % 5) / 4;
  }
  gobc_graph *graph = NULL;
  WORKS(gobc_graph_from_arrays("int64", from, to, weight, edges, NULL, NULL, &graph, &error));
  return graph;
}

static gobc_job *make_job(const gobc_graph *graph, const char *measures, int64_t shards) {
  gobc_options options;
  gobc_options_init(&options, sizeof options);
  options.cutoff = 1e6;
  gobc_job *job = NULL;
  WORKS(gobc_job_new(graph, measures, &options, shards, NULL, &job, &error));
  return job;
}

/* ---- files ---- */

static const char *in(const char *folder, const char *name) {
  static char path[2 * PATH];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  return path;
}

static void write_file(const char *path, const char *data, size_t size) {
  FILE *file = fopen(path, "wb");
  CHECK(file && fwrite(data, 1, size, file) == size, "%s cannot be written", path);
  if (file) fclose(file);
}

static size_t read_file(const char *path, char *data, size_t room) {
  FILE *file = fopen(path, "rb");
  CHECK(file != NULL, "%s cannot be read", path);
  size_t size = file ? fread(data, 1, room - 1, file) : 0;
  if (file) fclose(file);
  data[size] = 0;
  return size;
}

static int count(const char *folder, const char *begin) {
  DIR *opened = opendir(folder);
  int found = 0;
  for (struct dirent *entry; opened && (entry = readdir(opened));)
    found += !strncmp(entry->d_name, begin, strlen(begin));
  if (opened) closedir(opened);
  return found;
}

static void remove_folder(const char *folder) {
  DIR *opened = opendir(folder);
  for (struct dirent *entry; opened && (entry = readdir(opened));) unlink(in(folder, entry->d_name));
  if (opened) closedir(opened);
  rmdir(folder);
}

/* What gobc_job_folder says of a key, as it is written. */
static const char *says(const char *folder, const char *key) {
  static char value[PATH];
  char *json = NULL, name[64];
  WORKS(gobc_job_folder(folder, &json, &error));
  snprintf(name, sizeof name, "\"%s\":", key);
  const char *at = json ? strstr(json, name) : NULL;
  value[0] = 0;
  if (at) {
    at += strlen(name);
    size_t length = *at == '"' ? strcspn(at + 1, "\"") + 2 : strcspn(at, ",}");
    snprintf(value, sizeof value, "%.*s", (int)length, at);
  }
  gobc_text_free(json);
  return value;
}

/* ---- processes ---- */

static int work(const char *folder) {
  gobc_graph *graph = NULL;
  gobc_job *job = NULL;
  WORKS(gobc_job_load(folder, NULL, NULL, &graph, &job, &error));
  printf("\n"); /* the parent waits for it */
  fflush(stdout);
  gobc_options options;
  gobc_options_init(&options, sizeof options);
  options.threads = 1;
  for (int64_t shard = 0; shard >= 0 && !checks_failed;)
    WORKS(gobc_job_run_into(job, folder, -1, &options, NULL, &shard, NULL, &error));
  gobc_job_free(job);
  gobc_graph_free(graph);
  return checks_failed != 0;
}

/* Starts a worker, and returns once it has read the job. */
static pid_t start(const char *program, const char *folder) {
  int ends[2];
  pid_t worker = 0;
  CHECK(!pipe(ends), "no pipe");
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
  char *arguments[] = {(char *)program, (char *)"worker", (char *)folder, NULL};
  int failed = posix_spawn(&worker, program, &actions, NULL, arguments, environ);
  CHECK(!failed, "%s cannot be started: %s", program, strerror(failed));
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  char ready;
  CHECK(read(ends[0], &ready, 1) == 1, "the worker ended at once");
  close(ends[0]);
  return worker;
}

/* ---- the tests ---- */

static void check_result(const gobc_graph *graph, const gobc_job *job, const char *folder) {
  gobc_options options;
  gobc_options_init(&options, sizeof options);
  options.cutoff = 1e6;
  struct ArrowSchema schema, found_schema;
  struct ArrowArray want, found;
  gobc_partial *partial = NULL;
  WORKS(gobc_compute(graph, "betweenness,closeness", &options, NULL, &schema, &want, &error));
  WORKS(gobc_job_merge(folder, NULL, &partial, &error));
  WORKS(gobc_job_result(job, partial, 0, NULL, NULL, NULL, &found_schema, &found, &error));
  CHECK(want.length == VERTICES && found.length == VERTICES, "%lld rows", (long long)found.length);
  for (int64_t c = 1; !checks_failed && c <= 2; c++)
    CHECK(!memcmp(want.children[c]->buffers[1], found.children[c]->buffers[1], VERTICES * sizeof(double)),
          "column %lld has other bits", (long long)c);
  if (schema.release) schema.release(&schema), want.release(&want);
  if (found_schema.release) found_schema.release(&found_schema), found.release(&found);
  gobc_partial_free(partial);
}

static void test_save(const gobc_graph *graph, const gobc_job *job, const char *folder) {
  FAILS(GOBC_FILE, "gobc plan FILE -o", gobc_job_folder(folder, &(char *){NULL}, &error));
  WORKS(gobc_job_save(job, folder, "{\"nodes\":[]}", 0, &error));
  char text[64];
  read_file(in(folder, "labels.json"), text, sizeof text);
  CHECK(!strcmp(text, "{\"nodes\":[]}"), "labels are %s", text);
  CHECK(!strcmp(says(folder, "labels"), "\"labels.json\""), "labels are %s", says(folder, "labels"));
  CHECK(!strcmp(says(folder, "measures"), "\"betweenness,closeness\""), "measures are %s", says(folder, "measures"));
  CHECK(!strcmp(says(folder, "finished"), "\"\""), "finished: %s", says(folder, "finished"));
  CHECK(!strcmp(says(folder, "missing"), "\"0-23\""), "missing: %s", says(folder, "missing"));
  WORKS(gobc_job_save(job, folder, NULL, 1, &error));
  FAILS(GOBC_INVALID, "has this job already", gobc_job_save(job, folder, NULL, 0, &error));
  FAILS(GOBC_INVALID, "resume is 2", gobc_job_save(job, folder, NULL, 2, &error));
  gobc_job *other = make_job(graph, "betweenness", 3);
  int64_t shard = 7;
  FAILS(GOBC_DATA, "has another job: betweenness,closeness in 24", gobc_job_save(other, folder, NULL, 1, &error));
  FAILS(GOBC_DATA, "has another job", gobc_job_run_into(other, folder, 0, NULL, NULL, &shard, NULL, &error));
  CHECK(shard == -1, "shard %lld is said to be computed", (long long)shard);
  gobc_job_free(other);
}

static void test_run(const gobc_job *job, const char *folder) {
  gobc_partial *partial = NULL;
  int64_t shard = 0;
  FAILS(GOBC_FILE, "has no finished shard yet", gobc_job_merge(folder, NULL, &partial, &error));
  FAILS(GOBC_INVALID, "there is no shard 24", gobc_job_run_into(job, folder, SHARDS, NULL, NULL, &shard, NULL, &error));
  FAILS(GOBC_INVALID, "there is no shard -2", gobc_job_run_into(job, folder, -2, NULL, NULL, &shard, NULL, &error));
  WORKS(gobc_job_run_into(job, folder, 3, NULL, NULL, &shard, &partial, &error));
  CHECK(shard == 3 && partial, "shard %lld", (long long)shard);
  char *json = NULL;
  WORKS(gobc_partial_info(partial, &json, &error));
  CHECK(json && strstr(json, "\"held\":[3]"), "%s", json);
  gobc_text_free(json);
  gobc_partial_free(partial);
  CHECK(!strcmp(says(folder, "finished"), "\"3\""), "finished: %s", says(folder, "finished"));
  WORKS(gobc_job_run_into(job, folder, -1, NULL, NULL, &shard, NULL, &error));
  CHECK(shard == 0 && count(folder, "claim-00000") == 1, "shard %lld", (long long)shard);
  gobc_control control;
  gobc_control_init(&control, sizeof control);
  control.cancel = 1;
  FAILS(GOBC_CANCELLED, "", gobc_job_merge(folder, &control, &partial, &error));
}

/* Workers are killed, at once or amid their shards, and the last two finish. */
static void test_killed(const gobc_graph *graph, const gobc_job *job, const char *program, const char *folder) {
  for (int i = 0; i < 4; i++) {
    pid_t worker = start(program, folder);
    usleep((useconds_t)(i * 3000));
    kill(worker, SIGKILL);
    waitpid(worker, NULL, 0);
  }
  pid_t workers[] = {start(program, folder), start(program, folder)};
  for (int i = 0; i < 2; i++) {
    int status = 1;
    CHECK(waitpid(workers[i], &status, 0) == workers[i] && status == 0, "a worker ended with %d", status);
  }
  CHECK(!strcmp(says(folder, "missing"), "\"\""), "missing: %s", says(folder, "missing"));
  CHECK(count(folder, "shard-") == SHARDS, "%d shards", count(folder, "shard-"));
  int64_t shard = 0;
  WORKS(gobc_job_run_into(job, folder, -1, NULL, NULL, &shard, NULL, &error));
  CHECK(shard == -1, "shard %lld was missing", (long long)shard);
  check_result(graph, job, folder);
}

static void test_damaged(const gobc_job *job, const char *folder) {
  static char kept[1 << 20], changed[1 << 20];
  gobc_partial *partial = NULL;
  gobc_graph *graph = NULL;
  gobc_job *loaded = NULL;
  size_t size = read_file(in(folder, "shard-00005.gobc"), kept, sizeof kept);
  write_file(in(folder, "shard-00005.gobc"), kept, size - 1);
  FAILS(GOBC_FILE, "shard-00005.gobc", gobc_job_merge(folder, NULL, &partial, &error));
  CHECK(strstr(error.message, "remove it, and run shard 5 again"), "%s", error.message);
  write_file(in(folder, "shard-00006.gobc"), kept, size);
  unlink(in(folder, "shard-00005.gobc"));
  FAILS(GOBC_FILE, "shard-00006.gobc holds shards 5 of job", gobc_job_merge(folder, NULL, &partial, &error));
  CHECK(!partial, "a partial of damaged files");
  write_file(in(folder, "shard-00005.gobc"), kept, size);

  size = read_file(in(folder, "job.json"), kept, sizeof kept);
  memcpy(changed, kept, size);
  memcpy(strstr(changed, "\"fingerprint\":\"") + 15, "0000000000000000", 16);
  write_file(in(folder, "job.json"), changed, size);
  FAILS(GOBC_FILE, "is 0000000000000000, and", gobc_job_load(folder, NULL, NULL, &graph, &loaded, &error));
  write_file(in(folder, "job.json"), kept, size - 2);
  FAILS(GOBC_FILE, "job.json is not the file of a job", gobc_job_load(folder, NULL, NULL, &graph, &loaded, &error));
  int64_t shard = 0;
  FAILS(GOBC_FILE, "job.json", gobc_job_run_into(job, folder, -1, NULL, NULL, &shard, NULL, &error));
  CHECK(!graph && !loaded, "a job of a damaged folder");
  write_file(in(folder, "job.json"), kept, size);
}

static void test_text(const gobc_graph *graph, const gobc_job *job) {
  char *json = NULL, *again = NULL;
  gobc_job *made = NULL;
  WORKS(gobc_job_to_json(job, &json, &error));
  WORKS(gobc_job_from_json(graph, json, NULL, &made, &error));
  WORKS(gobc_job_to_json(made, &again, &error));
  CHECK(json && again && !strcmp(json, again), "%s\n%s", json, again);
  gobc_job_free(made);
  made = NULL;
  gobc_graph *other = make_graph(EDGES - 1);
  FAILS(GOBC_FILE, "the same graph", gobc_job_from_json(other, json, NULL, &made, &error));
  gobc_graph_free(other);
  FAILS(GOBC_FILE, "this is not a job", gobc_job_from_json(graph, json + 1, NULL, &made, &error));
  FAILS(GOBC_FILE, "this is not a job", gobc_job_from_json(graph, "", NULL, &made, &error));
  CHECK(!made, "a job of nothing");
  gobc_text_free(json);
  gobc_text_free(again);
}

static void test_misuse(const gobc_graph *graph, const gobc_job *job) {
  gobc_graph *a_graph = (gobc_graph *)graph;
  gobc_job *a_job = (gobc_job *)job;
  int64_t shard = 0;
  FAILS(GOBC_INVALID, "folder is NULL", gobc_job_save(job, NULL, NULL, 1, &error));
  FAILS(GOBC_INVALID, "folder is NULL", gobc_job_folder(NULL, &(char *){NULL}, &error));
  FAILS(GOBC_INVALID, "folder is NULL", gobc_job_load(NULL, NULL, NULL, &a_graph, &a_job, &error));
  CHECK(!a_graph && !a_job, "outs of a failed call");
  FAILS(GOBC_INVALID, "out_graph is NULL", gobc_job_load("x", NULL, NULL, NULL, &a_job, &error));
  FAILS(GOBC_INVALID, "out_job is NULL", gobc_job_load("x", NULL, NULL, &a_graph, NULL, &error));
  FAILS(GOBC_INVALID, "out_shard is NULL", gobc_job_run_into(job, "x", 0, NULL, NULL, NULL, NULL, &error));
  FAILS(GOBC_INVALID, "job is NULL", gobc_job_run_into(NULL, "x", 0, NULL, NULL, &shard, NULL, &error));
  FAILS(GOBC_INVALID, "out is NULL", gobc_job_merge("x", NULL, NULL, &error));
  FAILS(GOBC_FILE, "there is no job in /nowhere", gobc_job_load("/nowhere", NULL, NULL, &a_graph, &a_job, &error));
  FAILS(GOBC_FILE, "/dev/null", gobc_job_save(job, "/dev/null/x", NULL, 1, &error));
  FAILS(GOBC_FILE, "", gobc_job_save(job, "", NULL, 1, &error));
}

int main(int argc, char **argv) {
  if (argc == 3) return work(argv[2]);
  char folder[PATH], place[] = "/tmp/gobc-folder-XXXXXX";
  CHECK(mkdtemp(place) != NULL, "no folder");
  snprintf(folder, sizeof folder, "%s/run", place);
  gobc_graph *graph = make_graph(EDGES), *read_graph = NULL;
  gobc_job *made = make_job(graph, "betweenness,closeness", SHARDS), *job = NULL;
  test_misuse(graph, made);
  test_text(graph, made);
  test_save(graph, made, folder);
  WORKS(gobc_job_load(folder, NULL, NULL, &read_graph, &job, &error));
  if (job) {
    test_run(job, folder);
    test_killed(graph, job, argv[0], folder);
    test_damaged(job, folder);
    gobc_job_free(job);
    gobc_graph_free(read_graph);
  }
  gobc_job_free(made);
  gobc_graph_free(graph);
  remove_folder(folder);
  rmdir(place);
  return checks_end("folder");
}
