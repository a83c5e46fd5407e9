"""Men on the move: how far, round what, together, into contact (G5, G6, G8, L5, L6, EX20)."""

from __future__ import annotations

import pytest

from engine.games.littlewars import men_movement
from engine.games.littlewars.events import ContactMade, MenMoved
from engine.games.littlewars.men_phase import DONE, may_order
from engine.games.littlewars.orders import MenOrder
from engine.games.littlewars.state import State
from engine.tabletop.feature_kinds import FigureScale
from engine.tabletop.shapes import WideLine, format_path
from engine.tabletop.tabletop_map import TabletopFeature
from tests.games.littlewars.boards import at, block, game_at, house, state_of, table

FAR = [("rz", "red", "foot", 3, 3), ("b9", "blue", "foot", 69, 57)]


def go(*figures: str, by: tuple[float, float]) -> MenOrder:
    return MenOrder("go", figures, format_path([at(0, 0), at(*by)]))


def lone(kind: str = "foot", **said: object) -> State:
    return state_of([("r", "red", kind, 30, 30), *FAR], **said)  # type: ignore[arg-type]


@pytest.mark.parametrize(("kind", "inches"), [("foot", 12), ("horse", 24)])
def test_l6_1_l6_2_infantry_twelve_inches_cavalry_twenty_four(kind: str, inches: int) -> None:
    """L6.1 Infantry up to 12 in. L6.2 Cavalry up to 24 in."""
    state = lone(kind)
    assert may_order(state, "red", go("r", by=(0, inches)))
    assert not may_order(state, "red", go("r", by=(0, inches + 1 / 16)))
    assert not may_order(state, "red", go("r", by=(1, inches)))


def test_l5_1_each_figure_moves_at_most_once_a_move() -> None:
    """L5.1 Each figure moves at most once a move."""
    game = game_at(lone())
    game.choose(go("r", by=(0, 4)))
    assert game.accepts(go("r", by=(0, 4))) is None


def test_g5_a_figure_keeps_a_sixteenth_from_others() -> None:
    """G5 A standing figure keeps 1/16 in (1 u) from other figures."""
    state = state_of([("r", "red", "foot", 30, 30), ("f", "red", "foot", 30, 36), *FAR])
    assert may_order(state, "red", go("r", by=(13 / 16, 6)))
    assert not may_order(state, "red", go("r", by=(12 / 16, 6)))


def test_g6_own_figures_are_passed_not_stood_on_and_enemies_bar_the_way() -> None:
    """G6 Own figures may be passed, not stood on; the swept footprint must not meet enemies."""
    line = [(f"f{n}", "red", "foot", 20 + n, 34) for n in range(20)]
    state = state_of([("r", "red", "foot", 30, 30), *line, *FAR])
    assert may_order(state, "red", go("r", by=(0, 8)))
    foes = [(f"b{n}", "blue", "foot", 5 + 0.8 * n, 34) for n in range(70)]
    barred = state_of([("r", "red", "foot", 30, 30), *foes, *FAR[:1]])
    plan = men_movement.plan_movement(barred, "red", go("r", by=(0, 8)))
    assert all(way[-1].y < 34 * 16 for _, way, _ in plan.moved)


def test_ex20_round_a_house_it_is_thirteen_inches_and_not_reached() -> None:
    """EX20 Path: 12 in with a house in the way: straight distance 11 in, way round 13 in: not
    reached. G6 Round obstacles the shortest way (`shortest: true`)."""
    wide = table(features=[house("inn", 27, 34, 33, 36)])
    state = lone(ground=wide)
    assert not may_order(state, "red", go("r", by=(0, 11)))
    narrow = table(features=[house("inn", 29, 34, 31, 36)])
    near = lone(ground=narrow)
    assert may_order(near, "red", go("r", by=(0, 11)))
    ((_, way, _),) = men_movement.plan_movement(near, "red", go("r", by=(0, 11))).moved
    assert len(way) > 2
    straight = lone(ground=narrow, rules={"shortest": False})
    assert not may_order(straight, "red", go("r", by=(0, 11)))


