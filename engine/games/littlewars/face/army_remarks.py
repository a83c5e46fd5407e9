"""What is to be known of the armies of a scenario: equal or not, a defender's points (L20.1)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engine.games.bodies import ArmyRemark
from engine.games.littlewars import armies
from engine.games.littlewars.data.book import Rulebook
from engine.scenario.scenario import Scenario
from engine.texts import in_each_language, text

EQUAL, UNEQUAL = "littlewars.armies-equal", "littlewars.armies-unequal"
WITHIN, BEYOND = "littlewars.defender-within", "littlewars.defender-beyond"


def remarks(book: Rulebook, scenario: Scenario) -> Iterator[ArmyRemark]:
    """Whether both sides are equal (L20.1), and whether a defender keeps to his points (L19.1)."""
    sides = [side.id for side in scenario.sides]
    if len(sides) != 2 or not scenario.bodies:
        return
    if any(body.type not in book.units for body in scenario.bodies):
        return  # what they are is not known
    defender = book.defender if book.choices.game == "defence" else ""
    if defender in sides:
        yield _defence(book, scenario, defender, next(s for s in sides if s != defender))
        return
    key = EQUAL if armies.are_equal(scenario.bodies, *sides) else UNEQUAL
    yield ArmyRemark(in_each_language(partial(text, key)))


def _defence(book: Rulebook, scenario: Scenario, defender: str, attacker: str) -> ArmyRemark:
    has, against = (
        armies.points(armies.of_side(scenario.bodies, side), book) for side in (defender, attacker)
    )
    most = armies.defenders_points(against)
    key = WITHIN if has <= most else BEYOND
    said = partial(text, key, has=f"{float(has):g}", most=most)
    return ArmyRemark(in_each_language(said), is_wrong=has > most)
