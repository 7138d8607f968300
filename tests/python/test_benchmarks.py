"""The graphs by which costs are fitted and judged."""

import importlib
import pathlib

import numpy
import pytest

FOLDER = pathlib.Path(__file__).parents[2] / "benchmarks"


@pytest.fixture(autouse=True)
def _modules(monkeypatch):
    monkeypatch.syspath_prepend(FOLDER)


def load(name):
    return importlib.import_module(name)


def spec_of(text):
    return next(spec for spec in load("halves").all_specs() if spec.name == text)


class TestHalves:
    def test_no_network_and_no_parameters_are_in_both(self):
        learn, judge = (load("halves").read_specs(half) for half in ("learn", "judge"))
        assert min(len(learn), len(judge)) >= 60
        assert {spec.network for spec in learn}.isdisjoint(spec.network for spec in judge)
        real = [{spec.call for spec in half if spec.source in ("real", "data")} for half in (learn, judge)]
        assert real[0] and real[1] and real[0].isdisjoint(real[1])
        assert {spec.kind for spec in learn} == {spec.kind for spec in judge}

    def test_every_graph_has_a_file_of_its_own(self):
        files = [spec.file.lower() for spec in load("halves").all_specs()]
        assert len(files) == len(set(files))

    def test_changes_are_read_from_a_line(self):
        spec = spec_of("gobc delaunay:n=450 chains=9 weights=ints10")
        assert spec.call == "delaunay:n=450" and spec.changed == {"chains": "9", "weights": "ints10"} and spec.half == "judge"

    @pytest.mark.parametrize("text", [
        "gobc road_like:n=1200 weights=skewed", "gobc rmat:scale=12,edge_factor=16 directed=0.4",
        "gobc small_world:n=150,k=4,p=0.1 parts=12", "made copies:n=700,k=8,copy=0.8", "made star:n=40"])
    def test_a_graph_is_the_same_twice_and_from_its_file(self, text, tmp_path):
        halves = load("halves")
        spec = spec_of(text)
        first, second = halves.make(spec), halves.make(spec)
        halves.write(first, tmp_path / spec.file)
        read = halves.load(spec, tmp_path)
        assert first.fingerprint == second.fingerprint == read.fingerprint and first.directed == read.directed
        assert (first.weights is None) == ("weights" not in text) and first.directed == ("directed" in text or "copies" in text)
        codes = first.tails * first.n + first.heads
        assert (numpy.diff(codes) > 0).all() and (first.tails != first.heads).all()

    def test_what_is_missing_is_named(self):
        halves = load("halves")
        with pytest.raises(halves.Missing, match="luxembourg"):
            halves.make(spec_of("data luxembourg_osm"))
        with pytest.raises(halves.Missing, match="no_such_package"):
            load("real_networks").folder("no_such_package")


class TestMakers:
    def test_draws_are_those_of_splitmix64(self):
        drawn = load("makers").draws(2, 0)
        expected = [(word >> 11) * 2.0**-53 for word in (0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4)]  # of the seed 0
        assert drawn.tolist() == expected

    def test_chains_keep_the_ends_of_every_edge(self):
        makers = load("makers")
        tails, heads = numpy.array([0, 0, 1]), numpy.array([1, 2, 2])
        n, ends, others = makers.chains(3, tails, heads, 5, 1)
        degree = numpy.bincount(numpy.concatenate([ends, others]))
        assert n > 3 and len(ends) - n == 0 and (degree == 2).all()  # a longer cycle

    def test_twins_have_the_same_neighbors(self):
        makers = load("makers")
        n, tails, heads = makers.twins(4, numpy.array([0, 0, 0, 1]), numpy.array([1, 2, 3, 2]), 1.0, 3)
        lists = [set(heads[tails == v]) | set(tails[heads == v]) for v in range(n)]
        assert n == 8
        for v in range(4, n):
            assert any(lists[v] == lists[u] & set(range(4)) for u in range(4))

    def test_leaves_parts_and_directions(self):
        makers = load("makers")
        tails, heads = numpy.array([0, 1]), numpy.array([1, 2])
        n, ends, others = makers.leaves(3, tails, heads, 2.0, 1)
        assert n == 9 and numpy.bincount(numpy.append(ends, others))[3:].tolist() == [1] * 6
        n, ends, others = makers.parts(3, tails, heads, 2, 1)
        assert (n, ends.tolist(), others.tolist()) == (6, [0, 1, 3, 4], [1, 2, 4, 5])
        ends, others = makers.oriented(tails, heads, 1.0, 1)
        assert sorted(zip(ends.tolist(), others.tolist())) == [(0, 1), (1, 0), (1, 2), (2, 1)]
