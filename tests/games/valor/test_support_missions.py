"""Support missions (valor V5.3, V18) and smoke barrages (V11.5)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from engine.games.valor.combat_events import Abandoned, CasualtyTaken
from engine.games.valor.presentation import support_odds
from engine.games.valor.support_events import (
    MissionLanded,
    MissionPlaced,
    MissionResolved,
    ShellingRolled,
    SmokeLaid,
)
from engine.games.valor.support_missions import Support, SupportHex, Wish
from engine.narration.phrase_renderer import PhraseRenderer
from engine.play.forecast_blocks import ResultChances
from tests.games.valor.boards import at, battle, happened, last

FIELD = """
.  .  .  .  .
.  .  .  .  .
r1 .  b1 .  .
.  .  .  .  .
.  .  .  .  .
"""
CENTRE = "C3"


def command(board: str, store: dict[str, int], *dice: Any, **more: Any) -> Any:
    """Red's command phase with such missions in store."""
    return battle(board, dice, phase="command", stocks={"red": store}, **more)


def place(game: Any, kind: str, label: str, manner: str = "barrage") -> Any:
    """A mission is placed on a hex."""
    assert isinstance(game.decision, Support), game.decision
    game.choose(Wish(kind, manner))
    assert isinstance(game.decision, SupportHex)
    game.choose(at(game, label))
    return game


def done(game: Any) -> Any:
    """No more support is placed."""
    if isinstance(game.decision, Support):
        game.choose(None)
    return game


def mission(kind: str, *dice: Any, board: str = FIELD, target: str = CENTRE, **more: Any) -> Any:
    """One mission on a hex, resolved."""
    return done(place(command(board, {kind: 1}, *dice, **more), kind, target))


def test_v18_1_each_mission_is_used_once() -> None:
    """Missions by scenario: light, heavy, fighter-bomber; each once."""
    game = command(FIELD, {"light": 1, "heavy": 1})
    assert set(game.options) == {Wish("light", "barrage"), Wish("heavy", "barrage"), None}
    place(game, "light", CENTRE)
    assert set(game.options) == {Wish("heavy", "barrage"), None}


@pytest.mark.parametrize(
    ("kind", "dice", "points"),
    [
        ("light", (3, (3, 4)), 4), ("heavy", (3, (3, 4)), 5), ("fighter-bomber", ((3, 4),), 3),
        ("heavy", (3, (5, 6)), 1), ("light", (3, (5, 6)), 0),
    ],
)  # fmt: skip
def test_v18_1_the_row_of_each_kind(kind: str, dice: tuple[Any, ...], points: int) -> None:
    """light (row 29–40), heavy (41+), fighter-bomber (19–28)."""
    assert last(mission(kind, *dice), MissionResolved).points == points


def test_v18_2_a_spotter_sees_the_target_aircraft_need_none() -> None:
    """A spotter: unpinned own unit on the map with LOS to each target hex; aircraft need none."""
    board = "r1 . h . b1"
    game = command(board, {"light": 1, "fighter-bomber": 1})
    game.choose(Wish("light", "barrage"))
    assert at(game, "E1") not in game.options
    assert at(game, "C1") in game.options
    blind = command(board, {"light": 1, "fighter-bomber": 1})
    blind.choose(Wish("fighter-bomber", "barrage"))
    assert at(blind, "E1") in blind.options


def test_v18_3_all_are_placed_then_resolved_in_order() -> None:
    """All placed, then resolved in order (V5.3)."""
    game = command(FIELD, {"light": 2}, 3, 3)
    place(game, "light", "A1")
    place(game, "light", "E5")
    done(game)
    assert [placed.at for placed in happened(game, MissionPlaced)] == [
        at(game, "A1"), at(game, "E5"),
    ]  # fmt: skip
    assert [landed.at for landed in happened(game, MissionLanded)] == [
        at(game, "A1"), at(game, "E5"),
    ]  # fmt: skip
    kinds = [type(event) for event in game.events]
    assert kinds.index(MissionLanded) > max(i for i, k in enumerate(kinds) if k is MissionPlaced)


@pytest.mark.parametrize(
    ("accuracy", "direction", "label"),
    [
        (1, 0, "C3"), (4, 0, "C3"), (5, 1, "C2"), (5, 2, "D2"), (5, 3, "D3"), (5, 4, "C4"),
        (5, 5, "B3"), (5, 6, "B2"), (6, 1, "C1"), (6, 2, "E2"), (6, 4, "C5"),
    ],
)  # fmt: skip
def test_v18_4_accuracy_and_direction(accuracy: int, direction: int, label: str) -> None:
    """Accuracy die: ≤4 on target, 5 one hex, 6 two hexes off; direction die 1 N, 2 NE, 3 SE, 4 S,
    5 SW, 6 NW."""
    dice = [accuracy, *([direction] if direction else []), (6, 6)]
    assert last(mission("light", *dice), MissionLanded).at == at(mission("light", *dice), label)


def test_v18_4_off_the_map_is_lost() -> None:
    """Off the map: lost."""
    game = mission("light", 6, 1, target="C1", board=FIELD)
    landed = last(game, MissionLanded)
    assert (landed.at, landed.result) == (None, "lost")


def test_v18_5_aircraft_scatter_only_where_the_scenario_says_so() -> None:
    """Aircraft do not scatter unless `aircraft_scatter`."""
    assert last(mission("fighter-bomber", (6, 6)), MissionLanded).accuracy == 0
    wild = mission("fighter-bomber", 5, 1, rules={"aircraft_scatter": True})
    assert last(wild, MissionLanded).accuracy == 5


