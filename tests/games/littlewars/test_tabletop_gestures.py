"""What a hand may do on the table, and what its gestures come to (E2)."""

from __future__ import annotations

from engine.games.littlewars.adapter.rules import LITTLEWARS
from engine.games.littlewars.gun_phase import GunDeed
from engine.games.littlewars.men_phase import MoveMen
from engine.games.littlewars.orders import GunOrder, MenOrder
from engine.games.littlewars.state import Phase, State
from engine.play.tabletop_gestures import Gesture, GestureKind, GestureRules
from engine.play.translatable_phrases import TranslatablePhrase
from engine.scenario.figure_groups import FigureGroup
from tests.assertions import require, require_type
from tests.games.littlewars.boards import at, block, game_at, house, scenario, state_of, table

FAR = [("rz", "red", "foot", 3, 3), ("bz", "blue", "foot", 69, 57)]


def squad(**said: object) -> State:
    return state_of([*block("r", "red", 5, 28, 28), *FAR], **said)  # type: ignore[arg-type]


def test_little_wars_can_be_handled() -> None:
    assert isinstance(LITTLEWARS, GestureRules)


def test_dragging_men_makes_an_order_and_shows_where_they_land() -> None:
    game = game_at(squad())
    grip = LITTLEWARS.handling(game.state, require(game.decision))
    assert grip is not None
    assert set(grip.takes) == {"r1", "r2", "r3", "r4", "r5", "rz"}
    stroke = Gesture(GestureKind.MOVE, ("r1", "r2"), (at(28, 28), at(28, 33)))
    found = LITTLEWARS.prospect(game.state, require(game.decision), stroke)
    assert found.answer is not None
    assert found.answer.answer == MenOrder("go", ("r1", "r2"), "448,448 448,528")
    assert [each.at for each in found.landings] == [at(28, 33), at(29, 33)]
    game.choose(found.answer.answer)
    assert game.state.figures["r2"].at == at(29, 33)


def test_what_is_illegal_is_said_with_what_bars_it() -> None:
    game = game_at(squad(ground=table(features=[house("inn", 26, 31, 36, 36)])))
    into = Gesture(GestureKind.MOVE, ("r1",), (at(28, 28), at(28, 33)))
    found = LITTLEWARS.prospect(game.state, require(game.decision), into)
    assert found.answer is None
    assert found.why is not None


def test_who_is_dragged_too_far_goes_as_far_as_the_move_allows() -> None:
    """littlewars L6.1: Infantry up to 12 in."""
    game = game_at(squad())
    far = Gesture(GestureKind.MOVE, ("r1",), (at(28, 28), at(28, 8)))
    found = LITTLEWARS.prospect(game.state, require(game.decision), far)
    assert found.answer is not None
    assert found.answer.answer == MenOrder("go", ("r1",), "448,448 448,256")
    assert [each.at for each in found.landings] == [at(28, 16)]
    assert found.why is None
    askew = Gesture(GestureKind.MOVE, ("r1",), (at(28, 28), at(40, 8)))
    assert LITTLEWARS.prospect(game.state, require(game.decision), askew).answer is not None


def test_men_are_laid_in_a_formation_by_two_points() -> None:
    game = game_at(squad())
    ids = tuple(f"r{n}" for n in range(1, 6))
    stroke = Gesture(GestureKind.LAY, ids, (at(26, 32), at(34, 32)), "line")
    found = LITTLEWARS.prospect(game.state, require(game.decision), stroke)
    assert found.answer is not None
    assert len([each for each in found.landings if each.why is None]) == 5


def test_the_outline_of_what_a_man_reaches_is_a_foot_around_him() -> None:
    game = game_at(squad())
    assert isinstance(game.decision, MoveMen)
    (outline, *_) = LITTLEWARS.outreach(game.state, game.decision, ["rz"])
    assert max(y for _, y in outline) in range(3 * 16 + 190, 3 * 16 + 194)


