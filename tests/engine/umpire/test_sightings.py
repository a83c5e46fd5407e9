"""Ghosts: enemies a side has seen and does not see now; and what was believed turn by turn."""

from __future__ import annotations

import random

from engine.hexes.hex import Hex, distance
from engine.play.game import Intervention
from engine.play.position import Spot
from engine.umpire.umpired_game import UmpiredGame
from tests.engine.umpire.rooms import Begin, advance, proceed

Place = tuple[str, Spot, int]


def walk(room: UmpiredGame, unit: str, steps: int) -> None:
    """A walker of the side that moves goes so far; nobody fires."""
    room.choose(unit)
    for left in range(steps - 1, -1, -1):
        room.choose("hold")
        room.choose("on" if left else "halt")


def met(begin: Begin) -> UmpiredGame:
    """Red's r1 has walked to column 4 and seen blue's walkers in column 6."""
    room = begin("dark")
    proceed(room)
    walk(room, "r1", 4)
    return room


def test_enemies_out_of_sight_are_on_no_desk(begin: Begin) -> None:
    room = begin("dark")
    proceed(room)
    assert room.desk("anna")["seen"] == []
    assert room.desk("anna")["ghosts"] == []


def test_enemies_in_sight_are_no_ghosts(begin: Begin) -> None:
    room = met(begin)
    assert [unit["id"] for unit in room.desk("anna")["seen"]] == ["b1", "b2", "b3"]
    assert room.desk("anna")["ghosts"] == []


def test_a_ghost_stays_where_it_was_last_seen_and_grows_old(begin: Begin) -> None:
    room = met(begin)
    room.choose("r2")
    room.choose("fire")
    room.lay_dice([6, 6], "")
    room.choose("lost")  # r1 still sees
    room.choose(None)
    walk(room, "b1", 1)
    room.choose("b2")
    room.choose("hold")
    room.choose("halt")
    room.intervene(Intervention("destroy", ("r1",)))
    ghosts = {
        ghost["id"]: (ghost["at"], ghost["turn"], ghost["age"])
        for ghost in room.desk("anna")["ghosts"]
    }
    assert ghosts == {"b1": ("@5,1", 1, 0), "b2": ("@5,1", 1, 0), "b3": ("@6,1", 1, 0)}
    room.choose(None)
    assert [ghost["age"] for ghost in room.desk("bo")["ghosts"]] == [1, 1, 1]
    assert [ghost.unit for ghost in room.ghosts("red")] == ["b1", "b2", "b3"]


def test_a_step_taken_back_takes_back_what_it_showed(begin: Begin) -> None:
    room = begin("dark")
    proceed(room)
    room.choose("r1")
    for _ in range(2):
        room.choose("hold")
        room.choose("on")
    room.choose("hold")
    room.choose("on")
    assert len(room.desk("anna")["seen"]) == 3
    room.undo()
    assert room.desk("anna")["seen"] == []
    assert room.desk("anna")["ghosts"] == []


def test_the_debrief_lays_truth_and_belief_side_by_side(begin: Begin) -> None:
    room = met(begin)
    room.choose(None)
    room.choose(None)
    first, now = room.debrief()
    assert (first.turn, now.turn) == (1, 2)
    assert first.truth().by_id.keys() == {"r1", "r2", "r3", "b1", "b2", "b3"}
    assert first.view("blue").by_id.keys() == {"b1", "b2", "b3", "r1"}
    assert first.view("red").by_id.keys() >= {"b1", "b2", "b3"}
    assert first.ghosts("red") == []


def test_a_belief_can_be_drawn(begin: Begin) -> None:
    room = begin("tank")
    room.choose(room.session.game.options[0])
    (now,) = room.debrief()
    assert [piece.id for piece in now.visible_position(None).pieces] == ["r1"]
    assert [piece.id for piece in now.visible_position("blue", "zh").pieces] == ["r1"]


def test_ghosts_read_from_the_views_are_those_the_primer_remembers_itself(begin: Begin) -> None:
    room, rng = begin("primer", 1), random.Random(1)

    def told(side: str) -> tuple[set[Place], set[Place]]:
        """The ghosts of a side as the room knows them, and as the game does."""
        game = room.session.game
        own = game.position(side).more["ghosts"][side]
        return (
            {(one.unit, one.at, one.turn) for one in room.ghosts(side)},
            {(entry["id"], entry["at"], entry["turn"]) for entry in own},
        )

    def compare(_: UmpiredGame) -> None:
        for side in room.sides:
            assert told(side)[0] == told(side)[1]

    while room.session.game.state.turn < 2:
        advance(room, rng, compare)
    near, beside, far = places(room)
    for unit, side, at in (("scout", "red", near), ("raider", "blue", beside)):
        room.intervene(Intervention("add", (unit, side, "infantry", at)))
    assert "raider" in {unit["id"] for unit in room.desk("anna")["seen"]}
    room.intervene(Intervention("move", ("raider", far)))
    assert ("raider", beside, room.desk("anna")["turn"]) in told("red")[0]
    for _ in range(10):
        if room.session.result is None:
            advance(room, rng, compare)


def places(room: UmpiredGame) -> tuple[Hex, Hex, Hex]:
    """Two empty hexes side by side, and one far away, all of them to be seen into."""
    state = room.session.game.state
    taken = {unit.at for unit in state.units.values()}
    free = [
        hex_
        for hex_ in state.field.board.hexes
        if hex_ not in taken and state.field.board.ground_at(hex_) == "waste"
    ]
    near, beside = next((one, other) for one in free for other in free if distance(one, other) == 1)
    return near, beside, max(free, key=lambda hex_: distance(hex_, near))
