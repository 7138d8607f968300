"""Types of arguments that many functions have."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Progress = bool | Callable[[int, int], Any] | None
Device = str | list[str] | tuple[str, ...]
