"""Losses of both sides in a charge of horse, in numbers (K6–K8)."""

from __future__ import annotations

from typing import NamedTuple

from engine.games.littlewars.kriegspiel.rulebook import KriegspielCharts
from engine.games.littlewars.melees import melee_outcome
from engine.tabletop.shapes import INCH

MIN_RIDERS = 8
"""A group of fewer does not charge (K6.1)."""
WIDEST = 3 * INCH
"""The most between riders in proper formation (K6.1)."""
EXTENDED, CLOSE, COLUMN = "extended", "close", "column"
KILLED, DRIVEN = 5, 15
"""Standing horse that each charger kills, and drives back (K7.1)."""
BACK = 36 * INCH
"""Distance that beaten horse is driven back (K7.1)."""


class ChargeLosses(NamedTuple):
    """The losses in a charge: riders of the charging horse, men of those charged."""

    horse: int
    foot: int


def charge_band(came: int) -> str:
    """Return the distance band of a charge in the tables; 24 and 12 in count as 12–24 (K6.2)."""
    if came > 24 * INCH:
        return "over-24"
    return "12-24" if came >= 12 * INCH else "under-12"


def foot_charge_losses(
    charts: KriegspielCharts, order: str, riders: int, foot: int, came: int
) -> ChargeLosses:
    """Fractions dropped, never more than there are (K6.2, K6.3); columns caught lose by K6.5."""
    far = charge_band(came)
    lost = charts.ratio(order, "horse", far).losses_for(foot)
    dead = charts.ratio(order, "foot", far).losses_for(riders)
    return ChargeLosses(min(lost, riders), min(dead, foot))


def losses_of_caught_foot(
    charts: KriegspielCharts, order: str, riders: int, foot: int, came: int
) -> ChargeLosses:
    """Foot that tries to retire and is still caught: in columns by their table, else double the
    losses of extended foot (K6.5)."""
    if order == COLUMN:
        return foot_charge_losses(charts, COLUMN, riders, foot, came)
    usual = foot_charge_losses(charts, EXTENDED, riders, foot, came)
    dead = charts.ratio(EXTENDED, "foot", charge_band(came)).losses_for(riders)
    return ChargeLosses(usual.horse, min(2 * dead, foot))


class UnreadyHorseResult(NamedTuple):
    """The result for horse that neither dismounted nor charged nor retired."""

    dead: int
    back: int


def losses_of_unready(chargers: int, standing: int) -> UnreadyHorseResult:
    """Each charger kills 5 and drives 15 more back (K7.1)."""
    dead = min(KILLED * chargers, standing)
    return UnreadyHorseResult(dead, min(DRIVEN * chargers, standing - dead))


def downhill_strength(riders: int, contours_down: int) -> int:
    """Charging downhill its number counts × (contours crossed + 1) (K7.3)."""
    return riders * (contours_down + 1)


class HorseMeleeLosses(NamedTuple):
    """The result of horse against horse: dead of both, and prisoners of the smaller."""

    dead: ChargeLosses
    taken: int


def melee_losses(riders: int, foes: int, contours_down: int, *, is_alone: bool) -> HorseMeleeLosses:
    """Return the losses of a charge on horse by the rules of mêlées (K7.2, K7.3, L12).

    `is_alone` speaks of the smaller side. Each rider that counts for several falls or is taken for
    as many; fractions are dropped, as in K6.2.
    """
    counted, times = downhill_strength(riders, contours_down), contours_down + 1
    found = melee_outcome(max(counted, foes), min(counted, foes), is_alone)
    if counted >= foes:
        dead = ChargeLosses(found.dead_of_larger // times, found.dead_of_smaller)
        return HorseMeleeLosses(dead, found.prisoners)
    taken = found.prisoners // times
    return HorseMeleeLosses(ChargeLosses(riders - taken, found.dead_of_larger), taken)


def equal_losses(riders: int) -> tuple[int, int]:
    """Equal numbers: what the loser loses, ¾ rounded up, and the winner, ¼ rounded down (K7.2)."""
    return -(-3 * riders // 4), riders // 4


def count_captured_guns(
    charts: KriegspielCharts, riders: int, guns: int, came: int
) -> ChargeLosses:
    """One gun for the loss of 4, 3 or 1 riders, as long as there are riders to lose (K8.1)."""
    each = charts.riders_for_a_gun(charge_band(came))
    taken = min(guns, riders // each)
    return ChargeLosses(taken * each, taken)
