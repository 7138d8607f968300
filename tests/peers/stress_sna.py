"""Compares stress with stresscent of R's sna on random graphs: a check to run by hand, as few libraries have the measure.

    python tests/peers/stress_sna.py [--graphs 200] [--first 0]

Needs Rscript and sna (apt-get install r-base-core r-cran-sna). Without them it says so and ends with exit code 77;
with 1 if a value differs, after the graphs that differ. Counts are whole numbers and compared by ==.

What sna 2.7.1 means:
- gmode="digraph" (the default): a sum over ordered pairs, as in every preset of gobc if directed.
- gmode="graph": directions are dropped (symmetrize, rule "weak"), the sum is halved: preset networkx or igraph.
- A path does not count at its two ends: endpoints=False. Loops never count, isolated vertices have 0.
- Rows of an edge list that repeat an arc are paths of their own if gmode="digraph", parallel="count"; symmetrize
  merges them: parallel="merge".
- The third column of an edge list is ignored unless ignore.eval=FALSE: then it is the length. That is not asked, as sna
  gets it wrong: of the arcs 1-4 of length 1, 1-2 and 1-5 of 3, 2-6 of 1, 4-7, 7-6 and 5-3 of 2 the one shortest path
  1-2-6 gives vertex 2 a stress of 1; sna says 2, and its geodist(..., predecessors=TRUE) ends R with a segmentation fault.
"""

from __future__ import annotations

import argparse
import random
import shutil
import subprocess
import sys

import gobc
from peer_graphs import Case

LEFT_OUT = 77

# Reads for every graph n, m and whether it is directed, then m rows of vertices from 1; writes a line of values for each.
PROGRAM = """
suppressPackageStartupMessages(library(sna))
input <- scan(file("stdin"), quiet = TRUE)
at <- 1
while (at < length(input)) {
  n <- input[at]
  m <- input[at + 1]
  edges <- cbind(matrix(input[at + 2 + seq_len(2 * m)], ncol = 2, byrow = TRUE), rep(1, m))
  attr(edges, "n") <- n
  scores <- stresscent(edges, gmode = if (input[at + 2]) "digraph" else "graph")
  at <- at + 3 + 2 * m
  cat(sprintf("%.17g", scores), "\\n")
}
"""


def missing() -> str | None:
    """What keeps the comparison from being made."""
    if not shutil.which("Rscript"):
        return "there is no Rscript"
    if subprocess.run(["Rscript", "-e", "library(sna)"], capture_output=True).returncode:
        return "R has no package sna"
    return None


def drawn(seed: int) -> Case:
    """A graph of at most 14 vertices, some of them isolated, with loops, parallel edges and, mostly, many paths."""
    draw = random.Random(seed)
    n = draw.randint(1, 14)
    linked = draw.randint(max(1, n - 3), n)
    edges = [(draw.randrange(linked), draw.randrange(linked)) for _ in range(draw.randint(0, 3 * linked))]
    edges += [edge[::-1] for edge in edges if draw.random() < 0.1] + [edge for edge in edges if draw.random() < 0.1]
    return Case(n, tuple(edges), draw.random() < 0.5)


def theirs(graphs: list[Case]) -> list[list[float]]:
    lines = []
    for case in graphs:
        lines.append(f"{case.n} {len(case.edges)} {int(case.directed)}")
        lines += [f"{u + 1} {v + 1}" for u, v in case.edges]
    done = subprocess.run(["Rscript", "-e", PROGRAM], input="\n".join(lines), capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"R failed:\n{done.stderr}")
    return [[float(value) for value in line.split()] for line in done.stdout.splitlines()]


def ours(case: Case) -> list[float]:
    result = case.gobc().stress(preset="igraph", settings=gobc.Settings(parallel="count" if case.directed else "merge"))
    return [float(value) for value in result["stress"]]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--graphs", type=int, default=200)
    parser.add_argument("--first", type=int, default=0, help="seed of the first graph (0)")
    options = parser.parse_args()
    lacks = missing()
    if lacks:
        print(f"LEFT OUT, nothing was compared: {lacks}. On Debian: apt-get install r-base-core r-cran-sna", file=sys.stderr)
        return LEFT_OUT
    graphs = [drawn(seed) for seed in range(options.first, options.first + options.graphs)]
    expected = theirs(graphs)
    if len(expected) != len(graphs):
        sys.exit(f"R answered for {len(expected)} of {len(graphs)} graphs")
    wrong = 0
    for case, want in zip(graphs, expected):
        got = ours(case)
        if got != want:
            wrong += 1
            print(f"{case}\n  gobc {got}\n  sna  {want}")
    values = [value for want in expected for value in want]
    print(f"{len(graphs)} graphs, {sum(case.directed for case in graphs)} directed; {len(values)} values, "
          f"{sum(value > 0 for value in values)} over 0, the largest {max(values):g}: {wrong} graphs differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
