"""What a shot may be expected to do: its flight by dice spread evenly, always the same (S9)."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from engine.games.littlewars.shooting import aim_of, those_spared
from engine.games.littlewars.state import Gun, State
from engine.play.handling import PossibleHit
from engine.tabletop.flight import FACES, ShotModel
from engine.tabletop.point import Point

SAMPLES = 48


@cache
def spread(samples: int = SAMPLES) -> tuple[tuple[int, int, int], ...]:
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


def kills(state: State, gun: Gun, at: Point, samples: int = SAMPLES) -> dict[str, Fraction]:
    """How often each figure is killed by a shot at a point."""
    gunnery = ShotModel(state.field.ground, state.stands())
    aim, out = aim_of(state, gun, at), those_spared(state, gun, at)
    found: dict[str, int] = {}
    for faces in spread(samples):
        for id_ in gunnery.fly(aim, faces, out).killed:
            if id_ in state.figures:
                found[id_] = found.get(id_, 0) + 1
    return {id_: Fraction(count, samples) for id_, count in found.items()}


def likely_struck(state: State, gun: Gun, at: Point) -> tuple[PossibleHit, ...]:
    """Who may be killed by a shot, the likeliest first."""
    found = sorted(kills(state, gun, at).items(), key=lambda each: (-each[1], each[0]))
    return tuple(PossibleHit(id_, chance) for id_, chance in found)
