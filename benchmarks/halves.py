"""Graphs of two halves: from one half costs are fitted, by the other they are judged.

    python benchmarks/halves.py                                    lists them
    python benchmarks/halves.py --write build/halves --data EDGE-LISTS

The halves share no real network and no generator with the same parameters. --write makes NAME.npz of each graph that only this
machine may be able to make: real ones (real_networks.py says what to install) and those of NetworkX and igraph, whose versions
draw differently. The others are the same everywhere, and are made again where they are needed; --all writes them too. A file
has n, tails, heads, directed and, for some, weights. choices.py --graphs FOLDER reads them. --data is a folder of edge lists
(gz) that no package has. What cannot be made is named on standard error, and the exit code is 1.

A line of HALVES has the kind of a graph, where it comes from, what is asked for there, and what is changed afterwards:

    leaves=0.5       half as many vertices more, of one edge each
    chains=4         every edge becomes a path of up to 4 edges
    twins=0.3        copies of 3 in 10 vertices
    parts=3          three of it beside each other
    directed=0.2     edges become arcs in a random direction, a fifth of them both
    weights=ints10   lengths 1 to 10; reals, skewed: makers.drawn_weights; own: those of the real network
"""

from __future__ import annotations

import argparse
import re
import sys
import zlib
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy

import makers
import real_networks
from real_networks import Missing

