"""Cards with several effects in the deck editor, by keys and mouse."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox
from pytestqt.qtbot import QtBot

from engine import games
from engine.scenario.scenario import Card, CardEffect
from engine.texts import localised, text
from studio.widgets.localization import Localizer
from studio.workspaces.scenario.decks.card_form import CardForm
from studio.workspaces.scenario.decks.deck_context import DeckContext
from tests.assertions import require_type
from tests.studio.main_window.conftest import Scripted

LEFT = Qt.MouseButton.LeftButton
FOG = Card(
    "fog", "smoke", {"count": 2, "zone": "east"}, then=(CardEffect("draw", {"deck": "orders"}),)
)


class Held:
    """A form with a card in it, which becomes what the form tells."""

    def __init__(self, qtbot: QtBot, setting: DeckContext, card: Card) -> None:
        self.setting, self.card = setting, card
        self.form = CardForm(Localizer("en"), Scripted())
        qtbot.addWidget(self.form)
        self.steps: list[str] = []
        self.form.edited.connect(self._take)
        self.form.set_texts()
        self.form.resize(420, 900)
        self.form.show()
        self.show()

    def show(self) -> None:
        self.form.show_card(self.card, [], self.setting)

    def _take(self, card: Card, name: str, typed: str) -> None:
        self.card = card
        self.steps.append(name)
        self.show()


@pytest.fixture
def held(qtbot: QtBot) -> Iterator[Held]:
    games.install("drill", "tests.engine.checks.drill")
    setting = DeckContext(
        "drill", zones={"east": "East", "west": "West"}, decks={"orders": "Orders"}
    )
    yield Held(qtbot, setting, FOG)
    games.remove("drill")


def pick(box: QComboBox, words: str) -> None:
    place = box.findText(words)
    assert place >= 0, [box.itemText(n) for n in range(box.count())]
    box.setCurrentIndex(place)
    box.activated.emit(place)


def test_a_card_shows_all_it_does(held: Held) -> None:
    (row,) = held.form.then.rows
    assert row.effect.currentText() == "Draw"
    assert row.parameters.fields["deck"].currentText() == "Orders"  # type: ignore[union-attr]
    assert not held.form.then.add.isVisible()  # two things are all a card of this game does


def test_an_effect_is_taken_away_and_another_added_by_the_mouse(held: Held) -> None:
    QTest.mouseClick(held.form.then.rows[0].remove, LEFT)
    assert list(held.card.then) == []
    assert localised(held.card.text, "en") == "Lay smoke in 2 hexes of east."
    QTest.mouseClick(held.form.then.add, LEFT)
    (row,) = held.form.then.rows
    pick(row.effect, "Recruit")
    assert list(held.card.then) == [CardEffect("recruit", {"type": "squad"})]
    pick(require_type(row.parameters.fields["type"], QComboBox), "gun")
    assert list(held.card.then) == [CardEffect("recruit", {"type": "gun"})]
    assert localised(held.card.text, "en") == "Lay smoke in 2 hexes of east. A gun joins you."


def test_zones_are_chosen_from_those_of_the_scenario(held: Held) -> None:
    pick(held.form.parameters.fields["zone"], "West")  # type: ignore[arg-type]
    assert held.card.parameters == {"count": 2, "zone": "west"}


def test_cost_phase_set_and_staying_are_fields_where_the_game_has_them(held: Held) -> None:
    terms = held.form.terms
    terms.cost.setFocus()
    QTest.keyClick(terms.cost, Qt.Key.Key_Up)
    pick(terms.phase, "fire")
    pick(terms.set, "air")
    QTest.mouseClick(terms.stays, LEFT, pos=terms.stays.rect().center() / 2)
    terms.stays.setFocus()
    if not held.card.stays:
        QTest.keyClick(terms.stays, Qt.Key.Key_Space)
    assert (held.card.cost, held.card.phase, held.card.set, held.card.stays) == (
        1, "fire", "air", True,
    )  # fmt: skip


def test_a_game_without_them_has_none_of_the_fields(qtbot: QtBot) -> None:
    tank = Held(qtbot, DeckContext("tank"), Card("a", "repair", {"units": 1}))
    assert not tank.form.then.isVisible()
    assert not tank.form.terms.isVisible()


def test_what_a_card_says_in_a_game_without_it_can_be_taken_out(qtbot: QtBot) -> None:
    both = Card("a", "repair", {"units": 1}, then=(CardEffect("repair", {"units": 2}),), cost=3)
    tank = Held(qtbot, DeckContext("tank"), both)
    QTest.mouseClick(tank.form.then.rows[0].remove, LEFT)
    tank.form.terms.cost.setValue(0)
    assert (tank.card.then, tank.card.cost) == ((), 0)
    assert tank.steps == [
        text("decks.step-card-then", "en"), text("decks.step-card-cost", "en"),
    ]  # fmt: skip


# --- the cards of squads --------------------------------------------------------------------------


def test_a_game_of_many_effects_offers_each_with_its_words(qtbot: QtBot) -> None:
    """What a card forbids is a word of the game or a deck of the scenario."""
    card = Card("a", "command", {"amount": 2}, phase="command")
    held = Held(qtbot, DeckContext("tide", decks={"weather": "Weather"}), card)
    form = held.form
    assert form.effect.count() > len(DeckContext("tide").effects)  # and cards that do nothing
    pick(form.effect, "Deny")
    what = form.parameters.fields["what"]
    assert isinstance(what, QComboBox)
    assert {"support attacks", "Weather"} <= {what.itemText(n) for n in range(what.count())}
    pick(what, "assault")
    assert held.card.parameters == {"what": "assault"}
    assert held.card.text["zh"] == "直到本次（或下一次）行动阶段结束，敌方不得突袭。"  # type: ignore[index]
    pick(what, "Weather")
    assert held.card.parameters == {"what": "weather"}


def test_words_of_the_game_follow_the_window_into_another_language(qtbot: QtBot) -> None:
    card = Card("a", "bonus", {"what": "hit", "amount": -1})
    held = Held(qtbot, DeckContext("tide"), card)
    held.form._localize.language = "zh"
    held.form.set_texts()
    what = held.form.parameters.fields["what"]
    assert isinstance(what, QComboBox)
    assert what.currentText() == "命中所需点数"
