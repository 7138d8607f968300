"""The public functions: measures of an edge table or a Graph, in one call each.

Raw sums run over ordered pairs of distinct nodes (s, t) with a path from s to t; d is the number of edges on a
shortest path, or the sum of their weights, sigma(s, t) the number of shortest paths, sigma(s, t | v) of those through v
as an inner node, r the number of nodes at the other end of v's distances, v included. Scaling by preset stands in the
README.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from ctypes import byref
from typing import Any

from ._library import ErrorBlock, Out, check, load
from ._one_call import compute, graph_of
from ._tables import MEASURES
from ._types import Device, Progress
from .errors import ArgumentError
from .results import EdgeResult, Plan, Result
from .tables import EdgeTable


def betweenness(
        edges: Any, *, directed: bool | None = None, weight: Any = None, normalized: bool | None = None,
        endpoints: bool = False, of: Any = None, sources: Any = None, targets: Any = None, cutoff: float | None = None,
        k: int | None = None, seed: Any = None, epsilon: float | None = None, delta: float | None = None,
        top_k: int | None = None, adaptive: float | bool | None = None, tie_tolerance: float | None = None,
        preset: str = "networkx", parallel: str | None = None, precision: str = "double", device: Device = "auto",
        threads: int | None = None, progress: Progress = None, memory_limit: int | None = None,
        strategy: str | None = None, tuning: str | None = None, partial: bool = False, time_limit: float | None = None,
        source: str | int | None = None, target: str | int | None = None, nodes: Any = None,
        node: str | int | None = None, obsp: str | None = None) -> Result:
    """Betweenness centrality: the share of shortest paths that run through a node.

    betweenness(v) = sum over s != v != t of sigma(s, t | v) / sigma(s, t). By default undirected pairs count once and
    the score is divided by the number of pairs of other nodes, as NetworkX does; ``normalized=False`` leaves the sum,
    and ``preset="gpufan"`` or ``"raw"`` the sum over ordered pairs. ``endpoints=True`` also counts the paths that end
    in v. With ``sources=`` and ``targets=`` only paths from the ones to the others count; the scale stays that of all
    pairs. ``k=`` samples that many sources, the ones that NetworkX picks for the same ``seed=``, and scales sums up to
    what all sources would give; a sampled node itself has one source less, and NaN with k=1, as in NetworkX.

    ``epsilon=`` draws pairs of nodes or sources at random, whichever is cheaper, by ``seed=`` (0), until every node is
    known within epsilon (of betweenness as a share of all ordered pairs of other nodes, which the default scale gives);
    ``top_k=`` until that many nodes are told from the rest; in either case with probability 1 - ``delta`` (0.1) for all
    nodes together. Where that would take longer than exact values, those are given. The result then has a second column,
    betweenness_error: the half-width of a node's interval, in the scale of the score; ``plan["sample"]`` says what was
    drawn and how many. Weighted graphs always draw sources.

    ``adaptive=c`` (True: 5) draws sources by ``seed=`` until the betweenness that they give each node of ``of=``, or
    any ``top_k=`` nodes, is at least c n over ordered pairs: about c t sources for a node of betweenness n^2 / t, few
    for large ones, and all, which is exact, for a node of 0. With e t sources, e below 1/2, an estimate is within a
    factor 1 / e with probability 1 - 2 e. The rule looks after rounds of sources, not after each, and so draws up to
    half as many again, 64 at least. Error column, ``delta=`` and plan are as for ``epsilon=``.

    Exact without k, epsilon, top_k and adaptive: O(n m) time, with weights O(n m + n^2 log n); k of n sources take k/n
    of it. Brandes, J. Math. Sociol. 25, 163 (2001); Freeman, Sociometry 40, 35 (1977); subsets: Brandes, Soc. Networks
    30, 136 (2008); sampling: Brandes & Pich, Int. J. Bifurcation Chaos 17, 2303 (2007); intervals: Hoeffding, J. Am.
    Stat. Assoc. 58, 13 (1963), Bardenet & Maillard, Bernoulli 21, 1361 (2015), Waudby-Smith & Ramdas, J. R. Stat. Soc.
    B 86, 1 (2024); pairs: Borassi & Natale, ACM J. Exp. Algorithmics 24, 1.2 (2019), Riondato & Upfal, ACM Trans.
    Knowl. Discov. Data 12, 61 (2018); adaptive: Bader, Kintali, Madduri & Mihail, WAW 2007, LNCS 4863, 124. For the
    other arguments see ``centralities``.

    >>> import gobc
    >>> gobc.betweenness([("a", "b"), ("b", "c"), ("c", "d")], normalized=False).to_dict()
    {'a': 0.0, 'b': 2.0, 'c': 2.0, 'd': 0.0}
    >>> square = [("a", "b", 1), ("b", "c", 1), ("c", "d", 1), ("d", "a", 5)]
    >>> gobc.betweenness(square, weight=True, normalized=False).to_dict()
    {'a': 0.0, 'b': 2.0, 'c': 2.0, 'd': 0.0}
    >>> gobc.betweenness(square, weight=False, sources=["a"], targets=["c"], preset="raw").to_dict()
    {'a': 0.0, 'b': 0.5, 'c': 0.0, 'd': 0.5}
    >>> network = gobc.datasets.bladder_coexpression()
    >>> gobc.betweenness(network, of="204041_at", adaptive=True, seed=1).plan["sample"]["sources"]
    96
    """
    return compute("betweenness", locals())


def stress(
        edges: Any, *, directed: bool | None = None, weight: Any = None, normalized: bool | None = None, of: Any = None,
        sources: Any = None, targets: Any = None, cutoff: float | None = None, tie_tolerance: float | None = None,
        preset: str = "networkx", parallel: str | None = None, precision: str = "double", device: Device = "auto",
        threads: int | None = None, progress: Progress = None, memory_limit: int | None = None,
        strategy: str | None = None, tuning: str | None = None, partial: bool = False, time_limit: float | None = None,
        source: str | int | None = None, target: str | int | None = None, nodes: Any = None,
        node: str | int | None = None, obsp: str | None = None) -> Result:
    """Stress centrality: how many shortest paths run through a node.

    stress(v) = sum over s != v != t of sigma(s, t | v); undirected pairs count once, or twice with
    ``preset="gpufan"`` or ``"raw"``. Exact up to 2^53, then rounded to float64; beyond 1.8e308 inf, with a warning.
    ``sources=`` and ``targets=`` as in ``betweenness``, with weights that are whole numbers. A count is not normalised.

    O(n m) time, with weights O(n m + n^2 log n). Shimbel, Bull. Math. Biophys. 15, 501 (1953). For the other arguments
    see ``centralities``.

    >>> import gobc
    >>> square = [(0, 1), (1, 2), (2, 3), (3, 0)]
    >>> gobc.stress(square).to_dict()
    {0: 1.0, 1: 1.0, 2: 1.0, 3: 1.0}
    """
    return compute("stress", locals())


def edge_betweenness(
        edges: Any, *, directed: bool | None = None, weight: Any = None, normalized: bool | None = None,
        sources: Any = None, targets: Any = None, cutoff: float | None = None, k: int | None = None, seed: Any = None,
        tie_tolerance: float | None = None, preset: str = "networkx", parallel: str | None = None,
        precision: str = "double", device: Device = "auto", threads: int | None = None, progress: Progress = None,
        memory_limit: int | None = None, strategy: str | None = None, tuning: str | None = None, partial: bool = False,
        time_limit: float | None = None, source: str | int | None = None, target: str | int | None = None,
        nodes: Any = None, node: str | int | None = None, obsp: str | None = None) -> EdgeResult:
    """Edge betweenness: the share of shortest paths that run along an edge.

    edge_betweenness(e) = sum over s != t of sigma(s, t | e) / sigma(s, t), sigma(s, t | e) the shortest paths from s to
    t along e. By default undirected pairs count once and the score is divided by the number of pairs of nodes, as
    NetworkX does; ``normalized=False`` leaves the sum, ``preset="raw"`` the sum over ordered pairs. Parallel edges that
    are merged share the value of their pair evenly, among those of the smallest weight, and the others have 0; with
    ``parallel="count"`` each has its own. Self-loops have 0. ``sources=``, ``targets=``, ``k=`` and ``seed=`` as in
    ``betweenness``.

    Returns an ``EdgeResult`` of m rows, those of the edge table in their order: columns "source", "target" and
    "edge_betweenness" (float64).

    Exact without k, O(n m) time, with weights O(n m + n^2 log n). Girvan & Newman, PNAS 99, 7821 (2002); subsets:
    Brandes, Soc. Networks 30, 136 (2008). For the other arguments, and what is raised, see ``centralities``.

    >>> import gobc
    >>> path = [("a", "b"), ("b", "c"), ("c", "d")]
    >>> gobc.edge_betweenness(path, normalized=False).to_dict()
    {('a', 'b'): 3.0, ('b', 'c'): 4.0, ('c', 'd'): 3.0}
    >>> gobc.edge_betweenness(path, normalized=False).top(1)
    source  target  edge_betweenness
    b       c                      4
    """
    return compute("edge_betweenness", locals())


def edge_stress(
        edges: Any, *, directed: bool | None = None, weight: Any = None, sources: Any = None, targets: Any = None,
        cutoff: float | None = None, tie_tolerance: float | None = None, preset: str = "networkx",
        parallel: str | None = None, precision: str = "double", device: Device = "auto", threads: int | None = None,
        progress: Progress = None, memory_limit: int | None = None, strategy: str | None = None,
        tuning: str | None = None, partial: bool = False, time_limit: float | None = None,
        source: str | int | None = None, target: str | int | None = None, nodes: Any = None,
        node: str | int | None = None, obsp: str | None = None) -> EdgeResult:
    """Edge stress: how many shortest paths run along an edge.

    edge_stress(e) = sum over s != t of sigma(s, t | e); undirected pairs count once, or twice with ``preset="gpufan"``
    or ``"raw"``. Exact up to 2^53, then rounded to float64; beyond 1.8e308 inf, with a warning. Parallel edges as in
    ``edge_betweenness``, ``sources=`` and ``targets=`` too, with weights that are whole numbers.

    Returns an ``EdgeResult`` of m rows, see ``edge_betweenness``.

    O(n m) time, with weights O(n m + n^2 log n). Brandes, Soc. Networks 30, 136 (2008). For the other arguments, and
    what is raised, see ``centralities``.

    >>> import gobc
    >>> gobc.edge_stress([(0, 1), (1, 2), (2, 3), (3, 0)]).value((0, 1))
    3.0
    """
    return compute("edge_stress", locals())


def closeness(
        edges: Any, *, directed: bool | None = None, weight: Any = None, normalized: bool | None = None,
        direction: str | None = None, mode: str | None = None, of: Any = None, sources: Any = None,
        cutoff: float | None = None, preset: str = "networkx", parallel: str | None = None, precision: str = "double",
        device: Device = "auto", threads: int | None = None, progress: Progress = None, memory_limit: int | None = None,
        strategy: str | None = None, tuning: str | None = None, partial: bool = False, time_limit: float | None = None,
        source: str | int | None = None, target: str | int | None = None, nodes: Any = None,
        node: str | int | None = None, obsp: str | None = None) -> Result:
    """Closeness centrality: how near a node is to the others.

    closeness(v) = (r - 1) / (sum of d), by default times (r - 1) / (n - 1), as NetworkX does for disconnected graphs;
    0 where nothing is reached. Distances towards v by default in a directed graph; ``direction="out"`` for those from
    v, ``"all"`` to ignore directions. Nodes farther than ``cutoff=`` count as not reached.

    O(n m) time, much less in practice; with weights O(n m + n^2 log n). Freeman, Soc. Networks 1, 215 (1979). For the
    other arguments see ``centralities``.

    >>> import gobc
    >>> gobc.closeness([("a", "b"), ("b", "c")]).value("b")
    1.0
    >>> gobc.closeness([("a", "b", 2.0), ("b", "c", 0.5)], weight=True).value("b")
    0.8
    """
    return compute("closeness", locals())


def harmonic(
        edges: Any, *, directed: bool | None = None, weight: Any = None, normalized: bool | None = None,
        direction: str | None = None, mode: str | None = None, of: Any = None, sources: Any = None,
        cutoff: float | None = None, preset: str = "networkx", parallel: str | None = None, precision: str = "double",
        device: Device = "auto", threads: int | None = None, progress: Progress = None, memory_limit: int | None = None,
        strategy: str | None = None, tuning: str | None = None, partial: bool = False, time_limit: float | None = None,
        source: str | int | None = None, target: str | int | None = None, nodes: Any = None,
        node: str | int | None = None, obsp: str | None = None) -> Result:
    """Harmonic centrality: the sum of reciprocal distances, defined on disconnected graphs too.

    harmonic(v) = sum over t != v of 1 / d, unreachable nodes and those farther than ``cutoff=`` adding 0;
    ``normalized=True`` divides by n - 1. Distances towards v by default in a directed graph, see ``closeness``.

    O(n m) time, much less in practice; with weights O(n m + n^2 log n). Boldi & Vigna, Internet Math. 10, 222 (2014).
    For the other arguments see ``centralities``.

    >>> import gobc
    >>> gobc.harmonic([("a", "b"), ("b", "c")]).to_dict()
    {'a': 1.5, 'b': 2.0, 'c': 1.5}
    """
    return compute("harmonic", locals())


def eccentricity(
        edges: Any, *, directed: bool | None = None, weight: Any = None, normalized: bool | None = None,
        direction: str | None = None, mode: str | None = None, of: Any = None, sources: Any = None,
        cutoff: float | None = None, preset: str = "networkx", parallel: str | None = None, precision: str = "double",
        device: Device = "auto", threads: int | None = None, progress: Progress = None, memory_limit: int | None = None,
        strategy: str | None = None, tuning: str | None = None, partial: bool = False, time_limit: float | None = None,
        source: str | int | None = None, target: str | int | None = None, nodes: Any = None,
        node: str | int | None = None, obsp: str | None = None) -> Result:
    """Eccentricity: the distance to the farthest node that is reached, within ``cutoff=``; 0 if none is.

    Distances from v by default in a directed graph. Unlike NetworkX it does not refuse disconnected graphs. A distance
    is not normalised.

    O(n m) time, much less in practice; with weights O(n m + n^2 log n). Harary & Hage, Soc. Networks 17, 57 (1995). For
    the other arguments see ``centralities``.

    >>> import gobc
    >>> gobc.eccentricity([("a", "b"), ("b", "c")]).to_dict()
    {'a': 2.0, 'b': 1.0, 'c': 2.0}
    """
    return compute("eccentricity", locals())


def eccentricity_centrality(
        edges: Any, *, directed: bool | None = None, weight: Any = None, normalized: bool | None = None,
        direction: str | None = None, mode: str | None = None, of: Any = None, sources: Any = None,
        cutoff: float | None = None, preset: str = "networkx", parallel: str | None = None, precision: str = "double",
        device: Device = "auto", threads: int | None = None, progress: Progress = None, memory_limit: int | None = None,
        strategy: str | None = None, tuning: str | None = None, partial: bool = False, time_limit: float | None = None,
        source: str | int | None = None, target: str | int | None = None, nodes: Any = None,
        node: str | int | None = None, obsp: str | None = None) -> Result:
    """Eccentricity centrality: (n - 1) / eccentricity, so that central nodes score high; 0 where nothing is reached.

    O(n m) time, much less in practice; with weights O(n m + n^2 log n). Shi & Zhang, BMC Syst. Biol. 5, 149 (2011). For
    the other arguments see ``centralities``.

    >>> import gobc
    >>> gobc.eccentricity_centrality([("a", "b"), ("b", "c")]).to_dict()
    {'a': 1.0, 'b': 2.0, 'c': 1.0}
    """
    return compute("eccentricity_centrality", locals())


def centralities(
        edges: Any, measures: str | Iterable[str] = MEASURES, *, directed: bool | None = None, weight: Any = None,
        normalized: bool | None = None, endpoints: bool = False, direction: str | None = None, mode: str | None = None,
        of: Any = None, sources: Any = None, targets: Any = None, cutoff: float | None = None, k: int | None = None,
        seed: Any = None, tie_tolerance: float | None = None, preset: str = "networkx", parallel: str | None = None,
        precision: str = "double", device: Device = "auto", threads: int | None = None, progress: Progress = None,
        memory_limit: int | None = None, strategy: str | None = None, tuning: str | None = None, partial: bool = False,
        time_limit: float | None = None, source: str | int | None = None, target: str | int | None = None,
        nodes: Any = None, node: str | int | None = None, obsp: str | None = None) -> Result | EdgeResult:
    """Several measures in one sweep over the graph, which costs little more than the dearest of them.

    Parameters
    ----------
    edges, directed, weight, source, target, nodes, node, obsp
        The graph, as in ``Graph``; or a ``Graph``, of which ``weight=False`` ignores the weights.
    measures
        Names, see ``gobc.measures()``: betweenness, stress, closeness, harmonic, eccentricity, eccentricity_centrality;
        edge_betweenness, edge_stress.
    normalized
        None: as the preset says; True or False. Stress and eccentricity know no scale.
    endpoints
        Betweenness: count paths at their end nodes too.
    direction, mode
        Distances of closeness, harmonic and eccentricity in a directed graph: "in", "out", "all"; None by preset. The
        second is igraph's word for the first.
    of
        Only these nodes get a row, in this order: a list, an array or an Arrow column of distinct nodes, or one node.
        It changes no value. Default: all nodes. Not beside measures of edges, whose rows are those of the edge table.
    sources, targets
        Only paths and distances that start at the sources count, and only paths that end at the targets. Default: all
        nodes. A list, an array or an Arrow column of distinct nodes; or with weights, a dict {node: weight} or a table
        with a column "weight" beside that of the nodes: a pair then counts as often as the product of its weights says
        (0 and above). Targets and weights are for betweenness, stress (whole numbers) and the measures of edges.
    cutoff
        Only paths and distances up to this length count, in numbers of edges or in the unit of the weights.
    k, seed
        Betweenness and edge_betweenness: k sources taken at random, sums scaled up to all of them. ``seed`` is None, an
        int or a generator of random numbers, Python's or numpy's; the same one picks the same nodes as in NetworkX.
    tie_tolerance
        Lengths of weighted paths tie within this relative difference where they are not held exactly (see ``Graph``);
        default 1e-10.
    preset
        Conventions of "networkx" (default), "igraph", "gpufan" or "raw".
    parallel
        Parallel edges in the measures of paths: "merge" into one, or "count" each as a path of its own; None by preset.
    precision
        "double" or "single" for path counts. Scores are float64 either way.
    device
        "auto" (default), "cpu", "cuda" (the first GPU, "cuda:0"), "cuda:1", or several: ["cuda:0", "cuda:1"], also
        "cuda:0,cuda:1". "auto" takes a GPU where the CPU is predicted to take long, and the CPU for whatever the GPU
        cannot do; a device that is named does it, or DeviceError or MemoryLimitError says why not. In double precision
        the bits are those of the CPU as long as no node has more than 64 neighbours, beyond that within 1e-12; they do
        not depend on the number of GPUs. See ``devices``.
    threads
        Default: all that affinity and cgroup quota leave. Results have the same bits for any number.
    progress
        None shows progress after two seconds on a terminal or in a notebook; True, False, or a function (done, total)
        called by the waiting thread. Ctrl-C stops within 0.25 s.
    memory_limit
        Bytes this call may use. Default: what the machine, cgroup and limits leave.
    strategy
        A published method to compute with in place of gobc's own, to compare with: "pull" (Sriram et al. 2009),
        "vertex-parallel", "edge-parallel" (Jia et al. 2011), "gpu-fan" (Shi and Zhang 2011), "work-efficient",
        "hybrid", "sampling" (McLaughlin and Bader 2014), "coarse" (Sharma), "serial" (Brandes 2001); with weights
        "node-parallel", "weighted-work-efficient", "warp-centric" (Fan et al. 2017). Parameters behind a colon:
        "hybrid:alpha=768,beta=512", "warp-centric:warp=8,queue=1". On a GPU, but for "serial", which runs on one thread
        of the CPU; "edge-parallel" also with ``device="cpu"``. Sums are added in no fixed order, so that the last bits
        may differ between runs. What a method cannot do is UnsupportedError. "reference" is Brandes' algorithm in
        readable Go, for any measure, on all threads of the CPU: slow, with the bits of gobc in double precision.
    tuning
        "key=value;..." for experiments, outside the stability promise.
    partial
        True: a call that is stopped, by Ctrl-C, ``gobc.cancel()`` or ``time_limit=``, returns what is finished, with a
        GobcWarning: to the bit the result of ``sources=`` the nodes that had finished as sources, which
        ``result.partial`` tells and a last column "finished" marks. KeyboardInterrupt or Cancelled if none had, and at
        a second Ctrl-C. For measures of one sweep: of paths, or of distances of one direction; without ``of=``. Sums
        over some sources are smaller than those over all, and are not to be scaled up: sources near each other in the
        graph run together, so the finished ones are no random sample. For estimates see ``k=`` and ``epsilon=``; what
        is finished of a sample by ``k=`` is scaled up like one, but is none either.
    time_limit
        Seconds after which the computation is stopped, the building of a graph not counted: Cancelled, but for
        ``partial=True``.

    Returns a ``Result`` of n rows, or of those of ``of=``: column "node" and one float64 column a measure, nodes in
    order of first appearance; its attribute ``edges`` holds the ``EdgeResult`` if measures of edges were asked for as
    well. With measures of edges alone the ``EdgeResult`` itself, m rows in the order of the edge table.

    Raises ArgumentError or DataError (both ValueError), MemoryLimitError (MemoryError), UnsupportedError
    (NotImplementedError), ForkedError, InternalError (RuntimeError), Cancelled; all of them are gobc.Error. An argument
    that none of the measures can use is an ArgumentError.

    >>> import gobc
    >>> result = gobc.centralities([("a", "b"), ("b", "c")], ["betweenness", "closeness", "edge_betweenness"])
    >>> result.columns, result.edges.columns
    (['node', 'betweenness', 'closeness'], ['source', 'target', 'edge_betweenness'])
    >>> result.to_dict()["b"]
    {'betweenness': 1.0, 'closeness': 1.0}
    """
    arguments = locals()
    return compute(arguments.pop("measures"), arguments)


def plan(
        edges: Any, measures: str | Iterable[str] = MEASURES, *, directed: bool | None = None, weight: Any = None,
        normalized: bool | None = None, endpoints: bool = False, direction: str | None = None, mode: str | None = None,
        of: Any = None, sources: Any = None, targets: Any = None, cutoff: float | None = None, k: int | None = None,
        seed: Any = None, tie_tolerance: float | None = None, preset: str = "networkx", parallel: str | None = None,
        precision: str = "double", device: Device = "auto", threads: int | None = None, memory_limit: int | None = None,
        strategy: str | None = None, tuning: str | None = None, partial: bool = False, source: str | int | None = None,
        target: str | int | None = None, nodes: Any = None, node: str | int | None = None,
        obsp: str | None = None) -> Plan:
    """What ``centralities`` with the same arguments would do, and why, without doing it. O(n + m) time.

    A dictionary of what was chosen (preset, threads, sources, kernels, their widths and precision), ``bytes`` against
    ``limit``, whether it ``fits``, and the ``reasons``; printed as text.

    >>> import gobc
    >>> gobc.plan([(0, 1), (1, 2)], "betweenness").fits
    True
    """
    arguments = locals()
    names = arguments.pop("measures")
    # The limit is for the computation: whether it fits is what is asked, so the graph itself is built without.
    arguments.pop("memory_limit")
    graph, options, own = graph_of(arguments)
    try:
        return graph._plan(names, memory_limit=memory_limit, **options)
    finally:
        if own:
            graph.close()


def diameter(
        edges: Any, *, directed: bool | None = None, weight: Any = None, direction: str | None = None,
        mode: str | None = None, device: Device = "auto", threads: int | None = None, progress: Progress = None,
        memory_limit: int | None = None, source: str | int | None = None, target: str | int | None = None,
        nodes: Any = None, node: str | int | None = None, obsp: str | None = None) -> float:
    """The largest distance between two nodes of which one reaches the other; 0 for a graph without edges.

    Unlike NetworkX it does not refuse disconnected graphs: the largest of the components counts, as in igraph. Exact; in
    undirected unweighted graphs by bounds, from a few searches on roads to all of them on small worlds (Takes & Kosters,
    Algorithms 6, 100 (2013)), else O(n m) time. Arguments as in ``eccentricity``.

    >>> import gobc
    >>> gobc.diameter([("a", "b"), ("b", "c"), ("x", "y")])
    2.0
    """
    return max(_eccentricities(locals()).values(), default=0.0)


def radius(
        edges: Any, *, directed: bool | None = None, weight: Any = None, direction: str | None = None,
        mode: str | None = None, device: Device = "auto", threads: int | None = None, progress: Progress = None,
        memory_limit: int | None = None, source: str | int | None = None, target: str | int | None = None,
        nodes: Any = None, node: str | int | None = None, obsp: str | None = None) -> float:
    """The smallest eccentricity of a node; 0 where a node reaches no other. See ``diameter``.

    >>> import gobc
    >>> gobc.radius([("a", "b"), ("b", "c")])
    1.0
    """
    return min(_eccentricities(locals()).values(), default=0.0)


def center(
        edges: Any, *, directed: bool | None = None, weight: Any = None, direction: str | None = None,
        mode: str | None = None, device: Device = "auto", threads: int | None = None, progress: Progress = None,
        memory_limit: int | None = None, source: str | int | None = None, target: str | int | None = None,
        nodes: Any = None, node: str | int | None = None, obsp: str | None = None) -> list:
    """The nodes whose eccentricity is the radius, in order of first appearance. See ``diameter``.

    >>> import gobc
    >>> gobc.center([("a", "b"), ("b", "c")])
    ['b']
    """
    return _ends(_eccentricities(locals()), min)


def periphery(
        edges: Any, *, directed: bool | None = None, weight: Any = None, direction: str | None = None,
        mode: str | None = None, device: Device = "auto", threads: int | None = None, progress: Progress = None,
        memory_limit: int | None = None, source: str | int | None = None, target: str | int | None = None,
        nodes: Any = None, node: str | int | None = None, obsp: str | None = None) -> list:
    """The nodes whose eccentricity is the diameter, in order of first appearance. See ``diameter``.

    >>> import gobc
    >>> gobc.periphery([("a", "b"), ("b", "c")])
    ['a', 'c']
    """
    return _ends(_eccentricities(locals()), max)


def measures() -> list[dict]:
    """The measures there are: name, summary and columns of each.

    >>> import gobc
    >>> [measure["name"] for measure in gobc.measures()][:2]
    ['betweenness', 'stress']
    """
    return json.loads(load().measures().decode())


def devices() -> list[dict]:
    """The devices there are: the CPU with its instruction set and threads, then every GPU with its model, compute
    capability, multiprocessors and memory in bytes; or, of kind "cuda", why none can be used. "built" lists the instruction
    sets or GPU architectures that the library has kernels for, "here" the instruction sets of this processor. Starts the
    GPUs' driver.

    >>> import gobc
    >>> gobc.devices()[0]["kind"]
    'cpu'
    """
    return json.loads(load().devices().decode())


def generate(spec: str, seed: int = 0) -> EdgeTable:
    """A synthetic graph as an edge table (int64 columns source, target), the same for a spec and seed on every machine.

    ``spec`` is "family:key=value,...". Families: kronecker, rmat, random_geometric, delaunay, small_world,
    barabasi_albert, erdos_renyi, grid, road_like. A wrong spec raises ArgumentError that names the keys.

    >>> import gobc
    >>> len(gobc.generate("grid:rows=3,cols=3"))
    12
    """
    if not isinstance(spec, str):
        raise ArgumentError(f"spec must be a string like 'grid:rows=3,cols=3', not {spec!r}")
    if not isinstance(seed, int) or not 0 <= seed < 1 << 64:
        raise ArgumentError(f"seed must be a whole number from 0 to 2^64-1, not {seed!r}")
    library = load()
    out, error = Out(), ErrorBlock()
    check(library.generate(spec.encode(), seed, *out.addresses, byref(error)), error)
    return EdgeTable(out.table()[0])


def _eccentricities(arguments) -> dict:
    """{node: eccentricity} with the keyword arguments of the public function that was called."""
    return eccentricity(arguments.pop("edges"), **arguments).to_dict()


def _ends(scores: dict, choose) -> list:
    extreme = choose(scores.values(), default=0.0)
    return [node for node, score in scores.items() if score == extreme]
