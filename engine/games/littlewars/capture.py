"""Guns are taken by enemies who pass their axle line while nobody of their side is near (L16)."""

from __future__ import annotations

from engine.games.littlewars.crews import CREW, SERVED
from engine.games.littlewars.melee_events import GunTaken
from engine.games.littlewars.nearness import within
from engine.games.littlewars.state import Figure, Gun, State, WarGame
from engine.tabletop.cores import turn
from engine.tabletop.footprints import axle


def takers(state: State, gun: Gun) -> list[Figure]:
    """The enemies within six inches of a gun who have passed its axle line (L16.1)."""
    foes = list(within(state, gun, state.fit(state.enemy(gun.side)), SERVED))
    return [foe for foe in foes if has_passed(state, gun, foe)]


def has_passed(state: State, gun: Gun, foe: Figure) -> bool:
    """Whether a figure is past a gun's axle line, seen from where it began its move (L16.1)."""
    left, right = axle(state.stand(gun), state.field.scale)
    before, now = turn(left, right, foe.came), turn(left, right, foe.at)
    return before * now < 0


def is_taken(state: State, gun: Gun) -> bool:
    """A gun is taken when none of its side is within six inches and four have passed it (L16.1)."""
    own = (each for each in state.figures.values() if each.side == gun.side and each.is_fit)
    is_left = not any(True for _ in within(state, gun, own, SERVED))
    return is_left and len(takers(state, gun)) >= CREW


def judge(game: WarGame) -> None:
    """Guns are taken at the end of each move (L16.1)."""
    state = game.state
    for gun in list(state.guns.values()):
        if gun.side == state.enemy(state.active) and is_taken(state, gun):
            game.emit(GunTaken(gun.id, state.active))
