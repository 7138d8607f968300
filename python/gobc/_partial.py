"""What of a call that was stopped is in its result."""

from __future__ import annotations

import json


class Partial:
    """Says that a result is of the sources that had finished when the call was stopped, to the bit as with
    ``sources=partial.nodes``.

    Attributes: ``finished``, how many those are; ``sources``, how many were asked for; ``nodes``, the finished ones.
    """

    def __init__(self, finished: int, sources: int, table):
        self.finished = finished
        self.sources = sources
        self._table = table

    @classmethod
    def of(cls, table) -> Partial | None:
        """What the table of nodes of a result says; None if the result is whole."""
        text = table._raw_metadata.get("gobc:partial")
        if text is None:
            return None
        told = json.loads(text)
        return cls(told["finished"], told["sources"], table)

    @property
    def nodes(self) -> list:
        """The sources that had finished. They are no random sample of the others: sources near each other in the graph
        run together. O(n) time."""
        return [node for node, done in zip(self._table._list("node"), self._table._list("finished")) if done]

    def __repr__(self) -> str:
        return f"PARTIAL: {self.finished:,} of {self.sources:,} sources"