LEARN = """
road             gobc road_like:n=120
road             gobc road_like:n=900
road             gobc road_like:n=5000
road             gobc road_like:n=14000
road             gobc road_like:n=3000 weights=reals
road             gobc road_like:n=8000 weights=ints20
road             made torn_grid:rows=40,cols=40,keep=0.7
road             made torn_grid:rows=120,cols=90,keep=0.6
road             real point_cloud:minnesota
road             real streets:snow_maps/Soho_Network weights=own
road             data california_road_weighted weights=own
road             data california_road_weighted
road             data luxembourg_osm
street grid      gobc grid:rows=9,cols=9
street grid      gobc grid:rows=60,cols=50
street grid      gobc grid:rows=100,cols=100 weights=ints5
street grid      made box:a=12,b=12,c=12
mesh             gobc delaunay:n=300
mesh             gobc delaunay:n=3000
mesh             gobc delaunay:n=16000
mesh             gobc delaunay:n=6000 weights=reals
mesh             real point_cloud:airfoil
mesh             real elements:recirc_flow
mesh             networkx triangular_lattice_graph:m=40,n=60
geometric        gobc random_geometric:n=800,degree=8
geometric        gobc random_geometric:n=9000,degree=12
geometric        gobc random_geometric:n=20000,degree=30
geometric        real point_cloud:david500 weights=own
collaboration    made teams:n=600,groups=300,least=2,most=8
collaboration    made teams:n=9000,groups=5000,least=2,most=12
collaboration    real players:1940-1970
collaboration    networkx relaxed_caveman_graph:l=60,k=8,p=0.1
collaboration    networkx connected_caveman_graph:l=25,k=12
social           real networkx:karate_club_graph
social           real networkx:les_miserables_graph weights=own
social           gobc kronecker:scale=9,edge_factor=8
social           gobc kronecker:scale=13,edge_factor=16
social           gobc kronecker:scale=15,edge_factor=12
social           gobc kronecker:scale=12,edge_factor=12 weights=ints10
social           gobc rmat:scale=11,edge_factor=6
social           gobc barabasi_albert:n=150,m=2
social           gobc barabasi_albert:n=2500,m=4
social           gobc barabasi_albert:n=20000,m=3
social           gobc barabasi_albert:n=4000,m=20
social           data mt_higgs_weighted
social           networkx powerlaw_cluster_graph:n=2000,m=6,p=0.4
social           igraph Forest_Fire:n=1500,fw_prob=0.3
web              made copies:n=2000,k=5,copy=0.7
web              made copies:n=15000,k=8,copy=0.6
web              gobc rmat:scale=13,edge_factor=10 directed=0.2
citation         networkx gnc_graph:n=800
citation         made layers:n=3000,width=200,k=6
citation         igraph Barabasi:n=2500,m=4,power=0.8,directed=True
peer-to-peer     networkx random_k_out_graph:n=800,k=4,alpha=1.0
peer-to-peer     gobc erdos_renyi:n=9000,m=30000 directed=0.0
power            real power_grid:power_system_test_case_jsons/case118
power            real power_grid:power_system_test_case_jsons/case1354pegase
power            real power_grid:power_system_test_case_jsons/case9241pegase
power            real power_grid:mv_oberrhein weights=own
power            real water:Net3 weights=own
power            real water:ky10 weights=own
biological       real metabolism:textbook
biological       real metabolism:iJO1366
biological       data breast_coexpression
biological       networkx duplication_divergence_graph:n=2500,p=0.4
brain            real connectome:left directed=own
brain            real connectome:left weights=own
brain            gobc small_world:n=500,k=40,p=0.15
bipartite        networkx bipartite.random_graph:n=300,m=900,p=0.01
bipartite        networkx complete_bipartite_graph:n1=20,n2=400
bipartite        real casts:1940-1979
airline          real routes:A-L directed=own
airline          made core:n=1500,inner=120,m=3
language         real words:topics
software         real imports:networkx directed=own
internet         networkx random_internet_as_graph:n=1000
internet         networkx random_internet_as_graph:n=5000
area             real neighbors:virginia/virginia_queen.gal
area             real neighbors:juvenile/juvenile.gwt weights=own
tree             networkx random_labeled_tree:n=60
tree             networkx random_labeled_tree:n=4000
tree             networkx balanced_tree:r=3,h=7
tree             made caterpillar:n=2500,spine=300
tree             networkx gn_graph:n=1200 directed=own
star             made star:n=40
star             made star:n=20000
ring             networkx cycle_graph:n=1500
ring             networkx ladder_graph:n=400
dense            networkx complete_graph:n=120
random           gobc erdos_renyi:n=60,m=120
random           gobc erdos_renyi:n=1500,m=4500
random           gobc erdos_renyi:n=12000,m=15000
random           gobc erdos_renyi:n=2000,m=100000
random           gobc erdos_renyi:n=6000,m=1000000
random           gobc erdos_renyi:n=5000,m=20000 weights=ints10
random           networkx random_regular_graph:d=5,n=3000
random           networkx planted_partition_graph:l=12,k=50,p_in=0.3,p_out=0.005
small world      gobc small_world:n=1000,k=6,p=0.05
small world      gobc small_world:n=10000,k=10,p=0.1
small world      gobc small_world:n=16000,k=4,p=0.3
small world      gobc small_world:n=4000,k=6,p=0.02 weights=skewed
many parts       gobc erdos_renyi:n=400,m=700 parts=8
many parts       gobc delaunay:n=500 parts=20
leaves           gobc barabasi_albert:n=1000,m=3 leaves=1.5
leaves           gobc delaunay:n=4000 leaves=0.6
subdivided       gobc erdos_renyi:n=600,m=1000 chains=8
subdivided       gobc delaunay:n=800 chains=5
twins            gobc barabasi_albert:n=2000,m=5 twins=1.0
twins            gobc erdos_renyi:n=800,m=8000 twins=0.4
"""

