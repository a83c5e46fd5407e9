"""The record: everything is in it, it survives a killed program, and a broken one is explained."""

from __future__ import annotations

import contextlib
import json
import os
import random
import signal
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine.files.source_text import SaveError
from engine.problems import SandtableError
from engine.umpire import game_record as record_module
from engine.umpire import recorded_game
from engine.umpire.game_record import InvalidRecordError
from engine.umpire.seats import PlayerSeat
from engine.umpire.umpire_refusals import RefusedError
from engine.umpire.umpired_game import UmpiredGame
from tests.engine.umpire.rooms import (
    CROSSROADS,
    SECRETS,
    Begin,
    begun,
    draft,
    order,
    play,
    proceed,
    seen,
)

GAMES = ("toy", "dark", "tank", "primer")


def without_greeting(shown: dict[str, Any]) -> dict[str, Any]:
    """What a room shows, apart from that it was taken up again."""
    return {**shown, "log": [entry for entry in shown["log"] if entry[0] != "reopened"]}


def reopened(room: UmpiredGame) -> UmpiredGame:
    """The same room after its program has ended."""
    room.close()
    return UmpiredGame.reopen(room.record_path)


def refused(file: Path) -> str:
    """Why a record is not taken up."""
    with pytest.raises(SandtableError) as error:
        UmpiredGame.reopen(file).close()
    return str(error.value)


# --- reopening ------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_room_reopened_is_the_room_that_was(begin: Begin, game: str, seed: int) -> None:
    room, rng = begin(game, seed), random.Random(seed)
    play(room, rng, 150, lambda room: None)
    before = seen(room)
    again = reopened(room)
    assert without_greeting(seen(again)) == without_greeting(before), f"seed {seed}"
    play(again, rng, 50, lambda room: None)
    before = seen(again)
    third = reopened(again)
    assert without_greeting(seen(third)) == without_greeting(before), f"seed {seed}"
    third.close()


def test_an_act_that_is_told_is_in_the_file(begin: Begin) -> None:
    room = begin()
    told: list[int] = []
    room.listen(lambda: told.append(len(room.record_path.read_text("utf-8").splitlines())))
    proceed(room)
    draft(room, "anna", "r1")
    room.note("x")
    assert told == [2, 3, 4, 5]


def test_what_is_refused_is_not_in_the_file(begin: Begin) -> None:
    room = begin()
    before = room.record_path.read_bytes()
    for doing in (room.undo, room.stop_clock, lambda: room.deliver("anna"), lambda: room.note("")):
        with pytest.raises(RefusedError):
            doing()
    assert room.record_path.read_bytes() == before


def test_the_file_is_for_its_owner_alone(begin: Begin) -> None:
    room = begin()
    assert stat.S_IMODE(room.record_path.stat().st_mode) == 0o600


def test_a_record_is_never_rewritten(begin: Begin) -> None:
    room = begin("dark")
    before = room.record_path.read_bytes()
    for _ in range(20):
        play(room, random.Random(4), 10, lambda room: None)
        now = room.record_path.read_bytes()
        assert now.startswith(before)
        before = now


