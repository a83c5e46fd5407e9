"""Direct fire (tank F): who may shoot at whom, at what level, and with what result."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from engine.games.tank import cards
from engine.games.tank.card_events import CardUsed, SecondShotTaken
from engine.games.tank.data.rulebook import Cover, FireManner, FireOutcome, Rulebook
from engine.games.tank.events import (
    FireDeclared,
    ShotResolved,
    ShotSpoilt,
    UnitAnnihilated,
    UnitHit,
)
from engine.games.tank.state import State, TankGame, Unit
from engine.play.decisions import Decision, Faces, Procedure, ask, roll, roll_one

HIGHEST_LEVEL = 10


class Shot(NamedTuple):
    """A firer and its target, by their ids."""

    firer: str
    target: str


@dataclass(frozen=True, slots=True)
class ChooseShot(Decision[State, Shot | None]):
    """The choice of a shot; None passes (T2)."""

    shots: tuple[Shot, ...]

    def options(self, state: State) -> list[Shot | None]:
        return [*self.shots, None]


@dataclass(frozen=True, slots=True)
class JoinFire(Decision[State, str | None]):
    """Another unit joins declared fire on a target, all counting as declared at once (F7)."""

    target: str
    firers: tuple[str, ...]
    able: tuple[str, ...]
    manner: str

    def options(self, state: State) -> list[str | None]:
        return [*self.able, None]


# --- who may fire at whom ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FireAgain(Decision[State, str | None]):
    """The choice to fire again with the side's last unit, and its target."""

    card: str
    firer: str
    first: str
    manner: str

    def options(self, state: State) -> list[str | None]:
        return [*_again(state, self.firer, self.first), None]


def may_fire(state: State, unit: Unit) -> bool:
    """Return True if a unit may fire now: once a turn, not under F8 or after a last shot."""
    if unit.fired or unit.gun_out or unit.engaged or unit.marched:
        return False
    return unit.side not in state.last_shots


def may_be_fired_upon(unit: Unit) -> bool:
    """A unit is fired upon once a turn (F7), and not in close combat (B1)."""
    return not unit.fired_upon and not unit.engaged


def can_hit(state: State, firer: Unit, target: Unit) -> bool:
    """Return True if the target is in sight and in range (F2)."""
    aim = state.field.range_entry(state.book.units[firer.type].gun, firer.at, target.at)
    return aim is not None and aim.seen


def may_declare(state: State, firer: Unit, target: Unit) -> bool:
    """Return True if a shot may be declared: any, or only a possible one (F2)."""
    return state.field.fire_from(firer.type, firer.at)[target.at]


def fire_targets(state: State, firer: Unit) -> list[str]:
    """The enemies a unit may declare fire at."""
    side, may = firer.side, state.field.fire_from(firer.type, firer.at)
    return [
        unit.id
        for unit in state.units.values()
        if unit.side != side and may_be_fired_upon(unit) and may[unit.at]
    ]


def possible_shots(state: State, side: str) -> tuple[Shot, ...]:
    """Every shot a side may declare."""
    return tuple(
        Shot(firer.id, target)
        for firer in state.units.values()
        if firer.side == side and may_fire(state, firer)
        for target in fire_targets(state, firer)
    )


def joining_units(
    state: State, candidates: Iterable[str], firers: Iterable[str], target: str
) -> tuple[str, ...]:
    """The candidates that may still join declared fire on a target (F7)."""
    aimed_at = state.units[target]
    return tuple(
        unit.id
        for unit in (state.units[candidate] for candidate in candidates)
        if unit.id not in firers and may_fire(state, unit) and may_declare(state, unit, aimed_at)
    )


# --- levels and results --------------------------------------------------------------------------


class AttackLevel(NamedTuple):
    """An attack level with what makes it up (F3)."""

    range: int
    base: int
    corrections: tuple[tuple[str, int], ...]
    level: int


def attack_level(
    state: State, firer: Unit, target: Unit, manner: FireManner, boost: int = 0
) -> AttackLevel | None:
    """Table A by range, less table B and the rest, within 0…10 (F3); None out of range.

    In close combat the level is that of range 1 (B3).
    """
    choices, gun = state.book.choices, state.book.units[firer.type].gun
    if manner is FireManner.CLOSE:
        range_, height = 1, 0
        base = state.book.tables["A"].number_at(gun, 1) or 0
    else:
        aim = state.field.range_entry(gun, firer.at, target.at)
        if aim is None:
            return None
        range_, base, height = aim.range, aim.base, aim.height
    found = (
        ("height", -height),
        ("suppressed", -choices.suppressed_levels if firer.suppressed else 0),
        ("on-the-move", -choices.on_the_move_levels if manner is FireManner.ON_THE_MOVE else 0),
        ("short-halt", -choices.short_halt_levels if manner is FireManner.SHORT_HALT else 0),
        ("card", firer.boost + boost),
    )
    corrections = tuple(entry for entry in found if entry[1])
    level = base + sum(value for _, value in corrections)
    return AttackLevel(range_, base, corrections, min(max(level, 0), HIGHEST_LEVEL))


def is_result_softened(cover: Cover, rolled: FireOutcome, dice: Faces) -> bool:
    """Return True if cover turns a damaging result into suppressed: a face shows (F5)."""
    return rolled.is_damage and any(face in cover.faces for face in dice)


def effect_on(unit: Unit, outcome: FireOutcome) -> FireOutcome:
    """Return the effect of a result on a unit in its state: results accumulate (F6)."""
    if outcome is FireOutcome.SUPPRESSED and unit.suppressed:
        return FireOutcome.NONE
    if outcome in (FireOutcome.GUN_OUT, FireOutcome.IMMOBILE) and (unit.gun_out or unit.immobile):
        return FireOutcome.ANNIHILATED
    return outcome