JUDGE = """
road             gobc road_like:n=300
road             gobc road_like:n=2000
road             gobc road_like:n=9000
road             gobc road_like:n=17000
road             gobc road_like:n=4500 weights=ints50
road             gobc road_like:n=1200 weights=skewed
road             made torn_grid:rows=70,cols=30,keep=0.75
road             made torn_grid:rows=90,cols=140,keep=0.65
road             real streets:geodanet/streets weights=own
road             real streets:networks/eberly_net weights=own
street grid      gobc grid:rows=25,cols=14
street grid      gobc grid:rows=110,cols=90
street grid      gobc grid:rows=60,cols=70 weights=reals
street grid      made box:a=20,b=18,c=9
mesh             gobc delaunay:n=90
mesh             gobc delaunay:n=1200
mesh             gobc delaunay:n=10000
mesh             gobc delaunay:n=3500 weights=ints10
mesh             real elements:helmholtz_2D
mesh             real elements:unit_cube
mesh             real elements:local_disc_galerkin_diffusion
mesh             networkx hexagonal_lattice_graph:m=30,n=40
geometric        gobc random_geometric:n=400,degree=6
geometric        gobc random_geometric:n=5000,degree=16
geometric        gobc random_geometric:n=14000,degree=9
geometric        real point_cloud:logogsp
collaboration    made teams:n=1500,groups=700,least=2,most=6
collaboration    made teams:n=14000,groups=6000,least=3,most=14
collaboration    real players:2005-2005
collaboration    networkx relaxed_caveman_graph:l=200,k=6,p=0.2
collaboration    networkx ring_of_cliques:num_cliques=40,clique_size=9
social           real networkx:florentine_families_graph
social           gobc kronecker:scale=8,edge_factor=16
social           gobc kronecker:scale=12,edge_factor=24
social           gobc kronecker:scale=14,edge_factor=20
social           gobc kronecker:scale=11,edge_factor=8 weights=reals
social           gobc rmat:scale=14,edge_factor=4
social           gobc barabasi_albert:n=60,m=3
social           gobc barabasi_albert:n=6000,m=2
social           gobc barabasi_albert:n=12000,m=8
social           gobc barabasi_albert:n=1500,m=40
social           networkx powerlaw_cluster_graph:n=7000,m=3,p=0.7
social           igraph Forest_Fire:n=5000,fw_prob=0.37
social           igraph Static_Power_Law:n=10000,m=40000,exponent_out=2.3
web              made copies:n=700,k=8,copy=0.8
web              made copies:n=9000,k=4,copy=0.75
web              gobc rmat:scale=12,edge_factor=16 directed=0.4
citation         networkx gnr_graph:n=1500,p=0.3
citation         made layers:n=8000,width=900,k=9
citation         igraph Growing_Random:n=900,m=7,citation=True,directed=True
peer-to-peer     networkx random_k_out_graph:n=1800,k=3,alpha=2.0
peer-to-peer     gobc erdos_renyi:n=6000,m=36000 directed=0.1
power            real power_grid:power_system_test_case_jsons/case300
power            real power_grid:power_system_test_case_jsons/case2848rte
power            real power_grid:power_system_test_case_jsons/case6470rte
power            real power_grid:power_system_test_case_jsons/case3120sp
power            real power_grid:lv_schutterwald weights=own
power            real water:ky4 weights=own
power            real water:Net6 weights=own
power            real water:Net6
biological       real metabolism:salmonella
biological       real bladder:
biological       data iref_ppi_weighted
biological       data iref_ppi_weighted weights=own
biological       networkx duplication_divergence_graph:n=6000,p=0.3
brain            real connectome:sub-54776_ses-1
brain            real connectome:sub-54776_ses-1 weights=own
brain            gobc small_world:n=900,k=80,p=0.08
bipartite        networkx bipartite.random_graph:n=1000,m=2500,p=0.003
bipartite        networkx complete_bipartite_graph:n1=60,n2=70
bipartite        networkx davis_southern_women_graph:
bipartite        real casts:2008-2009
airline          real routes:M-Z directed=own
airline          made core:n=3000,inner=300,m=2
language         real words:descr
software         real imports:sklearn directed=own
internet         networkx random_internet_as_graph:n=2200
internet         networkx random_internet_as_graph:n=8000
area             real neighbors:10740/10740_queen.gal
area             real neighbors:sids2/sids2.gal
tree             networkx random_labeled_tree:n=250
tree             networkx random_labeled_tree:n=9000
tree             networkx balanced_tree:r=2,h=9
tree             made caterpillar:n=700,spine=120
tree             networkx random_lobster_graph:n=400,p1=0.7,p2=0.5
star             made star:n=150
star             made star:n=6000
ring             networkx cycle_graph:n=90
ring             networkx circular_ladder_graph:n=1500
dense            networkx complete_graph:n=400
random           gobc erdos_renyi:n=25,m=60
random           gobc erdos_renyi:n=500,m=5000
random           gobc erdos_renyi:n=16000,m=64000
random           gobc erdos_renyi:n=4500,m=5500
random           gobc erdos_renyi:n=3500,m=500000
random           gobc erdos_renyi:n=2500,m=15000 weights=skewed
random           networkx random_regular_graph:d=3,n=6000
random           igraph SBM:pref_matrix=0.08 0.004;0.004 0.03,block_sizes=400 800
small world      gobc small_world:n=300,k=8,p=0.2
small world      gobc small_world:n=6000,k=16,p=0.02
small world      gobc small_world:n=24000,k=8,p=0.1
small world      gobc small_world:n=2500,k=10,p=0.3 weights=ints3
many parts       gobc small_world:n=150,k=4,p=0.1 parts=12
many parts       gobc barabasi_albert:n=900,m=4 parts=6
leaves           gobc erdos_renyi:n=3000,m=9000 leaves=0.8
leaves           gobc small_world:n=500,k=8,p=0.1 leaves=3
subdivided       gobc barabasi_albert:n=300,m=3 chains=6
subdivided       gobc random_geometric:n=1200,degree=7 chains=3
subdivided       gobc delaunay:n=450 chains=9 weights=ints10
twins            gobc small_world:n=1500,k=6,p=0.2 twins=0.8
twins            gobc kronecker:scale=10,edge_factor=5 twins=0.5
"""

