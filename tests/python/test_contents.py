"""What a graph says of itself, against NetworkX, igraph and scipy: nodes, edges, degrees, neighbors, components, subgraphs."""

from __future__ import annotations

import collections
import functools
import itertools
import math
import pickle
import random
import sys

import igraph
import networkx
import numpy
import pandas
import polars
import pyarrow
import pytest

import gobc

KINDS = list(itertools.product(["int", "text", "object"], [False, True], [False, True], [False, True]))


def label(kind: str, number: int) -> object:
    return {"int": 7 * number - 20, "text": f"n{number}", "object": (number, "x")}[kind]


def random_graph(seed: int, kind: str, directed: bool, multiple: bool, weighted: bool):
    """A NetworkX graph with self-loops, isolated nodes, and parallel edges if asked."""
    draw = random.Random(f"{seed} {kind} {directed} {multiple} {weighted}")
    made = {(False, False): networkx.Graph, (True, False): networkx.DiGraph,
            (False, True): networkx.MultiGraph, (True, True): networkx.MultiDiGraph}[directed, multiple]()
    count = draw.randint(1, 14)
    nodes = [label(kind, number) for number in range(count)]
    draw.shuffle(nodes)
    made.add_nodes_from(nodes)
    for _ in range(draw.randint(0, 2 * count)):
        ends = draw.choice(nodes), draw.choice(nodes)
        made.add_edge(*ends, **({"length": draw.choice([0.5, 1.25, 3, 7])} if weighted else {}))
    return made, gobc.Graph(made, weight="length" if weighted else None)


@functools.cache
def random_graphs():
    """Which no test changes."""
    return [random_graph(seed, *kind) for seed in range(4) for kind in KINDS]


def edges_of(graph, weighted: bool):
    """A multiset of edges, undirected ones by a set of their ends."""
    ends = tuple if graph.is_directed() else frozenset
    return collections.Counter((ends((u, v)), length) for u, v, length in graph.edges(data="length", default=1.0))


def test_nodes_and_edges_are_those_of_the_input_in_their_order():
    for theirs, ours in random_graphs():
        assert list(ours.nodes) == list(ours) == list(theirs) and len(ours.nodes) == len(ours) == len(theirs)
        assert all(node in ours and node in ours.nodes for node in theirs)
        rows = [(u, v, length) for u, v, length in theirs.edges(data="length")] if ours.weighted else list(theirs.edges())
        if theirs.is_multigraph() and not ours.weighted:
            rows = [(u, v) for u, v, _ in theirs.edges(keys=True)]
        assert list(ours.edges) == rows and len(ours.edges) == ours.num_edges == theirs.number_of_edges()


def test_degrees_equal_those_of_networkx():
    for theirs, ours in random_graphs():
        kinds = {"all": theirs.degree, "in": getattr(theirs, "in_degree", theirs.degree),
                 "out": getattr(theirs, "out_degree", theirs.degree)}
        for direction, degree in kinds.items():
            assert ours.degree(direction=direction, parallel="count").to_dict() == dict(degree())
            simple = networkx.DiGraph(theirs) if theirs.is_directed() else networkx.Graph(theirs)
            merged = {"all": simple.degree, "in": getattr(simple, "in_degree", simple.degree),
                      "out": getattr(simple, "out_degree", simple.degree)}[direction]
            for found in (ours.degree(direction=direction), ours.degree(direction=direction, parallel="merge")):
                assert found.to_dict() == dict(merged()) and "degree" in found.measures[0]
            if ours.weighted:
                assert ours.degree(direction=direction, weighted=True).to_dict() == pytest.approx(dict(degree(weight="length")))
        some = list(theirs)[::-2]
        assert ours.degree(some, parallel="count").to_dict() == {node: theirs.degree(node) for node in some}
        assert list(ours.degree(some)["node"]) == some


