"""The rulebooks: whole in each of their languages, numbered as code and tests quote them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.files.scenario_reader import load
from engine.files.source_text import SAMPLES
from engine.games import PACKAGES, installed_games, rule_system_of
from engine.languages import LANGUAGES
from engine.rulebook.rulebook import FIELD, build_rulebook, rulebook_source_of
from engine.rulebook.rulebook_checks import check_rulebook, check_rulebook_folder
from engine.rulebook.rulebook_reader import join_wrapped_lines
from engine.texts import names_with_branches, texts_with_prefix
from tests.cases import check_each

ROOT = Path(__file__).parents[2]
WRITTEN = [game for game in installed_games() if rule_system_of(game).rulebook]
CITED, NUMBER = re.compile(r"\(([A-Z]{1,2}\d[^()]*)\)"), re.compile(r"\b[A-Z]{1,2}\d+(?:\.\d+)*\b")
SAMPLES_OF_TESTS = {"A1", "E1", "E2", "E3", "E4"}  # hexes whose labels look like numbers
NOT_RULES = {
    "valor": r"V(0|24|25|26|27)\b.*", "tide": r"(E|EX|SC|H)\d+",
    "littlewars": r"(E|EX|SC)\d+|S[CX].*", "littlewars-kriegspiel": r"(E|EX|SC)\d+",
}  # fmt: skip
"""Numbers of what is no rule for players: states, scenarios and examples of the program."""


def quoted(game: str) -> set[str]:
    """The numbers of rules that stand in brackets in the code of a game and in its tests."""
    package = game.partition("-")[0]
    files = [
        file
        for folder in (ROOT / "engine" / "games" / package, ROOT / "tests" / "games" / package)
        for file in folder.rglob("*.py")
    ]
    cited = (CITED.findall(file.read_text(encoding="utf-8")) for file in files)
    return {number for found in cited for words in found for number in NUMBER.findall(words)}


def sentences(game: str) -> set[str]:
    """The numbers of rules that have a sentence for Why?."""
    files = {*names_with_branches(game), *names_with_branches(game.partition("-")[0])}
    keys = (key for name in files for key in texts_with_prefix(name, "rule-"))
    numbers = {key.partition("-")[0] for key in keys if key[:1].isupper() or key[:1].isdigit()}
    return {each for each in numbers if game != "littlewars" or not each.startswith("K")}


def test_every_game_of_the_program_has_a_rulebook() -> None:
    assert list(PACKAGES) == WRITTEN


@pytest.mark.parametrize("game", WRITTEN)
def test_a_rulebook_has_no_fault(game: str) -> None:
    assert [problem.sentence("en") for problem in check_rulebook(game)] == []


@pytest.mark.parametrize("game", installed_games())
def test_every_rule_of_a_sentence_has_its_entry(game: str) -> None:
    assert sentences(game) - set(build_rulebook(game, "en").entries) == set()


def letters_of(number: str) -> str:
    """Return the chapter's letters of a rule number: `V` of `V19.4`."""
    return number.rstrip("0123456789.")


@pytest.mark.parametrize("game", WRITTEN)
def test_every_number_that_code_and_tests_quote_has_its_entry(game: str) -> None:
    book = build_rulebook(game, "en")
    letters = set(map(letters_of, book.entries))
    own = {number for number in quoted(game) if letters_of(number) in letters}
    assert len(own) > 10
    missing = {
        number
        for number in own - SAMPLES_OF_TESTS
        if not re.fullmatch(NOT_RULES.get(game, "-"), number)
        and not book.nearest_entry(number)
        and not any(entry.startswith(f"{number}.") for entry in book.entries)
    }
    assert missing == set()


@pytest.mark.parametrize("game", WRITTEN)
def test_a_rulebook_is_written_in_every_language(game: str) -> None:
    source = rulebook_source_of(game)
    for language in LANGUAGES:
        chapters = source.words[language]
        assert all(chapters[outline.id].title for outline in source.outlines), language


