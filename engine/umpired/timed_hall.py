"""The clock of an umpired game: set, stopped, given more time; what is due is recorded."""

from __future__ import annotations

from typing import Any

from engine.umpired.clock import Clock, TimeoutAction, check_time
from engine.umpired.hall import SharedGame
from engine.umpired.kept import tell
from engine.umpired.refusing import refuse

HEARD_EVERY = 10.0  # seconds: what a crash can give back to a running clock


class TimedGame(SharedGame):
    """A hall where time is kept."""

    @property
    def clock(self) -> Clock | None:
        """The clock, if one is set."""
        return self._table.clock

    def set_clock(
        self,
        seconds: float,
        when_up: TimeoutAction = TimeoutAction.TELL,
        *,
        is_renewed: bool = False,
        grace: float = 0.0,
        is_dated: bool = False,
        first: float = 0.0,
    ) -> None:
        """Start the clock; `is_renewed`: again with every turn and phase. 0 takes it away.

        `is_dated`: it runs on while the game sleeps, as for games by mail; `first`: so many seconds
        the first time, as until a date. `grace`: seconds more, once and told to everybody, when the
        time is over. Refused for times out of range, and where an umpire is to
        be asked who does not attend.
        """
        for each in (seconds, grace, first):
            check_time(each)
        if when_up is TimeoutAction.ASK and not self.is_attended:
            refuse("nobody-to-ask")
        more: dict[str, Any] = {"grace": grace} if grace else {}
        more |= {"is_dated": True} if is_dated else {}
        more |= {"first": first} if first else {}
        terms = {"when_up": when_up.value, "is_renewed": is_renewed}
        self._change("set-clock", seconds=seconds, **terms, **more)

    def give_time(self, seconds: float) -> None:
        """Give everybody so much time from now on; what ran out is written again."""
        check_time(seconds)
        self._change("more-time", seconds=seconds)

    def collect(self) -> None:
        """Hand in all drafts; a side that has none is answered for when the umpire proceeds."""
        self._change("collect")

    @property
    def is_silent(self) -> bool:
        """Whether `proceed` would answer for a side that has let its time run out."""
        with self._lock:
            return self._table.is_silent

    def stop_clock(self) -> None:
        """Stop the clock."""
        self._change("stop-clock")

    def start_clock(self) -> None:
        """Start the clock again."""
        self._change("start-clock")

    def tick(self) -> None:
        """Call this about once a second: it announces when time is up and records what is left."""
        with self._lock:
            due = self._due(self.time)
            if due:
                self._do(due, **({"goes_on": True} if due == "time-up" else {}))
            is_told = due == "time-up" or self._has_older_news()
            listeners = list(self._listeners) if is_told else []
        tell(listeners)

    def _due(self, at: float) -> str:
        """What is to be recorded of the clock now; empty for nothing."""
        clock = self.clock
        if clock is None or clock.ends_at is None:
            return ""
        if clock.time_left(at) <= 0:
            return "time-up"
        return "tick" if at - self._table.now >= HEARD_EVERY else ""
