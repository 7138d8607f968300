"""Reports and interactive pictures as text: what a page says, that it holds all it needs, labels of any kind, sizes, errors.
tests/site/test_report.py has them in a browser."""

import html.parser
import json
import math
import os
import pathlib
import re

import networkx
import numpy
import pytest

import gobc
from gobc import _formatting, _report
from gobc._registry import EDGE_MEASURES, MEASURES
from gobc._report import meanings, score_table, summary
from gobc._version import __year__
from gobc.cli import main
from gobc.plots import _interactive, _pages
from gobc.plots._numbers import number

EDGES = [("hub", c) for c in "abcdef"] + [("a", "b"), ("f", "g"), ("g", "h")]
# What ends an element, an attribute or a script, what cannot be seen, what turns text, half a character.
LABELS = ["<script>alert(1)</script>", "</script><b>", '"><img src=x onerror=alert(2)>', "<!--", "a\x00b", "\u202etxet", "\ud800",
          "&lt;", "x" * 3000, "\u2028", "$$x^2$$", "\\(y\\)", "\\[z\\]"]


@pytest.fixture(scope="module")
def graph():
    return gobc.Graph(EDGES)


@pytest.fixture(scope="module")
def result(graph):
    return graph.centralities(["betweenness", "closeness"])


class Read(html.parser.HTMLParser):
    """A page: its elements with their attributes, its text beside scripts and styles, its data."""

    def __init__(self, page):
        super().__init__()
        self.elements, self.words, self.scripts, self.within = [], [], [], []
        self.feed(page.html)
        self.text = " ".join(" ".join(self.words).split())

    def handle_starttag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))
        if tag in ("script", "style"):
            self.within.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        if tag in ("script", "style"):
            self.within.pop()

    def handle_data(self, data):
        if not self.within:
            self.words.append(data)
        elif self.within[-1][0] == "script":
            self.scripts.append((self.within[-1][1], data))

    @property
    def data(self):
        (text,) = [text for attributes, text in self.scripts if attributes.get("id") == "data"]
        return json.loads(text)

    def table(self, name="nodes"):
        (table,) = [table for table in self.data["tables"] if table["id"] == name]
        return {column["name"]: column["values"] for column in table["columns"]}, table

    def tags(self, *names):
        return [attributes for tag, attributes in self.elements if tag in names]


@pytest.fixture(scope="module")
def whole(result, graph):
    return Read(result.report(graph=graph))


# ---- what a page says ----


def test_a_report_says_what_was_computed(result, whole):
    read = whole
    assert "The network has 9 nodes and 9 undirected edges, and is connected. Every edge has length 1." in read.text
    assert f"Betweenness and closeness of 9 nodes were computed on the CPU with {result.plan.threads} thread" in read.text
    assert f"by gobc {gobc.__version__}." in read.text and "The scores are exact" in read.text
    assert "NetworkX's (preset networkx )" in read.text
    best = result.value("hub", "betweenness")
    assert (f"hub has the largest betweenness ({best:.6g}): no other node lies on a larger share of the shortest paths between "
            "other nodes.") in read.text
    assert "Brandes, U. (2001)" in read.text and "Freeman" in read.text and "@software{gobc" in read.text
    assert {attributes["id"] for attributes in read.tags("section") if "id" in attributes} == {
        "summary", "network", "distributions-nodes", "table", "how", "cite"}
    assert [heading for heading in ("Summary", "Most central part", "Measures against one another", "Nodes")
            if heading not in read.text] == []


