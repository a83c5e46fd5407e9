"""Anti-tank attacks: hit, penetration, immobile and abandoned AFVs (V16)."""

from __future__ import annotations

from engine.games.valor import facing, unit_losses
from engine.games.valor.combat_events import Abandoned, PenetrationRolled
from engine.games.valor.data.rule_tables import (
    PenetrationResult,
    is_elimination_rolled,
    penetration_result,
)
from engine.games.valor.facing import ArmourFace
from engine.games.valor.state import State, Unit, ValorGame
from engine.hexes.hex import Hex
from engine.play.decisions import Faces, Procedure, roll, roll_one

STAYS, LEAVES = "stayed", "abandoned"
HIT = "hit"  # the cause of losses by AT attacks
CREW_LEAVES = 2  # on this or less an immobile AFV is abandoned (V16.5)
SEAM_FRONT = 3  # on this or less a shot on the seam hits the front (V7.6)


def hit_target(
    game: ValorGame, target: str, atfp: str, start: Hex | None, valorous: bool
) -> Procedure[None]:
    """A target is hit: soft ones are eliminated, an AFV's armour is tried (V16.3).

    Without a `start` it is hit from behind, as by those it has overrun (V17.5).
    """
    unit = game.state.units[target]
    if not game.state.type_of(unit).is_afv:
        unit_losses.eliminate(game, target, HIT)
        return
    face, seam = ArmourFace.REAR, 0
    if start is not None:
        face, seam = yield from _face(game.state, unit, start)
    yield from roll_for_penetration(game, target, atfp, face, seam, -1 if valorous else 0)


def roll_for_penetration(
    game: ValorGame, target: str, atfp: str, face: ArmourFace, seam: int = 0, modifier: int = 0
) -> Procedure[None]:
    """The elimination roll against the armour of one side (V16.3)."""
    unit = game.state.units[target]
    armour = armour_of(game.state, unit, face)
    number = game.state.book.charts.elimination_number(atfp, armour)
    dice: Faces = ()
    if is_elimination_rolled(number):
        dice = yield from roll(2, "penetration")
    rolled = sum(dice) + modifier
    result = penetration_result(number, rolled)
    game.emit(PenetrationRolled(target, atfp, face, armour, seam, number, dice, rolled, result))
    if result is PenetrationResult.ELIMINATED:
        unit_losses.eliminate(game, target, HIT)
    elif result is PenetrationResult.IMMOBILISED:
        unit_losses.immobilise(game, target, HIT)


def hit_by_shell(game: ValorGame, target: str, atfp: str) -> Procedure[None]:
    """A shell has hit a vehicle: soft ones are lost, AFVs on their rear armour (V12.15, V18.7).

    Up to the elimination number it is eliminated; nothing is immobilised.
    """
    unit = game.state.units[target]
    if not game.state.type_of(unit).is_afv:
        unit_losses.eliminate(game, target, HIT)
        return
    armour = armour_of(game.state, unit, ArmourFace.REAR)
    number = game.state.book.charts.elimination_number(atfp, armour)
    dice: Faces = ()
    if is_elimination_rolled(number):
        dice = yield from roll(2, "penetration")
    result = penetration_result(number, sum(dice))
    lost = result is not PenetrationResult.NOTHING
    told = PenetrationResult.ELIMINATED if lost else PenetrationResult.NOTHING
    game.emit(
        PenetrationRolled(target, atfp, ArmourFace.REAR, armour, 0, number, dice, sum(dice), told)
    )
    if lost:
        unit_losses.eliminate(game, target, HIT)


def offer_bailing_out(game: ValorGame, target: str) -> Procedure[None]:
    """After an attack that an immobile AFV has survived its crew may leave it (V16.5)."""
    if target in game.state.units and game.state.units[target].immobile:
        yield from abandon(game, target)


def abandon(game: ValorGame, target: str) -> Procedure[None]:
    """The die of an immobile AFV's crew; an abandoned AFV counts as eliminated (V16.5)."""
    die = yield from roll_one("abandonment")
    leaves = die <= CREW_LEAVES
    game.emit(Abandoned(target, die, LEAVES if leaves else STAYS))
    if leaves:
        unit_losses.eliminate(game, target, LEAVES)


def armour_of(state: State, unit: Unit, face: ArmourFace) -> str:
    """The armour of an AFV's front or rear; one letter serves both (V1.13)."""
    type_ = state.type_of(unit)
    return type_.rear if face is ArmourFace.REAR else type_.front


def _face(state: State, unit: Unit, start: Hex) -> Procedure[tuple[ArmourFace, int]]:
    """Front or rear towards the firer; on the seam a die, where it matters (V7.6)."""
    face = facing.armour_face_towards(state, unit, start)
    if face is not ArmourFace.SEAM:
        return face, 0
    seam = yield from roll_one("seam")
    return (ArmourFace.FRONT if seam <= SEAM_FRONT else ArmourFace.REAR), seam
