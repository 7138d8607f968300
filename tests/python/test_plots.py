"""Pictures of results: what is drawn, what is refused, and that nothing outside the axes changes."""

import html.parser
import math

import matplotlib
import networkx
import numpy
import pytest
import scipy.stats
from matplotlib.figure import Figure

import gobc
from gobc import _formatting, plots
from gobc.plots import _drawing, _links

matplotlib.use("agg")

EDGES = [("hub", c) for c in "abcdef"] + [("a", "b"), ("f", "g"), ("g", "h"), ("h", "h"), ("g", "f")]
SEPARATE = {"hub": 6, "a": 2, "b": 2, "c": 1, "d": 1, "e": 1, "f": 2, "g": 2, "h": 1}


@pytest.fixture(scope="module")
def graph():
    return gobc.Graph(EDGES, nodes=["alone"])


@pytest.fixture(scope="module")
def result(graph):
    return graph.centralities(["betweenness", "closeness"], preset="raw")


@pytest.fixture(scope="module")
def three(graph):
    return graph.centralities(["betweenness", "closeness", "stress"])


def texts(ax):
    return [text.get_text() for text in ax.texts]


def offsets(ax):
    return [tuple(point) for collection in ax.collections for point in numpy.asarray(collection.get_offsets())]


# ---- every kind ----


def test_rank(result):
    ax = plots.rank(result, "betweenness", top=2)
    x, y = ax.lines[0].get_data()
    want = sorted((score for score in result["betweenness"] if score > 0), reverse=True)
    assert list(x) == list(range(1, len(want) + 1)) and list(y) == want
    assert (ax.get_xscale(), ax.get_yscale()) == ("log", "log")
    assert texts(ax) == [name for name, _ in result.top(2, "betweenness")]
    zero = sum(score == 0 for score in result["betweenness"])
    assert ax.get_xlabel() == f"rank ({zero} nodes with 0 left out)" and ax.get_ylabel() == "betweenness"
    assert texts(plots.rank(result, "closeness", top=0)) == []


def test_rank_of_edges_names_both_ends(graph):
    assert texts(graph.edge_betweenness().plot(top=1)) == ["hub \N{EN DASH} f"]
    directed = gobc.edge_betweenness([("a", "b"), ("b", "c")], directed=True)
    assert texts(directed.plot(top=1)) == ["a \N{RIGHTWARDS ARROW} b"]


def test_histogram(result):
    ax = plots.histogram(result, "closeness", bins=4)
    assert sum(patch.get_height() for patch in ax.patches) == len(result)
    assert (ax.get_xlabel(), ax.get_ylabel(), ax.get_yscale()) == ("closeness", "nodes", "log")


def test_scatter(three):
    ax = plots.scatter(three, "betweenness", "closeness")
    assert offsets(ax) == list(zip(three["closeness"], three["betweenness"]))
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("closeness", "betweenness")
    rho = scipy.stats.spearmanr(three["closeness"], three["betweenness"]).statistic
    assert ax.get_title() == f"Spearman's rho {rho:.3f}, 10 nodes"


@pytest.mark.parametrize("options", [{}, {"measure": "betweenness"}, {"against": "closeness"}])
def test_two_measures_need_not_be_named(result, options):
    ax = result.plot("scatter", **options)
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("closeness", "betweenness")


def test_against_is_a_scatter(result):
    assert "Spearman" in result.plot(against="betweenness").get_title()
    assert result.plot(measure="closeness").get_xlabel() == "rank (1 node with 0 left out)"


@pytest.mark.parametrize("seed", range(4))
def test_spearman_is_scipys(seed):
    x, y = numpy.random.default_rng(seed).integers(0, 4 + 8 * seed, (2, 60)).astype(float)
    rho = _drawing.spearman(list(zip(x, y)))
    assert rho == pytest.approx(scipy.stats.spearmanr(x, y).statistic, abs=1e-12)


