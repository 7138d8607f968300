"""Names of keywords: what public functions, methods and classes say of one that they do not take, and what it is called here."""

from __future__ import annotations

import functools
import types
from collections.abc import Callable, Collection, Iterable, Mapping, MutableMapping
from typing import Any, TypeVar

from .errors import ArgumentTypeError, listed, shown

# Names of arguments in other libraries, and the names here that they may mean: the first one that a function takes.
WORDS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("distance", "weight", "weights", "length", "lengths", "cost", "costs", "edge_attr", "edge_weight",
                     "edge_weights", "weighted", "weight_col", "weight_column"), ("weight", "length")),
    "distances": ("radius", "cutoff", "weight", "length"),  # radii in cityseer, lengths of edges in igraph
    **dict.fromkeys(("precision", "tolerance", "snap"), ("decimals",)),
    **dict.fromkeys(("cutoffs", "radius", "max_distance", "max_depth", "depth", "threshold", "thresholds"),
                    ("radius", "cutoff")),  # where there are both, cutoff is in degrees
    **dict.fromkeys(("demand", "demands", "od", "od_matrix", "od_pairs"), ("demand",)),
    **dict.fromkeys(("decay", "distance_decay", "decay_function", "deterrence", "impedance", "beta", "betas"),
                    ("distance_decay",)),
    **dict.fromkeys(("samples", "n_samples", "num_samples", "nSamples", "sample_size", "num_sources", "n_sources", "pivots",
                     "n_pivots"), ("k",)),
    **dict.fromkeys(("random_state", "random_seed", "rng"), ("seed",)),
    **dict.fromkeys(("eps", "error", "err", "accuracy"), ("epsilon",)),
    **dict.fromkeys(("confidence", "failure"), ("delta",)),
    **dict.fromkeys(("top", "topk", "top_k", "n", "k", "num"), ("top_k", "k")),
    **dict.fromkeys(("normalize", "normalised", "norm", "rescale", "scale"), ("normalized",)),
    **dict.fromkeys(("mode", "reverse"), ("direction",)),
    **dict.fromkeys(("vertices", "vids", "vs", "v", "nbunch"), ("of", "nodes")),
    **dict.fromkeys(("origins", "from_nodes", "start"), ("sources", "source")),
    **dict.fromkeys(("destinations", "to_nodes"), ("targets", "target")),
    **dict.fromkeys(("src", "from_", "source_col", "source_column"), ("source", "sources")),
    **dict.fromkeys(("dst", "dest", "to", "destination", "target_col", "target_column"), ("target", "targets")),
    "u": ("of", "source"),
    "indices": ("sources",),  # of SciPy
    "nodetype": ("text_ids",),
    **dict.fromkeys(("is_directed", "undirected", "create_using"), ("directed",)),
    **dict.fromkeys(("n_jobs", "njobs", "num_threads", "n_threads", "nthreads", "num_workers", "workers", "cores", "ncores",
                     "cpus", "parallelism"), ("threads",)),
    **dict.fromkeys(("gpu", "use_gpu", "cuda"), ("device",)),
    **dict.fromkeys(("verbose", "progress_bar", "show_progress", "tqdm"), ("progress",)),
    **dict.fromkeys(("timeout", "deadline", "time", "max_time", "max_seconds"), ("time_limit",)),
    **dict.fromkeys(("memory", "mem", "max_memory", "mem_limit", "max_mem"), ("memory_limit",)),
    "wf_improved": ("normalized",),
    **dict.fromkeys(("dtype", "float32"), ("precision",)),
    **dict.fromkeys(("method", "algorithm", "impl"), ("strategy",)),
    **dict.fromkeys(("metric", "metrics", "centrality", "names"), ("measures", "measure")),
    **dict.fromkeys(("sep", "separator"), ("delimiter",)),
    **dict.fromkeys(("file", "filename", "filepath", "folder"), ("path", "folder")),
    **dict.fromkeys(("G", "g", "graph", "edgelist", "df"), ("edges", "graph", "frame", "table", "matrix")),
    "data": ("edges", "graph", "frame", "table", "matrix", "weight"),  # of networkx.read_edgelist
}

