"""Makes the graphs of halves.py that are not real networks, by gobc, NetworkX, igraph or here, and changes made graphs.

What is drawn here is drawn from hashes of counters, so that it is the same with every version of every package.
"""

from __future__ import annotations

import inspect
import random

import numpy

import gobc
from real_networks import Missing


def draws(count: int, seed: int, salt: int = 0) -> numpy.ndarray:
    """Numbers of [0, 1), by splitmix64."""
    x = numpy.arange(1, count + 1, dtype=numpy.uint64)
    with numpy.errstate(over="ignore"):
        x = x * numpy.uint64(0x9E3779B97F4A7C15) + numpy.uint64((seed * 0x5851F42D4C957F2D + salt * 0x14057B7EF767814F) % 2**64)
        for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
            x = (x ^ (x >> numpy.uint64(shift))) * numpy.uint64(factor)
    return ((x ^ (x >> numpy.uint64(31))) >> numpy.uint64(11)).astype(numpy.float64) * 2.0**-53


def _columns(pairs) -> tuple:
    pairs = numpy.asarray(pairs, dtype=numpy.int64).reshape(-1, 2)
    return pairs[:, 0], pairs[:, 1]


def by_gobc(family: str, parameters: dict, seed: int) -> tuple:
    edges = gobc.generate(family + ":" + ",".join(f"{key}={value}" for key, value in parameters.items()), seed)
    tails, heads = (numpy.array(edges[column], dtype=numpy.int64) for column in ("source", "target"))
    n = int(max(tails.max(initial=-1), heads.max(initial=-1))) + 1
    n = max(n, int(parameters.get("n", 0)), 1 << parameters["scale"] if "scale" in parameters else 0)
    return n, tails, heads


def by_networkx(function: str, parameters: dict, seed: int) -> tuple:
    """A generator of NetworkX, by its name or as bipartite.NAME."""
    import networkx

    make = getattr(networkx.bipartite if function.startswith("bipartite.") else networkx, function.split(".")[-1])
    if "seed" in inspect.signature(make).parameters:
        parameters = {**parameters, "seed": seed}
    graph = networkx.convert_node_labels_to_integers(make(**parameters))
    return len(graph), *_columns(list(graph.edges())), graph.is_directed()


def by_igraph(function: str, parameters: dict, seed: int) -> tuple:
    """A constructor of igraph.Graph. A list is written with blanks, as size=20 30."""
    try:
        import igraph
    except ImportError:
        raise Missing("package igraph is not installed") from None
    random.seed(seed)
    graph = getattr(igraph.Graph, function)(**parameters)
    return graph.vcount(), *_columns(graph.get_edgelist()), graph.is_directed()


def star(n, seed):
    return n, numpy.zeros(n - 1, dtype=numpy.int64), numpy.arange(1, n)


def caterpillar(n, spine, seed):
    """A path, and leaves on random ones of its vertices."""
    legs = (draws(n - spine, seed) * spine).astype(numpy.int64)
    return n, numpy.append(numpy.arange(spine - 1), legs), numpy.arange(1, n)


def box(a, b, c, seed):
    """A grid of three dimensions."""
    at = numpy.arange(a * b * c).reshape(a, b, c)
    ends = [(at[:-1], at[1:]), (at[:, :-1], at[:, 1:]), (at[:, :, :-1], at[:, :, 1:])]
    return at.size, *(numpy.concatenate([pair[i].ravel() for pair in ends]) for i in (0, 1))


def torn_grid(rows, cols, keep, seed):
    """A grid of which a share of the edges is kept: streets with dead ends."""
    at = numpy.arange(rows * cols).reshape(rows, cols)
    tails = numpy.concatenate([at[:-1].ravel(), at[:, :-1].ravel()])
    heads = numpy.concatenate([at[1:].ravel(), at[:, 1:].ravel()])
    kept = draws(len(tails), seed) < keep
    return at.size, tails[kept], heads[kept]


def teams(n, groups, least, most, seed):
    """Members of groups know each other, as authors of one paper; some people are in many groups."""
    sizes = (least + draws(groups, seed) ** 3 * (most + 1 - least)).astype(int)
    members, at = (n * draws(int(sizes.sum()), seed, 1) ** 2).astype(numpy.int64), 0
    tails, heads = [], []
    for size in sizes:
        group, at = numpy.unique(members[at:at + size]), at + size
        first, second = numpy.triu_indices(len(group), 1)
        tails.append(group[first])
        heads.append(group[second])
    return n, numpy.concatenate(tails), numpy.concatenate(heads)


