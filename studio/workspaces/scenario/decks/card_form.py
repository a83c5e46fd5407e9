"""The form of a card; every change is reported at once."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QFormLayout,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engine.editing.deck_edits import (
    card_id_fault,
    card_with_first_effect,
    with_effects,
    with_parameters,
    without_effect,
)
from engine.games.card_effects import proposed_card_text
from engine.languages import LANGUAGES, MADE_IN, language_name, shown_languages
from engine.scenario.scenario import Card, CardEffect
from engine.texts import LocalText, localised
from studio.documents.deck_document import relative_path
from studio.framework.prompts import Prompts
from studio.rendering.cards.card_painter import has_picture
from studio.widgets.document_fields import (
    LocalizedField,
    UndoableComboBox,
    UndoableNumberBox,
    UndoableTextArea,
    UndoableTextLine,
    as_localized,
    new_typing_session,
)
from studio.widgets.form_fields import FieldErrorLabel, merge_language_lines
from studio.widgets.localization import Localizer
from studio.widgets.sizing import scale_length
from studio.workspaces.scenario.decks.card_effect_forms import FurtherEffectsForm, ParameterForm
from studio.workspaces.scenario.decks.card_terms_form import TermsForm
from studio.workspaces.scenario.decks.deck_context import DeckContext

MAX_COPIES = 99
AREA = 84  # pixels: four lines of text
PICTURES = (".png", ".jpg", ".jpeg", ".svg", ".webp", ".bmp")


class CardForm(QScrollArea):
    """The fields of one card; with several chosen, copies and effect are for all of them."""

    edited = Signal(object, str, str)  # the Card as it is now, the step's name, what is typed
    copies_wanted = Signal(int, str)  # of all chosen cards; what is typed

    def __init__(self, localize: Localizer, prompts: Prompts) -> None:
        super().__init__()
        self._localize, self._prompts = localize, prompts
        self._card: Card | None = None
        self._taken: list[str] = []
        self._setting = DeckContext()
        self._copies_typed = new_typing_session()
        self._called = ("", "")  # what is typed as an id, and the id before it
        self.id, self.copies = UndoableTextLine(), UndoableNumberBox(1, MAX_COPIES)
        self.effect, self.meaning = UndoableComboBox(), QLabel()
        self.parameters, self.then, self.terms = (
            ParameterForm(localize),
            FurtherEffectsForm(localize),
            TermsForm(localize),
        )
        self.title = LocalizedField(localize)
        self.text = _TextField(localize)
        self.wording = QPushButton()
        self.picture, self.choose, self.clear = UndoableTextLine(), QPushButton(), QToolButton()
        self.id_fault, self.picture_fault = FieldErrorLabel(), FieldErrorLabel()
        self.labels = {name: QLabel() for name in
                       ("id", "effect", "then", "copies", "title", "text", "picture")}  # fmt: skip
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        inside = QWidget()
        form = self.form = QFormLayout(inside)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        form.setLabelAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
        self.meaning.setWordWrap(True)
        self.clear.setText("✕")
        form.addRow(self.labels["effect"], self.effect)
        form.addRow("", self.meaning)
        form.addRow("", self.parameters)
        form.addRow(self.labels["then"], self.then)
        form.addRow(self.labels["copies"], self.copies)
        form.addRow("", self.terms)
        form.addRow(self.labels["title"], self.title)
        form.addRow(self.labels["text"], self.text)
        form.addRow("", self.wording)
        picture = QHBoxLayout()
        for widget, stretch in ((self.picture, 1), (self.choose, 0), (self.clear, 0)):
            picture.addWidget(widget, stretch)
        form.addRow(self.labels["picture"], picture)
        form.addRow("", self.picture_fault)
        form.addRow(self.labels["id"], self.id)
        form.addRow("", self.id_fault)
        buddies = {"effect": self.effect, "copies": self.copies, "title": self.title,
                   "text": self.text, "picture": self.picture, "id": self.id}  # fmt: skip
        for name, field in buddies.items():
            self.labels[name].setBuddy(field)
        whole = QWidget()  # the remaining height stays below the fields
        column = QVBoxLayout(whole)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(inside)
        column.addStretch(1)
        self.setWidget(whole)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMinimumWidth(scale_length(320))

    def _connect(self) -> None:
        self.id.textEdited.connect(self._rename)
        self.id.editingFinished.connect(self._show_id_taken)
        self.effect.activated.connect(self._change_effect)
        self.parameters.edited.connect(self._change_parameters)
        self.then.edited.connect(self._change_then)
        self.terms.edited.connect(self._tell)
        self.copies.valueChanged.connect(self._change_copies)
        self.title.edited.connect(lambda words, typed: self._say_otherwise("title", words, typed))
        self.text.edited.connect(lambda words, typed: self._say_otherwise("text", words, typed))
        self.wording.clicked.connect(self.word)
        self.picture.textEdited.connect(lambda words: self._change_picture(words.strip()))
        self.choose.clicked.connect(self.choose_picture)
        self.clear.clicked.connect(lambda: self._change_picture(""))

    # --- what is shown ----------------------------------------------------------------------------

    def show_card(self, card: Card | None, taken: list[str], setting: DeckContext) -> None:
        """Show a card; `taken` are the ids of the others."""
        if card is None or self._card is None or card.id != self._card.id:
            self._copies_typed = new_typing_session()
        if taken != self._taken:  # another card, or the other cards have changed
            self._called = ("", "")
        is_elsewhere = self._setting.effects is not setting.effects
        self._card, self._taken, self._setting = card, taken, setting
        if is_elsewhere or self.effect.count() == 0:
            self._list_effects()
        self.setEnabled(card is not None)
        if card is None:
            return
        if not self.id_fault.text() or not self.id.hasFocus():
            self.id.put(card.id)
            self.id_fault.tell("")
        effect = setting.effects.get(card.effect)
        with QSignalBlocker(self.effect), QSignalBlocker(self.copies):
            self._show_effect(card.effect)
            self.copies.setValue(card.copies)
        self.meaning.setText(localised(effect.meaning, self._localize.language) if effect else "")
        self.parameters.show_card(effect, card.parameters, card.id, setting.names)
        self.then.show_card(card.id, card.then, setting)
        self.form.setRowVisible(self.then, bool(card.then) or setting.terms.most_effects > 1)
        self.terms.show_card(card, setting.terms)
        self.form.setRowVisible(self.terms, bool(self.terms.shown))
        self.title.put(card.title)
        self.text.put(card.text)
        proposed = proposed_card_text(card, setting.effects)
        self.wording.setEnabled(proposed is not None and card.text != proposed)
        self.picture.put(card.picture)
        self.clear.setEnabled(bool(card.picture))
        is_missing = not has_picture(card, setting.folder)
        self.picture_fault.tell(self._localize("picture-not-there") if is_missing else "")

    def _show_effect(self, effect: str) -> None:
        place = self.effect.findData(effect)
        if place < 0:  # a word unknown to the game stays until another is chosen
            self.effect.addItem(f"? {effect}", effect)
            place = self.effect.count() - 1
        self.effect.setCurrentIndex(place)

    def _list_effects(self) -> None:
        with QSignalBlocker(self.effect):
            self.effect.clear()
            for effect in self._setting.effects.values():
                self.effect.addItem(localised(effect.name, self._localize.language), effect.id)
            self.effect.addItem(self._localize("card-no-effect"), "")

    def set_texts(self) -> None:
        """Say everything in the window's language."""
        localize = self._localize
        for name, label in self.labels.items():
            label.setText(localize(f"card-field-{name}"))
        self.wording.setText(localize("card-word"))
        self.wording.setToolTip(localize("card-word-hint"))
        self.choose.setText(localize("card-choose"))
        self.clear.setToolTip(localize("card-clear"))
        self.clear.setAccessibleName(localize("card-clear"))
        self.id.setToolTip(localize("card-field-id-hint"))
        self.title.set_texts()
        self.text.set_texts()
        self._list_effects()
        self.parameters.set_texts()
        self.then.set_texts()
        self.terms.set_texts()

    def go_to(self, field: str, inside: str = "") -> None:
        """Put the keyboard into a field, or into a part of it: a parameter, a language."""
        fields: dict[str, QWidget] = {
            "id": self.id, "effect": self.effect, "copies": self.copies, "title": self.title,
            "text": self.text, "picture": self.picture, "parameters": self.parameters,
            "cost": self.terms.cost, "phase": self.terms.phase, "set": self.terms.set,
            "stays": self.terms.stays, "then": self.then.rows[0].effect if self.then.rows else
            self.then.add,
        }  # fmt: skip
        found = fields.get(field, self.effect)
        parts: dict[str, QWidget] = {}
        if found is self.parameters:
            parts = {**self.parameters.fields}
        elif field in ("title", "text"):
            parts = {**(self.title.lines if field == "title" else self.text.areas)}
        target = parts.get(inside, next(iter(parts.values()), found))
        self.ensureWidgetVisible(target)
        target.setFocus(Qt.FocusReason.ShortcutFocusReason)

    # --- what is changed --------------------------------------------------------------------------

    def _tell(self, card: Card, name: str, typed: str = "") -> None:
        if card != self._card:
            self.edited.emit(card, self._localize(name), typed)

    def _rename(self, id_: str) -> None:
        """Take what is typed; while it is not a valid id, the card keeps its old one."""
        if self._card is None:
            return
        typed = self.id.typed
        if self._called[0] != typed:
            self._called = (typed, self._card.id)
        fault = card_id_fault(id_, self._taken)
        self.id_fault.tell(self._localize(fault, id=id_) if fault else "")
        kept = self._called[1] if fault else id_
        self._tell(replace(self._card, id=kept), "step-card-id", typed)

    def _show_id_taken(self) -> None:
        """The line was left: show the id the card has."""
        if self._card is not None:
            self.id.put(self._card.id)

    def _change_effect(self) -> None:
        effects = self._setting.effects
        chosen = effects.get(self.effect.currentData())
        if self._card is not None and self.effect.currentData() == "" and self._card.effect:
            self._tell(without_effect(self._card), "step-card-effect", self.effect.typed)
        if self._card is not None and chosen is not None and chosen.id != self._card.effect:
            changed = card_with_first_effect(self._card, chosen, effects)
            self._tell(changed, "step-card-effect", self.effect.typed)

    def _change_parameters(self, parameters: dict[str, object], typed: str) -> None:
        if self._card is not None:
            changed = with_parameters(self._card, parameters, self._setting.effects)
            self._tell(changed, "step-card-parameters", typed)

    def _change_then(self, then: tuple[CardEffect, ...], typed: str) -> None:
        if self._card is not None:
            doing = [*self._card.all_effects[:1], *then]
            changed = with_effects(self._card, doing, self._setting.effects)
            self._tell(changed, "step-card-then", typed)

    def _change_copies(self, copies: int) -> None:
        if self._card is not None:
            self.copies_wanted.emit(copies, self._copies_typed)

    def _say_otherwise(self, field: str, words: LocalText, typed: str) -> None:
        if self._card is not None:
            self._tell(replace(self._card, **{field: words}), f"step-card-{field}", typed)  # type: ignore[arg-type]  # title or text

    def word(self) -> None:
        """Word the card after its parameters, in every language."""
        if self._card is not None:
            proposed = proposed_card_text(self._card, self._setting.effects)
            if proposed is not None:
                self._tell(replace(self._card, text=proposed), "step-card-word")

    def choose_picture(self) -> None:
        """Ask for a picture file, written relative to the deck's folder."""
        if self._card is None:
            return
        folder = self._setting.folder
        was = folder / self._card.picture if self._card.picture else None
        found = self._prompts.file_to_read(self._localize("card-picture-title"), PICTURES, was)
        if found is not None:
            self._change_picture(path_in_folder(found, folder))

    def _change_picture(self, picture: str) -> None:
        if self._card is not None:
            self._tell(replace(self._card, picture=picture), "step-card-picture",
                       self.picture.typed)  # fmt: skip


