"""Orders written across hidden mines, which go off and end them when they are carried out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from engine.play.events import is_seen_by
from engine.scenario.scenario import Scenario, ScenarioFeature
from engine.umpire import game_setup
from engine.umpire import umpired_game as room_module
from engine.umpire.order_trials import default
from engine.umpire.seats import PlayerSeat
from engine.umpire.side_report import PART
from engine.umpire.umpire_refusals import refusal_text
from engine.umpire.umpired_game import UmpiredGame
from tests.engine.umpire.rooms import seen
from tests.games.tide import boards as tide
from tests.games.valor import boards as valor

PATIENCE = 40
SEATS = (
    PlayerSeat("anna", "red", "Anna", secret="anna-has-a-secret"),
    PlayerSeat("carl", "blue", "Carl", secret="carl-has-a-secret"),
)
RULES = {"hidden_mines": True}


def through_valor(mined: str) -> Scenario:
    board = "r1 . . . h h .\n . . . . h h .\n . . . . h h b1"
    return valor.scenario(board, rules=RULES, works={mined: "minefield"})


def through_tide(mined: str) -> Scenario:
    return tide.scenario("r1 . . . . h\n . . . . . b1", rules=RULES, works={mined: "mines"})


GAMES = [  # a scenario with mines somewhere, a phase, dice of mines that let one pass, or kill
    (through_valor, "movement", (6,), (1,)),
    (through_tide, "action", (1, 1, 1, 1), (6, 6, 6, 6)),
]


@pytest.fixture
def begin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[[Scenario, str], UmpiredGame]:
    """Begins a room, up to the first question to red in a phase."""

    def begin_one(made: Scenario, phase: str) -> UmpiredGame:
        for module in (game_setup, room_module):
            monkeypatch.setattr(module, "load_playable", lambda path: made)
        file = tmp_path / f"{len(list(tmp_path.iterdir()))}.room"
        scene = tmp_path / "any.scenario.yaml"
        scene.touch()  # it is read above
        room = UmpiredGame.begin(scene, file, SEATS, 1)
        for _ in range(PATIENCE):
            game = room.session.game
            if game.decision is None:
                room.proceed()
            elif (game.decision.side, game.position().phase) == ("red", phase):
                return room
            else:
                room.choose(default(game))
        raise AssertionError(f"nobody is asked in {phase}")

    return begin_one


def write_way(room: UmpiredGame) -> list[str]:
    """Order r1 to go to B1, on to C1, and to stay there, and hand it in."""
    grid, written = room.session.scenario.map.grid, list[str]()
    steps = iter([grid.name(grid.hex(column, 0)) for column in (1, 2)])
    while not written or room.game_after_orders(room.seats["anna"].command).unfinished:
        options = room.desk("anna")["options"]
        is_going = any(each["deed"] == "step" for each in options)
        to = next(steps, None) if is_going else None
        fit = [each for each in options if each["hex"] == to] if is_going else options
        written.append(room.draft("anna", fit[0]["id"], room.desk_number("anna")))
    room.deliver("anna")
    return written


def write_stop(room: UmpiredGame) -> None:
    """Order what goes to stay where it is, after all."""
    (stay,) = [each for each in room.desk("anna")["options"] if each["deed"] == "pass"]
    written = room.draft("anna", stay["id"], room.desk_number("anna"))
    room.deliver("anna")
    room.proceed()
    (became,) = [one.state.value for one in room.orders("red") if one.id == written]
    assert became == "executed"


def carry_out(room: UmpiredGame, faces: tuple[int, ...]) -> None:
    while room.can_proceed:
        if room.session.awaited_roll is not None:
            room.lay_dice(faces, "as they fell")
        else:
            room.proceed()


@pytest.mark.parametrize(("made", "phase", "passing", "killing"), GAMES, ids=["valor", "tide"])
def test_who_treads_on_hidden_mines_stops_there_and_is_told(
    begin: Callable[[Scenario, str], UmpiredGame],
    made: Callable[[str], Scenario],
    phase: str,
    passing: tuple[int, ...],
    killing: tuple[int, ...],
) -> None:
    for mined, faces in (("E1", passing), ("B1", passing), ("B1", killing)):
        room = begin(made(mined), phase)
        written = write_way(room)
        carry_out(room, faces)
        became = {one.id: (one.state.value, one.reason) for one in room.orders("red")}
        told = [became[each] for each in written]
        is_met = mined != "E1"
        assert told[:-2] == [("executed", None)] * (len(written) - 2)
        stopped = ("refused", refusal_text("unforeseen")) if is_met else ("executed", None)
        assert told[-2:] == [stopped, stopped], (mined, faces)
        where = room.session.game.position("red").by_id.get("r1")
        assert (where is None) is (faces == killing)
        if is_met and where is not None and phase == "movement":
            write_stop(room)  # who lives goes on in Valor
        stood = seen(room)
        room.close()
        again = UmpiredGame.reopen(room.record_path)
        assert {**seen(again), "log": stood["log"]} == stood
        again.close()


def test_what_may_be_asked_of_the_log_is_not_numbered_by_what_happened_unseen(
    begin: Callable[[Scenario, str], UmpiredGame],
) -> None:
    numbers, unseen = [], []
    for hidden in (0, 3):
        made = through_valor("B1")
        plans = (
            ScenarioFeature(f"more-{n}", "minefield", "blue", zone="back") for n in range(hidden)
        )
        back = tuple(made.map.grid.hex(5, row) for row in range(3))
        rules = {**made.rules, "half_hexes": "playable"}
        features = (*made.features, *plans)
        made = replace(made, zones={"back": back}, features=features, rules=rules)
        room = begin(made, "movement")
        write_way(room)
        carry_out(room, (1,))
        desk = room.desk("anna")
        lines = [line for part in desk if part.startswith(PART) for line in desk[part]]
        numbers.append([line["why"] for line in lines if "why" in line])
        unseen.append(sum(not is_seen_by(each, "red") for each in room.session.game.events))
        room.close()
    assert unseen[0] < unseen[1]
    assert numbers[0], "dice fell, and may be asked about"
    assert numbers[0] == numbers[1]
