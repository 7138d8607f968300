"""How NetworkX comes to call gobc: entry points, priorities, configuration, reasons for no, the cache, and where gobc
differs from NetworkX on purpose."""

import copy
import inspect
import logging
import math
import os
import pathlib
import pickle
import threading

import networkx as nx
import pytest

import gobc
from gobc._networkx import choice, info
from gobc._networkx.conversion import Converted, convert_from_nx, convert_to_nx
from gobc._networkx.interface import backend
from networkx_graphs import compare, same

FUNCTIONS = list(choice.PARAMETERS)


@pytest.fixture(autouse=True)
def quiet_cache():
    with nx.config(warnings_to_ignore={"cache"}):
        yield


@pytest.fixture
def said(caplog):
    """What NetworkX has logged about its choice of a backend."""
    caplog.set_level(logging.DEBUG, logger="networkx.utils.backends")
    return lambda: "\n".join(record.getMessage().replace("`", "'") for record in caplog.records)


@pytest.fixture
def gobc_first():
    with nx.config(backend_priority=["gobc"]):
        yield


def large(kind=nx.Graph, nodes=200):
    return nx.gnm_random_graph(nodes, 3 * nodes, seed=2, directed=kind().is_directed())


# ---- registration ----


def test_networkx_finds_it():
    assert "gobc" in nx.utils.backends.backends
    assert nx.config.backends.gobc.device == "auto"
    assert "all CPU cores" in nx.betweenness_centrality.__doc__ and "device :" in nx.diameter.__doc__


def test_the_document(python):
    """Its examples change the configuration, so they run apart."""
    document = pathlib.Path(__file__).parents[2] / "docs" / "howto" / "networkx.md"
    python(f"""
        import doctest
        outcome = doctest.testfile({str(document)!r}, module_relative=False)
        assert outcome.failed == 0 and outcome.attempted >= 8, outcome
    """)


def test_info_is_light(python):
    python("""
        import sys
        from gobc._networkx import info
        info.get_info()
        heavy = {"numpy", "networkx", "pyarrow", "scipy", "gobc._networkx.interface"} & set(sys.modules)
        import gobc._library
        assert not heavy and gobc._library.loaded() is None, heavy
    """)


def test_import_of_networkx_loads_no_library(python):
    python("""
        import networkx, gobc._library, sys
        assert "gobc" in networkx.config.backends
        assert gobc._library.loaded() is None and "gobc._networkx.interface" not in sys.modules
    """)


def test_functions_are_told_and_there():
    assert set(info.get_info()["functions"]) == set(FUNCTIONS)
    assert all(callable(getattr(backend, name)) for name in FUNCTIONS)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_signatures_are_those_of_networkx(name):
    own = inspect.signature(getattr(nx, name)).parameters
    positional = [parameter.name for parameter in own.values() if parameter.kind is parameter.POSITIONAL_OR_KEYWORD]
    ours = inspect.signature(inspect.unwrap(getattr(backend, name))).parameters
    assert positional == list(choice.PARAMETERS[name])
    for parameter in positional[1:]:
        assert ours[parameter].default == own[parameter].default, parameter


# ---- who answers ----


def test_priority(gobc_first, said):
    graph = large()
    scores = nx.betweenness_centrality(graph)
    assert "Using backend 'gobc' for call to 'betweenness_centrality'" in said()
    same(scores, nx.betweenness_centrality(graph, backend="networkx"), ())


def test_priority_from_the_environment(python):
    python("""
        import logging, sys
        import networkx as nx
        told = []
        handler = logging.Handler()
        handler.emit = lambda record: told.append(record.getMessage())
        logging.getLogger("networkx").addHandler(handler)
        logging.getLogger("networkx").setLevel(logging.DEBUG)
        nx.closeness_centrality(nx.gnm_random_graph(200, 600, seed=1))
        assert any("Using backend 'gobc'" in line for line in told), told
    """, env={**os.environ, "NETWORKX_BACKEND_PRIORITY": "gobc"})


@pytest.mark.parametrize("name,arguments,reason", [
    ("betweenness_centrality", {"weight": lambda u, v, data: 1}, "weight= is a function"),
    ("closeness_centrality", {"distance": len}, "distance= is a function"),
    ("eccentricity", {"sp": {}}, "sp= holds the distances already"),
    ("diameter", {"e": {0: 1}}, "e= holds the eccentricities already"),
    ("pagerank", {}, "gobc does not compute pagerank"),
])
def test_can_run_says_why_not(name, arguments, reason):
    assert reason in backend.can_run(name, (large(),), arguments)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_can_run(name):
    required = ([0], [1]) if "subset" in name else (0,) if name.startswith("single") else ()
    assert backend.can_run(name, (large(), *required), {"device": "cpu"}) is True


