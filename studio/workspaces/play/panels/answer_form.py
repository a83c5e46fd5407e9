"""Filling in an answer that is not among the proposals, where a decision is open."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFormLayout, QGroupBox, QPushButton, QVBoxLayout

from engine.hexes.labels import Labels
from engine.narration.scenario_names import ScenarioNames
from engine.play.option_targets import ActionParameter
from engine.problems import SandtableError
from studio.widgets.form_fields import FieldErrorLabel
from studio.widgets.localization import Localizer
from studio.workspaces.play.game_view.game_controller import GameController
from studio.workspaces.play.game_view.game_pointer import GamePointer
from studio.workspaces.play.game_view.game_view import PointedSpot
from studio.workspaces.play.panels.parameter_fields import (
    FieldOption,
    ParameterField,
    PathField,
    PathOnTabletopField,
    create_field,
    facing_options,
    labels_of,
    value_text,
)


class AnswerForm(QGroupBox):
    """A field for each blank of the question; what may not be answered is refused in words."""

    map_wanted = Signal()  # the next click on the map is for a field

    def __init__(self, localize: Localizer) -> None:
        super().__init__()
        self._localize = localize
        self._play: GameController | None = None
        self._pointer: GamePointer | None = None
        self._pointing: ParameterField | None = None
        self.fields: list[ParameterField] = []
        self.form, self.fault, self.give = QFormLayout(), FieldErrorLabel(), QPushButton()
        growing = QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow
        self.form.setFieldGrowthPolicy(growing)
        self.give.clicked.connect(self.answer)
        layout = QVBoxLayout(self)
        layout.addLayout(self.form)
        layout.addWidget(self.fault)
        layout.addWidget(self.give, 0, Qt.AlignmentFlag.AlignRight)
        self.hide()

    # --- whose question ---------------------------------------------------------------------------

    def follow(self, play: GameController | None, pointer: GamePointer | None) -> None:
        """Follow another game, or none."""
        self._clear()
        if self._pointer is not None and self._play is not None:
            self._pointer.picked.disconnect(self._take)
        self._play, self._pointer = play, pointer
        if pointer is not None:
            pointer.picked.connect(self._take)

    def ask(self) -> None:
        """Offer the blanks of the present question; nothing where every answer is listed."""
        play = self._play
        blanks = play.choices.blanks if play is not None and play.choices is not None else ()
        if self.fields or blanks:
            self._clear()
        self.setVisible(bool(blanks))
        if play is None or not blanks:
            return
        localize, names = (
            self._localize,
            ScenarioNames(play.session.scenario, self._localize.language),
        )
        self.setTitle(localize("answer-other"))
        self.give.setText(localize("answer-give"))
        self.give.setToolTip(localize("answer-give-hint"))
        for blank in blanks:
            self._add(blank, names.word("parameter", blank.name))

    def focus(self) -> None:
        """Take the keyboard focus."""
        if self.fields:
            self.fields[0].setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _add(self, blank: ActionParameter, name: str) -> None:
        made = create_field(blank, self._localize, self._labels)
        made.pointing.connect(partial(self._point, made))
        made.edited.connect(partial(self._edit, made))
        made.look(self)
        self.form.addRow(name[:1].upper() + name[1:], made)
        self.fields.append(made)

    def _clear(self) -> None:
        self._pointing = None
        for each in self.fields:
            self.form.removeRow(each)
        self.fields = []
        self.fault.tell("")
        if self._pointer is not None and self._pointer.sketch:
            self._pointer.show_sketch(())

    @property
    def _labels(self) -> Labels | None:
        assert self._play is not None
        return labels_of(self._play.session.scenario)

    # --- what there is to choose from -------------------------------------------------------------

    def options(self, parameter: ActionParameter) -> Sequence[FieldOption]:
        """The possible values of a parameter, where they can be listed."""
        assert self._play is not None
        session, language = self._play.session, self._localize.language
        if parameter.kind == "unit":
            return [FieldOption(piece.id, piece.name) for piece in self._play.standing.units]
        if parameter.kind == "facing":
            return facing_options(self._labels, self._localize)
        describe = session.game.rules.describe_argument
        options = parameter.options
        return [
            FieldOption(o, describe(session.game.state, parameter, o, language)) for o in options
        ]

    def new_id(self) -> str:
        """Empty: answers name nothing new."""
        return ""

    # --- the map ----------------------------------------------------------------------------------

    def _point(self, wanting: ParameterField, is_wanted: bool) -> None:
        """Wait for a click on the map, or no longer."""
        if self._pointer is None:
            return
        self._pointing = None
        self._pointer.escape()
        if is_wanted:
            self._pointer.pick()
            self._pointing = wanting
            self._pointer.play.canvas.setFocus()

    def _take(self, spot: PointedSpot | None) -> None:
        """A hex was clicked; of a path, the next may be."""
        wanting, self._pointing = self._pointing, None
        if wanting is None or self._pointer is None or wanting not in self.fields:
            return
        if spot is not None:
            wanting.take(spot)
        if spot is not None and isinstance(wanting, PathField | PathOnTabletopField):
            self._pointer.pick()
            self._pointing = wanting
        else:
            wanting.point.setChecked(False)

    def _edit(self, edited: ParameterField) -> None:
        """Show the way as far as it is sound."""
        self.fault.tell("")
        if self._pointer is None or self._play is None:
            return
        if not isinstance(edited, PathField | PathOnTabletopField):
            return
        try:
            way = edited.way
        except SandtableError:
            way = ()  # nothing is shown that cannot be read yet
        stands = [piece.at for piece in self._play.standing.units if piece.id in self._actors]
        self._pointer.show_sketch((*stands[:1], *way) if way else ())

    @property
    def _actors(self) -> tuple[str, ...]:
        choices = self._play.choices if self._play is not None else None
        return choices.actors if choices is not None else ()

    # --- answering --------------------------------------------------------------------------------

    def answer(self) -> None:
        """Give the answer that is filled in, or say why it may not be given."""
        choices = self._play.choices if self._play is not None else None
        if self._play is None or choices is None:
            return
        try:
            values = [each.argument() for each in self.fields]
        except SandtableError as error:
            self.fault.tell(str(error))
            return
        choice = choices.complete_answer(values)
        if choice is None:
            self.fault.tell(self._localize("answer-refused", answer=self._told(values)))
        else:
            self._play.choose(choice)

    def _told(self, values: Sequence[object]) -> str:
        """Describe the values in the fields."""
        said = (
            value_text(each.parameter, value, self._labels, self._localize) or str(value)
            for each, value in zip(self.fields, values, strict=True)
        )
        return ", ".join(said)
