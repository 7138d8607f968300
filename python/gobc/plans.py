"""How the library computes an answer, or would: a dictionary that prints as text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ._formatting import WHOLE, html_table, size
from ._library import from_json
from ._pickling import stamped, unstamped
from .errors import ArgumentError, shown, translated


class Plan(dict[str, Any]):
    """The library's plan as a dictionary that prints as text. Its keys are also attributes. The keys may change between
    versions, except ``fits``, ``bytes``, ``limit``, ``seconds`` and ``reasons``.

    Examples
    --------
    >>> import gobc
    >>> plan = gobc.plan([("a", "b"), ("b", "c")], "betweenness", device="cpu")
    >>> plan["device"], plan.fits, plan.bytes < plan.limit
    ('cpu', True, True)
    """

    @classmethod
    def parse(cls, text: str) -> Plan:
        """Returns a plan from JSON. Other text is stored under the key "text".

        Examples
        --------
        >>> import gobc
        >>> gobc.Plan.parse('{"fits": true}').fits
        True
        """
        try:
            value = from_json(text) if text else {}
        except ValueError:
            value = {"text": text}
        return cls(value if isinstance(value, dict) else {"text": text})

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"the plan has no {shown(name)}; it has {', '.join(self)}") from None

    def __reduce__(self) -> tuple[type[Plan], tuple[()], dict[str, object]]:
        return Plan, (), stamped("Plan", plan=dict(self))

    def __setstate__(self, state: object) -> None:
        (plan,) = unstamped(state, "Plan", "plan")
        with translated("reading the state of a gobc Plan", ArgumentError):
            self.update(plan)

    def _lines(self) -> list[tuple[str, str]]:
        lines = []
        for key, value in self.items():
            if key == "reasons":  # one line for each reason
                lines += [(key if not row else "", str(reason)) for row, reason in enumerate(value or [])]
            elif key == "answers":  # also one line each; the plan itself has their figures
                lines += [(key if not row else "", ", ".join(answer["measures"])) for row, answer in enumerate(value)]
            elif key == "reductions":
                lines += [(key if not row else "", _reduction(step)) for row, step in enumerate(value)]
            elif key == "candidates":
                lines += [(key if not row else "", _candidate(way)) for row, way in enumerate(value)]
            else:
                lines.append((key.replace("_", " "), _told(key, value, ", ")))
        return lines

    def __repr__(self) -> str:
        lines = self._lines()
        width = max((len(key) for key, _ in lines), default=0)
        return "\n".join(f"{key:<{width}}  {value}" for key, value in lines)

    def _repr_html_(self) -> str:
        return html_table(["", "plan"], self._lines(), "", WHOLE)


def _reduction(step: Mapping[str, Any]) -> str:
    """Returns a text that says whether a reduction is used, why not, and how it changes the graph."""
    use = "used" if step["taken"] else f"not used, as {step['why']}"
    changes = [f"{what} {_told(what, step[what]['before'], '')} to {_told(what, step[what]['after'], '')}"
               for what in ("vertices", "edges", "work") if step.get(what)]
    return f"{step['name']}: {use}" + (f" ({', '.join(changes)})" if changes else "")


def _candidate(way: Mapping[str, Any]) -> str:
    """Returns a text about a candidate of the plan, its predicted time, and whether it is used."""
    reductions = " and ".join(way["reductions"]) or "no reduction"
    return (f"{', '.join(way['measures'])} on {way['engine']}, {reductions}: {way['seconds']:.2g} s predicted"
            + (", taken" if way["taken"] else ""))


def _told(key: str, value: object, comma: str) -> str:
    """Returns a text for a value; nested values are joined by "and"."""
    if isinstance(value, dict):
        return ", ".join(f"{name.replace('_', ' ')} {_told(name, part, ' and ')}" for name, part in value.items())
    if isinstance(value, list):
        return ("; " if any(isinstance(part, dict) for part in value) else comma).join(
            _told(key, part, " and ") for part in value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (int, float)) and (key.startswith("bytes") or key == "limit"):
        return size(value)
    return f"{value:.4g}" if isinstance(value, float) else f"{value:,}" if isinstance(value, int) else str(value)