def test_what_gobc_does_not_take_is_computed_by_networkx(gobc_first, said):
    graph = large()
    lengths = dict(nx.all_pairs_shortest_path_length(graph, backend="networkx"))
    found = nx.eccentricity(graph, sp=lengths)
    assert "sp= holds the distances already" in said() and "Using backend" not in said()
    assert nx.eccentricity(graph, weight=lambda u, v, data: 1) == found
    assert nx.diameter(graph, e=found) == max(found.values())
    with pytest.raises(NotImplementedError, match="for the given arguments"):
        nx.diameter(graph, e=found, backend="gobc")


@pytest.mark.parametrize("name,graph,arguments,answer", [
    ("betweenness_centrality", nx.path_graph(20), {}, "20 nodes, 19 edges"),
    ("betweenness_centrality", nx.path_graph(100), {}, True),
    ("betweenness_centrality", nx.path_graph(100), {"k": 1}, "converting the graph would take longer than 1"),
    ("betweenness_centrality", nx.path_graph(100), {"k": 5}, "100 nodes, 99 edges"),
    ("betweenness_centrality", nx.path_graph(3000), {"k": 50}, True),
    ("betweenness_centrality", nx.path_graph(40), {}, "40 nodes"),
    ("betweenness_centrality", nx.path_graph(40), {"weight": "w"}, True),
    ("betweenness_centrality_subset", nx.path_graph(3000), {"sources": [1], "targets": [2]}, "1 search of it"),
    ("closeness_centrality", nx.path_graph(80), {}, "80 nodes"),
    ("closeness_centrality", nx.path_graph(300), {}, True),
    ("closeness_centrality", nx.path_graph(300), {"u": 1}, "1 search of it"),
    ("harmonic_centrality", nx.path_graph(300), {"nbunch": 1}, "1 search of it"),
    ("eccentricity", nx.path_graph(300), {"v": [1, 2]}, "2 searches"),
    ("center", nx.path_graph(3000), {}, "may be a tree"),
    ("center", nx.path_graph(3000), {"weight": "w"}, True),
    ("center", nx.cycle_graph(3000), {}, True),
    ("diameter", nx.Graph(), {}, "0 searches"),
])
def test_should_run(name, graph, arguments, answer):
    found = backend.should_run(name, (graph,), arguments)
    assert found is True if answer is True else answer in found, found


def test_small_graphs_stay_with_networkx_unless_converted(gobc_first, said):
    graph = nx.path_graph(5)
    nx.closeness_centrality(graph)
    assert "shouldn't run 'closeness_centrality'" in said() and "Using backend 'gobc'" not in said()
    nx.closeness_centrality(graph, backend="gobc")
    assert backend.should_run("closeness_centrality", (graph,), {}) is True
    graph.add_edge(0, 4)
    assert backend.should_run("closeness_centrality", (graph,), {}) is not True


def test_community_detection_profits(gobc_first, said):
    graph = nx.connected_caveman_graph(8, 6)
    parts = next(nx.community.girvan_newman(graph))
    assert "Using backend 'gobc' for call to 'edge_betweenness_centrality'" in said()
    with nx.config(backend_priority=[]):
        assert parts == next(nx.community.girvan_newman(graph))


# ---- switches ----


