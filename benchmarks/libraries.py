"""One adapter a library: how its graph is built and how it is asked, the way its users would.

`values` returns scores in vertex order, or in the order of the sample. What a library cannot be asked fairly raises
LeftOut with the reason.
"""

from __future__ import annotations

import random

import numpy

import gobc

FOUR = "betweenness,stress,closeness,eccentricity_centrality"


class Gobc:
    name = "gobc"

    def build(self, workload):
        return gobc.Graph((workload.tails, workload.heads), nodes=workload.n)

    def values(self, graph, workload, measure, threads, precision="double", preset="igraph"):
        """Scores, and the plan that was carried out."""
        # Only betweenness has a meaning from some sources that peers share; distances always run from all.
        some = {"sources": workload.sources} if measure in ("betweenness", "four measures") else {}
        settings = gobc.Settings(device="cpu", precision=precision)
        if measure == "four measures":
            result = graph.centralities(FOUR, preset="gpufan", threads=threads, settings=settings, **some)
        else:
            result = graph.centralities(measure, preset=preset, threads=threads, settings=settings, **some)
        return result, result[result.measures[0]]


class LeftOut(Exception):
    """A library cannot be asked this; the text goes into the report."""


class Peer:
    """What the contest needs to know of a peer.

    preset     the gobc preset of the same conventions
    parallel   measures that run on all threads
    rates      edges a second and thread, roughly, to foresee what takes too long; a missing measure does not exist
    """

    always_sampled = False
    parallel: tuple = ()
    rates: dict = {}

    def sample(self, workload, measure, count):
        """Sources to run from where all would take too long."""
        raise LeftOut("all vertices would take too long here, and it cannot choose fewer")


class Igraph(Peer):
    name, preset = "igraph", "igraph"
    rates = {"betweenness": 4e7, "closeness": 1e8, "eccentricity": 1e8}

    def __init__(self, threads):
        import igraph

        self._igraph = igraph

    def build(self, workload):
        return self._igraph.Graph(n=workload.n, edges=numpy.column_stack([workload.tails, workload.heads]))

    def sample(self, workload, measure, count):
        if measure == "betweenness":
            return None  # always from the sources that gobc has
        return numpy.random.default_rng(1).choice(workload.n, count, replace=False)

    def values(self, graph, workload, measure, sample):
        """Betweenness from the workload's sources, one search each; distances of the sampled vertices, likewise."""
        if measure == "betweenness":
            if workload.sources is None:
                return graph.betweenness()
            return graph.betweenness(sources=workload.sources.tolist())
        some = {} if sample is None else {"vertices": sample.tolist()}
        return getattr(graph, measure)(**some)


class NetworKit(Peer):
    name, preset = "NetworKit", "networkx"
    parallel = ("betweenness", "closeness")
    rates = {"betweenness": 2.5e7, "closeness": 1.5e8, "eccentricity": 1e8}

    def __init__(self, threads):
        import networkit

        self._kit = networkit
        networkit.setNumberOfThreads(threads)

    def build(self, workload):
        return self._kit.GraphFromCoo((workload.tails, workload.heads), n=workload.n)

    def values(self, graph, workload, measure, sample):
        kit = self._kit
        if measure == "betweenness":
            if workload.sources is not None:
                raise LeftOut("its exact betweenness has no choice of sources")
            # Its sums run over ordered pairs.
            return numpy.array(kit.centrality.Betweenness(graph).run().scores()) / 2
        if measure == "closeness":
            return kit.centrality.Closeness(graph, True, kit.centrality.ClosenessVariant.GENERALIZED).run().scores()
        ask = kit.distance.Eccentricity.getValue
        return [ask(graph, vertex)[1] for vertex in range(workload.n)]


class Rustworkx(Peer):
    name, preset = "rustworkx", "networkx"
    parallel = ("betweenness", "closeness")
    rates = {"betweenness": 2.5e7, "closeness": 2.5e7}

    def __init__(self, threads):
        import rustworkx  # reads RAYON_NUM_THREADS at its first parallel call

        self._rust = rustworkx

    def build(self, workload):
        graph = self._rust.PyGraph(multigraph=False)
        graph.add_nodes_from(range(workload.n))
        graph.add_edges_from_no_data(list(zip(workload.tails.tolist(), workload.heads.tolist())))
        return graph

    def values(self, graph, workload, measure, sample):
        if measure == "betweenness":
            if workload.sources is not None:
                raise LeftOut("its betweenness has no choice of sources")
            scores = self._rust.graph_betweenness_centrality(graph, normalized=False)
        else:
            scores = self._rust.graph_closeness_centrality(graph, wf_improved=True)
        return [scores[vertex] for vertex in range(workload.n)]


class NetworkX(Peer):
    name, preset = "networkx", "networkx"
    always_sampled = True
    rates = {"betweenness": 5e5, "closeness": 1e6, "eccentricity": 1e6}

    def __init__(self, threads):
        import networkx

        self._nx = networkx

    def build(self, workload):
        graph = self._nx.Graph()
        graph.add_nodes_from(range(workload.n))
        graph.add_edges_from(zip(workload.tails.tolist(), workload.heads.tolist()))
        return graph

    def sample(self, workload, measure, count):
        """The vertices that betweenness_centrality(k=count, seed=1) draws."""
        if measure == "betweenness" and workload.sources is not None and workload.isolated:
            raise LeftOut("it draws its own sources, also isolated ones, which the others do not have")
        return numpy.array(random.Random(1).sample(range(workload.n), count))

    def values(self, graph, workload, measure, sample):
        nx = self._nx
        if measure == "betweenness":
            scores = nx.betweenness_centrality(graph, k=len(sample), seed=1, normalized=False)
            return self._sums(scores, workload.n, sample)
        if measure == "closeness":
            return [nx.closeness_centrality(graph, vertex) for vertex in sample.tolist()]
        if not nx.is_connected(graph):
            raise LeftOut("it refuses disconnected graphs")
        scores = nx.eccentricity(graph, sample.tolist())
        return [scores[vertex] for vertex in sample.tolist()]

    @staticmethod
    def _sums(scores, n, sample):
        """Undoes the two scales of sampled scores: (n-1)/k, and (n-1)/(k-1) for a vertex that was drawn itself."""
        values = numpy.array([scores[vertex] for vertex in range(n)])
        drawn = numpy.full(n, float(len(sample)))
        drawn[sample] -= 1
        return values * drawn / (n - 1)


PEERS = {"igraph": Igraph, "networkit": NetworKit, "rustworkx": Rustworkx, "networkx": NetworkX}
