"""What players draw on their own maps: kept, shared with their side at will, wiped away."""

from __future__ import annotations

from typing import Any

import pytest

from engine.umpire.couriers import CourierTerms
from engine.umpire.umpire_refusals import RefusedError
from engine.umpire.umpired_game import UmpiredGame
from tests.engine.umpire.rooms import Begin, seen

LINE = (100, 200, 300, 400)


def drawn(room: UmpiredGame, seat: str) -> list[tuple[str, tuple[int, ...]]]:
    return [(one["seat"], tuple(one["points"])) for one in room.desk(seat)["sketches"]]


def test_what_a_seat_draws_for_itself_nobody_else_sees(begin: Begin) -> None:
    room = begin(may_talk=True)
    number = room.desk_number("bo")
    room.sketch("anna", "line", 0, LINE, is_shared=False)
    assert drawn(room, "anna") == [("anna", LINE)]
    assert [drawn(room, seat) for seat in ("bo", "carl", "dora")] == [[], [], []]
    assert room.desk_number("bo") == number


def test_a_seat_s_sketches_are_numbered_by_themselves_and_in_the_record_all_together(
    begin: Begin,
) -> None:
    room = begin()
    for seat in ("carl", "carl", "anna", "carl", "anna"):
        room.sketch(seat, "line", 0, LINE, is_shared=False)
    room.wipe("anna", 1)
    room.sketch("anna", "line", 0, LINE, is_shared=False)
    assert [one["number"] for one in room.desk("anna")["sketches"]] == [2, 3]
    room.close()
    again = UmpiredGame.reopen(room.record_path)
    assert [one["number"] for one in again.desk("anna")["sketches"]] == [2, 3]
    assert [one["number"] for one in again.desk("carl")["sketches"]] == [1, 2, 3]
    again.close()


def test_what_is_shared_the_side_sees_and_no_other(begin: Begin) -> None:
    room = begin(may_talk=True)
    room.sketch("anna", "arrow", 2, LINE, is_shared=True)
    assert drawn(room, "bo") == [("anna", LINE)]
    assert drawn(room, "carl") == []


def test_nothing_is_shared_where_nobody_may_write_or_words_ride(begin: Begin) -> None:
    room = begin(may_talk=False)
    with pytest.raises(RefusedError):
        room.sketch("anna", "line", 0, LINE, is_shared=True)
    room.allow_talk(True)
    room.set_couriers(CourierTerms(1))
    with pytest.raises(RefusedError):
        room.sketch("anna", "line", 0, LINE, is_shared=True)


def test_a_seat_wipes_its_own_lines_away_and_no_other_s(begin: Begin) -> None:
    room = begin(may_talk=True)
    for seat in ("anna", "bo"):
        room.sketch(seat, "line", 0, LINE, is_shared=True)
    with pytest.raises(RefusedError):
        room.wipe("bo", 2)
    room.wipe("bo", 1)
    assert drawn(room, "anna") == [("anna", LINE)]
    room.wipe("anna", 0)
    assert drawn(room, "anna") == []


@pytest.mark.parametrize(
    "mark",
    [("circle", 0, LINE), ("line", 9, LINE), ("line", 0, (1, 2)), ("line", 0, (1, 2, 3)),
     ("line", 0, (10**9, 0, 0, 0)), ("line", 0, (0,) * 1000)],
)  # fmt: skip
def test_what_is_no_line_is_refused(begin: Begin, mark: Any) -> None:
    room = begin()
    with pytest.raises(RefusedError):
        room.sketch("anna", *mark, is_shared=False)


def test_drawings_are_there_again_and_no_act_of_the_game(begin: Begin) -> None:
    room = begin()
    log = len(room.log)
    room.sketch("anna", "line", 0, LINE, is_shared=False)
    assert len(room.log) == log
    before = seen(room)
    room.close()
    again = UmpiredGame.reopen(room.record_path)
    assert seen(again)["desks"]["anna"]["sketches"] == before["desks"]["anna"]["sketches"]
    again.close()


def test_nobody_draws_without_end(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.umpire.map_sketches.MAX_SKETCHES", 2)
    room = begin()
    for _ in range(2):
        room.sketch("anna", "line", 0, LINE, is_shared=False)
    with pytest.raises(RefusedError):
        room.sketch("anna", "line", 0, LINE, is_shared=False)
