"""Options found by clicks: on a hex, on a unit, several for a menu."""

from __future__ import annotations

from engine.games.tank.cards import PlanSupport
from engine.games.tank.fire import ChooseShot, Shot
from engine.games.tank.movement import ChooseMove, ChooseStep, MoveOrder
from engine.hexes.hex import Hex
from engine.play.option_targets import OptionAction
from engine.session.option_choices import OptionChoices
from engine.session.session import Session
from engine.texts import text
from tests.engine.session.sessions import do_nothing, drawn
from tests.games.boards import at

BOARD = "r1+r2 . . b1\n . . . b2"


def choices(session: Session) -> OptionChoices:
    question = session.question("en")
    assert question is not None
    return question.choices


def until(session: Session, kind: type, side: str) -> Session:
    """Pass until a side is asked a kind of question."""
    while not (isinstance(session.game.decision, kind) and session.asked == side):
        assert do_nothing(session) or session.asked
    return session


def test_a_click_on_a_target_finds_who_may_fire_at_it() -> None:
    session = until(drawn(BOARD), ChooseShot, "red")
    found = choices(session)
    wanted = [Shot("r1", "b1"), Shot("r2", "b1")]
    assert [choice.option for choice in found.choices_for_unit("b1")] == wanted
    assert [choice.option for choice in found.choices_at_hex(at(session.game, 3, 0))] == wanted
    assert (
        found.choices_for_unit("b1")[0].words
        == "Red tank r1 fires at Blue tank b1 (range 3, level 10)"
    )


def test_a_click_on_one_s_own_unit_finds_what_it_may_do() -> None:
    session = until(drawn(BOARD), ChooseShot, "red")
    wanted = [Shot("r1", "b1"), Shot("r1", "b2")]
    assert [choice.option for choice in choices(session).choices_for_unit("r1")] == wanted
    stack = choices(session).choices_at_hex(at(session.game, 0, 0))
    assert len(stack) == 4, "of both units there"


def test_a_click_on_a_hex_finds_the_step_into_it() -> None:
    session = until(drawn(BOARD), ChooseMove, "red")
    assert [choice.option for choice in choices(session).choices_for_unit("r2")] == [
        MoveOrder("r2", "move")
    ]
    session.answer(MoveOrder("r2", "move"))
    here = at(session.game, 1, 0)
    (step,) = choices(session).choices_at_hex(here)
    assert (step.option, step.pointing.deed) == (here, OptionAction.STEP)
    assert choices(session).hexes == {
        here: OptionAction.STEP,
        at(session.game, 0, 1): OptionAction.STEP,
    }
    assert choices(session).choices_at_hex(Hex(99, 99)) == []
    assert isinstance(session.game.decision, ChooseStep)


def test_passing_is_found_wherever_it_is_possible() -> None:
    session = until(drawn(BOARD), ChooseShot, "red")
    passing = choices(session).pass_choice
    assert passing is not None
    assert (passing.option, passing.pointing.deed, passing.words) == (
        None,
        OptionAction.PASS,
        text("tank.option-pass", "en"),
    )
    assert choices(session).actors == ("r1", "r2")
    assert choices(session).targets == ("b1", "b2")


def test_choices_stay_good_when_the_game_has_gone_on() -> None:
    session = until(drawn(BOARD), ChooseShot, "red")
    found = choices(session)
    words = [choice.words for choice in choices(session)]
    while session.result is None and session.game.state.turn < 3:
        session.answer(session.game.options[0])
    assert [choice.words for choice in found] == words


def test_of_very_many_options_only_the_hex_clicked_is_looked_at() -> None:
    session = drawn("\n".join([" . " * 90, *[" . " * 90] * 59, "r1" + " . " * 88 + "b1"]), seed=6)
    while not isinstance(session.game.decision, PlanSupport):
        session.answer(session.game.options[-1])
    found = choices(session)
    assert len(found) > 5000
    here = at(session.game, 40, 30)
    (choice,) = found.choices_at_hex(here)
    assert (choice.option, choice.pointing.deed) == (here, OptionAction.AIM)
    assert "pointings" not in vars(found)
