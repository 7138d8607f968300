"""gobc's ways to compute on the CPU against the definition, on small random graphs: weights of every kind up to 2^53, every
measure and option. tests/gpu/test_gpu_definition.py asks GPUs the same."""

from collections import Counter, defaultdict
from fractions import Fraction

import pytest

import exact_questions
from definition import FAR
from exact_questions import ALL_MEASURES, MOST, Question, check, rows_of_refusal
from random_questions import CHUNKS, random_question, seeds, some_ways_of_the_cpu


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_graphs(chunk):
    for seed in seeds(chunk):
        check(random_question(seed, some_ways_of_the_cpu))


def some_questions(count):
    return [random_question(seed, some_ways_of_the_cpu) for seed in range(count)]


# ---- the definition itself ----

def walks(network, source):
    """All ways out of a vertex that come to none twice, as arcs."""
    waiting = [((), {source}, source)]
    while waiting:
        walk, seen, end = waiting.pop()
        yield walk
        onward = (arc for arc in network.arcs if arc.tail == end and arc.head not in seen)
        waiting += [((*walk, arc), seen | {arc.head}, arc.head) for arc in onward]


def test_paths_are_the_shortest_of_all_walks():
    """Stress, and betweenness as a share, by looking at every walk of every pair."""
    compared = 0
    for question in some_questions(300):
        network = question.network
        if network.tolerance or network.n > 6 or network.cutoff is not None or len(network.arcs) > 24:
            continue
        passed, shares = defaultdict(Fraction), defaultdict(Fraction)
        for source, weight in network.sources:
            by_end = defaultdict(list)
            for walk in walks(network, source):
                by_end[walk[-1].head if walk else source].append(walk)
            for target, heavy in network.targets:
                if target == source or target not in by_end:
                    continue
                lengths = [sum(arc.length for arc in walk) for walk in by_end[target]]
                shortest = [walk for walk, length in zip(by_end[target], lengths) if length == min(lengths)]
                assert network.out[source][target] == min(lengths)
                for v in (arc.head for walk in shortest for arc in walk[:-1]):
                    passed[v] += weight * heavy
                    shares[v] += weight * heavy / len(shortest)
        for v in range(network.n):
            assert (network.paths.number[v], network.paths.share[v]) == (passed[v], shares[v]), question
            compared += passed[v] > 0
    assert compared > 30


def test_lengths_are_held_as_the_documents_say():
    for weights, units, exact in [
            ((1, 2.0, 10), 1, True), ((0.1, 0.25), 100, True), ((MOST, 1), 1, True), ((1e-9, 1), 10**9, True),
            ((4e9, 0.5), 10, True), ((2.0**-20, 3.0), 2**20, True), ((2.0**53, 1.0), 1, False), ((1e14, 0.3), None, False),
            ((1 / 3, 1), 2**54, False)]:
        got = exact_questions.held(weights, 14)
        assert got[1] == exact and units in (None, got[0]), weights
        assert all(Fraction(length, got[0]) == Fraction(str(w)) for length, w in zip(got[2], weights) if exact)


# ---- the questions ----

def test_questions_have_everything():
    asked = some_questions(1000)
    assert {measure for question in asked for measure in question.measures} == set(ALL_MEASURES)
    options = Counter(option for question in asked for option, _ in question.options)
    assert min(options.values()) > 10 and set(options) == {
        "preset", "normalized", "direction", "alpha", "parallel", "cutoff", "tie_tolerance", "of", "k", "seed", "sources",
        "targets", "endpoints", "partial"}, options
    ways = Counter(str(dict(way)) for question in asked for way in question.ways)
    assert min(ways.values()) > 5 and len(ways) > 20, ways
    columns = Counter(question.column for question in asked if question.weights)
    assert set(columns) == {"int64", "uint64", "float", "double", "decimal"} and min(columns.values()) > 20, columns
    assert sum(question.hops for question in asked) > 10
    kinds = Counter()
    for question in asked:
        must, _ = rows_of_refusal(question)
        kinds["refused"] += must
        if question.weighted and not must:
            kinds[kind_of_ties(question)] += 1
            longest = max(d for row in question.network.out for d in row if d is not FAR)
            kinds["to the end"] += question.lengths[1] and longest >= MOST - 99
    assert min(kinds[kind] for kind in ("refused", "exact", "missed by one", "rounded", "none", "to the end")) > 20, kinds


def kind_of_ties(question):
    """What of paths from one vertex to another is hardest to tell apart."""
    network = question.network
    found = set()
    for source in range(network.n):
        d = network.out[source]
        for arc in network.arcs:
            gap = d[arc.tail] + arc.length - d[arc.head] if d[arc.tail] is not FAR else FAR
            if question.lengths[1] and gap == 1 and d[arc.head] > 2**40:
                found.add("missed by one")
            if not question.lengths[1] and 0 < gap <= network.tolerance * d[arc.head]:
                found.add("rounded")
        heads = Counter(arc.head for arc in network.tight(source))
        if heads and max(heads.values()) > 1:
            found.add("exact")
    return next((kind for kind in ("missed by one", "rounded", "exact") if kind in found), "none")


def test_a_difference_is_cut_down():
    """A comparison that finds each edge out of vertex 3 wrong, where targets are given, ends in one edge and one target."""
    question = Question(9, ((0, 1), (3, 4), (4, 5), (3, 5)), True, (1, 2, 3, 1), "int64", measures=("stress", "betweenness"),
                        options=(("preset", "raw"), ("targets", (4, 5))), ways=((), (("threads", 2),)))
    with pytest.raises(AssertionError) as found:
        check(question, lambda q: [f"edge {edge}" for edge in q.edges if edge[0] == 3 and q.option("targets")])
    text = str(found.value)
    assert "Question(n=6, edges=((3, 5),), directed=False, weights=None" in text and text.endswith("edge (3, 5)")
    assert "options=(('targets', (5,)),), ways=((),)" in text
    check(question, lambda q: [])
