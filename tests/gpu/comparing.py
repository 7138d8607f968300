"""Comparisons of results."""

import numpy

MEASURES = ["betweenness", "stress", "closeness", "harmonic", "eccentricity"]


def columns(result):
    return {name: numpy.array(result[name], dtype=numpy.float64) for name in result.measures}


def same_bits(got, want, what=""):
    """Every measure, bit by bit."""
    got, want = columns(got), columns(want)
    assert list(got) == list(want)
    for name, values in want.items():
        differs = numpy.flatnonzero(got[name].view(numpy.int64) != values.view(numpy.int64))
        assert not len(differs), f"{what}: {name} of vertex {differs[0]} (and of {len(differs) - 1} others) is " \
            f"{got[name][differs[0]]!r}, not {values[differs[0]]!r}"


def near(got, want, tolerance, what=""):
    """Every measure relatively; infinities must be the same."""
    got, want = columns(got), columns(want)
    assert list(got) == list(want)
    for name, values in want.items():
        with numpy.errstate(invalid="ignore"):
            fine = (got[name] == values) | (numpy.abs(got[name] - values) <= tolerance * numpy.abs(values))
        wrong = numpy.flatnonzero(~fine)
        assert not len(wrong), f"{what}: {name} of vertex {wrong[0]} (and of {len(wrong) - 1} others) is " \
            f"{got[name][wrong[0]]!r}, not {values[wrong[0]]!r} within {tolerance}"