def test_a_gun_is_aimed_at_a_figure_with_the_chance_to_hit_it() -> None:
    crew = [(f"c{n}", "red", "foot", 28.5 + n, 13) for n in range(4)]
    state = state_of(
        [*crew, ("b", "blue", "foot", 30, 40), *FAR], [("gun", "red", 30, 16, 0)], phase=Phase.GUNS
    )
    game = game_at(state)
    assert isinstance(game.decision, GunDeed)
    stroke = Gesture(GestureKind.AIM, ("gun",), (at(30, 40),), target="b")
    found = LITTLEWARS.prospect(game.state, game.decision, stroke)
    assert found.answer is not None
    assert found.answer.answer == GunOrder("fire", "gun", "", "b")
    assert found.struck[0].piece == "b"
    assert found.struck[0].chance > 0.9
    assert [require_type(told, TranslatablePhrase).key for told in found.told] == [
        "littlewars.aim-average"
    ]
    haul = Gesture(GestureKind.MOVE, ("gun",), (at(30, 16), at(30, 24)))
    moved = LITTLEWARS.prospect(game.state, game.decision, haul)
    assert moved.answer is not None
    assert len(moved.landings) == 5
    assert LITTLEWARS.outreach(game.state, game.decision, ["gun"])


def test_g7_an_aim_at_a_roof_says_how_high_it_is() -> None:
    """G7 Height at a point = contours under it + what stands there."""
    crew = [(f"c{n}", "red", "foot", 28.5 + n, 13) for n in range(4)]
    ground = table(features=[house("inn", 26, 30, 34, 38)])
    state = state_of([*crew, *FAR], [("gun", "red", 30, 16, 0)], phase=Phase.GUNS, ground=ground)
    game = game_at(state)
    assert isinstance(game.decision, GunDeed)
    found = LITTLEWARS.prospect(
        state, game.decision, Gesture(GestureKind.AIM, ("gun",), (at(30, 34),))
    )
    phrases = [require_type(told, TranslatablePhrase) for told in found.told]
    (height,) = [told.values for told in phrases if told.key == "littlewars.aim-height"]
    assert height == (("height", '6"'),)


def test_bodies_are_set_up_by_hand() -> None:
    bodies = [
        FigureGroup("r", "red", "foot", 6),
        FigureGroup("g", "red", "gun"),
        FigureGroup("b", "blue", "foot", 6),
    ]
    game = game_at(LITTLEWARS.start(scenario(bodies)))
    grip = LITTLEWARS.handling(game.state, require(game.decision))
    assert grip is not None
    assert grip.waiting == (*(f"r.{n}" for n in range(1, 7)), "g")
    lay = Gesture(GestureKind.LAY, grip.waiting[:6], (at(10, 6), at(20, 6)), "line")
    found = LITTLEWARS.prospect(game.state, require(game.decision), lay)
    assert found.answer is not None
    game.choose(found.answer.answer)
    one = Gesture(GestureKind.LAY, ("g",), (at(30, 8), at(30, 9)), "line")
    found = LITTLEWARS.prospect(game.state, require(game.decision), one)
    assert found.answer is not None
    game.choose(found.answer.answer)
    assert game.state.guns["g"].at == at(30, 8)
    beyond = Gesture(GestureKind.MOVE, ("r.1",), (at(10, 6), at(10, 20)))
    refused = LITTLEWARS.prospect(game.state, require(game.decision), beyond)
    assert refused.answer is None
    assert refused.why is not None


def test_gestures_that_make_no_sense_have_no_answer() -> None:
    game = game_at(squad())
    for stroke in (
        Gesture(GestureKind.MOVE),
        Gesture(GestureKind.MOVE, ("r1",)),
        Gesture(GestureKind.AIM, ("r1",), (at(1, 1),)),
        Gesture(GestureKind.MOVE, ("nobody",), (at(1, 1), at(2, 2))),
        Gesture(GestureKind.LAY, ("r1",), (at(1, 1), at(2, 2)), "crowd"),
    ):
        assert LITTLEWARS.prospect(game.state, require(game.decision), stroke).answer is None
