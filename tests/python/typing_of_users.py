"""What users write with results, tables, plans and errors, for mypy --strict: no test runs this file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import gobc
from gobc import datasets
from gobc.results import Partial, Ranking

if TYPE_CHECKING:
    from typing_extensions import assert_type  # typing has it from Python 3.11 on


def results(result: gobc.Result) -> dict[str, float]:
    assert_type(len(result), int)
    assert_type(result.columns, list[str])
    assert_type(result.measures, list[str])
    assert_type(result.value("a"), float)
    assert_type(result.value(7, "closeness"), float)
    assert_type(result.top(3), Ranking)
    assert_type(result.to_dict("closeness"), dict[Any, float])
    assert_type(result.seconds, float | None)
    assert_type(result.device, str)
    assert_type(result.version, str)
    assert_type(result.warnings, list[str])
    assert_type(result.metadata, dict[str, Any])
    assert_type(result.edges, gobc.EdgeResult | None)
    for node, score in result.top(3, "betweenness"):
        print(node, score)
    for row in result:
        assert_type(row, tuple[Any, ...])
    scores: dict[str, float] = result.to_dict("betweenness")
    several: dict[int, dict[str, float]] = result.to_dict()
    print(several, result["closeness"].mean(), repr(result))
    return scores


def contents(graph: gobc.Graph) -> list[Any]:
    assert_type(graph.nodes, gobc.NodeList)
    assert_type(graph.nodes[0], Any)
    assert_type(graph.nodes[:2], list[Any])
    assert_type(graph.edges, gobc.EdgeTable)
    assert_type(graph.degree(direction="in"), gobc.Result)
    assert_type(graph.components(), gobc.Components)
    assert_type(graph.components().sizes, list[int])
    assert_type(graph.largest_component(), gobc.Graph)
    assert_type(graph.subgraph(["a"]), gobc.Graph)
    print(len(graph), "a" in graph, graph.to_networkx(), graph.to_igraph(), graph.to_scipy())
    return [*graph, *graph.neighbors("a")]


def partial_results(result: gobc.Result | gobc.EdgeResult) -> list[str]:
    if result.partial is None:
        return []
    assert_type(result.partial, Partial)
    assert_type(result.partial.finished, int)
    assert_type(result.partial.sources, int)
    nodes: list[str] = result.partial.nodes
    return nodes


def edge_results(result: gobc.EdgeResult) -> float:
    assert_type(result.edge_keys, list[Any] | None)
    assert_type(result.to_dict("edge_betweenness"), dict[tuple[Any, ...], float])
    scores: dict[tuple[str, str], float] = result.to_dict()
    for source, target, score in result.top():
        print(source, target, score)
    return scores["a", "b"] + result.value(("a", "b")) + result.value(("a", "b", 0), "edge_stress")


def tables(table: gobc.Table) -> list[Any]:
    assert_type(table.to_dict(), dict[str, list[Any]])
    for name in table.columns:
        print(name, table[name], len(table))
    assert_type(datasets.karate(), gobc.EdgeTable)
    print(table.to_pandas().describe(), table.to_polars().height, table.to_pyarrow().num_rows)
    table.write("table.csv")
    return [cell for row in table for cell in row]


def plans(plan: gobc.Plan) -> int:
    assert_type(plan["bytes"], Any)
    fits: bool = plan.fits
    reasons: list[str] = plan["reasons"]
    print(fits, reasons, repr(plan))
    return sum(1 for key in plan if key.startswith("bytes"))


def errors(error: BaseException) -> str:
    """Every error is a gobc.Error, and the built-in one that a caller expects."""
    value: ValueError
    memory: MemoryError
    if isinstance(error, gobc.DataError):
        value = error
        return str(value)
    if isinstance(error, gobc.MemoryLimitError):
        memory = error
        return str(memory)
    known: tuple[type[gobc.Error], ...] = (
        gobc.ArgumentError, gobc.Cancelled, gobc.DeviceError, gobc.ForkedError, gobc.InternalError, gobc.LibraryError,
        gobc.UnsupportedError)
    warning: type[UserWarning] = gobc.GobcWarning
    return f"{isinstance(error, known)} {warning}"


def wrong(result: gobc.Result, edges: gobc.EdgeResult, table: gobc.Table) -> None:
    """What mypy must refuse: with --strict a comment that ignores nothing is an error of its own."""
    result.value()  # type: ignore[call-arg]
    result.top("betweenness")  # type: ignore[arg-type]
    result.to_dict(3)  # type: ignore[call-overload]
    result.seconds + 1  # type: ignore[operator]
    edges.value("a")  # type: ignore[arg-type]
    table.top()  # type: ignore[attr-defined]
