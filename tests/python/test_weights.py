"""weight=: where weights may come from, what they do, and what is refused, with the edge."""

import heapq
import math
import random
import warnings
from decimal import Decimal
from fractions import Fraction

import duckdb
import igraph
import networkx
import numpy
import pandas
import polars
import pyarrow
import pytest
import rustworkx
import scipy.sparse

import gobc

SOURCE, TARGET = [0, 1, 2, 3, 0, 2], [1, 2, 3, 0, 2, 4]
WEIGHT = [1.5, 1.0, 0.25, 2.0, 2.5, 4.0]
ROWS = list(zip(SOURCE, TARGET, WEIGHT))
PAIRS = list(zip(SOURCE, TARGET))
TABLE = pyarrow.table({"source": SOURCE, "target": TARGET, "weight": WEIGHT, "km": WEIGHT})
MEASURES = ["betweenness", "stress", "closeness", "harmonic", "eccentricity"]


def paths(edges, nodes, source):
    """Distances and path counts from a node, in exact fractions."""
    out = {node: [] for node in nodes}
    for u, v, w in edges:
        out[u].append((v, Fraction(w)))
        out[v].append((u, Fraction(w)))
    distance, count, done, queue = {source: Fraction(0)}, {source: 1}, set(), [(Fraction(0), source)]
    while queue:
        d, u = heapq.heappop(queue)
        if u in done:
            continue
        done.add(u)
        for v, w in out[u]:
            if v not in distance or d + w < distance[v]:
                distance[v], count[v] = d + w, count[u]
                heapq.heappush(queue, (d + w, v))
            elif d + w == distance[v] and v not in done:
                count[v] += count[u]
    return distance, count


def by_definition(edges):
    """Raw sums over ordered pairs of an undirected simple graph, {measure: {node: value}}."""
    nodes = sorted({node for edge in edges for node in edge[:2]})
    found = {node: paths(edges, nodes, node) for node in nodes}
    result = {name: dict.fromkeys(nodes, 0.0) for name in MEASURES}
    for v in nodes:
        share = stress = 0
        for s in nodes:
            for t in nodes:
                d, c = found[s]
                if len({s, t, v}) == 3 and t in d and v in d and d[v] + found[v][0][t] == d[t]:
                    through = c[v] * found[v][1][t]
                    stress += through
                    share += Fraction(through, c[t])
        far = [d for t, d in found[v][0].items() if t != v]
        result["betweenness"][v], result["stress"][v] = float(share), float(stress)
        result["closeness"][v] = float(1 / sum(far)) if far else 0.0
        result["harmonic"][v] = float(sum(1 / d for d in far))
        result["eccentricity"][v] = float(max(far, default=0))
    return result


WANT = by_definition(ROWS)


def check(result, want=WANT):
    for measure in result.measures:
        got = result.to_dict(measure)
        assert got.keys() == want[measure].keys()
        for node, value in want[measure].items():
            assert math.isclose(got[node], value, rel_tol=1e-12), (measure, node, got[node], value)


def networkx_graph(kind=networkx.Graph, attribute="weight"):
    graph = kind()
    for u, v, w in ROWS:
        graph.add_edge(u, v, **{attribute: w})
    return graph


def matrix(kind):
    return kind((WEIGHT, (SOURCE, TARGET)), shape=(5, 5))