def test_a_report_says_what_was_left_out_and_claims_no_more():
    """Of a call of some paths or nodes the largest score says nothing about all. A cycle, where all nodes are alike."""
    rows = [(f"n{i}", f"n{(i + 1) % 12}") for i in range(12)] + [("n0", "tail")]
    graph = gobc.Graph(rows)
    claim = "no other node lies on a larger share"
    cases = {
        "": {}, "paths of a length of at most 2 edges ( cutoff )": {"cutoff": 2},
        "The scores of 2 nodes were asked for ( of )": {"of": ["n1", "n2"]},
        "the flow of 1 pair ( demand )": {"demand": [("n0", "n9", 3)]},
        "pairs by their distance ( demand exponential:2.5)": {"demand": "exponential:2.5"},
        "the flow of 1 pair ( demand ) and pairs by their distance ( demand linear:7)":
            {"demand": ([("n0", "n9", 3)], "linear:7")},
        "paths from 1 source ( sources ) and paths to 2 targets ( targets )": {"sources": ["n0"], "targets": ["n3", "n4"]},
        "paths of a length of at most 1 and 2 edges ( cutoff )": {"cutoff": [2, 1]},
    }
    for said, options in cases.items():
        read = Read(graph.betweenness(**options).report(graph=graph))
        assert said in read.text and (claim in read.text) == (not options), options
    read = Read(graph.betweenness(sources=["n0"], targets=["n1"]).report(graph=graph))
    assert "No node has a betweenness above 0." in read.text and "has the largest" not in read.text
    assert "n0 has the largest betweenness" in Read(graph.betweenness().report()).text
    ring = gobc.Graph(rows[:-1])
    assert "n0 has the largest betweenness" in Read(ring.betweenness().report()).text
    assert ", as others have: no other node lies" in Read(ring.betweenness().report()).text
    longer = gobc.Graph([(u, v, 2) for u, v in rows], weight=True)
    mixed = "The graph of this page is not the one of the scores: these are of lengths of edges, and the graph has no lengths."
    assert mixed in Read(longer.closeness().report(graph=graph)).text
    assert "not the one of the scores" not in Read(longer.closeness().report(graph=longer)).text


def test_links_within_the_page_lead_somewhere(whole, graph):
    both = graph.centralities(["betweenness", "edge_betweenness"])
    for read in (whole, Read(both.report()), Read(both.edges.report())):
        ids = [attributes["id"] for _, attributes in read.elements if "id" in attributes]
        assert len(set(ids)) == len(ids)
        assert {link["href"][1:] for link in read.tags("a")} <= set(ids)


def test_weights_directions_and_odd_edges_are_told():
    edges = [("a", "b", 0.5), ("b", "c", 2.0), ("c", "c", 1.0), ("a", "b", 3.0), ("x", "y", 1.0)]
    graph = gobc.Graph(edges, weight=True, directed=True)
    text = Read(graph.betweenness(preset="raw").report(graph=graph)).text
    assert "5 directed edges, and has 2 components, the largest of 3 nodes. Edges have lengths, from" in text
    assert ": 0.5 to 3. Among the edges are 1 self-loop and 1 repeated edge." in text
    assert "gobc's own, plain sums over ordered pairs (preset raw )" in text


def test_estimates_are_told_with_their_intervals():
    graph = gobc.Graph(gobc.generate("barabasi_albert:n=2000,m=3", 1))
    estimated = graph.betweenness(epsilon=0.1, seed=1)
    assert estimated.plan.sampled
    read = Read(estimated.report(graph=graph))
    drawn = estimated.plan["sample"]
    assert f"The scores are estimates from {drawn[drawn['drawn']]:,} {drawn['drawn']} drawn at random." in read.text
    assert "the half-width of its interval (column betweenness_error" in read.text
    assert "exact" not in read.text.split("Summary")[0]
    columns, table = read.table()
    assert columns["betweenness_error"] == [estimated["betweenness_error"][row] for row in table["rows"]]
    assert "No interval was asked for" in Read(graph.betweenness(k=20, seed=1).report()).text


@pytest.mark.filterwarnings("ignore::gobc.GobcWarning")
def test_partial_results_are_told():
    graph = gobc.Graph(gobc.generate("barabasi_albert:n=8000,m=10", 1))
    stopped = graph.betweenness(settings=gobc.Settings(partial=True, time_limit=0.1))
    finished, sources = stopped.partial.finished, stopped.partial.sources
    assert finished < sources == 8_000
    read = Read(stopped.report())
    assert "The computation was stopped. " in read.text
    assert f"The scores are of the {finished:,} sources of 8,000 that had finished" in read.text
    columns, table = read.table()
    assert columns["finished"] == stopped["finished"][table["rows"]].tolist()
    assert table["columns"][-1]["kind"] == "flag"