def path_in_folder(file: Path, folder: Path) -> str:
    """A file's path as a deck in a folder writes it; without a file of its own, the whole path."""
    return str(file.absolute()) if folder == Path() else relative_path(file, folder)


class _TextField(QWidget):
    """A text in every language, one above the other."""

    edited = Signal(object, str)  # LocalText, and what is typed with it

    def __init__(self, localize: Localizer) -> None:
        super().__init__()
        self._localize = localize
        self._was: LocalText = ""
        self.areas = {language: UndoableTextArea() for language in LANGUAGES}
        self._labels = {language: QLabel() for language in LANGUAGES}
        layout = QGridLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setVerticalSpacing(3)
        for row, (language, area) in enumerate(self.areas.items()):
            area.setFixedHeight(scale_length(AREA))
            self._labels[language].setBuddy(area)
            layout.addWidget(self._labels[language], row, 0, Qt.AlignmentFlag.AlignTop)
            layout.addWidget(area, row, 1)
            area.edited.connect(lambda area=area: self.edited.emit(self._said(), area.typed))
        self.setFocusProxy(self.areas[MADE_IN[0]])

    def put(self, words: LocalText) -> None:
        """Show a text, unless it is what the areas say already."""
        self._was = words
        if self._said() != words:
            said = as_localized(words, self._localize.language)
            for language, area in self.areas.items():
                area.put(said.get(language, ""))
        self._show_rows()

    def _show_rows(self) -> None:
        shown = shown_languages(self._localize.language, self._was)
        for language, area in self.areas.items():
            area.setVisible(language in shown)
            self._labels[language].setVisible(language in shown)

    def set_texts(self) -> None:
        """Name the languages."""
        for language, label in self._labels.items():
            label.setText(language_name(language))
        self._show_rows()

    def _said(self) -> LocalText:
        return merge_language_lines(
            self._was, {name: area.toPlainText() for name, area in self.areas.items()}
        )
