"""One graph in every legal encoding and from every producer: the same bits."""

from decimal import Decimal

import duckdb
import nanoarrow
import numpy
import pandas
import polars
import pyarrow
import pyarrow.compute
import pytest

import gobc

MEASURES = ["betweenness", "stress", "closeness", "harmonic", "eccentricity", "eccentricity_centrality"]
EDGES = gobc.generate("small_world:n=100,k=6,p=0.3", 3)
SOURCE = numpy.array(EDGES["source"])
TARGET = numpy.array(EDGES["target"])
WANT = gobc.centralities((SOURCE, TARGET), MEASURES)


def assert_identical(edges):
    got = gobc.centralities(edges, MEASURES)
    assert [str(node).lstrip("n") for node in got["node"]] == [str(node) for node in WANT["node"]]
    for measure in MEASURES:
        assert got[measure].tobytes() == WANT[measure].tobytes(), measure


def integers(kind):
    return pyarrow.array(SOURCE).cast(kind), pyarrow.array(TARGET).cast(kind)


def strings(kind):
    # Longer than 12 bytes as often as not: views have two shapes.
    name = lambda v: "n" * (12 if v % 2 else 1) + str(v)  # noqa: E731
    return pyarrow.array(map(name, SOURCE)).cast(kind), pyarrow.array(map(name, TARGET)).cast(kind)


TYPES = {str(kind): (lambda kind=kind: integers(kind)) for kind in (
    pyarrow.int8(), pyarrow.int16(), pyarrow.int32(), pyarrow.int64(), pyarrow.uint8(), pyarrow.uint16(),
    pyarrow.uint32(), pyarrow.uint64())}
TYPES |= {str(kind): (lambda kind=kind: strings(kind)) for kind in (
    pyarrow.string(), pyarrow.large_string(), pyarrow.string_view())}


def plain(columns):
    return pyarrow.table(list(columns), names=["source", "target"])


def sliced(columns):
    padded = [pyarrow.concat_arrays([column[5:10], column, column[:3]]) for column in columns]
    return plain(padded).slice(5, len(SOURCE))


def sliced_batch(columns):
    """The offset stands in the struct and in its children."""
    padded = [pyarrow.concat_arrays([column[:8], column, column[:4]]).slice(3) for column in columns]
    return pyarrow.record_batch(padded, names=["source", "target"]).slice(5, len(SOURCE))


def chunked(columns):
    table = plain(columns)
    cuts = [0, 0, 1, 7, 7, 64, 130, len(SOURCE)]
    return pyarrow.concat_tables([table.slice(a, b - a) for a, b in zip(cuts, cuts[1:])])


def dictionary(columns):
    if pyarrow.types.is_string_view(columns[0].type):
        columns = [column.cast(pyarrow.string()) for column in columns]
    return plain([column.dictionary_encode() for column in columns])


def small_dictionary(columns):
    if pyarrow.types.is_string_view(columns[0].type):
        columns = [column.cast(pyarrow.string()) for column in columns]
    encoded = [column.dictionary_encode() for column in columns]
    return plain([pyarrow.DictionaryArray.from_arrays(column.indices.cast(pyarrow.uint8()), column.dictionary)
                  for column in encoded])


def dictionaries_that_differ(columns):
    """Each chunk with a dictionary of its own."""
    if pyarrow.types.is_string_view(columns[0].type):
        columns = [column.cast(pyarrow.string()) for column in columns]
    chunks = [[column.slice(start, 100).dictionary_encode() for start in range(0, len(SOURCE), 100)]
              for column in columns]
    return plain([pyarrow.chunked_array(parts) for parts in chunks])


SHAPES = [plain, sliced, sliced_batch, chunked, dictionary, small_dictionary, dictionaries_that_differ]


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.__name__)
@pytest.mark.parametrize("kind", TYPES)
def test_pyarrow(kind, shape):
    assert_identical(shape(TYPES[kind]()))


@pytest.mark.parametrize("kind", TYPES)
def test_polars(kind):
    frame = polars.from_arrow(plain(TYPES[kind]()))
    assert_identical(frame)
    assert_identical(frame.lazy().collect().slice(0))
    assert_identical(polars.concat([frame[:50], frame[50:]], rechunk=False))


def test_polars_categorical():
    frame = polars.from_arrow(plain(strings(pyarrow.string())))
    assert_identical(frame.with_columns(polars.all().cast(polars.Categorical)))


@pytest.mark.parametrize("kind", [kind for kind in TYPES if kind != "string_view"])
def test_duckdb(kind):
    table = plain(TYPES[kind]())
    assert_identical(duckdb.from_arrow(table))


@pytest.mark.parametrize("kind", [kind for kind in TYPES if kind != "string_view"])
def test_pandas(kind):
    frame = plain(TYPES[kind]()).to_pandas()
    assert_identical(frame)
    assert_identical(frame.set_index(frame.index[::-1]))


def test_pandas_categorical():
    assert_identical(plain(strings(pyarrow.string())).to_pandas().astype("category"))


@pytest.mark.parametrize("kind", TYPES)
def test_nanoarrow(kind):
    assert_identical(nanoarrow.ArrayStream(chunked(TYPES[kind]())))
    if kind != "string_view":  # nanoarrow 0.9 cannot hand such an Array on, to pyarrow neither
        assert_identical(nanoarrow.Array(plain(TYPES[kind]()).to_batches()[0]))


@pytest.mark.parametrize("kind", ["i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", ">i4", "U", "O"])
def test_numpy(kind):
    assert_identical((SOURCE.astype(kind), TARGET.astype(kind)))


