"""Every command, with every game, answers `--json` with one document and nothing else."""

from __future__ import annotations

import json
import re
import shutil
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from engine.files.scenario_reader import load
from engine.files.source_text import ROOT
from engine.games import installed_games, rule_system_of
from studio.cli import COMMANDS, main

SAMPLES = {
    "tank": "crossroads",
    "primer": "three-cities",
    "valor": "mill-ford",
    "tide": "ridge-line",
    "littlewars": "two-farms",
    "littlewars-kriegspiel": "convoy",
}
SERVES_ON = {"host"}
"""Answers and then goes on without an end: `tests/studio/web` runs it."""
SETTINGS = {"install-desktop", "warm", "doctor"}
"""Speak of the machine, whatever the game; their own tests run them."""


@pytest.fixture
def scenario(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """A copy of a game's sample that ends after one turn, in a folder to be in."""
    monkeypatch.chdir(tmp_path)
    game: str = request.param
    family = game.partition("-")[0]
    shutil.copytree(ROOT / "samples" / family, tmp_path / family)
    file = Path(family, "scenarios", f"{SAMPLES[game]}.scenario.yaml")
    text = file.read_text("utf-8")
    file.write_text(re.sub(r"(?m)^turns: \d+", "turns: 1", text), "utf-8")
    return file


def words_for(file: Path) -> Iterator[tuple[str, ...]]:
    """What a user would type about a scenario and its map, by the commands that know games."""
    scenario, text = load(file), str(file)
    game = scenario.game
    yield from (("games",), ("games", game), ("check", text), ("show", text))
    players = [word for side in scenario.sides for word in (f"--{side.id}", "random")]
    yield ("play", text, *players, "--save", "a.replay", "--log", "a.md")
    yield from (("replay", "a.replay"), ("replay", "a.replay", "--to", "3"))
    yield ("replay", "a.replay", "--verify")
    few = ("--games", "2", "--workers", "1")
    yield ("balance", text, *players, *few, "--csv", "games.csv")
    yield ("league", text, "--players", "random,idle", *few)
    yield ("render", text, "a.svg", "--units")
    yield ("print", text, "a.pdf", "--what", "tables")
    yield ("export", "csv", text, "a.csv")
    if scenario.is_on_table:
        return
    yield from (
        ("stamp", text),
        ("import", "csv", "a.csv", text),
        ("export", "vassal", text, "a.vmod"),
    )
    map_, first = str(file.parent / scenario.ground_path), "@3,3"
    for unit in rule_system_of(game).handbook({}).units():
        yield ("reach", map_, first, "--game", game, "--unit", unit)
        yield ("sight", map_, first, "@5,4", "--game", game, "--unit", unit)
    yield ("sight", map_, first, "--game", game)
    yield ("render", map_, "b.svg", "--game", game, "--reach", first)


def answer_of(result: Result) -> Any:
    """The one document of an answer; a traceback, or anything else than JSON, is a fault."""
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise AssertionError("".join(traceback.format_exception(result.exception)[-3:]))
    assert result.exit_code in (0, 1), result.stderr
    return json.loads(result.stdout)


def faults_of(words: tuple[str, ...]) -> str:
    """What is wrong with an answer, or nothing."""
    try:
        answer = answer_of(CliRunner().invoke(main, [*words, "--json"]))
    except (AssertionError, ValueError) as error:
        return f"{' '.join(words)}: {error}"
    is_refused = isinstance(answer, dict) and "error" in answer
    return f"{' '.join(words)}: {answer['error']}" if is_refused else ""


@pytest.mark.long
@pytest.mark.parametrize("scenario", installed_games(), indirect=True)
def test_every_command_answers_json_about_every_game(scenario: Path) -> None:
    wrong = [faults_of(words) for words in words_for(scenario)]
    assert not list(filter(None, wrong)), "\n".join(filter(None, wrong))


def test_commands_without_a_game_answer_json(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    asked = [
        ("schema", "map"), ("new", "a.map.yaml"), ("samples", "lying"), ("new-game", "mine"),
        ("export", "board", "a.map.yaml", "a.board"), ("import", "board", "a.board", "b.map.yaml"),
    ]  # fmt: skip
    assert not list(filter(None, map(faults_of, asked)))
    tried = {words[0] for words in asked} | SERVES_ON | SETTINGS | {"tour"}
    tried |= {"check", "show", "render", "sight", "reach", "play", "balance", "league", "replay"}
    assert set(COMMANDS) <= tried | {"stamp", "games", "print"}
