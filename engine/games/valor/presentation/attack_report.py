"""The attacks of a game with their exact odds (V14.4, V15.5, V16, V18), for reports."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from engine.games.valor import anti_tank, dice_odds, unit_firepower
from engine.games.valor.combat_events import (
    AssaultRolled,
    AttackDeclared,
    AttackRolled,
    HitRolled,
    PenetrationRolled,
)
from engine.games.valor.data.rule_tables import AntiTankWeaponKind, PenetrationResult
from engine.games.valor.dice_odds import PenetrationOdds
from engine.games.valor.facing import ArmourFace
from engine.games.valor.presentation.expected_losses import penetration_odds
from engine.games.valor.state import State, Unit, ValorGame
from engine.games.valor.support_events import LaneRolled, MissionResolved, ShellingRolled
from engine.games.valor.targeting import AttackMethod, AttackOccasion
from engine.play.luck import AttackRecord

POINTS = ("no-points", "one-point", "two-points", "more-points")
KILLS = {
    PenetrationResult.NOTHING: "held",
    PenetrationResult.IMMOBILISED: "immobile",
    PenetrationResult.ELIMINATED: "eliminated",
}
MISSED, HELD, IMMOBILE, ELIMINATED = "missed", *KILLS.values()
WON, REPELLED = "won", "repelled"

Chances = Mapping[str, Fraction]


def list_attacks(game: ValorGame) -> Iterator[AttackRecord]:
    """Every attack by who made it, as rolled: before casualties are spent and crews leave."""
    state = game.opening.copy()
    shot = None
    for event in game.events:
        match event:
            case AttackDeclared():
                shot = _DeclaredShot(state, event)
            case HitRolled() if shot is not None:
                yield from shot.hit(state, event)
            case PenetrationRolled() if shot is not None:
                yield from shot.pierce(event)
            case _:
                yield from _at_once(state, event)
        event.apply(state)


def _at_once(state: State, event: object) -> Iterator[AttackRecord]:
    """Attacks that one event tells of."""
    charts = state.book.charts
    match event:
        case AttackRolled():
            modifier = sum(value for _, value in event.corrections)
            found = dice_odds.casualty_point_odds(charts, event.apfp, modifier, event.times)
            yield _attack(event.side, casualty_result_text(event.points), _in_words(found))
        case MissionResolved():
            apfp, _ = charts.area_firepower(event.kind)
            found = dice_odds.casualty_point_odds(charts, apfp, event.cover, event.times)
            yield _attack(event.side, casualty_result_text(event.points), _in_words(found))
        case LaneRolled():
            apfp, _ = charts.area_firepower("fire-lane")
            side = state.enemy_of(state.units[event.units[0]].side)
            found = dice_odds.casualty_point_odds(charts, apfp, 1 - event.markers)
            yield _attack(side, casualty_result_text(event.points), _in_words(found))
        case ShellingRolled():
            yield _shelling(state, event)
        case AssaultRolled():
            modifier = sum(value for _, value in event.corrections)
            won = dice_odds.chance_of_at_most(event.kill - modifier)
            yield _attack(event.side, event.result, {REPELLED: 1 - won, WON: won})


def casualty_result_text(points: int) -> str:
    """Casualty points as reports count them."""
    return POINTS[min(points, len(POINTS) - 1)]


def _in_words(found: dice_odds.Distribution) -> Chances:
    chances = dict.fromkeys(POINTS, Fraction(0))
    for points, chance in found.items():
        chances[casualty_result_text(points)] += chance
    return chances


def _attack(side: str, result: str, chances: Chances) -> AttackRecord:
    return AttackRecord(side, result, {word: float(chance) for word, chance in chances.items()})


# --- shots at vehicles and guns (V12.15, V16) -----------------------------------------------------


def _shelling(state: State, told: ShellingRolled) -> AttackRecord:
    """A mission at one AFV: a roll to hit, a roll against its rear (V18.7)."""
    charts, type_ = state.book.charts, state.type_of(state.units[told.unit])
    _, atfp = charts.area_firepower(told.kind)
    hit = dice_odds.chance_of_at_most(charts.hit_number(AntiTankWeaponKind.MISSION) - told.cover)
    lost = dice_odds.shell_elimination_chance(charts, atfp, type_.rear or type_.front)
    result = MISSED if told.result == MISSED else KILLS[PenetrationResult(told.result)]
    return _attack(told.side, result, _of_shot(hit, PenetrationOdds(lost, Fraction(0))))


def _of_shot(hit: Fraction, kill: PenetrationOdds) -> Chances:
    """Hit and armour together, exactly (V16.2, V16.3)."""
    return {
        MISSED: 1 - hit,
        HELD: hit * (1 - kill.eliminated - kill.immobilised),
        IMMOBILE: hit * kill.immobilised,
        ELIMINATED: hit * kill.eliminated,
    }


class _DeclaredShot:
    """A declared attack, whose rolls to hit and against armour follow."""

    def __init__(self, state: State, told: AttackDeclared) -> None:
        self.told = told
        self.atfp = _atfp(state, told)
        self.chances: Chances = {}

    def hit(self, state: State, event: HitRolled) -> Iterator[AttackRecord]:
        """A miss, or a hit on who has no armour, is the end of it."""
        target = state.units[event.target]
        number = event.number - sum(value for _, value in event.corrections)
        self.chances = _of_shot(
            dice_odds.chance_of_at_most(number), self._kill(state, event, target)
        )
        if not event.hit:
            yield _attack(self.told.side, MISSED, self.chances)
        elif not state.type_of(target).is_afv:
            yield _attack(self.told.side, ELIMINATED, self.chances)

    def pierce(self, event: PenetrationRolled) -> Iterator[AttackRecord]:
        """Yield the record of a hit on armour."""
        yield _attack(self.told.side, KILLS[PenetrationResult(event.result)], self.chances)

    def _kill(self, state: State, event: HitRolled, target: Unit) -> PenetrationOdds:
        """Return the odds of a hit, before the crew of an immobile AFV may leave it."""
        if not state.type_of(target).is_afv:
            return PenetrationOdds(Fraction(1), Fraction(0))
        if self.told.kind == AttackMethod.MORTAR:
            rear = anti_tank.armour_of(state, target, ArmourFace.REAR)
            return PenetrationOdds(
                dice_odds.shell_elimination_chance(state.book.charts, self.atfp, rear), Fraction(0)
            )
        firer, is_final = state.units[event.firer], self.told.manner == AttackOccasion.FINAL
        return dice_odds.elimination_odds(
            penetration_odds(state, self.atfp, target, firer, is_final)
        )


def _atfp(state: State, told: AttackDeclared) -> str:
    """Return the declared weapon's ATFP; empty for attacks on infantry."""
    if told.kind == AttackMethod.MORTAR:
        return max(state.weapon_type(state.weapons[weapon]).atfp for weapon in told.weapons)
    if told.kind != AttackMethod.AT:
        return ""
    used = [*(kind for _, kind in told.spent), *told.weapons, ""][0]
    found = unit_firepower.anti_tank_weapons(state, state.units[told.firers[0]], told.at)
    return next(each.atfp for each in found if each.weapon == used)
