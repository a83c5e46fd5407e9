"""Names of sides in the forms that sentences need."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from engine import texts
from engine.files import scenario_reader, scenario_writer
from engine.scenario.scenario import ScenarioSide
from engine.texts import SideName, text, without_article
from tests.engine.scenario_texts import folder

WORDS = """\
takes:
  en: "{side:The} {side:takes|take} the {side:adj} Pak from {side:the} ({side})"
  zh: "{side}"
"""


@pytest.fixture(autouse=True)
def words(tmp_path: Path) -> Iterator[None]:
    file = tmp_path / "sided.yaml"
    file.write_text(WORDS, encoding="utf-8")
    texts.add_text_file("sided", file)
    yield
    texts.remove_text_file("sided")


@pytest.mark.parametrize(
    ("name", "definite", "adjective", "verb"),
    [
        ("Red", "Red", "Red", "takes"),
        ("Germans", "the Germans", "German", "take"),
        ("British", "the British", "British", "take"),
        ("Royal Marines", "the Royal Marines", "Royal Marines", "take"),
        ("Guards of the Line", "the Guards of the Line", "Guards of the Line", "take"),
        ("Allies", "the Allies", "Allies", "take"),
        ("The Reds", "the Reds", "The Reds", "take"),
        ("1st Army", "1st Army", "1st Army", "takes"),
        ("Swiss", "Swiss", "Swiss", "takes"),
    ],
)
def test_the_forms_follow_from_the_name(
    name: str, definite: str, adjective: str, verb: str
) -> None:
    said = text("sided.takes", "en", side=SideName.of(name))
    start = definite[:1].upper() + definite[1:]
    assert said == f"{start} {verb} the {adjective} Pak from {definite} ({name})"


def test_forms_that_are_given_are_used() -> None:
    side = ScenarioSide("a", "Allies", definite="the Allied side", adjective={"en": "Allied"})
    said = text("sided.takes", "en", side=side.name_in_language("en"))
    assert said == "The Allied side takes the Allied Pak from the Allied side (Allies)"


def test_forms_of_one_language_are_not_used_in_another() -> None:
    side = ScenarioSide("a", {"en": "Allies", "ru": "Союзники"}, adjective="Allied")
    spoken = side.name_in_language("ru")
    assert (spoken, spoken.definite, spoken.adjective) == ("Союзники",) * 3


def test_a_name_that_came_as_plain_text_stands_as_it_is() -> None:
    assert text("sided.takes", "en", side="nobody") == (
        "Nobody takes the nobody Pak from nobody (nobody)"
    )


def test_words_that_begin_with_the_side_do_not_need_it_again() -> None:
    assert SideName.of("Red").begins("Red 1")
    assert SideName.of("Germans").begins("German Pak")
    assert not SideName.of("Germans").begins("Pak")


def test_an_article_goes_where_a_side_comes_before_the_name() -> None:
    assert without_article("the Pak") == "Pak"
    assert without_article("Theo's gun") == "Theo's gun"


def test_the_forms_are_saved_and_read_and_leave_recorded_games_valid(tmp_path: Path) -> None:
    scenario = scenario_reader.load(folder(tmp_path))
    first = replace(scenario.sides[0], definite={"en": "the Allies"}, adjective={"en": "Allied"})
    changed = replace(scenario, sides=(first, *scenario.sides[1:]))
    again = scenario_writer.save(changed, tmp_path / "again.scenario.yaml").scenario
    assert again.sides[0] == first
    assert again.fingerprint() == scenario.fingerprint()


@pytest.mark.parametrize("game", ["tank", "primer", "tide", "valor"])
def test_no_unit_is_named_by_a_plural_and_no_verb_is_that_of_one(game: str) -> None:
    piece = "unit-named" if game in ("tank", "primer") else "piece-named"
    side = SideName.of("Germans")
    assert text(f"{game}.{piece}", "en", side=side, name="Pak") == "German Pak"
    taken = "city-taken" if game == "primer" else "objective-taken"
    said = text(f"{game}.{taken}", "en", side=side, objective="Mill")
    assert said.startswith("The Germans take Mill")