HALVES = {"learn": LEARN, "judge": JUDGE}
MODIFIERS = (*makers.CHANGES, "directed", "weights")


@dataclass(frozen=True)
class Spec:
    """How a graph is made. Its text names it."""

    half: str
    kind: str
    source: str  # gobc, made, networkx, igraph, real or data
    call: str
    changes: tuple[tuple[str, str], ...]

    @property
    def name(self) -> str:
        return " ".join([self.source, self.call, *(f"{change}={value}" for change, value in self.changes)])

    @property
    def file(self) -> str:
        return re.sub(r"[^A-Za-z0-9.]+", "-", self.name).strip("-") + ".npz"

    @property
    def network(self) -> str:
        """What graphs of the other half may not be made of: a generator with its parameters, or a real network."""
        return f"{self.source} {self.call}"

    @property
    def everywhere(self) -> bool:
        """The graph is the same on every machine, with whatever versions of packages."""
        return self.source in ("gobc", "made")

    @property
    def changed(self) -> dict[str, str]:
        return dict(self.changes)

    @property
    def seed(self) -> int:
        return 1 + list(HALVES).index(self.half)


@dataclass
class Network:
    """A graph: arcs, or edges of which each stands once, in order, without loops."""

    spec: Spec
    n: int
    tails: numpy.ndarray
    heads: numpy.ndarray
    weights: numpy.ndarray | None
    directed: bool

    @property
    def m(self) -> int:
        return len(self.tails)

    @cached_property
    def fingerprint(self) -> int:
        """Tells graphs apart that should be the same, in records of two machines."""
        parts = [numpy.int64(self.n), self.tails.astype("<i8"), self.heads.astype("<i8")]
        if self.weights is not None:
            parts.append(self.weights.astype("<f8"))
        return zlib.crc32(b"".join(part.tobytes() for part in parts))


def read_specs(half: str) -> list[Spec]:
    specs = []
    for line in HALVES[half].strip().splitlines():
        kind, rest = re.split(r"\s{2,}", line, maxsplit=1)
        source, rest = rest.split(" ", 1)
        found = list(re.finditer(rf" ({'|'.join(MODIFIERS)})=(\S+)", rest))
        call = rest[:found[0].start()] if found else rest
        specs.append(Spec(half, kind, source, call, tuple((match[1], match[2]) for match in found)))
    return specs


def all_specs(half: str = "both") -> list[Spec]:
    return [spec for name in HALVES if half in (name, "both") for spec in read_specs(name)]


def _value(text: str):
    for convert in (int, float):
        try:
            return convert(text)
        except ValueError:
            pass
    if text in ("True", "False"):
        return text == "True"
    if ";" in text:
        return [_value(row) for row in text.split(";")]
    return [_value(cell) for cell in text.split(" ")] if " " in text else text