INPUTS = {
    "triples": (lambda: ROWS, True),
    "generator": (lambda: iter(ROWS), True),
    "pairs and list": (lambda: PAIRS, WEIGHT),
    "pairs and array": (lambda: PAIRS, numpy.array(WEIGHT)),
    "three lists": (lambda: (SOURCE, TARGET, WEIGHT), True),
    "three arrays": (lambda: tuple(map(numpy.array, (SOURCE, TARGET, WEIGHT))), True),
    "two lists and list": (lambda: (SOURCE, TARGET), WEIGHT),
    "two arrays and float32": (lambda: (numpy.array(SOURCE), numpy.array(TARGET)), numpy.array(WEIGHT, "f4")),
    "two columns and chunks": (lambda: (pyarrow.chunked_array([SOURCE[:1], SOURCE[1:]]), pyarrow.array(TARGET)),
                               pyarrow.chunked_array([WEIGHT[:4], [], WEIGHT[4:]])),
    "columns and polars": (lambda: (SOURCE, TARGET), polars.Series(WEIGHT)),
    "columns and pandas": (lambda: (SOURCE, TARGET), pandas.Series(WEIGHT)),
    "strided": (lambda: (SOURCE, TARGET), numpy.repeat(WEIGHT, 2)[::2]),
    "float16": (lambda: (SOURCE, TARGET), numpy.array(WEIGHT, "f2")),
    "objects": (lambda: (SOURCE, TARGET), numpy.array(WEIGHT, object)),
    "(m, 3)": (lambda: numpy.array(ROWS), True),
    "(m, 3) objects": (lambda: numpy.array(ROWS, object), True),
    "(m, 2) and list": (lambda: numpy.array(PAIRS), WEIGHT),
    "dict": (lambda: {"source": SOURCE, "target": TARGET, "km": WEIGHT}, "km"),
    "dict by position": (lambda: {"source": SOURCE, "target": TARGET, "km": WEIGHT}, 2),
    "dict, True": (lambda: {"source": SOURCE, "target": TARGET, "weight": WEIGHT}, True),
    "pyarrow": (lambda: TABLE, "km"),
    "pyarrow by position": (lambda: TABLE, 3),
    "pyarrow, True": (lambda: TABLE, True),
    "reader": (lambda: TABLE.to_reader(max_chunksize=2), "km"),
    "pandas": (lambda: TABLE.to_pandas(), "km"),
    "polars": (lambda: polars.from_arrow(TABLE), "km"),
    "duckdb": (lambda: duckdb.from_arrow(TABLE), "km"),
    "networkx": (networkx_graph, "weight"),
    "networkx, True": (networkx_graph, True),
    "networkx attribute": (lambda: networkx_graph(attribute="km"), "km"),
    "networkx multigraph": (lambda: networkx_graph(networkx.MultiGraph), "weight"),
    "igraph": (lambda: igraph.Graph(5, PAIRS, edge_attrs={"km": WEIGHT}), "km"),
    "igraph, True": (lambda: igraph.Graph(5, PAIRS, edge_attrs={"weight": WEIGHT}), True),
    "igraph and list": (lambda: igraph.Graph(5, PAIRS), WEIGHT),
    "csr": (lambda: matrix(scipy.sparse.csr_array), True),
    "symmetric": (lambda: matrix(scipy.sparse.coo_array) + matrix(scipy.sparse.coo_array).T, True),
    "duplicates": (lambda: scipy.sparse.coo_array(
        ([w / 2 for w in WEIGHT] * 2, (SOURCE * 2, TARGET * 2)), shape=(5, 5)), True),
}


@pytest.mark.parametrize("kind", INPUTS)
def test_every_input(kind):
    edges, weight = INPUTS[kind]
    check(gobc.centralities(edges(), MEASURES, weight=weight, preset="raw"))


def test_series_with_other_rows_are_not_joined():
    """Were joined by place: the lengths that sort_values() gave belonged to other edges."""
    frame = pandas.DataFrame({"s": list("abc"), "t": list("bcd"), "w": [3.0, 1.0, 2.0]})
    want = gobc.eccentricity(frame, weight="w").to_dict()
    assert gobc.eccentricity((frame.s, frame.t, frame.w), weight=True).to_dict() == want
    assert gobc.eccentricity((frame.s, frame.t), weight=frame.w).to_dict() == want
    longest = frame[frame.w > 1]
    assert len(gobc.Graph((longest.s, longest.t), weight=longest.w).edges) == 2
    other = frame.w.sort_values()
    for edges, weight in (((frame.s, frame.t, other), True), ((frame.s, frame.t), other), ((frame.s, frame.t[::-1]), None),
                          ({"source": frame.s, "target": frame.t, "w": other}, "w")):
        with pytest.raises(gobc.DataError, match=r"columns source and \w+ are pandas Series with different indexes: give col"):
            gobc.Graph(edges, weight=weight)
    assert gobc.eccentricity((frame.s, frame.t), weight=other.to_numpy()).to_dict() != want



@pytest.mark.parametrize("kind", INPUTS)
def test_every_input_leaves_nothing_exported(kind):
    edges, weight = INPUTS[kind]
    before = gobc._arrow.live_exports()
    gobc.Graph(edges(), weight=weight).close()
    assert gobc._arrow.live_exports() == before


@pytest.mark.parametrize("kind", ["triples", "three lists", "(m, 3)", "pyarrow", "networkx", "igraph", "csr"])
def test_weights_are_ignored_when_told(kind):
    plain = gobc.closeness(PAIRS, preset="raw").to_dict()
    assert gobc.closeness(INPUTS[kind][0](), weight=False, preset="raw").to_dict() == pytest.approx(plain)


