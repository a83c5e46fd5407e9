"""What a benchmark finds: rows of work, a measured value, its limit, and what stands beside it.

Times are seconds and sizes bytes, as numbers; a limit is written as `16 * MS`. It is that of the
reference machine (`tests/bench/reference.py`), and moves with the machine: a time takes longer on a
slower one. Sizes and ratios are the same everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

NS, US, MS = 1e-9, 1e-6, 1e-3
KB, MB = 2**10, 2**20


class Kind(Enum):
    """What is measured, and so which way a limit is passed."""

    TIME = "time"  # in seconds of the processor, at most
    WAIT = "wait"  # in seconds of the clock, at most
    PACE = "pace"  # in a second, at least
    SIZE = "size"  # in bytes, at most
    RATIO = "ratio"  # how many times as fast as something else, at least


@dataclass(frozen=True)
class Row:
    """One line of the table; `machine` is how much slower than the reference it was just then."""

    work: str
    kind: Kind
    measured: float
    limit: float | None = None
    beside: str = ""
    machine: float = 1.0

    @property
    def allowed(self) -> float | None:
        """Return the limit on this machine."""
        if self.limit is None:
            return None
        match self.kind:
            case Kind.TIME | Kind.WAIT:
                return self.limit * self.machine
            case Kind.PACE:
                return self.limit / self.machine
            case _:
                return self.limit

    @property
    def is_at_most(self) -> bool:
        """Return True where a limit is passed by what is larger."""
        return self.kind in (Kind.TIME, Kind.WAIT, Kind.SIZE)

    @property
    def share(self) -> float:
        """Return the part of the limit that is used: over it above 1; 0 where there is none."""
        if self.allowed is None:
            return 0.0
        if self.is_at_most:
            return self.measured / self.allowed
        return self.allowed / self.measured if self.measured else float("inf")

    def format(self, value: float) -> str:
        """Return a value of this row's kind with its unit."""
        match self.kind:
            case Kind.TIME | Kind.WAIT:
                return format_time(value)
            case Kind.PACE:
                return f"{value:.3g} / s"
            case Kind.SIZE:
                return format_bytes(value)
            case Kind.RATIO:
                return format_ratio(value)


def time_row(work: str, seconds: float, limit: float | None = None, beside: str = "") -> Row:
    """Return a row for what takes a time."""
    return Row(work, Kind.TIME, seconds, limit, beside)


def wait_row(work: str, seconds: float, limit: float | None = None, beside: str = "") -> Row:
    """Return a row for what is waited for, by the clock."""
    return Row(f"{work}, by the clock", Kind.WAIT, seconds, limit, beside)


def pace_row(work: str, per_second: float, limit: float | None = None, beside: str = "") -> Row:
    """Return a row for how many are done in a second."""
    return Row(work, Kind.PACE, per_second, limit, beside)


def size_row(work: str, size: float, limit: float | None = None, beside: str = "") -> Row:
    """Return a row for how large something is."""
    return Row(work, Kind.SIZE, size, limit, beside)


def ratio_row(work: str, times: float, limit: float | None = None, beside: str = "") -> Row:
    """Return a row for how many times as fast as another way something is."""
    return Row(work, Kind.RATIO, times, limit, beside)


def format_time(seconds: float) -> str:
    """Return a time in the unit that fits it."""
    for unit, name in ((1.0, "s"), (MS, "ms"), (US, "µs")):
        if seconds >= 0.9995 * unit:
            return f"{seconds / unit:.3g} {name}"
    return f"{seconds / NS:.3g} ns"


def format_bytes(size: float) -> str:
    """Return a size in the unit that fits it."""
    unit, name = (MB, "MB") if size >= 0.9995 * MB else (KB, "kB")
    return f"{size / unit:.1f} {name}" if size < 100 * unit else f"{size / unit:.0f} {name}"


def format_ratio(times: float) -> str:
    """Return how many times as fast something is, with two digits."""
    return f"{float(f'{times:.2g}'):,g} ×"
