"""Tables and small pictures as text, HTML and SVG."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ._largest import distribution

LONGEST = 60  # characters of a cell with a label
WHOLE = 1000  # of a cell whose text the package wrote
BAR = "rgba(59,118,196,.28)"  # seen on light and on dark notebooks
LEFT = ' style="text-align:left"'  # notebooks set every cell to the right
NO_MATHS = ' class="tex2jax_ignore mathjax_ignore"'  # or notebooks would set what stands between $ as a formula


def size(count: float) -> str:
    """Bytes for people: 1 KiB = 1,024 bytes."""
    if count < 1024:
        return f"{count:.0f} bytes"
    for unit in ("KiB", "MiB", "GiB", "TiB", "PiB"):
        count /= 1024
        if count < 1024:
            break
    return f"{count:.3g} {unit}" if count < 1000 else f"{count:,.0f} {unit}"


def device(row: Mapping[str, Any]) -> str:
    """A row of gobc.devices() in words; what a later library may add is left out."""
    if "error" in row:
        return f"cannot be used: {row['error']}"
    parts = ((row.get("model"), "{}"), (row.get("compute_capability"), "compute capability {}"),
             (row.get("multiprocessors"), "{} multiprocessors"), (row.get("instruction_set"), "{}"),
             (row.get("threads"), "{} threads"))
    words = [text.format(value) for value, text in parts if value is not None]
    return ", ".join([*words, size(row["memory"])] if "memory" in row else words)


def printable(text: str) -> str:
    """Control characters, line ends and marks that turn the direction of text as escapes."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def short(text: str, longest: int = LONGEST) -> str:
    """On one line of at most so many characters."""
    text = printable(text[:longest + 1])
    return text if len(text) <= longest else text[:longest - 1] + "\N{HORIZONTAL ELLIPSIS}"


def _cell(value: object, longest: int) -> str:
    return f"{value:.6g}" if isinstance(value, float) else short(str(value), longest)


def _html_cell(value: object, longest: int, share: float = 0.0) -> str:
    """A text that is cut shows its first 1000 characters under the pointer. A share of the largest is a bar behind the number."""
    shown, whole = _cell(value, longest), _cell(value, WHOLE)
    title = f' title="{_escaped(whole)}"' if whole != shown else ""
    side = "" if isinstance(value, (int, float)) else LEFT
    if share > 0:
        side = f' style="background:linear-gradient(to right,{BAR} {100 * share:.0f}%,transparent 0)"'
    return f"<td{title}{side}>{_escaped(shown)}</td>"


def text_table(names: Sequence[str], rows: Sequence[Sequence[object]], longest: int = LONGEST) -> str:
    """Columns aligned: numbers to the right, the rest to the left."""
    cells = [[_cell(value, longest) for value in row] for row in rows]
    widths = [max([len(name), *(len(row[i]) for row in cells)]) for i, name in enumerate(names)]
    right = [bool(rows) and isinstance(rows[0][i], (int, float)) for i in range(len(names))]

    def line(row: Sequence[str]) -> str:
        return "  ".join(text.rjust(width) if to_right else text.ljust(width)
                         for text, width, to_right in zip(row, widths, right)).rstrip()

    return "\n".join([line(names), *map(line, cells)])


def _share(value: object, largest: float) -> float:
    """Of a column's largest value; 0 where there is none to show."""
    return min(1.0, value / largest) if isinstance(value, float) and 0 < value < float("inf") and largest > 0 else 0.0


def html_table(names: Sequence[str], rows: Iterable[Sequence[object]], caption: str, longest: int = LONGEST,
               left_out: int = 0, bars: Mapping[int, float] | None = None) -> str:
    """Columns as in text_table; `left_out` rows are counted below. `bars` has the largest value of each column that shows
    shares of it."""
    rows = list(rows)
    largest = bars or {}
    sides = ["" if rows and isinstance(value, (int, float)) else LEFT for value in (rows[0] if rows else names)]
    head = "".join(f"<th{side}>{_escaped(str(name))}</th>" for name, side in zip(names, sides))
    body = "".join("<tr>" + "".join(
        _html_cell(value, longest, _share(value, largest.get(i, 0.0))) for i, value in enumerate(row)) + "</tr>" for row in rows)
    if left_out > 0:
        body += f'<tr><td colspan="{len(names)}"{LEFT}>\N{HORIZONTAL ELLIPSIS} {left_out:,} more</td></tr>'
    caption = f"<caption{LEFT}>{_escaped(caption)}</caption>" if caption else ""
    return f"<table{NO_MATHS}>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def histogram(values: memoryview[float], name: str, bins: int = 40) -> str:
    """An inline SVG of how the finite values are distributed; heights are square roots of the counts."""
    low, high, counts = distribution(values, bins)
    if not counts:
        return ""
    tallest = max(counts) ** 0.5
    bars = "".join(
        f'<rect x="{6 * bin}" y="{40 - 38 * count ** 0.5 / tallest:.1f}" width="5" '
        f'height="{38 * count ** 0.5 / tallest:.1f}"/>' for bin, count in enumerate(counts) if count)
    others = f"; {len(values) - sum(counts):,} not finite" if sum(counts) < len(values) else ""
    label = _escaped(f"{name}: {low:.4g} to {high:.4g}{others}")
    return (f'<figure style="margin:4px 0"><svg width="{6 * bins}" height="40" role="img" aria-label="{label}" '
            f'fill="currentColor">{bars}</svg><figcaption>{label}</figcaption></figure>')


def _escaped(text: str) -> str:
    import html  # 3 ms of `import gobc`

    return html.escape(text)
