"""Options and events of valor on the map: what each points at, and where it happened (V24.1)."""

from __future__ import annotations

from inspect import getmembers, isclass
from typing import Any

import pytest

from engine.games.valor import combat_events, events, support_events, umpire_events
from engine.games.valor.adapter.rules import VALOR
from engine.games.valor.movement_phase import Order
from engine.games.valor.support_events import MissionPlaced
from engine.games.valor.support_missions import Wish
from engine.hexes.hex import Hex
from engine.play.dice import SeededDice
from engine.play.events import Event, field_names
from engine.play.game import Game
from engine.play.option_targets import EventLocation, OptionAction, OptionTarget
from engine.play.players import Question, find_player
from tests.assertions import require
from tests.cases import check_each
from tests.games.valor.boards import at, battle
from tests.games.valor.scenarios import MADE
from tests.games.valor.walking import order

HERE = Hex(0, 0)


def pointed(game: Any) -> list[OptionTarget]:
    """What the options of the decision under way point at."""
    return [VALOR.points_at(game.state, game.decision, option) for option in game.options]


def test_v24_1_a_step_shows_the_hex_the_front_and_who_goes_along() -> None:
    game = order(battle("r1+r2 . . b1", phase="movement"), "r1", "r2")
    steps = [each for each in pointed(game) if each.deed is OptionAction.STEP]
    assert {each.hex for each in steps} == {at(game, "B1")}
    assert {each.joined for each in steps} == {("r1", "r2")}
    tank = order(battle("r1 . . b1\n. . . .", phase="movement", types={"r1": "m4a1"},
                        facing={"r1": 2}), "r1")  # fmt: skip
    assert {each.facing for each in pointed(tank) if each.hex == at(tank, "B1")} == set(range(6))


def test_v24_1_orders_turns_smoke_and_missions_are_told_apart() -> None:
    stocks = {"red": {"smoke": 1, "light": 1}}
    game = battle("r1 r2 . b1", phase="movement", types={"r2": "m4a1"}, facing={"r2": 2},
                  stocks=stocks)  # fmt: skip
    deeds = {option: VALOR.points_at(game.state, require(game.decision), option).deed
             for option in game.options}  # fmt: skip
    assert deeds[Order("r1", "move")] is OptionAction.ORDER
    assert deeds[Order("r1", "smoke")] is OptionAction.LAY
    assert deeds[Order("r2", "turn")] is OptionAction.TURN
    assert deeds[None] is OptionAction.PASS
    guns = battle("r1 r2 . b1", phase="command", stocks=stocks)
    assert VALOR.points_at(
        guns.state, require(guns.decision), Wish("light", "barrage")
    ) == OptionTarget(OptionAction.CARD, card="light")
    guns.choose(Wish("light", "barrage"))
    assert {each.deed for each in pointed(guns)} == {OptionAction.AIM}


@pytest.mark.parametrize("name", sorted(MADE))
def test_v24_1_in_play_every_option_points_at_something_and_one_at_most_passes(name: str) -> None:
    game = Game(VALOR, MADE[name](), SeededDice.of(3))
    who = find_player("random", 3)
    while game.decision is not None:
        found = [VALOR.points_at(game.state, game.decision, o) for o in game.options[:40]]
        assert sum(each.deed is OptionAction.PASS for each in found) <= 1, game.decision
        others = [each for each in found if each.deed is not OptionAction.PASS]
        assert all(each.unit or each.hex is not None or each.card for each in others)
        for each in others:
            assert each.hex is None or each.hex in game.scenario.map.grid
        game.choose(who.choose(Question(game, game.decision)))


@pytest.mark.parametrize("name", sorted(MADE))
def test_v24_3_in_play_every_place_is_on_the_map(name: str) -> None:
    game = Game(VALOR, MADE[name](), SeededDice.of(4))
    who = find_player("random", 4)
    while game.decision is not None:
        game.choose(who.choose(Question(game, game.decision)))
    for event in game.events:
        place = VALOR.where(game.state, event)
        assert all(hex_ in game.scenario.map.grid for hex_ in place.hexes), event


SAMPLES: dict[str, Any] = {
    "unit": "r1", "firer": "r1", "target": "b1", "firers": ("r1",), "units": ("r1",),
    "squad": "r1", "halves": ("r1", "r1"), "assaulters": ("r1",), "defenders": ("b1",),
    "giver": "r1", "taker": "r1", "one": "r1", "other": "r1", "carrier": "r1", "at": HERE,
    "to": HERE, "aim": HERE, "start": HERE, "exit": HERE, "hexes": (HERE,), "gone": (HERE,),
    "thinner": (), "leader": "",
}  # fmt: skip
BOUND_TO_NOTHING = {
    "TurnBegan", "SegmentBegan", "PhaseBegan", "StageBegan", "MarkersRemoved", "PlanDropped",
    "GameEnded", "UmpireActed", "LanesLifted", "MissionGranted", "ObjectiveTaken",
}  # fmt: skip


def kinds() -> list[type[Event[Any]]]:
    modules = (events, combat_events, support_events, umpire_events)
    found = [kind for module in modules for _, kind in getmembers(module, isclass)]
    return [k for k in dict.fromkeys(found) if issubclass(k, Event) and k is not Event]


@check_each("kind", kinds())
def test_v24_3_every_event_is_somewhere_unless_it_is_bound_to_no_place(
    kind: type[Event[Any]],
) -> None:
    state = battle("r1 . . b1").state
    if kind.__name__ == "ObjectiveTaken":
        return
    place = VALOR.where(state, kind(**{name: SAMPLES.get(name, 0) for name in field_names(kind)}))
    if kind.__name__ in BOUND_TO_NOTHING:
        assert place == EventLocation()
    else:
        assert place.hexes


def test_v24_3_events_are_told_in_both_languages() -> None:
    state = battle("r1 . . b1", stocks={"red": {"light": 1}}).state
    placed = MissionPlaced("red", "light", HERE, "barrage")
    for language in ("en", "zh"):
        assert "A1" in VALOR.describe_event(state, placed, language)