# What a table is asked for by the names of dicts, pandas and other libraries, and what it is called here.
ATTRIBUTES: dict[str, str] = {
    **dict.fromkeys(("keys", "values", "get", "asdict", "as_dict"), "to_dict()"),
    **dict.fromkeys(("to_csv", "to_parquet", "to_json", "to_excel", "to_file", "write_csv", "write_parquet", "save", "dump",
                     "export"), 'write("scores.csv")'),
    **dict.fromkeys(("nlargest", "most_common", "head", "best", "largest"), "top()"),
    **dict.fromkeys(("sort_values", "sort", "sorted", "rank"), "ranked()"),
    **dict.fromkeys(("df", "to_df", "to_frame", "to_dataframe", "dataframe", "to_series", "describe", "loc", "iloc", "groupby",
                     "tail"), "to_pandas()"),
    **dict.fromkeys(("to_arrow", "arrow"), "to_pyarrow()"),
    **dict.fromkeys(("to_list", "tolist", "to_array", "numpy", "scores"), "to_numpy()"),
}

# Likewise what the package is asked for. Names of NetworkX that end in _centrality are found without being listed.
NAMES: dict[str, str] = {
    **dict.fromkeys(("read", "load", "open", "read_csv", "read_parquet", "read_edgelist", "read_weighted_edgelist",
                     "read_graphml", "read_gml", "read_pajek", "read_graph"), "gobc.Graph.read(path)"),
    **dict.fromkeys(("DiGraph", "MultiDiGraph"), "gobc.Graph(edges, directed=True)"),
    **dict.fromkeys(("MultiGraph", "from_pandas_edgelist", "from_edgelist", "from_pandas"), "gobc.Graph(edges)"),
    "from_networkx": "gobc.Graph(nx_graph), or a measure of it, such as gobc.betweenness(nx_graph)",
    **dict.fromkeys(("degree", "degree_centrality"), "gobc.Graph(edges).degree()"),
    **dict.fromkeys(("largest_component", "largest_connected_component"), "gobc.Graph(edges).largest_component()"),
    "simplify": "gobc.Settings(parallel=\"merge\")",
    "accessibility": "(gobc.distances(edges, cutoff=800).to_scipy() != 0) @ opportunities",
    "choice": "gobc.streets.angular_betweenness(lines)",
    "integration": "gobc.streets.angular_closeness(lines)",
    "average_shortest_path_length": "gobc.average_path_length(edges)",
    **dict.fromkeys(("shortest_path_length", "all_pairs_shortest_path_length", "all_pairs_dijkstra_path_length",
                     "floyd_warshall"), "gobc.distances(edges)"),
    **dict.fromkeys(("single_source_dijkstra", "single_source_dijkstra_path_length", "single_source_shortest_path_length"),
                    "gobc.distances(edges, sources=[source])"),
    **dict.fromkeys(("dijkstra_path", "bidirectional_dijkstra"), "gobc.shortest_path(edges, source, target)"),
    "all_shortest_paths": "gobc.path_counts(edges), which counts them, or gobc.shortest_path(edges, source, target) for one",
    **dict.fromkeys(("connected_components", "weakly_connected_components"), "gobc.Graph(edges).components()"),
    "betweenness_centrality_subset": "gobc.betweenness(edges, sources=..., targets=...)",
    "edge_betweenness_centrality_subset": "gobc.edge_betweenness(edges, sources=..., targets=...)",
}

# Likewise what a graph is asked for.
OF_GRAPHS: dict[str, str] = {
    **dict.fromkeys(("vcount", "number_of_nodes", "order", "n", "num_vertices"), "num_nodes"),
    **dict.fromkeys(("ecount", "number_of_edges", "size", "m"), "num_edges"),
    **dict.fromkeys(("degrees", "in_degree", "out_degree", "indegree", "outdegree", "strength", "degree_centrality"),
                    "degree()"),
    **dict.fromkeys(("adj", "adjacency", "successors", "predecessors", "neighborhood"), "neighbors(node)"),
    **dict.fromkeys(("connected_components", "clusters", "component"), "components()"),
    **dict.fromkeys(("giant", "giant_component", "lcc", "largest_connected_component"), "largest_component()"),
    "is_directed": "directed",
    "to_undirected": "gobc.Graph(edges, directed=False)", "to_directed": "gobc.Graph(edges, directed=True)",
    "simplify": "gobc.Settings(parallel=\"merge\"), which measures take (loops never count)",
    **dict.fromkeys(("vs", "vertices"), "nodes"), "es": "edges",
    **dict.fromkeys(("to_nx", "as_networkx"), "to_networkx()"),
    **dict.fromkeys(("write", "dump", "to_file"), "save(path)"),
    "has_node": "node in graph", "has_edge": "v in graph.neighbors(u)",
}

# Measures that others have. What ends in _centrality is one, too.
ELSEWHERE = ("pagerank", "hits", "clustering", "degree", "katz", "eigenvector", "straightness", "communities", "louvain",
             "leiden")

