"""A side on the card before a game: how it wins, its forces, and who plays it."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout

from engine.session.side_briefs import SideBrief
from studio.widgets.chips import card_style, chip_style
from studio.widgets.localization import Localizer
from studio.widgets.tokens import Space, current_colours
from studio.workspaces.play.panels.player_boxes import PlayerBox, TemperamentBox


class SideCard(QFrame):
    """The brief of a side before the game, unless it is hidden, over the choice of its player."""

    def __init__(
        self,
        brief: SideBrief,
        colour: str,
        player: PlayerBox,
        temper: TemperamentBox,
        localize: Localizer,
    ) -> None:
        super().__init__()
        self.brief, self._localize = brief, localize
        self.side, self.you = QLabel(brief.name), QLabel(localize("begin-you"))
        self.aims, self.forces = QLabel(wordWrap=True), QLabel(wordWrap=True)
        self.setObjectName("side-card")
        self.setStyleSheet(card_style("side-card"))
        self.side.setStyleSheet(chip_style(colour))
        self.aims.setTextFormat(Qt.TextFormat.RichText)
        player.setAccessibleName(localize("begin-played-by", side=brief.name))
        self._lay_out(player, temper)
        self.forces.setStyleSheet(f"color: {current_colours().muted}")
        keeping = temper.sizePolicy()
        keeping.setRetainSizeWhenHidden(True)
        temper.setSizePolicy(keeping)

    def _lay_out(self, player: PlayerBox, temper: TemperamentBox) -> None:
        head, seat, whole = QHBoxLayout(), QHBoxLayout(), QVBoxLayout(self)
        whole.setContentsMargins(Space.MEDIUM, Space.MEDIUM, Space.MEDIUM, Space.MEDIUM)
        whole.setSpacing(Space.SMALL)
        head.addWidget(self.side)
        head.addWidget(self.you)
        head.addStretch(1)
        seat.addWidget(player, 2)
        seat.addWidget(temper, 1)
        whole.addLayout(head)
        whole.addWidget(self.aims)
        whole.addWidget(self.forces)
        whole.addStretch(1)
        whole.addLayout(seat)

    def show_brief(self, *, is_known: bool, is_own: bool) -> None:
        """Show how it wins and its forces, or that they are hidden; mark the side of the reader."""
        brief, localize = self.brief, self._localize
        self.you.setVisible(is_own)
        self.forces.setVisible(is_known and bool(brief.forces))
        self.forces.setText("\n".join(brief.forces))
        if is_known:
            aims = brief.conditions or (localize("begin-no-aims"),)
            self.aims.setText("<br>".join(escape(each) for each in aims))
        else:
            self.aims.setText(f"<i>{escape(localize('begin-hidden'))}</i>")
