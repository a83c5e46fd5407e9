"""Points: what each side counts at the end (L17.2, L17.3)."""

from __future__ import annotations

from fractions import Fraction

from engine.games.littlewars.state import State, Status

FEW, FEW_OF_SMALL, SMALL = 15, 10, 50
"""Men below which nobody wins; in a game that began with 50 a side or fewer it is ten (L17.3)."""
DRAWN = 100  # halves of a point for each side of a draw


def points(state: State, side: str) -> Fraction:
    """What a side counts without what the winner has (L17.2).

    Guns held or taken, men who survive, and half a point for each own or enemy prisoner.
    """
    worth = state.book.worth
    guns = sum((worth[gun.type] for gun in state.guns_of(side)), Fraction(0))
    men = sum(
        (worth[each.type] for each in state.of(side) if each.status is not Status.PRISONER),
        Fraction(0),
    )
    riding = sum((worth[each.type] for each in state.aboard(side)), Fraction(0))
    return guns + men + riding + worth["prisoner"] * prisoners(state, side)


def prisoners(state: State, side: str) -> int:
    """The prisoners that count for a side: its own men who are taken, and enemies it took."""
    on_table = sum(each.status is Status.PRISONER for each in state.figures.values())
    led_off = sum(each.why in ("led-off", "abandoned") and bool(each.captor) for each in state.gone)
    return on_table + led_off


def halves(state: State, side: str, winner: str = "") -> int:
    """The same in halves of a point, with the hundred of the winner (L17.2)."""
    more = state.book.worth["winner"] if side == winner else Fraction(0)
    return int((points(state, side) + more) * 2)


def few(state: State) -> int:
    """Below how many men a side is too weak to win (L17.3)."""
    began = dict(state.began_with)
    is_small = bool(began) and all(began[side] <= SMALL for side in state.sides)
    return FEW_OF_SMALL if is_small else FEW


def are_both_few(state: State) -> bool:
    """Whether both sides are so weak that the game is a draw (L17.3).

    Armies that began as small as that fight on.
    """
    began = dict(state.began_with)
    least = few(state)
    return bool(began) and all(state.men(side) < least <= began[side] for side in state.sides)
