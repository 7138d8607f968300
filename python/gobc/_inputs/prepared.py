"""What reading an input gives."""

from __future__ import annotations


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