def test_switches_of_the_call():
    graph = large()
    theirs = nx.betweenness_centrality(graph, backend="networkx")
    for switches in ({"device": "cpu"}, {"threads": 1}, {"precision": "single"}, {"progress": False}):
        ours = nx.betweenness_centrality(graph, backend="gobc", **switches)
        assert ours == pytest.approx(theirs, rel=1e-4, abs=1e-6)
    told = []
    nx.betweenness_centrality(graph, backend="gobc", progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (200, 200)


def test_wrong_switches():
    with pytest.raises(gobc.ArgumentError, match="abacus"):
        nx.betweenness_centrality(large(), backend="gobc", device="abacus")
    with pytest.raises(TypeError, match="unexpected keyword argument 'colour'"):
        nx.betweenness_centrality(large(), backend="gobc", colour="red")


def test_configuration():
    graph, settings = large(), nx.config.backends.gobc
    with settings(device="abacus"):
        with pytest.raises(gobc.ArgumentError, match="abacus"):
            nx.closeness_centrality(graph, backend="gobc")
        nx.closeness_centrality(graph, backend="gobc", device="cpu")
    with settings(threads=-1), pytest.raises(gobc.ArgumentError, match="threads"):
        nx.closeness_centrality(graph, backend="gobc")
    told = []
    with settings(progress=lambda done, total: told.append(done)):
        nx.closeness_centrality(graph, backend="gobc")
    assert told
    nx.closeness_centrality(graph, backend="gobc")


# ---- the cache ----


def entries(graph) -> dict:
    return graph.__networkx_cache__.get("backends", {}).get("gobc", {})


def test_views_follow_the_graph_below(gobc_first):
    """NetworkX clears the cache of the graph that changes and not those of its views."""
    graph = nx.path_graph(300)
    alive = set(graph)
    views = {"subgraph": graph.subgraph(range(300)), "filtered": nx.subgraph_view(graph, filter_node=alive.__contains__),
             "directed": graph.to_directed(as_view=True), "of a view": graph.subgraph(range(300)).subgraph(range(300))}
    before = {name: nx.betweenness_centrality(view, backend="gobc") for name, view in views.items()}
    graph.add_edge(0, 299)
    for name, view in views.items():
        assert nx.diameter(view, backend="gobc") == 150, name
        same(nx.betweenness_centrality(view), nx.betweenness_centrality(nx.Graph(view), backend="networkx"), name)
        assert before[name] != nx.betweenness_centrality(view, backend="gobc"), name
    alive.discard(25)
    left = nx.betweenness_centrality(views["filtered"])
    assert 25 not in left and left[24] == left[26] == 0
    nx.set_edge_attributes(graph, 2, "weight")
    assert nx.diameter(views["subgraph"], weight="weight", backend="gobc") == 300


def test_conversions_are_kept_until_the_graph_changes():
    graph = large(nodes=80)
    first = nx.betweenness_centrality(graph, backend="gobc")
    [kept] = entries(graph).values()
    nx.closeness_centrality(graph, backend="gobc")
    nx.edge_betweenness_centrality(graph, backend="gobc")
    nx.diameter(graph, backend="gobc", usebounds=True)
    assert list(entries(graph).values()) == [kept]
    for change in (lambda: graph.add_edge(0, 79), lambda: graph.remove_edge(0, 79), lambda: graph.add_node("new"),
                   lambda: graph.remove_node("new"), lambda: graph.add_edges_from([(1, 2, {"w": 2})])):
        nx.betweenness_centrality(graph, weight="w", backend="gobc")
        assert entries(graph)
        change()
        assert not entries(graph)
        compare("betweenness_centrality", graph, weight="w")
    assert len(first) == 80


def test_a_weighted_conversion_serves_unweighted_calls():
    graph = large(nodes=80)
    nx.set_edge_attributes(graph, {edge: 1 + number % 4 for number, edge in enumerate(graph.edges)}, "w")
    compare("betweenness_centrality", graph)
    for name in ("betweenness_centrality", "eccentricity", "radius"):
        compare(name, graph, weight="w")
        compare(name, graph)
    assert len(entries(graph)) == 1
    compare("betweenness_centrality", graph, weight="other")
    compare("betweenness_centrality", graph, weight="w")
    assert len(entries(graph)) == 2


def test_a_graph_that_could_not_be_built_is_built_again(monkeypatch):
    """NetworkX would never convert a graph again of which a conversion has failed."""
    graph = large()

    def full(*_, **__):
        raise gobc.MemoryLimitError("no memory left")

    with monkeypatch.context() as patch:
        patch.setattr("gobc._networkx.conversion.Graph", full)
        with pytest.raises(gobc.MemoryLimitError):
            nx.betweenness_centrality(graph, backend="gobc")
    compare("betweenness_centrality", graph)


def test_networkx_warns_of_what_it_keeps():
    graph = large()
    with nx.config(warnings_to_ignore=set()):
        nx.diameter(graph, backend="gobc")
        with pytest.warns(UserWarning, match="cached graph is being used for the 'gobc' backend"):
            nx.diameter(graph, backend="gobc")


def test_graphs_with_a_kept_conversion_are_copied_and_pickled():
    graph = large(nodes=80)
    nx.set_edge_attributes(graph, 2, "w")
    scores = nx.betweenness_centrality(graph, weight="w", backend="gobc")
    for twin in (pickle.loads(pickle.dumps(graph)), copy.deepcopy(graph), graph.copy()):
        assert nx.betweenness_centrality(twin, weight="w", backend="gobc") == scores
        twin.remove_node(0)
        compare("betweenness_centrality", twin, weight="w")
    assert nx.betweenness_centrality(graph, weight="w", backend="gobc") == scores


def test_a_kept_conversion_serves_threads():
    graph, found = nx.compose(large(nx.DiGraph), nx.cycle_graph(200, create_using=nx.DiGraph)), []
    threads = [threading.Thread(target=lambda: found.append(nx.eccentricity(graph, 3, backend="gobc")))
               for _ in range(8)]
    nx.betweenness_centrality(graph, backend="gobc")
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [nx.eccentricity(graph, 3, backend="networkx")] * 8


# ---- converted graphs ----


@pytest.mark.parametrize("kind", [nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph])
def test_converted_graphs_are_graphs_of_networkx(kind):
    graph = kind([("a", "b"), ("b", "a"), ("b", "c"), ("c", "c")])
    graph.add_node("d")
    nx.set_edge_attributes(graph, 2.5, "w")
    converted = convert_from_nx(graph, edge_attrs={"w": 1})
    assert (len(converted), converted.number_of_nodes(), converted.number_of_edges()) == (4, 4, graph.number_of_edges())
    assert nx.betweenness_centrality(converted) == nx.betweenness_centrality(graph, backend="gobc")
    assert nx.betweenness_centrality(converted, weight="w", backend="gobc", device="cpu")
    back = convert_to_nx(converted)
    assert type(back) is kind and list(back) == list(graph) and back.adj == graph.adj
    assert convert_to_nx([1]) == [1] and kind.__name__ in repr(converted)
    with pytest.raises(NotImplementedError, match="by name"):
        convert_from_nx(graph, preserve_edge_attrs=True)


def test_nodes_may_be_anything_that_hashes():
    graph = nx.Graph([((0, 1), "a"), ("a", 1), (1, 2.5), (frozenset([3]), (0, 1)), (True, None.__class__)])
    graph.add_edge(1.0, 2)
    compare("betweenness_centrality", graph)
    compare("edge_betweenness_centrality", graph)
    compare("closeness_centrality", graph, u=(0, 1))
    compare("harmonic_centrality", graph, nbunch=[(0, 1), True])
    compare("eccentricity", graph, v=(0, 1))


def test_views():
    graph = large(nx.DiGraph, 80)
    for view in (graph.subgraph(range(5, 60)), graph.reverse(copy=False), graph.to_undirected(as_view=True),
                 nx.freeze(large(nodes=80)), nx.subgraph_view(graph, filter_edge=lambda u, v: (u + v) % 3 > 0),
                 graph.edge_subgraph(list(graph.edges)[::2])):
        compare("betweenness_centrality", view)
        compare("edge_betweenness_centrality", view)
    assert isinstance(convert_from_nx(graph.subgraph([3, 1])), Converted)


# ---- weights that gobc leaves to NetworkX ----


@pytest.mark.parametrize("kind", [nx.DiGraph, nx.MultiDiGraph])
def test_undirected_views_of_directed_graphs_hold_two_weights(gobc_first, kind):
    """Took the weight of the arc that comes first for both ways."""
    graph = kind(nx.cycle_graph(200).to_directed())
    for row, (*_, data) in enumerate(graph.edges(data=True)):
        data["weight"] = row % 7 + 1
    view = graph.to_undirected(as_view=True)
    for seen in view, view.subgraph(range(150)):
        same(nx.betweenness_centrality(seen, weight="weight"),
             nx.betweenness_centrality(seen, weight="weight", backend="networkx"), seen)
        with pytest.raises(NotImplementedError, match="two weights for a pair"):
            convert_from_nx(seen, edge_attrs={"weight": 1})
    compare("betweenness_centrality", view)
    compare("betweenness_centrality", graph.to_undirected(), weight="weight")
    compare("betweenness_centrality", view.to_directed(as_view=True), weight="weight")


@pytest.mark.parametrize("weight,reason", [
    (0, "'w' of the edge (0, 1) is 0; shortest paths need"), (-1.5, "is -1.5; shortest paths"), (math.nan, "is nan"),
    ("far", "is 'far' (str)"), (math.inf, "is infinite, which is a path in NetworkX"),
    (10**30, "float64 would round"), (True, "is True (bool)")])
def test_weights_that_are_left_to_networkx(gobc_first, said, weight, reason):
    graph = nx.path_graph(100)
    nx.set_edge_attributes(graph, 2.5, "w")
    graph[0][1]["w"] = weight
    outcomes = []
    for name in ("gobc", "networkx"):
        with nx.config(backend_priority=[name] if name == "gobc" else []):
            try:
                outcomes.append(nx.closeness_centrality(graph, distance="w"))
            except Exception as error:
                outcomes.append((type(error), str(error)))
    assert repr(outcomes[0]) == repr(outcomes[1])
    assert reason in said()
    fresh = graph.copy()
    with pytest.raises(NotImplementedError) as raised:
        nx.closeness_centrality(fresh, distance="w", backend="gobc")
    assert reason in str(raised.value.__cause__)


def test_long_distances_are_whole_or_left_to_networkx(gobc_first):
    graph = nx.path_graph(200)
    for weight in (10**9, 1 << 45, 1 << 62):
        nx.set_edge_attributes(graph, weight, "w")
        graph.__networkx_cache__.clear()
        assert nx.diameter(graph, weight="w") == 199 * weight


def test_forked_children_of_a_user_ask_networkx(python):
    python("""
        import os, networkx as nx
        graph = nx.cycle_graph(200)
        nx.config.backend_priority = ["gobc"]
        nx.config.warnings_to_ignore = {"cache"}
        scores = nx.closeness_centrality(graph)
        import gobc._library
        assert gobc._library.loaded() is not None
        child = os.fork()
        if not child:
            from gobc._networkx.interface import backend
            told = backend.can_run("closeness_centrality", (graph,), {})
            os._exit(0 if "before it forked" in told and nx.closeness_centrality(graph) == scores else 1)
        assert os.waitpid(child, 0)[1] == 0
    """)


# ---- where gobc differs on purpose ----


def test_known_difference_subsets_of_edges():
    """NetworkX halves what reaches node 3 between its two predecessors, though two of three paths use one of them."""
    graph = nx.Graph([(0, 1), (0, 2), (1, 4), (2, 4), (4, 3), (0, 5), (5, 6), (6, 3), (3, 7)])
    ours, theirs = (nx.edge_betweenness_centrality_subset(graph, [0], [7], backend=name)
                    for name in ("gobc", "networkx"))
    assert (theirs[4, 3], theirs[3, 6]) == (0.25, 0.25)
    assert (ours[4, 3], ours[3, 6]) == pytest.approx((1 / 3, 1 / 6))


def test_known_difference_decimals_tie():
    graph = nx.Graph()
    graph.add_weighted_edges_from([("a", "b", 0.1), ("b", "d", 0.2), ("a", "c", 0.15), ("c", "d", 0.15)])
    ours, theirs = (nx.betweenness_centrality(graph, weight="weight", normalized=False, backend=name)
                    for name in ("gobc", "networkx"))
    assert (ours["b"], ours["c"]) == (0.5, 0.5) and (theirs["b"], theirs["c"]) == (0, 1)


def test_known_difference_bounds_with_floats_end():
    graph = nx.gnp_random_graph(12, 0.4, seed=3)
    for number, (*_, data) in enumerate(graph.edges(data=True)):
        data["w"] = 0.1 + number % 7 / 3
    for name in ("diameter", "radius", "center", "periphery"):
        same(getattr(nx, name)(graph, usebounds=True, weight="w", backend="gobc"),
             getattr(nx, name)(graph, weight="w", backend="networkx"), (name,))


def test_known_difference_targets_of_an_iterator():
    """NetworkX uses an iterator up with its first source."""
    graph = nx.path_graph(4)
    ours = nx.betweenness_centrality_subset(graph, [0, 1], iter([2, 3]), backend="gobc")
    assert ours == nx.betweenness_centrality_subset(graph, [0, 1], [2, 3], backend="networkx")
    assert ours != nx.betweenness_centrality_subset(graph, [0, 1], iter([2, 3]), backend="networkx")


def test_functions_refuse_what_can_run_refuses():
    converted = convert_from_nx(large())
    for name, arguments in (("diameter", {"e": {0: 1}}), ("eccentricity", {"sp": {}}),
                            ("closeness_centrality", {"distance": len}), ("closeness_centrality", {"sp": {}})):
        with pytest.raises(gobc.UnsupportedError, match=name):
            getattr(backend, name)(converted, **arguments)
