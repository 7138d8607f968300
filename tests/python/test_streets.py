"""Street networks: angles by hand, ways by listing them all, every form of lines, and what is refused."""

import itertools
import math
import pathlib
import random
import subprocess
import sys
import warnings

import geopandas
import networkx
import numpy
import pandas
import pytest
import shapely

import gobc
from gobc import streets
from gobc.errors import ArgumentError, ArgumentTypeError, DataError, GobcWarning

MILL, WELL, PARK = [(0, 0), (30, 40), (60, 40)], [(60, 40), (60, 90)], [(60, 40), (100, 40)]
TOWN = [MILL, WELL, PARK]


# ---- the definition ----

def random_town(draw, most=8):
    """Straight and bent streets between few places, with parallel ones, loops, dead ends and several components."""
    size = draw.randint(2, 4)
    if draw.random() < 0.5:  # a grid, where many ways tie
        places = [(100.0 * x, 100.0 * y) for x in range(size) for y in range(size)]
    else:
        places = [(draw.uniform(0, 300), draw.uniform(0, 300)) for _ in range(size * 2)]
    lines = []
    for _ in range(draw.randint(1, most)):
        first, last = draw.choice(places), draw.choice(places)
        bends = [(draw.randint(0, 6) * 50.0, draw.randint(0, 6) * 50.0) for _ in range(draw.choice([0, 0, 1, 2, 3]))]
        if first == last:
            bends = [(first[0] + 20, first[1]), (first[0] + 20, first[1] + 20), *bends]
        line = [first]
        line += [point for point in [*bends, last] if point != line[-1]]
        lines.append([point for at, point in enumerate(line) if at == 0 or point != line[at - 1]])
    return [line for line in lines if len(line) > 1 and line not in lines[:lines.index(line)]]


def length(line):
    return math.fsum(math.dist(a, b) for a, b in itertools.pairwise(line))


def cut(line):
    """The two halves of a line, the second one from its end backwards; both end in the middle."""
    rest, first = length(line) / 2, [line[0]]
    for a, b in itertools.pairwise(line):
        piece = math.dist(a, b)
        if rest <= piece * (1 + 1e-12):
            share = rest / piece
            middle = (a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1]))
            break
        rest -= piece
        first.append(b)
    return [*first, middle]


def direction(a, b):
    return round(math.degrees(math.atan2(b[1] - a[1], b[0] - a[0])) * 1000)


def turning(points):
    """Thousandths of a degree along a line, as directions are rounded."""
    found = [direction(a, b) for a, b in itertools.pairwise(points) if math.dist(a, b) > 1e-6]
    return sum(min((b - a) % 360_000, (a - b) % 360_000) for a, b in itertools.pairwise(found))


def bend_in_the_middle(line):
    """What the line turns just in its middle: half of it belongs to either half."""
    for at in range(1, len(line) - 1):
        if math.isclose(length(line[:at + 1]), length(line[at:]), rel_tol=1e-9):
            return turning(line[at - 1:at + 2])
    return 0


def ways(lines, angle, revisit=False):
    """{(street, street): [((thousandths of a degree, length), streets between)]} of all ways, where a way is a
    list of (street, whether backwards)."""
    n = len(lines)
    mean = sum(map(length, lines)) / n
    step = 10 ** (math.floor(math.log10(mean)) - 5)
    steps = [max(1, round(length(line) / step)) for line in lines]
    drawn = [[line[0], line[-1]] if angle == "chord" and line[0] != line[-1] else line for line in lines]

    def along(street, backwards):
        return drawn[street][::-1] if backwards else drawn[street]

    def price(way):
        if angle == "line":
            begin, end = cut(along(way[0][0], not way[0][1]))[::-1], cut(along(*way[-1]))
            between = [point for step in way[1:-1] for point in along(*step)]
            angles = turning([*begin, *between, *end]) + sum(bend_in_the_middle(drawn[way[at][0]]) for at in (0, -1)) / 2
        else:
            angles = sum(turning([*along(*a)[-2:], along(*b)[1]]) for a, b in itertools.pairwise(way))
        return angles, steps[way[0][0]] + steps[way[-1][0]] + 2 * sum(steps[street] for street, _ in way[1:-1])

    found = {}

    def extend(way):
        here = along(*way[-1])[-1]
        for street in range(n):
            for backwards in (False, True):
                step = (street, backwards)
                if street != way[-1][0] and along(*step)[0] == here and (
                        step not in way if revisit else all(street != other for other, _ in way)):
                    extend([*way, step])
        if len(way) > 1 and way[0][0] != way[-1][0]:
            found.setdefault((way[0][0], way[-1][0]), []).append((price(way), [street for street, _ in way[1:-1]]))

    for start in range(n):
        for backwards in (False, True):
            extend([(start, backwards)])
    return found


def by_definition(lines, angle="line", pairs=None, cutoff=math.inf, revisit=False):
    """Sums over unordered pairs."""
    scores = [0.0] * len(lines)
    for pair, of_pair in ways(lines, angle, revisit).items():
        least = min(price for price, _ in of_pair)
        if (pairs is None or pair in pairs) and least[0] / 1000 <= cutoff:
            shortest = [between for price, between in of_pair if price == least]
            for between in shortest:
                for street in between:
                    scores[street] += 0.5 / len(shortest)
    return scores


