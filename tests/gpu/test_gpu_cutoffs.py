"""Several cutoffs on GPUs: a sweep for each, with the bits of a call for it. "auto" takes one sweep of the processors."""

import pytest

import gobc
from comparing import MEASURES
from graphs import random

CUTOFFS = [1, 3, 5]


@pytest.mark.parametrize("directed", [False, True])
def test_columns_have_the_bits_of_a_call_for_each(directed):
    graph = gobc.Graph(random("middling", 3, 120), directed=directed)
    several = graph.centralities(MEASURES, cutoff=CUTOFFS, device="cuda")
    assert several.device == "cuda:0" and several.cutoffs == CUTOFFS
    assert any("a sweep for each cutoff" in reason for reason in several.plan["reasons"])
    for cutoff in CUTOFFS:
        alone = graph.centralities(MEASURES, cutoff=cutoff, device="cuda")
        assert several.at(cutoff).columns == alone.columns
        for measure in alone.measures:
            assert several.at(cutoff)[measure].tobytes() == alone[measure].tobytes(), (measure, cutoff)


def test_auto_stays_on_the_processors():
    graph = gobc.Graph(random("middling", 3, 120))
    settings = gobc.Settings(tuning="auto_seconds=0")  # any GPU pays
    found = graph.betweenness(cutoff=CUTOFFS, device="auto", settings=settings)
    assert found.device == "cpu" and "CPU: GPUs take one cutoff at a time" in found.plan["reasons"]
    assert graph.betweenness(cutoff=5, device="auto", settings=settings).device == "cuda:0"


def test_shards_and_partial_results_are_refused():
    graph = gobc.Graph(random("middling", 3, 120))
    with pytest.raises(gobc.UnsupportedError, match="a GPU takes one cutoff at a time"):
        gobc.plan(graph, "betweenness", cutoff=CUTOFFS, shards=2).run(0, device="cuda")
    with pytest.raises(gobc.UnsupportedError, match="partial needs one sweep, and a GPU takes one cutoff at a time"):
        graph.betweenness(cutoff=CUTOFFS, device="cuda", settings=gobc.Settings(partial=True))
