"""The four decks and the operations as files, word for word as the rules list them (D8, O)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from engine.checks.check import check
from engine.files.source_text import SHIPPED
from engine.games import card_effects_of, scenario_limits_of
from engine.games.card_effects import proposed_card_text
from engine.games.scenario_limits import RuleError
from engine.games.tide.data.card_effects import NEVER_PLAYED, PLUS
from engine.scenario.scenario import Card
from engine.texts import localised
from tests.games.tide.hands import DECKS, deck

CARDS = [each for name in DECKS for each in deck(name).cards]

LISTED = """
Early reveille · Command 1 · initiative 3
Dispatch rider · Command 1 · command 3 (+)
Keep going · Action 2 · extra-actions 2
Lines down · Command 2 · deny support
At the double · Action 2 · bonus move 2 squads turn
Once more · Action 3 · ready 1 any
Map board ◆ · Command 2 · bonus move 1 vehicles game
Heads up · Action 1 · recover 2 pinned
Deeper holes · Action 2 · bonus defence 1 squads any round
Not one step ◆ · Command 3 · bonus defence 1 squads assault game
Rattled · Action 3 · condition 1 pinned
Chaplain · Action 2 · recover 1 both, ready 1 squad
Cold steel · Action 2 · bonus attack 2 unit assault turn
Old soldiers ◆ · Command 2 · bonus defence 1 squads suppressive game (+)
Registered target · Action 3 · barrage 6 normal scatter
Harassing shoot · Action 2 · barrage 5 suppressive scatter
Smoke line · Action 1 · smoke 3
Low pass · Action 4 · strike 8 vehicles
Mortar store · Action 1 · bonus attack 2 unit any attack, reroll black 2
Silent guns · Command 2 · deny guns
Night plan · Command 2 · barrage 4 suppressive blind
Replacements · Command 2 · replace-figures 3 regular
Second platoon · Command 4 · reinforce 2 1
Recovery team · Action 2 · repair 1
Wire party · Command 2 · place wire 2
Quiet digging · Command 2 · place entrenchment 2
Hidden charge · Command 3 · place mines 1 hidden
Fuel forward · Action 1 · bonus move 2 unit turn
Storeman · Command 1 · draw 2
Captured stores · Command 1 · take-command 1
"""
"""The cards of the four decks in the words of D8; what it does not say of a bonus is `any`."""

LINES = re.compile(r"(?P<title>[\w ]+?)(?P<stays> ◆)? · (?P<phase>\w+) (?P<cost>\d) · (?P<does>.*)")


def listed() -> Iterator[tuple[str, bool, str, int, str]]:
    for line in LISTED.strip().splitlines():
        found = LINES.fullmatch(line)
        assert found, line
        yield (
            found["title"], bool(found["stays"]), found["phase"].lower(), int(found["cost"]),
            found["does"],
        )  # fmt: skip


def told(card: Card) -> str:
    """What a card does, in the words of D8."""
    parts = [
        " ".join([doing.effect, *map(_word, doing.parameters.items())])
        for doing in card.all_effects
        if doing.effect != PLUS
    ]
    plus = " (+)" if any(doing.effect == PLUS for doing in card.all_effects) else ""
    return ", ".join(parts) + plus


def _word(said: tuple[str, Any]) -> str:
    name, value = said
    return name if value is True else str(value)


def test_d8_the_decks_hold_the_cards_of_the_rules_in_their_order() -> None:
    """Four decks of our own (title, phase, cost, effects; ◆ stays, + draws one more)."""
    drawn = [card for name in DECKS[:4] for card in deck(name).cards]
    assert [localised(card.title, "en") for card in drawn] == [each[0] for each in listed()]
    assert [(card.stays, card.phase, card.cost) for card in drawn] == [
        (stays, phase, cost) for _, stays, phase, cost, _ in listed()
    ]


@pytest.mark.parametrize("entry", list(listed()), ids=lambda entry: entry[0])
def test_d8_each_card_does_what_the_rules_list(entry: tuple[str, bool, str, int, str]) -> None:
    """A card is a list of these; every parameter is a number, a word or a truth."""
    card = next(each for each in CARDS if localised(each.title, "en") == entry[0])
    said = set(told(card).replace(",", "").split())
    wanted = set(entry[4].replace(",", "").split())
    assert said - {"any", "turn", "regular"} == wanted - {"any", "turn", "regular"}


def test_the_operations_are_those_of_the_rules() -> None:
    """Operations cards (laid out by the scenario, to one side or both, work the whole game)."""
    assert {card.id: told(card) for card in deck("operations").cards} == {
        "morning-mist": "limit sight 4",
        "green-troops": "bonus defence -1 squads suppressive game",
        "picked-crews": "bonus hit -1 vehicles any game",
        "deep-mud": "bonus move -2 vehicles any game",
        "prepared-ground": "place entrenchment 3",
        "short-of-shells": "cost guns 1",
        "veterans": "veterans",
        "bold-leader": "twice 1",
    }


@pytest.mark.parametrize("name", DECKS)
def test_the_deck_files_have_no_faults(name: str) -> None:
    assert check(SHIPPED / f"samples/tide/decks/{name}.deck.yaml") == []


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.id)
def test_each_card_says_what_its_effects_propose(card: Card) -> None:
    assert card.text == proposed_card_text(card, card_effects_of("tide"))


# --- words and checks -----------------------------------------------------------------------------

FAULTS = [
    (Card("a", "bonus", {"what": "atack"}, phase="action"), "attack", "parameters.what"),
    (Card("a", "ready", {"units": 0}, phase="action"), "1", "parameters.units"),
    (Card("a", "barrage", {"scatter": 1}, phase="action"), "true", "parameters.scatter"),
    (Card("a", "extra-actions", {}, phase="command"), "Action phase", "effect"),
    (Card("a", "limit", {}, phase="action"), "stays", "effect"),
    (Card("a", "place", {"what": "wire", "hidden": True}), "mines", "parameters.hidden"),
    (Card("a", "draw", {}, phase="operation"), "bonus", "effect"),
    (Card("a", "veterans", {}, phase="action"), "command", "effect"),
]


@pytest.mark.parametrize(("card", "advice", "place"), FAULTS, ids=lambda each: str(each)[:24])
def test_what_a_card_cannot_say_is_told_with_place_and_advice(
    card: Card, advice: str, place: str
) -> None:
    with pytest.raises(RuleError) as caught:
        scenario_limits_of("tide", {}).check_card(card)
    assert ".".join(map(str, caught.value.path)) == place
    assert advice in str(caught.value)


def test_a_misspelt_word_is_told_with_the_likely_one() -> None:
    with pytest.raises(RuleError) as caught:
        scenario_limits_of("tide", {}).check_card(Card("a", "bonus", {"what": "defense"}))
    assert caught.value.near == "defence"


@pytest.mark.parametrize("name", card_effects_of("tide"))
def test_a_new_card_of_every_effect_is_allowed(name: str) -> None:
    phase = "operation" if name in NEVER_PLAYED else "action"
    effect = card_effects_of("tide")[name]
    scenario_limits_of("tide", {}).check_card(
        Card("new", name, effect.new_card_parameters(), phase=phase, stays=True)
    )


def test_d7_there_are_22_primitives_and_three_marks() -> None:
    """+ of ST1, and what O7 and O8 say that no primitive does."""
    assert len(card_effects_of("tide")) == 22 + len({PLUS, *NEVER_PLAYED})
