"""What effects say of themselves, texts worded from parameters, and texts that contradict them."""

from __future__ import annotations

from typing import Any

import pytest

from engine.checks.deck_checks import find_contradictions, numbers_in
from engine.files.deck_files import load
from engine.files.source_text import SHIPPED
from engine.games import card_effects_of, cards_by_id, scenario_limits_of
from engine.games.card_effects import CardEffectType, EffectParameter, ParameterKind
from engine.games.rules_design import GameWord
from engine.games.scenario_limits import RuleError
from engine.games.tank.data.rulebook import EFFECTS
from engine.languages import LANGUAGES
from engine.scenario.scenario import Card

STANDARD = load(SHIPPED / "samples/tank/decks/standard.deck.yaml").cards


def effect(name: str) -> CardEffectType:
    return card_effects_of("tank")[name]


@pytest.mark.parametrize("card", STANDARD, ids=lambda card: card.id)
def test_the_printed_cards_are_worded_as_their_parameters_propose(card: Card) -> None:
    assert set(card.text) == set(LANGUAGES)
    assert effect(card.effect).proposed_text(card.parameters, tuple(LANGUAGES)) == card.text


def test_every_effect_of_the_rules_is_described_with_its_parameters() -> None:
    described = {
        name: {each.id for each in entry.parameters}
        for name, entry in card_effects_of("tank").items()
    }
    assert described == {name: set(names) for name, names in EFFECTS.items()}


@pytest.mark.parametrize("name", EFFECTS)
def test_a_new_card_of_every_effect_is_allowed(name: str) -> None:
    card = Card("new", name, effect(name).new_card_parameters())
    scenario_limits_of("tank", {}).check_card(card)


@pytest.mark.parametrize("name", EFFECTS)
@pytest.mark.parametrize("number", [1, 2, 7, 30])
def test_proposed_texts_say_what_the_parameters_say(name: str, number: int) -> None:
    entry = effect(name)
    parameters = {key: number if type(value) is int else value
                  for key, value in entry.new_card_parameters().items()}  # fmt: skip
    said = entry.proposed_text(parameters, ("en", "zh"))
    assert not [each for each in said.values() if set(each) & set("{}#|")]
    assert list(find_contradictions(Card("new", name, parameters, text=said), {name: entry})) == []


def bonus() -> CardEffectType:
    """An effect with a sign, a way of saying none, and a word that texts say otherwise."""
    lasts = EffectParameter(
        "lasts", "lasts", ParameterKind.WORD, "turn", "turn",
        words=(GameWord("turn", "a turn"),), phrases={"turn": "this turn"},
    )  # fmt: skip
    amount = EffectParameter("amount", "amount", ParameterKind.NUMBER, 1, 1, least=-9)
    far = EffectParameter("far", "far", ParameterKind.NUMBER, 0, 0)
    text = "{lasts} {amount:signed} MP{far|| next door| within # hexes}."
    return CardEffectType("bonus", "bonus", "", (lasts, amount, far), {"en": text, "zh": text})


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ({}, "This turn +1 MP."),
        ({"amount": -2, "far": 1}, "This turn −2 MP next door."),
        ({"amount": 12, "far": 3}, "This turn +12 MP within 3 hexes."),
    ],
)
def test_a_wording_says_signs_and_none_and_phrases(said: dict[str, int], text: str) -> None:
    assert bonus().proposed_text(said, ("en", "zh"))["en"] == text
    assert bonus().parameter("lasts").said("turn", "en") == "a turn"


def test_a_text_need_not_write_the_sign_of_a_number_below_nothing() -> None:
    card = Card("mud", "bonus", {"amount": -2}, text={"en": "This turn −2 MP."})
    assert list(find_contradictions(card, {"bonus": bonus()})) == []


def test_a_parameter_that_is_true_adds_its_sentence() -> None:
    plain = effect("support").proposed_text({"battery": "155mm"}, ("en", "zh"))
    rockets = effect("support").proposed_text({"battery": "155mm", "rocket": True}, ("en", "zh"))
    assert rockets["en"] == f"{plain['en']} Its rockets always scatter."
    assert rockets["zh"].startswith(plain["zh"])


def test_a_battery_of_the_scenario_s_own_can_be_chosen() -> None:
    from engine.games.tank.adapter.design import TankDesign

    rules = TankDesign().with_row({}, "D", "203mm", "155mm")
    battery = card_effects_of("tank", rules)["support"].parameter("battery")
    assert [word.id for word in battery.words] == ["155mm", "122mm", "203mm"]


@pytest.mark.parametrize(
    ("name", "value", "wanted"),
    [
        ("guns", 0, "1"), ("guns", 37, "36"), ("guns", "six", "36"), ("rocket", 1, "true"),
        ("battery", "88mm", "155mm"),
    ],
)  # fmt: skip
def test_a_parameter_beyond_its_range_is_refused_with_the_range(
    name: str, value: Any, wanted: str
) -> None:
    card = Card("new", "support", {"battery": "155mm", name: value})
    with pytest.raises(RuleError, match=wanted) as refused:
        scenario_limits_of("tank", {}).check_card(card)
    assert refused.value.path == ["parameters", name]


# --- numbers --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "numbers"),
    [
        ("Your first 3 movers get two more MP.", [3, 2]),
        ("Another someone at once", []),
        ("sixty-three shells, a hundred and five guns", [63, 105]),
        ("Twenty-one turns or nineteen", [21, 19]),
        ("前两个单位各增加十二个机动力", [2, 12]),
        ("二十三门，一百零五格", [23, 105]),
        ("下一回合任一单位", []),
        ("１２门", [12]),
    ],
)
def test_numbers_are_read_in_digits_words_and_chinese_numerals(
    words: str, numbers: list[int]
) -> None:
    assert numbers_in(words) == numbers


def told(text: Any, **parameters: Any) -> list[tuple[str, list[int], list[int]]]:
    return list(
        find_contradictions(Card("x", "extra-mp", parameters, text=text), card_effects_of("tank"))
    )


def test_another_number_in_the_text_is_a_contradiction_in_its_language() -> None:
    words = {"en": "Your first 3 movers get 2 more MP.", "zh": "前三个单位各增加三点机动力"}
    assert told(words, movers=3, mp=2) == [("zh", [3], [2])]


def test_a_text_may_be_silent_about_numbers_and_speak_of_others() -> None:
    assert told("Your movers go further.", movers=3, mp=2) == []
    assert told("3 movers get 2 MP, once in 6 turns", movers=3, mp=2) == []


def test_the_calibre_of_a_battery_is_no_number_of_anything() -> None:
    card = Card("x", "support", {"battery": "155mm", "guns": 4}, text="Four 155 mm guns in 2 turns")
    assert list(find_contradictions(card, card_effects_of("tank"))) == []


def test_the_game_s_own_cards_are_known_by_their_ids() -> None:
    assert [*cards_by_id("tank")] == [card.id for card in STANDARD]
