"""gobc.igraph.accelerate: igraph's methods answered by gobc, for a while."""

from __future__ import annotations

import functools
import inspect
import threading
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from .._options import Run
from .._settings import resolve
from .._validation import need
from ..errors import ArgumentError, ArgumentTypeError, DataError, ForkedError, UnsupportedError, warn_caller
from ..graph import Graph

if TYPE_CHECKING:
    import igraph

VERTICES = ("betweenness", "closeness", "eccentricity")  # methods of VertexSeq, which igraph binds to Graph's own
MISSING = object()

_lock = threading.Lock()
_active: list[Acceleration] = []
_installed: list[tuple[type, str, Any, Any]] = []  # class, name, what its __dict__ held, what it holds now


class Acceleration:
    """What ``accelerate()`` returns: a context manager, and ``stop()``."""

    def __init__(self, functions: dict[str, Callable[..., Any]], run: Run):
        """`functions` are those of gobc.igraph, by the names that igraph's methods have too."""
        resolve("igraph.accelerate", run, ())
        igraph = need("igraph", "igraph")
        with Graph([(0, 1)]) as probe:  # a wrong option is an error here, not at every call
            probe.plan("betweenness", **run)
        self.options = run
        with _lock:
            if not _active:
                _install(igraph, functions)
            _active.append(self)

    def stop(self) -> None:
        """Ends it. Idempotent."""
        with _lock:
            if self in _active:
                _active.remove(self)
                if not _active:
                    _remove()

    def __enter__(self) -> Acceleration:
        return self

    def __exit__(self, *exception: object) -> None:
        self.stop()


def _install(igraph: Any, functions: dict[str, Callable[..., Any]]) -> None:
    methods = {name: _method(getattr(igraph.Graph, name), function) for name, function in functions.items()}
    replaced = [(igraph.Graph, name, methods[name]) for name in functions]
    replaced += [(igraph.VertexSeq, name, _of_vertices(getattr(igraph.VertexSeq, name), methods[name]))
                 for name in VERTICES]
    name = "edge_betweenness"
    replaced.append((igraph.EdgeSeq, name, _of_edges(getattr(igraph.EdgeSeq, name), methods[name])))
    for kind, name, method in replaced:
        _installed.append((kind, name, kind.__dict__.get(name, MISSING), method))
        setattr(kind, name, method)


def _remove() -> None:
    """Puts back what was there. What somebody else has put in place of ours stays theirs."""
    for kind, name, before, method in _installed:
        if kind.__dict__.get(name) is method:
            if before is MISSING:
                delattr(kind, name)
            else:
                setattr(kind, name, before)
    _installed.clear()


def _method(own: Callable[..., Any], function: Callable[..., Any]) -> Callable[..., Any]:
    """A method of Graph that asks gobc first."""
    signature = inspect.signature(function)

    @functools.wraps(own)
    def method(graph: igraph.Graph, *values: Any, **options: Any) -> Any:
        given = dict(signature.bind(graph, *values, **options).arguments)
        for name in ("vertices", "sources", "targets", "source", "target"):  # may be read twice
            if isinstance(given.get(name), Iterator):
                given[name] = list(given[name])
        run = given.pop("run", {})
        own_given = {name: value for name, value in given.items() if name != "graph"}
        defaults = _active[-1:]  # empty where the method was kept beyond the end
        if not defaults:
            return own(graph, **own_given)
        try:
            return function(**given, **{**defaults[0].options, **run})
        except ArgumentTypeError:
            raise
        except (ArgumentError, DataError, ForkedError, UnsupportedError) as error:
            refused = error
        result = own(graph, **own_given)
        warn_caller(f"igraph computed {own.__name__} itself, because gobc does not: {refused}")
        return result

    return method


def _of_vertices(own: Callable[..., Any], method: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(own)
    def decorated(vertices: igraph.VertexSeq, *values: Any, **options: Any) -> Any:
        return method(vertices.graph, vertices, *values, **options)

    return decorated


def _of_edges(own: Callable[..., Any], method: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(own)
    def decorated(edges: igraph.EdgeSeq, *values: Any, **options: Any) -> list[float]:
        scores = method(edges.graph, *values, **options)
        return [scores[edge] for edge in edges.indices]

    return decorated
