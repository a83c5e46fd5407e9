"""Deployment (primer P5, P8): units are put on the board in their side's own zone."""

from __future__ import annotations

from dataclasses import dataclass

from engine.asks import Decision, Procedure, ask
from engine.games.primer import cities, vision
from engine.games.primer.events import DeploymentDelayed, UnitDeployed
from engine.games.primer.state import PrimerGame, Reserve, State, Unit
from engine.hexes import Hex


@dataclass(frozen=True, slots=True)
class Deploy(Decision[State, Hex]):
    """Where a side puts a unit (P8)."""

    unit: str

    def options(self, state: State) -> list[Hex]:
        return room_for(state, next(entry for entry in state.reserves if entry.id == self.unit))


def next_to_deploy(state: State) -> Reserve | None:
    """The next unit to be put on the board before the first turn; the attacker's first."""
    due = [entry for entry in state.reserves if entry.turn == 0 and is_deployed(state, entry)]
    order = (state.attacker, state.defender)
    return next((entry for side in order for entry in due if entry.side == side), None)


def next_to_arrive(state: State) -> Reserve | None:
    """The next unit of the side whose turn it is that is due; None when none is."""
    return next(
        (
            entry
            for entry in state.reserves
            if entry.side == state.active and entry.turn <= state.turn and is_deployed(state, entry)
        ),
        None,
    )


def is_deployed(state: State, reserve: Reserve) -> bool:
    """Whether a unit belongs on the board at all; a missile does not."""
    return not state.type_of(reserve).off_board


def deploy(game: PrimerGame, reserve: Reserve) -> Procedure[None]:
    """Let a side put a unit on the board; one that finds no room may come in a later turn."""
    state, side = game.state, reserve.side
    if not room_for(state, reserve):
        game.emit(DeploymentDelayed(reserve.id, side))
        return
    at = yield from ask(Deploy(side, reserve.id))
    game.emit(UnitDeployed(reserve.id, side, at, vision.seers_of_hex(game.state, side, at)))
    if game.state.turn:  # before, it would tell the other side who is where
        cities.claim(game)


def room_for(state: State, reserve: Reserve) -> list[Hex]:
    """The hexes a unit may be put in: of its zone, enterable, with no other type, not full."""
    hexes = dict.fromkeys(reserve.hexes)
    return [hex_ for hex_ in hexes if may_stand(state, reserve.side, reserve.type, hex_)]


def may_stand(state: State, side: str, unit_type: str, hex_: Hex, units: int = 1) -> bool:
    """Whether so many more units of a type may be in a hex (P4, P5)."""
    if hex_ not in state.field.board.grid or state.field.cost(unit_type, hex_) is None:
        return False
    here = state.units_at(hex_)
    if any((unit.side, unit.type) != (side, unit_type) for unit in here):
        return False
    return len(here) + units <= state.book.choices.stacking


def has_room(state: State, side: str, unit_type: str) -> bool:
    """Whether a side could deploy one more unit of a type beside all it has bought.

    Every stack of a type needs a hex of its own; a side that spreads its units may run short.
    """
    hexes = [h for h in state.aims.zones[side] if state.field.cost(unit_type, h) is not None]
    counts = {unit_type: 1}
    owned: list[Unit | Reserve] = [*state.reserves, *state.of(side)]
    for entry in owned:
        if entry.side == side and not state.type_of(entry).off_board:
            counts[entry.type] = counts.get(entry.type, 0) + 1
    stacking = state.book.choices.stacking
    stacks = sum(-(-number // stacking) for number in counts.values())
    own = -(-counts[unit_type] // stacking)
    return own <= len(hexes) and stacks <= len(state.aims.zones[side])