def test_spearman_of_constants_and_of_nothing():
    assert _drawing.spearman([(1.0, 2.0), (1.0, 3.0)]) is None
    assert _drawing.spearman([]) is None
    ax = gobc.centralities([(0, 1), (1, 2), (2, 0)], ["closeness", "stress"]).plot("scatter")
    assert ax.get_title() == "Spearman's rho undefined, 3 nodes"


def test_degree_of_a_graph(result, graph):
    """Distinct neighbors: the loop and the repeated row count nothing."""
    ax = plots.degree(result, "betweenness", graph=graph)
    want = [SEPARATE.get(node, 0) for node in result["node"]]
    assert offsets(ax) == list(zip(want, result["betweenness"]))
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("degree", "betweenness")


def _as_numbers(kind):
    return numpy.array([(5, 9), (9, 2), (2, 5), (2, 7), (7, 2), (7, 7)], dtype=kind)


LARGE = numpy.array([(2**64 - 1, 3), (3, 2**63)], dtype=numpy.uint64)
SAME_GRAPH = {
    "pairs": ([("a", "b"), ("b", "c")], {}, [1, 2, 1]),
    "networkx": (networkx.Graph([((1, 2), "b"), ("b", 3.5)]), {}, [1, 2, 1]),
    "int64": (_as_numbers("int64"), {}, [2, 2, 3, 1]),
    "uint8": (_as_numbers("uint8"), {}, [2, 2, 3, 1]),
    "beyond int64": (LARGE, {}, [1, 2, 1]),
    "directed": ([("a", "b"), ("b", "a"), ("c", "b")], {"directed": True}, [1, 2, 1]),
    "weighted": ([("a", "b", 0.5), ("b", "c", 2.0)], {"weight": True}, [1, 2, 1]),
}


@pytest.mark.parametrize("case", SAME_GRAPH)
def test_degrees_of_every_sort_of_graph(case):
    edges, options, want = SAME_GRAPH[case]
    graph = gobc.Graph(edges, **options)
    assert [x for x, _ in offsets(graph.closeness().plot("degree", graph=graph))] == want


def test_degrees_of_what_is_no_graph_yet():
    assert [x for x, _ in offsets(gobc.closeness(EDGES).plot("degree", graph=EDGES))] == list(SEPARATE.values())


@pytest.mark.parametrize("given", [SEPARATE, [SEPARATE.get(node, 0) for node in ["alone", *SEPARATE]]])
def test_own_degrees(result, given):
    ax = plots.degree(result, "closeness", degree=given)
    assert [x for x, _ in offsets(ax)] == [0, *SEPARATE.values()]


def test_degrees_of_chosen_nodes(graph):
    ax = graph.closeness(of=["g", "hub"]).plot("degree", graph=graph)
    assert sorted(x for x, _ in offsets(ax)) == [2, 6]


def test_neighborhood(result, graph):
    ax = plots.neighborhood(result, "betweenness", graph=graph, k=2)
    assert texts(ax) == ["hub", "f"]
    lines, others, middle = ax.collections
    assert len(middle.get_offsets()) == 2 and len(others.get_offsets()) == 6
    assert len(lines.get_segments()) == 7  # hub's six, f's other one
    assert ax.get_title() == "2 largest by betweenness, and their 6 neighbors"
    areas = [*middle.get_sizes(), *others.get_sizes()]
    assert areas[0] == max(areas) and areas[0] > areas[1] > min(areas)


def test_neighborhood_is_limited(graph, result):
    """Each of the k in turn gives the neighbor of the largest score."""
    ax = result.plot("neighborhood", "closeness", graph=graph, k=1, limit=3)
    assert ax.get_title() == "1 largest by closeness, and 2 of their 6 neighbors"
    assert len(ax.collections[0].get_segments()) == 2
    links = _links.Links(result, graph)
    scores = links.scores(result["closeness"])
    position = {node: i for i, node in enumerate(links.nodes)}
    nodes, there_are = links.around([position["hub"], position["g"]], scores, 5)
    assert [links.nodes[node] for node in nodes] == ["hub", "g", "f", "h", "a"] and there_are == 7