def test_warnings_are_told(graph):
    scores = graph.closeness()
    scores.warnings = ["<b>careful</b>"]
    page = scores.report()
    assert "Warning: <b>careful</b>" in Read(page).text and "<b>careful" not in page.html


def test_a_report_says_where_it_comes_from_and_how_to_cite_it(whole):
    text = whole.text
    assert re.search(r"A network \u00b7 page of \d{4}-\d\d-\d\d \u00b7 gobc " + re.escape(gobc.__version__), text)
    assert f"The gobc developers ({__year__})." in text and f"year = {{{__year__}}}" in text
    assert summary.home(["Documentation, https://a.b", "Homepage, https://gobc.dev"]) == "https://gobc.dev"
    assert summary.home(["Homepage, https://example.org/gobc"]) is None and summary.home([]) is None


def test_only_exact_scores_are_given_a_meaning():
    graph = gobc.Graph(gobc.generate("barabasi_albert:n=2000,m=3", 1))
    sampled = Read(graph.betweenness(k=20, seed=1).report()).text
    assert "has the largest betweenness (" in sampled and "no other node lies" not in sampled
    assert set(meanings.LARGEST) == {*MEASURES, *EDGE_MEASURES}


# ---- numbers ----


@pytest.mark.parametrize("value, text", [
    (0.0, "0"), (1.0, "1"), (1234567.0, "1,234,567"), (0.0585698123, "0.0585698"), (12345.678, "12,345.7"), (99999.96, "100,000"),
    (1e-4, "0.0001"), (9.99999999e-5, "0.0001"), (2.038e-10, "2.038 \u00d7 10\u207b\u00b9\u2070"), (-3.5, "-3.5"),
    (1e9, "1 \u00d7 10\u2079"), (1.5e300, "1.5 \u00d7 10\u00b3\u2070\u2070"), (math.inf, "inf"), (math.nan, "nan")])
def test_numbers_have_one_style(value, text):
    assert number(value) == text


# ---- the table ----


def test_the_table_has_every_score_to_the_bit(result, whole):
    columns, table = whole.table()
    assert list(columns) == ["rank", "node", "degree", "betweenness", "closeness"]
    assert columns["rank"][0] == 1 and dict(zip(columns["node"], columns["rank"])) == {
        node: 1 + sum(other > score for other in columns["betweenness"]) for node, score in result.to_dict("betweenness").items()}
    for name in ("betweenness", "closeness"):
        assert dict(zip(columns["node"], columns[name])) == result.to_dict(name)
    assert columns["betweenness"] == sorted(columns["betweenness"], reverse=True)
    assert dict(zip(columns["node"], columns["degree"])) == dict(networkx.Graph(EDGES).degree)
    assert table["all"] == 9


def test_scores_that_are_no_numbers():
    graph = gobc.Graph([("a", "b"), ("b", "c")], nodes=["alone"])
    scores = graph.centralities(["closeness", "stress"], preset="igraph")
    assert math.isnan(scores.value("alone", "closeness"))
    columns, _ = Read(scores.report(graph=graph)).table()
    assert columns["closeness"][columns["node"].index("alone")] == "nan" and columns["node"][-1] == "alone"


@pytest.mark.parametrize("labels, kind", [([2**53 - 1, -5, 7], "number"), ([2**53, 1, 2], "text"), (["1", 2, (3, 4)], "text")])
def test_ids_are_numbers_where_a_browser_holds_them(labels, kind):
    scores = gobc.betweenness(networkx.path_graph(labels))
    columns, table = Read(scores.report()).table()
    assert table["columns"][1]["kind"] == kind
    assert sorted(map(str, columns["node"])) == sorted(map(str, labels))


