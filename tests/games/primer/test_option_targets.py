"""The primer on the map: what options and events point at, so that a window can show them."""

from __future__ import annotations

from engine.games.primer.adapter.rules import PRIMER
from engine.games.primer.events import CityTaken
from engine.games.primer.fight_events import FightResolved
from engine.games.primer.memo import MemoEntry
from engine.games.primer.retreat import Retreat
from engine.play.option_targets import OptionAction, OptionTarget
from tests.games.primer.boards import PrimerGame, at, attack, battle, hand_in, last, move

BOARD = "bi1+bi2 ri1 .\n. . w"


def pointed(game: PrimerGame, option: object) -> OptionTarget:
    assert game.decision is not None
    return PRIMER.points_at(game.state, game.decision, option)


def test_an_attack_points_at_who_is_seen_in_the_hex() -> None:
    game = battle(BOARD)
    target = at(game, "B1")
    assert pointed(game, MemoEntry("attack", "bi1", target)) == OptionTarget(
        OptionAction.FIRE, "bi1", "ri1", target
    )


def test_an_order_to_move_sets_its_unit_going_alone_or_with_its_hex() -> None:
    game = battle(BOARD)
    for kind in ("move", "move-together"):
        assert pointed(game, MemoEntry(kind, "bi1")) == OptionTarget(OptionAction.ORDER, "bi1")
        assert game.decision is not None
        reach = PRIMER.reach(game.state, game.decision, MemoEntry(kind, "bi1"))
        assert reach is not None
        assert reach.manner == kind


def test_a_step_leads_on_from_where_the_path_has_come_to() -> None:
    game = battle("bi1 . . .\n. . . .")
    game.choose(MemoEntry("move", "bi1"))
    game.choose(at(game, "B1"))
    assert game.decision is not None
    reach = PRIMER.reach(game.state, game.decision, at(game, "C1"))
    assert reach is not None
    assert (reach.start, reach.points) == (at(game, "B1"), 2)
    assert pointed(game, at(game, "C1")) == OptionTarget(
        OptionAction.STEP, "bi1", hex=at(game, "C1")
    )


def test_an_order_is_taken_back_by_its_unit_and_handing_in_is_a_deed_of_its_own() -> None:
    game = attack(battle(BOARD), "bi1", "B1")
    assert pointed(game, MemoEntry("take-back", number=1)) == OptionTarget(OptionAction.UNIT, "bi1")
    assert pointed(game, MemoEntry("hand-in")) == OptionTarget(OptionAction.HAND_IN)


def test_a_retreat_is_stepped_by_the_beaten() -> None:
    game = hand_in(attack(battle("ba1 ri1 . . . . .\n. . . . . . .", (3, 4)), "ba1", "B1"))
    assert isinstance(game.decision, Retreat)
    assert pointed(game, game.options[0]) == OptionTarget(
        OptionAction.STEP, "ri1", hex=game.options[0]
    )


def test_a_fight_happens_between_two_hexes_and_a_city_is_taken_where_it_lies() -> None:
    game = hand_in(attack(battle(BOARD, (1, 1)), "bi1", "B1"))
    place = PRIMER.where(game.state, last(game, FightResolved))
    assert place.shot == (at(game, "A1"), at(game, "B1"))
    assert place.units == ("ri1", "bi1")
    game = hand_in(move(battle("bi1 c .", cities={"B1": "red"}), "bi1", "B1"))
    assert PRIMER.where(game.state, last(game, CityTaken)).hexes == (at(game, "B1"),)
