"""Several cutoffs in one call: scores by the definition, from every shortest path that is counted one by one, and the
bits of a call for each cutoff, however the call runs."""

import concurrent.futures
import math
import pickle
import random
from fractions import Fraction

import pytest

import gobc
from gobc.cli import main

NODES = ("betweenness", "stress", "closeness", "harmonic", "eccentricity", "lin", "radiality", "decay", "reach")
EDGES = ("edge_betweenness", "edge_stress")


def random_graph(rng, most=12):
    n, weighted = rng.randint(2, most), rng.random() < 0.6
    count = rng.randint(1, 3 * n)
    length = rng.choice((lambda: rng.randint(1, 4), lambda: rng.randint(1, 30) / 10, lambda: rng.choice((1 / 3, 2 / 3, 1.5))))
    return [(rng.randrange(n), rng.randrange(n), length() if weighted else 1) for _ in range(count)], weighted


def lists_of(edges, directed):
    """{node: {neighbor: length}}, of parallel edges the shortest."""
    out = {}
    for s, t, length in edges:
        for a, b in ((s, t),) if directed else ((s, t), (t, s)):
            near = out.setdefault(a, {})
            out.setdefault(b, {})
            if a != b:
                near[b] = min(Fraction(length).limit_denominator(1000), near.get(b, math.inf))
    return out


def shortest_paths(out, s):
    """{t: all shortest paths from s to t, as tuples of nodes}, with their lengths: by trying every path."""
    best, waiting = {}, [((s,), Fraction(0))]
    while waiting:
        path, length = waiting.pop()
        known, paths = best.get(path[-1], (math.inf, []))
        if length > known:
            continue
        best[path[-1]] = (length, [*(paths if length == known else []), path])
        waiting += [((*path, w), length + step) for w, step in out[path[-1]].items() if w not in path]
    return best


def by_definition(edges, directed, cutoff):
    """Betweenness over ordered pairs and closeness of every node, from the paths up to a length."""
    out = lists_of(edges, directed)
    through, near = dict.fromkeys(out, 0.0), {v: [] for v in out}
    for s in out:
        for t, (length, paths) in shortest_paths(out, s).items():
            if s == t or length > Fraction(cutoff).limit_denominator(1000):
                continue
            near[t].append(length)
            for path in paths:
                for v in path[1:-1]:
                    through[v] += 1 / len(paths)
    closeness = {v: len(d) / float(sum(d)) * len(d) / (len(out) - 1) if d else 0.0 for v, d in near.items()}
    return through, closeness


@pytest.mark.parametrize("directed", [False, True])
def test_scores_are_those_of_the_definition(directed):
    for seed in range(150):
        rng = random.Random(f"{seed} {directed}")
        edges, weighted = random_graph(rng, 8)
        if len(lists_of(edges, directed)) < 2:
            continue
        lengths = sorted({length for _, _, length in edges})
        off = 0 if all(round(10 * length) == 10 * length for length in lengths) else 0.01  # a third is no decimal
        cutoffs = sorted({round(rng.choice(lengths) * rng.randint(1, 4), 2) + off for _ in range(3)})
        graph = gobc.Graph([edge if weighted else edge[:2] for edge in edges], directed=directed, weight=weighted or None)
        found = graph.centralities(["betweenness", "closeness"], cutoff=cutoffs, preset="raw", normalized=None)
        closeness = graph.closeness(cutoff=cutoffs)
        assert found.cutoffs == cutoffs
        for cutoff in cutoffs:
            through, near = by_definition(edges, directed, cutoff)
            assert found.at(cutoff).to_dict("betweenness") == pytest.approx(through, rel=1e-12), (seed, cutoff)
            assert closeness.at(cutoff).to_dict() == pytest.approx(near, rel=1e-12), (seed, cutoff)


def same(got, want):
    assert got.columns == want.columns
    for name in got.columns:
        assert got[name].tobytes() == want[name].tobytes(), name


