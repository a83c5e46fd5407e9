"""Reinforcements and events come in the Status phase before the round that is theirs (ST6)."""

from __future__ import annotations

from functools import partial

from engine.games.reinforcement_calls import call_reinforcements, next_callable_units
from engine.games.tide import set_up_phase, victory
from engine.games.tide.events import UnitPlaced
from engine.games.tide.move_events import EventHappened
from engine.games.tide.set_up_phase import Place
from engine.games.tide.state import Reserve, State, TideGame
from engine.play.decisions import Procedure, ask


def due_reinforcements(state: State, round_: int) -> list[Reserve]:
    """The reinforcements of a round that find room, in order of initiative (ST6)."""
    waiting = [
        entry
        for side in state.sides_by_initiative
        for entry in state.reserves
        if entry.side == side and 0 < entry.round <= round_ and not entry.aboard and not entry.call
    ]
    return [entry for entry in waiting if set_up_phase.placement_hexes(state, entry)]


def next_callable_reinforcements(state: State, round_: int) -> tuple[str, ...]:
    """The next reinforcements that may be called before a round, in order of initiative (ST6)."""
    holds = partial(victory.is_condition_met, state)
    found = (
        next_callable_units(state.reserves, round_, side, holds)
        for side in state.sides_by_initiative
    )
    return next(filter(None, found), ())


def place_reinforcements(game: TideGame, round_: int) -> Procedure[None]:
    """All reinforcements of a round are placed; who finds no room waits for the next (ST6)."""
    while called := next_callable_reinforcements(game.state, round_):
        yield from call_reinforcements(game, called, round_)
    while coming := due_reinforcements(game.state, round_):
        entry = coming[0]
        hexes = set_up_phase.placement_hexes(game.state, entry)
        at = hexes[0]
        if len(hexes) > 1:
            at = yield from ask(Place(entry.side, entry.id))
        game.emit(UnitPlaced(entry.id, at))


def apply_round_events(game: TideGame, round_: int) -> None:
    """The events of a round (ST6)."""
    for id_, event in game.state.book.events.items():
        if event.round == round_:
            game.emit(EventHappened(id_, event.side, event.command, event.points))
