"""Progress of a long call, shown by the thread that waits for it: a bar of tqdm's where that is installed, else a line on
standard error."""

from __future__ import annotations

import sys
import time
import warnings
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from ..errors import ArgumentTypeError, shown

DELAY = 2.0  # seconds before anything is shown
LINES_AFTER = 10.0  # seconds before the first line where there is no terminal
LONGEST_PAUSE = 600.0  # seconds between two such lines, at most
PAUSE = 0.25  # seconds between two states that are shown
BUILDING, SWEEPING = 1, 3
PHASES = ("reading", "building", "planning", "sweeping", "finishing")


class Shown(Protocol):
    """What a call tells of its progress: `update` every tenth of a second, `close` at the end. Until a graph is built, rows are
    counted, then sources."""

    def update(self, phase: int, done: int, total: int, predicted: float = 0) -> None: ...

    def close(self, complete: bool, done: int, total: int) -> None: ...


class State(NamedTuple):
    """How far a call is. What is counted of sweeps is not said: sources, or the pairs of a sample."""

    phase: int
    done: int
    total: int
    seconds: float  # since the call began
    rate: float | None = None  # done a second
    left: float | None = None  # seconds

    @property
    def title(self) -> str:
        return f"gobc {PHASES[self.phase] if 0 <= self.phase < len(PHASES) else ''}"

    @property
    def pace(self) -> list[str]:
        rate = [f"{self.rate:,.0f}/s" if self.rate >= 10 else f"{self.rate:.2g}/s"] if self.rate else []
        return rate + ([f"about {in_words(self.left)} left"] if self.left is not None else [])

    def __str__(self) -> str:
        counted = f" {self.done:,}" if self.done or self.total else ""
        counted += f" of {self.total:,}" if self.total > 0 else ""
        counted += " rows" if counted and self.phase <= BUILDING else ""
        counted += f" ({self.done / self.total:.0%})" if self.total > 0 else ""
        return ", ".join([f"{self.title}{counted}", f"{self.seconds:,.0f} s", *self.pace])


class _Bar(Protocol):
    def show(self, state: State) -> None: ...

    def end(self, state: State) -> None: ...


def choose(progress: bool | Callable[[int, int], Any] | None, started: float) -> Shown:
    """None: after two seconds, on a terminal or in a notebook; True: at once; False: never; or a function to call. `lines` is
    None that writes a line from time to time where there is no terminal."""
    if (progress is None or progress is lines) and _visible():
        return _Delayed(started)
    if progress is None:
        return _Silent()
    if progress is lines:
        return _Lines(started)
    if progress is True:
        return _Delayed(started - DELAY)
    if progress is False:
        return _Silent()
    if callable(progress):
        return _Told(progress)
    raise ArgumentTypeError(f"progress must be None, True, False or a function of (done, total), not {shown(progress)}")


def lines(done: int, total: int) -> None:
    """As `progress`: None, but lines where there is no terminal."""


class Pace:
    """How fast a phase goes, and how long it will still take: by what was done in it so far, and before that by what was
    predicted of sweeps."""

    def __init__(self) -> None:
        self._phase = -1
        self._began = (0.0, 0)  # when the phase was seen first, and what was done by then
        self.rate: float | None = None  # done a second

    def left(self, phase: int, done: int, total: int, predicted: float, now: float) -> float | None:
        """Seconds, or None if nothing is known."""
        if phase == SWEEPING and total <= 0:
            return None
        if phase != self._phase:
            self._phase, self._began = phase, (now, done)
        since, before = now - self._began[0], done - self._began[1]
        self.rate = before / since if before > 0 and since > 0 else None
        if total <= 0:
            return None
        if self.rate:
            return (total - done) / self.rate
        return max(predicted - since, 0) or None if phase == SWEEPING else None


def in_words(seconds: float) -> str:
    """A time as people say it: 40 s, 12 min, 3.5 h, 2 days."""
    for size, unit in ((172_800, "days"), (5400, "h"), (90, "min")):
        if seconds >= size:
            count = seconds / {"days": 86_400, "h": 3600, "min": 60}[unit]
            return f"{count:.0f} {unit}" if unit == "min" or count >= 10 else f"{count:.1f} {unit}"
    return f"{max(seconds, 1):.0f} s"