@pytest.mark.filterwarnings("ignore:line .* has the shape of", "ignore:.* lie within lines")
@pytest.mark.parametrize("angle", ["line", "ends", "chord"])
def test_angular_betweenness_by_definition(angle):
    draw = random.Random(11)
    between = 0
    for _ in range(150):
        revisit = angle != "line"  # where bends cost nothing, a way may go along a street in both directions
        lines = random_town(draw, 5 if revisit else 8)
        got = streets.angular_betweenness(lines, angle=angle, normalized=False)["betweenness"].tolist()
        want = by_definition(lines, angle, revisit=revisit)
        assert got == pytest.approx(want, rel=1e-12, abs=1e-12), lines
        between += any(want)
    assert between > 40


@pytest.mark.filterwarnings("ignore:line .* has the shape of", "ignore:.* lie within lines")
def test_angular_closeness_by_definition():
    draw = random.Random(12)
    for _ in range(60):
        lines = random_town(draw, 7)
        n = len(lines)
        sums = {pair: min(angle / 1e3 + far / 1e12 for (angle, far), _ in of_pair)
                for pair, of_pair in ways(lines, "line").items()}
        got = streets.angular_closeness(lines)["closeness"].tolist()
        for street, value in enumerate(got):
            of_street = [angle for (start, _), angle in sums.items() if start == street]
            want = len(of_street) / sum(of_street) * len(of_street) / (n - 1) if of_street else 0
            assert value == pytest.approx(want, rel=1e-9)
        share = [other / (n - 1) if (other := sum(start == street for start, _ in sums)) else 1 for street in range(n)]
        whole = streets.angular_closeness(lines, normalized=False)["closeness"]
        assert (whole * share).tolist() == pytest.approx(got, rel=1e-12)


@pytest.mark.filterwarnings("ignore:line .* has the shape of", "ignore:.* lie within lines")


@pytest.mark.parametrize("most", [1, 5, 1 << 20])
def test_parts_of_pairs_within_a_radius(monkeypatch, most):
    lines, all_at_once = random_town(random.Random(7), most=20), streets.distance_batches
    want = streets.angular_betweenness(lines, radius=250.5, normalized=False).to_dict()
    assert sum(want.values()) > 0

    def one_by_one(graph, **options):
        for source in range(graph.num_nodes):
            yield from all_at_once(graph, sources=[source], **options)

    monkeypatch.setattr(streets, "distance_batches", one_by_one)
    monkeypatch.setattr(streets, "_MOST_PAIRS", most)
    assert streets.angular_betweenness(lines, radius=250.5, normalized=False).to_dict() == want
    monkeypatch.setitem(sys.modules, "numpy", None)
    assert streets.angular_betweenness(lines, radius=250.5, normalized=False).to_dict() == want


def test_radius_and_cutoff_by_definition():
    draw = random.Random(13)
    left_out = 0
    for _ in range(60):
        lines = random_town(draw, 7)
        graph = networkx.Graph()
        graph.add_nodes_from(range(len(lines)))
        for a, b in itertools.combinations(range(len(lines)), 2):
            if {lines[a][0], lines[a][-1]} & {lines[b][0], lines[b][-1]}:
                graph.add_edge(a, b, weight=(length(lines[a]) + length(lines[b])) / 2)
        radius = draw.choice([100.5, 200.5, 400.5])  # no half of a sum of lengths in the grid
        lengths = dict(networkx.all_pairs_dijkstra_path_length(graph))
        near = {(a, b) for a, reached in lengths.items() for b, far in reached.items() if far <= radius}
        got = streets.angular_betweenness(lines, radius=radius, normalized=False)["betweenness"].tolist()
        want = by_definition(lines, pairs=near)
        assert got == pytest.approx(want, rel=1e-12, abs=1e-12)
        left_out += want != by_definition(lines)
        table = streets.angular_betweenness(lines, cutoff=[180, 45.5, 90], normalized=False)
        for cutoff, column in ((45.5, "betweenness_45.5"), (90, "betweenness_90"), (180, "betweenness_180")):
            assert table[column].tolist() == pytest.approx(by_definition(lines, cutoff=cutoff), rel=1e-12, abs=1e-12)
            assert table.at(cutoff)["betweenness"].tolist() == table[column].tolist()
    assert left_out > 10


# ---- angles by hand ----

BENT = {"bent": [(0, 0), (10, 0), (10, 30)], "on": [(10, 30), (10, 90)], "east": [(10, 30), (50, 30)]}


@pytest.mark.parametrize("angle, want", [
    # The middle of "bent" is 10 above its bend: the bend lies before it, on the way to "on" there is none.
    ("line", {("bent", "on"): 0, ("bent", "east"): 90, ("on", "east"): 90}),
    ("ends", {("bent", "on"): 0, ("bent", "east"): 90, ("on", "east"): 90}),
    ("chord", {("bent", "on"): math.degrees(math.atan2(10, 30)), ("bent", "east"): math.degrees(math.atan2(30, 10)),
               ("on", "east"): 90}),
])
def test_angles_by_hand(angle, want):
    graph = streets.dual(BENT, angle=angle)
    assert (graph.directed, list(graph.nodes)) == (False, list(BENT))
    assert {(a, b): weight for a, b, weight in graph.edges} == pytest.approx(want, abs=0.002)


def test_turning_belongs_to_the_half_of_the_line():
    """Three bends of 90 degrees, at a quarter, the half and three quarters: one and a half of them to either side."""
    comb = [(0, 0), (10, 0), (10, 10), (20, 10), (20, 20)]
    on, back = [(20, 20), (20, 30)], [(0, 0), (-10, 0)]
    assert [round(weight, 3) for _, _, weight in streets.dual([comb, on, back]).edges] == [135, 135]
    assert [round(weight, 3) for _, _, weight in streets.dual([comb, on, back], angle="ends").edges] == [0, 0]
    longer = [*comb[:-1], (20, 90)]  # the middle is beyond all bends
    assert [round(weight, 3) for _, _, weight in streets.dual([longer, back]).edges] == [270]


