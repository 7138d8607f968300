"""Graphs for the tests: edges as two lists, and what is to be expected of sums on them."""

import numpy

import gobc


def random(kind, seed, n):
    """(sources, targets) of a random graph of about n vertices; vertices without edges are those of `extra`."""
    draw = numpy.random.default_rng([seed, len(kind)])
    if kind == "sparse":  # many components, trees, isolated vertices
        return tuple(draw.integers(0, n, (2, n // 2)))
    if kind == "middling":
        return tuple(draw.integers(0, n, (2, 3 * n)))
    if kind == "multiple":  # each edge up to four times, in both directions, and loops
        first, second = draw.integers(0, n, (2, 2 * n))
        again = draw.integers(0, 2 * n, 3 * n)
        first, second = numpy.append(first, second[again]), numpy.append(second, first[again])
        return numpy.append(first, numpy.arange(n // 8)), numpy.append(second, numpy.arange(n // 8))
    if kind == "tree":
        return numpy.arange(1, n), (draw.random(n - 1) * numpy.arange(1, n)).astype(int)
    if kind == "strip":  # long and narrow: many levels, many shortest paths
        rows, columns = 4, max(n // 4, 2)
        number = numpy.arange(rows * columns).reshape(rows, columns)
        along, across = (number[:, :-1], number[:, 1:]), (number[:-1], number[1:])
        return (numpy.concatenate([along[0].ravel(), across[0].ravel()]),
                numpy.concatenate([along[1].ravel(), across[1].ravel()]))
    if kind == "layers":  # as many as double precision holds the path counts of
        return layers(min(n // 7, 100), 7)
    if kind == "roads":
        edges = gobc.generate(f"road_like:n={n}", seed)
        return numpy.array(edges["source"]), numpy.array(edges["target"])
    assert kind == "stars"  # hubs with lists longer than 64 and than gpu_hub=70, and a few links between leaves
    leaves = numpy.arange(3, max(n, 163))
    return (numpy.concatenate([leaves % 3, leaves % 2, leaves[:-1:2]]),
            numpy.concatenate([leaves, leaves, leaves[1::2]]))


KINDS = ("sparse", "middling", "multiple", "tree", "strip", "layers", "roads", "stars")


def longest_list(edges):
    """The most neighbors of a vertex, both directions together."""
    pairs = {(int(s), int(t)) for s, t in zip(*edges)}
    pairs |= {(t, s) for s, t in pairs}
    return max(numpy.bincount([s for s, t in pairs if s != t] or [0]))


def diamonds(count):
    """A chain of `count` diamonds: 2^count shortest paths from end to end."""
    first = 3 * numpy.arange(count)
    return (numpy.concatenate([first, first, first + 1, first + 2]),
            numpy.concatenate([first + 1, first + 2, first + 3, first + 3]))


def grid(rows, columns):
    number = numpy.arange(rows * columns).reshape(rows, columns)
    return (numpy.concatenate([number[:, :-1].ravel(), number[:-1].ravel()]),
            numpy.concatenate([number[:, 1:].ravel(), number[1:].ravel()]))


def layers(count, width):
    """Complete between neighboring layers: width^(count - 2) paths from a vertex of the first to one of the last."""
    number = numpy.arange(count * width).reshape(count, width)
    return numpy.repeat(number[:-1], width, axis=1).ravel(), numpy.tile(number[1:], width).ravel()