def _notebook() -> bool:
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return any(kind.__name__ == "ZMQInteractiveShell" for kind in type(shell).__mro__)  # Colab and Spyder derive theirs


def _visible() -> bool:
    try:
        return sys.stderr is not None and (sys.stderr.isatty() or _notebook())
    except (AttributeError, ValueError):
        return False  # a replaced or closed stream


class _Silent:
    def update(self, phase: int, done: int, total: int, predicted: float = 0) -> None:
        pass

    def close(self, complete: bool, done: int, total: int) -> None:
        pass


class _Told:
    """Calls a function of the user's, on the thread that waits. It is told the end as well."""

    def __init__(self, function: Callable[[int, int], Any]):
        self._function = function
        self._last = (0, 0)

    def update(self, phase: int, done: int, total: int, predicted: float = 0) -> None:
        if total > 0 and phase > BUILDING:
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
        self._phase = 0
        self._pace = Pace()

    def update(self, phase: int, done: int, total: int, predicted: float = 0) -> None:
        now = time.monotonic()
        left = self._pace.left(phase, done, total, predicted, now)
        if self._bar is None:
            if now - self._started < DELAY:
                return
            self._bar = _open_bar()
        elif now - self._shown < PAUSE:
            return
        self._shown = now
        self._phase = phase
        self._bar.show(State(phase, done, total, now - self._started, self._pace.rate, left))

    def close(self, complete: bool, done: int, total: int) -> None:
        if self._bar is not None:
            self._bar.end(State(self._phase, done, total, time.monotonic() - self._started))


class _Lines:
    """Lines on standard error where there is no terminal: the first after LINES_AFTER seconds, each next when half as much time
    has passed again, so that a log of a long call stays short."""

    def __init__(self, started: float):
        self._started = started
        self._next = LINES_AFTER
        self._pace = Pace()

    def update(self, phase: int, done: int, total: int, predicted: float = 0) -> None:
        now = time.monotonic()
        passed, left = now - self._started, self._pace.left(phase, done, total, predicted, now)
        if passed >= self._next:
            self._next = passed + min(passed / 2, LONGEST_PAUSE)
            _write(f"{State(phase, done, total, passed, self._pace.rate, left)}\n")

    def close(self, complete: bool, done: int, total: int) -> None:
        pass


def _write(text: str) -> None:
    try:
        sys.stderr.write(text)
        sys.stderr.flush()
    except (AttributeError, ValueError, OSError):
        pass  # progress is never a reason to fail


def _open_bar() -> _Bar:
    try:
        return _TqdmBar()
    except Exception:  # not installed, or no stream that it can write to: the line always works
        return _Line()


class _TqdmBar:
    COUNTED = "{desc}: {percentage:3.0f}%|{bar}| {n:,} of {total:,} [{elapsed}{postfix}]"
    UNCOUNTED = "{desc} [{elapsed}{postfix}]"

    def __init__(self) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # without ipywidgets a notebook gets text, which is no reason to warn
            from tqdm.auto import tqdm

        class Bar(tqdm):  # type: ignore[misc]  # tqdm is Any
            monitor_interval = 0  # no thread: the one that waits redraws

        # In a notebook the last state stays: how far the call came, and in what time.
        self._bar = Bar(bar_format=self.UNCOUNTED, desc="gobc", dynamic_ncols=True, leave=_notebook())

    def show(self, state: State) -> None:
        self._bar.set_postfix_str(", ".join(state.pace), refresh=False)
        self._bar.start_t = time.time() - state.seconds
        self._bar.bar_format = self.COUNTED if state.total > 0 else self.UNCOUNTED
        self._bar.n, self._bar.total = state.done, state.total or None
        self._bar.set_description_str(state.title)

    def end(self, state: State) -> None:
        self.show(state)
        self._bar.close()


class _Line:
    """One line, written over again."""

    def __init__(self) -> None:
        self._width = 0

    def show(self, state: State) -> None:
        text = str(state)
        _write("\r" + text.ljust(self._width))
        self._width = len(text)

    def end(self, state: State) -> None:
        _write("\r" + " " * self._width + "\r")
