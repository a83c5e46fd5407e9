"""The situation, always at hand: score, ground, losses, reinforcements, aims, briefing, rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape

from PySide6.QtCore import QUrl
from PySide6.QtWidgets import QFrame, QTextBrowser

from engine.hexes.hex import Hex
from engine.play.option_targets import EventLocation
from engine.play.position import Point, Spot
from engine.session.game_overview import OverviewLine, OverviewPart, game_overview
from studio.rendering.counters.counter_painter import side_colours
from studio.widgets.localization import Localizer
from studio.workspaces.play.game_view.game_controller import GameController
from studio.workspaces.play.game_view.game_pointer import GamePointer
from studio.workspaces.play.panels.game_panel_refresh import GamePanelRefresher


class SituationPanel(QTextBrowser):
    """Shows where the game stands; a line with a place on the map can be clicked."""

    def __init__(self, localize: Localizer) -> None:
        super().__init__()
        self._localize = localize
        self._play: GameController | None = None
        self._pointer: GamePointer | None = None
        self._shown: object = None
        self.parts: tuple[OverviewPart, ...] = ()
        self.places: list[tuple[Spot, ...]] = []
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setOpenLinks(False)
        self.anchorClicked.connect(self._visit)
        self.seen = GamePanelRefresher(self, self.refresh)
        localize.changed.connect(self.seen.request_refresh)

    def show_play(self, play: GameController | None, pointer: GamePointer | None) -> None:
        """Follow another game, or none."""
        self._play, self._pointer = play, pointer
        self.seen.follow(play)

    def refresh(self) -> None:
        """Show it again, if anything has changed; the text being read stays where it is."""
        play = self._play
        if play is None or play.session.needs_hand_over:  # it is not read then, nor read aloud
            self.parts, self._shown = (), None
            self.clear()
            self.setAccessibleDescription("")
            return
        session, language = play.session, self._localize.language
        self.parts = game_overview(session.game, session.viewer, language)
        wanted = (self.parts, language, self.palette().cacheKey())
        if wanted != self._shown:
            self._shown = wanted
            above = self.verticalScrollBar().value()
            self.setHtml(self._page(side_colours(session.scenario)))
            self.verticalScrollBar().setValue(above)
            self.setAccessibleDescription(self.toPlainText())

    # --- as a page --------------------------------------------------------------------------------

    def _page(self, colours: Mapping[str, str]) -> str:
        self.places = []
        return "".join(self._written(colours))

    def _written(self, colours: Mapping[str, str]) -> Iterator[str]:
        for part in self.parts:
            yield f"<h4 style='margin-bottom: 2px'>{escape(part.title)}</h4>"
            if part.is_empty:
                yield f"<p style='margin-top: 0'><i>{escape(part.empty)}</i></p>"
            yield part.html
            if part.lines:
                lines = "<br>".join(self._line(line, colours) for line in part.lines)
                yield f"<p style='margin-top: 0; line-height: 125%'>{lines}</p>"

    def _line(self, line: OverviewLine, colours: Mapping[str, str]) -> str:
        words = escape(line.words)
        if line.badge:
            words = f"<b>[{escape(line.badge)}]</b> {words}"
        if line.at:
            self.places.append(line.at)
            words = f"<a href='#{len(self.places) - 1}'>{words}</a>"
        if line.side in colours:
            words = f"<span style='color: {colours[line.side]}'>■</span> {self._side(line)}{words}"
        return words

    def _side(self, line: OverviewLine) -> str:
        """Name the side, in words too: the colours do not suffice for all readers."""
        assert self._play is not None
        side = self._play.session.scenario.side(line.side)
        name = self._localize.localize_text(side.name) or side.id
        return "" if name in line.words else f"{escape(name)}: "

    def _visit(self, link: QUrl) -> None:
        """Show on the map where a line lies."""
        if self._pointer is not None and link.fragment().isdecimal():
            self._pointer.highlight_hex(event_location_of_spots(self.places[int(link.fragment())]))


def event_location_of_spots(spots: tuple[Spot, ...]) -> EventLocation:
    """Spots as a place that can be pointed out."""
    return EventLocation(
        hexes=tuple(spot for spot in spots if isinstance(spot, Hex)),
        points=tuple(spot for spot in spots if isinstance(spot, Point)),
    )