def test_the_time_left_survives_the_time_in_which_nobody_ran(
    begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    time = [1000.0]
    monkeypatch.setattr(recorded_game, "monotonic_now", lambda: time[0])
    room = begin()
    room.set_clock(600)
    time[0] += 100
    room.tick()
    time[0] += 3600
    again = reopened(room)
    assert again.clock is not None
    assert again.clock.time_left(time[0]) == 500
    again.close()


def test_two_programs_do_not_have_the_same_game_open(begin: Begin) -> None:
    room = begin()
    assert "another program" in refused(room.record_path)


def test_a_game_does_not_begin_over_another(begin: Begin) -> None:
    room = begin()
    with pytest.raises(SaveError):
        begun(room.record_path.parent, room.path)
    room.note("still here")


def test_what_cannot_be_written_has_not_happened(
    begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = begin()
    proceed(room)
    draft(room, "anna", "r1")
    before = seen(room)

    def full(file: int, content: bytes) -> None:
        os.write(file, content[:5])
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(record_module, "_write", full)
        with pytest.raises(SaveError):
            room.deliver("anna")
    assert seen(room) == before
    room.deliver("anna")
    assert without_greeting(seen(reopened(room)))["desks"]["anna"]["draft"][0]["state"] == (
        "delivered"
    )


def test_behind_a_line_that_cannot_be_taken_off_nothing_is_written(
    begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = begin()
    room.note("first")

    def broken(*_: object) -> None:
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", broken)
        patch.setattr(os, "ftruncate", broken)
        with pytest.raises(SaveError):
            room.note("second")
    written = room.record_path.read_bytes()
    with pytest.raises(SaveError):
        room.note("third")
    assert room.record_path.read_bytes() == written


# --- killed ---------------------------------------------------------------------------------------

HOST = """\
import sys
from pathlib import Path
from engine.umpire.umpired_game import UmpiredGame
from engine.umpire.seats import PlayerSeat
room = UmpiredGame.begin(Path(sys.argv[1]), Path(sys.argv[2]), [
    PlayerSeat("anna", "red", "Anna"), PlayerSeat("carl", "blue", "Carl")], 5)
while True:
    desk = room.desk("anna")
    if desk["asked"]:
        print(room.draft("anna", desk["options"][0]["id"], desk["number"]), flush=True)
    else:
        room.note("red has written all it can")
        print("-", flush=True)
"""


def test_a_killed_host_has_lost_no_order_it_told_of(tmp_path: Path) -> None:
    file = tmp_path / "killed.room"
    arguments = [sys.executable, "-c", HOST, str(CROSSROADS), str(file)]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True) as host:
        assert host.stdout is not None
        told = [host.stdout.readline().strip() for _ in range(8)]
        host.send_signal(signal.SIGKILL)
        told += [line.strip() for line in host.stdout if line.endswith("\n")]
    room = UmpiredGame.reopen(file)
    assert set(told) - {"-"} <= {one.id for one in room.orders("red")}
    assert len(room.notes) >= told.count("-")
    room.close()


@pytest.mark.parametrize("left", range(0, 100, 7))
def test_a_last_line_cut_short_anywhere_is_left_out_and_told(begin: Begin, left: int) -> None:
    room = begin()
    proceed(room)
    draft(room, "anna", "r1")
    whole = room.record_path.read_bytes()
    before = seen(room)
    order(room, "anna")
    room.close()
    line = room.record_path.read_bytes()[len(whole) :]
    room.record_path.write_bytes(whole + line[: min(left, len(line) - 1)])
    for _ in range(2):
        again = UmpiredGame.reopen(room.record_path)
        assert without_greeting(seen(again)) == without_greeting(before)
        is_told = "incomplete" in again.log[-1].words["en"]
        again.note("going on")
        again.close()
        if left:
            assert is_told or _ == 1
        before["notes"] = again.notes
        before["log"] = [(entry.act, entry.words, entry.events) for entry in again.log]


# --- broken ---------------------------------------------------------------------------------------


def written(begin: Begin) -> tuple[Path, list[str]]:
    """A record of a short game, closed, and its lines."""
    room = begin()
    proceed(room)
    order(room, "anna", "r1")
    proceed(room)
    room.close()
    return room.record_path, room.record_path.read_text("utf-8").splitlines()


def put(file: Path, lines: list[str]) -> None:
    file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


@pytest.mark.parametrize("broken", ["", "{", "[]", "nonsense", "null", "[" * 100_000, "\x00"])
@pytest.mark.parametrize("number", [1, 3])
def test_a_line_that_is_no_act_is_named(begin: Begin, broken: str, number: int) -> None:
    file, lines = written(begin)
    put(file, [*lines[: number - 1], broken, *lines[number:]])
    assert f"{file.name}:{number}:" in refused(file)


def test_a_missing_line_is_noticed(begin: Begin) -> None:
    file, lines = written(begin)
    put(file, [*lines[:3], *lines[4:]])
    assert f"{file.name}:4:" in refused(file)


@pytest.mark.parametrize(
    "change",
    [
        {"act": "fly"},
        {"act": "draft"},
        {"act": "draft", "seat": "anna", "option": "no such"},
        {"act": "draft", "seat": "anna", "option": [[[]]]},
        {"act": "deliver", "seat": "nobody"},
        {"act": "lay", "faces": [9], "note": ""},
        {"act": "lay", "faces": 3, "note": ""},
        {"act": "override", "number": 99, "faces": [1], "note": ""},
        {"act": "override", "number": "x", "faces": [1], "note": ""},
        {"act": "intervene", "kind": "destroy", "arguments": [], "who": "", "why": ""},
        {"act": "set-clock", "seconds": "long", "when_up": "tell", "is_renewed": False},
        {"act": "set-clock", "seconds": 5, "when_up": "explode", "is_renewed": False},
        {"act": "set-clock", "seconds": 10**400, "when_up": "tell", "is_renewed": False},
        {"act": "set-clock", "seconds": 9, "when_up": "tell", "is_renewed": False, "first": 1e300},
        {"act": "set-clock", "seconds": 9, "when_up": "tell", "is_renewed": False, "grace": -1},
        {"act": "announce", "to": "red", "words": 5},
        {"act": "note", "words": {}},
        {"act": "note", "words": "x", "id": "of a seat"},
        {"act": "reopened"},
        {"act": "reopened", "stood": 10**400},
    ],
)
def test_an_act_that_cannot_have_happened_is_named(begin: Begin, change: dict[str, Any]) -> None:
    file, lines = written(begin)
    act = {"n": 1, "time": 1.0, **change}
    put(file, [lines[0], json.dumps(act), *lines[2:]])
    assert f"{file.name}:2:" in refused(file)


@pytest.mark.parametrize("key", ["seed", "seats", "game", "is_attended", "scenario", "map_hash"])
def test_a_head_that_lacks_something_is_named(begin: Begin, key: str) -> None:
    file, lines = written(begin)
    head = json.loads(lines[0])
    del head[key]
    put(file, [json.dumps(head), *lines[1:]])
    said = refused(file)
    assert f"{file.name}:1:" in said
    assert key in said


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("sandtable", "session/1", "session/1"),
        ("game", "toys", "toys"),
        ("rules", 99, "99"),
        ("map_hash", "0", "map"),
        ("scenario_hash", "0", "scenario"),
        ("scenario", "gone.yaml", "gone.yaml"),
        ("seats", [{"id": "a"}], "side"),
        ("seats", ["a"], "id"),
    ],
)
def test_a_head_that_does_not_fit_is_explained(
    begin: Begin, key: str, value: object, said: str
) -> None:
    file, lines = written(begin)
    put(file, [json.dumps({**json.loads(lines[0]), key: value}), *lines[1:]])
    assert said in refused(file)


