"""Attacks: target, figures, support, dice, one after another (A2, A4, CF, OP, AA, RS)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from engine.games.tide import active_effects, attack_dice, targeting
from engine.games.tide.attack_declaration import Aim, AttackDraft, AttackOpportunity, AttackShare
from engine.games.tide.combat_events import AttackDeclared
from engine.games.tide.data.piece_types import WIRE
from engine.games.tide.move_events import WorkRemoved
from engine.games.tide.state import State, TideGame
from engine.play.decisions import Decision, Procedure, ask

TEARS = 3  # hits of an area attack that remove wire (X7)


class Figures(NamedTuple):
    """The figures of a squad that fire, by their types (Q6)."""

    types: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Attack(Decision[State, Aim]):
    """A unit's target and kind of attack: unit or hex, normal or suppressive (RS3, AA1)."""

    unit: str
    call: AttackOpportunity

    def options(self, state: State) -> list[Aim]:
        return list(targeting.possible_attacks(state, state.units[self.unit], self.call))


@dataclass(frozen=True, slots=True)
class ChooseFigures(Decision[State, Figures]):
    """The figures of a squad that fire: all, or some of them (Q6)."""

    attempt: AttackDraft
    unit: str
    call: AttackOpportunity

    def options(self, state: State) -> list[Figures]:
        able = targeting.attacking_figures(
            state, state.units[self.unit], self.attempt.aim, self.call
        )
        return [Figures(some) for some in targeting.figure_choices(able)]


@dataclass(frozen=True, slots=True)
class Support(Decision[State, str | None]):
    """The next unit to support the attack; None ends the choice (CF)."""

    attempt: AttackDraft
    call: AttackOpportunity

    def options(self, state: State) -> list[str | None]:
        return [*targeting.attack_supporters(state, self.attempt, self.call), None]


def resolve_attack(game: TideGame, unit: str, call: AttackOpportunity) -> Procedure[AttackDraft]:
    """A unit attacks: aim, figures, support, dice, results. There must be something to attack."""
    aims = targeting.possible_attacks(game.state, game.state.units[unit], call)
    aim = aims[0]
    if len(aims) > 1:
        aim = yield from ask(Attack(call.side, unit, call))
    attempt = AttackDraft(aim, AttackShare(unit))
    lead = yield from _figures(game, attempt, unit, call)
    attempt = yield from gather_support(game, attempt._replace(lead=lead), call)
    yield from carry_out_attack(game, attempt, call)
    return attempt


def _figures(
    game: TideGame, attempt: AttackDraft, unit: str, call: AttackOpportunity
) -> Procedure[AttackShare]:
    """The figures of a unit that take part (Q6)."""
    here = game.state.units[unit]
    if not here.is_squad:
        return AttackShare(unit)
    able = targeting.attacking_figures(game.state, here, attempt.aim, call)
    if len(able) == 1:
        return AttackShare(unit, able)
    chosen = yield from ask(ChooseFigures(call.side, attempt, unit, call))
    return AttackShare(unit, chosen.types)


def gather_support(
    game: TideGame, attempt: AttackDraft, call: AttackOpportunity
) -> Procedure[AttackDraft]:
    """Others join, one by one, until the side wants no more (CF)."""
    while targeting.attack_supporters(game.state, attempt, call):
        joins = yield from ask(Support(call.side, attempt, call))
        if joins is None:
            break
        share = yield from _figures(game, attempt, joins, call)
        attempt = attempt._replace(supporters=(*attempt.supporters, share))
    return attempt


def carry_out_attack(
    game: TideGame, attempt: AttackDraft, call: AttackOpportunity
) -> Procedure[None]:
    """The attack is made: every target has its own roll of all dice (RS4, AA1)."""
    struck = targeting.units_in_common_range(game.state, attempt, call.side)
    game.emit(_declare(game.state, attempt, call))
    made = [attack_dice.weigh_attack(game.state, attempt, call, target) for target in struck]
    lead = game.state.units[attempt.lead.unit]
    used = active_effects.single_attack_effects(game.state, (lead, *struck))
    most = 0
    for each in made:
        hits = yield from attack_dice.roll_attack(game, each)
        most = max(most, hits)
    if attempt.aim.is_area and most >= TEARS:
        destroy_wire(game, attempt)
    active_effects.end_attack(game, used)


def _declare(state: State, attempt: AttackDraft, call: AttackOpportunity) -> AttackDeclared:
    shares = (attempt.lead, *attempt.supporters)
    rapid = tuple(share.unit for share in shares if targeting.is_rapid(state, share, call))
    firers = tuple((share.unit, share.figures) for share in shares)
    aim = attempt.aim
    return AttackDeclared(call.side, call.occasion, aim.kind, firers, aim.hex, aim.unit, rapid)


def destroy_wire(game: TideGame, attempt: AttackDraft) -> None:
    """Wire is torn up by an area attack with three hits or more on its hex (X7)."""
    for work in game.state.works_at(attempt.aim.hex, WIRE):
        game.emit(WorkRemoved.of(work, attempt.lead.unit))
