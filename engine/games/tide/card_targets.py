"""Targets of cards: units, hexes, the enemy's cards (D6, D7)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.games.tide import unit_lookups
from engine.games.tide.data.piece_types import (
    PILLBOX,
    PLACES,
    SMOKE,
    MovementClass,
    base_places_filled,
)
from engine.games.tide.state import HEAVY, ActivationMode, Morale, State, Unit
from engine.hexes.hex import Hex, distance
from engine.play.decisions import Decision
from engine.scenario.scenario import CardEffect

Said = Mapping[str, Any]
"""The parameters of an effect."""


@dataclass(frozen=True, slots=True)
class CardUnit(Decision[State, str | None]):
    """The next unit a card acts on; None to leave it at those chosen before (D6).

    `number` says which of the card's effects asks, `chosen` whom it has acted on.
    """

    card: str
    number: int
    chosen: tuple[str, ...] = ()

    def options(self, state: State) -> Sequence[str | None]:
        doing = state.aims.cards[self.card].all_effects[self.number]
        stop: list[str | None] = [None] if self.chosen else []
        return [*effect_units(state, self.side, doing, self.chosen), *stop]


@dataclass(frozen=True, slots=True)
class CardHex(Decision[State, Hex | None]):
    """The next hex a card acts in; None to leave it at those chosen before (D6)."""

    card: str
    number: int
    chosen: tuple[Hex, ...] = ()

    def options(self, state: State) -> Sequence[Hex | None]:
        doing = state.aims.cards[self.card].all_effects[self.number]
        stop: list[Hex | None] = [None] if self.chosen else []
        return [*effect_hexes(state, self.side, doing, self.chosen), *stop]


@dataclass(frozen=True, slots=True)
class EnemyCard(Decision[State, str]):
    """The card the enemy has to discard (D7 discard-enemy)."""

    card: str

    def options(self, state: State) -> Sequence[str]:
        return [*dict.fromkeys(state.hq[state.enemy_of(self.side)].hand)]


# --- units ----------------------------------------------------------------------------------------


def effect_units(
    state: State, side: str, doing: CardEffect, chosen: Sequence[str] = ()
) -> list[str]:
    """The units an effect may act on next (D7)."""
    fits = _UNITS[doing.effect]
    of = state.enemy_of(side) if doing.effect in ("condition", "strike") else side
    repeats = doing.effect == "replace-figures"
    return [
        unit.id
        for unit in state.units_of(of)
        if (repeats or unit.id not in chosen) and fits(state, unit, doing.parameters)
    ]


def _may_be_ready(state: State, unit: Unit, said: Said) -> bool:
    """Fatigued, and neither pinned nor disrupted."""
    kinds = {"squad": unit.is_squad, "vehicle": not unit.is_squad}
    return (
        unit.mode is ActivationMode.FATIGUED
        and unit.is_steady
        and kinds.get(said.get("kind", "any"), True)
    )


def _may_recover(state: State, unit: Unit, said: Said) -> bool:
    """In the state the card speaks of."""
    froms = {"pinned": (Morale.PINNED,), "disrupted": (Morale.DISRUPTED,)}
    both = (Morale.PINNED, Morale.DISRUPTED)
    return unit.is_squad and unit.morale in froms.get(said.get("from", "both"), both)


def _may_be_shaken(state: State, unit: Unit, said: Said) -> bool:
    """A squad in sight of an enemy, in no pillbox or vehicle, in a better state than that."""
    worse = (Morale.DISRUPTED,) if said.get("to", "pinned") == "disrupted" else ()
    better = (Morale.NORMAL, *((Morale.PINNED,) if worse else ()))
    if not unit.is_squad or unit.inside or unit.morale not in better or _in_pillbox(state, unit):
        return False
    return is_seen(state, unit.at, state.enemy_of(unit.side))


def _in_pillbox(state: State, unit: Unit) -> bool:
    return bool(unit.position) and state.works[unit.position].kind == PILLBOX


def _may_be_struck(state: State, unit: Unit, said: Said) -> bool:
    """A squad or a vehicle, as the card says, that an enemy sees."""
    wanted = said.get("against", "vehicles") == "squads"
    is_meant = unit.is_squad is wanted and not unit.inside
    return is_meant and is_seen(state, unit.at, state.enemy_of(unit.side))


def _is_damaged(state: State, unit: Unit, said: Said) -> bool:
    return unit.damage > 0


def _has_place(state: State, unit: Unit, said: Said) -> bool:
    """A squad with room for the figure, next to no enemy; with a token for no crew (Q1, Q4)."""
    figure = state.book.units[said.get("kind", "regular")]
    if not unit.is_squad or unit.inside or (figure.is_crew and unit.token):
        return False
    has_room = base_places_filled(state.figures_of(unit)) + figure.places <= PLACES
    enemy = state.enemy_of(unit.side)
    return has_room and all(
        state.side_at(near) != enemy for near in state.field.neighbours(unit.at)
    )


def _may_move(state: State, unit: Unit, said: Said) -> bool:
    """Neither pinned nor disrupted nor heavily damaged, and by itself (OF6)."""
    can_go = unit.is_squad or state.type_of(unit).move > 0
    return can_go and unit.is_steady and unit.damage < HEAVY and not unit.inside


def _is_anybody(state: State, unit: Unit, said: Said) -> bool:
    return not unit.inside


_UNITS: Mapping[str, Callable[[State, Unit, Said], bool]] = {
    "ready": _may_be_ready,
    "recover": _may_recover,
    "condition": _may_be_shaken,
    "strike": _may_be_struck,
    "repair": _is_damaged,
    "replace-figures": _has_place,
    "free-move": _may_move,
    "bonus": _is_anybody,
}

# --- hexes ----------------------------------------------------------------------------------------


def effect_hexes(
    state: State, side: str, doing: CardEffect, chosen: Sequence[Hex] = ()
) -> list[Hex]:
    """The hexes an effect may act in next (D7)."""
    return list(_hexes(state, side, doing, chosen))


def has_effect_hex(state: State, side: str, doing: CardEffect) -> bool:
    """Return whether there is a hex for an effect (D7)."""
    return next(_hexes(state, side, doing, ()), None) is not None


def _hexes(state: State, side: str, doing: CardEffect, chosen: Sequence[Hex]) -> Iterator[Hex]:
    said = doing.parameters
    match doing.effect:
        case "barrage":
            every = state.field.board.hexes
            return (hex_ for hex_ in every if _may_be_shelled(state, side, hex_, said))
        case "smoke":
            return _for_smoke(state, side, chosen)
    return _for_works(state, side, said)


def _may_be_shelled(state: State, side: str, hex_: Hex, said: Said) -> bool:
    """Near enough to an own unit, and seen by one unless the barrage is blind (D6)."""
    furthest = said.get("range", 0)
    if furthest and all(distance(hex_, unit.at) > furthest for unit in state.units_of(side)):
        return False
    return bool(said.get("blind")) or is_seen(state, hex_, side)


def _for_smoke(state: State, side: str, chosen: Sequence[Hex]) -> Iterator[Hex]:
    """Hexes without smoke that take it: the first is seen, the others next to one before (X3)."""
    for hex_ in state.field.board.hexes:
        if hex_ in chosen or not unit_lookups.can_hold_work(state, hex_, SMOKE):
            continue
        is_next = any(distance(hex_, laid) == 1 for laid in chosen)
        if is_next or (not chosen and is_seen(state, hex_, side)):
            yield hex_


def _for_works(state: State, side: str, said: Said) -> Iterator[Hex]:
    """In a hex with own units or next to one, none with enemies, that takes the work (D7 place)."""
    kind = said.get("what", "wire")
    near = {unit.at for unit in state.units_of(side)}
    for hex_ in state.field.board.hexes:
        is_near = hex_ in near or any(each in near for each in state.field.neighbours(hex_))
        if is_near and state.side_at(hex_) in ("", side) and _takes(state, hex_, kind):
            yield hex_


def _takes(state: State, hex_: Hex, kind: str) -> bool:
    """Return whether a hex has ground and room for a work of soldiers (X4, X6)."""
    return state.field.may_stand(MovementClass.SQUAD, hex_) and unit_lookups.can_hold_work(
        state, hex_, kind
    )


def is_seen(state: State, hex_: Hex, side: str) -> bool:
    """Return whether a side's unit outside vehicles sees a hex (D6)."""
    return any(
        unit.at == hex_ or state.sees(unit.at, hex_)
        for unit in state.units_of(side)
        if not unit.inside
    )


def called_squad_hexes(state: State, side: str, zone: str) -> tuple[Hex, ...]:
    """Return hexes for squads called by a card: a zone, or the set-up area (D7 reinforce)."""
    return state.aims.spots.get(zone, ()) if zone else state.aims.musters.get(side, ())