def test_a_scenario_changed_since_is_told(tmp_path: Path) -> None:
    folder = CROSSROADS.parents[1]
    for file in ("scenarios/crossroads.scenario.yaml", "maps/crossroads.map.yaml"):
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).write_bytes((folder / file).read_bytes())
    for deck in (folder / "decks").iterdir():
        (tmp_path / "decks").mkdir(exist_ok=True)
        (tmp_path / "decks" / deck.name).write_bytes(deck.read_bytes())
    scenario = tmp_path / "scenarios/crossroads.scenario.yaml"
    room = UmpiredGame.begin(scenario, tmp_path / "a.room", [PlayerSeat("a", "red", "A")], 1)
    room.close()
    text = scenario.read_text("utf-8")
    scenario.write_text(text.replace("turns: 12", "turns: 11"), encoding="utf-8")
    assert "the scenario has changed" in refused(room.record_path)


@pytest.mark.parametrize("seed", range(30))
def test_a_record_with_any_byte_changed_is_taken_up_or_explained(begin: Begin, seed: int) -> None:
    file, _ = written(begin)
    content, rng = bytearray(file.read_bytes()), random.Random(seed)
    for _ in range(rng.randint(1, 3)):
        content[rng.randrange(len(content))] = rng.choice(b'{}[]",:0123456789abz\n\x00\xff')
    file.write_bytes(bytes(content))
    with contextlib.suppress(SandtableError):  # anything else fails
        UmpiredGame.reopen(file).close()


@pytest.mark.parametrize("content", ["", "\n", "sandtable: map/1\n", "\x00" * 50])
def test_what_is_no_record_is_explained(tmp_path: Path, content: str) -> None:
    file = tmp_path / "x.room"
    file.write_text(content, encoding="utf-8")
    assert file.name in refused(file)


def test_a_record_that_is_not_there_is_explained(tmp_path: Path) -> None:
    assert "gone.room" in refused(tmp_path / "gone.room")
    assert issubclass(InvalidRecordError, SandtableError)


# --- in words -------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_whole_record_is_told_in_both_languages_and_without_secrets(
    begin: Begin, game: str
) -> None:
    room = begin(game)
    play(room, random.Random(6), 200, lambda room: None)
    acts = [
        json.loads(line)["act"] for line in room.record_path.read_text("utf-8").splitlines()[1:]
    ]
    assert [entry.act for entry in room.log] == [act for act in acts if act != "tick"]
    page = (Path(__file__).parents[3] / "docs" / "room-files.md").read_text("utf-8")
    assert [act for act in set(acts) if f"`{act}`" not in page] == []
    assert all(entry.words["en"] and entry.words["zh"] for entry in room.log)
    for language in ("en", "zh"):
        told = room.export(language)
        assert not any(secret in told for secret in SECRETS)
        assert len(told.splitlines()) >= len(room.log)
