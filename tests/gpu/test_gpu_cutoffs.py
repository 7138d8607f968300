"""Several cutoffs on GPUs, with the bits of a call for each: betweenness by levels has one search for all of them, other measures
have a sweep for each. "auto" takes one sweep of the processors."""

import warnings

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


def levels(width=32):
    return gobc.Settings(tuning=f"gpu_kernel=levels;gpu_width={width}")


@pytest.mark.parametrize("width", [16, 32, 64, 128])
@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("cutoffs", [[1, 2, 3, 5], [0, 1.5, 2, 2.5, 4, 30, 40], [3, 7]])
def test_betweenness_has_one_search_for_all(width, directed, cutoffs):
    tail = range(149, 156)
    edges = [*zip(*random("middling", 3, 150)), *zip(tail, tail[1:])]
    graph = gobc.Graph(edges, directed=directed)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", gobc.GobcWarning)  # of cutoffs that are no whole numbers
        several = graph.betweenness(cutoff=cutoffs, device="cuda", settings=levels(width))
        assert several.device == "cuda:0" and not any("a sweep for each cutoff" in reason for reason in several.plan["reasons"])
        for cutoff in cutoffs:
            alone = graph.betweenness(cutoff=cutoff, device="cuda", settings=levels(width))
            assert several.at(cutoff)["betweenness"].tobytes() == alone["betweenness"].tobytes(), cutoff


def test_path_counts_beyond_doubles_are_scaled_on_each_way_back():
    edges = [(3 * i + a, 3 * i + 3 + b) for i in range(1300) for a in range(3) for b in range(3)]  # 3^1300 paths
    graph = gobc.Graph(edges)
    cutoffs = [100, 700, 1250, 1300]  # counts are scaled twice, at about 570 and 1,200 edges
    several = graph.betweenness(cutoff=cutoffs, sources=[0, 1], device="cuda", settings=levels())
    for cutoff in cutoffs:
        alone = graph.betweenness(cutoff=cutoff, sources=[0, 1], device="cuda", settings=levels())
        assert several.at(cutoff)["betweenness"].tobytes() == alone["betweenness"].tobytes(), cutoff


def test_batches_without_room_run_again():
    graph = gobc.Graph(random("middling", 3, 150))
    settings = gobc.Settings(tuning="gpu_kernel=levels;gpu_width=32;gpu_room=0.1")
    several = graph.betweenness(cutoff=CUTOFFS, device="cuda", settings=settings)
    for cutoff in CUTOFFS:
        alone = graph.betweenness(cutoff=cutoff, device="cuda", settings=levels())
        assert several.at(cutoff)["betweenness"].tobytes() == alone["betweenness"].tobytes(), cutoff


def test_weights_single_precision_and_edges_take_a_sweep_for_each():
    graph = gobc.Graph(random("middling", 3, 120))
    for options in ({"sources": {0: 2, 5: 1}}, {"settings": gobc.Settings(tuning="gpu_kernel=levels", precision="single")}):
        found = graph.betweenness(cutoff=CUTOFFS, device="cuda", **options)
        assert any("a sweep for each cutoff" in reason for reason in found.plan["reasons"])
        alone = graph.betweenness(cutoff=3, device="cuda", **options)
        assert found.at(3)["betweenness"].tobytes() == alone["betweenness"].tobytes()


def test_auto_stays_on_the_processors():
    graph = gobc.Graph(random("middling", 3, 120))
    settings = gobc.Settings(tuning="auto_seconds=0")  # any GPU pays
    found = graph.betweenness(cutoff=CUTOFFS, device="auto", settings=settings)
    assert found.device == "cpu" and "CPU: GPUs take one cutoff at a time" in found.plan["reasons"]
    assert graph.betweenness(cutoff=5, device="auto", settings=settings).device == "cuda:0"


def test_shards_and_partial_results_are_refused():
    graph = gobc.Graph(random("middling", 3, 120))
    with pytest.raises(gobc.UnsupportedError, match="a GPU takes one cutoff at a time"):
        gobc.plan(graph, "closeness", cutoff=CUTOFFS, shards=2).run(0, device="cuda")
    with pytest.raises(gobc.UnsupportedError, match="partial needs one sweep, and a GPU takes one cutoff at a time"):
        graph.closeness(cutoff=CUTOFFS, device="cuda", settings=gobc.Settings(partial=True))


def test_shards_and_partial_results_of_one_search():
    graph = gobc.Graph(random("middling", 3, 120))
    whole = graph.betweenness(cutoff=CUTOFFS, device="cuda", settings=levels())
    job = gobc.plan(graph, "betweenness", cutoff=CUTOFFS, shards=2, settings=levels())
    merged = gobc.merge([job.run(shard, device="cuda") for shard in range(2)]).result()
    partial = graph.betweenness(cutoff=CUTOFFS, device="cuda", settings=levels()._replace(partial=True))
    for found in (merged, partial):
        for column in whole.columns[1:]:
            assert found[column].tobytes() == whole[column].tobytes(), column