@pytest.mark.parametrize("directed", [False, True])
def test_repeated_self_loops_are_merged(directed):
    """Counted each, unless another pair was parallel."""
    for seed in range(40):
        draw = random.Random(seed)
        edges = [(node, node if draw.random() < 0.5 else draw.randrange(4)) for node in (draw.randrange(4) for _ in range(7))]
        theirs = (networkx.DiGraph if directed else networkx.Graph)(edges)
        ours = gobc.Graph(edges, directed=directed)
        assert ours.degree().to_dict() == dict(theirs.degree())
        if directed:
            assert ours.degree(direction="in").to_dict() == dict(theirs.in_degree())
    assert gobc.Graph([(0, 0), (0, 0), (0, 1)]).degree().to_dict() == {0: 3, 1: 1}
    assert gobc.Graph([(0, 0), (0, 0), (0, 1)]).degree(parallel="count").to_dict() == {0: 5, 1: 1}


def test_neighbors_equal_those_of_networkx_in_the_order_of_the_nodes():
    for theirs, ours in random_graphs():
        order = {node: at for at, node in enumerate(theirs)}
        for node in theirs:
            out = set(theirs.neighbors(node))
            into = set(theirs.predecessors(node)) if theirs.is_directed() else out
            for direction, wanted in (("out", out), ("in", into), ("all", out | into)):
                assert ours.neighbors(node, direction) == sorted(wanted, key=order.get)


def test_components_and_the_largest_equal_those_of_networkx():
    for theirs, ours in random_graphs():
        plain = theirs.to_undirected() if theirs.is_directed() else theirs
        parts = list(networkx.connected_components(plain))
        found = ours.components()
        assert found.sizes == [len(part) for part in parts] and ours.num_components == len(parts)
        assert found.to_dict() == {node: at for at, part in enumerate(parts) for node in part}
        largest = ours.largest_component()
        assert list(largest) == [node for node in theirs if node in max(parts, key=len)]
        assert ours.largest_component_size == len(largest)
        assert edges_of(largest.to_networkx(), ours.weighted) == edges_of(theirs.subgraph(list(largest)), ours.weighted)


def test_subgraphs_equal_those_of_networkx_and_compute_alike():
    for seed, (theirs, ours) in enumerate(random_graphs()):
        draw = random.Random(seed)
        some = draw.sample(list(theirs), draw.randint(0, len(theirs)))
        inner = ours.subgraph(some + some[:1])
        wanted = theirs.subgraph(some)
        assert list(inner) == [node for node in theirs if node in set(some)]
        assert edges_of(inner.to_networkx(), ours.weighted) == edges_of(wanted, ours.weighted)
        assert (inner.directed, inner.weighted, inner.weight) == (ours.directed, ours.weighted, ours.weight)
        again = gobc.Graph(wanted.copy(), weight="length" if ours.weighted else None)
        for name in ("betweenness", "closeness", "eccentricity"):
            assert inner.centralities([name]).to_dict() == pytest.approx(again.centralities([name]).to_dict(), nan_ok=True)
        if theirs.is_multigraph() and theirs.number_of_edges():
            assert set(inner.edge_betweenness().to_dict()) == {
                edge if edge in wanted.edges(keys=True) else (edge[1], edge[0], edge[2])
                for edge in inner.to_networkx().edges(keys=True)}
        if some:
            assert inner.degree(some[0], parallel="count").value(some[0]) == wanted.degree(some[0])
            pick = inner.betweenness(k=1, seed=1)
            assert list(pick["node"]) == list(inner)


def test_networkx_igraph_and_scipy_get_the_same_graph():
    for theirs, ours in random_graphs():
        back = ours.to_networkx()
        assert back.is_directed() == theirs.is_directed() and list(back) == list(theirs)
        if theirs.is_multigraph():
            assert back.is_multigraph() and edges_of(back, ours.weighted) == edges_of(theirs, ours.weighted)
            assert set(back.edges(keys=True)) == set(theirs.edges(keys=True))
        else:
            assert networkx.utils.graphs_equal(back, theirs)
        order = {node: at for at, node in enumerate(theirs)}
        drawn = ours.to_igraph()
        assert drawn.get_edgelist() == [(order[u], order[v]) for u, v, *_ in ours.edges]
        assert (drawn.vcount(), drawn.is_directed()) == (len(theirs), theirs.is_directed())
        assert ("name" in drawn.vs.attributes()) == (list(theirs) != list(range(len(theirs))))
        if "name" in drawn.vs.attributes():
            assert drawn.vs["name"] == list(theirs)
        if ours.weighted and ours.num_edges:
            assert drawn.es["length"] == [row[2] for row in ours.edges]
        assert drawn.degree() == list(ours.degree(parallel="count").to_dict().values())
        matrix, wanted = ours.to_scipy(), networkx.to_scipy_sparse_array(theirs, weight="length") if theirs else None
        assert matrix.shape == wanted.shape and abs(matrix - wanted).max() < 1e-12


