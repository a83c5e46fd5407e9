"""Forecasts of fights: the mêlées an order leads to, and the expected result of a shot (S9)."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import NamedTuple

from engine.games.littlewars import melees, men_movement
from engine.games.littlewars.events import MenMoved
from engine.games.littlewars.gun_shots import aimed_shot, spared_units
from engine.games.littlewars.melees import MeleeOutcome, melee_outcome
from engine.games.littlewars.orders import MenOrder
from engine.games.littlewars.proximity import (
    are_too_few_supporters,
    count_supporters,
    figures_by_ids,
)
from engine.games.littlewars.state import Gun, State
from engine.play.tabletop_gestures import PossibleHit
from engine.tabletop.shapes import Point
from engine.tabletop.shot_flight import FACES, ShotModel


class MeleeForecast(NamedTuple):
    """A mêlée there would be: how many of the mover's, how many enemies, and what comes of it."""

    own: int
    foes: int
    is_isolated: bool
    result: MeleeOutcome


def foresee_melees(state: State, side: str, order: MenOrder | None = None) -> list[MeleeForecast]:
    """The mêlées there would be after an order, or as things stand (L11, L12)."""
    after = state if order is None else position_after_order(state, side, order)
    found = [_sides(after, side, figures) for figures in melees.form_melees(after)]
    weak = [figures_by_ids(after, foes if len(foes) <= len(own) else own) for own, foes in found]
    friends = count_supporters(after, weak)
    return [
        _clash(own, foes, alone=are_too_few_supporters(count, group))
        for (own, foes), group, count in zip(found, weak, friends, strict=True)
    ]


def position_after_order(state: State, side: str, order: MenOrder) -> State:
    """The position after an order to men."""
    after, plan = state.copy(), men_movement.plan_movement(state, side, order)
    MenMoved(side, order.deed, plan.moved).apply(after)
    return after


def _sides(state: State, side: str, figures: tuple[str, ...]) -> tuple[list[str], list[str]]:
    """Those of a mêlée that are a side's own, and its enemies."""
    enemy = state.enemy_of(side)
    return melees.figures_of_side(state, figures, side), melees.figures_of_side(
        state, figures, enemy
    )


def _clash(own: list[str], foes: list[str], *, alone: bool) -> MeleeForecast:
    larger, smaller = max(len(own), len(foes)), min(len(own), len(foes))
    return MeleeForecast(len(own), len(foes), alone, melee_outcome(larger, smaller, alone))


SAMPLES = 48


@cache
def evenly_spread_dice(samples: int = SAMPLES) -> tuple[tuple[int, int, int], ...]:
    """Faces of three dice of a thousand that fill all they may show evenly: no luck is in them."""
    return tuple(
        (_face(number, 2), _face(number, 3), _face(number, 5)) for number in range(1, samples + 1)
    )


def _face(number: int, base: int) -> int:
    """A face of a die by the digits of a number, mirrored."""
    share, part = Fraction(0), Fraction(1, base)
    while number:
        number, digit = divmod(number, base)
        share += digit * part
        part /= base
    return min(FACES, int(share * FACES) + 1)


def hit_chances(state: State, gun: Gun, at: Point, samples: int = SAMPLES) -> dict[str, Fraction]:
    """Return the chance of each figure to be killed by a shot at a point."""
    gunnery = ShotModel(state.field.ground, state.placed_pieces())
    aim, out = aimed_shot(state, gun, at), spared_units(state, gun, at)
    found: dict[str, int] = {}
    for faces in evenly_spread_dice(samples):
        for id_ in gunnery.fly(aim, faces, out).killed:
            if id_ in state.figures:
                found[id_] = found.get(id_, 0) + 1
    return {id_: Fraction(count, samples) for id_, count in found.items()}


def likely_casualties(state: State, gun: Gun, at: Point) -> tuple[PossibleHit, ...]:
    """Return the figures that a shot may kill, the likeliest first."""
    found = sorted(hit_chances(state, gun, at).items(), key=lambda each: (-each[1], each[0]))
    return tuple(PossibleHit(id_, chance) for id_, chance in found)
