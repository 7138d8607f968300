"""Tables whose columns have odd names: whole numbers, two known pairs, one label; and tables that are something else."""

import warnings

import networkx
import numpy
import pandas
import pytest

import gobc

FIRST = pandas.DataFrame([[9, 1, 2, 5.5], [8, 2, 3, 6], [7, 3, 1, 2.5], [6, 3, 4, 2]])
WANT = gobc.betweenness([(1, 2), (2, 3), (3, 1), (3, 4)]).to_dict()
BY_LENGTH = gobc.betweenness([(1, 2, 5.5), (2, 3, 6), (3, 1, 2.5), (3, 4, 2)], weight=True).to_dict()
PATH = [(node, node + 1) for node in range(7)]


def test_an_int_is_the_name_of_a_column_where_it_is_one():
    left = FIRST.drop(columns=0)
    graph = gobc.Graph(left, source=1, target=2)
    assert graph.betweenness().to_dict() == WANT and repr(graph).endswith(", from columns 1 and 2>")
    assert gobc.Graph(left, source=1, target=2, weight=3).betweenness().to_dict() == BY_LENGTH
    assert gobc.Graph(left, source="#0", target="#1").betweenness().to_dict() == WANT
    assert gobc.Graph({1: [1, 2], 2: [2, 3]}, source=1, target=2).betweenness().value(2) == 1
    assert gobc.Graph(FIRST[[0, 2, 1, 3]], source=1, target=2, weight=3).betweenness().to_dict() == BY_LENGTH
    assert gobc.Graph(FIRST, source=1, target=2, weight=3).betweenness().to_dict() == BY_LENGTH
    graph = gobc.Graph(FIRST.set_axis(list("abcd"), axis=1), source=1, target=2)  # without such names: a position
    assert graph.betweenness().to_dict() == WANT and repr(graph).endswith(", from columns b and c>")
    nodes = pandas.DataFrame({1: [7, 8], 0: [4, 5]})
    assert gobc.Graph(left, source=1, target=2, nodes=nodes, node=0).num_nodes == 5
    for columns, argument in (({"source": 0, "target": 2}, "source=0"), ({"source": 1, "target": 2, "weight": 4}, "weight=4")):
        with pytest.raises(gobc.DataError, match=f'{argument}: there is no such column.* position as a text, such as .*="#0"'):
            gobc.Graph(left, **columns)
    with pytest.raises(gobc.DataError, match="source=1: several columns have this name"):
        gobc.Graph(left.set_axis([1, 1, 2], axis=1), source=1, target=2)


def test_an_int_is_the_name_of_the_column_of_networks():
    table = pandas.DataFrame({1: ["x", "x", "y"], 2: [1, 2, 3], 3: [2, 3, 1], 4: [5, 6, 7]})
    want = gobc.many(table.rename(columns=str), by="1", source="2", target="3", weight="4")
    assert list(gobc.many(table, by=1, source=2, target=3, weight=4)) == list(want)
    assert list(gobc.many(table, by="#0", source=2, target=3)) == list(gobc.many(table, by=1, source="#1", target="#2"))


ROWS = range(10)
OF_DATABASE = pandas.DataFrame({"geneA": [f"a{row}" for row in ROWS], "geneB": [f"b{row}" for row in ROWS], "source": "BioGRID",
                                "target": "human"})


def test_a_known_pair_that_holds_one_label_is_a_warning():
    with pytest.warns(gobc.GobcWarning, match="'source' holds 'BioGRID' in all rows.*'geneA' is not read: name") as found:
        gobc.Graph(OF_DATABASE)
    assert [warning.filename for warning in found] == [__file__]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert gobc.Graph(OF_DATABASE, source="geneA", target="geneB").num_nodes == 20
        gobc.Graph(OF_DATABASE, source="source", target="target")
        gobc.Graph(OF_DATABASE[:9])
        gobc.Graph(OF_DATABASE[["source", "geneA"]].set_axis(["from", "to"], axis=1).assign(weight=1.5, year=2020))  # a star
    assert gobc.Graph(OF_DATABASE[:0]).num_nodes == 0