@pytest.mark.parametrize("degrees", [0, 1, 45, 89.5, 90, 135, 179, 180])
@pytest.mark.parametrize("turned", [0, 77, 200])
def test_change_of_direction(degrees, turned):
    """0 is straight on and 180 is back, whichever way lines are drawn and wherever they point."""
    def ray(angle):
        return (100 * math.cos(math.radians(angle)), 100 * math.sin(math.radians(angle)))
    first, second = [ray(turned + 180), (0, 0)], [(0, 0), ray(turned + degrees)]
    for a, b in itertools.product((first, first[::-1]), (second, second[::-1])):
        if degrees == 180:
            b = [(2 * x, 2 * y) for x, y in b]
        (_, _, weight), = streets.dual([a, b]).edges
        assert weight == pytest.approx(degrees, abs=0.0011)


def test_ways_that_turn_in_one_sense_tie():
    """Both ways turn left by 90 degrees in all, so the straight one counts. Turns of 30.0004, 30.0004 and 29.9992 degrees would
    be 89.999 if each were rounded."""
    def onward(place, angle):
        return (place[0] + 100 * math.cos(math.radians(angle)), place[1] + 100 * math.sin(math.radians(angle)))
    bend = onward((0, 0), 30.0004)
    corner = onward(bend, 60.0008)
    town = {"west": [(-100, 0), (0, 0)], "bent": [(0, 0), bend, corner], "straight": [(0, 0), corner],
            "north": [corner, onward(corner, 90)]}
    assert streets.angular_betweenness(town, normalized=False).to_dict() == {"west": 0, "bent": 0, "straight": 1, "north": 0}


def test_shorter_of_ways_with_one_angle():
    """From west to east two ways turn by four times 45 degrees; the short one counts."""
    town = {"west": [(-50, 0), (0, 0)], "short": [(0, 0), (20, 20), (60, 20), (80, 0)], "long": [(0, 0), (40, -40), (80, 0)],
            "east": [(80, 0), (120, 0)]}
    assert streets.angular_betweenness(town, normalized=False).to_dict() == {"west": 0, "short": 1, "long": 0, "east": 0}
    town["long"] = [(x, -y) for x, y in town["short"]]
    assert streets.angular_betweenness(town, normalized=False).to_dict() == {"west": 0, "short": 0.5, "long": 0.5, "east": 0}


def town_round_a_block(*cuts, sides=None):
    """From W to E two ways round a rectangle turn alike; the north one is cut by side streets. With `sides`, lengths of its
    pieces."""
    places = [0, *cuts, 120]
    town = {"W": [(-80, 0), (0, 0)], "nw": [(0, 0), (0, 20)], "sw": [(0, 0), (0, -20)], "south": [(0, -20), (120, -20)],
            "ne": [(120, 20), (120, 0)], "se": [(120, -20), (120, 0)], "E": [(120, 0), (200, 0)]}
    town |= {f"north{at}": [(a, 20), (b, 20)] for at, (a, b) in enumerate(itertools.pairwise(places))}
    town |= {f"side{at}": [(cut, 20), (cut, 70)] for at, cut in enumerate(cuts)}
    lengths = {name: length(line) for name, line in town.items()} | (sides or {})
    return town, list(lengths.values())


@pytest.mark.parametrize("cuts", [(60,), (40,), (43.37,), (37, 37.5, 90), (31, 71)])
def test_equal_angles_and_lengths_tie_however_a_street_is_cut(cuts):
    """Each half of a street was rounded to a hundredth of the mean length, and one of the two ways won."""
    town, lengths = town_round_a_block(*cuts)
    scores = streets.angular_betweenness(town, normalized=False, length=lengths).to_dict()
    assert scores["south"] == pytest.approx(by_definition(list(town.values()))[3], abs=1e-12)
    for far in (10, 1e4, 1e6):  # one street far away changes nothing
        more = {**town, "far": [(1e7, 0), (1e7, far)]}
        assert streets.angular_betweenness(more, normalized=False).value("south") == pytest.approx(scores["south"], abs=1e-12)


@pytest.mark.parametrize("side", [90, 99, 100])
def test_a_cutoff_in_degrees_counts_no_lengths(side):
    """Ways along more than some streets were dropped, as their lengths counted as degrees."""
    row = [[(side * at, 0), (side * (at + 1), 0)] for at in range(6)] + [[(6 * side, 0), (6 * side, side)]]
    whole = streets.angular_betweenness(row, normalized=False)["betweenness"].tolist()
    assert whole == [0, 5, 8, 9, 8, 5, 0]
    assert streets.angular_betweenness(row, normalized=False, cutoff=90)["betweenness"].tolist() == whole
    assert streets.angular_betweenness(row, normalized=False, cutoff=0)["betweenness"].tolist() == [0, 4, 6, 6, 4, 0, 0]
    lines = [[(side * x, side * y), (side * a, side * b)] for x in range(10) for y in range(10)
             for a, b in ((x + 1, y), (x, y + 1)) if max(a, b) < 10]
    for cutoff, more in ((90, 90.4), (180, 180.4)):
        near, far = (streets.angular_betweenness(lines, normalized=False, cutoff=limit) for limit in (cutoff, more))
        assert near["betweenness"].tolist() == far["betweenness"].tolist() and near["betweenness"].sum() > 40_000


