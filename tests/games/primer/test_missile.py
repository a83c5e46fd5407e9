"""The missile: one strike on any hex, with an effect that the umpire enters."""

from __future__ import annotations

import pytest

from engine.games.primer.adapter.rules import PRIMER
from engine.games.primer.fight_events import MissileFired, MissileStruck, UnitsWipedOut
from engine.games.primer.memo import GiveOrder
from engine.games.primer.missile import MissileEffect, MissileOutcome
from engine.games.primer.retreat import Retreat
from engine.play.decisions import UMPIRE
from tests.games.primer.boards import (
    PrimerGame,
    at,
    battle,
    fall_back,
    hand_in,
    happened,
    last,
    may,
    where,
)

BOARD = "bi1 . . . ri1+ri2\n. . . . .\n. . . . rt3"


def fired(target: str, *dice: object, **more: object) -> PrimerGame:
    """Blue strikes a hex."""
    game = battle(BOARD, *dice, missiles=["b-missile"], **more)
    game.choose(("missile", "b-missile", None, 0))
    game.choose(at(game, target))
    return hand_in(game)


def test_it_may_be_aimed_at_any_hex_of_the_board() -> None:
    game = battle(BOARD, missiles=["b-missile"])
    game.choose(("missile", "b-missile", None, 0))
    assert list(game.options) == [*game.scenario.map.grid, None]


def test_or_not_be_fired_after_all() -> None:
    game = battle(BOARD, missiles=["b-missile"])
    game.choose(("missile", "b-missile", None, 0))
    game.choose(None)
    assert game.state.memo == ()


def test_the_umpire_enters_what_it_does() -> None:
    game = fired("E1")
    assert game.decision == MissileEffect(UMPIRE, "blue", at(game, "E1"))


def test_the_rules_propose_that_it_wipes_out_the_hex() -> None:
    game = fired("E1")
    game.choose(game.options[0])
    assert where(game, "ri1") == where(game, "ri2") == ""
    assert last(game, UnitsWipedOut).cause == "missile"


def test_it_may_do_nothing() -> None:
    game = fired("E1")
    game.choose(MissileOutcome("none"))
    assert where(game, "ri1") == "E1"


def test_it_may_drive_them_off() -> None:
    game = fired("E1")
    game.choose(MissileOutcome("retreat", 2))
    assert isinstance(game.decision, Retreat)
    assert game.decision.left == 2
    assert game.state.units["ri1"].exposed == 3


def test_p17_a_ranged_unit_driven_off_is_wiped_out() -> None:
    game = fired("E3")
    game.choose(MissileOutcome("retreat", 1))
    assert where(game, "rt3") == ""


def test_it_is_spent() -> None:
    game = fired("E1")
    game.choose(MissileOutcome("none"))
    hand_in(game)
    assert not may(game, "missile", "b-missile")
    assert [loss.unit.id for loss in game.state.lost] == ["b-missile"]


def test_an_empty_hex_asks_the_umpire_nothing() -> None:
    game = fired("C1")
    assert isinstance(game.decision, GiveOrder)
    assert last(game, MissileStruck).seers() == ("blue",)


def test_who_fired_is_told_the_effect_and_not_on_whom() -> None:
    game = fired("E1")
    game.choose(game.options[0])
    assert last(game, MissileStruck).seers() == ("red", "blue")
    assert last(game, UnitsWipedOut).seers() == ("red",)
    assert last(game, MissileFired).seers() == ("blue",)
    assert "ri1" in PRIMER.secrets(game.state, "blue")


def test_its_figures_do_not_count_as_points() -> None:
    game = fired("E1")
    game.choose(MissileOutcome("none"))
    assert game.position().points == {"red": 0, "blue": 0}


# --- house rules ---------------------------------------------------------------------------------


def test_by_the_house_rule_it_wipes_out_the_hex_without_the_umpire() -> None:
    game = fired("E1", rules={"missile": "wipes_out"})
    assert where(game, "ri1") == ""
    assert isinstance(game.decision, GiveOrder)


@pytest.mark.parametrize(
    ("strength", "dice", "effect"),
    [
        (10, (2, 1), "retreat"),
        (10, (1, 3), "wiped-out"),
        (2, (1, 1), "none"),
        (1, (6, 5), "none"),
        (40, (1, 1), "wiped-out"),
    ],
)
def test_by_the_house_rule_it_attacks_with_a_strength(
    strength: int, dice: object, effect: str
) -> None:
    game = fired("E1", dice, rules={"missile": "attack", "missile_strength": strength})
    assert happened(game, MissileStruck)[-1].effect == effect
    fall_back(game)
