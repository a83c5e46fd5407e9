"""Sentences about so many of something, in the forms a language has."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine import texts
from engine.texts import text, text_of_count

WORDS = """\
tanks-one: {en: "{count} tank", zh: "{count}辆", ru: "{count} танк"}
tanks-few: {en: "{count} tanks", zh: "{count}辆", ru: "{count} танка"}
tanks-many: {en: "{count} tanks", zh: "{count}辆", ru: "{count} танков"}
tanks-other: {en: "{count} tanks", zh: "{count}辆", ru: "{count} танка"}
guns-one: {en: "{count} gun", zh: "{count}门"}
guns-other: {en: "{count} guns", zh: "{count}门"}
agreeing: {en: "{count} {count:tank moves|tanks move}", zh: "{count}辆坦克移动"}
points: {en: "{count}", zh: "{count}", ru: "{count} {count:очко|очка|очков}"}
"""


@pytest.fixture(autouse=True)
def words(tmp_path: Path) -> Iterator[None]:
    file = tmp_path / "plurals.yaml"
    file.write_text(WORDS, encoding="utf-8")
    texts.add_text_file("plurals", file)
    yield
    texts.remove_text_file("plurals")


@pytest.mark.parametrize(
    ("language", "count", "said"),
    [
        ("en", 0, "0 tanks"), ("en", 1, "1 tank"), ("en", 21, "21 tanks"),
        ("zh", 1, "1 辆"), ("zh", 2, "2 辆"),
        ("ru", 1, "1 танк"), ("ru", 2, "2 танка"), ("ru", 5, "5 танков"), ("ru", 11, "11 танков"),
        ("ru", 21, "21 танк"), ("ru", 104, "104 танка"),
    ],
)  # fmt: skip
def test_a_number_takes_the_form_of_its_language(language: str, count: int, said: str) -> None:
    assert text_of_count("plurals.tanks", count, language) == said


def test_a_form_that_is_not_there_is_the_one_for_all_other_numbers() -> None:
    assert text_of_count("plurals.guns", 3, "ru") == "3 guns"


@pytest.mark.parametrize(
    ("count", "said"),
    [(1, "1 tank moves"), (2, "2 tanks move"), ("1", "1 tank moves"), (1.5, "1.5 tanks move"),
     ("1,200", "1,200 tanks move")],
)  # fmt: skip
def test_a_word_agrees_with_a_number_however_it_is_written(count: object, said: str) -> None:
    assert text("plurals.agreeing", "en", count=count) == said


@pytest.mark.parametrize(
    ("count", "said"),
    [(2.5, "2,5 очка"), ("12,25", "12,25 очка"), ("1\xa0201", "1\xa0201 очко"), (5, "5 очков")],
)
def test_a_number_is_written_as_its_language_writes_it(count: object, said: str) -> None:
    assert text("plurals.points", "ru", count=count) == said


@pytest.mark.parametrize(
    ("side", "said"),
    [
        ("Красные", "Красные пасуют."),
        ("Немцы", "Немцы пасуют."),
        ("Южане на холме", "Южане на холме пасуют."),
        ("Юг", "Юг пасует."),
        ("Армия «Север»", "Армия «Север» пасует."),
        ("Ополчение", "Ополчение пасует."),
        ("Прикрытие", "Прикрытие пасует."),
        ("Обороняющиеся", "Обороняющиеся пасуют."),
        ("1-я армия", "1-я армия пасует."),
        ("2-е гренадеры", "2-е гренадеры пасуют."),
        ("«Юг»", "«Юг» пасует."),
        ("Blue", "Blue пасует."),
        ("Юг и Север", "Юг и Север пасуют."),
    ],
)
def test_a_verb_agrees_with_the_name_of_a_side(side: str, said: str) -> None:
    assert text("tank.side-passed", "ru", side=side) == said
