"""What reading an input gives."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .._arrow import Stream
from .plain import Arrays


class Prepared:
    """A stream for gobc_graph_new, or arrays of few edges, and what the graph needs to know beside them.

    labels     the caller's nodes if they were numbered here
    keys       the keys of a NetworkX multigraph's edges, row by row
    attribute  where the weights come from, if that is no column
    closed     whether the nodes are all that edges may name
    found      whether the library chose the columns of the ends
    spent      what to say if there are no edges, of a stream that can be read only once
    columns    of a frame of pandas, by name; none of anything else
    advice     what to add if the library does not find the columns of the ends
    """

    __slots__ = ("edges", "nodes", "directed", "labels", "source", "target", "weight", "keys", "attribute",
                 "closed", "found", "spent", "columns", "advice")

    def __init__(self, edges: Stream | Arrays, nodes: Stream | None = None, directed: bool = False,
                 labels: Sequence[Any] | None = None, source: str | None = None, target: str | None = None,
                 weight: str | None = None, keys: list[Any] | None = None, attribute: str | None = None):
        self.edges = edges
        self.nodes = nodes
        self.directed = directed
        self.labels = labels
        self.source = source
        self.target = target
        self.weight = weight
        self.keys = keys
        self.attribute = attribute
        self.closed = False
        self.found = False
        self.spent: str | None = None
        self.columns: dict[str, Any] = {}
        self.advice = ""