def test_lists():
    assert_identical((SOURCE.tolist(), TARGET.tolist()))
    assert_identical(list(zip(map(str, SOURCE), map(str, TARGET))))


def test_a_null_bitmap_without_nulls():
    columns = [pyarrow.array(column, mask=numpy.zeros(len(column), bool)) for column in (SOURCE, TARGET)]
    masked = [pyarrow.concat_arrays([pyarrow.array([None], pyarrow.int64()), column]).slice(1) for column in columns]
    assert masked[0].buffers()[0] is not None
    assert_identical(plain(masked))


def test_the_row_of_a_null_is_that_of_the_table():
    table = plain([pyarrow.array(range(10)), pyarrow.array([*range(1, 7), None, *range(8, 11)])])
    batch = table.to_batches()[0]
    for edges, row in ((table, 6), (table.slice(4), 2), (batch.slice(4), 2),
                       (pyarrow.concat_tables([table.slice(0, 2), table.slice(4)]), 4)):
        with pytest.raises(gobc.DataError, match=f"row {row}: column .target. is null"):
            gobc.Graph(edges)


TENTHS = [Decimal(1 + v % 7) / 10 for v in range(len(SOURCE))]
DECIMALS = {str(kind): (lambda kind=kind: pyarrow.table({"u": SOURCE, "v": TARGET, "w": pyarrow.array(TENTHS, kind)}))
            for kind in (pyarrow.decimal128(3, 1), pyarrow.decimal128(38, 30), pyarrow.decimal256(60, 25))}
DECIMALS |= {f"decimal{bits}": (lambda kind=getattr(pyarrow, f"decimal{bits}")(5, 3): pyarrow.table(
    {"u": SOURCE, "v": TARGET, "w": pyarrow.array(TENTHS, kind)})) for bits in (32, 64) if hasattr(pyarrow, f"decimal{bits}")}
DECIMALS |= {
    "sliced": lambda: pyarrow.table({"u": [0, *SOURCE], "v": [0, *TARGET], "w": [Decimal(9), *TENTHS]}).slice(1),
    "pandas": lambda: pandas.DataFrame({"u": SOURCE, "v": TARGET, "w": TENTHS}),
    "polars": lambda: polars.DataFrame({"u": SOURCE, "v": TARGET, "w": TENTHS}),
    "duckdb": lambda: duckdb.sql(f"select unnest({SOURCE.tolist()}) u, unnest({TARGET.tolist()}) v, "
                                 f"unnest({list(map(float, TENTHS))})::decimal(9, 3) w"),
}


@pytest.mark.parametrize("case", DECIMALS)
def test_decimals_are_weights(case):
    """As the floats that are nearest to them: whole numbers of tenths, whose lengths tie exactly."""
    want = gobc.centralities((SOURCE, TARGET), MEASURES, weight=list(map(float, TENTHS)))
    got = gobc.centralities(DECIMALS[case](), MEASURES, weight="w")
    for measure in MEASURES:
        assert got[measure].tobytes() == want[measure].tobytes(), measure


def test_decimals_beside_the_edges_and_of_sources():
    beside = pyarrow.array(TENTHS)
    assert gobc.closeness((SOURCE, TARGET), weight=beside).to_dict() == gobc.closeness(
        (SOURCE, TARGET), weight=list(map(float, TENTHS))).to_dict()
    some = pyarrow.table({"node": [0, 1], "weight": [Decimal("0.50"), Decimal("2.25")]})
    assert gobc.betweenness((SOURCE, TARGET), sources=some).to_dict() == gobc.betweenness(
        (SOURCE, TARGET), sources={0: 0.5, 1: 2.25}).to_dict()


@pytest.mark.parametrize("value, text", [
    ("0.1234567890123456", "row 1: the weight 0.1234567890123456.* has more than 15 digits"), ("-1", "row 1: the weight is -1"),
    ("0", "row 1: the weight is 0"), ("9007199254740992", r"row 1: the weight 9007199254740992\.0+ is 2\^53 or more"),
    (None, 'row 1: column "w" is null')])
def test_decimals_that_are_no_lengths(value, text):
    weights = pyarrow.array([Decimal(1), None if value is None else Decimal(value)], pyarrow.decimal128(38, 18))
    with pytest.raises(gobc.DataError, match=text):
        gobc.Graph(pyarrow.table({"u": [1, 2], "v": [2, 3], "w": weights}), weight="w")
    with pytest.raises(gobc.DataError, match='column "u" .*holds decimals; labels are'):
        gobc.Graph(pyarrow.table({"u": weights, "v": weights}))


@pytest.mark.parametrize("texts", [["a", "bb", "", "ccc"], ["a", "é", "", "日本", "z"], [], ["", ""], ["a", None, "c"]])
@pytest.mark.parametrize("kind", [pyarrow.string(), pyarrow.large_string(), pyarrow.string_view()])
def test_texts_of_columns(texts, kind):
    column = pyarrow.array(texts, kind)
    for part in (column, column[1:], column[:2], column[1:3]):
        assert gobc._arrow.to_list(gobc._arrow.import_array(part)) == part.to_pylist()


@pytest.mark.parametrize("texts", [["a", "bb", "", "ccc"], ["a", "é", "", "日本", "z"], [], ["", ""]])
def test_columns_of_texts(texts):
    assert gobc._arrow.to_list(gobc._arrow.column_from_strings(iter(texts), "node")) == texts


def test_half_characters_are_refused():
    with pytest.raises(UnicodeEncodeError):
        gobc._arrow.column_from_strings(["a", "\ud83d", "\ude00"], "node")
