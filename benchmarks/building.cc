// Builds a graph with the builder of the GAP Benchmark Suite (Beamer et al. 2015): building EDGES directed weighted.
// EDGES has the number of edges, the sources and the targets, 8 bytes each. It draws weights itself, of 32 bits. It prints
// the seconds of processors that building takes, and the arcs. Compile with -I GAPBS/src.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

#include "benchmark.h"
#include "builder.h"
#include "command_line.h"

static std::vector<int64_t> column(FILE *file, int64_t rows) {
  std::vector<int64_t> values(rows);
  if (fread(values.data(), sizeof(int64_t), rows, file) != size_t(rows)) { exit(1); }
  return values;
}

template <typename End, typename Weight>
static void measure(FILE *file, int64_t rows, bool directed) {
  pvector<EdgePair<int32_t, End>> edges(rows);
  {
    auto sources = column(file, rows), targets = column(file, rows);
    for (int64_t i = 0; i < rows; i++) {
      edges[i] = EdgePair<int32_t, End>(int32_t(sources[i]), End(int32_t(targets[i])));
    }
  }
  const char *words[] = {"building", "-g", "1", "-s", nullptr};
  CLApp line(directed ? 3 : 4, const_cast<char **>(words), "");
  line.ParseArgs();
  BuilderBase<int32_t, End, Weight> builder(line);
  clock_t began = clock();
  auto listed = builder.MakeGraphFromEL(edges);
  auto graph = builder.SquishGraph(listed);
  fprintf(stderr, "[%.6f, %lld]\n", double(clock() - began) / CLOCKS_PER_SEC, (long long)graph.num_edges_directed());
}

int main(int words, char **word) {
  FILE *file = words > 3 ? fopen(word[1], "rb") : nullptr;
  int64_t rows = 0;
  if (!file || fread(&rows, sizeof rows, 1, file) != 1) { return 1; }
  if (atoi(word[3])) {
    measure<NodeWeight<int32_t, int32_t>, int32_t>(file, rows, atoi(word[2]));
  } else {
    measure<int32_t, int32_t>(file, rows, atoi(word[2]));
  }
  return 0;
}