def test_rows_near_the_top_of_any_measure_are_kept():
    """Of a star with a far pair: what one measure has first is last in the other."""
    scores = gobc.centralities([(i, i + 1) for i in range(40)] + [(100, 101)], ["betweenness", "closeness", "stress"])
    for rows in (3, 10):
        picked = score_table.chosen(scores, rows)
        assert len(set(picked)) == rows
        ranks = [numpy.argsort(numpy.argsort(-scores[name], kind="stable"), kind="stable") for name in scores.measures]
        worst = max(min(rank[row] for rank in ranks) for row in picked)
        others = [min(rank[row] for rank in ranks) for row in range(len(scores)) if row not in picked]
        assert worst <= min(others)
        assert list(scores["betweenness"][picked]) == sorted(scores["betweenness"][picked], reverse=True)


@pytest.mark.parametrize("letter", ["x", "\N{CJK UNIFIED IDEOGRAPH-8A9E}", "\N{GRINNING FACE}"])
def test_long_labels_leave_rows_out(letter):
    letters = letter * 400
    scores = gobc.closeness([(f"{letters}{i}", f"{letters}{i + 1}") for i in range(3000)])
    page = scores.report()
    columns, table = Read(page).table()
    assert 100 < len(columns["node"]) < 2600 and table["all"] == 3001 and len(page.html) < 3.5e6
    assert f"The first {len(columns['node']):,} of 3,001 nodes: long labels leave no room for more." in Read(page).text


# ---- sizes ----


def test_large_networks_are_shown_in_part(monkeypatch):
    graph = gobc.Graph(gobc.generate("barabasi_albert:n=6000,m=2", 1))
    scores = graph.centralities(["betweenness", "stress"], sources=[0, 1])
    page = scores.report(graph=graph)
    read = Read(page)
    assert len(page.html) < 3e6
    assert "The 5,000 of 6,000 nodes that are nearest to the top by any of the measures" in read.text
    assert "A part of the network, 150 of its 6,000 nodes: the 20 of the largest betweenness (orange)" in read.text
    assert "3,000 of 6,000 nodes are drawn, one of every 2." in read.text
    assert len(read.table()[0]["node"]) == 5000


def test_small_networks_are_drawn_whole(whole):
    assert "All 9 nodes of the network, with 9 links between them; the 2 of the largest betweenness are orange." in whole.text


def test_results_without_rows_or_edges():
    empty = gobc.closeness([("a", "b")], of=[])
    assert "No nodes." in Read(empty.report()).text
    alone = gobc.Graph([("alone", "alone")])
    assert "The one node of the network." in Read(alone.betweenness().report(graph=alone)).text


def test_without_a_graph_a_report_has_no_picture_and_says_so(result):
    read = Read(result.report())
    assert "result.report(graph=graph)" in read.text and "Most central part" not in read.text
    assert list(read.table()[0]) == ["rank", "node", "betweenness", "closeness"]


def test_edges(graph):
    both = graph.centralities(["closeness", "edge_betweenness"])
    read = Read(both.report(graph=graph))
    for page in (read, Read(both.edges.report())):
        columns, _ = page.table("edges")
        found = dict(zip(zip(columns["source"], columns["target"]), columns["edge_betweenness"]))
        assert found == both.edges.to_dict()
        assert "Girvan" in page.text
    assert "The 9 edges of the largest edge betweenness of 9; wide lines are large scores." in Read(both.edges.report()).text


# ---- safety ----


def test_labels_are_text(tmp_path):
    edges = [(a, b) for a, b in zip(LABELS, LABELS[1:])]
    nodes = networkx.Graph(edges)
    scores = gobc.centralities(nodes, ["betweenness", "closeness"])
    page = scores.report(graph=nodes, title=LABELS[0])
    page.save(tmp_path / "page.html")
    assert (tmp_path / "page.html").read_text("utf-8") == page.html
    read = Read(page)
    assert not read.tags("img", "b") and "alert(1)</script>" not in page.html
    assert len(read.tags("script")) == 4 and "onerror" not in {name for _, attributes in read.elements for name in attributes}
    cut = [label if len(label) < 1000 else label[:999] + "\N{HORIZONTAL ELLIPSIS}" for label in LABELS]
    assert sorted(read.table()[0]["node"]) == sorted(cut) and " 1 label is cut after 1,000 letters" in read.text


