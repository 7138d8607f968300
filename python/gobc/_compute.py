"""The functions of measures: the graph is built where there is none yet, and closed afterwards."""

from __future__ import annotations

import contextlib
import functools
import math
from collections.abc import Iterable
from ctypes import byref, sizeof
from typing import TYPE_CHECKING, Any

from ._inputs.plain import plain_pairs
from ._library import GraphOptions, Out, limited, load, measure_names, plain_options, rows_of, run
from ._options import Planned, Run, Settings, Several
from ._settings import NOTHING, block, numbers_of, resolve, split_shards
from ._validation import flag, seconds
from .errors import ArgumentError, shown
from .graph import Graph, told
from .plans import Plan
from .results import EdgeResult, Result

if TYPE_CHECKING:
    from .jobs import Job


def node_scores(measure: str, edges: Any, directed: bool | None, weight: Any, *, run: Run, **options: Any) -> Result:
    result = _computed(measure, measure, edges, directed, weight, run, options)
    assert isinstance(result, Result)
    return result


def edge_scores(measure: str, edges: Any, directed: bool | None, weight: Any, *, run: Run,
                **options: Any) -> EdgeResult:
    result = _computed(measure, measure, edges, directed, weight, run, options)
    assert isinstance(result, EdgeResult)
    return result


def scores(measures: str | Iterable[str], edges: Any, directed: bool | None, weight: Any, *, run: Several,
           **options: Any) -> Result | EdgeResult:
    how, numbers = numbers_of(run)
    return _computed("centralities", measures, edges, directed, weight, how, options | numbers)


def plan_of(measures: str | Iterable[str], edges: Any, directed: bool | None, weight: Any, *, run: Planned,
            **options: Any) -> Plan | Job:
    shards, rule, rest = split_shards(run)
    how, numbers = numbers_of(rest)
    options |= numbers | rule
    settings = _settings("plan", how, options)
    names = measure_names(measures)
    if shards is not None:
        from .jobs import Job  # which most programs do not need

        graph = _given(edges, directed, weight) if isinstance(edges, Graph) else _built(edges, directed, weight, settings)
        return Job(graph, names, settings, options, shards)
    # memory_limit is for the computation: the plan says whether that fits. So the graph itself is built without a limit.
    with graph_of(edges, directed, weight, settings._replace(memory_limit=0)) as graph:
        return graph._planned(names, settings, **options)


def eccentricities(function: str, edges: Any, directed: bool | None, weight: Any, direction: str | None, run: Run,
                   unconnected: bool | None = True) -> dict[Any, float]:
    """{node: eccentricity} for a function whose answer needs all of them. Unless `unconnected`, all are infinite where
    some node does not reach another."""
    options = {"direction": direction}
    settings = _settings(function, run, options)
    if settings.partial:
        raise ArgumentError(f"{function} needs the distances from all nodes: leave partial out")
    with limited(seconds(settings.time_limit)), graph_of(edges, directed, weight, settings) as graph:
        result = graph._compute_here(measure_names("eccentricity"), settings, **options)
        assert isinstance(result, Result)
        found: dict[Any, float] = result.to_dict()
        return found if unconnected or reaching(graph, settings, direction) else dict.fromkeys(found, math.inf)


def reaching(graph: Graph, settings: Settings, direction: str | None) -> bool:
    """Whether every node reaches every other one: the first one there and back. No weight matters, all are finite or
    edges that are not there."""
    if graph.num_nodes < 2:
        return True
    first = [graph.nodes[0]]
    for way in ("in", "out") if graph.directed and direction != "all" else ("all",):
        found = graph._compute_here(measure_names("eccentricity"), settings, sources=first, direction=way)
        assert isinstance(found, Result)
        if sum(map(bool, found.to_dict().values())) < graph.num_nodes - 1:
            return False
    return True


def _computed(function: str, measures: str | Iterable[str], edges: Any, directed: bool | None, weight: Any, run: Run,
              options: dict[str, Any]) -> Result | EdgeResult:
    settings = _settings(function, run, options) if run or block() is not NOTHING else NOTHING
    names = measure_names(measures)
    if settings is NOTHING and not run and weight is None:
        result = _scores_of_pairs(names, edges, flag(directed, "directed"), options)
        if result is not None:
            return result
    with limited(seconds(settings.time_limit)), graph_of(edges, directed, weight, settings) as graph:
        return graph._compute_by(run, names, settings, options)


_FEW = 1000  # edges whose sweeps take some milliseconds, however many nodes they join


def _scores_of_pairs(names: bytes, edges: Any, directed: bool | None, options: dict[str, Any]) -> Result | None:
    """The scores of the nodes of few edges that are pairs of integers, without a Graph, which takes as long as they do. None if
    there is more to the edges, the measures or the options."""
    if rows_of(names) != (False, False) or options.get("cutoff") is not None:
        return None
    pairs = plain_pairs(edges, _FEW)
    asked = None if pairs is None else plain_options(False, options)  # wrong edges are told first
    if pairs is None or asked is None:
        return None
    library, building, out = load(), _building(bool(directed)), Out()

    def call(control: object, error: object) -> int:
        return library.compute_arrays(*pairs[:-1], building, names, byref(asked), control, *out.addresses, error)

    run(library, call, None, short=True)
    return told(Result._of(out, None), out)


@functools.cache
def _building(directed: bool) -> object:
    """A reference to the options of a graph."""
    options = GraphOptions()
    load().graph_options_init(byref(options), sizeof(GraphOptions))
    options.directed = directed
    return byref(options)


def _settings(function: str, run: Run, options: dict[str, Any]) -> Settings:
    measures = ("measures",) if function in ("centralities", "plan") else ()
    return resolve(function, run, ("edges", *measures, "directed", "weight", *options))


def _built(edges: Any, directed: bool | None, weight: Any, settings: Settings) -> Graph:
    return Graph(edges, directed=directed, weight=weight, threads=settings.threads, memory_limit=settings.memory_limit,
                 progress=settings.progress)


def _given(graph: Graph, directed: bool | None, weight: Any) -> Graph:
    """The graph, or a view of it without weights. Raises if the arguments contradict the graph."""
    if directed is not None and flag(directed, "directed") != graph.directed:
        raise ArgumentError(f"directed={directed} contradicts the graph, which was built with directed={graph.directed}")
    if weight is False:
        return graph.unweighted()
    if weight is True and not graph.weighted:
        raise ArgumentError("weight=True: this gobc.Graph has no weights; build it with weight=")
    if weight is not None and weight is not True:
        raise ArgumentError(f"weight={shown(weight)}: this gobc.Graph is built already; build it with weight=, or give "
                            "weight=False to ignore its weights")
    return graph


def graph_of(edges: Any, directed: bool | None, weight: Any,
             settings: Settings) -> contextlib.AbstractContextManager[Graph]:
    """The graph to compute on; what is built here is closed at the end."""
    if not isinstance(edges, Graph):
        return _built(edges, directed, weight, settings)
    graph = _given(edges, directed, weight)
    return contextlib.nullcontext(graph) if graph is edges else graph