# What public modules are asked for, by module.
OF_MODULES: dict[str, dict[str, str]] = {
    "gobc.streets": {
        **dict.fromkeys(("choice", "betweenness", "betweenness_centrality", "angular_choice"),
                        "gobc.streets.angular_betweenness(lines), or by length gobc.streets.primal(lines).betweenness()"),
        **dict.fromkeys(("integration", "closeness", "closeness_centrality", "angular_integration"),
                        "gobc.streets.angular_closeness(lines), or by length gobc.streets.primal(lines).closeness()"),
    },
}

# Names that are less alike than this are hardly meant: "radius" and "threads" have 0.62, "fmt" and "format" 0.67.
CLOSE = 0.65

_OF_CALLS = ("executor", "checkpoint", "resume")  # how one call runs in shards, and no block of calls

Function = TypeVar("Function", bound=Callable[..., Any])

# What is said of keywords of other libraries that have no counterpart, by function.
WITHOUT: dict[tuple[str, str], str] = {
    ("closeness_vitality", "node"): "its result has all nodes: gobc.closeness_vitality(edges)[node]",
    ("Graph.read", "comments"): "lines before the first edge that begin with # or % are comments; otherwise give the frame of "
                                "pandas.read_csv(path, comment=...)",
    ("Graph.read", "encoding"): "files are read as UTF-8; otherwise give the frame of pandas.read_csv(path, encoding=...)",
}

# What takes the place of a table of how much goes from where to where.
DEMAND = "sources= and targets=, as dicts of node and weight (a pair counts as often as the product of its weights says)"
# How demand says that it falls with distance.
DECAY_IN_DEMAND = 'demand="exponential:400", or demand=(table, "exponential:400") for a table of pairs'


def unknown(function: str, name: str, places: Mapping[str, str]) -> ArgumentTypeError:
    """The error for a keyword that a function does not take. `places` has how everything that it does take is written."""
    said = WITHOUT.get((function, name)) or hint(name, places)
    if function in ("Settings", "settings") and name in _OF_CALLS:
        said = f"give it to the call, as in gobc.betweenness(edges, {name}=...)"
    return ArgumentTypeError(f"gobc.{function}() got an unexpected keyword argument {shown(name)}; {said}")


def hint(name: str, places: Mapping[str, str]) -> str:
    """What was meant by a name, or all that there is."""
    import difflib  # for this error alone

    meant = next((word for word in WORDS.get(name, ()) if word in places), None)
    meant = meant or next(iter(difflib.get_close_matches(name, places, 1, CLOSE)), None)
    if meant is not None:
        return f"did you mean {places[meant]}?"
    return f"it takes {listed(places)}" if places else "it takes none"


def no_attribute(table: object, name: str, columns: Iterable[str]) -> AttributeError:
    """The error for an attribute that a table does not have."""
    kind = type(table)
    place = f"[{shown(name)}]" if name in columns else ATTRIBUTES.get(name, "")
    if name not in columns and not hasattr(kind, place.partition("(")[0]):
        place = ""
    text = f"a gobc.{kind.__name__} has no attribute {shown(name)}"
    # With a name of its own Python does not add a guess to the message.
    return AttributeError(f"{text}; did you mean {'result' if place[:1] == '[' else '.'}{place}?" if place else text, name=name)


def no_method(graph: object, name: str, functions: Iterable[str]) -> AttributeError:
    """The error for an attribute that a graph does not have. `functions` are the public ones of the package."""
    meant = OF_GRAPHS.get(name) or name.removesuffix("_centrality")
    if " " not in meant:
        has = hasattr(type(graph), meant.partition("(")[0])
        meant = f".{meant}" if has else f"gobc.{name}(graph)" if name in functions else ""
    text = f"a gobc.{type(graph).__name__} has no attribute {shown(name)}"
    return AttributeError(f"{text}; did you mean {meant}?" if meant else text, name=name)


def no_dict(table: object) -> Callable[[], Any]:
    """What stands for the method items(): who calls it takes a table for a dict. An AttributeError would not do, because
    networkx.set_node_attributes takes what has no items() for one value, and gives it to every node."""

    def items() -> Any:
        raise ArgumentTypeError(f"a gobc.{type(table).__name__} is not a dict: give .to_dict()")

    return items