def test_a_page_asks_for_nothing(whole):
    (policy,) = [each["content"] for each in whole.tags("meta") if each.get("http-equiv") == "Content-Security-Policy"]
    assert policy.startswith("default-src 'none';") and "http" not in policy and "'self'" not in policy and "*" not in policy
    for _, attributes in whole.elements:
        assert "src" not in attributes and attributes.get("href", "#").startswith(("#", "data:,"))


def test_in_a_notebook_a_page_is_a_frame_of_its_own(result):
    page = result.report()

    class Frame(html.parser.HTMLParser):
        def handle_starttag(self, tag, attributes):
            assert tag == "iframe"
            self.frame = dict(attributes)

    frame = Frame()
    frame.feed(page._repr_html_())
    assert frame.frame["srcdoc"] == page.html and frame.frame["sandbox"] == "allow-scripts allow-downloads"
    assert repr(page) == f"<gobc.Page of {len(page.html):,} characters: save(path) writes it>"


def test_numbers_in_notebooks_have_bars(result):
    """As long as their share of the largest score."""
    for shown in (result._repr_html_(), result.top(9, "betweenness")._repr_html_()):
        assert f"linear-gradient(to right,{_formatting.BAR} 100%,transparent 0)" in shown
    least = result.top(9, "betweenness")[2][1] / result.top(1, "betweenness")[0][1]
    assert f"{_formatting.BAR} {100 * least:.0f}%" in result.top(9, "betweenness")._repr_html_()
    without = gobc.betweenness([("a", "b")])._repr_html_(), result.plan._repr_html_()
    assert not any(_formatting.BAR in text for text in without)


# ---- interactive pictures ----


def test_interactive(result, graph):
    page = result.plot("interactive", "closeness", graph=graph, k=2, limit=4)
    text = Read(page).text
    assert "A part of the network, 4 of its 9 nodes: the 2 of the largest closeness (orange), 2 of their 6 neighbors" in text
    assert [option["value"] for option in Read(page).tags("option")][:2] == ["closeness", "betweenness"]
    assert gobc.plots.interactive(result, "closeness", graph=graph, k=2, limit=4, seed=2).html != page.html


def test_diameters_grow_with_scores():
    found = _interactive.sizes([0.0, 1.0, 4.0, math.nan, math.inf])
    assert found[0] == found[3] == _interactive.SMALL and found[2] == found[4] == _interactive.LARGE
    assert found[1] == (_interactive.SMALL + _interactive.LARGE) / 2
    assert _interactive.sizes([3.0, 3.0]) == [_interactive.SMALL] * 2 and _interactive.sizes([]) == []


