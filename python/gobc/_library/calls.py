"""Runs a long library call so that Ctrl-C and progress work.

A blocking call on the main thread would keep Ctrl-C from Python until it returns. So a call that may take longer than some
milliseconds runs on a thread of its own, and the calling thread waits in steps of at most 0.1 s; whatever exception strikes
there sets the cancel word, and is raised once the call has ended, which takes at most 0.2 s; or a Ctrl-C only stops the call,
whose partial result is wanted. The thread owns all that the call reads and writes: if the waiting thread leaves early (a second
Ctrl-C), nothing is freed under the call.
"""

from __future__ import annotations

import _thread
import contextlib
import math
import time
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from ctypes import byref, sizeof
from typing import Any

from .._registry import Progress
from .._statuses import CANCELLED
from ..errors import Cancelled
from .header import Control, ErrorBlock
from .loading import Library, check
from .progress import BUILDING, PHASES, Shown, choose

STEP = 0.1
_CONTROL_SIZE = sizeof(Control)

_running: dict[int, Control] = {}

# Until when, and of how many seconds, the calls of a context may run: one limit for reading, building and sweeping.
_ENDLESS = (math.inf, math.inf)
_until: ContextVar[tuple[float, float]] = ContextVar("gobc_until", default=_ENDLESS)


def limited(seconds: float | None) -> contextlib.AbstractContextManager[None]:
    """Calls of the library within end so many seconds from now, all together."""
    return _UNLIMITED if seconds is None else _limited(seconds)


_UNLIMITED = contextlib.nullcontext()


@contextlib.contextmanager
def _limited(seconds: float) -> Iterator[None]:
    token = _until.set(min(_until.get(), (time.monotonic() + seconds, seconds)))
    try:
        yield
    finally:
        _until.reset(token)


def cancel() -> int:
    """Stops every gobc call that is running in this process, from any thread; each raises gobc.Cancelled there, or
    with the setting ``partial=True`` returns what is finished.

    Returns how many calls were told. For servers and user interfaces; Ctrl-C needs no such help.

    Examples
    --------
    >>> import gobc
    >>> gobc.cancel()  # nothing is running
    0
    >>> graph = gobc.Graph(gobc.generate("small_world:n=20000,k=10,p=0.1"))
    >>> graph.betweenness(device="cpu", progress=lambda done, total: gobc.cancel())
    Traceback (most recent call last):
    gobc.Cancelled: the call was cancelled
    """
    controls = list(_running.values())
    for control in controls:
        control.cancel = 1
    return len(controls)


class _Task:
    """One call on its thread."""

    def __init__(self, function: Callable[..., int], library: Library, time_limit: float | None):
        self.function = function
        limit = math.inf if time_limit is None else time_limit
        self.deadline, self.limit = min(_until.get(), (time.monotonic() + limit, limit))
        self.overdue = False
        self.control = Control()
        library.control_init(byref(self.control), sizeof(Control))
        self.error = ErrorBlock()
        self.status = 0
        self.failure: BaseException | None = None
        self.begun = False
        self.ended = False
        self.finished = _thread.allocate_lock()
        self.finished.acquire()

    def run(self) -> None:
        self.begun = True
        try:
            self.status = self.function(byref(self.control), byref(self.error))
        except BaseException as failure:
            self.failure = failure
        finally:
            self.ended = True
            self.finished.release()

    def wait(self, progress: Shown) -> None:
        while not self.finished.acquire(timeout=self._step()):
            if time.monotonic() >= self.deadline:
                self.overdue, self.deadline, self.control.cancel = True, math.inf, 1
            progress.update(self.control.phase, *self.counted(), self.control.predicted / 1e3)

    def counted(self) -> tuple[int, int]:
        """Rows of edges until a graph is built, then sources: how many are done, and of how many."""
        control = self.control
        return (control.rows, control.all_rows) if control.phase <= BUILDING else (control.done, control.total)

    def _step(self) -> float:
        return min(STEP, max(self.deadline - time.monotonic(), 0))

    @property
    def well(self) -> bool:
        """Whether the call has ended with a result."""
        return self.ended and self.status == 0 and self.failure is None

    def stop(self) -> None:
        """Cancels and waits for the end. A task whose thread never began within a step has nothing to wait for."""
        self.control.cancel = 1
        while not self.ended and not self.finished.acquire(timeout=STEP):
            if not self.begun:
                return


def run(library: Library, function: Callable[..., int], progress: Progress, *, partial: bool = False,
        time_limit: float | None = None, short: bool = False) -> None:
    """Calls function(control, error) -> status on a thread and waits, at most so many seconds. Raises what the status
    means. With `partial` a Ctrl-C that the call answers with a result is no exception. What is `short` runs on the calling
    thread, to wake another takes longer; it must not call back into Python, where a Ctrl-C would strike."""
    if short and not progress and time_limit is None and _until.get() is _ENDLESS:
        _run_at_once(library, function)
        return
    task = _Task(function, library, time_limit)
    if time.monotonic() >= task.deadline:  # a short call could end before anything checks the limit
        raise Cancelled(f"the time limit of {task.limit:g} s was over before the call began")
    shown = choose(False if short and progress is None else progress, time.monotonic())
    key = id(task)
    _running[key] = task.control
    try:
        if short:
            task.run()
        else:
            _thread.start_new_thread(task.run, ())
            task.wait(shown)
    except BaseException as struck:
        task.stop()
        if not (partial and task.well and isinstance(struck, KeyboardInterrupt)):
            raise
    finally:
        _running.pop(key, None)
        done, total = task.control.done, task.control.total
        shown.close(task.well and done == total, done, total)
    if task.failure is not None:
        raise task.failure
    if task.status == CANCELLED and task.overdue:
        phase = PHASES[task.control.phase] if 0 <= task.control.phase < len(PHASES) else ""
        where = f" while {phase}" if phase in ("reading", "building", "planning") else ""
        rest = " before any source had finished" if partial else "; with gobc.Settings(partial=True) what is finished is kept"
        raise Cancelled(f"the time limit of {task.limit:g} s ended the call{where or rest}")
    check(task.status, task.error)


def _run_at_once(library: Library, function: Callable[..., int]) -> None:
    """Runs a short call that nobody watches."""
    control, error = Control(_CONTROL_SIZE), ErrorBlock()  # whose other defaults are 0
    key = id(control)
    _running[key] = control
    try:
        status = function(byref(control), byref(error))
    finally:
        del _running[key]
    check(status, error)


def from_json(text: str) -> Any:
    """What the library tells as JSON. Raises ValueError if it is none."""
    import json  # 4 ms of `import gobc`

    return json.loads(text)