@pytest.mark.filterwarnings("ignore::gobc.GobcWarning")  # of a cutoff that is no number of edges
@pytest.mark.parametrize("directed", [False, True])
def test_bits_are_those_of_a_call_for_each(directed):
    for seed in range(120):
        rng = random.Random(f"bits {seed} {directed}")
        edges, weighted = random_graph(rng, 40)
        graph = gobc.Graph([edge if weighted else edge[:2] for edge in edges], directed=directed, weight=weighted or None)
        nodes = list(graph.nodes)
        cutoffs = rng.sample([0, 0.5, 1, 2, 3, 4.25, 7, math.inf], rng.randint(1, 4))
        measures = rng.sample(NODES + EDGES, rng.randint(1, 5))
        options = {"sources": rng.choice((None, nodes[:2])), "preset": rng.choice(("networkx", "igraph", "raw"))}
        if not set(measures) & set(EDGES):
            options["of"] = rng.choice((None, nodes[1:]))
        if rng.random() < 0.2:
            options["settings"] = gobc.Settings(precision="single")
        for threads in (1, 3):
            several = graph.centralities(measures, cutoff=cutoffs, threads=threads, **options)
            assert several.cutoffs == sorted(cutoffs)
            for cutoff in cutoffs:
                alone = graph.centralities(measures, cutoff=cutoff, threads=1, **options)
                same(several.at(cutoff), alone)
                if isinstance(alone, gobc.Result) and alone.edges is not None:
                    same(several.at(cutoff).edges, alone.edges)


STREETS = [(a, b, 1 + (7 * a + 3 * b) % 5) for a in range(60) for b in (a + 1, a + 8) if b < 60]


def test_columns_of_a_table():
    walks = gobc.betweenness(STREETS, weight=True, cutoff=[20, 5.5, math.inf])
    assert walks.columns == ["node", "betweenness_5.5", "betweenness_20", "betweenness_inf"]
    assert walks.cutoffs == [5.5, 20, math.inf] and walks.measures == walks.columns[1:]
    assert list(walks.to_pandas().columns) == walks.columns
    assert walks.at(20).columns == ["node", "betweenness"] and walks.at(20).value(7) == walks.value(7, "betweenness_20")
    same(pickle.loads(pickle.dumps(walks)).at(math.inf), gobc.betweenness(STREETS, weight=True, cutoff=math.inf))
    assert gobc.centralities(STREETS, ["eccentricity_centrality"], weight=True).cutoffs == []
    for wrong in (3, "20", None, [5.5]):
        with pytest.raises(gobc.ArgumentError, match=r"no cutoff .* in this result; it has 5\.5, 20, inf"):
            walks.at(wrong)
    with pytest.raises(gobc.ArgumentError, match="give a list of cutoffs to the call"):
        gobc.closeness(STREETS, weight=True, cutoff=3).at(3)


def test_one_length_in_a_list_has_its_name():
    assert gobc.harmonic(STREETS, weight=True, cutoff=(4,)).columns == ["node", "harmonic_4"]
    assert gobc.harmonic(STREETS, weight=True, cutoff=range(2, 4)).columns == ["node", "harmonic_2", "harmonic_3"]


def test_shards_and_their_folder(tmp_path):
    asked = {"weight": True, "cutoff": [9, 3], "endpoints": True}
    want = gobc.betweenness(STREETS, **asked)
    with concurrent.futures.ThreadPoolExecutor(2) as executor:
        same(gobc.betweenness(STREETS, executor=executor, **asked), want)
    job = gobc.plan(STREETS, "betweenness", shards=5, **asked)
    parts = [job.run(shard) for shard in range(job.n_shards)]
    same(gobc.merge(parts).result(job=job), want)
    same(gobc.betweenness(STREETS, checkpoint=str(tmp_path / "job"), **asked), want)