def armour_saving_face(book: Rulebook, unit: Unit) -> int:
    """The highest face of the armour die that saves a unit from direct fire; 0: no die (F5)."""
    return book.armour_die(book.units[unit.type].armour)


# --- declaring and resolving ---------------------------------------------------------------------


def resolve_concentrated_fire(
    game: TankGame, shot: Shot, candidates: Iterable[str], manner: FireManner
) -> Procedure[tuple[str, ...]]:
    """Declare a shot, let others join it, and resolve them one by one (F1, F7).

    Returns the firers. Once the target is annihilated the rest is not resolved.
    """
    firers: tuple[str, ...] = (shot.firer,)
    others = tuple(candidates)
    side = game.state.units[shot.firer].side
    while able := joining_units(game.state, others, firers, shot.target):
        joins = yield from ask(JoinFire(side, shot.target, firers, able, manner))
        if joins is None:
            break
        firers = (*firers, joins)
    game.emit(FireDeclared(firers, shot.target, manner))
    for firer in firers:
        if shot.target in game.state.units:
            yield from resolve(game, firer, shot.target, manner)
    yield from second_shot(game, firers[-1], shot.target, manner)
    return firers


def second_shot(game: TankGame, firer: str, first: str, manner: FireManner) -> Procedure[None]:
    """Quick loading: the side's last unit to fire this turn fires again (card 5)."""
    if firer not in game.state.units:
        return
    side = game.state.units[firer].side
    card = cards.in_force(game.state, side, "second-shot")
    if card is None or not _again(game.state, firer, first):
        return
    target = yield from ask(FireAgain(side, card.id, firer, first, manner))
    if target is not None:
        game.emit(CardUsed(side, card.id, firer))
        game.emit(SecondShotTaken(side, firer, target))
        yield from resolve(game, firer, target, manner)


def _again(state: State, firer_id: str, first: str) -> list[str]:
    """The targets of a second shot: the same once more, or another not yet fired upon."""
    firer = state.units[firer_id]
    return [
        unit.id
        for unit in state.units.values()
        if unit.side != firer.side
        and (unit.id == first or may_be_fired_upon(unit))
        and may_declare(state, firer, unit)
    ]


def resolve(game: TankGame, firer_id: str, target_id: str, manner: FireManner) -> Procedure[None]:
    """Resolve one declared shot: sight, level, dice, corrections, effect (F2–F6)."""
    firer, target = game.state.units[firer_id], game.state.units[target_id]
    plain = attack_level(game.state, firer, target, manner)
    if plain is None:
        game.emit(ShotSpoilt(firer_id, target_id, "range"))
        return
    if manner is not FireManner.CLOSE and not can_hit(game.state, firer, target):
        game.emit(ShotSpoilt(firer_id, target_id, "sight"))
        return
    level = yield from _boost(game, firer, target, manner, plain)
    result = yield from _roll(game, firer_id, target, level, manner)
    yield from apply_result(game, target_id, result, firer.side)


def _boost(
    game: TankGame, firer: Unit, target: Unit, manner: FireManner, plain: AttackLevel
) -> Procedure[AttackLevel]:
    """The level after the firer's side has decided about its fire boost (card 2)."""
    card = cards.in_force(game.state, firer.side, "fire-boost")
    if card is None or firer.boost:
        return plain
    levels = int(card.parameters.get("levels", 0))
    boosted = attack_level(game.state, firer, target, manner, levels)
    if boosted is None or boosted.level == plain.level:
        return plain
    uses = yield from cards.offer_fire_boost(game, card, firer.id, target.id, manner)
    return boosted if uses else plain


def _roll(
    game: TankGame, firer: str, target: Unit, level: AttackLevel, manner: FireManner
) -> Procedure[FireOutcome]:
    """Roll, read table C, correct the result (F4, F5); at level 0 nothing is rolled."""
    book, die, softened = game.state.book, 0, ""
    dice: Faces = ()
    rolled = result = FireOutcome.NONE
    if level.level > 0:
        dice = yield from roll(2, "shot")
        rolled = result = book.direct_results[level.level][sum(dice)]
    if rolled.is_damage:
        if manner is not FireManner.CLOSE and is_result_softened(
            game.state.field.cover(target.at), rolled, dice
        ):
            softened = game.state.field.board.ground_at(target.at)
        elif saves := armour_saving_face(book, target):
            die = yield from roll_one("armour")
            softened = "armour" if die <= saves else ""
        result = FireOutcome.SUPPRESSED if softened else rolled
    game.emit(
        ShotResolved(
            firer,
            game.state.units[firer].at,
            target.id,
            target.at,
            level.range,
            level.base,
            level.corrections,
            level.level,
            dice,
            rolled,
            die,
            softened,
            result,
        )
    )
    return result


def apply_result(game: TankGame, unit_id: str, result: FireOutcome, by: str) -> Procedure[None]:
    """Let a result take effect on a unit, lowered by its side's reactive armour (F6, card 4)."""
    if result is FireOutcome.NONE:
        return
    if game.state.units[unit_id].side != by:
        result = yield from cards.offer_reactive_armour(game, unit_id, result)
    unit = game.state.units[unit_id]
    effect = effect_on(unit, result)
    if effect is FireOutcome.ANNIHILATED:
        game.emit(UnitAnnihilated(unit_id, "hit"))
    elif effect is not FireOutcome.NONE:
        game.emit(UnitHit(unit_id, effect))
