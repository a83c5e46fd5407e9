"""The time as games keep it: it goes on steadily when somebody sets this machine's clock."""

from __future__ import annotations

import time

# Where the system has it, the clock that also counts while the machine sleeps.
_COUNTER = getattr(time, "CLOCK_BOOTTIME", None)


def _elapsed() -> float:
    return time.monotonic() if _COUNTER is None else time.clock_gettime(_COUNTER)


_BEGAN, _FROM = time.time(), _elapsed()


def now() -> float:
    """Seconds since 1970 by this machine's clock as it stood when the program started.

    A clock set back neither gives a side more time nor puts acts of a record out of order.
    """
    return _BEGAN + (_elapsed() - _FROM)
