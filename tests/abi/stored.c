/*
 * stored.c - forged stored files, whose checksum is right and one of whose sizes is 2^40, are errors of the kind GOBC_FILE, from
 * a path and from memory: see tests/stored.
 *
 *   stored FILE...
 */
#include <stdlib.h>

#include "check.h"
#include "gobc.h"

static void check(int32_t status, const gobc_error *error, const void *made, const char *path) {
  CHECK(status == GOBC_FILE && !made, "%s: status %d: %s", path, status, error->message);
  CHECK(!strstr(error->message, "panic"), "%s: %s", path, error->message);
}

int main(int argc, char **argv) {
  gobc_error error;
  for (int i = 1; i < argc; i++) {
    static char data[1 << 16];
    FILE *file = fopen(argv[i], "rb");
    int64_t size = file ? (int64_t)fread(data, 1, sizeof data, file) : 0;
    CHECK(size > 500, "%s has %lld bytes", argv[i], (long long)size);
    if (file) fclose(file);
    gobc_graph *graph = NULL;
    gobc_partial *partial = NULL;
    check(gobc_graph_load(argv[i], NULL, 0, NULL, NULL, &graph, &error), &error, graph, argv[i]);
    check(gobc_graph_load(NULL, data, size, NULL, NULL, &graph, &error), &error, graph, argv[i]);
    check(gobc_partial_load(argv[i], NULL, 0, &partial, &error), &error, partial, argv[i]);
    check(gobc_partial_load(NULL, data, size, &partial, &error), &error, partial, argv[i]);
  }
  CHECK(argc > 8, "%d files", argc - 1);
  return checks_end("stored");
}
