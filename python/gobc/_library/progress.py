"""Progress of a long call, shown by the thread that waits for it: an output of the cell in a notebook, else rich if
installed, else a line on standard error."""

from __future__ import annotations

import sys
import time

DELAY = 2.0
PHASES = ("reading", "building", "planning", "sweeping", "finishing")


def choose(progress, started: float):
    """None: after two seconds, on a terminal or in a notebook; True: at once; False: never; or a function to call."""
    if progress is None:
        return _Delayed(started) if _visible() else _Silent()
    if progress is True:
        return _Delayed(started - DELAY)
    if progress is False:
        return _Silent()
    if callable(progress):
        return _Told(progress)
    raise TypeError(f"progress must be None, True, False or a function of (done, total), not {progress!r}")


def _notebook() -> bool:
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return any(kind.__name__ == "ZMQInteractiveShell" for kind in type(shell).__mro__)  # Colab and Spyder derive theirs


def _visible() -> bool:
    try:
        return sys.stderr is not None and (sys.stderr.isatty() or _notebook())
    except (AttributeError, ValueError):
        return False  # a replaced or closed stream


class _Silent:
    def update(self, phase, done, total):
        pass

    def close(self, complete, done, total):
        pass


class _Told:
    """Calls a function of the user's, on the thread that waits. It is told the end as well."""

    def __init__(self, function):
        self._function = function
        self._last = (0, 0)

    def update(self, phase, done, total):
        if total > 0:  # not while a graph is read and built
            self._last = (done, total)
            self._function(done, total)

    def close(self, complete, done, total):
        if complete and self._last != (total, total):
            self._function(total, total)


class _Delayed:
    """Nothing before DELAY seconds have passed, then a bar."""

    def __init__(self, started: float):
        self._started = started
        self._bar = None

    def update(self, phase, done, total):
        now = time.monotonic()
        if self._bar is None:
            if now - self._started < DELAY:
                return
            self._bar = _open_bar()
        name = PHASES[phase] if 0 <= phase < len(PHASES) else ""
        self._bar.show(name, done, total, now - self._started)

    def close(self, complete, done, total):
        if self._bar is not None:
            self._bar.end(done, total, time.monotonic() - self._started)


def _words(phase, done, total, seconds) -> str:
    """What is counted is not said: sources, or the pairs of a sample."""
    text = f"gobc {phase}"
    if total > 0:
        text += f" {done:,} of {total:,} ({done / total:.0%})"
        if 0 < done < total:
            text += f", {seconds * (total - done) / done:,.0f} s left"
    return text


def _open_bar():
    # A log has no cursor to move up: a plain line does there.
    try:
        if _notebook():
            return _NotebookBar()
        if sys.stderr.isatty():
            return _RichBar()
    except Exception:  # not installed, or another live display is active: the plain line always works
        pass
    return _PlainBar()


class _RichBar:
    def __init__(self):
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        columns = (TextColumn("gobc {task.description}"), BarColumn(), MofNCompleteColumn(),
                   TimeRemainingColumn())
        # The waiting thread redraws: no thread of rich's, nothing left behind if the wait is broken off.
        self._progress = Progress(*columns, console=Console(stderr=True), transient=True, auto_refresh=False)
        self._progress.start()
        self._task = self._progress.add_task("", total=None)

    def show(self, phase, done, total, seconds):
        self._progress.update(self._task, description=phase, completed=done, total=total or None)
        self._progress.refresh()

    def end(self, done, total, seconds):
        self._progress.stop()


class _NotebookBar:
    """One output of the cell, changed in place. Its last state stays: how far the call came, and in what time."""

    def __init__(self):
        from IPython.display import display

        self._display, self._handle = display, None
        self._shown = 0.0

    def show(self, phase, done, total, seconds):
        if self._handle is None or seconds - self._shown >= 0.25:
            self._shown = seconds
            self._put(_words(phase, done, total, seconds), done, total)

    def end(self, done, total, seconds):
        counted = f"gobc: {done:,} of {total:,}, " if total > 0 else "gobc: "
        self._put(f"{counted}{seconds:.1f} s", done, max(total, 1))

    def _put(self, text, done, total):
        share = f' value="{done}" max="{total}"' if total > 0 else ""  # without one it only says that work goes on
        bar = f'<progress{share} style="width:16em;vertical-align:middle"></progress>'
        data = {"text/plain": text, "text/html": f"{bar} {text}"}
        try:
            if self._handle is None:
                self._handle = self._display(data, raw=True, display_id=True)
            else:
                self._handle.update(data, raw=True)
        except Exception:
            pass  # progress is never a reason to fail


class _PlainBar:
    def __init__(self):
        self._width = 0
        self._shown = 0.0

    def show(self, phase, done, total, seconds):
        if seconds - self._shown < 0.5 and self._width:
            return
        self._shown = seconds
        text = _words(phase, done, total, seconds)
        self._write("\r" + text.ljust(self._width))
        self._width = len(text)

    def end(self, done, total, seconds):
        self._write("\r" + " " * self._width + "\r")

    def _write(self, text):
        try:
            sys.stderr.write(text)
            sys.stderr.flush()
        except (AttributeError, ValueError, OSError):
            pass  # progress is never a reason to fail
