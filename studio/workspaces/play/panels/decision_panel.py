"""The options of the decision in front of you, by unit, and what each leads to."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QGridLayout,
    QLabel,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from engine.games import result_looks_of
from engine.hexes.hex import Hex
from engine.narration.number_format import format_percent
from engine.narration.scenario_names import ScenarioNames
from engine.play.forecast_blocks import OutcomeForecast
from engine.session.batch_orders import Batch, available_batches, joint_forecast, plan_batch
from engine.session.option_choices import OptionChoice, OptionChoices
from engine.texts import begin_sentence
from studio.previews.hex_texts import APART, ground_text
from studio.widgets.localization import Localizer, announce_to_screen_reader
from studio.widgets.wrapping import FlowLayout
from studio.workspaces.play.game_view.click_meanings import ClickMeaning, harm_chance
from studio.workspaces.play.game_view.decision_banner import (
    asked_side_text,
    question_text,
    without_name,
)
from studio.workspaces.play.game_view.game_controller import GameController
from studio.workspaces.play.game_view.game_pointer import GamePointer
from studio.workspaces.play.panels.answer_form import AnswerForm
from studio.workspaces.play.panels.dice_entry import DiceEntry
from studio.workspaces.play.panels.game_panel_refresh import GamePanelRefresher
from studio.workspaces.play.panels.option_list import AT, CHOICE, HEADING, ChoiceList
from studio.workspaces.play.panels.purchase_sheet import PurchaseSheet

MAX_NAMED = 4  # of those who have joined
BUTTONS_A_ROW = 2
MAX_LISTED = 200  # the rest is chosen on the map


class DecisionPanel(QWidget):
    """Says what is asked; its list and the map offer the same choices."""

    def __init__(self, localize: Localizer) -> None:
        super().__init__()
        self._localize = localize
        self._play: GameController | None = None
        self._pointer: GamePointer | None = None
        self._asked: object = None
        self._announced = ""  # to a screen reader
        self._pointed: OptionChoice | ClickMeaning | None = None  # in the list
        self._foreseeing = QTimer(self, singleShot=True, interval=0)
        self._foreseeing.timeout.connect(self._foresee)
        self.sentence = QLabel(wordWrap=True)  # where no banner asks the question
        self.joined = QLabel(wordWrap=True)  # who has joined so far, where units join one by one
        self.joined.hide()
        self.list = ChoiceList(localize)
        self.list.numbered.connect(self.choose_number)
        self.list.concluded.connect(self._conclude)
        self.list.itemEntered.connect(self._point_at)
        self.list.currentItemChanged.connect(self._point_at)
        self.list.itemActivated.connect(self._choose)
        self.list.itemClicked.connect(self._choose)
        self.list.viewport().installEventFilter(self)
        self.list.rows.describe_hex = self._describe_hex
        self.sheet = PurchaseSheet(localize)
        self.batches: dict[Batch, QPushButton] = {}
        self._batches = FlowLayout()
        self.dice = DiceEntry(localize)
        self.dice.entered.connect(self._enter)
        self.other = AnswerForm(localize)
        self.buttons: dict[str, QPushButton] = {}
        self._buttons = QGridLayout()
        self._lay_out()
        self.seen = GamePanelRefresher(self, self.refresh)
        localize.changed.connect(self.seen.request_refresh)

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 4, 4, 4)
        layout.addWidget(self.sentence)
        layout.addWidget(self.dice)
        layout.addWidget(self.joined)
        layout.addWidget(self.sheet)
        layout.addWidget(self.list, 3)
        layout.addLayout(self._batches)
        layout.addStretch()  # where no list takes the room
        layout.addWidget(self.other)
        layout.addLayout(self._buttons)

    def add_actions(self, actions: Iterable[QAction]) -> None:
        """Buttons for what can be done with a decision: pass, step back …"""
        for action in actions:
            button = self.buttons[action.objectName()] = QPushButton()
            button.clicked.connect(action.trigger)
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            follow = _following(button, action)
            action.changed.connect(follow)
            follow()
            row, column = divmod(len(self.buttons) - 1, BUTTONS_A_ROW)
            self._buttons.addWidget(button, row, column)

    # --- whose game -------------------------------------------------------------------------------

    def show_play(self, play: GameController | None, pointer: GamePointer | None) -> None:
        """Follow another game, or none."""
        if self._play is not None:
            self._play.afar.changed.disconnect(self.seen.request_refresh)
        if self._pointer is not None:
            self._pointer.selected.disconnect(self.seen.request_refresh)
        self._play, self._pointer, self._asked = play, pointer, None
        if play is None:
            self.sheet.clear()
        else:
            play.afar.changed.connect(self.seen.request_refresh)
        if pointer is not None:
            pointer.selected.connect(self.seen.request_refresh)
        self.other.follow(play, pointer)
        self.seen.follow(play)

    def refresh(self) -> None:
        """Say again what is asked."""
        play = self._play
        self.setEnabled(play is not None)
        if play is None:
            return
        self.sentence.setText(question_text(play))
        session = play.session
        wanted = (session.history.number, session.answer_count, play.may_answer,
                  self._localize.language, play.question is None,
                  self._pointer.chosen if self._pointer is not None else "")  # fmt: skip
        self.dice.setVisible(play.session.awaited_roll is not None)
        if wanted != self._asked:
            self._asked = wanted
            self._fill(play)
            if play.session.awaited_roll is not None:
                self.dice.ask(play.session.awaited_roll)

    def _fill(self, play: GameController) -> None:
        self._foreseeing.stop()
        self._pointed = None
        self.list.blockSignals(True)
        self.list.clear()
        if play.choices is not None:
            self._list_options(play, play.choices)
        self.list.blockSignals(False)
        blanks = play.choices.blanks if play.choices is not None else ()
        if blanks or self.other.fields:
            self.other.ask()
        self._show_joined(play)
        self._offer_batches(play)
        self.list.setVisible(not self.sheet.ask(play))
        self._announce(play)

    def _list_options(self, play: GameController, choices: OptionChoices) -> None:
        """List what the selected unit may do, then the options unit by unit."""
        pointer = self._pointer
        chosen = pointer.chosen if pointer is not None else ""
        actions = pointer.actions() if pointer is not None else []
        heading = self._heading(play, chosen)
        for meaning in actions:
            self._add(meaning.words, meaning, heading)
            heading = ""
        has_units = bool(actions)
        for group in choices.groups(MAX_LISTED, chosen):
            is_told = bool(actions) and group.unit == chosen
            heading = "" if is_told else self._heading(play, group.unit)
            if not group.unit and has_units:
                heading = self._localize("options-other")
            has_units = has_units or bool(group.unit)
            for choice in group.choices:
                self._add(choice.words, choice, heading, choice.pointing.hex)
                heading = ""
        if (more := len(choices) - MAX_LISTED) > 0:
            self._add(self._localize("more-on-map", count=more), None)

    def _add(self, words: str, choice: object, heading: str = "", at: Hex | None = None) -> None:
        item = QListWidgetItem(begin_sentence(words))
        item.setData(CHOICE, choice)
        item.setData(HEADING, heading)
        if at is not None and words.startswith(self._label(at)):
            item.setData(AT, at)
        if choice is None:
            item.setFlags(Qt.ItemFlag.NoItemFlags)
        self.list.addItem(item)

    def _label(self, at: Hex) -> str:
        assert self._play is not None
        return self._play.session.scenario.map.labels.label(at)

    def _heading(self, play: GameController, unit: str) -> str:
        """Name a unit and its hex, over what it may do."""
        if not unit:
            return ""
        game, language = play.session.game, self._localize.language
        named = game.rules.describe_unit(game.state, unit, language)
        at = play.standing.hex_of_unit(unit)
        return named if at is None else f"{named}{APART}{self._label(at)}"

    def _describe_hex(self, at: Hex) -> str:
        if self._play is None or self._play.session.scenario.is_on_table:
            return ""
        return ground_text(self._play.session.scenario.map, at, self._localize)

    def _offer_batches(self, play: GameController) -> None:
        """Offer what may be ordered for many units at once."""
        for button in self.batches.values():
            button.hide()
        may_order = play.may_answer and play.orders.plan is None
        for batch in available_batches(play.session, play.question) if may_order else ():
            if batch not in self.batches:
                self.batches[batch] = QPushButton()
                self.batches[batch].clicked.connect(partial(self._order, batch))
                self._batches.addWidget(self.batches[batch])
            self.batches[batch].setText(self._batch_text(play, batch))
            self.batches[batch].setToolTip(self._localize(f"batch-{batch}-hint"))
            self.batches[batch].show()

    def _batch_text(self, play: GameController, batch: Batch) -> str:
        """Name a batch; where units join, with the chance to harm that all have together."""
        words = self._localize(f"batch-{batch}")
        if batch is not Batch.JOIN_ALL or play.choices is None:
            return words
        told = joint_forecast(play.session.game, len(play.choices))
        looks = result_looks_of(play.session.scenario.game)
        target = next(iter(play.choices.targets), "")
        chance = harm_chance(told, target, looks) if isinstance(told, OutcomeForecast) else None
        if chance is None:
            return words
        odds = format_percent(chance, self._localize.language)
        return self._localize("batch-odds", batch=words, chance=odds)

    def _order(self, batch: Batch) -> None:
        """Carry out a batch."""
        if self._play is not None and self._play.may_answer:
            self._play.carry_out_plan(plan_batch(self._play.session, batch))
            self._play.canvas.setFocus()

    def _announce(self, play: GameController) -> None:
        """Announce the question and its side to a screen reader; its list has the same name."""
        count = self.list.count() if play.choices is not None else 0
        key = "asked-options" if count else "asked-said"
        side, told = asked_side_text(play), question_text(play)
        words = self._localize(key, count=count, side=side, sentence=without_name(told, side))
        self.list.setAccessibleName(told)
        self.list.setAccessibleDescription(words)
        if words != self._announced:
            self._announced = words
            announce_to_screen_reader(self.list, words)

    def _show_joined(self, play: GameController) -> None:
        """Say who has joined so far, as the rings on the map show."""
        joined = play.choices.joined if play.choices is not None else ()
        self.joined.setVisible(bool(joined))
        if not joined:
            return
        game, language = play.session.game, self._localize.language
        named = [game.rules.describe_unit(game.state, unit, language) for unit in joined]
        key = "joined-so-far" if len(joined) <= MAX_NAMED else "joined-many"
        units = ScenarioNames(play.session.scenario, language).listed(named[:MAX_NAMED])
        self.joined.setText(self._localize(key, count=len(joined), units=units))

    def focus(self) -> None:
        """Let what answers have the keyboard: the list, or the dice that lie on the table."""
        if self.dice.isVisibleTo(self):
            self.dice.focus()
        elif self.sheet.isVisibleTo(self):
            self.sheet.focus()
        else:
            self.list.setFocus()

    # --- choosing ---------------------------------------------------------------------------------

    def _choose(self, item: QListWidgetItem) -> None:
        choice = item.data(CHOICE)
        if self._play is not None and isinstance(choice, OptionChoice):
            self._play.choose(choice)
        elif self._pointer is not None and isinstance(choice, ClickMeaning):
            self._pointer.carry_out(choice)

    def choose_number(self, number: int) -> None:
        """Choose the option with a number, from 1."""
        self.refresh()
        if (item := self.list.item(number - 1)) is not None:
            self._choose(item)

    def _conclude(self) -> None:
        """Give the answer that ends what is asked."""
        if self._play is not None:
            self._play.pass_turn()

    def _point_at(self, item: QListWidgetItem | None) -> None:
        """Forecast what is pointed at once the list is at rest: a click answers before that."""
        choice = item.data(CHOICE) if item is not None else None
        if choice != self._pointed:
            self._pointed = choice if isinstance(choice, OptionChoice | ClickMeaning) else None
            self._foreseeing.start()

    def _foresee(self) -> None:
        """Forecast it, unless it was answered meanwhile: then it is no longer asked."""
        if self._pointer is not None and self._play is not None:
            pointed = self._pointed if self._play.may_answer else None
            if isinstance(pointed, ClickMeaning):
                self._pointer.look_at_meaning(pointed)
            else:
                self._pointer.look_at(pointed)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Once the pointer leaves the list, stop pointing at its entries."""
        if event.type() is QEvent.Type.Leave:
            self._point_at(None)
        return super().eventFilter(watched, event)

    def _enter(self, faces: list[int]) -> None:
        if self._play is not None:
            self._play.enter_dice(faces)


def _following(button: QPushButton, action: QAction) -> Callable[[], None]:
    """Keeps a button in step with its action."""

    def follow() -> None:
        button.setText(action.text())
        button.setToolTip(action.toolTip())
        button.setEnabled(action.isEnabled())

    return follow