def test_a_weight_is_never_guessed():
    plain = gobc.closeness(PAIRS).to_dict()
    for edges in (TABLE, networkx_graph(), INPUTS["igraph, True"][0](), matrix(scipy.sparse.csr_array)):
        assert gobc.closeness(edges).to_dict() == plain


def test_graph_says_so():
    graph = gobc.Graph(TABLE, weight="km")
    assert graph.weighted and graph.weight == "km"
    assert (graph.smallest_weight, graph.largest_weight) == (0.25, 4.0)
    assert "weighted" in repr(graph) and "km: 0.25 to 4" in graph._repr_html_()
    assert gobc.Graph(networkx_graph(attribute="km"), weight="km").weight == "km"
    plain = gobc.Graph(TABLE)
    assert not plain.weighted and plain.weight is plain.smallest_weight is plain.largest_weight is None
    assert "weighted" not in repr(plain).replace("unweighted", "")


def test_a_built_graph():
    graph = gobc.Graph(ROWS, weight=True)
    check(graph.centralities(MEASURES, preset="raw"))
    check(gobc.centralities(graph, MEASURES, preset="raw"))
    plain = gobc.closeness(PAIRS).to_dict()
    assert graph.unweighted().closeness().to_dict() == gobc.closeness(graph, weight=False).to_dict() == plain
    assert gobc.closeness(graph, weight=True).to_dict() == graph.closeness().to_dict() != plain
    for weight in ("km", 2, WEIGHT):
        with pytest.raises(gobc.ArgumentError, match="built already"):
            gobc.closeness(graph, weight=weight)
    for call in (graph.closeness, graph.plan):
        with pytest.raises(TypeError, match=r"graph\.unweighted\(\)"):
            call(weight=False)
    with pytest.raises(gobc.ArgumentError, match="has no weights; build it with weight="):
        gobc.closeness(gobc.Graph(PAIRS), weight=True)


def test_unweighted_graphs_share_the_memory():
    graph = gobc.Graph(ROWS, weight=True)
    want = gobc.Graph(PAIRS).closeness().to_dict()
    plain = graph.unweighted()
    assert not plain.weighted and plain.weight is plain.smallest_weight is None and graph.weighted
    assert plain.nbytes == graph.nbytes and "weighted" not in repr(plain).replace("unweighted", "")
    graph.close()
    assert plain.closeness().to_dict() == want == plain.unweighted().closeness().to_dict()
    with pytest.raises(gobc.ArgumentError, match="closed"):
        graph.unweighted()
    plain.close()
    with pytest.raises(gobc.ArgumentError, match="closed"):
        plain.closeness()


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("directed", [False, True])
def test_as_networkx(seed, directed):
    choose = random.Random(seed)
    graph = networkx.gnm_random_graph(24, 60, seed=seed, directed=directed)
    for u, v in graph.edges:
        graph[u][v]["weight"] = choose.randint(1, 4)
    del graph[u][v]["weight"]  # counts 1
    got = gobc.centralities(graph, ["betweenness", "closeness", "harmonic"], weight="weight")
    assert got.to_dict("betweenness") == pytest.approx(networkx.betweenness_centrality(graph, weight="weight"))
    lengths = graph.copy()
    networkx.set_edge_attributes(lengths, {(u, v): lengths[u][v].get("weight", 1) for u, v in lengths.edges}, "weight")
    assert got.to_dict("closeness") == pytest.approx(networkx.closeness_centrality(lengths, distance="weight"))
    assert got.to_dict("harmonic") == pytest.approx(networkx.harmonic_centrality(lengths, distance="weight"))


def test_integers_stay_integers():
    big = 2 ** 53 - 1
    assert gobc.Graph([(0, 1, big), (1, 2, 1)], weight=True).largest_weight == big
    assert gobc.eccentricity([(0, 1, big)], weight=True).to_dict() == {0: big, 1: big}


# Sums that differ by 5e-11 and less, so within a tie_tolerance: in whole numbers and in hundredths.
NEAR = {"whole": [10 ** 10, 10 ** 10 + 1, 2 * 10 ** 10, 2 * 10 ** 10 + 1, 3 * 10 ** 10 + 2],
        "hundredths": [(10 ** 10 + more) / 100 for more in (1, 2, 3)] + [(2 * 10 ** 10 + more) / 100 for more in (3, 4)]}
KERNELS = {"kernel=label_correcting": {}, "kernel=serial": {"tuning": "kernel=serial"},
           "kernel=exponents": {"tuning": "kernel=exponents"}, "serial": {"strategy": "serial"},
           "reference": {"strategy": "reference"}}