def test_parallel_rows_of_any_kind_make_a_multigraph():
    for rows in ([("a", "b"), ("b", "a")], [("a", "a"), ("a", "a")], [("a", "b", math.inf), ("a", "b", math.inf)]):
        made = gobc.Graph(rows, weight=len(rows[0]) > 2).to_networkx()
        assert type(made) is networkx.MultiGraph and made.number_of_edges() == 2
    assert type(gobc.Graph([("a", "b"), ("b", "a")], directed=True).to_networkx()) is networkx.DiGraph


def test_an_edge_of_infinite_weight_has_a_row_and_joins_nothing():
    graph = gobc.Graph([("a", "b", math.inf), ("b", "c", 2), ("c", "c", math.inf)], weight=True)
    assert list(graph.edges) == [("a", "b", math.inf), ("b", "c", 2), ("c", "c", math.inf)]
    assert graph.degree().to_dict() == {"a": 0, "b": 1, "c": 1}
    assert graph.degree(weighted=True).to_dict() == {"a": 0, "b": 2, "c": 2}
    assert (graph.neighbors("a"), graph.neighbors("c"), graph.components().sizes) == ([], ["b"], [1, 2])
    assert list(graph.largest_component().edges) == [("b", "c", 2), ("c", "c", math.inf)]


def test_a_graph_without_its_weights_has_none():
    graph = gobc.Graph([("a", "b", 2.5)], weight=True).unweighted()
    assert list(graph.edges) == [("a", "b")] and list(graph.subgraph(["a", "b"]).edges) == [("a", "b")]
    assert not graph.subgraph(["a"]).weighted and "weight" not in graph.to_igraph().es.attributes()
    with pytest.raises(gobc.ArgumentError, match="no weights"):
        graph.degree(weighted=True)


@pytest.mark.parametrize("labels", [numpy.int8, numpy.uint16, numpy.int32, numpy.int64, numpy.uint64])
def test_labels_keep_their_type(labels):
    ends = numpy.array([5, 9, 9], labels), numpy.array([9, 5, 2], labels)
    graph = gobc.Graph(ends)
    assert graph.nodes.to_numpy().dtype == labels and graph.edges["source"].dtype == labels
    assert graph.subgraph([9, 2]).nodes.to_numpy().dtype == labels
    assert numpy.uint8(9) in graph and 4 not in graph and "9" not in graph


def test_the_nodes_are_a_sequence_and_a_column():
    nodes = gobc.Graph([("a", "b"), ("b", "c"), ("c", "d")]).nodes
    assert (nodes[0], nodes[-1], nodes[1:3], nodes[::-2], nodes.to_list()) == ("a", "d", ["b", "c"], ["d", "b"], list("abcd"))
    assert nodes.index("c") == 2 and list(reversed(nodes)) == list("dcba")
    for wrong in (4, -5):
        with pytest.raises(IndexError, match="the graph has 4"):
            nodes[wrong]
    assert pyarrow.array(nodes).to_pylist() == polars.Series(nodes).to_list() == list("abcd")
    assert pandas.Series(nodes).tolist() == numpy.asarray(nodes).tolist() == list("abcd")
    with_objects = gobc.Graph(networkx.Graph([((1, 2), None or "x")])).nodes
    assert pyarrow.array(with_objects).to_pylist() == ["(1, 2)", "x"] and numpy.asarray(with_objects).tolist() == [(1, 2), "x"]
    assert "40 more" in repr(gobc.Graph(gobc.generate("grid:rows=5,cols=10")).nodes)


def test_the_edges_of_objects_pickle_and_go_out_by_arrow():
    edges = gobc.Graph(networkx.Graph([((1, 2), "x")])).edges
    assert list(pickle.loads(pickle.dumps(edges))) == [((1, 2), "x")]
    assert pyarrow.table(edges).to_pylist() == [{"source": "(1, 2)", "target": "x"}]


