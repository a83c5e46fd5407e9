"""A scenario from the present position: it is checked clean, plays, and says what it leaves out."""

from __future__ import annotations

import random
from pathlib import Path
from types import SimpleNamespace

from engine import games
from engine.checks.check import check
from engine.checks.scenario_checks import load_playable
from engine.files import scenario_reader, scenario_writer
from engine.games import new_game
from engine.play.dice import SeededDice
from engine.play.game import Intervention
from engine.play.players import find_player, play_to_end
from engine.play.position import HexFeature, Piece, Position
from engine.session.scenario_from_position import scenario_from_position
from engine.session.seats import Seat
from engine.texts import localised, text
from studio.workspaces.play.position_to_scenario import with_absolute_paths
from tests.assertions import require
from tests.engine.checks.test_later_checks import SOUND
from tests.engine.scenario_texts import folder
from tests.engine.session.sessions import CROSSROADS, begun, drawn, give


def test_from_anywhere_in_a_game_it_is_written_checked_clean_and_played(tmp_path: Path) -> None:
    seed, file = 5, tmp_path / "here.scenario.yaml"
    session = give(begun(seed=seed), random.Random(seed))
    for number in [0, 3, *random.Random(seed).sample(range(session.branch_answer_count - 20), 6)]:
        session.go_to(number)
        here = scenario_from_position(session.game, "en")
        scenario_writer.save(with_absolute_paths(here.scenario, CROSSROADS.parent), file)
        assert check(file) == [], f"seed {seed}, answer {number}"
        game = new_game(load_playable(file), SeededDice.of(1))
        play_to_end(game, {side: find_player("random", 1) for side in ("red", "blue")})
        assert game.result is not None


def test_units_stand_where_they_stand_with_what_lasts() -> None:
    session = drawn("r1 . b1 b2\n . r2 . .", turns=9)
    session.intervene(Intervention("hurt", ("b1", "F")))
    session.intervene(Intervention("hurt", ("b2", "K")))
    session.intervene(Intervention("mark", ("r1", "moved")))
    session.intervene(
        Intervention("add", ("x", "red", "tank", session.scenario.map.grid.hex(0, 1)))
    )
    here = scenario_from_position(session.game, "en")
    at = session.scenario.map.grid.column_row
    assert [(unit.id, at(require(unit.at)), unit.marks) for unit in here.scenario.units] == [
        ("b1", (2, 0), ("gun_out",)), ("r1", (0, 0), ()), ("r2", (1, 1), ()), ("x", (0, 1), ()),
    ]  # fmt: skip
    assert text("playtest.here-lost", "en", units="Blue tank b2") in here.changed
    assert text("playtest.here-added", "en", units="Red tank x") in here.changed
    assert text("playtest.here-mark", "en", mark="moved", units="Red tank r1") in here.left_out
    assert "Points for units already lost are not kept." in here.left_out


def test_turns_over_are_taken_off_and_reinforcements_come_earlier() -> None:
    session = give(begun(seed=2), random.Random(2), 10)
    while session.game.state.turn < 2:
        give(session, random.Random(1), 1)
    here = scenario_from_position(session.game, "en").scenario
    assert here.turns == session.scenario.turns - 1
    assert {unit.arrives.turn for unit in here.units if unit.arrives} == {2}
    assert localised(here.title, "en") == "Crossroads, from turn 2"
    assert localised(here.title, "zh") == text(
        "playtest.here-title", "zh", title="十字路口", turn=2
    )


def test_objectives_begin_with_who_holds_them() -> None:
    greedy = dict.fromkeys(("red", "blue"), Seat.GREEDY)
    session = give(begun(seed=3, seats=greedy), random.Random(3))
    holders = session.game.state.holders
    assert any(holders.values())
    here = scenario_from_position(session.game, "en").scenario
    assert {entry.id: entry.holder for entry in here.objectives} == holders


def test_before_the_first_turn_units_yet_to_be_set_up_stay_so() -> None:
    session = begun()
    here = scenario_from_position(session.game, "en")
    assert here.scenario.units == session.scenario.units
    assert (here.changed, here.left_out) == ((), ())


def test_what_lies_in_hexes_and_what_is_in_store_is_written_too(tmp_path: Path) -> None:
    games.install("drill", "tests.engine.checks.drill")
    try:
        was = scenario_reader.load(folder(tmp_path, SOUND))
        grid = was.map.grid
        lying = (
            HexFeature("wire", grid.hex(3, 2), id="f1", side="red"),
            HexFeature("bunker", grid.hex(5, 1), id="f2", side="blue", facing=2),
            HexFeature("wire", grid.hex(0, 0), side="blue"),
            HexFeature("smoke", grid.hex(1, 1), amount=2),
        )
        pieces = (
            Piece("r2", "red", "truck", at=grid.hex(0, 1), facing=3),
            Piece("r3", "red", "squad", inside="r2", figures=("officer",)),
            Piece("r4", "red", "mg", bearer="r3"),
        )
        stocks = {"red": {"smoke": 1, "grenades": 0}}
        position = Position(2, 9, "fire", "red", pieces, lying, stocks=stocks)
        rules = SimpleNamespace(turn=lambda state: 2, describe_unit=lambda state, unit, way: unit)
        game = SimpleNamespace(scenario=was, state=None, rules=rules, position=lambda: position)
        here = scenario_from_position(game, "en")  # type: ignore[arg-type]  # as much of a game as is asked
    finally:
        games.remove("drill")
    assert [(f.id, f.kind, f.at, f.facing) for f in here.scenario.features] == [
        ("f1", "wire", grid.hex(3, 2), None),
        ("f2", "bunker", grid.hex(5, 1), 2),
        ("wire-1", "wire", grid.hex(0, 0), None),
    ]
    assert here.scenario.sides[0].stocks == {"smoke": 1}
    assert [(u.aboard, u.bearer, u.facing) for u in here.scenario.units] == [
        ("", "", 3), ("r2", "", None), ("", "r3", None),
    ]  # fmt: skip
    assert here.scenario.units[1].figures == ("officer",)
    assert [each for each in here.left_out if "smoke" in each]
    assert not [each for each in here.left_out if "wire" in each]
