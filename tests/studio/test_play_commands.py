"""`play`, `replay`, `stamp`, and `show` and `schema` of scenarios, as a user types them."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from engine.files.schemas import load_schema
from engine.files.source_text import ROOT
from engine.narration.turn_text import turn_title
from engine.texts import text
from studio.cli import main
from studio.cli import play as play_command

GREEDY = text("scenario.player-greedy", "en")
SCENARIO = "tank/scenarios/first-shots.scenario.yaml"
CROSSROADS = "tank/scenarios/crossroads.scenario.yaml"


@pytest.fixture(autouse=True)
def samples(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the samples, to be in."""
    shutil.copytree(ROOT / "samples/tank", tmp_path / "tank")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SANDTABLE_LANGUAGE", "en")
    return tmp_path


def run(*arguments: str) -> Result:
    result = CliRunner().invoke(main, list(arguments))
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def answer(*arguments: str) -> Any:
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def exchange(file: str, old: str, new: str) -> None:
    text = Path(file).read_text(encoding="utf-8")
    assert old in text
    Path(file).write_text(text.replace(old, new, 1), encoding="utf-8")


# --- play -----------------------------------------------------------------------------------------


def test_play_answers_who_won_why_and_after_how_long() -> None:
    told = answer("play", SCENARIO, "--seed", "3")
    assert set(told) == {"winner", "reason", "turns", "answers", "seed", "points", "grade"}
    assert told["seed"] == 3
    assert set(told["points"]) == {"red", "blue"}
    assert told == answer("play", SCENARIO, "--seed", "3")


def test_play_takes_players_by_the_sides_ids_or_by_their_places() -> None:
    exchange(SCENARIO, "id: red", "id: west")
    exchange(SCENARIO, "  red:", "  west:")
    exchange(SCENARIO, "side: red", "side: west")
    exchange(SCENARIO, "briefings:\n  red:", "briefings:\n  west:")
    by_id = answer("play", "--west", "random", SCENARIO, "--blue=greedy")
    assert by_id == answer("play", SCENARIO, "--red", "random")
    assert by_id != answer("play", SCENARIO)


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["--red", "geedy"], 1, "'geedy'"),
        (["--bleu", "greedy"], 2, "red, blue; did you mean '--blue'?"),
        (["--west"], 2, "--west needs the name of"),
        (["other.yaml"], 2, text("commands.play-one-scenario", "en")),
    ],
)
def test_play_says_what_is_wrong_with_its_words(words: list[str], code: int, said: str) -> None:
    result = run("play", SCENARIO, *words)
    assert (result.exit_code, result.stdout) == (code, "")
    assert said in result.stderr


def test_play_refuses_a_scenario_with_errors_and_names_each() -> None:
    exchange(SCENARIO, 'at: "@4,9"', 'at: "@4,13"')
    result = run("play", SCENARIO)
    assert result.exit_code == 1
    assert "unit r1 cannot be in" in result.stderr
    assert "forces.red[0].at" in result.stderr


def test_a_long_game_says_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play_command, "PATIENCE", 0.0)
    assert "turn 1 of 6" in run("play", SCENARIO).stderr


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (
            "en",
            [
                "# First Shots",
                f"- Players: Red {GREEDY}, Blue {GREEDY}",
                "## Turn 1",
                ": column ",
            ],
        ),
        (
            "zh",
            ["# 初试身手", "## " + turn_title("tank", 1, "zh"), "红方", "蓝方"],
        ),
    ],
)
def test_the_log_is_in_the_reader_s_language(
    monkeypatch: pytest.MonkeyPatch, language: str, said: list[str]
) -> None:
    monkeypatch.setenv("SANDTABLE_LANGUAGE", language)
    assert run("play", SCENARIO, "--seed", "1", "--log", "log.md").exit_code == 0
    log = Path("log.md").read_text(encoding="utf-8").replace(": ", ": ")
    for words in said:
        assert words.replace("：", ": ") in log.replace("：", ": ")


# --- replay ---------------------------------------------------------------------------------------


@pytest.fixture
def saved() -> Path:
    """A finished game of Crossroads, saved in a folder of its own."""
    Path("games").mkdir()
    assert run("play", CROSSROADS, "--seed", "5", "--save", "games/five.replay").exit_code == 0
    return Path("games/five.replay")


def test_a_saved_game_is_by_the_rules_and_found_from_anywhere(saved: Path) -> None:
    result = run("replay", str(saved), "--verify")
    assert (result.exit_code, result.stderr) == (0, "")
    assert re.search(r"\d+ .*\d+", result.stdout)