def test_what_is_no_node_is_none_whatever_it_is():
    for graph in (gobc.Graph([(1, 2)]), gobc.Graph([("a", "b")]), gobc.Graph(networkx.Graph([((1, 2), "x")])), gobc.Graph([])):
        for value in ("z", 99, None, [1], {}, 1.5, b"a", object(), math.nan, (3, 4), numpy.arange(3), 10**30):
            assert value not in graph
            with pytest.raises(gobc.MissingError, match="is not a node of this graph"):
                graph.neighbors(value)


def test_unknown_and_repeated_nodes_are_said():
    for graph in (gobc.Graph([("a", "b")]), gobc.Graph(networkx.Graph([("a", ("b", 1))]))):
        with pytest.raises(gobc.ArgumentError, match=r"row 1.*z.*not a node of the graph"):
            graph.subgraph(["a", "z"])
        with pytest.raises(gobc.ArgumentError, match=r"row 0.*z.*not a node of the graph"):
            graph.degree(["z"])
        with pytest.raises(gobc.ArgumentError, match=r"row 1.*a.*distinct"):
            graph.degree(["a", "a"])
        for wrong in ("up", None, 1):
            with pytest.raises(gobc.ArgumentError, match="choose in, out or all"):
                graph.degree(direction=wrong)
        for wrong in ("a", 5, None):
            with pytest.raises(gobc.ArgumentError, match="nodes is"):
                graph.subgraph(wrong)


def test_a_closed_graph_answers_nothing_and_what_it_gave_stays():
    graph = gobc.Graph([("a", "b")])
    nodes, edges, inner = graph.nodes, graph.edges, graph.largest_component()
    graph.close()
    assert list(nodes) == ["a", "b"] and list(edges) == [("a", "b")] and inner.degree().value("a") == 1
    for ask in (lambda: graph.edges, lambda: "a" in graph, graph.degree, graph.components, graph.largest_component,
                lambda: graph.neighbors("a"), lambda: graph.subgraph(["a"])):
        with pytest.raises(gobc.ArgumentError, match="the graph is closed"):
            ask()


def test_an_empty_graph_has_empty_answers():
    graph = gobc.Graph([])
    assert (list(graph), list(graph.edges), graph.components().sizes, len(graph.degree())) == ([], [], [], 0)
    assert len(graph.largest_component()) == len(graph.subgraph([])) == 0
    assert graph.to_igraph().vcount() == len(graph.to_networkx()) == 0
    assert graph.to_scipy().shape == (0, 0) and "Components: 0 of 0 nodes" in repr(graph.components())


def test_columns_of_many_edges_make_no_object_for_each():
    graph = gobc.Graph(gobc.generate("erdos_renyi:n=20000,m=200000"))
    named = gobc.Graph((pyarrow.array(map(str, graph.edges["source"])), pyarrow.array(map(str, graph.edges["target"]))))
    for each in (graph, named):
        before = sys.getallocatedblocks()
        kept = each.edges, each.nodes, each.degree(), each.components(), each.largest_component()
        assert repr(each.edges) and repr(each.nodes)
        assert sys.getallocatedblocks() - before < 3000 and len(kept[0]) == 200000


def test_igraph_counts_the_same_from_random_tables():
    draw = random.Random(4)
    for _ in range(60):
        count = draw.randint(1, 12)
        rows = [(draw.randrange(count), draw.randrange(count)) for _ in range(draw.randint(0, 30))]
        directed = draw.random() < 0.5
        ours = gobc.Graph(rows, directed=directed, nodes=range(count))
        theirs = igraph.Graph(n=count, edges=rows, directed=directed)
        for mode in ("in", "out", "all"):
            assert list(ours.degree(direction=mode, parallel="count").to_dict().values()) == theirs.degree(mode=mode)
            for node in range(count):
                assert ours.neighbors(node, mode) == sorted(set(theirs.neighbors(node, mode=mode)))
        parts = theirs.connected_components(mode="weak")
        assert (ours.components()["component"].tolist(), ours.components().sizes) == (parts.membership, parts.sizes())
        assert ours.to_igraph().get_edgelist() == theirs.get_edgelist()