WRONG = {
    "no graph": (lambda r, g: r.plot("interactive", "closeness"), "needs graph="),
    "axes": (lambda r, g: r.plot("interactive", "closeness", graph=g, ax=1), "ax= works only with matplotlib"),
    "another option": (lambda r, g: r.plot("interactive", "closeness", graph=g, top=3), "top= is for kind='rank'"),
    "edges": (lambda r, g: g.edge_betweenness().plot("interactive", graph=g), "is for scores of nodes"),
    "limit": (lambda r, g: r.plot("interactive", "closeness", graph=g, k=9, limit=3), "limit must be at least 9"),
    "another graph": (lambda r, g: r.report(graph=[("x", "y")]), "9 of the 9 nodes of this result are not in graph="),
    "title": (lambda r, g: r.report(title=3), "title must be a string"),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_makes_no_sense(case, result, graph):
    call, text = WRONG[case]
    with pytest.raises(gobc.ArgumentError, match=text):
        call(result, graph)


@pytest.mark.parametrize("package", ["bokeh", "networkx", "numpy"])
def test_a_missing_package_is_named(package, python, tmp_path):
    python(f"""
        import sys
        import gobc
        from gobc.cli import main
        result = gobc.betweenness([("a", "b"), ("b", "c")])
        assert "bokeh" not in sys.modules and "networkx" not in sys.modules
        sys.modules[{package!r}] = None
        for call in (result.report, lambda: result.plot("interactive", graph=[("a", "b"), ("b", "c")])):
            try:
                call()
            except gobc.PackageError as error:
                assert "pip install 'gobc[report]'" in str(error), error
            else:
                raise AssertionError
        open({str(tmp_path / "net.csv")!r}, "w").write("source,target\\na,b\\n")
        assert main(["report", {str(tmp_path / "net.csv")!r}, "-o", {str(tmp_path / "out.html")!r}]) == 1
    """)
    assert os.listdir(tmp_path) == ["net.csv"]


# ---- the command ----


@pytest.fixture
def network(tmp_path):
    path = tmp_path / "network.csv"
    path.write_text("source,target,weight\n" + "".join(f"{a},{b},2\n" for a, b in EDGES))
    return path


def test_the_command_writes_a_report(network, tmp_path, capsys):
    output = tmp_path / "report.html"
    assert main(["report", str(network), "-o", str(output), "--weight", "weight", "--preset", "raw"]) == 0
    out = capsys.readouterr().out
    assert "9 nodes, 9 undirected edges, 1 component" in out and f"written: {output}" in out
    page = output.read_text("utf-8")
    assert "<h1>Betweenness and closeness of network.csv</h1>" in page
    assert f"gobc report {network} -o {output} --weight weight --preset raw" in page
    assert "Edges have lengths, from weight: 2 to 2." in page


def test_the_command_writes_to_standard_output(network, capsys):
    assert main(["report", str(network), "-o", "-", "--measures", "edge_betweenness", "--title", "<Mine>"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("<!DOCTYPE html>") and out.endswith("</html>\n") and "<h1>&lt;Mine&gt;</h1>" in out


def test_the_command_looks_for_the_folder_first(network, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(gobc.Graph, "_compute_here", lambda *_, **__: pytest.fail("it computed"))
    assert main(["report", str(network), "-o", str(tmp_path / "none" / "report.html")]) == 1
    assert "there is no folder" in capsys.readouterr().err
    assert main(["report", str(tmp_path / "no.csv")]) == 1 and not pathlib.Path("report.html").exists()


def test_the_command_estimates(network, tmp_path, capsys):
    assert main(["report", str(network), "-o", str(tmp_path / "report.html"), "--k", "4", "--seed", "1"]) == 0
    assert capsys.readouterr().out.splitlines()[1].startswith("betweenness in ")


def test_the_command_says_that_a_result_is_partial(network, tmp_path, capsys, monkeypatch):
    answered = gobc.Graph._compute_here

    def stopped(graph, names, settings, **options):
        found = answered(graph, names, settings, **options)
        if settings.partial and settings.time_limit == 5:
            found.partial = gobc.results.Partial(4, 9, found)
        return found

    monkeypatch.setattr(gobc.Graph, "_compute_here", stopped)
    output = tmp_path / "report.html"
    assert main(["report", str(network), "-o", str(output), "--partial", "--time-limit", "5"]) == 3
    assert "PARTIAL: 4 of 9 sources" in capsys.readouterr().out and "The computation was stopped." in output.read_text("utf-8")


def test_scripts_are_bokehs_and_the_packages_own(whole):
    scripts = [text for attributes, text in whole.scripts if attributes.get("type") is None]
    folder = pathlib.Path(_pages.__file__).parent
    assert scripts[-1].strip() == (folder / "page.js").read_text("utf-8").strip()
    assert "Bokeh Contributors" in scripts[0] and _report.DRAWN == 150


def test_one_row_that_is_left_out_is_one():
    graph = gobc.Graph(gobc.generate("barabasi_albert:n=5000,m=3", 1))
    text = Read(graph.centralities(["betweenness", "closeness"]).report()).text
    assert "; 1 node with 0 or no finite score left out" in text
