"""The next step of an umpired game: what is proposed, and every alternative."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QCheckBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from engine.narration.game_report import outcome_text
from engine.narration.turn_text import turn_of
from engine.play.game import Rules
from studio.rendering.counters.counter_painter import side_colours
from studio.widgets.chips import chip_style
from studio.widgets.localization import Localizer
from studio.widgets.wrapping import FlowLayout
from studio.workspaces.play.panels.dice_entry import DiceEntry
from studio.workspaces.umpire.clock_bar import ClockBar
from studio.workspaces.umpire.next_step import (
    PendingStepKind,
    ProposedStep,
    StepResult,
    result_of_choice,
    result_of_faces,
)
from studio.workspaces.umpire.proposed_dice_tray import DiceTray
from studio.workspaces.umpire.umpire_board_view import UmpireView
from studio.workspaces.umpire.umpire_texts import UmpiredGameNames
from studio.workspaces.umpire.umpired_game_actions import UmpireActions

OPTION = Qt.ItemDataRole.UserRole
MAX_RULINGS = 5  # seen at once
MAX_SAID = 14  # sentences about the result


class StepPanel(QWidget):
    """Says what comes next and its result. Enter, or the button, does it."""

    foreseen = Signal(object)  # Forecast of the next order, or None
    met = Signal(object)  # the Rolled that the proposed dice would be, cells and all
    debrief_wanted = Signal()
    dice_wanted = Signal()  # real ones: the panel is to be seen
    seat_wanted = Signal(str)  # a side whose orders are awaited: they may be written here

    def __init__(self, localize: Localizer) -> None:
        super().__init__()
        self._localize = localize
        self._deeds: UmpireActions | None = None
        self._board: UmpireView | None = None
        self.proposal: ProposedStep | None = None
        self._shown: ProposedStep | None = None  # on the map
        self.clock = ClockBar(localize)
        self.whose, self.when = QLabel(), QLabel()
        self.sentence, self.came = QLabel(), QLabel()
        self.tray, self.rulings = DiceTray(), QListWidget()
        self.proceed, self.run, self.other = QPushButton(), QPushButton(), QPushButton()
        self.refuse, self.write, self.debrief = QPushButton(), QPushButton(), QPushButton()
        self.dice_form, self.refusal_form = QWidget(), QWidget()
        self.entry, self.note, self.meant = DiceEntry(localize), QLineEdit(), QLabel()
        self.real = QCheckBox()
        self.reason, self.give_refusal = QLineEdit(), QPushButton()
        self._lay_out()
        self._connect()
        localize.changed.connect(self.retranslate)
        self.retranslate()

    # --- the parts --------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        layout, head = QVBoxLayout(self), QHBoxLayout()
        layout.setContentsMargins(4, 4, 4, 4)
        head.addWidget(self.whose)
        head.addWidget(self.when, 1)
        layout.addWidget(self.clock)
        layout.addLayout(head)
        for label in (self.sentence, self.came, self.meant, self.when):
            label.setWordWrap(True)
        self.came.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        letters = self.sentence.font()
        letters.setBold(True)
        self.sentence.setFont(letters)
        layout.addWidget(self.sentence)
        layout.addWidget(self.rulings)
        layout.addWidget(self.tray)
        layout.addLayout(_row(self.proceed, self.run))
        layout.addLayout(_flow(self.other, self.refuse, self.write, self.debrief))
        layout.addWidget(self.dice_form)
        layout.addWidget(self.refusal_form)
        layout.addWidget(self.came)  # last: however long it is, the buttons stay in sight
        layout.addStretch(1)
        self._lay_out_forms()

    def _lay_out_forms(self) -> None:
        dice, refusal = QVBoxLayout(self.dice_form), QHBoxLayout(self.refusal_form)
        for form in (dice, refusal):
            form.setContentsMargins(0, 0, 0, 0)
        dice.addWidget(self.real)
        dice.addWidget(self.note)
        dice.addWidget(self.entry)
        dice.addWidget(self.meant)
        refusal.addWidget(self.reason, 1)
        refusal.addWidget(self.give_refusal)

    def _connect(self) -> None:
        self.rulings.itemActivated.connect(self._rule)
        self.rulings.currentItemChanged.connect(self._look_at_ruling)
        for button in (self.other, self.refuse):
            button.setCheckable(True)
        self.other.toggled.connect(self._open_dice)
        self.real.clicked.connect(self._roll_real)
        self.refuse.toggled.connect(self._open_refusal)
        self.proceed.clicked.connect(self.carry_out)
        self.run.clicked.connect(self.toggle_run)
        self.write.clicked.connect(self._want_seat)
        self.debrief.clicked.connect(self.debrief_wanted)
        self.entry.entered.connect(self._lay)
        self.entry.changed.connect(self._look_at_faces)
        self.reason.returnPressed.connect(self._refuse)
        self.give_refusal.clicked.connect(self._refuse)
        self.dice_form.hide()
        self.refusal_form.hide()

    def retranslate(self) -> None:
        """Say everything in the window's language."""
        localize = self._localize
        for name in ("other", "refuse", "write", "debrief"):
            getattr(self, name).setText(localize(f"room-step-{name}"))
            getattr(self, name).setToolTip(localize(f"room-step-{name}-hint"))
        self.give_refusal.setText(localize("room-step-refuse-now"))
        self.real.setText(localize("room-step-real"))
        self.real.setToolTip(localize("room-step-real-hint"))
        self.note.setPlaceholderText(localize("room-step-note"))
        self.reason.setPlaceholderText(localize("room-step-reason"))
        self.rulings.setAccessibleName(localize("room-step-rulings"))
        self.refresh()

    # --- whose room -------------------------------------------------------------------------------

    def follow(self, deeds: UmpireActions | None, board: UmpireView | None) -> None:
        """Show another room, or none."""
        if self._deeds is not None:
            self._deeds.ran.disconnect(self._show_run)
        self._deeds, self._board, self.proposal = deeds, board, None
        self.clock.follow(deeds)
        if deeds is not None:
            deeds.ran.connect(self._show_run)
        self.refresh()

    def refresh(self) -> None:
        """Say again what comes next."""
        deeds = self._deeds
        self.setEnabled(deeds is not None)
        self.clock.refresh()
        self._show_real(deeds is not None and deeds.room.rolls_real)
        if deeds is None or not self.isVisible() or deeds.is_running:
            return
        writer = self._writer()
        before, self.proposal = self.proposal, deeds.next()
        self._show_head(deeds, self.proposal)
        self._show_proposal(deeds, self.proposal)
        if before is None or before != self.proposal:
            self.other.setChecked(False)
            self.refuse.setChecked(False)
            self._await_real_dice(writer)
            self.reshow_result()

    def reshow_result(self) -> None:
        """Show the result of the next step in the other panels."""
        coming = self.proposal
        if coming is None or self._deeds is None or self._deeds.is_running:
            return
        if coming.forecast is not None:
            self.foreseen.emit(coming.forecast)
        if coming.came.rolled:
            self.met.emit(coming.came.rolled)
        if coming is not self._shown and self._board is not None and self._board.viewer is None:
            self._shown = coming
            if coming.pointing is not None:
                self._board.highlight_hex(coming.pointing)

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with what happened while it was hidden."""
        self.refresh()

    def _show_head(self, deeds: UmpireActions, coming: ProposedStep) -> None:
        """Show who has to do what, and when in the game."""
        localize, session = self._localize, deeds.room.session
        who, standing = (
            UmpiredGameNames(deeds.room, localize),
            session.visible_position(None, localize.language),
        )
        named = who(coming.side) if coming.side else ""
        self.whose.setText(localize(f"room-waits-{coming.waits.value}", who=named))
        shade = side_colours(session.scenario).get(coming.side, "")
        is_umpire = coming.waits in (PendingStepKind.UMPIRE, PendingStepKind.DICE)
        self.whose.setStyleSheet(chip_style("" if is_umpire else shade))
        phase = who.names.word("phase", standing.phase)
        turn = turn_of(session.scenario.game, standing.turn, standing.turns, localize.language)
        self.when.setText(localize("when", turn=turn, phase=phase))

    def _show_proposal(self, deeds: UmpireActions, coming: ProposedStep) -> None:
        localize, game = self._localize, deeds.room.session.game
        is_over = coming.waits is PendingStepKind.OVER
        self.sentence.setText(outcome_text(game, localize.language) if is_over else coming.words)
        self.came.setText(self._told(coming.came))
        self.came.setVisible(bool(self.came.text()))
        self.tray.show_faces(coming.faces or (), coming.roll.sides if coming.roll else 6)
        self._list_rulings(coming)
        self.other.setVisible(coming.waits is PendingStepKind.DICE)
        self.refuse.setVisible(self._may_refuse(coming))
        self.write.setVisible(coming.waits in (PendingStepKind.SIDE, PendingStepKind.SILENT))
        self.debrief.setVisible(is_over)
        self.run.setVisible(not is_over)
        halts = (
            coming.waits in (PendingStepKind.SIDE, PendingStepKind.OVER)
            or deeds.room.awaits_real_dice
        )
        self.proceed.setVisible(not halts)
        self.proceed.setText(localize(f"room-do-{coming.waits.value}"))
        self.proceed.setToolTip(localize("room-do-hint"))
        self._show_run()

    def _may_refuse(self, coming: ProposedStep) -> bool:
        is_ruling = coming.waits is PendingStepKind.UMPIRE and len(coming.rulings) == 2
        return coming.waits is PendingStepKind.ORDER or is_ruling

    def _list_rulings(self, coming: ProposedStep) -> None:
        """List what the umpire may decide, where that is more than yes or no."""
        self.rulings.blockSignals(True)  # the choice is described already
        self.rulings.clear()
        for ruling in coming.rulings:
            item = QListWidgetItem(ruling.words)
            item.setData(OPTION, ruling)
            self.rulings.addItem(item)
        high = self.rulings.sizeHintForRow(0) * min(len(coming.rulings), MAX_RULINGS) + 6
        self.rulings.setFixedHeight(max(high, 1))
        self.rulings.setVisible(bool(coming.rulings))
        if coming.rulings:
            self.rulings.setCurrentRow(0)
        self.rulings.blockSignals(False)

    def _look_at_ruling(self, item: QListWidgetItem | None) -> None:
        """Say what the chosen decision would lead to."""
        if self._deeds is None or item is None or self.proposal is None:
            return
        deeds, option = self._deeds, item.data(OPTION).option
        came = result_of_choice(deeds.room, option, self._localize.language)
        self.came.setText(self._told(came))
        self.came.setVisible(bool(self.came.text()))

    def _told(self, came: StepResult) -> str:
        """The result: dice as they would fall, and sentences."""
        localize, rules = self._localize, self._rules
        lines = [
            localize("room-would-roll", what=what, faces=" ".join(map(str, faces)), sum=sum(faces))
            for what, faces in came.dice
            if all(faces != rolled.faces for rolled in came.rolled)
        ]
        if rules is not None:
            lines += [rules.describe_rolled(rolled, localize.language) for rolled in came.rolled]
        lines += came.sentences
        shown = list(dict.fromkeys(lines))[:MAX_SAID]
        return (
            "\n".join([localize("room-would-come"), *(f"• {line}" for line in shown)])
            if shown
            else ""
        )

    @property
    def _rules(self) -> Rules[Any] | None:
        return self._deeds.room.session.game.rules if self._deeds else None

    def _show_run(self) -> None:
        """Show whether steps run automatically, and whether they could."""
        deeds, localize = self._deeds, self._localize
        if deeds is None:
            return
        is_running = deeds.is_running
        words = localize("room-run-stop", count=deeds.steps) if is_running else localize("room-run")
        self.run.setText(words)
        self.run.setToolTip(localize("room-run-hint"))
        self.run.setEnabled(is_running or deeds.room.can_proceed)
        self.proceed.setEnabled(not is_running and deeds.room.can_proceed)
        if not is_running and deeds.steps:
            deeds.steps = 0
            self.refresh()

    # --- deeds ------------------------------------------------------------------------------------

    def carry_out(self) -> None:
        """Do what is proposed, or what is chosen among the umpire's decisions."""
        if self._deeds is None or self.proposal is None:
            return
        chosen = self.rulings.currentItem()
        if self._deeds.room.awaits_real_dice:
            self._ask_for_dice()
        elif self.proposal.waits is PendingStepKind.UMPIRE and chosen is not None:
            self._rule(chosen)
        else:
            self._deeds.proceed()

    def _ask_for_dice(self) -> None:
        self.dice_wanted.emit()
        self.open_dice_editor()
        if self.other.isChecked():
            self.entry.focus()

    def _rule(self, item: QListWidgetItem) -> None:
        if self._deeds is not None:
            self._deeds.decide_as_umpire(item.data(OPTION).option)

    def toggle_run(self) -> None:
        """Run automatically until a decision is needed, or stop."""
        if self._deeds is not None and not self._deeds.stop():
            self._deeds.run()

    def open_dice_editor(self) -> None:
        """Let other dice be laid, from the keyboard."""
        if self.other.isVisible():
            self.other.setChecked(True)

    def open_refusal(self) -> None:
        """Let the next order be refused, from the keyboard."""
        if self.refuse.isVisible():
            self.refuse.setChecked(True)

    def _open_dice(self, is_open: bool) -> None:
        focused = QApplication.focusWidget()
        if not is_open and focused is not None and self.dice_form.isAncestorOf(focused):
            self.setFocus()  # else some field elsewhere has it and takes the typing
        self.dice_form.setVisible(is_open)
        roll = self.proposal.roll if self.proposal else None
        if is_open and roll is not None:
            self.entry.ask(roll)
            self.meant.clear()

    def _roll_real(self, is_real: bool) -> None:
        """Say whether real dice are rolled, and go on with their faces."""
        faces = [box.value() for box in self.entry.boxes]
        if self._deeds is not None:
            self._deeds.roll_real(is_real)
        self.open_dice_editor()
        for box, face in zip(self.entry.boxes, faces, strict=True):
            box.setValue(face)
        self.entry.focus()

    def _show_real(self, is_real: bool) -> None:
        """Show whether real dice are rolled: they need no note, and others are not shown."""
        self.real.setChecked(is_real)
        self.note.setVisible(not is_real)

    def _await_real_dice(self, writer: QWidget | None) -> None:
        """Open the form at each roll of real dice, without disturbing a writer elsewhere."""
        if self._deeds is None or not self._deeds.room.awaits_real_dice:
            return
        self.other.setChecked(True)
        if writer is not None and writer.isVisible():
            writer.setFocus()

    def _writer(self) -> QWidget | None:
        """Return the field in which the user is writing anything but dice."""
        found = QApplication.focusWidget()
        if not isinstance(found, QLineEdit | QPlainTextEdit | QAbstractSpinBox):
            return None
        return None if self.dice_form.isAncestorOf(found) else found

    def _look_at_faces(self) -> None:
        """Say what the faces being laid would lead to."""
        faces = [box.value() for box in self.entry.boxes]
        if self._deeds is None or self.proposal is None or not faces or not all(faces):
            return
        if self.proposal.waits is PendingStepKind.DICE:
            came = result_of_faces(self._deeds.room, tuple(faces), self._localize.language)
            self.meant.setText(self._told(came))

    def _lay(self, faces: Sequence[int]) -> None:
        if self._deeds is None:
            return
        note = self.note.text().strip()
        if not note and not self._deeds.room.rolls_real:
            self.meant.setText(self._localize("room-step-note-needed"))
            self.note.setFocus()
            return
        self.proposal = None  # the next roll may have the same text
        self.note.clear()  # the next dice have reasons of their own
        self._deeds.use_dice(faces, note)

    def _open_refusal(self, is_open: bool) -> None:
        self.refusal_form.setVisible(is_open)
        if is_open:
            self.reason.setFocus()
            self.reason.selectAll()

    def _refuse(self) -> None:
        reason = self.reason.text().strip()
        if self._deeds is None or not reason:
            self.reason.setFocus()
            return
        self.refuse.setChecked(False)
        self._deeds.refuse(reason)

    def _want_seat(self) -> None:
        if self.proposal is not None:
            self.seat_wanted.emit(self.proposal.side)


def _row(*buttons: QPushButton) -> QHBoxLayout:
    row = QHBoxLayout()
    for button in buttons:
        row.addWidget(button)
    return row


def _flow(*buttons: QPushButton) -> FlowLayout:
    """Return a row of buttons that goes on below where there is no room."""
    row = FlowLayout()
    for button in buttons:
        row.addWidget(button)
    return row
