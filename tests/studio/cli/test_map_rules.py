"""`sight`, `reach` and `render` judge a map by the game that is played on it, and name it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from engine.files.source_text import ROOT
from engine.games import title_of
from engine.texts import localised
from studio.cli import main

MAP = "tide/maps/ridge-line.map.yaml"
SCENARIO = "tide/scenarios/ridge-line.scenario.yaml"


@pytest.fixture(autouse=True)
def samples(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of a game's samples, to be in; its map in a folder of its own as well."""
    shutil.copytree(ROOT / "samples/tide", tmp_path / "tide")
    (tmp_path / "alone").mkdir()
    shutil.copy(tmp_path / MAP, tmp_path / "alone/a.map.yaml")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def said(*words: str) -> str:
    result = CliRunner().invoke(main, list(words))
    assert result.exit_code in (0, 1), result.stderr
    return result.stdout


def answer(*words: str) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(said(*words, "--json"))
    return told


ASKED = (
    ("reach", "FILE", "H4"),
    ("sight", "FILE", "H4"),
    ("sight", "FILE", "H4", "C5"),
    ("render", "FILE", "a.png", "--sight", "H4", "--overwrite"),
    ("render", "FILE", "a.png", "--reach", "H4", "--overwrite"),
)


def test_the_game_is_that_of_the_scenario_of_those_beside_the_map_or_the_one_asked_for() -> None:
    named = {
        (SCENARIO,): ("tide", "scenario"),
        (MAP,): ("tide", "neighbours"),
        ("alone/a.map.yaml",): ("tank", "nothing"),
        (MAP, "--game", "valor"): ("valor", "option"),
        (SCENARIO, "--game", "tide"): ("tide", "option"),
    }
    wrong = []
    for asked in ASKED:
        for (file, *option), right in named.items():
            told = answer(*[file if word == "FILE" else word for word in asked], *option)
            if (told["game"], told["game_named_by"]) != right:
                wrong.append((asked, file, told["game"], told["game_named_by"]))
    assert not wrong


def test_the_answer_in_words_begins_with_the_game() -> None:
    for asked in ASKED:
        first = said(*[MAP if word == "FILE" else word for word in asked]).splitlines()[0]
        assert localised(title_of("tide")) in first
        assert Path(SCENARIO).name in first


def test_a_map_of_several_games_has_that_of_most_scenarios_and_names_the_others(
    samples: Path,
) -> None:
    beside = samples / "tide/scenarios"
    text = (samples / SCENARIO).read_text("utf-8")
    (beside / "again.scenario.yaml").write_text(text, "utf-8")
    other = text.replace("game: tide", "game: valor")
    (beside / "another.scenario.yaml").write_text(other, "utf-8")
    told = answer("reach", MAP, "H4")
    assert (told["game"], told["other_games"]) == ("tide", ["valor"])
    assert told["scenarios"] == ["again.scenario.yaml", Path(SCENARIO).name]
    assert localised(title_of("valor")) in said("reach", MAP, "H4").splitlines()[0]


def test_the_choices_of_a_scenario_hold(samples: Path) -> None:
    file, text = samples / SCENARIO, (samples / SCENARIO).read_text("utf-8")
    before = answer("reach", SCENARIO, "H4", "--unit", "truck")["mp"]
    file.write_text(text.replace("\nrules:\n", "\nrules:\n  units: {truck: {move: 1}}\n"), "utf-8")
    assert answer("reach", SCENARIO, "H4", "--unit", "truck")["mp"] == 1 != before