@pytest.fixture(params=KERNELS)
def settings(request):
    """Of every way to compute weighted sums on the CPU."""
    return gobc.Settings(device="cpu", **KERNELS[request.param])


def exactly(edges, directed, unit):
    """Raw sums in whole numbers: by node, and betweenness by edge."""
    nodes = range(1 + max(max(edge[:2]) for edge in edges))
    arcs = [(u, v, round(w * unit)) for u, v, w in edges]
    if not directed:
        arcs += [(v, u, w) for u, v, w in arcs]
    distance, count = {}, {}
    for s in nodes:
        d, sigma, queue = {s: 0}, {s: 1}, [(0, s)]
        done = set()
        while queue:
            far, u = heapq.heappop(queue)
            if u in done:
                continue
            done.add(u)
            for a, b, w in arcs:
                if a != u:
                    continue
                if b not in d or far + w < d[b]:
                    d[b], sigma[b] = far + w, sigma[u]
                    heapq.heappush(queue, (far + w, b))
                elif far + w == d[b]:
                    sigma[b] += sigma[u]
        distance[s], count[s] = d, sigma
    by_node = {name: dict.fromkeys(nodes, 0) for name in MEASURES}
    by_edge = [Fraction(0)] * len(edges)
    for s in nodes:
        for t, far in distance[s].items():
            if s == t:
                continue
            for v in nodes:
                if v not in (s, t) and v in distance[s] and distance[s][v] + distance[v].get(t, math.inf) == far:
                    through = count[s][v] * count[v][t]
                    by_node["stress"][v] += through
                    by_node["betweenness"][v] += Fraction(through, count[s][t])
            for at, (a, b, w) in enumerate(edges):
                for u, v in [(a, b)] if directed else [(a, b), (b, a)]:
                    if distance[s].get(u, math.inf) + round(w * unit) + distance[v].get(t, math.inf) == far:
                        by_edge[at] += Fraction(count[s][u] * count[v][t], count[s][t])
    for v in nodes:
        far = [Fraction(d, unit) for t, d in distance[v].items() if t != v]
        by_node["closeness"][v] = 1 / sum(far) if far else 0
        by_node["harmonic"][v] = sum(1 / d for d in far)
        by_node["eccentricity"][v] = max(far, default=0)
    return by_node, by_edge


def equal(edges, directed, unit, settings):
    graph = gobc.Graph(edges, weight=True, directed=directed, nodes=list(range(1 + max(max(edge[:2]) for edge in edges))))
    by_node, by_edge = exactly(edges, directed, unit)
    said = {"preset": "raw", "settings": settings}
    got = graph.centralities(MEASURES, **said)
    for measure in MEASURES:
        for node, value in got.to_dict(measure).items():
            assert math.isclose(value, by_node[measure][node], rel_tol=1e-14), (measure, node, value, edges, settings)
    assert got.to_dict("eccentricity") == {v: float(x) for v, x in by_node["eccentricity"].items()}
    for measure in MEASURES[2:]:  # by themselves: searches from the wanted nodes, bounds
        alone = graph.centralities(measure, **said)
        for node, value in alone.to_dict(measure).items():
            assert math.isclose(value, by_node[measure][node], rel_tol=1e-14), (measure, node, value, edges, settings)
    edge = graph.edge_betweenness(**said)
    assert edge["edge_betweenness"] == pytest.approx([float(x) for x in by_edge], rel=1e-14), (edges, settings)
    assert got.plan["lengths"] | {"longest_at_most": 0, "longest_at_least": 0} == {
        "type": "float64", "units": unit, "tolerance": 0, "longest_at_most": 0, "longest_at_least": 0}


def test_whole_numbers_beyond_32_bits_compare_exactly(settings):
    """10,000,000,000 twice is shorter than 20,000,000,001, and no tie."""
    equal([(0, 1, 10 ** 10), (1, 2, 10 ** 10), (0, 2, 2 * 10 ** 10 + 1)], False, 1, settings)
    equal([(0, 1, 1e10), (1, 2, 1e10), (0, 2, 2e10)], True, 1, settings)
    for seed in range(30):
        draw = random.Random(seed)
        kind = draw.choice(list(NEAR))
        n = draw.randint(3, 9)
        edges = [(*draw.sample(range(n), 2), draw.choice(NEAR[kind])) for _ in range(draw.randint(3, 3 * n))]
        simple = {frozenset(edge[:2]): edge for edge in edges}
        equal(list(simple.values()), seed % 2 == 0, 1 if kind == "whole" else 100, settings)


