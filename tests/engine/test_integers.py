"""Numbers in words of people and files: what Python calls a digit, or cannot read, is no number."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from engine.checks.check import check
from engine.files import scenario_reader, source_text
from engine.games.rule_tables import InvalidTable, parse_rule_table
from engine.integers import parse_count, parse_int
from engine.umpire.rematch import next_game_path
from studio.cli import main
from studio.documents.file_fixes import find_file_fixes
from tests.engine.scenario_texts import SCENARIO, changed, folder

NINES = "9" * 5000


@pytest.mark.parametrize("word", ["", "²", "٣", "1.0", "--1", "+1", " 1", "1\n", NINES])
def test_a_word_that_is_no_plain_number_is_none(word: str) -> None:
    assert parse_int(word) is None
    assert parse_count(word) is None


def test_whole_numbers_and_counts() -> None:
    assert (parse_int("-7"), parse_int("0012"), parse_count("-7"), parse_count("9" * 9)) == (
        -7,
        12,
        None,
        10**9 - 1,
    )


@pytest.mark.parametrize(
    ("file", "after"),
    [("evening.room", "evening-2.room"), ("evening-2.room", "evening-3.room"),
     ("evening-².room", "evening-²-2.room"), ("-7.room", "-7-2.room")],
)  # fmt: skip
def test_the_record_of_the_next_game_has_the_next_number(file: str, after: str) -> None:
    assert next_game_path(Path(file)).name == after


@pytest.mark.parametrize("word", ["@²,1", "@--1,0", f"@{NINES},1"])
def test_a_fix_of_a_strange_hex_is_offered(tmp_path: Path, word: str) -> None:
    file = folder(tmp_path)
    file.write_text(changed(SCENARIO, ('at: "@1,0"', f'at: "{word}"')), encoding="utf-8")
    (problem,) = [each for each in check(file) if each.code == "unknown-hex"]
    scenario = scenario_reader.read_leniently(file).scenario
    found = find_file_fixes(source_text.read(file), scenario, problem)
    assert "other-hex" in {mend.id for mend in found}


def test_a_table_has_no_word_that_is_endless() -> None:
    with pytest.raises(InvalidTable, match=r"'9{60}…' is too long"):
        parse_rule_table(f"x 1\na {NINES}\n")


@pytest.mark.parametrize(
    "words",
    [("new", "a.map.yaml", "--generate", "hills", "--amount", f"woods={NINES}"),
     ("host", "lake.scenario.yaml", "--couriers", NINES)],
    ids=" ".join,
)  # fmt: skip
def test_an_endless_number_is_wrong_use(
    tmp_path: Path, words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder(tmp_path)
    monkeypatch.chdir(tmp_path)
    ended = CliRunner().invoke(main, list(words))
    assert isinstance(ended.exception, SystemExit), ended.exception
    assert ended.exit_code in (1, 2)
