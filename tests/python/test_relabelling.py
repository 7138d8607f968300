"""Scores belong to the graph: other names of the vertices and another order of the rows change nothing but rounding.

GOBC_RANDOM_GRAPHS sets the number of other orders, a third of it (300).
"""

import os

import numpy
import pytest

import gobc

FAMILIES = {  # specs and largest weights: many shortest paths to most vertices, or few
    "grid": ("grid:rows=9,cols=11", 2),
    "erdos_renyi": ("erdos_renyi:n=120,m=300", 9),
    "barabasi_albert": ("barabasi_albert:n=100,m=3", 4),
    "road_like": ("road_like:n=150", 1000),
    "no weights": ("small_world:n=100,k=6,p=0.1", None),
}
ROUNDS = -(-int(os.environ.get("GOBC_RANDOM_GRAPHS", "300")) // 3)
EXACT = ["eccentricity", "closeness", "stress"]  # 1 / sum of d: closeness is equal if the distances are
ROUNDED = ["betweenness"]


class Network:
    """The rows of an edge table: a family's edges, some of them loops, parallel to others or backwards."""

    def __init__(self, family, seed, directed):
        spec, heaviest = FAMILIES[family]
        draw = numpy.random.default_rng(seed)
        table = gobc.generate(spec, seed)
        ends = numpy.stack([numpy.asarray(table[name], dtype=numpy.int64) for name in ("source", "target")])
        again = draw.choice(len(ends[0]), len(ends[0]) // 10)
        loops = draw.integers(0, ends.max() + 1, 3)
        ends = numpy.hstack([ends, ends[:, again], ends[::-1, again], [loops, loops]])
        self.n, self.directed = int(ends.max()) + 3, directed  # the last two are isolated
        self.ends, self.weights = ends, None
        if heaviest:
            self.weights = draw.integers(1, heaviest + 1, len(ends[0]))

    def graph(self, names, rows, turned):
        """Vertex v is called names[v], and row i is row rows[i] of this, backwards if turned[i]."""
        ends = names[self.ends[:, rows]]
        ends = numpy.where(turned, ends[::-1], ends)
        weights = {} if self.weights is None else {"weight": self.weights[rows]}
        return gobc.Graph((ends[0], ends[1]), directed=self.directed, nodes=self.n, **weights)

    def plain(self):
        rows = numpy.arange(len(self.ends[0]))
        return self.graph(numpy.arange(self.n), rows, numpy.zeros(len(rows), bool))

    def scores(self, graph, parallel, tuning=None):
        """Raw scores by vertex and by row."""
        both = graph.centralities([*EXACT, *ROUNDED, "edge_stress", "edge_betweenness"], preset="raw", threads=1,
                                  settings=gobc.Settings(parallel=parallel, tuning=tuning))
        return ({name: numpy.array(both[name]) for name in (*EXACT, *ROUNDED)},
                {name: numpy.array(both.edges[name]) for name in ("edge_stress", "edge_betweenness")})


def near(got, want):
    """Within 1e-13 of the largest."""
    return not numpy.any(~(abs(got - want) <= 1e-13 * want.max()))


@pytest.mark.parametrize("directed", [False, True], ids=["undirected", "directed"])
@pytest.mark.parametrize("family", FAMILIES)
def test_relabelling_permutes(family, directed):
    network = Network(family, 7, directed)
    wanted = {parallel: network.scores(network.plain(), parallel) for parallel in ("merge", "count")}
    assert 0 < wanted["count"][0]["stress"].max() < 2**53  # then it is exact
    draw = numpy.random.default_rng(1)
    for round in range(ROUNDS):
        names, rows = draw.permutation(network.n), draw.permutation(len(network.ends[0]))
        turned = draw.random(len(rows)) < (0 if directed else 0.5)
        parallel = ("merge", "count")[round % 2]
        one_by_one = "kernel=queue" if network.weights is None else "kernel=serial"
        tuning = one_by_one if round % 10 == 9 else "kernel=exponents" if round % 10 == 8 else None
        vertices, edges = network.scores(network.graph(names, rows, turned), parallel, tuning)
        by_vertex, by_row = wanted[parallel]
        for measure in EXACT:
            assert (vertices[measure][names] == by_vertex[measure]).all(), (round, measure)
        for measure in ROUNDED:
            assert near(vertices[measure][names], by_vertex[measure]), (round, measure)
        assert (edges["edge_stress"] == by_row["edge_stress"][rows]).all(), round
        assert near(edges["edge_betweenness"], by_row["edge_betweenness"][rows]), round


@pytest.mark.parametrize("directed", [False, True], ids=["undirected", "directed"])
@pytest.mark.parametrize("family", FAMILIES)
def test_edges_add_up_to_distances(family, directed):
    """A pair at a distance d gives its edges 1 in all at every point of the way: d, each times its length."""
    for seed in range(10):
        network = Network(family, seed, directed)
        lengths = 1 if network.weights is None else network.weights
        for parallel in ("merge", "count"):
            vertices, edges = network.scores(network.plain(), parallel)
            reached = vertices["closeness"] > 0
            distances = (1 / vertices["closeness"][reached]).sum()
            got = (lengths * edges["edge_betweenness"]).sum()
            assert distances > 0 and abs(got - distances) <= 1e-12 * distances, (seed, parallel, got, distances)
