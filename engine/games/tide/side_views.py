"""Views of a side (E6): all but hidden mines and reinforcements to come."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.games.game_rules import shared_position
from engine.games.reinforcement_calls import reinforcement_values
from engine.games.tide.game_board import THIRDS
from engine.games.tide.move_steps import movement_allowance
from engine.games.tide.state import HEAVY, LIGHT, ActivationMode, Headquarters, State, Unit
from engine.games.tide.victory import victory_points
from engine.games.victory_judgement import known_tallies
from engine.play.position import HexFeature, Piece, Position
from engine.play.unit_locations import UnitLocations

DUG_IN, HIDDEN = "dug-in", "hidden"
DAMAGE = {LIGHT: "light-damage", HEAVY: "heavy-damage"}
MARKS = ("pinned", "disrupted", "light-damage", "heavy-damage", "op-fire", "fatigued", DUG_IN)
"""The states of a unit that have a badge."""


def side_view(state: State, side: str) -> State:
    """The position without the other side's hidden mines, plans and reinforcements (G8, E6)."""
    seen = state.copy()
    seen.works = {
        id_: work for id_, work in state.works.items() if not work.hidden or work.side == side
    }
    seen.reserves = tuple(entry for entry in state.reserves if entry.side == side)
    seen.tallies = known_tallies(state, side)
    seen.plans = tuple(plan for plan in state.plans if plan.side == side)
    seen.unbuilt = tuple(unit for unit in state.unbuilt if _is_own(state, unit, side))
    seen.pools = {each: pool if each == side else {} for each, pool in state.pools.items()}
    seen.clear_lookups()
    return seen


def _is_own(state: State, unit: str, side: str) -> bool:
    return any(entry.id == unit and entry.side == side for entry in state.reserves)


def secret_words(state: State, side: str) -> list[str]:
    """Words that must not be in a side's view: reinforcements, hidden mines, plans."""
    coming = [entry.id for entry in state.reserves if entry.side != side]
    mines = [work.id for work in state.works.values() if work.hidden and work.side != side]
    return coming + mines + [plan.id for plan in state.plans if plan.side != side]


# --- as values ------------------------------------------------------------------------------------


def position_as_values(state: State) -> Position:
    """The position as values for screens and reports."""
    pieces = (_piece(state, unit) for unit in state.units.values())
    return replace(
        shared_position(state, pieces, state.lost, victory_points),
        lying=tuple(_lying(state)),
        coming=tuple(reinforcement_values(e, e.round) for e in state.reserves),
        holders=dict(state.holders),
        stocks={side: _stock(state, side) for side in state.sides},
        more={
            "exited": [unit.id for unit in state.exited],
            "initiative": state.initiative,
            "actions": state.left,
            "decks": {
                side: {d: len(pile) for d, pile in state.hq[side].decks} for side in state.hq
            },
            "cards_used": {side: list(state.hq[side].used) for side in state.hq},
        },
        hands={side: hq.hand for side, hq in state.hq.items()},
        laid_out={side: hq.play for side, hq in state.hq.items() if hq.play},
    )


def unit_locations(state: State) -> UnitLocations:
    """Return the locations of all units."""
    hands = {side: hq.hand for side, hq in state.hq.items()}
    return UnitLocations(state.round, state.units.copy(), state.lost, state.holders.copy(), hands)


def _stock(state: State, side: str) -> dict[str, int]:
    """Return a side's stocks: command, points on its initiative card, its pool."""
    hq = state.hq[side]
    pool = {kind: count for kind, count in state.pools[side].items() if count}
    return {"command": hq.command, "initiative": hq.initiative, **pool}


def _left(hq: Headquarters) -> dict[str, int]:
    """Return the cards left in each deck of a side; their order is secret (E6)."""
    return {deck: len(cards) for deck, cards in hq.decks}


def _piece(state: State, unit: Unit) -> Piece:
    return Piece(
        unit.id, unit.side, unit.type, None if unit.inside else unit.at, unit.inside,
        figures=unit.figures, values=counter_values(state, unit), marks=unit_marks(unit),
    )  # fmt: skip


def unit_marks(unit: Unit) -> tuple[str, ...]:
    """The states of a unit that have a badge: morale, damage, mode, a position, its token."""
    found = [] if unit.is_steady else [str(unit.morale)]
    found += [DAMAGE[unit.damage]] if unit.damage in DAMAGE else []
    found += [] if unit.mode is ActivationMode.FRESH else [str(unit.mode)]
    found += [DUG_IN] if unit.position else []
    return (*found, unit.token) if unit.token else tuple(found)


def counter_values(state: State, unit: Unit) -> dict[str, int | str]:
    """Return a unit's present values: range and FP by target, move, armour."""
    types = state.figures_of(unit) if unit.is_squad else (state.type_of(unit),)
    found: dict[str, int | str] = {}
    for word in ("fp", "fp_v"):
        if fp := sum(getattr(type_, word) for type_ in types):
            found[word] = fp
    for word in ("range", "range_v"):
        if best := max((getattr(type_, word) for type_ in types), default=0):
            found[word] = best
    found["move"] = movement_allowance(state, unit) // THIRDS
    if not unit.is_squad:
        found["armour"] = max(state.type_of(unit).armour - bool(unit.damage), 0)
    return found


def _lying(state: State) -> Iterator[HexFeature]:
    for work in state.works.values():
        marked = (HIDDEN,) if work.hidden else ()
        yield HexFeature(work.kind, work.at, id=work.id, side=work.side, marks=marked)
