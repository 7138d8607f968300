"""Comparisons of results."""

import functools

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


def same_numbers(got, want, what=""):
    """Whole numbers: bit by bit where all are exact, else within the last bits."""
    exact = all((values < 2**53).all() for values in columns(want).values())
    (same_bits if exact else functools.partial(near, tolerance=1e-12))(got, want, what=what)


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
