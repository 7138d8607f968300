"""What a computation would do, or has done."""

from __future__ import annotations

import json

from ._show import WHOLE, html_table, size


class Plan(dict):
    """The library's plan as a dictionary, printed as text; its keys are attributes too. What stands in it may change
    from version to version, ``fits``, ``bytes``, ``limit`` and ``reasons`` excepted."""

    @classmethod
    def parse(cls, text: str) -> Plan:
        """A plan from JSON; anything else is kept under "text"."""
        try:
            value = json.loads(text) if text else {}
        except ValueError:
            value = {"text": text}
        return cls(value if isinstance(value, dict) else {"text": text})

    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"the plan has no {name!r}; it has {', '.join(self)}") from None

    def _lines(self) -> list[tuple[str, str]]:
        lines = []
        for key, value in self.items():
            if key == "reasons":  # a line each; none of a plan that needs none
                lines += [(key if not row else "", str(reason)) for row, reason in enumerate(value or [])]
            else:
                lines.append((key.replace("_", " "), _told(key, value, ", ")))
        return lines

    def __repr__(self) -> str:
        lines = self._lines()
        width = max((len(key) for key, _ in lines), default=0)
        return "\n".join(f"{key:<{width}}  {value}" for key, value in lines)

    def _repr_html_(self) -> str:
        return html_table(["", "plan"], self._lines(), "", WHOLE)


def _told(key: str, value, comma: str) -> str:
    """A value in words; parts of parts are joined by "and"."""
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