def _raw(spec: Spec, data: Path | None) -> tuple:
    """(n, tails, heads, weights or None, directed) as they come."""
    function, _, text = spec.call.partition(":")
    if spec.source == "data":
        found = sorted(data.glob(f"{function}*")) if data else []
        if not found:
            raise Missing(f"--data has no {function}*")
        return *real_networks.edge_list(found[0]), False
    if spec.source == "real" and function != "networkx":
        return *real_networks.READERS[function](text), False
    if spec.source == "real":
        import networkx

        graph = getattr(networkx, text)()
        weights = [edge.get("weight", 1.0) for _, _, edge in graph.edges(data=True)]
        return *real_networks.labeled((*ends, weight) for ends, weight in zip(graph.edges(), weights)), False
    parameters = {key: _value(value) for key, value in (part.split("=") for part in text.split(",") if part)}
    if spec.source == "made":
        n, tails, heads, *directed = makers.MADE[function](**parameters, seed=spec.seed)
    else:
        make = {"gobc": makers.by_gobc, "networkx": makers.by_networkx, "igraph": makers.by_igraph}[spec.source]
        n, tails, heads, *directed = make(function, parameters, spec.seed)
    return n, numpy.asarray(tails), numpy.asarray(heads), None, bool(directed and directed[0])


def make(spec: Spec, data: Path | None = None) -> Network:
    """Makes a graph, or raises Missing with what is not here."""
    n, tails, heads, weights, directed = _raw(spec, data)
    changed = spec.changed
    directed = directed or changed.get("directed") == "own"
    weights = weights if changed.get("weights") == "own" else None
    tails, heads, weights = makers.simple(n, tails, heads, weights, directed)
    for change, value in spec.changes:
        if change in makers.CHANGES:
            n, tails, heads = makers.CHANGES[change](n, tails, heads, float(value), spec.seed)
            tails, heads, weights = makers.simple(n, tails, heads, None, directed)
    if changed.get("directed", "own") != "own":
        tails, heads = makers.oriented(tails, heads, float(changed["directed"]), spec.seed)
        directed = True
        tails, heads, weights = makers.simple(n, tails, heads, None, directed)
    if changed.get("weights", "own") != "own":
        weights = makers.drawn_weights(len(tails), changed["weights"], spec.seed)
    return Network(spec, n, tails, heads, weights, directed)


def write(network: Network, path: Path) -> None:
    """Heads as their differences to what stands before them, which compress well."""
    arrays = {"n": network.n, "directed": network.directed,
              "degrees": numpy.bincount(network.tails, minlength=network.n).astype(numpy.int32),
              "steps": numpy.diff(network.heads, prepend=0).astype(numpy.int32)}
    if network.weights is not None:
        arrays["weights"] = network.weights
    numpy.savez_compressed(path, **arrays)


def read(spec: Spec, path: Path) -> Network:
    with numpy.load(path) as held:
        n = int(held["n"])
        weights = held["weights"] if "weights" in held else None
        return Network(spec, n, numpy.repeat(numpy.arange(n), held["degrees"]), numpy.cumsum(held["steps"], dtype=numpy.int64),
                       weights, bool(held["directed"]))


def load(spec: Spec, graphs: Path | None, data: Path | None = None) -> Network:
    """The graph from the folder that --write made, or made here."""
    if graphs and (graphs / spec.file).exists():
        return read(spec, graphs / spec.file)
    return make(spec, data)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--half", choices=(*HALVES, "both"), default="both")
    parser.add_argument("--write", type=Path, metavar="FOLDER", help="writes graphs into it")
    parser.add_argument("--all", action="store_true", help="writes also graphs that any machine can make")
    parser.add_argument("--data", type=Path, help="folder with edge lists")
    arguments = parser.parse_args()
    if arguments.write:
        arguments.write.mkdir(parents=True, exist_ok=True)
    missing, bytes_written = 0, 0
    for spec in all_specs(arguments.half):
        if arguments.write and spec.everywhere and not arguments.all:
            continue
        try:
            network = make(spec, arguments.data)
        except Missing as why:
            print(f"left out: {spec.name}: {why}", file=sys.stderr)
            missing += 1
            continue
        marks = ("directed " if network.directed else "") + ("weighted" if network.weights is not None else "")
        print(f"{spec.half}  {spec.kind:<14} {network.n:>8,} {network.m:>9,}  {spec.name}  {marks}".rstrip(), flush=True)
        if arguments.write:
            write(network, arguments.write / spec.file)
            bytes_written += (arguments.write / spec.file).stat().st_size
    if arguments.write:
        print(f"{bytes_written:,} bytes in {arguments.write}")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
