"""Previews on a scenario's map: by its own rules, for the unit its author has chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, Signal

from engine.games.handbook import SteeringHandbook
from engine.hexes.hex import Hex
from engine.scenario.scenario import Scenario
from studio.previews.preview_overlays import Mark
from studio.previews.preview_result import LOOKED_AT, NOTHING, PreviewResult
from studio.previews.preview_settings import PreviewSettings, ScenarioPreviewSettings
from studio.workspaces.scenario.order_of_battle.forces_editor import ForcesEditor

if TYPE_CHECKING:
    from engine.map.map import Map
    from engine.movement.mobility import Points
    from studio.canvas.map_canvas import MapCanvas
    from studio.previews.map_previews import MapPreviews
    from studio.previews.visibility_heat import VisibilityHeat
    from studio.widgets.localization import Localizer
    from studio.workspaces.scenario.editor.map_occupant import MapOccupant
    from studio.workspaces.scenario.editor.unit_placement import UnitPlacement


class PreviewedTab(Protocol):
    """The tab that is looked at, as far as looking goes."""

    guest: MapOccupant | None
    forces: ForcesEditor
    arranging: UnitPlacement
    localize: Localizer

    @property
    def map(self) -> Map: ...
    @property
    def canvas(self) -> MapCanvas: ...
    @property
    def here(self) -> Hex | None: ...
    @property
    def is_covered(self) -> bool: ...


class ScenarioPreviews(QObject):
    """The previews of one tab, made on first use, and anew when a guest comes or goes.

    `stand` is where the unit stands that is selected, or dragged.
    """

    laid = Signal()  # the marks over the starting position have changed
    told = Signal()  # the words at the foot of the window have changed
    shown = Signal(object)  # `PreviewResult`: a preview is there, or has gone

    def __init__(self, tab: PreviewedTab, usual: PreviewSettings | None, parent: QObject) -> None:
        super().__init__(parent)
        self._tab, self._usual = tab, usual
        self.scout: MapPreviews | None = None  # once anything was previewed
        self._lookout: ScenarioPreviewSettings | None = None
        self._previewed = NOTHING

    @property
    def marks(self) -> tuple[Mark, ...]:
        """Return the marks over the units."""
        return self.scout.marks if self.scout is not None else ()

    @property
    def heat(self) -> VisibilityHeat | None:
        """The heat map, if anything was previewed."""
        return self.scout.heat if self.scout is not None else None

    @property
    def preview_texts(self) -> str:
        """Describe the preview."""
        return self.scout.preview_texts() if self.scout is not None else ""

    def offers(self, name: str) -> bool:
        """Return True if there is a preview of this name, and no hand-over."""
        return name in LOOKED_AT and not self._tab.is_covered

    def shows(self, name: str) -> bool:
        """Return True if the preview is shown."""
        return self.scout is not None and self.scout.shows(name)

    def toggle(self, name: str) -> None:
        """Show it until asked for again."""
        self.begin().toggle(name)

    def begin(self) -> MapPreviews:
        """The previews for the selected or dragged unit, by the scenario's rules."""
        if self.scout is None:
            from studio.previews.map_previews import MapPreviews

            tab = self._tab
            self._lookout = lookout = self._lookout_of(tab)
            made = MapPreviews(tab.map, tab.canvas, lookout, tab.localize, self)
            lookout.judged_anew.connect(made.rules_changed)
            made.marked.connect(self._show_marks)
            made.said.connect(self.told)
            made.shown.connect(self._show)
            made.here = tab.here
            self.scout = made
            self.follow()
        return self.scout

    def _lookout_of(self, tab: PreviewedTab) -> ScenarioPreviewSettings:
        from studio.previews.preview_settings import PreviewSettings

        usual = self._usual or PreviewSettings(parent=self)
        guest = tab.guest
        return (
            UnitPreviewSettings(usual, tab.forces, self)
            if guest is None
            else guest.preview_settings(usual, self)
        )

    def end(self) -> None:
        """End the previews, as a game begins or ends or the map is replaced."""
        if self.scout is None or self._lookout is None:
            return
        scout, lookout, self.scout, self._lookout = self.scout, self._lookout, None, None
        scout.dispose()
        lookout.dispose()
        self._tab.canvas.set_overlay(None)
        self._tab.canvas.set_heat_map(None)
        self._previewed = NOTHING
        self._show_marks()
        scout.deleteLater()
        lookout.deleteLater()
        self.told.emit()

    def escape(self) -> bool:
        """Remove the preview asked for last; returns whether there was one."""
        return self.scout is not None and self.scout.escape()

    def retranslate(self) -> None:
        """Another language."""
        if self.scout is not None:
            self.scout.retranslate()

    # --- where is looked --------------------------------------------------------------------------

    def point(self, here: Hex | None) -> None:
        """Preview for where the pointer is now."""
        if self.scout is None or self._lookout is None:
            return
        self._lookout.point(here)
        if self._tab.guest is not None:
            self.follow()
        self.scout.point(here)

    def press(self, at: Hex) -> None:
        """A hex was clicked: lines are looked at from there."""
        if self.scout is not None:
            self.scout.last_click = at

    def follow(self) -> None:
        """Move the preview with the unit that is selected or dragged."""
        scout, tab = self.scout, self._tab
        if scout is None:
            return
        if tab.guest is not None:
            scout.move_previewed_unit(tab.guest.selected_unit_hex)
            return
        stand = tab.arranging.selected_unit_hex
        scout.move_previewed_unit(stand)
        if tab.arranging.ghosts and stand != scout.here:  # dragged here from a list
            scout.point(stand)

    # --- what is shown ----------------------------------------------------------------------------

    def _show(self, shown: PreviewResult) -> None:
        self._previewed = shown
        self._show_marks()
        self.shown.emit(shown)

    def _show_marks(self) -> None:
        """Show what is previewed over the starting position, or over the guest's."""
        if self._tab.guest is None:
            self.laid.emit()
        else:
            self._tab.guest.show_preview(self._previewed, self.marks)


class UnitPreviewSettings(ScenarioPreviewSettings):
    """For the unit chosen among the forces."""

    def __init__(self, usual: PreviewSettings, forces: ForcesEditor, parent: QObject) -> None:
        self._forces = forces
        super().__init__(usual, parent)
        forces.chosen_changed.connect(self.follow)
        forces.document.changed.connect(self.follow)

    def dispose(self) -> None:
        """Disconnect from everything it listens to, before it is deleted."""
        super().dispose()
        self._forces.chosen_changed.disconnect(self.follow)
        self._forces.document.changed.disconnect(self.follow)

    @property
    def scenario(self) -> Scenario:
        """The scenario as it is written."""
        return self._forces.scenario

    @property
    def facing(self) -> int | None:
        """Return the facing of the selected unit."""
        units = self._forces.units()
        return units[0].facing if units else None

    @property
    def points(self) -> Points:
        """Return the points of the unit, with the others selected and its load."""
        units, book = self._forces.units(), self.handbook
        if not units or not isinstance(book, SteeringHandbook):
            return super().points
        borne = [each for each in self._forces.scenario.units if each.bearer == units[0].id]
        others = [each.type for each in (*units[1:], *borne)]
        return book.points_with(units[0].type, others)

    @property
    def unit_type(self) -> str:
        """The type of the first unit chosen."""
        units = self._forces.units()
        return units[0].type if units else ""