def test_v18_6_every_unit_in_the_hex_friends_too_cover_counts() -> None:
    """Every unit in the hex, friend too: AP dice roll + cover of the hex (position included)."""
    friend = mission("light", 3, (3, 4), target="A3")
    assert last(friend, MissionResolved).victims == "red"
    board = FIELD.replace("b1", "b1:h")
    assert last(mission("light", 3, (3, 4), board=board), MissionResolved).points == 1
    dug_in = mission("light", 3, (3, 4), works={CENTRE: "trenches"})
    resolved = last(dug_in, MissionResolved)
    assert (resolved.cover, resolved.points) == (2, 2)


def test_v18_6_doubled_for_infantry_in_woods_by_artillery_only() -> None:
    """Doubled for infantry in woods and jungle (artillery only)."""
    board = FIELD.replace("b1", "b1:w")
    shelled = last(mission("light", 3, (3, 4), board=board), MissionResolved)
    assert (shelled.times, shelled.points) == (2, 4)
    bombed = last(mission("fighter-bomber", (3, 4), board=board), MissionResolved)
    assert (bombed.times, bombed.points) == (1, 1)


def test_v18_6_no_hexsides_and_no_hindrances() -> None:
    """AP dice roll + cover of the hex; no hexsides, no hindrances."""
    board = FIELD.replace("b1", "b1:o")
    walled = mission("light", 3, (3, 4), board=board, walls=["B2 C3", "B3 C3"])
    assert last(walled, MissionResolved).points == 4


def test_v10_8_by_choice_an_orchard_covers_against_shells() -> None:
    """orchard_cover: the orchard hinders no shell; where it covers, it adds 1 to the roll."""
    board = FIELD.replace("b1", "b1:o")
    shelled = mission("light", 3, (3, 4), board=board)
    covered = mission("light", 3, (3, 4), board=board, rules={"orchard_cover": True})
    assert [last(each, MissionResolved).cover for each in (shelled, covered)] == [0, 1]
    assert [last(each, MissionResolved).points for each in (shelled, covered)] == [4, 3]


@pytest.mark.parametrize(
    ("dice", "result"),
    [
        (((4, 5),), "missed"), (((4, 4), (2, 1)), "eliminated"), (((4, 4), (2, 2)), "nothing"),
        (((1, 1), (1, 1)), "eliminated"),
    ],
)  # fmt: skip
def test_v18_7_each_afv_is_hit_on_8_and_lost_on_its_rear_number(
    dice: tuple[Any, ...], result: str
) -> None:
    """Each AFV: dice roll + cover ≤ 8 hits; second roll ≤ elimination number against rear armour
    eliminates (no immobilising)."""
    types, fronts = {"b1": "m4a3e8"}, {"b1": 0}  # rear C: light barrage B, number 5
    game = mission("light", 3, *dice, types={"b1": "tiger-i"}, facing=fronts)
    assert last(game, ShellingRolled).result == ("missed" if result == "missed" else {
        "eliminated": "eliminated", "nothing": "nothing"}[result])  # fmt: skip
    assert types


def test_v18_7_an_immobile_afv_that_lives_may_be_abandoned() -> None:
    """Immobilised: die ≤ 2 after every later attack on it that it survives (V16.5)."""
    game = mission("light", 3, (6, 6), 2, types={"b1": "tiger-i"}, facing={"b1": 0},
                   marks={"b1": ("immobile",)})  # fmt: skip
    assert last(game, Abandoned).result == "abandoned"


def test_v18_8_an_empty_hex_needs_no_roll() -> None:
    """An empty hex needs no roll."""
    game = mission("light", 3, target="E5")
    assert happened(game, MissionLanded)
    assert not happened(game, MissionResolved)
    assert not happened(game, CasualtyTaken)


def test_v11_5_a_barrage_of_smoke_spends_2_factors_and_not_the_mission() -> None:
    """Barrage instead of a light or heavy mission in the Command phase: smoke 2, accuracy as V18.4,
    2 factors, the mission is not spent but must be there. Aircraft cannot."""
    store = {"light": 1, "smoke": 3, "fighter-bomber": 1}
    game = command(FIELD, store, 5, 4)
    assert Wish("fighter-bomber", "smoke") not in game.options
    place(game, "light", CENTRE, "smoke")
    assert Wish("light", "barrage") not in game.options
    done(game)
    assert game.state.smoke_at(at(game, "C4")) == 2
    assert game.state.count_in_stock("red", "light") == 1
    assert game.state.count_in_stock("red", "smoke") == 1
    assert last(game, SmokeLaid).manner == "barrage"


def test_v24_5_a_mission_is_foretold_by_what_lands_and_what_it_does() -> None:
    """Accuracy: 4 or less on target (V18.4); row 29-40 with the cover of the hex (V18.6)."""
    game = battle("r1 . b1:w\n. . b2", phase="command")
    view, at_ = game.state, at(game, "C1")
    told = support_odds.forecast_mission(view, "light", "barrage", at_)
    lands, points = told.blocks_of_kind(ResultChances)
    assert [each.chance * 6 for each in lands.chances] == [4, 1, 1]
    # In woods 7 on a roll of 2, doubled for infantry; nothing on 9 and more.
    assert points.of("14") == Fraction(1, 36)
    assert points.of("0") == Fraction(10, 36)
    assert sum(each.chance for each in points.chances) == 1
    air = support_odds.forecast_mission(view, "fighter-bomber", "barrage", at_)
    assert air.blocks_of_kind(ResultChances)[0].of("on-target") == 1
    for language in ("en", "zh"):
        assert PhraseRenderer(game, language).lines((*told.lines, *air.lines))
