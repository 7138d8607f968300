"""Progress of a long call, shown by the thread that waits for it: a bar of tqdm's where that is installed, else a line on
standard error."""

from __future__ import annotations

import sys
import time
import warnings
from collections.abc import Callable
from typing import Any, Protocol

from ..errors import ArgumentTypeError, shown

DELAY = 2.0  # seconds before anything is shown
PAUSE = 0.25  # seconds between two states that are shown
PHASES = ("reading", "building", "planning", "sweeping", "finishing")


class Shown(Protocol):
    """What a call tells of its progress: `update` every tenth of a second, `close` at the end."""

    def update(self, phase: int, done: int, total: int) -> None: ...

    def close(self, complete: bool, done: int, total: int) -> None: ...


class _Bar(Protocol):
    def show(self, phase: str, done: int, total: int, seconds: float) -> None: ...

    def end(self, phase: str, done: int, total: int, seconds: float) -> None: ...


def choose(progress: bool | Callable[[int, int], Any] | None, started: float) -> Shown:
    """None: after two seconds, on a terminal or in a notebook; True: at once; False: never; or a function to call."""
    if progress is None:
        return _Delayed(started) if _visible() else _Silent()
    if progress is True:
        return _Delayed(started - DELAY)
    if progress is False:
        return _Silent()
    if callable(progress):
        return _Told(progress)
    raise ArgumentTypeError(f"progress must be None, True, False or a function of (done, total), not {shown(progress)}")


def _notebook() -> bool:
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return any(kind.__name__ == "ZMQInteractiveShell" for kind in type(shell).__mro__)  # Colab and Spyder derive theirs


def _visible() -> bool:
    try:
        return sys.stderr is not None and (sys.stderr.isatty() or _notebook())
    except (AttributeError, ValueError):
        return False  # a replaced or closed stream


class _Silent:
    def update(self, phase: int, done: int, total: int) -> None:
        pass

    def close(self, complete: bool, done: int, total: int) -> None:
        pass


class _Told:
    """Calls a function of the user's, on the thread that waits. It is told the end as well."""

    def __init__(self, function: Callable[[int, int], Any]):
        self._function = function
        self._last = (0, 0)

    def update(self, phase: int, done: int, total: int) -> None:
        if total > 0:  # not while a graph is read and built
            self._last = (done, total)
            self._function(done, total)

    def close(self, complete: bool, done: int, total: int) -> None:
        if complete and self._last != (total, total):
            self._function(total, total)


class _Delayed:
    """Nothing before DELAY seconds have passed, then a bar."""

    def __init__(self, started: float):
        self._started = self._shown = started
        self._bar: _Bar | None = None
        self._phase = ""

    def update(self, phase: int, done: int, total: int) -> None:
        now = time.monotonic()
        if self._bar is None:
            if now - self._started < DELAY:
                return
            self._bar = _open_bar()
        elif now - self._shown < PAUSE:
            return
        self._shown = now
        self._phase = PHASES[phase] if 0 <= phase < len(PHASES) else ""
        self._bar.show(self._phase, done, total, now - self._started)

    def close(self, complete: bool, done: int, total: int) -> None:
        if self._bar is not None:
            self._bar.end(self._phase, done, total, time.monotonic() - self._started)


def _open_bar() -> _Bar:
    try:
        return _TqdmBar()
    except Exception:  # not installed, or no stream that it can write to: the line always works
        return _Line()


class _TqdmBar:
    """What is counted is not said: sources, or the pairs of a sample."""

    COUNTED = "{desc}: {percentage:3.0f}%|{bar}| {n:,} of {total:,} [{elapsed}<{remaining}]"
    UNCOUNTED = "{desc} [{elapsed}]"

    def __init__(self) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # without ipywidgets a notebook gets text, which is no reason to warn
            from tqdm.auto import tqdm

        class Bar(tqdm):  # type: ignore[misc]  # tqdm is Any
            monitor_interval = 0  # no thread: the one that waits redraws

        # In a notebook the last state stays: how far the call came, and in what time.
        self._bar = Bar(bar_format=self.UNCOUNTED, desc="gobc", dynamic_ncols=True, leave=_notebook())

    def show(self, phase: str, done: int, total: int, seconds: float) -> None:
        self._bar.start_t = time.time() - seconds
        self._bar.bar_format = self.COUNTED if total > 0 else self.UNCOUNTED
        self._bar.n, self._bar.total = done, total or None
        self._bar.set_description_str(f"gobc {phase}")

    def end(self, phase: str, done: int, total: int, seconds: float) -> None:
        self.show(phase, done, total, seconds)
        self._bar.close()


class _Line:
    """One line, written over again."""

    def __init__(self) -> None:
        self._width = 0

    def show(self, phase: str, done: int, total: int, seconds: float) -> None:
        counted = f" {done:,} of {total:,} ({done / total:.0%})" if total > 0 else ""
        text = f"gobc {phase}{counted}, {seconds:,.0f} s"
        self._write("\r" + text.ljust(self._width))
        self._width = len(text)

    def end(self, phase: str, done: int, total: int, seconds: float) -> None:
        self._write("\r" + " " * self._width + "\r")

    def _write(self, text: str) -> None:
        try:
            sys.stderr.write(text)
            sys.stderr.flush()
        except (AttributeError, ValueError, OSError):
            pass  # progress is never a reason to fail
