"""Why a click did nothing, read off what the asked side knows."""

from __future__ import annotations

import re

from engine.games.tank.movement import ChooseMove
from engine.play.forecast_blocks import RuleSubject
from engine.session.move_plans import planned_destinations
from engine.session.option_refusals import Refusal, explain_refusal
from engine.session.session import Session
from engine.texts import text
from tests.engine.session.sessions import drawn
from tests.engine.session.test_choices import until
from tests.engine.session.test_move_plans import QUIET
from tests.games.boards import at


def asked(session: Session, column: int, row: int, unit: str = "", mover: str = "") -> Refusal:
    """What is said of a click there, with a unit in hand or none."""
    question = session.question("en")
    assert question is not None
    going = planned_destinations(session, mover)[0].reach if mover else None
    return explain_refusal(
        session.game, question.choices, at(session.game, column, row), unit, going
    )


def test_a_hex_out_of_reach_says_what_the_way_costs_and_what_there_is() -> None:
    session = until(drawn(QUIET), ChooseMove, "red")
    reach = planned_destinations(session, "r1")[0].reach
    columns = range(session.scenario.map.grid.columns)
    far = next(c for c in columns if at(session.game, c, 1) not in reach.arrivals)
    refusal = asked(session, far, 1, mover="r1")
    assert refusal.subject is RuleSubject.MOVE
    assert re.search(rf"\b{reach.points}\b", refusal.words)


def test_an_enemy_is_not_ours_to_order_and_an_empty_hex_has_nothing_to_choose() -> None:
    session = until(drawn(QUIET), ChooseMove, "red")
    enemy = next(each for each in session.game.position().pieces if each.side == "blue")
    place = session.game.position().hex_of(enemy.id)
    question = session.question("en")
    assert question is not None
    assert place is not None
    told = explain_refusal(session.game, question.choices, place, enemy.id)
    assert told.words == text(
        "playtest.barred-not-yours",
        "en",
        unit=session.game.rules.describe_unit(session.game.state, enemy.id, "en"),
    )
    assert asked(session, 0, 0).words.startswith(
        text("playtest.barred-nothing-here", "en", at="")[:12]
    )
