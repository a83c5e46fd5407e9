"""What dice came to, and which cell of the result table they hit (primer P15)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.primer.data.book import Outcome
from engine.games.primer.face import lookups
from engine.games.primer.face.expectation import loser_of, result_of
from engine.games.primer.fight_events import FightResolved
from engine.games.primer.state import State
from engine.play.events import Event
from engine.play.forecast import RollOutcome


def read_rolls(state: State, events: Sequence[Event[State]]) -> tuple[RollOutcome, ...]:
    """Every roll that events tell of, in order; `state` is any position after them."""
    return tuple(
        _fight(state, number, event)
        for number, event in enumerate(events)
        if isinstance(event, FightResolved)
    )


def _fight(state: State, number: int, told: FightResolved) -> RollOutcome:
    sum_, table = sum(told.dice), state.book.tables[lookups.RESULTS]
    return RollOutcome(
        number,
        "fight",
        told.dice,
        lookups.result_cell(state.book, told.difference, sum_),
        table.cell(sum_, told.difference) or "",
        result=result(state, told),
        side=told.side,
    )


def result(state: State, told: FightResolved) -> str:
    """What a fight came to, from the attacker's side (P15, P17)."""
    outcome = Outcome(told.beaten == told.stronger, told.retreat)
    loser = loser_of(state.book, all(_is_ranged(state, unit) for unit in told.units))
    is_ranged = any(_is_ranged(state, unit) for unit in told.defenders)
    return result_of(outcome, told.side == told.stronger, loser, is_ranged)


def _is_ranged(state: State, unit: str) -> bool:
    found = state.known(unit)
    return found is not None and state.type_of(found).ranged
