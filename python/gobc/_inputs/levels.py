"""Levels of an index of pandas, as groupby([...]) makes them: the ends of edges where the columns are no more than sums."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from typing import Any

from .._registry import NO_ENDS
from ..errors import DataError, listed
from .edge_tables import HandedOver, chosen, known_pair

UNNAMED = "__index_level_"  # how pandas calls levels without a name in Arrow


def level_ends(names: list[str], width: int, taken: Iterable[int | None] = (), own: bool | None = None) -> list[int] | None:
    """Which of some names are the ends of edges by the index; None where the columns say. The first `width` names are those of
    columns, others those of levels; `taken` are weights and networks; `own`: whether all levels have names. Raises where both
    columns and levels may be the ends."""
    own = not any(name.startswith(UNNAMED) for name in names[width:]) if own is None else own
    left = [at for at in range(len(names)) if at not in taken]
    if known_pair([names[at] for at in left]) is not None:
        return None
    levels = [at for at in left if at >= width and (names[at].startswith(UNNAMED) or _may_be_end(names[at]))]
    others = [at for at in left if at < width and _may_be_end(names[at])]
    if len(others) < 2 and len(levels) <= 2 and (own or len(levels) == 2):
        return (levels + others)[:2] if levels and len(levels + others) > 1 else None
    if own and len(levels) > 1:
        raise DataError(f"which columns are the ends of edges? The index has the levels {listed(names[at] for at in levels)}, "
                        f"beside the columns {listed(names[at] for at in left if at < width)}: name both ends with source= and "
                        "target=, or give edges.reset_index()")
    return None


def _may_be_end(name: str) -> bool:
    return name.strip().lower() not in NO_ENDS


def ends_of_metadata(table: Any, taken: Iterable[str | None] = ()) -> tuple[str | None, str | None]:
    """The ends of edges of a table of pyarrow by the levels that pandas had, as its metadata names them; None where columns
    say."""
    pyarrow = sys.modules.get("pyarrow")
    if pyarrow is None or not isinstance(table, (pyarrow.Table, pyarrow.RecordBatch, HandedOver)) or table.schema is None:
        return None, None
    text = (table.schema.metadata or {}).get(b"pandas")
    try:
        levels = [level for level in json.loads(text)["index_columns"] if isinstance(level, str)] if text else []
    except (ValueError, KeyError, TypeError):
        return None, None
    names: list[str] = list(table.schema.names)
    if len(set(names)) < len(names) or not set(levels) <= set(names):
        return None, None
    columns = [name for name in names if name not in levels]
    places = columns + levels
    found = level_ends(places, len(columns), [places.index(chosen(names, name, None, "weight")) for name in taken if name])
    return (None, None) if found is None else (places[found[0]], places[found[1]])
