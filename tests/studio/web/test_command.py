"""`sandtable host`: links, clear errors, a clean end, and nothing lost when it is killed."""

from __future__ import annotations

import json
import os
import shutil
import signal
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from engine import games
from engine.checks.scenario_checks import load_playable
from engine.texts import text
from engine.umpire.umpired_game import UmpiredGame
from studio.cli import host as host_command
from studio.cli import main
from studio.cli.host_options import InvalidSeats, parse_seats
from studio.web.page_map_tiles import MapPictures
from tests.engine.umpire.rooms import CROSSROADS, THREE_CITIES, drawn
from tests.studio.web.players import Player, secret_of

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="ends programs by signals")
RUN = "from studio.cli import main; main()"
PATIENT = 20.0  # seconds
ANNA_CAME = text("hosting.came", "en", seat="Anna", address="127.0.0.1")


class Hosted:
    """A host in a process of its own."""

    def __init__(self, *arguments: str) -> None:
        self.arguments = arguments
        self.process = subprocess.Popen(
            [sys.executable, "-c", RUN, "host", "--json", "--show-links", *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "SANDTABLE_LANGUAGE": "en"},
        )
        self._heard: list[str] = []
        self._listening = threading.Thread(target=self._listen, daemon=True)
        self._listening.start()
        self.facts = self._facts()
        self.port: int = self.facts["port"]

    def _facts(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        said = ""
        for line in self.process.stdout:
            said += line
            if line.startswith("}"):
                found: dict[str, Any] = json.loads(said)
                return found
        raise AssertionError(self.end(signal.SIGKILL))

    def player(self, number: int) -> Player:
        return Player(self.port, secret_of(self.facts["links"][number]["url"])).hello()

    def end(self, number: signal.Signals) -> str:
        """End it by a signal; what it said on standard error."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        self.process.wait(PATIENT)
        self._listening.join(PATIENT)
        for pipe in (self.process.stdout, self.process.stderr):
            assert pipe is not None
            pipe.close()
        return "".join(self._heard)

    def _listen(self) -> None:
        assert self.process.stderr is not None
        self._heard.extend(self.process.stderr)

    def wait_for(self, words: str) -> None:
        """Until it has said this: it tells what is so when it looks, not what was in between."""
        end = time.monotonic() + PATIENT
        while not any(words in line for line in self._heard):
            assert time.monotonic() < end, self._heard
            time.sleep(0.05)


@pytest.fixture
def hosted(tmp_path: Path) -> Iterator[Hosted]:
    options = ("--seats", "blue:Anna,blue:Bo,red:Carl", "--port", "0", "--seed", "3")
    one = Hosted(str(THREE_CITIES), "--room", str(tmp_path / "game.room"), *options)
    yield one
    one.end(signal.SIGKILL)


def ran(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["host", *map(str, arguments)])


def drafts(player: Player) -> list[str]:
    return [one["id"] for one in player.desk["draft"] if one["state"] == "draft"]


def test_a_game_is_hosted_and_ends_cleanly_at_ctrl_c(hosted: Hosted, tmp_path: Path) -> None:
    assert [(one["seat"], one["side"], one["name"]) for one in hosted.facts["links"]] == [
        ("blue-1", "blue", "Anna"), ("blue-2", "blue", "Bo"), ("red-1", "red", "Carl"),
    ]  # fmt: skip
    anna = hosted.player(0)
    assert anna.desk["may_deliver"]
    hosted.wait_for(ANNA_CAME)
    anna.leave()
    said = hosted.end(signal.SIGINT)
    assert hosted.process.returncode == 0
    assert ANNA_CAME in said
    assert "sandtable host --room" in said
    assert "Traceback" not in said
    assert not any(secret_of(one["url"]) in said for one in hosted.facts["links"])
    UmpiredGame.reopen(tmp_path / "game.room").close()


def test_a_host_that_is_killed_in_mid_turn_loses_no_order(hosted: Hosted, tmp_path: Path) -> None:
    anna = hosted.player(0)
    assert anna.done(anna.draft())
    assert anna.done(anna.draft(1))
    anna.act("write", to="umpire", words="the bridge first")
    kept = drafts(anna)
    hosted.end(signal.SIGKILL)

    again = Hosted("--room", str(tmp_path / "game.room"), "--port", str(hosted.port))
    try:
        assert again.facts["links"] == hosted.facts["links"]
        anna.socket = anna.connected()  # with the ticket it has
        anna.hello()
        assert drafts(anna) == kept
        assert [one["words"] for one in anna.desk["messages"]] == ["the bridge first"]
        assert anna.done(anna.draft())
        assert anna.done(anna.act("deliver"))
        assert len(anna.desk["position"]["reserves"]) == 3, "orders of both times"
    finally:
        anna.leave()
        again.end(signal.SIGINT)


def test_acts_a_killed_host_did_not_answer_are_done_once(hosted: Hosted, tmp_path: Path) -> None:
    anna = hosted.player(0)
    number, option = anna.desk["number"], anna.desk["options"][0]["id"]
    acts = [
        {"kind": "draft", "id": "first", "option": option, "number": number},
        {"kind": "write", "id": "second", "to": "umpire", "words": "once"},
    ]
    for act in acts:
        anna.say(act)
    record = tmp_path / "game.room"
    while '"second"' not in record.read_text(encoding="utf-8"):
        time.sleep(0.005)
    hosted.end(signal.SIGKILL)

    again = Hosted("--room", str(record), "--port", str(hosted.port))
    try:
        anna.socket = anna.connected()
        anna.hello()
        for act in acts:
            anna.say(act)
            assert anna.hear("done", "refused")["kind"] == "done"
        anna.settle()
        assert len(drafts(anna)) == 1
        assert len(anna.desk["messages"]) == 1
    finally:
        anna.leave()
        again.end(signal.SIGINT)


def test_what_a_page_kept_while_the_host_was_dead_is_sent_and_done(
    hosted: Hosted, tmp_path: Path
) -> None:
    anna = hosted.player(0)
    for _ in range(3):
        assert anna.done(anna.draft())
    question, option = anna.desk["question_id"], anna.desk["options"][0]["id"]
    hosted.end(signal.SIGKILL)

    again = Hosted(*hosted.arguments[:-4], "--port", str(hosted.port), "--seed", "3")
    try:
        assert again.facts["links"] == hosted.facts["links"], "its own command line takes it up"
        anna.socket = anna.connected()
        anna.hello()
        other = anna.act("draft", option=option, number=0, question="another")
        assert other["code"] == "refused", "what was asked has changed since"
        assert anna.done(anna.act("draft", option=option, number=0, question=question))
        assert len(drafts(anna)) == 4
    finally:
        anna.leave()
        again.end(signal.SIGINT)


# --- what cannot be hosted ------------------------------------------------------------------------


def test_a_port_that_is_taken_is_told(hosted: Hosted, tmp_path: Path) -> None:
    result = ran(CROSSROADS, "--room", tmp_path / "b.room", "--port", hosted.port)
    assert result.exit_code == 1
    assert text("hosting.port-taken", "en", port=hosted.port) in result.output
    assert not (tmp_path / "b.room").exists(), "the next start would find a game under way"


def test_a_link_says_whose_it_is_and_of_which_side(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(host_command, "_wait", lambda host, room: None)
    monkeypatch.setattr(MapPictures, "draw", lambda self, further: None)
    told = ("--seats", "red:Anna,blue", "--show-links")
    result = ran(CROSSROADS, "--room", tmp_path / "a.room", "--port", 0, "--no-qr", *told)
    assert result.exit_code == 0
    assert "\nAnna (Red): http://" in result.output
    assert "\nBlue: http://" in result.output


@pytest.mark.parametrize("more", [(), ("--json",)])
def test_links_are_printed_by_their_file_alone_which_nobody_else_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, more: tuple[str, ...]
) -> None:
    monkeypatch.setattr(host_command, "_wait", lambda host, room: None)
    monkeypatch.setattr(MapPictures, "draw", lambda self, further: None)
    file = tmp_path / "a.room.links"
    file.write_text("of an earlier game", "utf-8")
    result = ran(CROSSROADS, "--room", tmp_path / "a.room", "--port", 0, *more)
    assert result.exit_code == 0
    room = UmpiredGame.reopen(tmp_path / "a.room")
    room.close()
    words = file.read_text("utf-8")
    for seat in room.seats.values():
        assert f"/join#{seat.secret}\n" in words
        assert seat.secret not in result.output
    assert "of an earlier game" not in words
    assert file.name in result.output
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--bind", "203.0.113.9"), "203.0.113.9 is not an address"),
        (("--seats", "green"), "'green' is not a valid list of seats"),
        (("--seats", "red:Anna"), text("hosting.no-seat-of-side", "en", sides="Blue")),
    ],
)
def test_what_cannot_be_is_told(tmp_path: Path, arguments: tuple[str, ...], said: str) -> None:
    result = ran(CROSSROADS, "--room", tmp_path / "a.room", "--port", 0, *arguments)
    assert result.exit_code == 1
    assert said in result.output
    assert "Traceback" not in result.output


def test_a_scenario_that_is_none_is_told(tmp_path: Path) -> None:
    result = ran(tmp_path / "none.scenario.yaml", "--port", 0)
    assert result.exit_code == 1
    assert "none.scenario.yaml" in result.output
    assert not (tmp_path / "none.room").exists()


def test_a_scenario_changed_since_is_told(tmp_path: Path) -> None:
    copied = _copy(tmp_path)
    room = UmpiredGame.begin(copied, tmp_path / "game.room", _seats(), 1)
    room.close()
    words = copied.read_text(encoding="utf-8").replace("turns: 12", "turns: 11")
    copied.write_text(words, encoding="utf-8")
    result = ran("--room", tmp_path / "game.room", "--port", 0)
    assert result.exit_code == 1
    assert "game.room" in result.output


def test_a_record_named_in_place_of_a_scenario_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(host_command, "_wait", lambda host, room: None)
    monkeypatch.setattr(MapPictures, "draw", lambda self, further: None)
    room = tmp_path / "evening.room"
    UmpiredGame.begin(CROSSROADS, room, _seats(), 1).close()
    result = ran(room, "--port", 0, "--no-qr")
    assert result.exit_code == 0, result.output
    assert "evening.room" in result.output


@pytest.mark.parametrize("words", [["check"], ["show"], ["replay"], ["print", "a.pdf"]])
def test_a_record_given_to_another_command_is_told_as_what_it_is(
    tmp_path: Path, words: list[str]
) -> None:
    room = tmp_path / "evening.room"
    UmpiredGame.begin(CROSSROADS, room, _seats(), 1).close()
    verb, *rest = words
    result = CliRunner().invoke(main, [verb, str(room), *rest])
    assert result.exit_code == 1
    assert "this is the record of an umpired game" in result.output
    assert "sandtable host --room FILE" in result.output


def test_options_of_a_new_game_are_refused_for_one_under_way(tmp_path: Path) -> None:
    UmpiredGame.begin(CROSSROADS, tmp_path / "game.room", _seats(), 1).close()
    result = ran(CROSSROADS, "--room", tmp_path / "game.room", "--seed", "4")
    assert result.exit_code == 1
    assert "--seed" in result.output
    for options in (("--unattended",), ("--seats", "red:Anna,blue")):
        other = ran(CROSSROADS, "--room", tmp_path / "game.room", *options)
        assert other.exit_code == 1
        assert "--seats" in other.output


def test_nothing_to_host_is_wrong_use() -> None:
    assert ran().exit_code == 2


def test_a_seat_of_an_arm_is_named_after_its_side() -> None:
    games.install("armed-toy", "tests.conformance.armed_toy")
    try:
        seats = parse_seats(drawn("armed-toy"), "red:Ruth, red/guns:Bo, blue/van")
        with pytest.raises(InvalidSeats, match=r"'red/fleet:Bo'.*: van, guns"):
            parse_seats(drawn("armed-toy"), "red/fleet:Bo,blue")
    finally:
        games.remove("armed-toy")
    told = [(seat.id, seat.name, seat.arm, seat.may_deliver) for seat in seats]
    assert told == [
        ("red-1", "Ruth", "", True),
        ("red-2", "Bo", "guns", False),
        ("blue-1", "Blue (Van)", "van", True),
    ]


def test_a_game_without_arms_refuses_seats_of_an_arm() -> None:
    with pytest.raises(InvalidSeats, match=": –"):
        parse_seats(load_playable(CROSSROADS), "red/guns,blue")


def _seats() -> Any:
    return parse_seats(load_playable(CROSSROADS))


def _copy(folder: Path) -> Path:
    """The sample in a folder of its own, with its map."""
    shutil.copytree(CROSSROADS.parents[1], folder / "tank")
    return folder / "tank" / "scenarios" / CROSSROADS.name
