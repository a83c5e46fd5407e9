"""The clock of a move (L3)."""

from __future__ import annotations

from engine.games.littlewars.data.rulebook import Rulebook
from engine.games.littlewars.state import Phase, State
from engine.play.time_limits import TurnTimeLimit


def minutes_allowed(guns: int, men: int, book: Rulebook) -> int:
    """A minute for each gun and one for each 30 men, to the nearest, half up (L3.1)."""
    per_men = book.clock_value("men")
    return guns * book.clock_value("gun") + (2 * men + per_men) // (2 * per_men)


def minutes_of(state: State, side: str) -> int:
    """The time of a side's move as it now stands, or as it stood at the first (L3.1)."""
    if not state.book.choices.clock_follows_losses and state.began_with:
        return minutes_allowed(
            _guns_at_first(state, side), dict(state.began_with)[side], state.book
        )
    riding = sum(state.type_of(each).is_gun for each in state.units_aboard(side))
    return minutes_allowed(len(state.guns_of(side)) + riding, state.count_men(side), state.book)


def _guns_at_first(state: State, side: str) -> int:
    bodies = [body for body in state.aims.bodies.values() if body.side == side]
    return sum(body.strength for body in bodies if state.book.units[body.type].is_gun)


def seconds_of_time_calls(book: Rulebook) -> tuple[int, ...]:
    """The seconds left at which time is called: at two minutes, at one, at thirty (L3.2)."""
    return tuple(book.clock_value(of) for of in ("first", "second", "third"))


def time_allotted(state: State) -> TurnTimeLimit | None:
    """Return the time limit of the move under way; None without one (L3.1, L3.2)."""
    mode = state.book.choices.clock
    if mode == "off" or not state.move or state.phase is Phase.OVER:
        return None
    seconds = 60 * minutes_of(state, state.active)
    if not seconds:  # so few men that L3.1 gives them no minute play without
        return None
    stint = f"{state.active} {state.move}"
    return TurnTimeLimit(
        state.active, stint, seconds, seconds_of_time_calls(state.book), mode == "end", RESTORE
    )


RESTORE = (4, 5)
"""The minutes between moves in which the country is put right (L3.3)."""
