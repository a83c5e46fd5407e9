"""Cards that do several things, cost something, name zones, types and decks, and stay in play."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from engine import games
from engine.checks.deck_checks import find_contradictions
from engine.editing.deck_edits import (
    card_with_first_effect,
    follows_effects,
    with_effects,
    with_parameters,
)
from engine.files import deck_files
from engine.games import card_effects_of
from engine.games.card_effects import proposed_card_text
from engine.games.card_odds import effect_shares
from engine.quick_fixes.deck_fixes import deck_fixes
from engine.scenario.scenario import Card, CardEffect, Deck
from engine.session.scenario_handout import scenario_handout
from tests.engine.checks.test_later_checks import SOUND
from tests.engine.scenario_texts import changed, check_of, folder, found

THEN = "then: [{effect: draw, parameters: {deck: orders}}]"
FAULTS = [
    ("unknown-effect", [("effect: draw", "effect: drwa")], "drwa"),
    ("unknown-parameter", [("parameters: {deck: orders}", "parameters: {dekc: orders}")], "dekc"),
    ("too-many-effects", [(THEN, THEN.replace("}}]", "}}, {effect: recruit}]"))], "[{effect"),
    ("unknown-phase", [("phase: fire", "phase: fier")], "fier"),
    ("unknown-set", [("phase: fire", "set: air-arm")], "air-arm"),
    ("card-names", [("zone: east}", "zone: esat}")], "esat"),
    ("card-names", [("deck: orders}}]", "deck: ordres}}]")], "ordres"),
    ("card-names", [(THEN, "then: [{effect: recruit, parameters: {type: squda}}]")], "squda"),
    ("numbers-differ", [("phase: fire", "phase: fire\n        text: Lay smoke in 3 hexes.")],
     "Lay smoke"),
]  # fmt: skip


@pytest.fixture(autouse=True)
def _drill() -> Iterator[None]:
    games.install("drill", "tests.engine.checks.drill")
    yield
    games.remove("drill")


@pytest.mark.parametrize(("code", "changes", "place"), FAULTS)
def test_each_fault_of_a_card_is_told_at_its_effect(
    tmp_path: Path, code: str, changes: list[tuple[str, str]], place: str
) -> None:
    told = found(folder(tmp_path, changed(SOUND, *changes)))
    assert any(each == code and said.startswith(place) for each, said in told), told


def test_what_a_game_has_not_is_told_of_each_card(tmp_path: Path) -> None:
    text = """\
sandtable: deck/2
game: tank
cards:
  - {id: a, effect: repair, then: [{effect: repair}], cost: 2, phase: x, stays: true, set: y}
"""
    file = tmp_path / "a.deck.yaml"
    file.write_text(text, encoding="utf-8")
    assert [problem.values["key"] for problem in check_of(file, "card-term")] == [
        "cost",
        "phase",
        "stays",
        "set",
    ]
    (many,) = check_of(file, "too-many-effects")
    assert (many.values["count"], many.values["most"]) == (2, 1)
    was = deck_files.open_file(file, "a")
    for problem in [*check_of(file, "card-term"), many]:
        (fix,) = deck_fixes(was.deck, "a", problem, card_effects_of("tank"))
        now = replace(was, deck=fix.applied(was.deck))
        written = deck_files.rewrite(now, was)
        problem_left = [
            each for each in deck_files.read_deck(written, "a")[0].deck.cards  # type: ignore[union-attr]
            if each == was.deck.cards[0]
        ]  # fmt: skip
        assert problem_left == []


def both() -> Card:
    return Card(
        "a", "smoke", {"count": 2, "zone": "east"}, then=(CardEffect("draw", {"deck": "orders"}),)
    )


def test_the_words_of_a_card_are_those_of_all_its_effects() -> None:
    effects = card_effects_of("drill")
    assert proposed_card_text(both(), effects) == {
        "en": "Lay smoke in 2 hexes of east. Draw a card of orders.",
        "zh": "在east布设2格烟幕。从orders抽一张牌。",
    }
    assert proposed_card_text(replace(both(), then=(CardEffect("dance"),)), effects) is None


def test_its_words_follow_until_its_author_writes_them() -> None:
    effects = card_effects_of("drill")
    card = with_effects(both(), both().all_effects, effects)
    assert follows_effects(card, effects)
    less = with_effects(card, card.all_effects[:1], effects)
    assert less.text == {"en": "Lay smoke in 2 hexes of east.", "zh": "在east布设2格烟幕。"}
    more = with_parameters(card, {"count": 1, "zone": "west"}, effects)
    assert "one hex of west. Draw" in more.text["en"]  # type: ignore[index]
    other = card_with_first_effect(card, effects["recruit"], effects)
    assert other.all_effects == (CardEffect("recruit", {"type": "squad"}), *card.then)
    assert other.text["en"] == "A squad joins you. Draw a card of orders."  # type: ignore[index]
    own = replace(card, text="Fog.")
    assert with_parameters(own, {"count": 5}, effects).text == "Fog."


def test_numbers_of_all_effects_may_be_said() -> None:
    effects = card_effects_of("drill")
    two = replace(both(), then=(CardEffect("smoke", {"count": 4}),), text="First 2, then 4.")
    assert list(find_contradictions(two, effects)) == []
    wrong = replace(two, text="First 2, then 5.")
    assert list(find_contradictions(wrong, effects)) == [("", [5], [4])]


def test_a_card_counts_for_each_of_its_effects() -> None:
    deck = Deck("d", (both(), Card("b", "draw", copies=3)))
    assert effect_shares(deck) == [("draw", Fraction(1)), ("smoke", Fraction(1, 4))]


def test_a_side_is_shown_neither_stocks_nor_features_of_the_enemy(tmp_path: Path) -> None:
    from engine.files.scenario_reader import load

    blue = scenario_handout(load(folder(tmp_path, SOUND)), "blue")
    assert [each.id for each in blue.features] == ["f2"]
    assert (blue.sides[0].stocks, blue.sides[0].decks) == ({}, ())
    assert {"west"} <= {*blue.zones, *blue.map.zones}  # it wins by clearing it
    red = scenario_handout(load(folder(tmp_path, SOUND)), "red")
    assert red.sides[0].stocks == {"smoke": 3}
