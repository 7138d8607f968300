"""Little memory on the device: fewer slots, narrower batches, then a clear error, or the CPU with device="auto"."""

import re

import pytest

from setting import AUTO

pytestmark = pytest.mark.scripted

SPEC = "erdos_renyi:n=200,m=700"
SMALL = "erdos_renyi:n=70,m=200"  # where no number of bytes matters
WIDE = {"device": "cuda", "tuning": "gpu_kernel=levels;gpu_width=128"}
NARROW = {"device": "cuda", "tuning": "gpu_kernel=levels;gpu_width=16"}
CPU = {"device": "cpu"}


def script(kilobytes, slots=8):
    return f"devices=1;sms={slots};memory={kilobytes << 10}"


def test_fewer_slots(outside):
    """What fits is taken: memory falls from plenty to just one narrow batch, and the bits stay."""
    want = outside(SPEC, [CPU])[0]["scores"]
    met = set()
    for kilobytes in (8192, 2048, 1536, 1024, 768, 512):
        got, counts = outside(SPEC, [NARROW], script=script(kilobytes))
        assert got["scores"] == want
        met.add(got["gpu"]["slots"])
        assert counts["counts"] == dict.fromkeys(counts["counts"], 0)
    assert len(met) >= 3 and max(met) == 8, met


def test_narrower_batches(outside):
    """A wide batch that does not fit runs as narrower ones."""
    want = outside(SPEC, [CPU])[0]["scores"]
    met = set()
    for kilobytes in (1024, 512, 256):
        got = outside(SPEC, [WIDE], script=script(kilobytes, slots=2))[0]
        assert got["scores"] == want
        met.add(got["gpu"]["width"])
    assert min(met) < 128, met


@pytest.mark.parametrize("measures", ["betweenness", "stress", "closeness", "betweenness,closeness", "edge_betweenness"])
@pytest.mark.parametrize("kilobytes", [0, 1, 8, 16])
def test_too_little(outside, measures, kilobytes):
    """The error says what would be needed and what is there; auto takes the CPU; afterwards nothing is left behind."""
    auto = {"device": "auto", "tuning": AUTO}
    calls = [{**call, "measures": measures} for call in ({"device": "cuda"}, auto, CPU, {"device": "cuda"})]
    cuda, auto, cpu, again, counts = outside(SPEC, calls, script=script(kilobytes))
    for refused in (cuda, again):
        assert refused["error"] == "MemoryLimitError", refused
        assert re.search(r"[1-9][0-9.,]* (bytes|[KMGT]i?B)", refused["message"]), refused["message"]
    assert auto["scores"] == cpu["scores"]
    assert counts["counts"] == dict.fromkeys(counts["counts"], 0)


@pytest.mark.parametrize("call", range(1, 9))
def test_any_allocation_may_fail_once(outside, call):
    """Each allocation in turn: the call succeeds or says that memory was short, and the next one is right."""
    options = {"measures": "betweenness,closeness"}
    first, second, cpu, counts = outside(SMALL, [{**options, "device": "cuda"}] * 2 + [{**options, **CPU}],
                                         script=f"devices=1;sms=2;fail=cuMemAlloc:{call}:2")
    assert first.get("scores") == cpu["scores"] or first["error"] == "MemoryLimitError", first
    assert second["scores"] == cpu["scores"]
    assert counts["counts"] == dict.fromkeys(counts["counts"], 0)


def test_the_kept_workspace_is_given_back(outside):
    """What is kept between calls makes room: a later call succeeds whichever of its allocations fails first."""
    calls = [NARROW, {**NARROW, "tuning": f"{NARROW['tuning']};gpu_order=bfs"}, CPU]  # another order is another upload
    failed = 0
    for number in range(1, 9):
        first, second, cpu, counts = outside(SMALL, calls, script=f"devices=1;sms=2;fail=cuMemAlloc:{number}:2")
        failed += "error" in first
        assert second.get("scores") == cpu["scores"], (number, second)
        assert counts["counts"] == dict.fromkeys(counts["counts"], 0)
    assert 0 < failed < 5, "no allocation of the second call failed"


def test_a_small_call_copies_few_times(outside):
    """Arrays side by side are copied and cleared at once: a copy takes a tenth of the kernel's time of such a graph. The first
    call copies the graph too; the last computes stress after the others."""
    calls = [{"measures": measures, "device": "cuda"}
             for measures in ("betweenness", "betweenness", "betweenness,closeness,stress")]
    *found, cpu, counts = outside(SMALL, [*calls, {**calls[2], **CPU}], script="devices=1;sms=2")
    assert found[0]["scores"] == found[1]["scores"] and found[2]["scores"] == cpu["scores"]
    assert 0 < found[1]["copies"] <= 7 and 0 < found[2]["copies"] <= 16