BELOW_2_53 = [[(0, 1, 2 ** 53 - 2), (1, 2, 1)], [(0, 1, 2 ** 52), (1, 2, 2 ** 52 - 1), (0, 2, 2 ** 53 - 2)],
              [(0, 1, 2 ** 53 - 4), (1, 2, 2), (0, 2, 2 ** 53 - 1), (2, 3, 1), (3, 1, 2 ** 53 - 1)]]


@pytest.mark.parametrize("edges", BELOW_2_53, ids=str)
def test_whole_numbers_are_exact_below_2_53(edges, settings):
    equal(edges, False, 1, settings)


def test_directed_whole_numbers_are_exact_below_2_53(settings):
    """No bound for paths in a directed graph is as low: what was met is looked at."""
    for edges in BELOW_2_53[:2]:
        equal([*edges, (3, 4, 2 ** 53 - 2)], True, 1, settings)


@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("edges", [[(0, 1, 5), (1, 2, 2 ** 53 - 3), (2, 3, 7)], [(0, 1, 3), (1, 2, 2 ** 53 - 3)],
                                   [(0, 1, 2.0 ** 52), (1, 2, 2.0 ** 52 + 1), (2, 3, 1.0)]], ids=str)
def test_whole_numbers_from_2_53_on_are_refused(edges, directed, settings):
    graph = gobc.Graph(edges, weight=True, directed=directed)
    for measure in [*MEASURES, "edge_betweenness"]:
        with pytest.raises(gobc.DataError, match=r"row 1: .*below 2\^53.*larger unit"):
            graph.centralities(measure, settings=settings)
    graph.betweenness(cutoff=2 ** 52, settings=settings)
    with pytest.raises(gobc.DataError, match="row 1: the weight 9007199254740992 is 2"):
        gobc.Graph([(0, 1, 5), (1, 2, 2 ** 53)], weight=True)


LOST = {"whole": [(0, 1, 1e30), (1, 2, 1.0), (2, 3, 1e30)], "first": [(0, 1, 1.0), (3, 1, 1e30), (1, 2, 2.0), (2, 0, 1.5)],
        "fraction": [(0, 1, 1 / 3), (4, 3, 1e16 / 3), (3, 0, 1.5), (1, 2, 2.5)]}


@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("case", LOST)
def test_weights_lost_beside_others_are_refused(case, directed, settings):
    """Where adding them changes nothing there is no order of paths. Distances are right without."""
    edges = LOST[case]
    row = min(range(len(edges)), key=lambda row: edges[row][2])
    graph = gobc.Graph(edges, weight=True, directed=directed, nodes=list(range(5)))
    for measure in ("betweenness", "stress", "edge_betweenness", "edge_stress", ["betweenness", "closeness"]):
        with pytest.raises(gobc.DataError, match=rf"row {row}: the weight .* is too small to resolve relative to distances of"):
            graph.centralities(measure, settings=settings)
    if not directed:
        far = graph.eccentricity(settings=settings).to_dict()
        want = by_definition(edges)["eccentricity"]
        assert all(math.isclose(far[node], want[node], rel_tol=1e-12) for node in want)


@pytest.mark.parametrize("longest", [2 ** bits + more for bits in (16, 32) for more in (-2, -1, 0, 1)])
def test_lengths_at_the_ends_of_their_types(longest):
    """Lengths are held in 16, 32 or 64 bits, whose largest value may stand for "not reached"."""
    for edges in ([(0, 1, longest)], [(0, 1, 1), (1, 2, longest - 2), (2, 3, 1)]):
        check(gobc.centralities(edges, MEASURES, weight=True, preset="raw"), by_definition(edges))


def test_an_infinite_weight_is_no_edge():
    result = gobc.eccentricity([(0, 1, 1.0), (1, 2, math.inf)], weight=True)
    assert result.to_dict() == {0: 1.0, 1: 1.0, 2: 0.0}


def test_an_attribute_that_no_edge_has_is_told():
    with pytest.warns(gobc.GobcWarning, match="no edge has the attribute 'wieght'.*weight") as caught:
        gobc.Graph(networkx_graph(), weight="wieght")
    assert caught[0].filename == __file__


