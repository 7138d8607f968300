"""Centralities of a street network by gobc, cityseer and momepy: python benchmarks/streets.py [--side 20] [--rounds 3].

The network is a made-up town: a grid of side x side crossings 100 m apart, each moved by whole meters up to 30. Three
tenths of the streets are left out, the others have a bend, which is not in their middle, and the largest component is kept.
Each package is given its own form of the network before the clock starts, except for the lines of ways by angle, which gobc
reads in each call. The packages take turns, and times are medians of processor seconds, in which other work on the machine
counts little. Values are compared with gobc's, and the line of a package says at how many places they differ and how far.

--sources K searches from K crossings only, those nearest to the middle of the town (--scattered: drawn at random), in gobc
and cityseer alike, and leaves out what cannot be restricted so: momepy, and ways by angle.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import logging
import random
import statistics
import time
import warnings

import geopandas
import momepy
import networkx as nx
import numpy
import shapely
from cityseer import config, rustalgos
from cityseer.metrics import networks
from cityseer.tools import graphs, io

import gobc
from machine import describe

ALL = 10_000_000  # meters, more than any way; cityseer counts seconds of walking in 32 bits


def town(side: int, seed: int = 1) -> list[list[tuple[float, float]]]:
    draw = random.Random(seed)
    places = {(x, y): (500_000.0 + 100 * x + draw.randint(-30, 30), 5_000_000.0 + 100 * y + draw.randint(-30, 30))
              for x in range(side) for y in range(side)}
    lines = []
    for (column, row), (x, y) in places.items():
        for u, v in (places.get(there) for there in ((column + 1, row), (column, row + 1)) if there in places):
            bend = (0.6 * x + 0.4 * u + draw.randint(-9, 9), 0.6 * y + 0.4 * v + draw.randint(-9, 9))
            if draw.random() >= 0.3:
                lines.append([(x, y), bend, (u, v)])
    parts = gobc.streets.dual(lines, by="length").components()
    largest = parts.sizes.index(max(parts.sizes))
    return [line for line, part in zip(lines, parts["component"]) if part == largest]


def frame(lines: list) -> geopandas.GeoDataFrame:
    return geopandas.GeoDataFrame(geometry=[shapely.LineString(line) for line in lines], crs="EPSG:32632")


class Lengths:
    """Closeness and betweenness of crossings within radii. Scores are arrays in the order of gobc's crossings: betweenness, and
    the sum of the distances."""

    def __init__(self, lines: list, count: int, scattered: bool) -> None:
        self.ours = gobc.streets.primal(lines)
        self.places = list(self.ours.nodes)
        chosen = range(len(self.places))
        if count:
            middle = numpy.mean(self.places, axis=0)
            far = numpy.hypot(*(numpy.array(self.places) - middle).T)
            chosen = random.Random(1).sample(chosen, count) if scattered else numpy.argsort(far)[:count].tolist()
        self.sources = [self.places[at] for at in chosen] if count else None
        self.sampled = {}
        if count:  # the weights of cityseer's samples: 1 of a crossing that is searched from
            self.sampled = {"sample_probability": 1.0, "sampling_weights": [0.0] * len(self.places)}
            for at in chosen:
                self.sampled["sampling_weights"][at] = 1.0
        self.structure = rustalgos.graph.NetworkStructure()  # what cityseer's functions for tables make, in less time
        number = {place: self.structure.add_street_node(str(at), *place, True, 1.0) for at, place in enumerate(self.places)}
        for at, line in enumerate(lines):
            for way in (line, line[::-1]):
                start, end, points = number[way[0]], number[way[-1]], ", ".join(f"{x} {y}" for x, y in way)
                self.structure.add_street_edge(start, end, at, str(start), str(end), f"LINESTRING ({points})")
        self.momepy_graph = None if count else momepy.gdf_to_nx(frame(lines))

    def gobc(self, radii: list[int]) -> dict:
        cutoff = {} if radii == [ALL] else {"cutoff": radii}
        found = self.ours.centralities(["betweenness", "closeness"], sources=self.sources, preset="raw", normalized=False,
                                       **cutoff)
        pairs = [found[f"betweenness_{radius}" if cutoff else "betweenness"] / 2 for radius in radii]
        near = [found[f"closeness_{radius}" if cutoff else "closeness"] for radius in radii]
        sums = [numpy.divide(1, one, out=numpy.zeros(len(one)), where=one > 0) for one in near]
        return {radius: scores for radius, scores in zip(radii, zip(pairs, sums))}

    def cityseer(self, radii: list[int]) -> dict:
        found = self.structure.centrality_shortest(distances=radii, closeness_exprs=[("far", "c")], compute_cycles=False,
                                                   betweenness_exprs=[("between", "1")], pbar_disabled=True, **self.sampled)
        return {radius: tuple(found.metrics[name][radius] for name in ("between", "far")) for radius in radii}

    def momepy(self, radii: list[int]) -> dict:
        found = momepy.betweenness_centrality(self.momepy_graph, weight="mm_len", endpoints=False, verbose=False)
        n = len(found)
        shares = dict(found.nodes(data="betweenness"))  # of pairs, whatever normalized= says
        found = momepy.closeness_centrality(self.momepy_graph, weight="mm_len", verbose=False)
        near = dict(found.nodes(data="closeness"))
        return {ALL: (numpy.array([shares[place] for place in self.places]) * (n - 1) * (n - 2) / 2,
                      (n - 1) / numpy.array([near[place] for place in self.places]))}


class Angles:
    """Betweenness of streets by angle; scores in the order of the streets."""

    def __init__(self, lines: list) -> None:
        self.streets = streets = frame(lines)
        self.momepy_graph = momepy.gdf_to_nx(streets.copy(), approach="dual", multigraph=False, preserve_index=True)
        self.nodes, _, self.structure = io.network_structure_from_nx(graphs.nx_to_dual(io.nx_from_generic_geopandas(streets)))
        middles = shapely.line_interpolate_point(streets.geometry.to_numpy(), 0.5, normalized=True)
        self.order = shapely.STRtree(shapely.points(self.nodes["x"], self.nodes["y"])).nearest(middles)

    def gobc(self, radius: int) -> dict:
        within = {} if radius == ALL else {"radius": radius}
        return {radius: (gobc.streets.angular_betweenness(self.streets, normalized=False, **within)["betweenness"],)}

    def gobc_dual(self, radius: int) -> dict:
        graph = gobc.streets.dual(self.streets, angle="chord")
        return {radius: (graph.betweenness(normalized=False)["betweenness"],)}

    def cityseer(self, radius: int) -> dict:
        found = networks.centrality_simplest(self.structure, self.nodes.copy(), distances=[radius], closeness={},
                                             betweenness={"between": "1"}, postprocess={})
        return {radius: (found[f"cc_between_{radius}_ang"].to_numpy()[self.order],)}

    def momepy(self, radius: int) -> dict:
        found = nx.betweenness_centrality(self.momepy_graph, weight="angle", normalized=False)
        rows = dict(self.momepy_graph.nodes(data="index_position"))
        return {radius: (numpy.array([found[node] for node in sorted(found, key=rows.get)]),)}


def compared(values: dict, expected: dict) -> str:
    """At how many places values differ by more than a millionth, and how far at most, of scores of at least 1."""
    parts = []
    for radius, scores in values.items():
        for value, want in zip(scores, expected[radius]):
            off = numpy.abs(value - want) / numpy.maximum(want, 1)
            parts.append(f"{numpy.sum(~(off <= 1e-6)):,} of {len(off):,} differ, by {numpy.nanmax(off):.2g} at most")
    return "; ".join(parts)


def race(title: str, what: object, names: list[str], argument: object, first: str, rounds: int) -> None:
    """Runs the packages in turn. Values are compared with those of `first`."""
    times, values = {name: [] for name in names}, {}
    for _ in range(rounds):
        for name in names:
            began = time.process_time()
            values[name] = getattr(what, name)(argument)
            times[name].append(time.process_time() - began)
    took = {name: statistics.median(seconds) for name, seconds in times.items()}
    for name in names:
        print(f"{title}: {name}, {took[name]:.3f} s, {took[name] / took[first]:.1f} times {first}; "
              f"{compared(values[name], values[first])}", flush=True)


def main(given: argparse.Namespace) -> None:
    lines = town(given.side)
    lengths = Lengths(lines, given.sources, given.scattered)
    print(f"{len(lines):,} streets", lengths.ours, describe(), sep="\n")
    print(*(f"{name} {importlib.metadata.version(name)}" for name in ("momepy", "networkx", "cityseer")), sep=", ")
    if not given.sources:
        race("by length, all", lengths, ["gobc", "cityseer", "momepy"][:2 + given.momepy], [ALL], "gobc", given.rounds)
    for radii in [[radius] for radius in given.radii] + [given.radii] * (len(given.radii) > 1):
        race(f"by length, within {radii} m", lengths, ["gobc", "cityseer"], radii, "gobc", given.rounds)
    if not given.sources:
        angles = Angles(lines)
        race("by angle, all", angles, ["gobc", "cityseer"], ALL, "gobc", given.rounds)
        race("by angle, chords", angles, ["gobc_dual", "momepy"][:1 + given.momepy], ALL, "gobc_dual", given.rounds)
        for radius in given.radii:
            race(f"by angle, within {radius} m", angles, ["gobc", "cityseer"], radius, "gobc", given.rounds)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--side", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--radii", type=lambda text: sorted(map(int, text.split(","))), default=[800, 2000], metavar="METERS,...")
    parser.add_argument("--sources", type=int, default=0, metavar="K")
    parser.add_argument("--scattered", action="store_true")
    parser.add_argument("--without-momepy", dest="momepy", action="store_false", help="which takes long in larger towns")
    logging.disable(logging.WARNING)
    warnings.simplefilter("ignore")
    config.QUIET_MODE = True
    main(parser.parse_args())