def test_no_length_outweighs_an_angle():
    """The way in the south turns by 0.004 degree more, and that in the north is 10 kilometers longer."""
    town, _ = town_round_a_block()
    town |= {"nw": [(0, 0), (0, 5000)], "north0": [(0, 5000), (120, 5000)], "ne": [(120, 5000), (120, 0)],
             "south": [(0, -20), (60, -19.9989), (120, -20)]}
    others = {f"far {at}": [(1e6 + 2 * at, 0), (1e6 + 2 * at + 1, 0)] for at in range(600)}
    scores = streets.angular_betweenness(town | others, normalized=False).to_dict()
    assert scores["north0"] > scores["south"] + 2


def test_ways_of_many_turns():
    """Beyond 9,000 degrees ways have fewer digits, and are as long as they are."""
    zigzag = [(x, 10 * (x % 2)) for x in range(400)]  # turns of nearly 180 degrees
    lines = [zigzag, [zigzag[-1], (500, 10)], [(500, 10), (600, 10)]]
    mean = 1 / streets.angular_closeness(lines, normalized=False)["closeness"]
    turn = 180 - 2 * math.degrees(math.atan(1 / 10))
    assert mean[2] == pytest.approx(200 * turn / 2, rel=0.01) and mean[2] > 9_000
    assert streets.angular_betweenness(lines, normalized=False)["betweenness"].tolist() == [0, 1, 0]


def test_a_centimeter_decides_between_ways_with_one_angle():
    for north, winner in ((59.99, "north0"), (60.01, "south")):
        town, lengths = town_round_a_block(60, sides={"north0": north})
        scores = streets.angular_betweenness(town, normalized=False, length=lengths).to_dict()
        assert gobc.shortest_path(streets.dual(town, length=lengths), "W", "E")[2] == winner
        assert scores["south"] == (6 if winner == "south" else 3)


def test_no_way_turns_back_within_a_junction():
    """A junction of three streets: from `sharp` to `stem` one turns by 150 degrees. The dual graph has a path of 20 + 10 degrees
    over `on`, which enters it and leaves it by the same end."""
    def ray(angle):
        return [(0, 0), (100 * math.cos(math.radians(angle)), 100 * math.sin(math.radians(angle)))]
    town = {"stem": ray(180), "on": ray(10), "sharp": ray(210)}
    dual = streets.dual(town)
    assert gobc.shortest_path(dual, "stem", "sharp") == ["stem", "on", "sharp"]
    assert dual.betweenness(normalized=False).value("on") == 1
    assert streets.angular_betweenness(town, normalized=False).to_dict() == dict.fromkeys(town, 0.0)
    mean = 1 / streets.angular_closeness(town)["closeness"]
    assert mean.tolist() == pytest.approx([(150 + 10) / 2, (10 + 20) / 2, (150 + 20) / 2], abs=0.01)


def test_turns_of_up_to_90_degrees_need_no_directions():
    """In a grid of right angles no detour within a junction is smaller than a turn: both graphs give the same scores."""
    lines = [[(x, y), to] for x in range(5) for y in range(5) for to in ((x + 1, y), (x, y + 1)) if max(to) < 5]
    want = streets.dual(lines).betweenness()["betweenness"]
    assert streets.angular_betweenness(lines)["betweenness"].tolist() == pytest.approx(want.tolist(), rel=1e-12)


def test_one_quantity_is_limited_and_another_minimized():
    """By demand between pairs of another graph, where both graphs have the same shortest ways."""
    lines = [[(x, y), to] for x in range(5) for y in range(5) for to in ((x + 1, y), (x, y + 1)) if max(to) < 5]
    pairs = {(a, b): 0.5 for batch in gobc.distance_batches(streets.dual(lines, by="length"), cutoff=3) for a, b, _ in batch}
    want = streets.dual(lines).betweenness(demand=pairs)["betweenness"].tolist()
    got = streets.angular_betweenness(lines, radius=3, normalized=False)["betweenness"].tolist()
    assert got == pytest.approx(want, rel=1e-12)
    assert sum(got) < sum(streets.angular_betweenness(lines, normalized=False)["betweenness"]) / 2


def test_by_length_beside_networkx():
    lines = random_town(random.Random(3), 8)
    graph = streets.dual(lines, by="length")
    for a, b, weight in graph.edges:
        assert weight == (length(lines[a]) + length(lines[b])) / 2
    assert graph.num_edges > 3


# ---- junctions and lengths ----

def test_primal():
    town = streets.primal(TOWN)
    assert list(town.edges) == [((0.0, 0.0), (60.0, 40.0), 80.0), ((60.0, 40.0), (60.0, 90.0), 50.0),
                                ((60.0, 40.0), (100.0, 40.0), 40.0)]
    graph = networkx.Graph()
    graph.add_weighted_edges_from(town.edges)
    assert town.closeness().to_dict() == pytest.approx(networkx.closeness_centrality(graph, distance="weight"))
    assert town.edge_betweenness(normalized=False)["edge_betweenness"].tolist() == [3, 3, 3]
    assert streets.primal(TOWN, directed=True).closeness(direction="out").value((60.0, 40.0)) > 0
    assert streets.primal(TOWN, directed=True).directed
    assert streets.primal(TOWN, length=[1, 2, 3]).eccentricity().value((0.0, 0.0)) == 4


def test_parallel_streets_loops_and_dead_ends():
    lines = [[(0, 0), (9, 0)], [(0, 0), (5, 5), (9, 0)], [(9, 0), (15, 0), (15, 5), (9, 0)]]
    town = streets.primal(lines)
    assert (town.num_nodes, town.num_edges, town.self_loops, town.parallel_edges) == (2, 3, 1, 1)
    dual = streets.dual(lines)
    assert (dual.num_nodes, dual.num_edges, dual.parallel_edges) == (3, 6, 3)  # each pair of them meets twice
    for measure in (streets.angular_betweenness, streets.angular_closeness):
        for angle in ("line", "ends", "chord"):
            assert len(measure(lines, angle=angle)) == 3


