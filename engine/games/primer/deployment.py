"""Deployment (primer P5, P8): units are put on the board in their side's own zone."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from engine.games.primer import victory, vision
from engine.games.primer.events import DeploymentDelayed, UnitDeployed
from engine.games.primer.state import PrimerGame, Reserve, State, Unit, may_stack
from engine.games.reinforcement_calls import next_callable_units
from engine.hexes.hex import Hex
from engine.play.decisions import Decision, Procedure, ask


@dataclass(frozen=True, slots=True)
class Deploy(Decision[State, Hex]):
    """The hex in which a side deploys a unit (P8).

    `barred` are hexes in which it has found enemies. Hexes with enemies it does not see are offered
    like empty ones (P10).
    """

    unit: str
    barred: tuple[Hex, ...] = ()

    def options(self, state: State) -> list[Hex]:
        reserve = next(entry for entry in state.reserves if entry.id == self.unit)
        return deployment_hexes(state, reserve, self.barred)


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
            if entry.side == state.active
            and entry.turn <= state.turn
            and not entry.call
            and is_deployed(state, entry)
        ),
        None,
    )


def next_callable_reinforcements(state: State) -> tuple[str, ...]:
    """The next reinforcements of the side whose turn it is that may be called in it."""
    return next_callable_units(
        state.reserves, state.turn, state.active, partial(victory.is_condition_met, state)
    )


def is_deployed(state: State, reserve: Reserve) -> bool:
    """Return True if a unit is deployed on the board; a missile is not."""
    return not state.type_of(reserve).off_board


def deploy(game: PrimerGame, reserve: Reserve) -> Procedure[None]:
    """Let a side put a unit on the board; one that finds no room may come in a later turn."""
    side = reserve.side
    barred: tuple[Hex, ...] = ()
    while deployment_hexes(game.state, reserve, barred):
        at = yield from ask(Deploy(side, reserve.id, barred))
        if not vision.meet_enemies(game, side, at):
            break
        barred = (*barred, at)
    else:
        game.emit(DeploymentDelayed(reserve.id, side))
        return
    seen_by = vision.seers_of_hex(game.state, side, reserve.type, at)
    game.emit(UnitDeployed(reserve.id, side, at, seen_by))
    if game.state.turn:  # before, it would tell the other side who is where
        victory.claim_cities(game)


def deployment_hexes(state: State, reserve: Reserve, barred: tuple[Hex, ...] = ()) -> list[Hex]:
    """The hexes a unit may be put in as far as its side knows: of its zone, with room for it."""
    side, kind = reserve.side, reserve.type
    enemies = {unit.at for unit in vision.seen_enemies(state, side)}
    return [
        hex_
        for hex_ in dict.fromkeys(reserve.hexes)
        if hex_ not in enemies
        and hex_ not in barred
        and _has_ground(state, kind, hex_)
        and may_stack(state, kind, [unit for unit in state.units_at(hex_) if unit.side == side])
    ]


def may_stand(state: State, side: str, unit_type: str, hex_: Hex) -> bool:
    """Return True if one more unit of a type may be in a hex (P4, P5)."""
    here = state.units_at(hex_)
    if not _has_ground(state, unit_type, hex_) or any(unit.side != side for unit in here):
        return False
    return may_stack(state, unit_type, here)


def _has_ground(state: State, unit_type: str, hex_: Hex) -> bool:
    return hex_ in state.field.board.grid and state.field.entry_cost(unit_type, hex_) is not None


def has_room(state: State, side: str, unit_type: str, more: int = 1) -> bool:
    """Return True if a side could deploy so many more units of a type with all it has.

    Every stack of a type needs a hex of its own; a side that spreads its units may run short.
    """
    hexes = [h for h in state.aims.zones[side] if state.field.entry_cost(unit_type, h) is not None]
    counts = {unit_type: more}
    owned: list[Unit | Reserve] = [*state.reserves, *state.units_of(side)]
    for entry in owned:
        if entry.side == side and not state.type_of(entry).off_board:
            counts[entry.type] = counts.get(entry.type, 0) + 1
    stacking = state.book.choices.stacking
    stacks = sum(-(-number // stacking) for number in counts.values())
    own = -(-counts[unit_type] // stacking)
    return own <= len(hexes) and stacks <= len(state.aims.zones[side])
