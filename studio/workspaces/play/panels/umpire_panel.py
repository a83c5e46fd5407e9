"""The umpire's panel: the actions in the active game, the name, and the reason."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from engine.play.game import Intervention
from engine.play.option_targets import UmpireAction
from engine.problems import SandtableError
from studio.widgets.form_fields import FieldErrorLabel
from studio.widgets.localization import Localizer
from studio.workspaces.play.game_view.game_controller import GameController
from studio.workspaces.play.game_view.game_pointer import GamePointer
from studio.workspaces.play.game_view.game_view import PointedSpot
from studio.workspaces.play.panels.game_panel_refresh import GamePanelRefresher
from studio.workspaces.play.panels.parameter_fields import ParameterField, create_field, labels_of
from studio.workspaces.play.panels.umpire_commands import UmpireCommands, give_order
from studio.workspaces.play.panels.umpire_on_map import LastUmpireReason, UmpireMapMenu


class UmpirePanel(QWidget):
    """A form made from what the game lets an umpire do; the map has short ways to the same."""

    form_opened = Signal()  # something on the map is to be filled in here: bring it to the front

    def __init__(self, localize: Localizer) -> None:
        super().__init__()
        self._localize = localize
        self._play: GameController | None = None
        self._pointer: GamePointer | None = None
        self._acts: UmpireCommands | None = None
        self._act: UmpireAction | None = None
        self._pointing: ParameterField | None = None
        self.on_map: UmpireMapMenu | None = None
        self.reasons = LastUmpireReason()
        self.kinds, self.fields = QComboBox(), list[ParameterField]()
        self.who, self.why = QLineEdit(), QLineEdit()
        self.what_for, self.reason_for = QLabel(), QLabel()
        self.fault, self.waiting, self.do = FieldErrorLabel(), QLabel(), QPushButton()
        self.form = QFormLayout()
        self.body = QWidget()
        self._lay_out()
        self.kinds.currentIndexChanged.connect(lambda _: self._show_act())
        self.who.textChanged.connect(lambda _: self.fault.tell(""))
        self.why.textChanged.connect(lambda _: self.fault.tell(""))
        self.why.returnPressed.connect(self.carry_out_order)
        self.do.clicked.connect(self.carry_out_order)
        self.seen = GamePanelRefresher(self, self.refresh)
        localize.changed.connect(self.retranslate)
        self.retranslate()

    def _lay_out(self) -> None:
        growing = QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow
        self.form.setFieldGrowthPolicy(growing)
        self.form.setContentsMargins(0, 0, 0, 0)
        self.form.addRow(self.what_for, self.who)
        self.form.addRow(self.reason_for, self.why)
        self.waiting.setWordWrap(True)
        foot, inner = QHBoxLayout(), QVBoxLayout(self.body)
        foot.addStretch()
        foot.addWidget(self.do)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.addWidget(self.kinds)
        inner.addLayout(self.form)
        inner.addWidget(self.fault)
        inner.addLayout(foot)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 4, 4, 4)
        layout.addWidget(self.waiting)
        layout.addWidget(self.body)
        layout.addStretch()

    # --- whose game -------------------------------------------------------------------------------

    def show_play(self, play: GameController | None, pointer: GamePointer | None) -> None:
        """Follow another game, or none."""
        self._leave()
        self._play, self._pointer = play, pointer
        if play is not None and pointer is not None:
            self._acts = UmpireCommands(play, self._localize)
            self.on_map = UmpireMapMenu(play, pointer, self._localize, self.reasons)
            self.on_map.form_wanted.connect(self.begin)
            pointer.picked.connect(self._picked)
        self.seen.follow(play)

    def _leave(self) -> None:
        if self._play is None or self._pointer is None or self.on_map is None:
            return
        self._pointer.picked.disconnect(self._picked)
        self.on_map.dispose()
        self.on_map = self._acts = self._act = self._pointing = None
        self.kinds.clear()
        self._clear()  # another game has other hexes, types and cards

    def refresh(self) -> None:
        """Offer what can be done now."""
        if self._acts is None or self._play is None:
            return
        refusal = self._acts.refusal()
        self.waiting.setText(refusal)
        self.waiting.setVisible(bool(refusal))
        self.body.setEnabled(not refusal)
        self.body.setVisible(not self._play.session.needs_hand_over)
        self._list()
        for each in self.fields:
            each.look(self._acts)

    def retranslate(self) -> None:
        """Say everything in the window's language."""
        localize = self._localize
        self.what_for.setText(localize("umpire-who"))
        self.who.setPlaceholderText(localize("umpire-who-hint"))
        self.reason_for.setText(localize("umpire-why"))
        self.do.setText(localize("umpire-do"))
        self.what_for.setBuddy(self.who)
        self.reason_for.setBuddy(self.why)
        was, kind = self._written(), self.kinds.currentData()
        self._act = None
        self.kinds.clear()
        self.refresh()
        self.kinds.setCurrentIndex(self.kinds.findData(kind))
        for each in self.fields:
            if each.parameter.name in was:
                each.set_value(was[each.parameter.name])

    def focus(self) -> None:
        """Take the keyboard focus."""
        self.kinds.setFocus(Qt.FocusReason.ShortcutFocusReason)

    # --- the form ---------------------------------------------------------------------------------

    def _list(self) -> None:
        """List the acts, if they have changed."""
        acts = list(self._acts or ())
        listed = [self.kinds.itemData(place) for place in range(self.kinds.count())]
        if self._acts is None or [act.kind for act in acts] == listed:
            return
        was = self._act.kind if self._act else self.kinds.currentData()
        self.kinds.blockSignals(True)
        self.kinds.clear()
        for act in acts:
            self.kinds.addItem(self._acts.words(act), act.kind)
        self.kinds.setCurrentIndex(max(self.kinds.findData(was), 0))
        self.kinds.blockSignals(False)
        self._show_act()

    def _show_act(self) -> None:
        """Make the fields of the chosen act; values already given stay."""
        kind = self.kinds.currentData()
        if self._acts is None or self._play is None or kind is None:
            return
        if self._act is not None and self._act.kind == kind:
            return
        was, self._act = self._written(), self._acts.act(kind)
        self._clear()
        labels = labels_of(self._play.session.scenario)
        self.fields = [create_field(each, self._localize, labels) for each in self._act.parameters]
        for place, each in enumerate(self.fields):
            self.form.insertRow(place, self._acts.parameter_name(each.parameter), each)
            each.pointing.connect(partial(self._point, each))
            each.edited.connect(lambda: self.fault.tell(""))
            each.look(self._acts)
            if each.parameter.name in was:
                each.set_value(was[each.parameter.name])
        self.fault.tell("")

    def _clear(self) -> None:
        for each in self.fields:
            self.form.removeRow(each)
        self.fields = []

    def _written(self) -> dict[str, object]:
        """Return the valid values of the fields."""
        found = {}
        for each in self.fields:
            try:
                found[each.parameter.name] = each.argument()
            except SandtableError:
                continue  # an empty or faulty field has nothing to be kept
        return found

    def begin(self, kind: str, spot: PointedSpot) -> None:
        """Open the form of an act, with what was pointed at already in it."""
        self.form_opened.emit()
        self.seen.refresh_if_visible()
        self.kinds.setCurrentIndex(self.kinds.findData(kind))
        for each in self.fields:
            wanted = each.parameter.kind
            if wanted in ("hex", "place") or (wanted == "unit" and spot.unit):
                each.take(spot)
        if self.fields:
            self.fields[0].setFocus()

    # --- the map ----------------------------------------------------------------------------------

    def _point(self, wanting: ParameterField, is_wanted: bool) -> None:
        """Wait for a click on the map, or no longer."""
        if self._pointer is None:
            return
        if is_wanted:
            self._pointer.pick()
            self._pointing = wanting
            self._pointer.play.canvas.setFocus()
        else:
            self._pointer.escape()

    def _picked(self, spot: PointedSpot | None) -> None:
        field_, self._pointing = self._pointing, None
        if field_ is None or field_ not in self.fields:
            return
        field_.point.setChecked(False)
        if spot is not None:
            field_.take(spot)
            field_.setFocus()

    # --- orders -----------------------------------------------------------------------------------

    def order(self) -> Intervention:
        """Return the intervention in the form; SandtableError names a missing or wrong value."""
        assert self._act is not None
        arguments = tuple(each.argument() for each in self.fields)
        who, why = self.who.text().strip(), self.why.text().strip()
        if not why:
            raise SandtableError(self._localize("umpire-why-needed"))
        return Intervention(self._act.kind, arguments, who, why)

    def carry_out_order(self) -> None:
        """Do it, or say why not."""
        if self._play is None or self._act is None or not self.body.isEnabled():
            return
        try:
            order = self.order()
        except SandtableError as error:
            self.fault.tell(str(error))
            return
        self.reasons.who, self.reasons.why = order.who, order.why
        self.fault.tell(give_order(self._play, order))