@pytest.mark.parametrize("make", [lambda frame: frame, lambda frame: frame.set_index(["u", "v", "key"]),
                                  lambda frame: frame.to_dict("list")])
def test_u_and_v_beside_key_are_the_ends(make):
    """As OSMnx has edges of undirected graphs, to which it adds from and to."""
    streets = pandas.DataFrame({"u": [1, 2], "v": [2, 3], "key": [0, 0], "from": [2, 2], "to": [1, 3], "length": [5.0, 7.0]})
    assert gobc.Graph(make(streets), weight="length").eccentricity().to_dict() == {1: 12.0, 2: 7.0, 3: 12.0}


@pytest.mark.parametrize("table", [
    {"u": [1, 2], "v": [2, 3], "FROM": [4, 5], "TO": [5, 6]},
    pandas.DataFrame({"u": [1, 2], "v": [2, 3], "FROM": [4, 5], "TO": [5, 6]}),
    pandas.DataFrame({"u": [1, 2], "v": [2, 3], "FROM": [4, 5], "TO": [5, 6]}).to_records(index=False)])
def test_two_known_pairs_are_an_error(table):
    text = "which columns are the ends of edges. They may be .FROM. and .TO., or .u. and .v.: name both ends"
    with pytest.raises(gobc.DataError, match=text):
        gobc.Graph(table)
    assert gobc.Graph(table, source="u", target="v").betweenness().value(2) == 1
    if isinstance(table, pandas.DataFrame):
        with pytest.raises(gobc.DataError, match=text):
            gobc.many(table.assign(network=1))
        assert len(list(gobc.many(table.assign(network=1), source="u", target="v"))) == 3


@pytest.mark.parametrize("names", [("node_start", "node_end"), ("FNODE_", "TNODE_"), ("F_JNCTID", "T_JNCTID")])
def test_the_ends_of_street_networks_are_known(names):
    graph = gobc.Graph(pandas.DataFrame({"id": [1, 2], names[0]: [1, 2], "x": [0.5, 1], names[1]: [2, 3]}))
    assert (graph.source, graph.target) == names and graph.betweenness().value(2) == 1


def test_floats_beside_integers_are_told_at_once():
    table = pandas.DataFrame({"x": [1, 2, 3], "y": [2.0, 3.5, 1.0], "z": [1, 1, 1]})
    with pytest.raises(gobc.DataError, match="hold integers and floats: name both ends .*or cast the floats to int64 or string"):
        gobc.Graph(table)


def test_frames_of_nodes_and_edges_are_not_edges():
    for both in ((FIRST, FIRST), [FIRST, FIRST]):
        with pytest.raises(gobc.ArgumentError, match="edges is a (tuple|list) of frames: give the one whose rows are edges"):
            gobc.Graph(both)


def test_short_names_of_origins_and_destinations():
    want = gobc.betweenness(PATH, demand=[(5, 0, 2), (6, 1, 3)]).to_dict()
    for ends in (("o", "d"), ("orig", "dest"), ("Origin", "Destination")):
        table = pandas.DataFrame({ends[1]: [0, 1], ends[0]: [5, 6], "flow": [2, 3]})
        assert gobc.betweenness(PATH, demand=table).to_dict() == want
        with_sources = gobc.betweenness(networkx.DiGraph(PATH), demand=table[[ends[0], "flow", ends[1]]])
        assert with_sources.to_dict() == gobc.betweenness(networkx.DiGraph(PATH), demand=[(5, 0, 2), (6, 1, 3)]).to_dict()