@pytest.mark.filterwarnings("ignore:the coordinates")
def test_where_ends_meet():
    near = [[(0, 0), (1, 0)], [(1.004, -0.0), (2, 0)], [(-0.0, 0), (0, 5)]]
    assert streets.primal(near).num_nodes == 5  # 0 and -0 are one place
    assert streets.primal(near, decimals=2).num_nodes == 4
    assert streets.dual(near, decimals=2).num_edges == 2
    crossing = [[(0, 0), (2, 2)], [(0, 2), (2, 0)]]
    assert streets.dual(crossing).num_edges == 0
    assert streets.angular_betweenness(crossing)["betweenness"].tolist() == [0, 0]
    assert streets.angular_closeness(crossing)["closeness"].tolist() == [0, 0]
    assert streets.angular_closeness([MILL])["closeness"].tolist() == [0]


def joined_by_definition(points, decimals):
    """Which points belong together, each by its group's first: a unit of the last decimal is a cell of the grid."""
    graph = networkx.Graph()
    graph.add_nodes_from(points)
    half = 10.0 ** -decimals / 2
    graph.add_edges_from((a, b) for a, b in itertools.combinations(points, 2) if math.dist(a, b) <= half or
                         all(round(p, decimals) == round(q, decimals) for p, q in zip(a, b)))
    groups = [sorted(group, key=points.index) for group in networkx.connected_components(graph)]
    return {point: group[0] for group in groups for point in group}


@pytest.mark.filterwarnings("ignore:the coordinates")
@pytest.mark.parametrize("decimals", [2, 0, -2])
def test_ends_are_joined_by_distance(decimals):
    """Of ends that lie anywhere in a small grid, every street to a far place of its own."""
    draw, unit, split = random.Random(14), 10.0 ** -decimals, 0
    for _ in range(100):
        points = [(draw.uniform(-2, 2) * unit, draw.uniform(-2, 2) * unit) for _ in range(draw.randint(2, 12))]
        lines = [[point, (9 * unit * (row + 1), 50 * unit)] for row, point in enumerate(points)]
        want = joined_by_definition(points, decimals)
        town = streets.primal(lines, decimals=decimals)
        ends = [source for source, *_ in town.edges]
        assert ends == [tuple(round(x, decimals) + 0.0 for x in want[point]) for point in points]
        assert town.num_nodes == len(set(want.values())) + len(points)
        assert streets.dual(lines, by="length", decimals=decimals).num_edges == sum(
            want[a] == want[b] for a, b in itertools.combinations(points, 2))
        split += len(set(want.values())) < len({tuple(round(x, decimals) for x in point) for point in points})
    assert split > 20


def test_gaps_between_ends_are_noticed():
    straddle = [[(0, 0), (100.005 - 1e-9, 0)], [(100.005 + 1e-9, 0), (200, 0)]]
    assert streets.primal(straddle, decimals=2).num_components == 1
    for function in (streets.primal, streets.dual, streets.angular_betweenness, streets.angular_closeness):
        with pytest.warns(GobcWarning, match="1 of 4 places where streets end are within about 0.01 of another one, and streets "
                                             "do not meet there, first line 0 and line 1 at .*decimals=2 joins them") as found:
            function(straddle)
        assert len(found) == 1
    with pytest.warns(GobcWarning, match="1 of 4 places .* about 1e-07 .*decimals=7 joins"):  # degrees, with lengths
        streets.primal([[(6.1, 49.6), (6.101, 49.6)], [(6.101 + 1e-8, 49.6), (6.102, 49.6)]], length=[70, 70])
    draw = random.Random(15)
    places = {(x, y): (100.0 * x, 100.0 * y) for x in range(5) for y in range(5)}
    lines = [[places[x, y], places[to]] for x, y in places for to in ((x + 1, y), (x, y + 1)) if to in places]
    noisy = [[(x + draw.gauss(0, 1e-7), y + draw.gauss(0, 1e-7)) for x, y in line] for line in lines]
    with pytest.warns(GobcWarning, match="55 of 80 places"):
        assert streets.primal(noisy).num_components == 40
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert streets.primal(noisy, decimals=2).num_nodes == 25
        got = streets.angular_betweenness(noisy, decimals=2)["betweenness"]
        assert got.tolist() == pytest.approx(streets.angular_betweenness(lines)["betweenness"].tolist(), abs=1e-12)
        assert streets.primal(noisy, decimals=9).num_components == 40


# ---- forms of lines ----

FRAME = geopandas.GeoDataFrame({"meters": [1.0, 2.0, 4.0]}, index=["m", "w", "p"], crs="EPSG:32632",
                               geometry=[shapely.LineString(line) for line in TOWN])


METERS = {"crs": {"type": "name", "properties": {"name": "urn:ogc:def:crs:EPSG::32632"}}}
GEOJSON = FRAME.__geo_interface__ | METERS


class Interface:
    def __init__(self, value):
        self.__geo_interface__ = value


def without_id(collection):
    return collection | {"features": [feature | {"id": None} for feature in collection["features"]]}