def test_g6_a_player_may_draw_the_way() -> None:
    """G6 Or as the player draws it."""
    state = lone(ground=table(features=[house("inn", 29, 34, 31, 36)]), rules={"shortest": False})
    drawn = MenOrder("go", ("r",), format_path([at(30, 30), at(33, 35), at(31, 39)]))
    assert may_order(state, "red", drawn)
    through = MenOrder("go", ("r",), format_path([at(30, 30), at(30, 35), at(31, 39)]))
    assert not may_order(state, "red", through)


def test_g8_every_figure_of_a_group_is_checked_by_itself_and_some_stay() -> None:
    """G8 Every figure is checked by itself; those that cannot go stay. Order of movement: nearest
    to the target first."""
    ground = table(features=[house("inn", 33, 36, 40, 42)])
    state = state_of([*block("r", "red", 10, 28, 28, wide=10), *FAR], ground=ground)
    order = go(*(f"r{n}" for n in range(1, 11)), by=(0, 10))
    plan = men_movement.plan_movement(state, "red", order)
    assert {id_ for id_, _, _ in plan.moved} == {f"r{n}" for n in range(1, 6)}
    assert {march.id for march in plan.stayed} == {f"r{n}" for n in range(6, 11)}
    assert all(march.why is not None for march in plan.stayed)


@pytest.mark.parametrize("formation", ["line", "column", "fours", "wedge", "close", "extended"])
def test_g8_a_group_stands_in_a_formation_laid_by_two_points(formation: str) -> None:
    """G8 Each to a place in a line, column, or wedge laid by two points."""
    state = state_of([*block("r", "red", 12, 28, 28), *FAR])
    ids = tuple(f"r{n}" for n in range(1, 13))
    order = MenOrder(formation, ids, format_path([at(26, 34), at(36, 34)]))
    assert may_order(state, "red", order)
    game = game_at(state)
    game.choose(order)
    moved = next(event for event in game.events if isinstance(event, MenMoved))
    assert len(moved.moved) >= 6
    assert {game.state.figures[id_].formation for id_, _, _ in moved.moved} == {formation}


def test_l6_5_a_figure_that_has_come_into_contact_stops_and_stays() -> None:
    """L6.5 A figure that has come into contact stops and stays until the move ends. L11.1 A move
    may end with figures in contact; there they stop."""
    state = state_of([("r", "red", "foot", 30, 30), ("b", "blue", "foot", 30, 38), *FAR])
    game = game_at(state)
    game.choose(go("r", by=(0, 8)))
    assert ContactMade((("r", "b"),)) in game.events
    assert 0 <= 38 * 16 - game.state.figures["r"].at.y - 12 <= 2
    assert game.accepts(go("r", by=(0, -2))) is None


def test_l6_4_l21_6_a_road_adds_a_percentage_to_a_move_along_it() -> None:
    """L6.4 Roads in L: `road_bonus: 0` (percent). L21.6 Roads: `road_bonus` percent."""
    road = TabletopFeature.of_kind(
        "lane", "road", WideLine((at(30, 5), at(30, 55)), 64), FigureScale.LITTLE_WARS
    )
    for bonus, may in ((0, False), (50, True)):
        state = lone(ground=table(features=[road]), rules={"road_bonus": bonus})
        assert may_order(state, "red", go("r", by=(0, 18))) is may
        assert not may_order(state, "red", go("r", by=(13, 0)))


def test_l21_1_the_scale_of_the_field_multiplies_all_moves() -> None:
    """L21.1 `field_scale: 1|2|3`: all move and range distances multiplied."""
    state = lone(rules={"field_scale": 2})
    assert may_order(state, "red", go("r", by=(0, 24)))
    assert not may_order(state, "red", go("r", by=(0, 24.5)))


def test_a_side_that_has_done_has_done() -> None:
    game = game_at(lone())
    game.choose(DONE)
    assert game.state.active == "blue"


@pytest.mark.parametrize(
    "answer",
    [
        ("go", ("r",), "nonsense"), ("go", ("r", "r"), "0,0 0,16"), ("go", ("b9",), "0,0 0,-16"),
        ("go", (), "0,0 0,16"), ("go", ("r",), "0,0"), ("march", ("r",), "0,0 0,16"),
        ("done", ("r",), ""), (), ("go",), (1, 2, 3), 7, None, "go", ("go", "r", "0,0 0,16"),
    ],
)  # fmt: skip
def test_what_is_no_order_is_refused(answer: object) -> None:
    assert game_at(lone()).accepts(answer) is None
