"""The command phase (V5.2–V5.5): missions, then weapons and halves (V12.4, V23)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import NamedTuple

from engine.games.shared_events import DONE, StageBegan
from engine.games.valor import support_missions, unit_lookups
from engine.games.valor.data.piece_types import WeaponType
from engine.games.valor.events import SquadsJoined, SquadSplit, WeaponHandedOver, WeaponsExchanged
from engine.games.valor.state import State, Unit, ValorGame
from engine.play.decisions import Decision, Procedure, ask

PLACING, MISSIONS = "", "missions"
LETTERS = "bcdefghijklmnopqrstuvwxyz"


class Give(NamedTuple):
    """A weapon is handed to another unit of the hex (V12.4)."""

    weapon: str
    taker: str


class Swap(NamedTuple):
    """Two units of a hex exchange their weapons (V12.4)."""

    one: str
    other: str


class Split(NamedTuple):
    """A squad becomes two halves (V5.4)."""

    squad: str


class Join(NamedTuple):
    """Two halves become a squad (V5.4)."""

    one: str
    other: str


Change = Give | Swap | Split | Join


@dataclass(frozen=True, slots=True)
class Reorganise(Decision[State, Change | None]):
    """The next change of the side before its fire phase; None for none (V5.4)."""

    changes: tuple[Change, ...]

    def options(self, state: State) -> list[Change | None]:
        return [*self.changes, None]


def command_activity(game: ValorGame) -> Procedure[None]:
    """One activity: a mission is placed, one resolved, or something reorganised (V5.3, V5.4)."""
    if game.state.stage == PLACING:
        yield from support_missions.place(game)
    elif game.state.stage == MISSIONS:
        yield from support_missions.resolve(game)
    else:
        yield from reorganise(game)


def reorganise(game: ValorGame) -> Procedure[None]:
    """The side hands weapons over, splits squads, joins halves, one after the other (V5.4)."""
    side = game.state.active
    found = tuple(reorganisation_options(game.state, side))
    change = (yield from ask(Reorganise(side, found))) if found else None
    match change:
        case None:
            game.emit(StageBegan(DONE))
        case Give(weapon, taker):
            game.emit(WeaponHandedOver(weapon, game.state.weapons[weapon].bearer, taker))
        case Swap(one, other):
            game.emit(WeaponsExchanged(one, other))
        case Split(squad):
            split(game, squad)
        case Join(one, other):
            join(game, one, other)


def reorganisation_options(state: State, side: str) -> Iterator[Change]:
    """Yield the changes open to a side, hex by hex; not for pinned units (V12.4)."""
    for hex_ in unit_lookups.hexes_of(state, side):
        able = [unit for unit in unit_lookups.infantry_at(state, hex_) if not unit.pinned]
        for giver, taker in permutations(able, 2):
            yield from _gives(state, giver, taker)
        for one, other in combinations(able, 2):
            if may_swap(state, one, other):
                yield Swap(one.id, other.id)
        yield from (Split(unit.id) for unit in able if may_split(state, unit))
        if unit_lookups.leaders_at(state, hex_, side):
            for one, other in combinations(able, 2):
                if may_join(state, one, other):
                    yield Join(one.id, other.id)


# --- weapons (V12.1, V12.4) -----------------------------------------------------------------------


def _gives(state: State, giver: Unit, taker: Unit) -> Iterator[Give]:
    """The weapons a unit may hand to another within portage."""
    has = _weapons_of(state, taker)
    for weapon, type_ in unit_lookups.weapons_of(state, giver.id):
        if unit_lookups.may_bear(state.type_of(taker), [*has, type_]):
            yield Give(weapon.id, taker.id)


def may_swap(state: State, one: Unit, other: Unit) -> bool:
    """Return whether two units may exchange weapons that each may bear."""
    mine, theirs = _weapons_of(state, one), _weapons_of(state, other)
    if not mine or not theirs or [each.id for each in mine] == [each.id for each in theirs]:
        return False
    takes = unit_lookups.may_bear(state.type_of(one), theirs)
    return takes and unit_lookups.may_bear(state.type_of(other), mine)


def _weapons_of(state: State, unit: Unit) -> list[WeaponType]:
    return [type_ for _, type_ in unit_lookups.weapons_of(state, unit.id)]


# --- halves (V5.4, V23) ---------------------------------------------------------------------------


def may_split(state: State, squad: Unit) -> bool:
    """Return whether a squad may split: not valorous, with room for both (V22.5, V6.11)."""
    type_ = state.type_of(squad)
    if not type_.is_squad or not type_.half or squad.valor:
        return False
    halves = [squad._replace(id=f"{squad.id}{end}", type=type_.half) for end in ("/1", "/2")]
    others = [unit for unit in state.units_at(squad.at) if unit.id != squad.id]
    types = [state.type_of(unit) for unit in (*others, *halves)]
    work = state.works.get(squad.at)
    roomy = work is None or state.work_type(work).has_room(types)
    return roomy and unit_lookups.is_within_stacking_limit(types, state.book.choices.stacking)


def split(game: ValorGame, squad: str) -> None:
    """A squad becomes two halves; as they are alike, the first has its weapon (V5.5)."""
    state = game.state
    unit = state.units[squad]
    second = unused_half_id(state, squad)
    game.emit(SquadSplit(squad, state.type_of(unit).half, (squad, second), squad))


def unused_half_id(state: State, squad: str) -> str:
    """An id for the other half of a squad that no unit has or had."""
    known = {unit.id for unit in (*state.units.values(), *state.lost, *state.exited)}
    known |= {unit.id for unit in state.removed}
    root = squad.partition("/")[0]
    return next(f"{root}/{letter}" for letter in LETTERS if f"{root}/{letter}" not in known)


def may_join(state: State, one: Unit, other: Unit) -> bool:
    """Return whether halves may join: alike, not valorous, one weapon at most (V23.1)."""
    alike = one.type == other.type and state.type_of(one).is_half
    if not alike or one.valor or other.valor or not squad_type_of(state, one.type):
        return False
    both = [*_weapons_of(state, one), *_weapons_of(state, other)]
    return unit_lookups.may_bear(state.book.units[squad_type_of(state, one.type)], both)


def squad_type_of(state: State, half: str) -> str:
    """The type of squad a type of half squad is half of; empty without one."""
    return next((id_ for id_, type_ in state.book.units.items() if type_.half == half), "")


def join(game: ValorGame, one: str, other: str) -> None:
    """Two halves become a squad (V23.3)."""
    squad = squad_type_of(game.state, game.state.units[one].type)
    game.emit(SquadsJoined((one, other), one, squad))