def test_every_tenth_answer_of_a_game_can_be_gone_to(saved: Path) -> None:
    total = answer("replay", str(saved))["answers"]
    for number in (*range(0, total, total // 10), total):
        told = answer("replay", str(saved), "--to", str(number))
        asked = [told["decision"], told["roll"], told["result"]]
        assert told["at"] == number
        assert sum(part is not None for part in asked) == 1


def test_the_position_is_told_in_words(saved: Path) -> None:
    told = run("replay", str(saved), "--to", "0").stdout
    assert told.startswith("Crossroads, after answer 0 of ")
    assert "Red 1, Red 2, Red 3, Red 4 (turn 3)" in told
    assert f"objectives: Crossways: {text('scenario.nobody', 'en')}" in told
    assert text("tank.ask-place-unit", "en", side="Red", unit="Red 1") in told
    assert "… and " in told


def test_an_answer_beyond_the_end_is_refused(saved: Path) -> None:
    result = run("replay", str(saved), "--to", "99999")
    assert result.exit_code == 1
    assert "--to" in result.stderr


def lines_of(file: Path) -> list[str]:
    return file.read_text(encoding="utf-8").splitlines(keepends=True)


def forged(file: Path, lines: list[str]) -> None:
    """The lines sealed again, as a forger would who knows how."""
    from engine.session.replay import _digest

    body = "".join(lines[:-1])
    end = {**json.loads(lines[-1]), "digest": _digest(body)}
    file.write_text(f"{body}{json.dumps(end)}\n", encoding="utf-8")


def test_verify_names_the_first_difference_and_the_answer_that_led_there(saved: Path) -> None:
    lines = lines_of(saved)
    number = next(n for n, line in enumerate(lines) if '{"dice":[5]}' in line)
    lines[number] = lines[number].replace('{"dice":[5]}', '{"dice":[4]}')
    forged(saved, lines)
    result = run("replay", str(saved), "--verify", "--json")
    told = json.loads(result.stdout)
    assert (result.exit_code, told["verified"]) == (1, False)
    assert f"five.replay:{number + 1}: answer" in told["message"]
    assert re.search(r"dice\b.*\[4\].*\bseed\b.*\[5\]", told["message"])


def _without_the_last_line(lines: list[str]) -> list[str]:
    return lines[:-1]


def _with_another_answer(lines: list[str]) -> list[str]:
    return [*lines[:2], lines[2].replace("[", "[[0,0],", 1), *lines[3:]]


def _of_another_version(lines: list[str]) -> list[str]:
    head = {**json.loads(lines[0]), "rules": 99}
    return [json.dumps(head) + "\n", *lines[1:]]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (_without_the_last_line, "the replay is cut off here"),
        (_with_another_answer, "changed after it was saved"),
        (lambda lines: [], "the replay is empty"),
        (lambda lines: ["sandtable: map/1\n"], "this is not a recorded game"),
    ],
)
def test_a_damaged_replay_is_one_clear_message(saved: Path, change: Any, said: str) -> None:
    saved.write_text("".join(change(lines_of(saved))), encoding="utf-8")
    result = run("replay", str(saved), "--verify")
    assert result.exit_code == 1
    assert said in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_replay_of_other_rules_is_refused(saved: Path) -> None:
    forged(saved, _of_another_version(lines_of(saved)))
    result = run("replay", str(saved))
    assert result.exit_code == 1
    assert "version 99 of the rules" in result.stderr


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        (CROSSROADS, "turns: 12", "turns: 11", "another version of the scenario"),
        ("tank/maps/crossroads.map.yaml", "1 1 1 2 2", "1 1 1 3 2", "another version of the map"),
    ],
)
def test_a_replay_of_another_scenario_or_map_is_refused(
    saved: Path, file: str, old: str, new: str, said: str
) -> None:
    exchange(file, old, new)
    result = run("replay", str(saved))
    assert result.exit_code == 1
    assert said in result.stderr


def test_a_scenario_that_moved_is_asked_for_and_can_be_named(saved: Path) -> None:
    moved = Path(CROSSROADS).with_name("moved.yaml")
    Path(CROSSROADS).rename(moved)
    assert "--scenario" in run("replay", str(saved)).stderr
    assert run("replay", str(saved), "--verify", "--scenario", str(moved)).exit_code == 0


# --- stamp, show, schema, check -------------------------------------------------------------------


def test_stamp_accepts_a_map_that_was_changed() -> None:
    exchange("tank/maps/crossroads.map.yaml", "1 1 1 2 2", "1 1 1 3 2")
    assert [entry["code"] for entry in answer("check", CROSSROADS)] == ["map-changed"]
    (told,) = answer("stamp", CROSSROADS)
    assert (told["written"], told["changed"]) == (
        True,
        [text("scenario.changed-level", "en")],
    )
    assert answer("check", CROSSROADS) == []
    assert not answer("stamp", CROSSROADS)[0]["written"]


def test_show_tells_a_scenario_and_a_deck() -> None:
    told = answer("show", CROSSROADS)
    assert [len(side["units"]) for side in told["sides"]] == [4, 4]
    assert told["decks"] == {"standard": 7}
    assert "Red 4 north-edge (turn 3)" in run("show", CROSSROADS).stdout
    assert answer("show", "tank/decks/standard.deck.yaml")["count"] == 7
    assert "Rapid assault" in run("show", "tank/decks/standard.deck.yaml").stdout


@pytest.mark.parametrize("kind", ["scenario", "deck"])
def test_the_schemas_can_be_printed(kind: str) -> None:
    assert answer("schema", kind) == load_schema(kind)