@pytest.mark.parametrize("kind", [networkx.Graph, networkx.MultiDiGraph])
def test_an_attribute_that_some_edges_lack_is_told(kind):
    """A street without a length was one of 1 m, without a word."""
    graph = kind([("a", "b", {"length": 80.0}), ("b", "c", {"length": 60.0}), ("a", "c")])
    key = ", 0" * graph.is_multigraph()
    said = rf"1 of 3 edges have no attribute 'length' and count 1, .*: the first is edge \('a', 'c'{key}\)\. Give them one"
    with pytest.warns(gobc.GobcWarning, match=said) as caught:
        built = gobc.Graph(graph, weight="length")
    assert caught[0].filename == __file__
    want = networkx.betweenness_centrality(graph, weight="length")
    assert built.betweenness().to_dict() == pytest.approx(want)
    networkx.set_edge_attributes(graph, 90.0, "length")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        gobc.Graph(graph, weight="length")


def changed(value):
    graph = networkx_graph()
    graph[2][3]["weight"] = value
    return graph


def stored(values, places=((0, 1), (1, 0))):
    return scipy.sparse.coo_array((numpy.array(values), places), shape=(2, 2))


REFUSED = {
    "negative": (lambda: [(0, 1, 2.0), (1, 2, -1.0)], True, gobc.DataError, "row 1.*-1"),
    "zero": (lambda: [(0, 1, 2.0), (1, 2, 0)], True, gobc.DataError, "row 1.*0"),
    "nan": (lambda: [(0, 1, math.nan)], True, gobc.DataError, "row 0.*NaN"),
    "in a later chunk": (lambda: pyarrow.table({name: pyarrow.chunked_array([[1, 2], [0]]) for name in "uvw"}), "w",
                         gobc.DataError, "row 2: the weight is 0"),
    "null": (lambda: pyarrow.table({"u": [1, 2], "v": [3, 4], "w": [1.0, None]}), "w", gobc.DataError, "row 1"),
    "None": (lambda: [(0, 1, None)], True, gobc.DataError, "row 0 is null"),
    "text": (lambda: [(0, 1, 1), (1, 2, "3")], True, gobc.DataError, "row 1 is '3'"),
    "bool": (lambda: [(0, 1, True)], True, gobc.DataError, "row 0 is True"),
    "fraction": (lambda: [(0, 1, Fraction(1, 3))], True, gobc.DataError, "row 0 is Fraction"),
    "complex": (lambda: (SOURCE, TARGET), numpy.array(WEIGHT) * 1j, gobc.DataError, "complex"),
    "bools": (lambda: (SOURCE, TARGET), numpy.ones(6, bool), gobc.DataError, "bool"),
    "masked": (lambda: (SOURCE, TARGET), numpy.ma.masked_less(WEIGHT, 0.5), gobc.DataError, "row 2 is masked"),
    "rounded": (lambda: [(0, 1, 2 ** 53 + 1), (1, 2, 0.5)], True, gobc.DataError, "row 0 is 9007199254740993"),
    "huge": (lambda: [(0, 1, 10 ** 400)], True, gobc.DataError, "row 0"),
    "two dimensions": (lambda: (SOURCE, TARGET), numpy.ones((6, 1)), gobc.DataError, "dimension"),
    "length": (lambda: PAIRS, WEIGHT[:5], gobc.DataError, "source has 6 rows, .* weight has 5"),
    "pairs, True": (lambda: PAIRS, True, gobc.DataError, "row 0 .* triple"),
    "two columns, True": (lambda: (SOURCE, TARGET), True, gobc.ArgumentError, "third column"),
    "three columns": (lambda: (SOURCE, TARGET, WEIGHT), None, gobc.ArgumentError, "weight=True"),
    "three triples": (lambda: ((0, 1, 2), (1, 2, 3), (2, 0, 1)), True, gobc.ArgumentError, "three edges or three"),
    "(m, 3)": (lambda: numpy.ones((2, 3), int), None, gobc.DataError, "weight=True"),
    "(m, 2), True": (lambda: numpy.array(PAIRS), True, gobc.DataError, r"\(m, 3\)"),
    "(m, 3) and list": (lambda: numpy.array(ROWS), WEIGHT, gobc.DataError, "third"),
    "half a node": (lambda: numpy.array([[0.5, 1, 2]]), True, gobc.DataError, "row 0 is 0.5"),
    "name for pairs": (lambda: PAIRS, "km", gobc.ArgumentError, "names a column"),
    "no column": (lambda: TABLE, "miles", ValueError, "miles"),
    "no column of a dict": (lambda: {"u": [1], "v": [2]}, "miles", gobc.DataError, "there are u, v"),
    "an end": (lambda: {"u": [1], "v": [2]}, "v", gobc.ArgumentError, "end"),
    "text column": (lambda: pyarrow.table({"u": [1], "v": [2], "w": ["3"]}), "w", ValueError, "w"),
    "list beside a table": (lambda: TABLE, WEIGHT, gobc.ArgumentError, "add it to the table"),
    "list beside a dict": (lambda: {"u": [1], "v": [2]}, [1], gobc.ArgumentError, "add it to the table"),
    "float": (lambda: PAIRS, 0.5, gobc.ArgumentError, "0.5"),
    "empty name": (lambda: TABLE, "", gobc.ArgumentError, "empty"),
    "networkx": (lambda: changed(-1), "weight", gobc.DataError, r"edge \(2, 3\) is -1"),
    "networkx zero": (lambda: changed(0), "weight", gobc.DataError, r"edge \(2, 3\) is 0"),
    "networkx nan": (lambda: changed(math.nan), "weight", gobc.DataError, r"edge \(2, 3\) is nan"),
    "networkx text": (lambda: changed("far"), "weight", gobc.DataError, r"edge \(2, 3\) is 'far'"),
    "networkx None": (lambda: changed(None), "weight", gobc.DataError, r"edge \(2, 3\) is null"),
    "networkx list": (networkx_graph, WEIGHT, gobc.ArgumentError, "attributes"),
    "multigraph": (lambda: networkx.MultiGraph([(0, 1, "k", {"weight": -2})]), True, gobc.DataError, "0, 1, 'k'"),
    "igraph attribute": (lambda: igraph.Graph(2, [(0, 1)]), "km", gobc.ArgumentError, "no attribute 'km'"),
    "igraph null": (lambda: igraph.Graph(3, [(0, 1), (1, 2)], edge_attrs={"w": [1, None]}), "w", gobc.DataError,
                    "edge 1"),
    "igraph length": (lambda: igraph.Graph(3, [(0, 1), (1, 2)]), [1], gobc.DataError, "1 values for 2 edges"),
    "igraph list": (lambda: igraph.Graph(3, [(0, 1), (1, 2)]), [1, -1], gobc.DataError, "row 1"),
    "matrix differs": (lambda: stored([1.0, 2.0]), True, gobc.DataError, r"\(1, 0\).*directed=True"),
    "matrix zero": (lambda: stored([0], ([0], [1])), True, gobc.DataError, "eliminate_zeros"),
    "matrix negative": (lambda: stored([-2.0], ([0], [1])), True, gobc.DataError, r"\(0, 1\) is -2"),
    "matrix nan": (lambda: stored([math.nan], ([0], [1])), True, gobc.DataError, r"\(0, 1\) is nan"),
    "matrix bool": (lambda: stored([True], ([0], [1])), True, gobc.DataError, "bool"),
    "matrix name": (lambda: stored([1], ([0], [1])), "w", gobc.ArgumentError, "weight=True"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_refused(case):
    edges, weight, error, text = REFUSED[case]
    before = gobc._arrow.live_exports()
    with pytest.raises(error, match=text):
        gobc.betweenness(edges(), weight=weight)
    assert gobc._arrow.live_exports() == before


RULES = {  # names of weights, the largest value, and what makes a length of them
    ("score", "combined_score", "combinedScore", "Combined Score", "similarity", "TOM", "intact-miscore", "experimental",
     "database", "textmining_transferred", "mutual_info"): {
        0.9: "1 - {}", 1: "1 - min({}, 0.999)", 50: "1 / {}", 999: "1000 - {}", 1000: "1001 - {}", 5000: "1 / {}"},
    ("probability", "prob", "edge_probability", "Confidence"): {0.9: "-log({})", 1: "-log(min({}, 0.999))", 999: "1000 - {}"},
    ("corr", "correlation", "r", "R", "pearson_r"): {0.9: "sqrt(2 * (1 - {}))", 1: "sqrt(2 * (1 - min({}, 0.999)))"},
    ("strength", "connectivity", "tie strength", "connectivities"): {0.9: "1 / {}", 3: "1 / {}", 999: "1 / {}"},
}
NAMED = [(name, largest, rule) for names, rules in RULES.items() for name in names for largest, rule in rules.items()]


@pytest.mark.parametrize("name, largest, rule", NAMED)
def test_a_similarity_as_a_length_is_remarked_on(name, largest, rule):
    values = [largest / 2, largest]
    with pytest.warns(gobc.GobcWarning, match="taken as a length") as seen:
        gobc.Graph({"u": [1, 2], "v": [2, 3], name: values}, weight=name)
    formula = rule.format(name if name.isidentifier() else "x")
    assert len(seen) == 1 and repr(name) in str(seen[0].message)
    assert f"for values of this range {formula};" in str(seen[0].message)
    known = {"log": math.log, "sqrt": math.sqrt, "min": min}
    lengths = [eval(rule.format("x"), known | {"x": value}) for value in values]
    assert lengths[0] > lengths[1] > 0, "the rule must make lengths, and the larger the similarity the shorter"


def named(name, tmp_path):
    """Graphs whose edges have a weight of this name, by every way that a weight is named."""
    edges = [("a", "b", {name: 0.5}), ("b", "c", {name: 0.25})]
    frame = pandas.DataFrame({"u": ["a", "b"], "v": ["b", "c"], name: [0.5, 0.25]})
    frame.to_csv(tmp_path / "edges.csv", index=False)
    frame.to_parquet(tmp_path / "edges.parquet")
    networkx.write_graphml(networkx.Graph(edges), tmp_path / "edges.graphml")
    rows = rustworkx.PyGraph()
    rows.extend_from_weighted_edge_list([(0, 1, edges[0][2]), (1, 2, edges[1][2])])
    yield from (lambda table=table: gobc.Graph(table, weight=name)
                for table in (frame, polars.from_pandas(frame), pyarrow.table(frame), frame.to_dict("list"),
                              networkx.Graph(edges), rows,
                              igraph.Graph.TupleList(frame.itertuples(index=False), edge_attrs=[name])))
    yield lambda: gobc.Graph(frame, weight=2)
    yield from (lambda file=file: gobc.Graph.read(tmp_path / f"edges.{file}", weight=name)
                for file in ("csv", "parquet", "graphml"))


def test_every_way_to_name_a_weight_is_remarked_on(tmp_path):
    for build in named("combined_score", tmp_path):
        with pytest.warns(gobc.GobcWarning, match="weight='combined_score'.*1 - combined_score"):
            build()


@pytest.mark.parametrize("name, rule", [("importance", "1 / importance"), ("LLS", "1 / LLS"), ("rho", r"sqrt\(2 \* \(1 - rho")])
def test_scores_of_gene_networks_are_remarked_on(name, rule):
    """Of GRNBoost2, HumanNet and Spearman's correlation."""
    with pytest.warns(gobc.GobcWarning, match=f"weight='{name}' is taken as a length.* {rule}"):
        gobc.Graph({"u": [1, 2], "v": [2, 3], name: [0.5, 0.25]}, weight=name)


@pytest.mark.parametrize("name", ["weight", "km", "length", "score_distance", "-log(score)", "1 - score", "log_prob",
                                  "inverse strength", "scored", "probe", "year", "dissimilarity", "correlation distance"])
def test_other_names_are_not_remarked_on(name, tmp_path):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for build in named(name, tmp_path) if name.isidentifier() else [
                lambda: gobc.Graph({"u": [1, 2], "v": [2, 3], name: [0.5, 0.25]}, weight=name)]:
            build()


def test_a_line_is_remarked_on_once():
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("default")
        for largest in (0.5, 0.75, 0.8):
            gobc.Graph({"u": [1, 2], "v": [2, 3], "score": [0.25, largest]}, weight="score")
    assert len(seen) == 1 and seen[0].filename == __file__


def test_the_hint_for_negative_weights_holds_for_all_of_them():
    with pytest.raises(gobc.DataError, match="the weight is -0.5; .*1 - abs"):
        gobc.Graph([(0, 1, -0.5)], weight=True)


def test_decimals_and_fractions():
    """Decimals were refused, though columns of Arrow may hold them; float() was not named."""
    wanted = gobc.closeness([(0, 1, 0.1), (1, 2, 0.5), (2, 3, 7)], weight=True).to_dict()
    for kind in (Decimal, Fraction):
        assert gobc.closeness([(0, 1, kind("0.1")), (1, 2, kind("0.5")), (2, 3, kind(7))], weight=True).to_dict() == wanted
    for wrong in (Decimal("0.1234567890123456789"), Fraction(1, 3), Fraction(10**400), Decimal("1e400"), Decimal("sNaN")):
        with pytest.raises(gobc.DataError, match=r"row 1 is .*, which float64 would round: convert all of them with float\(\)"):
            gobc.closeness([(0, 1, 2), (1, 2, wrong)], weight=True)
    for wrong in (1j, True, None):
        with pytest.raises(gobc.DataError, match="row 1 is .*; give a length, or inf where there is no edge"):
            gobc.closeness([(0, 1, 2), (1, 2, wrong)], weight=True)