def test_neighbors_without_a_score(graph):
    ax = graph.closeness(of="hub").plot("neighborhood", graph=graph, k=3)
    assert ax.get_title() == "1 largest by closeness, and their 6 neighbors"


def test_neighborhood_is_the_same_every_time(graph, result):
    state = numpy.random.get_state()[1].tolist()
    first, second, other = (offsets(result.plot("neighborhood", "betweenness", graph=graph, seed=seed))
                            for seed in (1, 1, 2))
    assert first == second != other
    assert numpy.random.get_state()[1].tolist() == state


def test_nodes_in_one_place_are_moved_apart():
    places = {node: numpy.zeros(2) for node in range(5)}
    _drawing.move_apart(places, list(places))
    near = min(math.dist(places[a], places[b]) for a in places for b in range(a))
    assert near > 0.2


def test_hubs_of_the_same_neighbors_are_told_apart():
    """Five hubs joined with one another and with the same 60 nodes: the boxes of their names as they are drawn."""
    hubs = [f"a hub of long name {i}" for i in range(5)]
    edges = [(a, b) for i, a in enumerate(hubs) for b in [*hubs[:i], *range(60)]]
    edges = [(a, str(b)) for a, b in edges]
    ax = gobc.closeness(edges).plot("neighborhood", graph=edges, k=5)
    places = ax.collections[2].get_offsets()
    assert len(places) == 5 and min(math.dist(a, b) for i, a in enumerate(places) for b in places[:i]) > 0.2
    ax.figure.canvas.draw()
    boxes = [text.get_window_extent() for text in ax.texts]
    assert sorted(texts(ax)) == hubs
    assert not any(a.overlaps(b) for i, a in enumerate(boxes) for b in boxes[:i])


# ---- any scores, any labels ----


@pytest.mark.parametrize("kind", plots.KINDS)
def test_scores_that_are_no_numbers(kind):
    """igraph's closeness of a node that reaches none is NaN; stress may be infinite."""
    edges = [("a", "b"), ("b", "c")]
    graph = gobc.Graph(edges, nodes=["alone"])
    needs = {"degree": {"graph": graph}, "neighborhood": {"graph": graph}, "scatter": {"against": "stress"}}
    result = graph.centralities(["closeness", "stress"], preset="igraph")
    assert numpy.isnan(result.value("alone", "closeness"))
    ax = result.plot(kind, "closeness", **needs.get(kind, {}))
    assert ax._repr_png_().startswith(b"\x89PNG")


@pytest.mark.parametrize("kind", plots.KINDS)
@pytest.mark.filterwarnings("ignore::gobc.GobcWarning")
def test_infinite_scores(kind):
    edges = [(4 * i + a, 4 * i + b) for i in range(1100) for a, b in ((0, 1), (0, 2), (1, 4), (2, 4))]
    edges += [(9001, 9002), (9002, 9003)]
    needs = {"degree": {"graph": edges}, "neighborhood": {"graph": edges}, "scatter": {"against": "closeness"}}
    result = gobc.centralities(edges, ["stress", "closeness"], sources=[0, 9001])
    assert max(result["stress"]) == math.inf
    ax = result.plot(kind, "stress", **needs.get(kind, {}))
    assert ax._repr_png_().startswith(b"\x89PNG")
    if kind == "rank":
        assert "no finite score" in ax.get_xlabel()
        assert texts(ax) == ["9002"] and list(ax.lines[0].get_ydata()) == [result.value(9002, "stress")]


@pytest.mark.parametrize("label", ["$\\frac{$", "$x$", "a\nb", "\x00", "<b>", "_hidden", "x" * 500, "%s {}"])
def test_labels_are_drawn_as_they_are(label):
    edges = [("a", label), (label, "b")]
    result = gobc.betweenness(edges)
    for ax in (result.plot(), result.plot("neighborhood", graph=edges, k=1)):
        assert ax._repr_png_().startswith(b"\x89PNG")
        assert texts(ax) == [_formatting.short(label, 24)] and len(ax.texts[0].get_text()) <= 24


