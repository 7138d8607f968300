"""How calls run: arguments, settings= and blocks of gobc.settings; what functions take, and what they say of the rest."""

import asyncio
import contextvars
import inspect
import threading

import pytest

import gobc
import gobc.datasets
import gobc.igraph
import gobc.plots
import gobc.streets
from gobc import _settings
from gobc.plots._links import Links

EDGES = [("a", "b"), ("b", "c"), ("c", "d")]
LARGER = gobc.generate("small_world:n=3000,k=6,p=0.1")  # worth two threads


def planned(**options):
    plan = gobc.plan(LARGER, "betweenness", **options)
    return plan["path"]["precision"], plan["threads"]


def test_the_nearest_says():
    single, one = gobc.Settings(precision="single"), gobc.Settings(precision="double", threads=1)
    assert planned()[0] == 64 and planned(settings=single)[0] == 32
    with gobc.settings(precision="single", threads=2):
        assert planned() == (32, 2) and planned(settings=one) == (64, 1) and planned(settings=one, threads=2) == (64, 2)
        with gobc.settings(threads=1):
            assert planned() == (32, 1) and planned(settings=gobc.Settings(precision="double")) == (64, 1)
        assert planned() == (32, 2)
    assert planned()[0] == 64


def test_a_block_ends_with_an_error():
    with pytest.raises(ZeroDivisionError), gobc.settings(precision="half"):
        1 / 0
    assert planned()[0] == 64


def test_a_block_as_a_decorator():
    @gobc.settings(precision="single")
    def ask():
        return planned()[0]

    assert ask() == ask() == 32 and planned()[0] == 64


def test_threads_have_blocks_of_their_own():
    found = []
    with gobc.settings(precision="single"):
        context = contextvars.copy_context()
        for target in (planned, lambda: context.run(planned)):
            thread = threading.Thread(target=lambda: found.append(target()[0]))
            thread.start()
            thread.join()
    assert found == [64, 32]


def test_tasks_take_the_block_that_they_were_started_in():
    async def ask(precision):
        with gobc.settings(precision=precision):
            await asyncio.sleep(0.01)
            return planned()

    async def all_of_them():
        with gobc.settings(threads=1):
            return await asyncio.gather(ask("single"), ask("double"), asyncio.to_thread(planned))

    assert asyncio.run(all_of_them()) == [(32, 1), (64, 1), (64, 1)]


def test_graphs_are_built_by_the_block():
    told = []
    with gobc.settings(memory_limit=10, progress=lambda done, total: told.append(total)):
        with pytest.raises(gobc.MemoryLimitError):
            gobc.Graph(EDGES)
        with pytest.raises(gobc.MemoryLimitError):
            gobc.betweenness(EDGES)
        assert not gobc.plan(EDGES).fits  # what is asked is whether it fits
        graph = gobc.Graph(EDGES, memory_limit=1 << 30)
        graph.closeness(settings=gobc.Settings(memory_limit=1 << 30))
    assert told


def test_a_setting_that_no_measure_can_use():
    with gobc.settings(parallel="count"):
        gobc.centralities(EDGES)
        with pytest.raises(gobc.ArgumentError, match="parallel is for betweenness, .*; closeness cannot use it"):
            gobc.closeness(EDGES)


@pytest.mark.parametrize("name", ["diameter", "radius", "center", "periphery"])
def test_extremes_know_no_partial_result(name):
    with pytest.raises(gobc.ArgumentError, match=f"{name} .* leave partial out"), gobc.settings(partial=True):
        getattr(gobc, name)(EDGES)
    assert getattr(gobc, name)(EDGES, threads=1, settings=gobc.Settings(device="cpu")) == getattr(gobc, name)(EDGES)
    with pytest.raises(TypeError, match=rf"gobc\.{name}\(\).*'cutoff'"):
        getattr(gobc, name)(EDGES, cutoff=2)


def test_pictures_and_internal_calls_do_not_see_blocks():
    graph = gobc.Graph(EDGES)
    with gobc.settings(precision="half", partial=2):
        graph._node_column()
        Links(graph._compute_here(b"closeness", gobc.Settings()), graph)


