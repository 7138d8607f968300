"""How much a call still does after it was told to end.

A busy machine runs other programs between two steps of a call, so seconds on the clock say little. Counted is the processor
time of all threads of the process, divided by the processors that it may use: never more than the seconds that pass, and
the same on a busy machine. The seconds themselves are judged where GOBC_TEST_DELAYS is set, by `make test-delays`.
"""

import os
import threading
import time

import gobc

JUDGED = bool(os.environ.get("GOBC_TEST_DELAYS"))
PROCESSORS = len(os.sched_getaffinity(0))
HANG = 600  # seconds after which a test gives up; nothing is promised about them


def processor_time(pid):
    """Seconds of processor time of another process, in steps of 10 ms."""
    with open(f"/proc/{pid}/stat") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Moment:
    """When a call is told to end: in this process, or in that of `pid`."""

    def __init__(self, pid=None):
        self.pid = pid
        self.clock, self.worked = time.monotonic(), self._work()

    def _work(self):
        return time.process_time() if self.pid is None else processor_time(self.pid)

    def until_now(self):
        """(seconds, seconds of processor time a processor) since."""
        return time.monotonic() - self.clock, (self._work() - self.worked) / PROCESSORS


def check(delays, most=0.25, but=0):
    """All results of Moment.until_now() but so many are at most this; an AssertionError otherwise."""
    seconds, worked = (sorted(values)[:len(delays) - but] for values in zip(*delays, strict=True))
    assert not worked or worked[-1] <= most, f"processor time after the call was told to end: {delays}"
    assert not JUDGED or not seconds or seconds[-1] <= most, f"seconds after the call was told to end: {delays}"


def wait_until(true, what):
    """Waits for a condition, with no promise of how long that takes."""
    end = time.monotonic() + HANG
    while not true():
        assert time.monotonic() < end, f"{what}: not after {HANG} s"
        time.sleep(0.005)


def give_up(told, most=5):
    """Waits for the calls that run now, which were told to end then; one that works on for far longer than is ever asserted
    ends the process, so that a test need not wait for its end."""
    calls = list(gobc._library.calls._running.values())
    while any(call is running for running in list(gobc._library.calls._running.values()) for call in calls):
        if told.until_now()[1] > most:
            os.write(2, b"the call goes on\n")
            os._exit(1)
        time.sleep(0.02)


def begun(control):
    """The call of this control block has finished a source."""
    return control.done > 0


def when(true, act, after=0.0):
    """Starts a thread that acts so many seconds after a call runs whose control block the condition holds for."""

    def watch():
        wait_until(lambda: any(map(true, list(gobc._library.calls._running.values()))), "a call that runs")
        time.sleep(after)
        act()

    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    return thread
