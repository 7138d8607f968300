"""Random changes of small files of every format: an edge list, or an error of gobc's, and nothing else.

GOBC_MALFORMED_FILES says how many of each format (60).
"""

import gzip
import io
import os
import random

import pytest

import gobc

ROWS = [(1, 2, 0.5), (2, 3, 1.5), (3, 1, 2.5), (3, 4, 1.0)]
COUNT = int(os.environ.get("GOBC_MALFORMED_FILES", 60))


def text(delimiter):
    lines = ["source,target,weight", *(f"{a},{b},{w}" for a, b, w in ROWS)]
    return "\n".join(lines).replace(",", delimiter).encode() + b"\n"


def matrix():
    return b"%%MatrixMarket matrix coordinate real general\n4 4 4\n" + b"".join(b"%d %d %g\n" % row for row in ROWS)


def graphml():
    import networkx

    graph = networkx.DiGraph()
    graph.add_weighted_edges_from(ROWS)
    file = io.BytesIO()
    networkx.write_graphml(graph, file)
    return file.getvalue()


def arrow(write):
    import pyarrow

    file = io.BytesIO()
    source, target, weight = zip(*ROWS)
    write(pyarrow.table({"source": source, "target": target, "weight": weight}), file)
    return file.getvalue()


def parquet():
    from pyarrow.parquet import write_table

    return arrow(write_table)


def feather():
    from pyarrow.feather import write_feather

    return arrow(lambda table, file: write_feather(table, file, compression="uncompressed"))


FORMATS = {"csv": lambda: text(","), "tsv": lambda: text("\t"), "csv.gz": lambda: gzip.compress(text(","), mtime=0),
           "mtx": matrix, "graphml": graphml, "parquet": parquet, "feather": feather}
PIECES = [b"", b"\n", b"\r", b"\0", b",", b'"', b"nan", b"inf", b"-1", b"1e999", b"99999999999999999999", b"\xff\xfe", b"\xc3",
          b"%", b"<", b"&x;", b"<!DOCTYPE x>", b" ", b"\t", b"#"]


def changed(data, chance):
    """Up to four changes: bytes flipped, cut out, doubled, or a piece put in."""
    data = bytearray(data)
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(data) + 1)
        kind = chance.randrange(4)
        if kind == 0 and at < len(data):
            data[at] ^= 1 << chance.randrange(8)
        elif kind == 1:
            del data[at:at + chance.choice((1, 2, 5, 40))]
        elif kind == 2:
            data[at:at] = data[at:at + chance.randint(1, 60)]
        else:
            data[at:at] = chance.choice(PIECES)
    return bytes(data)


@pytest.mark.parametrize("ending", FORMATS)
def test_a_malformed_file_is_read_or_an_error_of_gobcs(tmp_path, ending):
    whole = FORMATS[ending]()
    path = tmp_path / f"edges.{ending}"
    read = refused = 0
    for number in range(COUNT):
        path.write_bytes(changed(whole, random.Random(f"{ending} {number}")))
        try:
            graph = gobc.Graph.read(str(path))
        except gobc.Error as error:
            refused += 1
            assert str(error), f"{ending}, number {number}"
        except Exception as error:
            pytest.fail(f"{ending}, number {number}: {type(error).__name__}: {error}")
        else:
            read += 1
            graph.close()
    assert read + refused == COUNT and refused


def test_a_zero_byte_in_a_matrix_is_an_error_with_the_line(tmp_path):
    path, whole = tmp_path / "edges.mtx", matrix()
    for at in range(whole.index(b"\n1 2") + 1, len(whole) + 1):
        path.write_bytes(whole[:at] + b"\0" + whole[at:])
        with pytest.raises(gobc.FileError, match=rf"line {whole[:at].count(10) + 1}: a zero byte"):
            gobc.Graph.read(str(path))


@pytest.mark.parametrize("line", [b"3 4 1*", b"3 4 13 1 2", b"3 4 1\x02", b"3 1 2.5\x023 4 1", b"3 4", b"3"])
def test_a_matrix_that_ends_in_a_broken_entry_is_an_error_of_its_line(tmp_path, line):
    path = tmp_path / "edges.mtx"
    path.write_bytes(matrix()[:-len(b"3 4 1\n")] + line)
    with pytest.raises(gobc.FileError, match="line 6: "):
        gobc.Graph.read(str(path))