@pytest.mark.parametrize("lines", [
    TOWN, tuple(TOWN), iter(TOWN), [numpy.array(line) for line in TOWN], [[(x, y, 7) for x, y in line] for line in TOWN],
    FRAME.reset_index(drop=True), FRAME.geometry.reset_index(drop=True), list(FRAME.geometry), FRAME.geometry.to_numpy(),
    [Interface(shape.__geo_interface__) for shape in FRAME.geometry], without_id(GEOJSON),
    shapely.MultiLineString(TOWN), Interface({"type": "MultiLineString", "coordinates": TOWN}),
    shapely.GeometryCollection(list(FRAME.geometry)), [shapely.MultiLineString([line]) for line in TOWN],
    [shapely.LineString([(x, y, x) for x, y in line]) for line in TOWN],
    [[line[0], *line] for line in TOWN],
], ids=lambda lines: type(lines).__name__)
def test_forms(lines):
    assert list(streets.dual(lines).edges) == list(streets.dual(TOWN).edges)


def test_labels():
    for lines, labels in ((FRAME, ["m", "w", "p"]), (dict(zip("mwp", TOWN)), ["m", "w", "p"]), (TOWN, [0, 1, 2]),
                          (FRAME.set_axis([(5, 6, 0), (6, 5, 0), (6, 7, 1)]), [(5, 6, 0), (6, 5, 0), (6, 7, 1)]),
                          (FRAME.set_axis([30, 10, 20]), [30, 10, 20]), (GEOJSON, ["m", "w", "p"])):
        assert list(streets.dual(lines).nodes) == labels
        assert list(streets.angular_betweenness(lines).to_dict()) == labels
        assert list(streets.angular_betweenness(lines, radius=99).to_dict()) == labels
        assert list(streets.angular_closeness(lines).to_dict()) == labels
    FRAME["score"] = streets.angular_closeness(FRAME).to_pandas().set_index("node")["closeness"]
    assert FRAME["score"].notna().all()


def test_lengths():
    for lines, given in ((FRAME, "meters"), (GEOJSON, "meters"), (TOWN, [1, 2, 4]), (TOWN, FRAME["meters"])):
        assert [weight for _, _, weight in streets.primal(lines, length=given).edges] == [1, 2, 4]
        assert [weight for _, _, weight in streets.dual(lines, by="length", length=given).edges] == [1.5, 2.5, 3]
    degrees = FRAME.set_crs("EPSG:4326", allow_override=True)
    assert streets.primal(degrees, length="meters").num_edges == 3


# ---- what is refused ----

@pytest.mark.parametrize("lines, kind, text", [
    ([], DataError, "there are no lines"),
    (FRAME.iloc[:0], DataError, "there are no lines"),
    ({}, DataError, "there are no lines"),
    ([MILL, []], DataError, "line 1 has no point"),
    ([MILL, [(1, 2)]], DataError, "line 1 has only one point"),
    ([MILL, [(1, 2), (1, 2)]], DataError, "line 1 has only one point"),
    ([MILL, [(1, 2), (math.nan, 2)]], DataError, r"line 1: point 1 is \(nan, 2.0\), but coordinates must be finite"),
    ([MILL, [(1, 2), (math.inf, 2)]], DataError, "must be finite"),
    ([MILL, [(1, 2), (3,)]], DataError, r"line 1: point 1 is \(3,\), but must be \(x, y\)"),
    ([MILL, [(1, 2), None]], DataError, "point 1 is None"),
    ([MILL, [1, 2]], DataError, "point 0 is 1"),
    ([MILL, ["ab", "cd"]], DataError, "point 0 is 'ab'"),
    ([MILL, None], DataError, "line 1 is None"),
    ([MILL, "LINESTRING (0 0, 1 1)"], DataError, "must be a LineString or a list of points"),
    ([MILL, 7], DataError, "line 1 is 7"),
    ([MILL, [(-1e308, 0), (1e308, 0)]], DataError, "line 1: its length is inf"),

    ([shapely.LineString()], DataError, "line 0 has no point"),
    ([shapely.Point(0, 0)], DataError, "line 0 is a Point"),
    ([shapely.Polygon([(0, 0), (1, 0), (1, 1)])], DataError, "line 0 is a Polygon"),
    ([shapely.MultiLineString(TOWN)], DataError, r"MultiLineString of 3 lines: make a row of each, streets.explode"),
    ([shapely.MultiLineString()], DataError, "MultiLineString of 0 lines"),
    (FRAME.set_axis(["m", "w", "m"]), DataError, "the index has 'm' more than once"),
    (FRAME.set_geometry([FRAME.geometry.iloc[0], None, FRAME.geometry.iloc[2]]), DataError, r"line 'w' \(row 1\) is None"),
    (networkx.path_graph(3), ArgumentError, "osmnx.graph_to_gdfs"),
    ("streets.gpkg", ArgumentTypeError, r"lines is str, .*geopandas.read_file\(path\)"),
    (pathlib.Path("streets.gpkg"), ArgumentTypeError, r"lines is pathlib.*geopandas.read_file\(path\)"),
    (' {"type": "FeatureCollection"}', ArgumentTypeError, r"lines is str, .*geopandas.read_file\(io.StringIO\(text\)\)"),
    (b'{"type": "FeatureCollection"}', ArgumentTypeError, r"lines is bytes, .*geopandas.read_file\(io.StringIO\(text\)\)"),
    ((FRAME, FRAME), ArgumentTypeError, r"lines is a tuple of frames: .*osmnx.graph_to_gdfs\(graph, nodes=False\)"),
    (7, ArgumentTypeError, "lines is int"),
    (None, ArgumentTypeError, "lines is NoneType"),
    (Interface({"type": "Feature", "geometry": None}), DataError, "shape without a type"),
    (Interface({"type": "FeatureCollection"}), DataError, "features"),
    ([[(0, 0), (k + 1, 1)] for k in range(1001)], DataError, r"1,001 ends of lines meet at \(0.0, 0.0\)"),
])
def test_refused(lines, kind, text):
    for function in (streets.primal, streets.dual, streets.angular_betweenness, streets.angular_closeness):
        with pytest.raises(kind, match=text):
            function(lines)