def test_wrong_kinds():
    for wrong in ({"device": "cpu"}, "cpu", ("cpu",)):
        with pytest.raises(gobc.ArgumentError, match="settings must be a gobc.Settings, not"):
            gobc.betweenness(EDGES, settings=wrong)
        with pytest.raises(gobc.ArgumentError, match="sample must be a gobc.Sample, not"):
            gobc.betweenness(EDGES, sample=wrong)
    for beside in ({"k": 2}, {"seed": 1}, {"epsilon": 0.1}):
        with pytest.raises(gobc.ArgumentError, match="sample= has fields for k, seed and epsilon"):
            gobc.betweenness(EDGES, sample=gobc.Sample(k=2), **beside)
    same = gobc.betweenness(EDGES, k=2, seed=1).to_dict()
    assert gobc.betweenness(EDGES, sample=gobc.Sample(k=2, seed=1)).to_dict() == same


UNKNOWN = {
    "misspelled": (lambda: gobc.betweenness(EDGES, normalised=True), r"gobc\.betweenness\(\).*'normalised'; .* normalized=\?"),
    "run": (lambda: gobc.stress(EDGES, devise="cpu"), r"gobc\.stress\(\).*'devise'; did you mean device=\?"),
    "setting": (lambda: gobc.harmonic(EDGES, time_limits=3), r"settings=gobc\.Settings\(time_limit=\.\.\.\)"),
    "rule": (lambda: gobc.betweenness(EDGES, top_k=3), r"sample=gobc\.Sample\(top_k=\.\.\.\)"),
    "table": (lambda: gobc.closeness(EDGES, nodes=3), r"gobc\.Graph\(\.\.\., nodes=\.\.\.\)"),
    "several": (lambda: gobc.centralities(EDGES, normalised=True), r"gobc\.centralities\(\).*normalized="),
    "plan": (lambda: gobc.plan(EDGES, devices="cpu"), r"gobc\.plan\(\).*device="),
    "method": (lambda: gobc.Graph(EDGES).edge_stress(source=["a"]), r"gobc\.Graph\.edge_stress\(\).*'source'; .* sources="),
    "method of several": (lambda: gobc.Graph(EDGES).plan(measure="stress"), r"gobc\.Graph\.plan\(\).*measures="),
    "block": (lambda: gobc.settings(tunning="x").__enter__(), r"gobc\.settings\(\).*tuning="),
    "igraph": (lambda: gobc.igraph.radius(None, modus="in"), r"gobc\.igraph\.radius\(\).*mode="),
    "accelerate": (lambda: gobc.igraph.accelerate(thread=1), r"gobc\.igraph\.accelerate\(\).*threads="),
}


@pytest.mark.parametrize("case", UNKNOWN)
def test_unknown_arguments(case):
    call, text = UNKNOWN[case]
    with pytest.raises(TypeError, match=text):
        call()


def public():
    """(name, function, how many parameters are too many) of everything that a user may call."""
    for module in (gobc, gobc.igraph, gobc.plots, gobc.datasets, gobc.streets):
        names = getattr(module, "__all__", None) or [name for name in vars(module) if not name.startswith("_")]
        for name in names:
            thing = getattr(module, name)
            if not getattr(thing, "__module__", "").startswith("gobc"):
                continue
            if inspect.isclass(thing):
                yield from methods(thing)
            elif callable(thing):
                yield f"{module.__name__}.{name}", thing, 16


def methods(kind):
    yield f"{kind.__name__}()", kind, 12
    for name, thing in inspect.getmembers(kind, callable):
        if not name.startswith("_"):
            yield f"{kind.__name__}.{name}", thing, 13


def test_no_function_takes_too_much():
    counted = {}
    for name, function, most in public():
        try:
            parameters = dict(inspect.signature(function).parameters)
        except ValueError:  # of C
            continue
        parameters.pop("self", None)
        counted[name] = len(parameters)
        assert len(parameters) <= most, f"{name} takes {list(parameters)}"
    assert {"gobc.betweenness", "Graph()", "Graph.read", "Graph.betweenness", "gobc.igraph.betweenness", "Settings()",
            "gobc.plots.rank", "gobc.datasets.karate", "Result.top"} <= set(counted)


def test_what_a_block_starts_from():
    assert _settings.block() == gobc.Settings() == (None,) * len(gobc.Settings._fields)
