/* betweenness.c - the betweenness of the vertices of a small network. */
#include <gobc.h>
#include <inttypes.h>
#include <stdio.h>

int main(void) {
  const int64_t source[] = {1, 2, 3, 2, 4};
  const int64_t target[] = {2, 3, 4, 4, 5};
  gobc_graph *graph;
  gobc_error error;
  if (gobc_graph_from_arrays("int64", source, target, NULL, 5, NULL, NULL, &graph, &error) != GOBC_OK) {
    fprintf(stderr, "%s: %s\n", gobc_status_name(error.code), error.message);
    return 1;
  }

  gobc_options options;
  gobc_options_init(&options, sizeof options);
  options.normalized = 0;
  struct ArrowSchema schema;
  struct ArrowArray table;
  if (gobc_compute(graph, "betweenness", &options, NULL, &schema, &table, &error) != GOBC_OK) {
    fprintf(stderr, "%s: %s\n", gobc_status_name(error.code), error.message);
    gobc_graph_free(graph);
    return 1;
  }

  /* A struct array: a column of vertices, then one of float64 for each measure. Buffer 1 of a column has its values. */
  const struct ArrowArray *vertices = table.children[0], *scores = table.children[1];
  const int64_t *vertex = (const int64_t *)vertices->buffers[1] + vertices->offset;
  const double *score = (const double *)scores->buffers[1] + scores->offset;
  for (int64_t i = 0; i < table.length; i++) printf("%" PRId64 " %g\n", vertex[i], score[i]);

  table.release(&table);
  schema.release(&schema);
  gobc_graph_free(graph);
  return 0;
}
