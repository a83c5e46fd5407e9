"""What the command line says of guests, couriers and deadlines; said again, it goes on."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner

from engine.texts import use_language
from engine.umpire.couriers import CourierTerms
from engine.umpire.umpire_refusals import RefusedError
from engine.umpire.umpired_game import UmpiredGame
from studio.cli import host_options, main
from studio.cli.host_options import InvalidCourierTerms, InvalidDeadline, InvalidGuest
from studio.web.player_email import InvalidMailSettings, MailSettings
from tests.engine.umpire.rooms import CROSSROADS, Begin

DAY = 24 * 3600.0


def test_observers_are_read_and_let_in_once(begin: Begin) -> None:
    room = begin()
    for _ in range(2):
        host_options.admit_guests(room, ["Olga:red:15", "Press:bulletins", "Eve"], ["Udo"])
    told = [(one.name, one.sees, one.delay, one.is_umpire) for one in room.observers.values()]
    assert told == [
        ("Olga", "red", 900.0, False), ("Press", "bulletins", 0.0, False),
        ("Eve", "everything", 0.0, False), ("Udo", "everything", 0.0, True),
    ]  # fmt: skip
    host_options.dismiss_guests(room, ["Eve"])
    assert "Eve" not in [one.name for one in room.observers.values()]
    with pytest.raises(InvalidGuest, match="Olga, Press, Udo"):
        host_options.dismiss_guests(room, ["Eve"])


@pytest.mark.parametrize("said", ["", ":red", "Olga:red:soon", "Olga:red:nan", "Olga:red:inf"])
def test_observers_that_cannot_be_read_are_told(begin: Begin, said: str) -> None:
    with pytest.raises(InvalidGuest):
        host_options.admit_guests(begin(), [said], [])


def test_couriers_are_read_and_set_once(begin: Begin) -> None:
    room = begin()
    host_options.set_couriers(room, "6:10:25", ["red=r1"])
    assert room.courier_terms == CourierTerms(6, 10, 25, {"red": "r1"})
    number = room.change_count
    host_options.set_couriers(room, "6:10:25", ["red=r1"])
    assert room.change_count == number
    host_options.set_couriers(room, "none", [])
    assert room.courier_terms is None


@pytest.mark.parametrize(
    ("said", "places"), [("x", []), ("1:2:3:4", []), ("-1", []), ("", []), ("6", ["red"])]
)
def test_couriers_that_cannot_be_read_are_told(begin: Begin, said: str, places: list[str]) -> None:
    with pytest.raises((InvalidCourierTerms, RefusedError)):
        host_options.set_couriers(begin(), said, places)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--headquarters", "red=r1"], "--couriers"),
        (["--couriers", "none", "--headquarters", "red=r1"], "--couriers"),
        (["--swap-sides"], "--rematch"),
        (["--clock", "30", "--days", "2"], "--deadline"),
        (["--clock", "30", "--deadline", "2030-01-01"], "--days"),
    ],
)
def test_options_that_would_do_nothing_are_told_before_there_is_a_record(
    words: list[str], told: str, tmp_path: Path
) -> None:
    file = tmp_path / "never.room"
    ran = CliRunner().invoke(main, ["host", str(CROSSROADS), "--room", str(file), *words])
    assert ran.exit_code == 2
    assert told in ran.output
    assert not file.exists()


def test_mail_for_a_seat_that_is_not_there_is_told_with_the_seats(
    begin: Begin, tmp_path: Path
) -> None:
    room, file = begin(), tmp_path / "mail.yaml"
    host_options.check_mail_seats(room, file, MailSettings("x", "y", {"anna": "a@b.c"}))
    with pytest.raises(InvalidMailSettings, match=r"'zoe'.*anna, bo, carl"):
        host_options.check_mail_seats(room, file, MailSettings("x", "y", {"zoe": "a@b.c"}))
    with pytest.raises(InvalidMailSettings, match="'zoe'"):
        host_options.check_mail_seats(
            room, file, MailSettings("x", "y", {}, languages={"zoe": "zh"})
        )


def test_what_is_refused_is_told_in_the_reader_s_language(begin: Begin) -> None:
    with use_language("zh"), pytest.raises(RefusedError, match="以逗号分隔"):
        host_options.set_couriers(begin(), "6", ["red"])


def test_the_same_deadline_said_again_goes_on(begin: Begin) -> None:
    room = begin()
    date = (datetime.now() + timedelta(days=2)).isoformat(" ", "minutes")
    host_options.set_deadline(room, 3, date, 0)
    clock = room.clock
    assert clock is not None
    assert clock.is_dated
    assert clock.seconds == 3 * DAY
    assert DAY < clock.time_left(room.time) <= 2 * DAY
    host_options.set_deadline(room, 3, date, 0)
    assert room.clock == clock
    host_options.set_deadline(room, 3, None, 0)
    assert room.clock == clock


@pytest.mark.parametrize("said", ["soon", "2020-01-01 20:00", "0001-01-01", "9999-12-31 23:59"])
def test_a_deadline_that_is_no_date_or_over_is_told(begin: Begin, said: str) -> None:
    with pytest.raises((InvalidDeadline, RefusedError)):
        host_options.set_deadline(begin(), None, said, 0)


def test_a_rematch_said_again_goes_on_with_its_record(begin: Begin, tmp_path: Path) -> None:
    old = begin()
    old.close()
    file = host_options.begin_rematch(old.record_path, None, is_swapped=True)
    assert file.name == "game-2.room"
    before = file.read_bytes()
    assert host_options.begin_rematch(old.record_path, None, is_swapped=True) == file
    assert file.read_bytes() == before
    room = UmpiredGame.reopen(file)
    assert {seat.name: seat.side for seat in room.seats.values()}["Anna"] == "blue"
    room.close()