@pytest.mark.parametrize("game", WRITTEN)
def test_translations_name_the_same_numbers_as_the_english(game: str) -> None:
    source = rulebook_source_of(game)
    for language in LANGUAGES:
        for chapter, words in source.words[language].items():
            for number, entry in words.rules.items():
                english = source.words["en"][chapter].rules[number]
                wanted = set(FIELD.findall(english.text))
                assert set(FIELD.findall(entry.text)) >= wanted, (language, number)


@check_each("game, language", [(game, code) for game in installed_games() for code in LANGUAGES])
def test_every_rule_says_something_in_every_language(game: str, language: str) -> None:
    book = build_rulebook(game, language)
    assert all(item.text for _, item in book.entries.values()), (game, language)
    assert all(chapter.title for chapter in book.chapters)


# --- a scenario's copy ----------------------------------------------------------------------------


def test_a_scenario_marks_the_rules_it_changes() -> None:
    book = build_rulebook("tank", "en", {"stacking": 2, "ford_cost": "extra"})
    changed = [number for number, (_, item) in book.entries.items() if item.is_changed]
    assert changed == ["V1", "V9"]
    assert "2 friendly units" in book.entries["V9"][1].text


def test_a_scenario_marks_the_tables_it_changes() -> None:
    rules = {"tables": {"F": {"title": "F", "table": "battery none light medium heavy composite\n"
                              "155mm 0 1 3 3 4\n122mm 0 2 3 4 5\n"}}}  # fmt: skip
    book = build_rulebook("tank", "en", rules)
    tables = [item for chapter in book.chapters for item in chapter.items if item.kind == "table"]
    assert [item.name for item in tables if item.is_changed] == ["F"]


def test_a_scenario_that_changes_nothing_is_the_rulebook() -> None:
    scenario = load(SAMPLES / "tank" / "scenarios" / "crossroads.scenario.yaml")
    assert build_rulebook("tank", "en", scenario.rules) == build_rulebook("tank", "en")


def test_cells_in_texts_are_those_of_the_tables() -> None:
    rules = {"units": {"tank": {"mp": 7}}}
    (text,) = (
        item.text for item in build_rulebook("tank", "en", rules).chapters[6].items
        if item.name == "costs" and item.kind == "example"
    )  # fmt: skip
    assert "its 7 MP" in text


# --- faults ---------------------------------------------------------------------------------------

BOOK = """sandtable: rulebook/1
chapters:
  - id: sight
    content: [rule S1, figure hill, table Z]
figures:
  hill:
    map:
      grid: {columns: 3, rows: 1}
      layers:
        level: |
          0 1 0
    lines:
      - {from: A1, to: C1, clear: true}
"""
WORDS = """title: Sight
rules:
  S1: {text: "Roll {dice} dice."}
  S2: {text: Nobody lists this.}
"""


def faults(folder: Path, book: str, words: str) -> list[tuple[str, str, int]]:
    """The codes of a rulebook's faults with the files and lines they are in."""
    (folder / "en").mkdir()
    (folder / "book.yaml").write_text(book, encoding="utf-8")
    (folder / "en" / "sight.yaml").write_text(words, encoding="utf-8")
    found = check_rulebook_folder("tank", folder)
    return [(each.code, Path(each.file).name, each.mark.line) for each in found]


def test_faults_are_found_where_they_are(tmp_path: Path) -> None:
    found = faults(tmp_path, BOOK, WORDS)
    assert ("rulebook-unknown-name", "book.yaml", 4) in found  # table Z
    assert ("rulebook-wrong-line", "book.yaml", 13) in found
    assert ("rulebook-missing-words", "sight.yaml", 1) in found  # the caption
    assert ("rulebook-unused-words", "sight.yaml", 4) in found  # S2


def test_a_misspelt_key_is_found_by_the_schema(tmp_path: Path) -> None:
    assert sorted(faults(tmp_path, BOOK, "titel: Sight\n")) == [
        ("missing-key", "sight.yaml", 1),
        ("unknown-key", "sight.yaml", 1),
    ]


def test_lines_that_a_file_wraps_are_one_paragraph() -> None:
    words = "One\ntwo.\n\n- three\n  four\n- five\n\n甲\n乙\n\n| a |\n|---|\n| b |\n"
    assert join_wrapped_lines(words) == (
        "One two.\n\n- three four\n- five\n\n甲乙\n\n| a |\n|---|\n| b |"
    )
