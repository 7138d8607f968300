"""How calls run: by their arguments, by ``settings=``, and by the blocks of ``gobc.settings`` around them."""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Iterable, Iterator
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, cast

from ._names import DECAY_IN_DEMAND, DEMAND, unknown
from ._options import Planned, Run, Sample, Settings, Several
from ._registry import NUMBERS
from .errors import ArgumentError, kind_of

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._options import Fields

# Functions that do not run in shards.
_ONE_CALL = ("many", "many_layers", "plan", "Graph.plan", "diameter", "radius", "center", "periphery", "barycenter", "distances",
             "distance_batches", "distance_histogram", "average_path_length", "wiener_index", "global_efficiency", "path_counts",
             "percolation", "shortest_path", "shortest_paths", "group_betweenness", "co_betweenness", "group_closeness",
             "best_group", "local_efficiency", "closeness_vitality")

NOTHING = Settings()
_block: ContextVar[Settings] = ContextVar("gobc_settings", default=NOTHING)


def settings(**fields: Unpack[Fields]) -> contextlib._GeneratorContextManager[None]:
    """How calls run in a block: these settings hold where neither the arguments of a call nor its ``settings=`` say otherwise.

    Blocks nest: an inner block takes what it leaves out from the outer one. They hold for the thread or the asyncio task that
    enters them, and for the tasks that it starts. Graphs that are built in the block take ``threads``, ``memory_limit``
    and ``progress`` from it. A setting that none of the measures of a call can use is an error here too.

    Parameters
    ----------
    **fields
        Those of ``Settings``.

    Examples
    --------
    >>> import gobc
    >>> with gobc.settings(precision="single", device="cpu"):
    ...     gobc.plan([(0, 1), (1, 2)], "betweenness")["path"]["precision"]
    32
    """
    places = {name: f"{name}=" for name in Settings._fields}
    for name in fields:
        if name not in places:
            raise unknown("settings", name, places)
    return _set(Settings(**fields))


@contextlib.contextmanager
def _set(fields: Settings) -> Iterator[None]:
    token = _block.set(_first(fields, _block.get()))
    try:
        yield
    finally:
        _block.reset(token)


def block() -> Settings:
    """The settings of the blocks that we are in."""
    return _block.get()


def resolve(function: str, run: Run, arguments: Iterable[str]) -> Settings:
    """The settings of a call to a public function, which takes `arguments` too. A keyword that it does not take raises."""
    for name in run:
        if name not in Run.__annotations__:
            raise unknown(function, name, _places(function, tuple(arguments)))
    if function in _ONE_CALL and (found := [name for name in ("executor", "checkpoint", "resume") if name in run]):
        raise ArgumentError(f"{function} takes no {found[0]}=: give it to the function of the measure")
    given = run.get("settings")
    if given is not None and not isinstance(given, Settings):
        raise ArgumentError(f"settings must be a gobc.Settings, not {kind_of(given)}")
    own = Settings(device=run.get("device"), threads=run.get("threads"), progress=run.get("progress")) if run else NOTHING
    return _first(own, NOTHING if given is None else given, block())


def numbers_of(several: Several) -> tuple[Run, dict[str, Any]]:
    """How a call of several measures runs, and the numbers that few of them use; None for those that are not given."""
    run = {name: value for name, value in several.items() if name not in NUMBERS}
    return cast("Run", run), {name: cast("dict[str, Any]", several).get(name) for name in NUMBERS}


def split_shards(planned: Planned) -> tuple[int | str | None, dict[str, Any], Several]:
    """The arguments of a plan: the number of shards, their sample, and what other calls take too."""
    shards = planned.get("shards")
    rest = {name: value for name, value in planned.items() if name not in ("shards", "sample")}
    sample = planned.get("sample")
    return shards, {} if sample is None else {"sample": sample}, cast("Several", rest)


def _first(*given: Settings) -> Settings:
    """For every setting, the first value that is not None."""
    said = [settings for settings in given if settings is not NOTHING and any(value is not None for value in settings)]
    if len(said) < 2:
        return said[0] if said else NOTHING
    return Settings(*(next((value for value in values if value is not None), None) for values in zip(*said)))


def _places(function: str, arguments: Collection[str]) -> dict[str, str]:
    """By name, how everything that a call can be told is written."""
    direct = {name: f"{name}=" for name in (*arguments, *Run.__annotations__)}
    places = {name: f"settings=gobc.Settings({name}=...)" for name in Settings._fields}
    if "sample" in arguments:
        places |= {name: f"sample=gobc.Sample({name}=...)" for name in Sample._fields}
    elif "sources" in arguments:
        places |= {"k": "sources= (k= is for betweenness and edge_betweenness)"}
        fewer = "k=" if "k" in arguments else "sources="
        places |= {name: f"{fewer} ({name}= is for betweenness alone)" for name in ("epsilon", "delta", "adaptive")}
    if "edges" in arguments or function.startswith("Graph."):
        directed = "directed=" if "directed" in arguments else "gobc.Graph(..., directed=...)"
        places |= {"direction": f"{directed} (direction= is for measures of distances, such as closeness)"}
    if {"sources", "targets"} <= set(arguments):
        places |= {"demand": DEMAND}
    if "demand" in arguments:
        places |= {"distance_decay": DECAY_IN_DEMAND}
    if "edges" in arguments:
        places |= {name: f"gobc.Graph(..., {name}=...)" for name in ("source", "target", "nodes", "node", "obsp")}
    elif function.startswith("Graph."):
        places |= {"weight": "graph.unweighted(), or a graph that is built with weight="}
    elif "weights" in arguments:  # igraph's words
        places |= {"weight": "weights=", "direction": "mode=", "of": "vertices="}
    return direct | {name: place for name, place in places.items() if name not in direct}