def test_a_matrix_of_three_nodes_is_no_table_of_demand():
    matrix = numpy.array([[0, 5, 6], [1, 0, 3], [2, 3, 0]])
    for values in (matrix, pandas.DataFrame(matrix), matrix.astype(float)):
        with pytest.raises(gobc.DataError, match=r"demand has 3 rows and 3 columns.*may be a matrix .*list of tuples"):
            gobc.betweenness(PATH, demand=values)
    matrix[2, 2] = 4
    want = gobc.betweenness(PATH, demand=list(map(tuple, matrix.tolist()))).to_dict()
    for values in (matrix, pandas.DataFrame(matrix)):
        assert gobc.betweenness(PATH, demand=values).to_dict() == want
    assert gobc.betweenness(PATH, demand=[(0, 5, 6), (1, 0, 3), (2, 3, 0)]).to_dict()


@pytest.mark.parametrize("what", ["sources", "targets"])
def test_nodes_that_are_tuples_come_in_series_and_frames(what):
    grid, nodes = networkx.grid_2d_graph(2, 3), [(0, 0), (0, 2)]
    frame = pandas.DataFrame({"node": nodes, "weight": [1.5, 2.0]})
    weights = dict(zip(nodes, frame["weight"]))
    assert gobc.betweenness(grid, **{what: frame["node"]}).to_dict() == gobc.betweenness(grid, **{what: nodes}).to_dict()
    assert gobc.betweenness(grid, **{what: frame}).to_dict() == gobc.betweenness(grid, **{what: weights}).to_dict()
    assert list(gobc.betweenness(grid, of=frame["node"]).to_dict()) == nodes


@pytest.mark.parametrize("what", ["sources", "targets"])
def test_a_series_with_a_row_for_each_node_may_hold_weights(what):
    weights = pandas.Series([3, 0, 5, 1, 2, 4, 6, 7])
    for values in (weights, weights.astype(float).set_axis(list(weights.index))):
        with pytest.raises(gobc.ArgumentError, match=r"perhaps as floats, with an index that may hold nodes: .*to_dict\(\)"):
            gobc.betweenness(PATH, **{what: values})
    some = weights[:3].reset_index(drop=True)
    assert gobc.betweenness(PATH, **{what: some}).to_dict() == gobc.betweenness(PATH, **{what: [3, 0, 5]}).to_dict()


def test_cytoscape_calls_all_networks_directed(tmp_path):
    path = tmp_path / "network.graphml"
    path.write_text('<graphml><key id="k" for="node" attr.name="shared name"/><graph edgedefault="directed"><node id="a"/>'
                    '<node id="b"/><node id="c"/><edge source="a" target="b"/><edge source="b" target="a"/>'
                    '<edge source="c" target="b"/></graph></graphml>')
    with pytest.warns(gobc.GobcWarning, match="Cytoscape says of all networks that edges have a direction"):
        assert gobc.Graph.read(path).directed
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert gobc.Graph.read(path, directed=True).directed
        graph = gobc.Graph.read(path, directed=False)
    want = gobc.Graph([("a", "b"), ("b", "a"), ("c", "b")])
    assert not graph.directed and graph.parallel_edges == want.parallel_edges == 1
    assert graph.betweenness().to_dict() == want.betweenness().to_dict()


def test_ids_of_nodes_that_have_names_are_a_warning(tmp_path):
    path = tmp_path / "network.graphml"
    path.write_text('<graphml><key id="k" for="node" attr.name="name"/><graph edgedefault="undirected"><node id="n0"><data '
                    'key="k">TP53</data></node><node id="n1"><data key="k">MYC</data></node></graph></graphml>')
    with pytest.warns(gobc.GobcWarning, match='nodes are called by their ids, such as "n0", .*"name", such as "TP53"'):
        gobc.Graph.read(path)
    graph = networkx.read_graphml(path)
    named = networkx.relabel_nodes(graph, dict(graph.nodes(data="name")))
    assert list(gobc.Graph(named).betweenness()["node"]) == ["TP53", "MYC"]