def copies(n, k, copy, seed):
    """Pages of k links, each to a random earlier page or, with probability `copy`, to where a link of an earlier page goes."""
    which, where, link = (draws(n * k, seed, salt).reshape(n, k) for salt in range(3))
    targets = numpy.zeros((n, k), dtype=numpy.int64)
    for v in range(1, n):
        earlier = (where[v] * v).astype(numpy.int64)
        there = targets[earlier, (link[v] * k).astype(numpy.int64)]
        targets[v] = numpy.where(which[v] < copy, there, earlier)
    return n, numpy.repeat(numpy.arange(n), k), targets.ravel(), True


def layers(n, width, k, seed):
    """A deep directed graph: every vertex has k arcs into the next `width` vertices."""
    heads = numpy.repeat(numpy.arange(n), k) + 1 + (draws(n * k, seed) * width).astype(numpy.int64)
    inside = heads < n
    return n, numpy.repeat(numpy.arange(n), k)[inside], heads[inside], True


def core(n, inner, m, seed):
    """A dense core of `inner` vertices, around which others have edges to few of its vertices."""
    first, second = numpy.triu_indices(inner, 1)
    dense = draws(len(first), seed) < 0.5
    outer = numpy.repeat(numpy.arange(inner, n), m)
    into = (draws(len(outer), seed, 1) ** 2 * inner).astype(numpy.int64)
    return n, numpy.concatenate([first[dense], outer]), numpy.concatenate([second[dense], into])


MADE = {maker.__name__: maker for maker in (star, caterpillar, box, torn_grid, teams, copies, layers, core)}


def simple(n, tails, heads, weights, directed) -> tuple:
    """Arcs in order without loops and repetitions, of which the least weight counts."""
    if not directed:
        tails, heads = numpy.minimum(tails, heads), numpy.maximum(tails, heads)
    keep = tails != heads
    codes, index = numpy.unique(tails[keep].astype(numpy.int64) * n + heads[keep], return_inverse=True)
    if weights is not None:
        least = numpy.full(len(codes), numpy.inf)
        numpy.minimum.at(least, index, weights[keep])
        weights = least
    return codes // n, codes % n, weights


# Changes of an undirected graph (n, tails, heads), by a number and a seed.

def leaves(n, tails, heads, share, seed):
    """share * n new vertices of one edge each, to random ones."""
    more = int(share * n)
    at = (draws(more, seed, 11) * n).astype(numpy.int64)
    return n + more, numpy.append(tails, at), numpy.append(heads, numpy.arange(n, n + more))


def chains(n, tails, heads, most, seed):
    """Every edge becomes a path of up to `most` edges."""
    inner = (draws(len(tails), seed, 12) * most).astype(numpy.int64)
    edge = numpy.repeat(numpy.arange(len(tails)), inner)
    new = n + numpy.arange(len(edge))
    last = numpy.cumsum(inner)
    begins = numpy.isin(numpy.arange(len(edge)), (last - inner)[inner > 0])
    before = numpy.where(begins, tails[edge], new - 1)
    end = numpy.where(inner > 0, n + last - 1, tails)
    return n + len(edge), numpy.append(before, end), numpy.append(new, heads)


def twins(n, tails, heads, share, seed):
    """share * n copies of random vertices, with the same neighbors."""
    chosen = (draws(int(share * n), seed, 13) * n).astype(numpy.int64)
    ends = numpy.concatenate([tails, heads]), numpy.concatenate([heads, tails])
    order = numpy.argsort(ends[0], kind="stable")
    starts = numpy.searchsorted(ends[0][order], numpy.arange(n + 1))
    lists = [ends[1][order][starts[v]:starts[v + 1]] for v in chosen]
    copied = numpy.repeat(n + numpy.arange(len(chosen)), [len(some) for some in lists])
    return n + len(chosen), numpy.append(tails, copied), numpy.append(heads, numpy.concatenate(lists))


def parts(n, tails, heads, count, seed):
    """`count` copies beside each other."""
    shift = numpy.repeat(numpy.arange(int(count)) * n, len(tails))
    return n * int(count), numpy.tile(tails, int(count)) + shift, numpy.tile(heads, int(count)) + shift


CHANGES = {change.__name__: change for change in (leaves, chains, twins, parts)}


def oriented(tails, heads, both, seed) -> tuple:
    """Arcs of edges: one in a random direction, and with probability `both` the other too."""
    flipped, second = draws(len(tails), seed, 14) < 0.5, draws(len(tails), seed, 15) < both
    first = numpy.where(flipped, heads, tails), numpy.where(flipped, tails, heads)
    return numpy.append(first[0], first[1][second]), numpy.append(first[1], first[0][second])


def drawn_weights(count: int, kind: str, seed: int) -> numpy.ndarray:
    """ints10: 1 to 10; reals: 0.5 to 1.5; skewed: many short and few long."""
    x = draws(count, seed, 16)
    if kind.startswith("ints"):
        return numpy.floor(x * int(kind[4:])) + 1
    return {"reals": 0.5 + x, "skewed": 0.01 / (1.0001 - x)}[kind]
