"""The clock of an umpired game: how long a turn may take, and what happens afterwards."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from engine.umpire.game_record import REOPENED, Line
from engine.umpire.umpire_refusals import refuse

CLOCK_ACTS = frozenset({
    "set-clock", "stop-clock", "start-clock", "more-time", "time-up", "tick", REOPENED,
})  # fmt: skip


LONGEST = 60 * 24 * 3600.0  # seconds a clock can be set to
AWAKE = 3600.0  # seconds that are left at least where a date passed while the game slept


class TimeoutAction(StrEnum):
    """The action when time runs out; everyone is notified in any case."""

    DELIVER = "deliver"  # what is drafted is handed in as it stands, and the turn goes on
    ASK = "ask"  # the umpire is asked: hand in, or more time
    TELL = "tell"  # nothing more
    CLOSE = "close"  # nothing more is written until the clock is set again


@dataclass(frozen=True, slots=True)
class Clock:
    """Times are seconds since 1970. One of `ends_at` (it runs) and `left` (it stands) is given.

    `grace`: seconds that are added once, with a notice, when the time is over.
    """

    seconds: float
    when_up: TimeoutAction = TimeoutAction.TELL
    is_renewed: bool = False  # set again when a turn or a phase begins
    ends_at: float | None = None
    left: float | None = None
    is_up: bool = False
    grace: float = 0.0
    is_grace: bool = False
    is_dated: bool = False  # it runs on while the game sleeps, as games by mail need it

    @property
    def restarts_with_phase(self) -> bool:
        """Return True if it restarts when a phase begins: not while the umpire holds it."""
        return self.is_renewed and (self.is_up or self.ends_at is not None)

    def time_left(self, now: float) -> float:
        """Return the number of seconds left."""
        left = self.left if self.ends_at is None else self.ends_at - now
        return max(0.0, left or 0.0)

    def stopped(self, now: float) -> Clock:
        """The clock, stopped."""
        return replace(self, ends_at=None, left=self.time_left(now))

    def started(self, now: float) -> Clock:
        """The clock, running again."""
        return replace(self, ends_at=now + self.time_left(now), left=None)

    def renewed(self, now: float) -> Clock:
        """The clock, reset for another phase."""
        return self.extended(self.seconds, now)

    def extended(self, seconds: float, now: float) -> Clock:
        """The clock with so much time from now on, and its grace after that."""
        return replace(self, ends_at=now + seconds, left=None, is_up=False, is_grace=False)

    @property
    def has_grace(self) -> bool:
        """Return True if more time is given when this is over."""
        return self.grace > 0 and not self.is_grace

    def in_grace_time(self, now: float) -> Clock:
        """The clock in its minutes of grace."""
        return replace(self, ends_at=now + self.grace, left=None, is_grace=True)

    def after_sleep(self, now: float) -> Clock:
        """The clock after the game has slept: who was kept out when time was up has a while yet."""
        if self.ends_at is None or self.ends_at > now:
            return self
        return replace(self, ends_at=now + max(self.grace, AWAKE))

    def expired(self) -> Clock:
        """The clock with no time left."""
        return replace(self, ends_at=None, left=0.0, is_up=True)


def clock_after(clock: Clock | None, act: Line, now: float) -> Clock | None:
    """The clock after an act; a game taken up again goes on with the time that was left."""
    kind = act["act"]
    if kind == "set-clock":
        if not act["seconds"]:
            return None
        when_up, grace = TimeoutAction(act["when_up"]), check_time(act.get("grace", 0))
        seconds, is_dated = check_time(act["seconds"]), bool(act.get("is_dated"))
        new = Clock(seconds, when_up, act["is_renewed"], grace=grace, is_dated=is_dated)
        return new.extended(check_time(act.get("first") or seconds), now)
    if kind == REOPENED and clock is not None and clock.is_dated:
        return clock.after_sleep(now)
    if kind == REOPENED:
        stood = float(act["stood"])
        return clock.stopped(stood).started(now) if clock and clock.ends_at is not None else clock
    if clock is None:
        refuse("no-clock")
    match kind:
        case "stop-clock":
            return clock.stopped(now)
        case "start-clock":
            return clock.started(now)
        case "more-time":
            return clock.extended(check_time(act["seconds"]), now)
    return clock


def check_time(seconds: float) -> float:
    """A time as it may be set on a clock. Refused beyond the longest."""
    if not 0 <= seconds <= LONGEST:
        refuse("clock-range", most=int(LONGEST) // 3600)
    return float(seconds)