@pytest.mark.parametrize("kind", ["rank", "histogram", "scatter", "degree"])
def test_results_without_scores(kind):
    empty = gobc.centralities([("a", "b")], ["closeness", "stress"], of=[])
    needs = {"degree": {"degree": []}, "scatter": {"against": "stress"}}
    assert len(empty) == 0
    assert empty.plot(kind, "closeness", **needs.get(kind, {}))._repr_png_().startswith(b"\x89PNG")


@pytest.mark.parametrize("values,scale", [([1, 50], "linear"), ([1, 500], "log"), ([0, 1, 500], "symlog"),
                                          ([0, 0], "linear"), ([-1, 1, 500], "linear"), ([], "linear"),
                                          ([math.nan, 1, 500], "symlog"), ([0, 5e-324, 1e308], "symlog")])
def test_scales(values, scale):
    ax = Figure().add_subplot()
    _drawing.points(ax, values, values, {})
    assert ax.get_xscale() == ax.get_yscale() == scale


@pytest.mark.parametrize("smallest", [1.0, 3e-3, 7e-9, 9e-5])
def test_the_label_of_zero_meets_no_other(smallest):
    figure = Figure(figsize=(4.5, 3.8), layout="constrained")
    ax = figure.add_subplot()
    values = [0.0] + [smallest * 10 ** power for power in range(11)]
    _drawing.points(ax, values, values, {})
    figure.draw_without_rendering()
    for axis in (ax.xaxis, ax.yaxis):
        low, high = axis.get_view_interval()
        shown = [tick for tick in axis.get_major_ticks() if low <= tick.get_loc() <= high and tick.label1.get_text()]
        boxes = [tick.label1.get_window_extent() for tick in sorted(shown, key=lambda tick: tick.get_loc())]
        assert len(boxes) > 3
        assert not any(first.overlaps(second) for first, second in zip(boxes, boxes[1:]))


# ---- axes ----

CALLS = {"rank": {}, "histogram": {}, "scatter": {"against": "closeness"}, "degree": {"degree": SEPARATE},
         "neighborhood": {"graph": EDGES + [("alone", "alone")]}}


@pytest.mark.parametrize("kind", plots.KINDS)
def test_on_given_axes(result, kind):
    figure = Figure()
    left, right = figure.subplots(1, 2)
    assert result.plot(kind, "betweenness", ax=right, **CALLS[kind]) is right
    assert right.has_data() and not left.has_data() and figure.axes == [left, right]
    assert getattr(plots, kind)(result, "betweenness", ax=left, **CALLS[kind]) is left and left.has_data()


def test_style_goes_to_matplotlib(result):
    assert result.plot("rank", "betweenness", color="red").lines[0].get_color() == "red"
    ax = result.plot("neighborhood", "betweenness", color="red", **CALLS["neighborhood"])
    assert ax.collections[1].get_facecolor()[0].tolist() == [1, 0, 0, 1]


def test_nothing_outside_changes(python):
    """No pyplot, no setting of matplotlib's, no state of a random generator."""
    python(f"""
        import random, sys
        import gobc, matplotlib
        before = matplotlib.rcParams.copy(), random.getstate()
        result = gobc.centralities({EDGES!r}, ["betweenness", "closeness"])
        for kind, options in {dict(CALLS, neighborhood={"graph": EDGES})!r}.items():
            assert result.plot(kind, "betweenness", **options)._repr_png_()
        assert (matplotlib.rcParams.copy(), random.getstate()) == before
        assert "matplotlib.pyplot" not in sys.modules
    """)