def test_mistakes():
    for wrong, text in [([1, -1], "cutoff 2 of the list is -1"), ([1, math.nan], "cutoff 2 of the list is NaN"),
                        ([2, 1, 2], "cutoff 2 is in the list twice"), ([], "cutoff is an empty list"),
                        ([1, "2"], "cutoff 2 of the list must be a number, not '2'"),
                        ([True], "cutoff 1 of the list must be a number"),
                        (range(33), "cutoff is a list of 33 lengths; give at most 32"), ("400,800", "cutoff must be a number")]:
        with pytest.raises(gobc.ArgumentError, match=text):
            gobc.betweenness(STREETS, weight=True, cutoff=wrong)
    several = {"weight": True, "cutoff": [1, 2]}
    for call, text in [(lambda: gobc.betweenness(STREETS, epsilon=0.1, **several), "draw for one cutoff"),
                       (lambda: gobc.distances(STREETS, **several), "a single number as cutoff"),
                       (lambda: gobc.many([STREETS], "betweenness", **several), "a single number as cutoff")]:
        with pytest.raises(gobc.ArgumentError, match=text):
            call()
    with pytest.raises(gobc.UnsupportedError, match="precision single takes one cutoff at a time"):
        gobc.plan(STREETS, "betweenness", shards=2, settings=gobc.Settings(precision="single"), **several)


def test_a_remark_where_the_largest_is_no_number_of_edges():
    with pytest.warns(gobc.GobcWarning, match="cutoff=800 counts edges"):
        gobc.betweenness([edge[:2] for edge in STREETS], cutoff=[2, 800])


def test_the_command(tmp_path, capsys):
    path = tmp_path / "streets.csv"
    path.write_text("source,target,meters\n" + "".join(f"{a},{b},{c}\n" for a, b, c in STREETS))
    output = tmp_path / "scores.csv"
    assert main(["compute", str(path), "--weight", "meters", "--cutoff", "20,5.5", "--output", str(output)]) == 0
    assert output.read_text().splitlines()[0] == "node,betweenness_5.5,betweenness_20"
    capsys.readouterr()
    with pytest.raises(SystemExit):
        main(["compute", str(path), "--weight", "meters", "--cutoff", "20,x"])
    assert "--cutoff" in capsys.readouterr().err


def test_the_plan_counts_the_memory_of_all():
    bytes_of = [gobc.plan(STREETS, "betweenness", weight=True, cutoff=cutoff, threads=1).bytes for cutoff in (9, [9], [1, 3, 9])]
    assert bytes_of[0] == bytes_of[1] < bytes_of[2]


def test_lengths_that_tie_with_the_cutoff_are_within_it():
    """0.1 + 0.2 + 0.3 and 0.3 + 0.2 + 0.1 differ in the last digit where lengths are floats: here one is no decimal."""
    path = [("a", "b", .1), ("b", "c", .2), ("c", "d", .3)]
    apart = [*path, ("x", "y", math.pi)]
    exact, floats = (gobc.Graph(edges, weight=True) for edges in (path, apart))
    for cutoff in (.6, [.3, .5, .6]):
        for measure in ("betweenness", "closeness", "harmonic", "reach", "edge_betweenness", "stress"):
            scaled = {} if measure in ("reach", "stress") else {"normalized": False}
            wanted, found = (getattr(graph, measure)(cutoff=cutoff, preset="raw" if measure == "stress" else "networkx", **scaled)
                             for graph in (exact, floats))
            for column in wanted.measures:
                ours = found.to_dict(column)
                theirs = wanted.to_dict(column)
                assert {key: ours[key] for key in theirs} == pytest.approx(theirs), (measure, column)
    assert gobc.distances(floats, cutoff=.6).to_scipy()[0, 3] == pytest.approx(.6)
    assert gobc.distances(floats, cutoff=.6).to_scipy()[3, 0] == pytest.approx(.6)
    assert gobc.distances(floats, cutoff=.6 * (1 - 1e-9)).to_scipy()[3, 0] == 0
    to_the_last_digit = gobc.Settings(tie_tolerance=0)
    assert floats.betweenness(cutoff=.6, preset="raw", settings=to_the_last_digit).value("b") == 3
