"""The time a side has for what it is asked, in games that are played by the clock."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol, runtime_checkable


class TurnTimeLimit(NamedTuple):
    """So many seconds for one turn of a side.

    `stint` names the turn, so that its clock runs on through all its questions. `calls` are the
    seconds left at which time is called, the most first. `ends`: at the end the turn ends where it
    stands; else it is only announced.
    """

    side: str
    stint: str
    seconds: int
    calls: tuple[int, ...] = ()
    ends: bool = False
    restoring: tuple[int, ...] = ()
    """The least and the most minutes before it in which the table is put right."""


class TimeLeft(NamedTuple):
    """The time left of a turn when its clock was read last; no stint: none ran."""

    stint: str = ""
    thousandths: int = 0


@runtime_checkable
class TimedRules(Protocol):
    """Rules of a game that is played by the clock."""

    def allotted(self, state: Any) -> TurnTimeLimit | None:
        """The time of the side whose turn it is; None where no clock runs."""
        ...
