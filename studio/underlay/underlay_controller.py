"""The pictures that lie over the open maps: loaded, placed, kept in the settings for each map."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from engine.files.source_text import resolve_links
from engine.problems import SandtableError
from studio.canvas.image_placement import ImagePlacement, Point, initial_placement
from studio.canvas.underlay_painter import Underlay
from studio.framework.background_jobs import BackgroundJobs, JobCancelled, Outcome
from studio.framework.document_tab import MapDocumentTab
from studio.framework.prompts import PromptAnswer, Prompts
from studio.map_tools.image_fitting import CoincidentPointsError, ImageFitting
from studio.underlay.underlay_handles import UnderlayAdjuster, turn_and_scale
from studio.underlay.underlay_image import (
    REMOVED,
    UnderlaySettings,
    load_underlay_image,
    picture_endings,
)
from studio.underlay.underlay_panel import UnderlayPanel
from studio.widgets.localization import Localizer


class UnderlayMemory(Protocol):
    """The memory of underlay pictures, by the map's file."""

    def underlay(self, map_file: Path) -> str:
        """Return the saved underlay of a map; empty if there is none."""
        ...

    def keep_underlay(self, map_file: Path, words: str) -> None:
        """Keep this for a map; nothing to forget it."""
        ...


@dataclass
class PlacedUnderlay:
    """The picture over one map."""

    hand: UnderlayAdjuster
    picture: QImage | None = None
    kept: UnderlaySettings | None = None
    before: list[ImagePlacement] = field(default_factory=list)
    """Earlier placements, for each fitting, drag or number, to go back to."""


