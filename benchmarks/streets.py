"""Betweenness of a street network by gobc, cityseer and momepy: python benchmarks/streets.py [--side 40] [--rounds 3].

The network is a made-up town: a grid of side x side crossings 100 m apart, each moved by whole meters up to 30. Three
tenths of the streets are left out, and the largest component is kept. Each package is given its own form of the network
before the clock starts. Values are compared with gobc's first, and where they differ the line of the package says at how many
crossings and how far. The packages take turns, and times are medians.
"""

from __future__ import annotations

import argparse
import logging
import statistics
import time
import warnings

import geopandas
import momepy
import networkx as nx
import numpy
import shapely
from cityseer.metrics import networks
from cityseer.tools import io

import gobc
from machine import describe


def town(side: int, seed: int = 1) -> geopandas.GeoDataFrame:
    random = numpy.random.default_rng(seed)
    places = {(x, y): (500_000 + 100 * x + random.integers(-30, 31), 5_000_000 + 100 * y + random.integers(-30, 31))
              for x in range(side) for y in range(side)}
    grid = nx.grid_2d_graph(side, side)
    grid.remove_edges_from([edge for edge in list(grid.edges) if random.random() < 0.3])
    grid = grid.subgraph(max(nx.connected_components(grid), key=len))
    lines = [shapely.LineString([places[a], places[b]]) for a, b in grid.edges]
    return geopandas.GeoDataFrame(geometry=lines, crs="EPSG:32632")


class Packages:
    """The network as each package takes it; scores by place."""

    def __init__(self, streets: geopandas.GeoDataFrame) -> None:
        self.graph = momepy.gdf_to_nx(streets)
        self.ours = gobc.Graph(self.graph, weight="mm_len")
        prepared = io.nx_from_generic_geopandas(streets)
        self.nodes, _, self.structure = io.network_structure_from_nx(prepared)

    def gobc(self, radius: int | None) -> dict:
        return self.ours.betweenness(cutoff=radius, normalized=False).to_dict()

    def momepy(self, radius: int | None) -> dict:
        found = momepy.betweenness_centrality(self.graph, weight="mm_len", endpoints=False, verbose=False)
        pairs = (len(found) - 1) * (len(found) - 2) / 2  # momepy gives shares of them, whatever normalized= says
        return {place: share * pairs for place, share in found.nodes(data="betweenness")}

    def cityseer(self, radius: int | None) -> dict:
        found = networks.centrality_shortest(self.structure, self.nodes.copy(), distances=[radius or 1_000_000], closeness={},
                                             betweenness={"betweenness": "1"}, cycles=False)
        column = [name for name in found.columns if "betweenness" in name]
        return {(x, y): value for x, y, value in zip(found["x"], found["y"], found[column[0]])}


def timed(function, radius):
    began = time.perf_counter()
    values = function(radius)
    return time.perf_counter() - began, values


def compared(values: dict, expected: dict) -> str:
    """At how many crossings values differ by more than a millionth, and how far at most, of scores of at least 1."""
    off = [abs(values[place] - value) / max(value, 1) for place, value in expected.items()]
    return f"differs at {sum(not x <= 1e-6 for x in off)} of {len(off)} crossings, by {max(off):.2g} at most"


def main(side: int, rounds: int) -> None:
    packages = Packages(town(side))
    print(packages.ours, describe(), *(f"{package.__name__} {package.__version__}" for package in (momepy, nx)), sep="\n")
    for radius, names in ((None, ("gobc", "cityseer", "momepy")), (800, ("gobc", "cityseer"))):
        expected, seconds, told = packages.gobc(radius), {name: [] for name in names}, {}
        for _ in range(rounds):
            for name, times in seconds.items():
                took, values = timed(getattr(packages, name), radius)
                times.append(took)
                told[name] = compared(values, expected)
        for name, times in seconds.items():
            print(f"{name}, radius {radius}: {statistics.median(times):.4f} s, {told[name]}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--side", type=int, default=40)
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    logging.disable(logging.WARNING)
    warnings.simplefilter("ignore")
    main(given.side, given.rounds)