def test_axes_of_pyplot_are_left_alone(result):
    import matplotlib.pyplot

    try:
        own = matplotlib.pyplot.figure().add_subplot()
        for kind in plots.KINDS:
            result.plot(kind, "betweenness", **CALLS[kind])
        assert matplotlib.pyplot.get_fignums() == [own.figure.number] and matplotlib.pyplot.gca() is own
        assert not own.has_data()
    finally:
        matplotlib.pyplot.close("all")


# ---- errors ----

PLAIN = [("a", "b")]
ERRORS = {
    "kind": (dict(kind="pie"), "kind must be one of rank, histogram, scatter, degree, neighborhood, interactive, not 'pie'"),
    "no such measure": (dict(measure="load"), "no measure 'load'"),
    "axes": (dict(ax=(Figure(), None)), "ax must be axes of matplotlib, not tuple"),
    "figure": (dict(ax=Figure()), "ax must be axes of matplotlib, not matplotlib"),
    "top": (dict(top=-1), "top must be at least 0, not -1"),
    "top's type": (dict(top=1.5), "top must be a whole number, not 1.5"),
    "another kind's option": (dict(kind="rank", against="stress"), "against= is for kind='scatter', not 'rank'"),
    "graph": (dict(kind="rank", graph=PLAIN), "graph= is for kind='degree' or 'neighborhood' or 'interactive', not 'rank'"),
    "against": (dict(kind="scatter"), "needs against=, another measure of the result; it has betweenness, closeness"),
    "no such against": (dict(kind="scatter", against="load"), "no measure 'load'"),
    "no degree": (dict(kind="degree"), "needs either graph="),
    "degree twice": (dict(kind="degree", graph=PLAIN, degree=SEPARATE), "needs either graph="),
    "degrees": (dict(kind="degree", degree=[1]), "degree has 1 values for 10 nodes"),
    "no numbers": (dict(kind="degree", degree=["many"] * 10), "degree= must hold a number for every node"),
    "another graph": (dict(kind="degree", graph=PLAIN), "8 of the 10 nodes of this result are not in graph=, the "
                      "first of them 'alone'"),
    "no graph": (dict(kind="neighborhood"), "needs graph="),
    "another graph around": (dict(kind="neighborhood", graph=[(1, 2)]), "10 of the 10 nodes"),
    "no edges": (dict(kind="neighborhood", graph="edges.csv"), "graph=: edges is 'edges.csv': gobc.Graph.read(path) reads"),
    "k": (dict(kind="neighborhood", graph=PLAIN, k=0), "k must be at least 1, not 0"),
    "limit": (dict(kind="neighborhood", graph=PLAIN, limit=9), "limit must be at least 10, which is k, not 9"),
}


@pytest.mark.parametrize("case", ERRORS)
def test_errors(three, case):
    options, words = ERRORS[case]
    with pytest.raises(gobc.Error) as caught:
        three.plot(**{"measure": "betweenness", **options})
    assert words in str(caught.value)


@pytest.mark.parametrize("edges,kind", [(3, TypeError), ([("a", None)], gobc.DataError)])
def test_what_is_no_graph(result, edges, kind):
    with pytest.raises(kind, match="^graph=: "):
        result.plot("degree", "closeness", graph=edges)


def test_a_closed_graph(result):
    graph = gobc.Graph(EDGES)
    graph.close()
    with pytest.raises(gobc.ArgumentError, match="closed"):
        result.plot("neighborhood", "closeness", graph=graph)


@pytest.mark.parametrize("kind", ["degree", "neighborhood"])
def test_kinds_of_nodes_alone(graph, kind):
    with pytest.raises(gobc.ArgumentError, match=f'kind="{kind}" is for scores of nodes; this result has .* edges'):
        graph.edge_stress().plot(kind, graph=graph)


def test_nothing_to_draw():
    empty = gobc.closeness([("a", "b")], of=[])
    with pytest.raises(gobc.ArgumentError, match="no node of this result has a score of closeness"):
        empty.plot("neighborhood", graph=[("a", "b")])