class UnderlayController(QObject):
    """Leads panel, canvas and settings together. The map's own file knows of no picture."""

    changed = Signal()

    def __init__(
        self,
        panel: UnderlayPanel,
        prompts: Prompts,
        localize: Localizer,
        jobs: BackgroundJobs,
        memory: UnderlayMemory,
    ) -> None:
        super().__init__()
        self._panel, self._prompts, self._localize = panel, prompts, localize
        self._jobs, self._memory = jobs, memory
        self._laid: dict[MapDocumentTab, PlacedUnderlay] = {}
        self._tab: MapDocumentTab | None = None
        panel.wanted.connect(self._do)
        panel.placed.connect(self._place_by_numbers)
        panel.faded.connect(lambda opacity: self._keep(opacity=opacity))
        panel.toggled.connect(lambda is_shown: self._keep(is_shown=is_shown))
        panel.named.connect(self._point_at_hex)

    # --- maps -------------------------------------------------------------------------------------

    def add(self, tab: MapDocumentTab) -> None:
        """A map was opened; the picture that lay over it comes back."""
        hand = UnderlayAdjuster(tab.canvas)
        self._laid[tab] = PlacedUnderlay(hand)
        hand.pointed.connect(self._point)
        hand.dragged.connect(lambda placing: self._keep(placing=placing))
        hand.dropped.connect(self._adjust)
        hand.given_up.connect(self._leave)
        hand.taken_back.connect(self._back)
        hand.ended.connect(self._end)
        tab.document.filed.connect(lambda: self._remember(tab))
        path = tab.document.path
        kept = UnderlaySettings.of(self._memory.underlay(path), path) if path else None
        if kept is not None:
            self._load(tab, kept.file, kept)

    def show_tab(self, tab: MapDocumentTab | None) -> None:
        """Another map is in front: what was half done with the last one is given up."""
        if self._tab is not None and self._tab is not tab and self._tab in self._laid:
            self._stop()
        self._tab = tab if tab in self._laid else None
        self._refresh()

    def forget(self, tab: MapDocumentTab) -> None:
        """A map was closed."""
        self._laid.pop(tab, None)
        if tab is self._tab:
            self._tab = None
            self._refresh()

    @property
    def has_picture(self) -> bool:
        """Return True if there is a picture over the active map."""
        return self._front is not None and self._front.kept is not None

    @property
    def is_shown(self) -> bool:
        """Return True if it is visible."""
        return self.has_picture and self._panel.shown.isChecked()

    @property
    def _front(self) -> PlacedUnderlay | None:
        return self._laid.get(self._tab) if self._tab else None

    # --- pictures ---------------------------------------------------------------------------------

    def load(self, path: Path) -> None:
        """Lay a picture over the map in front: in its middle, or where the last one lay."""
        if self._tab is not None:
            self._stop()
            self._load(self._tab, path, None)

    def choose(self) -> None:
        """Lay a picture that the user chooses over the map in front."""
        laid = self._front
        if laid is not None:
            path = self._picture_file(laid.kept.file if laid.kept else None)
            if path is not None:
                self.load(path)

    def _picture_file(self, was: Path | None) -> Path | None:
        endings = [f".{ending}" for ending in sorted(picture_endings())]
        return self._prompts.file_to_read(self._localize("underlay-open-title"), endings, was)

    def toggle(self) -> None:
        """Show the picture, or hide it."""
        self._panel.shown.toggle()

    def fit(self) -> None:
        """Begin to fit the picture by points."""
        laid = self._front
        if laid is not None and laid.kept is not None:
            self._stop()
            self._keep(is_shown=True)
            laid.hand.show_fitting(ImageFitting(laid.kept.placing))
            self._panel.show_fitting(laid.hand.fitting)
            laid.hand.canvas.setFocus()

    def _load(self, tab: MapDocumentTab, path: Path, kept: UnderlaySettings | None) -> None:
        words = self._localize("underlay-opening", name=path.name)
        self._jobs.start(
            words,
            lambda _: load_underlay_image(path),
            lambda found: self._loaded(tab, path, kept, found),
        )

    def _loaded(
        self, tab: MapDocumentTab, path: Path, kept: UnderlaySettings | None, found: Outcome[QImage]
    ) -> None:
        try:
            picture = found()
        except JobCancelled:
            return
        except SandtableError as error:
            if tab in self._laid:
                self._not_loaded(tab, kept, error)
            return
        if tab not in self._laid:
            return
        if kept is None:
            size, sheet = (picture.width(), picture.height()), tab.map.grid.size()
            kept = UnderlaySettings(
                resolve_links(path), picture.width(), initial_placement(size, sheet)
            )
        laid = self._laid[tab]
        laid.picture, laid.kept = picture, replace(kept, file=resolve_links(path)).fitting(picture)
        laid.before = []
        self._remember(tab)
        self._lay(tab)
        self._refresh()

    def _not_loaded(
        self, tab: MapDocumentTab, kept: UnderlaySettings | None, error: SandtableError
    ) -> None:
        if kept is None:
            self._prompts.show_message(str(error))
            return
        answer = self._prompts.question(
            str(error), self._localize("underlay-find"), self._localize("underlay-remove")
        )
        if answer is PromptAnswer.YES:
            path = self._picture_file(kept.file)
            if path is not None:
                self._load(tab, path, kept)
        elif answer is PromptAnswer.NO and tab.document.path is not None:
            self._forget(tab.document.path)

    # --- how it lies ------------------------------------------------------------------------------

    def _keep(
        self,
        *,
        placing: ImagePlacement | None = None,
        opacity: float | None = None,
        is_shown: bool | None = None,
    ) -> None:
        """Lay the picture in front otherwise, and remember it."""
        laid = self._front
        if self._tab is None or laid is None or laid.kept is None:
            return
        kept = laid.kept
        laid.kept = replace(
            kept,
            placing=kept.placing if placing is None else placing,
            opacity=kept.opacity if opacity is None else opacity,
            is_shown=kept.is_shown if is_shown is None else is_shown,
        )
        self._remember(self._tab)
        self._lay(self._tab)
        self._refresh()

    def _lay(self, tab: MapDocumentTab) -> None:
        laid = self._laid[tab]
        kept, picture = laid.kept, laid.picture
        if kept is None or picture is None or not kept.is_shown:
            tab.canvas.set_underlay(None)
        else:
            tab.canvas.set_underlay(Underlay(picture, kept.placing, kept.opacity))

    def _remember(self, tab: MapDocumentTab) -> None:
        laid, path = self._laid.get(tab), tab.document.path
        if laid is not None and laid.kept is not None and path is not None:
            self._memory.keep_underlay(path, laid.kept.as_text())

    def _forget(self, path: Path) -> None:
        """Remember no picture for a map, not the one beside it either."""
        self._memory.keep_underlay(path, REMOVED if UnderlaySettings.picture_beside(path) else "")

    def _refresh(self) -> None:
        laid = self._front
        kept = laid.kept if laid else None
        may_reset = laid is not None and bool(laid.before)
        self._panel.show_underlay(kept, is_open=laid is not None, may_reset=may_reset)
        self.changed.emit()

    def _place_by_numbers(self, left: float, top: float, width: float, turn: float) -> None:
        laid = self._front
        if laid is None or laid.kept is None:
            return
        placing = laid.kept.placing
        laid.before.append(placing)
        scale = width / (placing.scale * laid.kept.width)
        angle = math.radians(turn - placing.turn)
        factor = scale * complex(math.cos(angle), math.sin(angle))
        placing = turn_and_scale(placing, (placing.e, placing.f), factor)
        self._keep(placing=placing.moved(left - placing.e, top - placing.f))

    # --- buttons ----------------------------------------------------------------------------------

    def _do(self, button: str) -> None:
        {
            "load": self.choose, "remove": self._remove, "fit": self.fit, "adjust": self._adjust,
            "reset": self._reset, "back": self._back, "done": self._end, "leave": self._leave,
        }[button]()  # fmt: skip

    def _remove(self) -> None:
        laid = self._front
        if self._tab is None or laid is None:
            return
        self._stop()
        laid.kept = laid.picture = None
        if self._tab.document.path is not None:
            self._forget(self._tab.document.path)
        self._lay(self._tab)
        self._refresh()

    def _adjust(self) -> None:
        """Dragging is on as long as its button is down; each drag can be taken back."""
        laid = self._front
        if laid is None or laid.kept is None:
            return
        is_on = self._panel.buttons["adjust"].isChecked()
        if is_on and laid.hand.fitting is not None:
            self._leave()
            self._panel.buttons["adjust"].setChecked(True)
        was = laid.hand.placing
        if was is not None and was != laid.kept.placing:
            laid.before.append(was)
        middle: Point = (0.0, 0.0)
        if laid.picture is not None:
            middle = laid.picture.width() / 2, laid.picture.height() / 2
        laid.hand.adjust(laid.kept.placing if is_on else None, middle)
        self._refresh()

    def _reset(self) -> None:
        """Back to where it lay before the last fitting, drag or number."""
        laid = self._front
        if laid is not None and laid.before:
            self._stop()
            self._keep(placing=laid.before.pop())
            self._refresh()

    # --- fitting ----------------------------------------------------------------------------------

    def _point(self, at: Point) -> None:
        laid = self._front
        if laid is None or laid.hand.fitting is None:
            return
        fitting, fault = laid.hand.fitting, ""
        try:
            fitting.add_point(at)
        except CoincidentPointsError:
            fault = self._localize("underlay-coincide")
        self._follow(fitting, fault)
        if fitting.is_complete:
            self._end()

    def _point_at_hex(self, label: str) -> None:
        laid = self._front
        if self._tab is None or laid is None or laid.hand.fitting is None or not label.strip():
            return
        try:
            hex_ = self._tab.map.labels.find(label.strip())
        except SandtableError as error:
            self._panel.show_fitting(laid.hand.fitting, str(error))
            return
        self._point(self._tab.map.grid.centre(hex_, 1.0))
        laid.hand.canvas.setFocus()

    def _follow(self, fitting: ImageFitting, fault: str = "") -> None:
        self._keep(placing=fitting.placing)
        self._panel.show_fitting(fitting, fault)
        if self._front is not None:
            self._front.hand.update()

    def _back(self) -> None:
        laid = self._front
        if (
            laid is not None
            and laid.hand.fitting is not None
            and laid.hand.fitting.remove_last_point()
        ):
            self._follow(laid.hand.fitting)

    def _end(self) -> None:
        """The picture lies as it shall; a fitting of too few points goes on."""
        laid = self._front
        if laid is not None and (laid.hand.fitting is None or laid.hand.fitting.may_end):
            self._stop()

    def _leave(self) -> None:
        """Cancel the present placement, the picture lying where it lay."""
        laid = self._front
        if laid is not None and laid.hand.fitting is not None:
            self._keep(placing=laid.hand.fitting.start)
            laid.hand.show_fitting(None)
        self._stop()

    def escape(self) -> bool:
        """Cancel the present placement of the picture in front; whether anything was."""
        laid = self._front
        if laid is None or not laid.hand.is_on:
            return False
        self._leave()
        return True

    def _stop(self) -> None:
        """Leave canvas and keys to the tools; a fitting of too few points was none."""
        laid = self._front
        if laid is not None:
            fitting = laid.hand.fitting
            if fitting is not None and fitting.may_end:
                laid.before.append(fitting.start)
            elif fitting is not None:
                self._keep(placing=fitting.start)
            laid.hand.show_fitting(None)
            laid.hand.adjust(None, (0.0, 0.0))
        self._panel.buttons["adjust"].setChecked(False)
        self._panel.show_fitting(None)
        self._refresh()