@pytest.mark.parametrize("options, kind, text", [
    ({"angle": "tangent"}, ArgumentError, "angle='tangent' must be one of 'line', 'ends', 'chord'"),
    ({"angle": ["line"]}, ArgumentError, "must be one of"),
    ({"decimals": 1.5}, ArgumentError, "decimals=1.5 must be a whole number"),
    ({"decimals": True}, ArgumentError, "decimals=True"),
    ({"length": "miles"}, ArgumentError, "length='miles'"),
    ({"length": [1, 2]}, DataError, "length has 2 values for 3 lines"),
    ({"length": [1, 0, 2]}, DataError, "the length is 0, but must be a finite number above 0"),
    ({"length": [1, "far", 2]}, DataError, "the length is 'far'"),
    ({"length": [1, None, math.nan]}, DataError, "the length is None"),
    ({"length": 7}, ArgumentTypeError, "length is 7"),
])
def test_refused_options(options, kind, text):
    for lines in (TOWN, FRAME):
        for function in (streets.dual, streets.angular_betweenness, streets.angular_closeness):
            with pytest.raises(kind, match=text):
                function(lines, **options)


@pytest.mark.parametrize("options, text", [
    ({"radius": 0}, "radius=0 must be above 0"), ({"radius": -1}, "radius"), ({"radius": math.nan}, "radius"),
    ({"radius": "near"}, "radius"), ({"radius": [400, 800]}, "radius"), ({"cutoff": -1}, "cutoff"),
    ({"normalized": 3}, "normalized"),
    ({"settings": gobc.Settings(partial=True)}, "leave partial out"), ({"weight": "meters"}, "weight"),
    ({"by": "length"}, "by"),
])
def test_refused_options_of_betweenness(options, text):
    with pytest.raises(ArgumentError, match=text):
        streets.angular_betweenness(TOWN, **options)


def test_longitude_and_latitude_are_refused():
    degrees = FRAME.set_crs("EPSG:4326", allow_override=True)
    for function in (streets.primal, streets.dual, streets.angular_betweenness, streets.angular_closeness):
        with pytest.raises(ArgumentError, match="degrees of longitude and latitude"):
            function(degrees)
    with pytest.raises(ArgumentError, match="degrees of longitude and latitude"):
        streets.dual(degrees.geometry, length=[1, 2, 4])
    assert streets.dual(degrees, by="length", length="meters").num_edges == 3


def test_both_directions_of_a_street_are_noticed():
    with pytest.warns(GobcWarning, match=r"line 3 has the shape of line 0, and 1 more lines .*to_undirected"):
        streets.primal([*TOWN, MILL[::-1], WELL])


CITY = [[(6.13, 49.6), (6.131, 49.601), (6.133, 49.602)], [(6.133, 49.602), (6.135, 49.6)]]


@pytest.mark.filterwarnings("error")
def test_longitude_and_latitude_without_a_frame():
    """GeoJSON has degrees unless it names another system, or they are none."""
    frame = geopandas.GeoDataFrame({"meters": [1.0, 2.0]}, geometry=list(map(shapely.LineString, CITY)))
    geojson = frame.__geo_interface__
    named = {"crs": {"type": "name", "properties": {"name": "urn:ogc:def:crs:OGC:1.3:CRS84"}}}
    shapes = [feature["geometry"] for feature in geojson["features"]]
    for function in (streets.primal, streets.dual, streets.angular_betweenness, streets.angular_closeness):
        for lines in (geojson, geojson | named, Interface(geojson), Interface(geojson | named), geojson["features"], shapes,
                      {"type": "MultiLineString", "coordinates": CITY}, dict(zip("ab", shapes))):
            with pytest.raises(ArgumentError, match="degrees of longitude and latitude"):
                function(lines)
        for lines in (frame, frame.geometry, list(frame.geometry), CITY, frame.set_crs(32632)):
            with pytest.warns(GobcWarning, match="6.13 to 6.135 and 49.6 to 49.602, look like degrees"):
                function(lines)
    streets.primal(geojson, length="meters")
    far = [[(x + 300_000, y + 5_500_000) for x, y in line] for line in CITY]
    for lines in (far, {"type": "MultiLineString", "coordinates": far}, GEOJSON, TOWN, [[(0, 0), (3, 4)], [(3, 4), (3, 5)]]):
        assert streets.primal(lines).num_components == 1


@pytest.mark.parametrize("crs, text", [(3857, r"WGS 84 / Pseudo-Mercator \(EPSG:3857\), .* lengths are 1.54 times as long"),
                                       (3395, r"World Mercator \(EPSG:3395\), .* lengths are 1.5\d times as long"),
                                       (2263, r"New York .* \(EPSG:2263\), whose unit is the US survey foot: .*not in meters")])
def test_lengths_that_are_no_meters(crs, text):
    place = geopandas.GeoDataFrame({"meters": [1.0, 2.0]}, geometry=list(map(shapely.LineString, CITY)), crs=4326).to_crs(crs)
    for lines in (place, Interface(place.__geo_interface__ | {
            "crs": {"type": "name", "properties": {"name": f"urn:ogc:def:crs:EPSG::{crs}"}}})):
        with pytest.warns(GobcWarning, match=text):
            streets.primal(lines)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        streets.primal(place, length="meters")
        streets.primal(place.to_crs(32632))


