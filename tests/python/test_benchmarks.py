"""The graphs by which costs are fitted and judged, and what is made of their measurements."""

import importlib
import json
import math
import pathlib
import sys

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


class TestChoices:
    def test_directed_graphs_have_no_reductions(self):
        choices, halves = load("choices"), load("halves")
        network = halves.make(spec_of("made copies:n=700,k=8,copy=0.8"))
        assert {choice.reductions for choice in choices.choices("betweenness", network, "cpu")} == {"auto", "none"}
        network = halves.make(spec_of("made star:n=40"))
        names = [choice.name for choice in choices.choices("betweenness", network, "cuda:0")]
        assert "blocks gpu_kernel=levels gpu_width=64" in names and "chains" in names and "twins" not in names
        assert [choice.name for choice in choices.choices("betweenness", network, "auto")] == ["auto"]
        short = choices.lean(choices.choices("betweenness", network, "cpu"))
        assert "none width=8" in [choice.name for choice in short] and "blocks width=8" not in [choice.name for choice in short]

    def test_a_record_goes_on_where_it_ended(self, tmp_path, monkeypatch):
        choices, out = load("choices"), tmp_path / "record.jsonl"
        monkeypatch.setattr(sys, "argv", ["choices.py", "--only", "erdos_renyi:n=25,m=60", "--measures", "betweenness",
                                          "--threads", "1", "--rounds", "1", "--out", str(out)])
        assert choices.main() == 0
        lines = out.read_text("utf-8").splitlines()
        cut = next(i for i, line in enumerate(lines) if json.loads(line).get("choice") == "none")
        out.write_text("\n".join([*lines[:cut], *lines[cut + 1:], '{"kind": "ru']), encoding="utf-8")
        assert choices.main() == 0
        runs = [(line["choice"], line["device"]) for line in choices.read_lines(out) if line["kind"] == "run"]
        graphs = [line for line in choices.read_lines(out) if line["kind"] == "graph"]
        assert len(runs) == len(set(runs)) and ("none", "cpu") in runs and len(graphs) == 1
        assert graphs[0]["n"] == 25 and graphs[0]["arcs"] == 120
        assert set(graphs[0]["reductions"]) == set(load("features").REDUCTIONS)

    def test_a_call_that_takes_too_long_is_recorded_as_such(self):
        choices, halves = load("choices"), load("halves")
        network = halves.make(spec_of("gobc delaunay:n=10000"))
        run = choices.Run(choices.Choice("none"), "cpu", 1, "")
        choices.once(network, "betweenness", run, 0.01, replace=False)
        line = choices.line_of(network, "betweenness", run)
        assert line["stopped"] >= 0.01 and "first" not in line


def line(choice, first, again=None, device="cpu", **more):
    plan = {"device": "cpu" if device == "auto" else device, "path": {"kernel": "sweep", "width": 16}}
    return {"kind": "run", "graph": "g", "measure": "betweenness", "choice": choice, "device": device, "threads": 2, "isa": "",
            "first": first, "again": again, "predicted": first / 2, "plan": plan, **more}


class TestJudge:
    def test_a_ratio_is_over_the_best_of_the_device(self):
        judge = load("judge")
        lines = [line("auto", 3.0, 2.0), line("blocks", 1.5, 0.5), line("none", 4.0, 4.0), line("none", 0.1, 0.1, "cuda:0"),
                 line("chains", 0.0, refused="why")]
        found = {verdict.call: verdict for verdict in judge.verdicts(lines, 0)}
        assert {call: verdict.ratio for call, verdict in found.items()} == {"first": 2.0, "again": 4.0}
        assert found["first"].choice == "blocks" and found["first"].chosen == "cpu none sweep 16"

    def test_a_choice_that_is_fastest_by_luck_in_one_half_of_the_rounds_is_no_best(self):
        judge = load("judge")
        auto, lucky = line("auto", 2.0, each=[2.0, 2.0, 2.0, 2.0]), line("none", 1.5, each=[1.0, 2.0, 1.0, 2.0])
        assert judge.verdicts([auto, lucky], 0)[1].ratio == pytest.approx(2 / 1.5)
        assert judge.verdicts([auto, lucky], 0)[1].fair == 1  # the other half of the rounds shows no gain
        faster = line("blocks", 1.0, each=[1.0, 1.0, 1.0, 1.0])
        assert judge.verdicts([auto, faster], 0)[1].fair == 2
        assert judge.verdicts([auto, line("queue", 1.0)], 0)[1].fair == 2  # measured once

    def test_device_auto_is_judged_by_all_devices(self):
        judge = load("judge")
        lines = [line("auto", 1.0, device="auto"), line("none", 2.0), line("none", 0.25, device="cuda:0")]
        verdict = judge.verdicts(lines, 0)[0]
        assert (verdict.ratio, verdict.choice) == (4.0, "cuda:0 none")

    def test_a_stopped_call_takes_at_least_as_long(self):
        judge = load("judge")
        stopped = {**line("auto", 0), "stopped": 5.0}
        verdict = judge.verdicts([stopped, line("none", 1.0), {**line("queue", 0), "stopped": 0.1}], 0)[0]
        assert (verdict.ratio, verdict.at_least, verdict.choice) == (5.0, True, "none")
        assert "at least 5" in judge.worst([verdict], 10)

    def test_means_and_percentiles(self):
        judge = load("judge")
        assert math.isclose(judge.geometric_mean([1, 2, 4]), 2)
        assert [judge.percentile(range(1, 101), share) for share in (0.5, 0.95, 1)] == [50, 95, 100]
        assert judge.percentile([7], 0.95) == 7

    def test_predictions_are_factors_either_way(self):
        judge = load("judge")
        lines = [line("none", 2.0), {**line("blocks", 1.0), "predicted": 4.0}]
        assert judge.factors(lines, 0)["all", "all", "all"] == [2.0, 0.25]
        assert "| all | all | all | 2 | 1.12 | 2 | 4 |" in judge.predictions([lines], 0)

    def test_the_floor_is_on_both_sides(self):
        judge = load("judge")
        verdict = judge.verdicts([line("auto", 0.3), line("none", 0.1)], 0.1)[0]
        assert math.isclose(verdict.ratio, 2)

    def test_two_records_are_compared_on_what_both_have(self, tmp_path, monkeypatch, capsys):
        judge = load("judge")
        graph = {"kind": "graph", "graph": "g", "half": "judge", "fingerprint": 1}
        elsewhere = {**line("auto", 9.0), "measure": "stress"}  # which the second record lacks
        records = [[graph, line("auto", 4.0), line("none", 1.0), elsewhere], [graph, line("auto", 2.0)]]
        paths = [tmp_path / f"{i}.jsonl" for i in range(2)]
        for path, lines in zip(paths, records):
            path.write_text("".join(json.dumps(one) + "\n" for one in lines), encoding="utf-8")
        monkeypatch.setattr(sys, "argv", ["judge.py", *map(str, paths), "--half", "judge", "--floor", "0"])
        assert judge.main() == 0
        printed = capsys.readouterr().out
        assert "4.000 to 2.000" in printed and "4 to 2" in printed and "0.50" in printed and "stress" not in printed

    def test_other_graphs_are_not_compared(self):
        judge = load("judge")
        records = [[{"kind": "graph", "graph": "g", "half": "judge", "fingerprint": number}] for number in (1, 2)]
        with pytest.raises(SystemExit, match="another graph"):
            judge.same(records)
