"""Who looks on: as a side, at everything, at bulletins, later; and umpires at other screens."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.texts import text
from engine.umpire import recorded_game
from engine.umpire.rematch import start_rematch
from engine.umpire.umpire_refusals import RefusedError
from engine.umpire.umpired_game import UmpiredGame
from tests.engine.umpire.rooms import Begin, advance, desk_text, order, proceed, shot_at


class Watch:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.time = 1_000_000.0

    def __call__(self) -> float:
        return self.time


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    clock = Watch()
    monkeypatch.setattr(recorded_game, "monotonic_now", clock)
    return clock


def units(desk: dict[str, Any]) -> set[str]:
    return {unit["id"] for unit in (*desk["units"], *desk["seen"])}


def test_an_observer_of_a_side_sees_what_it_sees_and_no_more(begin: Begin) -> None:
    room = begin("dark")
    proceed(room)
    guest, red = room.admit("Olga", "red"), room.desk("anna")
    seen = room.desk(guest.id)
    assert units(seen) == units(red)
    for key in ("units", "seen", "ghosts", "position", "turn"):
        assert (
            [one["id"] for one in seen[key]] == [one["id"] for one in red[key]]
            if isinstance(seen[key], list)
            else seen[key] == red[key]
        )
    truth = {piece.id for piece in room.session.game.position().pieces}
    assert units(seen) < truth


def test_who_sees_everything_sees_all_units(begin: Begin) -> None:
    room = begin("dark")
    proceed(room)
    guest = room.admit("Eve")
    assert units(room.desk(guest.id)) == {p.id for p in room.session.game.position().pieces}


def test_a_reader_of_bulletins_reads_these_alone(begin: Begin) -> None:
    room = shot_at(begin)
    guest = room.admit("Press", "bulletins")
    room.announce("red", {"en": "to red"})
    room.announce("observers", {"en": "to the press"})
    room.announce("anna", {"en": "for anna alone"})
    room.write_message("red", "a letter to red")
    desk = room.desk(guest.id)
    assert [one["words"]["en"] for one in desk["bulletins"]] == ["to red", "to the press"]
    assert units(desk) == set()
    assert not any(key.startswith("happened") for key in desk)
    assert "letter" not in desk_text(room, guest.id)


def test_an_observer_of_a_side_reads_no_bulletin_of_another(begin: Begin) -> None:
    room = begin()
    guest = room.admit("Olga", "red")
    room.announce("blue", {"en": "to blue"})
    assert room.desk(guest.id)["bulletins"] == []


def test_who_is_told_later_is_told_when_it_is_due_and_not_before(
    begin: Begin, watch: Watch
) -> None:
    room, told = begin(), []
    late = room.admit("Late", delay=600)
    room.listen(lambda: told.append(room.desk_number(late.id)))
    proceed(room)
    watch.time += 100
    room.announce("red", {"en": "news"})
    then = room.desk(late.id)
    assert then["bulletins"] == []
    told.clear()
    watch.time += 599
    room.tick()
    assert room.desk(late.id)["bulletins"] == []
    watch.time += 1
    told.clear()
    room.tick()
    assert told == [room.desk_number(late.id)]
    assert told[0] > then["number"]
    assert [one["words"] for one in room.desk(late.id)["bulletins"]] == [{"en": "news"}]


def test_what_was_taken_back_is_taken_back_for_who_is_told_later_too(
    begin: Begin, watch: Watch
) -> None:
    room = begin()
    late = room.admit("Late", delay=60)
    proceed(room)
    order(room, "anna", "r1")
    room.proceed()
    watch.time += 30
    room.undo()
    room.undo()
    watch.time += 60
    now = room.desk(room.admit("Early").id)
    assert room.desk(late.id)["seen"] == now["seen"]


def test_a_guest_comes_by_a_link_of_his_own_until_he_is_dismissed(begin: Begin) -> None:
    room = begin()
    guest = room.admit("Olga", "red")
    assert room.observer_with(guest.secret) == guest
    assert room.join(guest.secret) is None
    room.dismiss(guest.id)
    assert room.observer_with(guest.secret) is None
    with pytest.raises(RefusedError):
        room.desk(guest.id)


def test_a_guest_reads_no_bulletin_that_was_for_a_dismissed_one(begin: Begin) -> None:
    room = begin()
    first = room.admit("Olga", "red")
    room.announce(first.id, {"en": "for Olga alone"})
    room.dismiss(first.id)
    second = room.admit("Otto", "red")
    assert second.id != first.id
    assert "for Olga alone" not in desk_text(room, second.id)


def test_who_is_told_later_sees_no_replay_before_he_may_know_of_the_end(
    begin: Begin, watch: Watch
) -> None:
    room, rng = begin(), random.Random(3)
    late = room.admit("Late", "red", delay=600)
    while room.session.result is None:
        advance(room, rng, lambda room: None)
    assert room.replay("anna")
    with pytest.raises(RefusedError):
        room.replay(late.id)
    watch.time += 601
    assert room.replay(late.id) == room.replay("anna")


def test_guests_are_there_again_when_the_game_is_taken_up(begin: Begin) -> None:
    room = begin()
    guest, gone = room.admit("Olga", "red", 60), room.admit("Gone")
    room.dismiss(gone.id)
    room.close()
    again = UmpiredGame.reopen(room.record_path)
    assert dict(again.observers) == {guest.id: guest}
    assert again.admit("New").id not in (guest.id,)
    again.close()


@pytest.mark.parametrize(
    "guest",
    [
        {"name": " "}, {"name": "x", "sees": "green"}, {"name": "x", "delay": -1.0},
        {"name": "x", "delay": 1e9}, {"name": "x" * 81},
    ],
)  # fmt: skip
def test_who_cannot_look_on_so_is_refused(begin: Begin, guest: dict[str, Any]) -> None:
    room = begin()
    with pytest.raises(RefusedError):
        room.admit(**guest)
    assert not room.observers


def test_an_observer_does_nothing(begin: Begin) -> None:
    room = shot_at(begin)
    guest = room.admit("Olga", "red")
    deeds: list[Callable[[], object]] = [
        lambda: room.umpire_does(guest.id, "proceed"),
        lambda: room.write(guest.id, "umpire", "hello"),
        lambda: room.deliver(guest.id),
        lambda: room.draft(guest.id, "x", 0),
    ]
    for deed in deeds:
        with pytest.raises(RefusedError):
            deed()


def test_no_secret_of_a_guest_or_a_seat_is_on_an_umpire_s_page(begin: Begin) -> None:
    room = shot_at(begin)
    umpire, guest = room.admit("Udo", is_umpire=True), room.admit("Olga", "red")
    told = desk_text(room, umpire.id)
    secrets = [*(seat.secret for seat in room.seats.values()), umpire.secret, guest.secret]
    assert [secret for secret in secrets if secret in told] == []
    assert umpire.secret not in repr(umpire)


def test_a_second_umpire_does_the_step_he_saw_and_no_other(begin: Begin) -> None:
    room = shot_at(begin)
    umpire = room.admit("Udo", is_umpire=True)
    seen = room.desk(umpire.id)
    assert seen["next"]["kind"] == "dice"
    assert seen["next"]["faces"] == list(room.proposed or ())
    room.umpire_does(umpire.id, "proceed", seen["step"])
    after = room.session.answer_count
    with pytest.raises(RefusedError, match=re.escape(text("umpiring.stale-step"))):
        room.umpire_does(umpire.id, "proceed", seen["step"])
    assert room.session.answer_count == after
    room.umpire_does(umpire.id, "undo", room.desk(umpire.id)["step"])
    assert room.desk(umpire.id)["next"] == seen["next"]


def test_what_a_second_umpire_did_stands_in_the_record(begin: Begin, tmp_path: Path) -> None:
    room = shot_at(begin)
    umpire = room.admit("Udo", is_umpire=True)
    room.umpire_does(umpire.id, "lay", room.desk(umpire.id)["step"], faces=[6, 6], note="sixes")
    before = room.session.game.answers
    room.close()
    again = UmpiredGame.reopen(room.record_path)
    assert again.session.game.answers == before
    lines = [json.loads(line) for line in room.record_path.read_text().splitlines()]
    assert [line["act"] for line in lines[1:]].count("lay") == 1
    again.close()


def test_where_real_dice_are_rolled_no_umpire_at_any_screen_rolls_those_of_the_seed(
    begin: Begin,
) -> None:
    room = shot_at(begin)
    umpire = room.admit("Udo", is_umpire=True)
    room.umpire_does(umpire.id, "real-dice", is_real=True)
    seen = room.desk(umpire.id)
    assert (seen["next"]["kind"], seen["next"]["faces"], seen["real_dice"]) == ("dice", [], True)
    assert room.proposed is None
    assert not room.can_proceed
    with pytest.raises(RefusedError, match="real dice"):
        room.umpire_does(umpire.id, "proceed", seen["step"])
    with pytest.raises(RefusedError, match="real dice"):
        room.proceed()
    room.umpire_does(umpire.id, "lay", seen["step"], faces=[2, 3], note="")
    assert room.session.game.answers[-1] == (2, 3)
    assert room.session.game.overrides == {}, "they fell so: nobody changed them"
    assert room.log[-1].words["en"].startswith("Dice. ")


def test_real_dice_stay_real_when_a_room_is_taken_up_again_and_in_its_rematch(
    begin: Begin, tmp_path: Path
) -> None:
    room = shot_at(begin)
    room.roll_real(True)
    room.lay_dice((1, 6))
    room.undo()
    room.close()
    again = UmpiredGame.reopen(room.record_path)
    assert again.awaits_real_dice
    next_game = start_rematch(again, tmp_path / "next.room")
    assert next_game.rolls_real
    next_game.close()
    again.roll_real(False)
    assert again.proposed is not None
    again.proceed()
    again.close()


def test_where_no_umpire_attends_nobody_would_roll_real_dice(begin: Begin) -> None:
    room = begin(is_attended=False)
    with pytest.raises(RefusedError, match="no umpire"):
        room.roll_real(True)
    assert not room.rolls_real
