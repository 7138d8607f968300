"""What reading an input gives, and small checks that all readers share."""

from __future__ import annotations

from ._errors import ArgumentError


class Prepared:
    """Streams for gobc_graph_new, and what the graph needs to know beside them.

    labels     the caller's nodes if they were numbered here
    keys       the keys of a NetworkX multigraph's edges, row by row
    attribute  where the weights come from, if that is no column
    chosen     whether nodes may be marked as default sources
    """

    __slots__ = ("edges", "nodes", "directed", "labels", "source", "target", "node", "weight", "keys", "attribute",
                 "chosen")

    def __init__(self, edges, nodes=None, directed=None, labels=None, source=None, target=None, weight=None, keys=None,
                 attribute=None):
        self.edges = edges
        self.nodes = nodes
        self.directed = directed
        self.labels = labels
        self.source = source
        self.target = target
        self.node = None
        self.weight = weight
        self.keys = keys
        self.attribute = attribute
        self.chosen = False


def flag(value, name: str) -> bool | None:
    """None, True or False, nothing that merely counts as one."""
    if value is None or isinstance(value, bool):
        return value
    if type(value).__name__ in ("bool", "bool_"):  # numpy's
        return bool(value)
    raise ArgumentError(f"{name} must be True or False, not {value!r}")


def kind_of(value) -> str:
    kind = type(value)
    package = kind.__module__.split(".")[0]
    return kind.__qualname__ if package == "builtins" else f"{package}.{kind.__qualname__}"