def no_name(name: str, measures: Iterable[str], functions: Iterable[str]) -> AttributeError:
    """The error for a name that the package does not have. `functions` are its public ones, measures among them."""
    text = f"module 'gobc' has no attribute {shown(name)}"
    measure = name.removesuffix("_centrality")
    meant = NAMES.get(name) or (f"gobc.{measure}{'(edges)' * (measure in measures)}" if measure in functions else None)
    if meant is not None:
        return AttributeError(f"{text}; did you mean {meant}?", name=name)
    if measure in ELSEWHERE or measure != name:
        return AttributeError(f"{text}: of centralities it has {listed(measures)}; NetworkX and igraph have others", name=name)
    return AttributeError(text)


def no_name_of(module: str, name: str) -> AttributeError:
    """The error for a name that another public module does not have."""
    meant = OF_MODULES[module].get(name)
    text = f"module {shown(module)} has no attribute {shown(name)}"
    return AttributeError(f"{text}; did you mean {meant}?", name=name) if meant else AttributeError(text)


def check_names(namespace: MutableMapping[str, Any], names: Iterable[str], module: str = "") -> None:
    """Lets public functions, methods and classes raise gobc's errors where a call does not fit their arguments, and dir()
    show these names alone."""
    namespace["__dir__"] = lambda: sorted(names)
    for name in names:
        thing = namespace.get(name)
        if isinstance(thing, type):
            if not issubclass(thing, BaseException):
                _check_class(thing)
        elif isinstance(thing, types.FunctionType):
            namespace[name] = checked(thing, module + name)


def _check_class(kind: type) -> None:
    for owner in filter(_is_ours, kind.__mro__):
        for name, thing in list(vars(owner).items()):
            if name.startswith("_") and name not in ("__init__", "__new__"):  # __new__: of a named tuple
                continue
            method = "" if name.startswith("_") else f".{name}"
            if isinstance(thing, (classmethod, staticmethod)) and not hasattr(thing.__func__, _MARK):
                setattr(owner, name, type(thing)(checked(thing.__func__, method, True)))
            elif isinstance(thing, types.FunctionType) and not hasattr(thing, _MARK):
                setattr(owner, name, checked(thing, method, True))


def _is_ours(kind: type) -> bool:
    return kind.__module__.partition(".")[0] == __name__.partition(".")[0]


_MARK = "_gobc_names_are_checked"


def checked(function: Function, name: str, method: bool = False) -> Function:
    """The function; a call that does not fit its arguments raises an ArgumentTypeError. A method has the name that stands
    behind that of its class."""

    @functools.wraps(function)
    def call(*arguments: Any, **keywords: Any) -> Any:
        try:
            return function(*arguments, **keywords)
        except TypeError as error:
            # An error of the call itself has no frame of the function.
            if error.__traceback__ is None or error.__traceback__.tb_next is not None:
                raise
            called = _class_of(arguments[0]) + name if method and arguments else name.lstrip(".")
            wrong = _misfit(function, called, arguments[method:], keywords, method)
        raise wrong from None

    setattr(call, _MARK, True)
    return call  # type: ignore[return-value]  # it takes what the function takes


def _class_of(value: object) -> str:
    kind = value if isinstance(value, type) else type(value)
    return next(filter(_is_ours, kind.__mro__), kind).__name__


def _misfit(function: Callable[..., Any], name: str, arguments: tuple[Any, ...], keywords: Collection[str],
            method: bool) -> ArgumentTypeError:
    """What is wrong with the arguments of a call."""
    import inspect  # for this error alone

    parameters = list(inspect.signature(function).parameters.values())[method:]
    named = {one.name: f"{one.name}=" for one in parameters if one.kind in (one.POSITIONAL_OR_KEYWORD, one.KEYWORD_ONLY)}
    positions = [one.name for one in parameters if one.kind in (one.POSITIONAL_OR_KEYWORD, one.POSITIONAL_ONLY)]
    for keyword in keywords:
        if keyword not in named:
            return unknown(name, keyword, named)
    if len(arguments) > len(positions):
        others = [text for one, text in named.items() if one not in positions]
        by_name = f"; give the others by name: {listed(others)}" if others else ""
        return ArgumentTypeError(f"gobc.{name}() takes {listed(positions, 'nothing')} by position, not {len(arguments)} "
                                 f"arguments{by_name}")
    for twice in positions[:len(arguments)]:
        if twice in keywords:
            return ArgumentTypeError(f"gobc.{name}() got {twice} twice: by position and as {twice}=")
    needed = [one.name for one in parameters if one.default is one.empty and one.name in named]
    missing = [one for at, one in enumerate(needed) if at >= len(arguments) and one not in keywords]
    return ArgumentTypeError(f"gobc.{name}() needs {listed(missing)}")
