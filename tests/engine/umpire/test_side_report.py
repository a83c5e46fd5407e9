"""What has happened, line by line on the desks of those who may know it."""

from __future__ import annotations

from typing import Any

from engine.umpire.umpired_game import UmpiredGame
from tests.engine.umpire.rooms import Begin, proceed, shot_at
from tests.engine.umpire.test_sightings import walk


def happened(room: UmpiredGame, seat: str) -> dict[str, list[Any]]:
    """The chapters on a seat's desk."""
    desk = room.desk(seat)
    return {key: desk[key] for key in desk if key.startswith("happened-")}


def lines(room: UmpiredGame, seat: str) -> list[str]:
    return [line["words"]["en"] for chapter in happened(room, seat).values() for line in chapter]


def test_what_both_sides_see_stands_in_both_logs(begin: Begin) -> None:
    room = shot_at(begin)
    room.lay_dice([6, 6], "")
    room.choose("lost")
    assert "Destroyed." in lines(room, "anna")
    assert "Destroyed." in lines(room, "carl")


def test_what_is_dealt_to_one_side_stands_in_no_other_log(begin: Begin) -> None:
    room = begin()
    proceed(room)
    dealt = [
        told for told in room.session.history.branch.told if told.words["en"] == "SecretDealt."
    ]
    assert {told.seers for told in dealt} == {("red",), ("blue",)}
    assert lines(room, "anna").count("SecretDealt.") == 1
    assert lines(room, "carl").count("SecretDealt.") == 1


def test_a_turn_has_a_chapter_of_its_own_that_begins_with_its_head(begin: Begin) -> None:
    room = begin()
    proceed(room)
    while len(chapters := happened(room, "anna")) < 2:
        walk(room, "r1", 1)
        room.choose(None)
    assert list(chapters) == ["happened-1", "happened-2"]
    assert chapters["happened-2"][0] == {
        "words": {"en": "TurnEnded.", "zh": "TurnEnded."},
        "rank": 1,
    }
    assert all(line["rank"] == 0 for line in chapters["happened-1"])


def test_what_is_taken_back_leaves_the_log(begin: Begin) -> None:
    room = shot_at(begin)
    room.lay_dice([6, 6], "")
    before = lines(room, "anna")
    room.choose("lost")
    assert lines(room, "anna") != before
    room.undo()
    assert lines(room, "anna") == before