def directed_rows():
    """Streets as OSMnx has them in a directed graph: a row for each direction, and one alone of Park, which is one-way."""
    lines = [*TOWN, MILL[::-1], WELL[::-1]]
    return geopandas.GeoDataFrame({"oneway": [False, False, True, False, False]}, crs="EPSG:32632",
                                  geometry=[shapely.LineString(line) for line in lines])


@pytest.mark.filterwarnings("error")
def test_both_directions_are_right_in_a_directed_graph():
    town = streets.primal(directed_rows(), directed=True)
    assert town.reach().to_dict() == {(0, 0): 3, (60, 40): 3, (60, 90): 3, (100, 40): 0}
    with pytest.warns(GobcWarning, match=r"line 3 has the shape of line 0, and 1 more lines .*directed=True"):
        streets.primal(directed_rows())
    with pytest.warns(GobcWarning, match=r"line 3 has the shape of line 1: .*drop_duplicates"):
        streets.primal([*TOWN, WELL], directed=True)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("values", [(False, False, True), ("no", None, "yes"), ("B", "B", "F"), (0, 0, 1),
                                    ("False", math.nan, "1"), ("alternating", "reversible", "yes")])
def test_one_direction_of_two_way_streets_is_noticed(values):
    once = directed_rows().iloc[:3].assign(oneway=pandas.Series(values, dtype=object))
    for lines in (once, without_id(once.__geo_interface__ | METERS)):
        with pytest.warns(GobcWarning, match=r"oneway says that 2 of 3 lines, first line 0, are open in both directions"):
            streets.primal(lines, directed=True)
        streets.primal(lines)
    streets.primal(once.assign(oneway=True), directed=True)
    streets.primal(once.drop(columns="oneway"), directed=True)


@pytest.mark.parametrize("value", ["-1", -1, "T", "TF ", "reverse"])
def test_streets_that_lead_backwards_are_noticed(value):
    """They were read as open from the first point to the last."""
    once = directed_rows().iloc[:3].assign(oneway=pandas.Series(["yes", "F", value], dtype=object))
    for lines in (once, without_id(once.__geo_interface__ | METERS)):
        with pytest.warns(GobcWarning, match=r"1 of 3 lines, first line 2, are open in the other direction alone: turn these"):
            streets.primal(lines, directed=True)


@pytest.mark.filterwarnings("error")
def test_lines_that_are_not_split_where_they_meet_are_noticed():
    main = [(0, 0), (100, 0), (200, 0)]
    crossed = [(100, -50), (100, 0), (100, 50)]
    for lines in ([main, [(100, 0), (100, 90)]], [[(0, 0), (50, 50), (99, 0), (50, 0), (50, 50)]], [main, crossed]):
        with pytest.warns(GobcWarning, match=r"1 places lie within lines .*first line \d and line \d at"):
            streets.primal(lines)
    assert streets.primal([main, [(100, 9), (100, 90)]]).num_nodes == 4
    assert streets.primal([main, main[::-1], crossed[:1] + crossed[2:]], directed=True).num_nodes == 4


@pytest.mark.filterwarnings("error")
def test_decimals_of_degrees_are_noticed():
    degrees = FRAME.set_crs("EPSG:4326", allow_override=True)
    with pytest.warns(GobcWarning, match=r"decimals=2: the coordinates are degrees, 0.01 of which are about 1.1e\+03 meters"):
        streets.primal(degrees, length="meters", decimals=2)
    assert streets.primal(degrees, length="meters", decimals=7).num_edges == 3
    assert streets.primal(FRAME, decimals=2).num_edges == 3


def test_lengths_belong_to_lines_by_their_labels():
    """They were taken by position, and the keys of a dict for lengths."""
    town = {"mill": MILL, "well": WELL, "park": PARK}
    turned = {"park": 4, "mill": 1, "well": 2}
    assert [weight for _, _, weight in streets.primal(town, length=turned).edges] == [1, 2, 4]
    assert [weight for _, _, weight in streets.primal(TOWN, length={2: 4, 0: 1, 1: 2}).edges] == [1, 2, 4]
    assert [weight for _, _, weight in streets.primal(town, length=pandas.Series(turned)).edges] == [1, 2, 4]
    with pytest.raises(DataError, match="length has a different index from the lines.*reindex"):
        streets.primal(FRAME, length=FRAME["meters"].iloc[::-1])
    with pytest.raises(DataError, match="length has no value for line 'well'"):
        streets.primal(town, length={"mill": 1, "park": 2, "other": 3})
    with pytest.raises(ArgumentTypeError, match="length is"):
        streets.primal(TOWN, length={1, 2, 4})
    with pytest.raises(DataError, match="the length is True"):
        streets.primal(TOWN, length=[True, 2, 4])


@pytest.mark.parametrize("module, name, meant", [
    (streets, "choice", "gobc.streets.angular_betweenness(lines), or by length gobc.streets.primal(lines).betweenness()"),
    (streets, "betweenness", "gobc.streets.angular_betweenness(lines)"),
    (streets, "integration", "gobc.streets.angular_closeness(lines)"),
    (gobc, "choice", "gobc.streets.angular_betweenness(lines)?"), (gobc, "accessibility", ".to_scipy() != 0) @ opportunities?"),
])
def test_names_of_space_syntax(module, name, meant):
    with pytest.raises(AttributeError, match=f"has no attribute '{name}'; did you mean") as caught:
        getattr(module, name)
    assert meant in str(caught.value)
    assert not hasattr(streets, "zzz") and not hasattr(streets, "__path__other")


def test_import_of_gobc_is_light():
    code = "import sys, gobc; gobc.Graph; print([name for name in ('gobc.streets', 'numpy', 'shapely') if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == "[]"
