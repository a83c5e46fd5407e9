"""What a battery's fire at a hex may do to the units near it (tank A1–A6)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction

from engine.games.tank.artillery import landing, shell_level
from engine.games.tank.data.book import Outcome
from engine.games.tank.face import lookups
from engine.games.tank.face.ends import ends_of, marks_of
from engine.games.tank.face.expectation import shell_expectation
from engine.games.tank.face.foresight import Barrage, Shelled
from engine.games.tank.state import Impact, State, Unit
from engine.hexes.hex import Hex, distance
from engine.play.outlook import Cell

ARRIVES, SCATTERS = Fraction(5, 6), Fraction(1, 2)
FACES = range(1, 7)


def barrage(view: State, card: str, target: Hex) -> Barrage:
    """The fire of a support card at a hex, on the units as they stand now.

    Suppression is not counted among what they suffer from: it comes off before the guns fire (T5).
    """
    parameters = view.cards[card].parameters
    guns, battery = int(parameters.get("guns", 6)), str(parameters["battery"])
    always = parameters.get("rocket") or parameters.get("suppressed")
    falls = landings(view, target, Fraction(1) if always else SCATTERS)
    units = [
        shelled
        for unit in view.units.values()
        if (shelled := _shell(view, unit, battery, guns, falls)).shells
    ]
    landed = sum(falls.values(), Fraction(0))
    return Barrage(target, guns, falls.get(target, Fraction(0)), 1 - landed, tuple(units))


def landings(view: State, target: Hex, scatters: Fraction) -> Mapping[Hex, Fraction]:
    """Where one gun's shell falls, and how likely (A2–A4); what is lost is missing.

    `scatters` is how likely a shell that arrives is to scatter.
    """
    falls: dict[Hex, Fraction] = defaultdict(Fraction)
    if scatters < 1:
        falls[target] = ARRIVES * (1 - scatters)
    for direction in FACES:
        for steps in FACES:
            at = landing(view, target, direction, steps)
            if at is not None:
                falls[at] += ARRIVES * scatters / 36
    return falls


def _shell(
    view: State, unit: Unit, battery: str, guns: int, falls: Mapping[Hex, Fraction]
) -> Shelled:
    """One unit under the fire of all guns; nothing acts on it where no shell can reach it."""
    whole = unit._replace(suppressed=False)
    odds: dict[Outcome, Fraction] = defaultdict(Fraction)
    by_level: dict[Cell, Fraction] = defaultdict(Fraction)
    for at, chance in falls.items():
        impact = Impact(battery, at, "")
        if not shell_level(view, impact, unit.at):
            continue
        cell = lookups.cell(view.book, "D", battery, distance(at, unit.at))
        assert cell is not None
        by_level[cell] += guns * chance
        for result, share in shell_expectation(view, whole, impact).items():
            odds[result] += chance * share
    odds[Outcome.NONE] += 1 - sum(odds.values())
    shells = sum(by_level.values(), Fraction(0))
    ends = ends_of(whole, [odds] * guns) if shells else ()
    return Shelled(unit.id, shells, tuple(by_level.items()), marks_of(whole), ends)
