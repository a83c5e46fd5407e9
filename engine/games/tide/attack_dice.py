"""The dice of an attack on one unit: black against red, and what is left (RS1-RS6, U8, D7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.games.tide import active_effects, damage, firepower, target_defence
from engine.games.tide.active_effects import AttackKind, Corrections
from engine.games.tide.attack_declaration import AttackDraft, AttackOpportunity
from engine.games.tide.combat_events import AttackRolled, RolledAgain
from engine.games.tide.data.rule_tables import RangeBand
from engine.games.tide.dice_odds import DiceSet
from engine.games.tide.state import ActiveEffect, State, TideGame, Unit
from engine.hexes.hex import distance
from engine.play.decisions import Decision, Faces, Procedure, ask, roll

BLACK, RED = "black", "red"


@dataclass(frozen=True, slots=True)
class Reroll(Decision[State, bool]):
    """The choice to roll failed dice of a colour again by a card (D7 reroll)."""

    card: str
    colour: str
    dice: int
    hits: int

    def options(self, state: State) -> list[bool]:
        return [True, False]


class AttackDice(NamedTuple):
    """An attack on one unit, by the rules, before its dice (RS1-RS4).

    `source` is what attacks: a unit, a card, mines. `attack` and `defence` are what makes the
    dice.
    """

    side: str
    source: str
    target: str
    kind: AttackKind
    band: str
    attack: Corrections
    defence: Corrections
    black: DiceSet
    red: DiceSet


def weigh_attack(
    state: State, attempt: AttackDraft, call: AttackOpportunity, target: Unit
) -> AttackDice:
    """An attack on one of its targets, by the rules (RS1-RS7)."""
    aim, lead = attempt.aim, state.units[attempt.lead.unit]
    brought = firepower.attack_parts(state, attempt, call, target)
    band = firepower.worst_band(each.band for each in brought)
    against = active_effects.card_class(target)
    cards = active_effects.bonus_dice(state, "attack", lead, aim.kind, against)
    made = (*firepower.sum_attack_parts(state, brought), *cards)
    dice = max(sum(value for _, value in made), 0)
    change = active_effects.total_bonus(state, "hit", lead, aim.kind, against)
    found = target_defence.defence_dice(
        state,
        target,
        aim.kind,
        active_effects.card_class(lead),
        aim.is_area,
        is_flamed(state, attempt, target),
    )
    return AttackDice(
        call.side, lead.id, target.id, aim.kind, band, made, found,
        DiceSet(dice, state.book.charts.least(band, change)), count_red_dice(state, target, found),
    )  # fmt: skip


def is_flamed(state: State, attempt: AttackDraft, target: Unit) -> bool:
    """Return whether a flamethrower takes part next to the target (SP2)."""
    return any(
        firepower.is_flaming(state.units[unit], distance(state.units[unit].at, target.at))
        for unit in attempt.units
    )


def count_red_dice(state: State, target: Unit, found: Corrections) -> DiceSet:
    """The dice that defend (RS2, U8)."""
    dice = target_defence.red_dice(found)
    return DiceSet(
        dice, state.book.charts.least_red, target_defence.sure_successes(state, target, dice)
    )


def card_attack_dice(
    state: State, side: str, source: str, target: Unit, kind: AttackKind, dice: int,
    band: RangeBand,
    is_area: bool,
) -> AttackDice:  # fmt: skip
    """An attack that a card makes with dice of its own (D7 barrage, strike)."""
    found = target_defence.defence_dice(state, target, kind, "", is_area)
    black = DiceSet(dice, state.book.charts.least(band))
    made = ((source, dice),)
    return AttackDice(
        side,
        source,
        target.id,
        kind,
        band,
        made,
        found,
        black,
        count_red_dice(state, target, found),
    )


# --- dice -----------------------------------------------------------------------------------------


def roll_attack(game: TideGame, volley: AttackDice) -> Procedure[int]:
    """All black dice are rolled, then all red ones, and the hits take effect.

    Gives back the black successes: wire counts them (X7).
    """
    target = game.state.units[volley.target]
    black = yield from throw_dice(game, volley.side, BLACK, volley.black, "attack")
    red = yield from throw_dice(game, target.side, RED, volley.red, "defence")
    struck = count_successes(black, volley.black)
    hits = max(struck - count_successes(red, volley.red), 0)
    game.emit(
        AttackRolled(
            volley.side, volley.source, target.id, target.at, volley.kind, volley.band,
            volley.attack, volley.defence, volley.black.least, volley.red.sure, black, red, hits,
        )
    )  # fmt: skip
    yield from damage.apply_hits(game, target.id, volley.kind, hits, volley.source)
    return struck


def count_successes(faces: Sequence[int], handful: DiceSet) -> int:
    """Return the number of successes: high faces, and one for thick armour (RS4, U8)."""
    return handful.sure + sum(face >= handful.least for face in faces)


def throw_dice(
    game: TideGame, side: str, colour: str, handful: DiceSet, purpose: str
) -> Procedure[Faces]:
    """A roll of one colour; nothing is rolled without dice, nor is the sure one (RS6, U8)."""
    count = handful.dice - handful.sure
    if count <= 0:
        return ()
    faces = yield from roll(count, purpose)
    return (yield from _roll_again(game, side, colour, handful, faces))


def _roll_again(
    game: TideGame, side: str, colour: str, handful: DiceSet, faces: Faces
) -> Procedure[Faces]:
    """Dice that failed are rolled once more where a card allows it and its side wants it."""
    card = reroll_effect(game.state, side, colour)
    failed = [place for place, face in enumerate(faces) if face < handful.least]
    if card is None or not failed:
        return faces
    dice = min(card.amount, len(failed))
    hits = count_successes(faces, handful)
    if not (yield from ask(Reroll(side, card.card, colour, dice, hits))):
        return faces
    again = yield from roll(dice, "reroll")
    after = list(faces)
    for place, face in zip(failed, again, strict=False):
        after[place] = face
    game.emit(RolledAgain(side, card.card, colour, faces, tuple(after)))
    return tuple(after)


def reroll_effect(state: State, side: str, colour: str) -> ActiveEffect | None:
    """The card that lets a side roll dice of a colour again, if one does (D7 reroll)."""
    found = (effect for effect in state.effects_in_force("reroll", colour) if effect.side == side)
    return next(found, None)