def test_without_the_packages(python):
    python("""
        import sys
        sys.modules["matplotlib"] = sys.modules["matplotlib.axes"] = None
        import gobc
        result = gobc.betweenness([("a", "b"), ("b", "c")])
        try:
            result.plot()
        except ImportError as error:
            assert str(error) == "plots need matplotlib: pip install 'gobc[plot]'", error
        else:
            raise AssertionError("drawn without matplotlib")
    """)
    python("""
        import sys
        sys.modules["networkx"] = None
        import gobc
        edges = [("a", "b"), ("b", "c")]
        result = gobc.betweenness(edges)
        result.plot("degree", graph=edges)
        try:
            result.plot("neighborhood", graph=edges)
        except ImportError as error:
            assert str(error).endswith("needs networkx for its layout: pip install networkx"), error
        else:
            raise AssertionError("laid out without networkx")
    """)


# ---- tables in notebooks ----


class Page(html.parser.HTMLParser):
    """The elements, the texts of cells, and whether all that opens is closed in turn."""

    def __init__(self, text):
        super().__init__()
        self.open, self.seen, self.cells, self.titles = [], [], [], []
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag, attributes):
        self.seen.append(tag)
        assert not [name for name, _ in attributes if name.startswith("on")]
        if tag == "td":
            self.cells.append("")
            self.titles.append(dict(attributes).get("title"))
        self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.seen.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] == "td":
            self.cells[-1] += data


HOSTILE = ["<script>alert(1)</script>", 'x" onmouseover="alert(1)', "&lt;&amp;", "$e^x$", "'", "-->", "]]>"]


@pytest.mark.parametrize("label", HOSTILE)
def test_labels_are_no_html(label):
    result = gobc.betweenness([("a", label), (label, "b")])
    for shown in (result, result.top(3), gobc.edge_betweenness([("a", label)])):
        page = Page(shown._repr_html_())
        assert label in page.cells and "script" not in page.seen
    assert 'class="tex2jax_ignore mathjax_ignore"' in result._repr_html_()


def test_long_labels_are_cut():
    label = '<i>"' * 1250
    result = gobc.betweenness([("a", label), (label, "b")])
    page = Page(result._repr_html_())
    cut = label[:59] + "\N{HORIZONTAL ELLIPSIS}"
    assert page.cells[0] == cut and page.titles[0] == label[:999] + "\N{HORIZONTAL ELLIPSIS}"
    assert page.titles[1:] == [None] * (len(page.titles) - 1)
    assert cut in repr(result) and max(map(len, repr(result).splitlines())) < 90
    assert result.top(1)[0][0] == label


def test_labels_stay_on_their_line():
    label = "a\nb\x00\u202ec"
    result = gobc.betweenness([("x", label), (label, "y")])
    assert Page(result._repr_html_()).cells[0] == r"a\nb\x00\u202ec"
    assert len(repr(result).splitlines()) == 5


def test_cells_without_a_number():
    page = Page(_formatting.html_table(["node", "score"], [(None, math.nan), ("a", math.inf), (True, 1e300)], ""))
    assert page.cells == ["None", "nan", "a", "inf", "True", "1e+300"]


def test_small_histograms():
    page = _formatting.histogram([0.0, math.nan, 1.0, math.inf, 1.0], "<x>", bins=4)
    assert Page(page).seen.count("rect") == 2
    assert "&lt;x&gt;: 0 to 1; 2 not finite" in page
    assert _formatting.histogram([math.nan], "x") == _formatting.histogram([], "x") == ""


def test_graphs_in_notebooks():
    page = Page(gobc.Graph({"source": ["a"], "target": ["b"], "<w>": [2.0]}, weight="<w>")._repr_html_())
    assert "<w>: 2 to 2" in page.cells and page.seen[0] == "table"


def test_axes_show_themselves(result):
    picture = result.plot(measure="closeness")._repr_png_()
    assert picture.startswith(b"\x89PNG") and len(picture) > 5000
