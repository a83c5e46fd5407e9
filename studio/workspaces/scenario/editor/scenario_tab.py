"""The tab of a scenario: its map with its units; a guest may have the map, as a game has."""

from __future__ import annotations

from dataclasses import replace
from html import escape
from itertools import islice
from operator import is_
from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray
from PySide6.QtCore import QPointF, Signal

from engine.hexes.hex import Hex
from engine.map.map import Map
from engine.narration.goto_search import GotoTarget, goal_hex, named_targets
from engine.problems import Problem
from engine.quick_fixes.fix_targets import ScenarioFix
from engine.quick_fixes.scenario_fixes import scenario_fixes
from engine.scenario.scenario import Scenario
from studio.canvas.canvas_tooltips import CanvasTooltips
from studio.canvas.counter_cache import CounterCache
from studio.canvas.map_canvas import Decoration
from studio.canvas.pointer_events import PointerEvent
from studio.canvas.scenario_layers import (
    FRESH,
    CounterArrangement,
    CounterLayer,
    DeploymentLayer,
    PlacedCounter,
)
from studio.documents.file_fixes import FileFix
from studio.documents.scenario_document import ScenarioDocument
from studio.framework.document_tab import MapDocumentTab
from studio.previews.hex_texts import APART, hex_text
from studio.rendering.counters.counter_painter import counter_tooltip
from studio.rendering.map.deployment import DeploymentCounters, build_deployment
from studio.rendering.map.setup_features import features_in_hexes
from studio.widgets.localization import Localizer
from studio.workspaces.scenario.editor.problem_places import problem_place
from studio.workspaces.scenario.editor.scenario_checker import ScenarioChecker
from studio.workspaces.scenario.editor.scenario_previews import ScenarioPreviews
from studio.workspaces.scenario.editor.scenario_tab_base import ScenarioTabBase

if TYPE_CHECKING:
    from studio.previews.map_previews import MapPreviews
    from studio.previews.preview_settings import PreviewSettings
    from studio.previews.visibility_heat import VisibilityHeat
    from studio.workspaces.scenario.editor.map_occupant import MapOccupant
    from studio.workspaces.scenario.editor.unit_placement import UnitPlacement
    from studio.workspaces.scenario.order_of_battle.forces_editor import ForcesEditor


# The parts of a scenario that are drawn.
DRAWN = ("map", "game", "sides", "units", "objectives", "zones", "zone_names", "rules", "features")


class ScenarioTab(MapDocumentTab, ScenarioTabBase):
    """A scenario's starting position, or the view of a guest on the same canvas."""

    document: ScenarioDocument
    forces: ForcesEditor
    arranging: UnitPlacement
    played = Signal()  # a guest has come or gone
    looked = Signal(object)  # `PreviewResult`: a preview is there, or has gone
    sought = Signal(object)  # Place: a panel is to show a part of the scenario
    waiving = Signal(object)  # Problem: a warning is to be kept, and is asked about

    def __init__(
        self,
        document: ScenarioDocument,
        localize: Localizer,
        lookout: PreviewSettings | None = None,
    ) -> None:
        """`lookout` is the window's, which says how previews are shown."""
        super().__init__(document, localize)
        self.guest: MapOccupant | None = None  # who has the map now, as a game that is played on it
        self.here: Hex | None = None
        self._heat: tuple[NDArray[Any], Decoration] | None = None
        self._start = CounterLayer(
            localize.language, self.canvas.update, lambda: self.canvas.camera
        )
        self._begun: tuple[CounterArrangement, DeploymentLayer] | None = None
        self._drawn: list[object] = []
        self._pictures = CounterCache(FRESH)  # of those that wait for their place
        self._faces = DeploymentCounters()
        self.looking = ScenarioPreviews(self, lookout, self)
        self.looking.laid.connect(self._lay_out)
        self.looking.told.connect(self.pointed)
        self.looking.shown.connect(self.looked)
        self._arrange()
        self.checking = ScenarioChecker(document)
        self.checking.found.connect(self.checked)
        canvas = self.canvas
        canvas.show_map(document.scenario.map)
        canvas.pressed.connect(self._press)
        canvas.moved.connect(self._move)
        canvas.hovered.connect(self._move)
        canvas.released.connect(self._release)
        canvas.left.connect(self._leave)
        self._tips = CanvasTooltips(canvas, self._tip)
        document.changed.connect(self._show_scenario)
        localize.changed.connect(self._retranslate)
        self.show_start()

    @property
    def map(self) -> Map:
        """The scenario's map."""
        return self.scenario.map

    @property
    def scenario(self) -> Scenario:
        """The scenario as it is written; a guest has its own."""
        return self.guest.scenario if self.guest else self.document.scenario

    @property
    def printable_content(self) -> Scenario:
        """The scenario as it is written."""
        return self.document.scenario

    def goto_targets(self) -> list[tuple[tuple[str, ...], GotoTarget]]:
        """With the units, but for those of a game that is played here: they have moved on."""
        units = None if self.guest else self.document.scenario
        return named_targets(self.map, self.localize.language, units)

    def go_to(self, goal: GotoTarget) -> None:
        """Zones may be the scenario's own."""
        hex_ = goal_hex(self.map, goal, self.scenario)
        if hex_ is not None:
            self.highlight_hex(self.map.grid.name(hex_))

    # --- problems ---------------------------------------------------------------------------------

    @property
    def problems(self) -> list[Problem]:
        """Return the problems that `check` finds in the scenario as it is."""
        return self.checking.problems

    def show_problem(self, problem: Problem) -> None:
        """Show where a problem is: its unit or hex, else the panel concerned."""
        place = problem_place(problem, self.document.scenario)
        unit = self.forces.unit(place.unit)
        if unit is not None:
            self.forces.choose([unit.id])
        at = problem.at[:1] or ([self.map.grid.name(unit.at)] if unit and unit.at else [])
        if at and self.map.labels.find(at[0]) in self.map.grid:
            self.highlight_hex(at[0])
        self.sought.emit(place)

    def waive(self, problem: Problem) -> None:
        """Waive a warning, for a reason that is asked for."""
        self.waiving.emit(problem)

    def fix_all(self, problems: list[Problem], like: ScenarioFix | FileFix, name: str) -> None:
        """Fix problems all in the same way, as one step, the last one first."""
        if isinstance(like, FileFix):
            self._mend_all(problems, like, name)
            return
        scenario = self.document.scenario
        for problem in reversed(problems):
            alike = (fix for fix in scenario_fixes(scenario, problem) if fix.id == like.id)
            scenario = next((fix.scenario for fix in alike), scenario)
        self.document.apply(scenario, name)

    def _mend_all(self, problems: list[Problem], like: FileFix, name: str) -> None:
        history = self.document.history
        history.beginMacro(name)
        for problem in reversed(problems):
            alike = (
                mend for mend in self.document.fixes_for_unread_part(problem) if mend.id == like.id
            )
            for mend in islice(alike, 1):
                self.document.apply_file_fix(mend, name)
        history.endMacro()

    # --- the start --------------------------------------------------------------------------------

    def show_start(self) -> None:
        """Show the units where they begin."""
        self._drawn = _draw_of(self.document.scenario)
        deployment = build_deployment(self.document.scenario, self.forces.types, self._faces)
        placed = tuple(
            PlacedCounter(counter, hex_)
            for hex_, counters in deployment.placed.items()
            for counter in counters
        )
        self._start.language = self.localize.language
        self.arranging.follow(deployment)
        around = DeploymentLayer(self.map, deployment, self.localize.language, self._pictures)
        self._begun = (
            CounterArrangement(placed, lying=features_in_hexes(self.document.scenario)),
            around,
        )
        heat = self._heat if self._heat and self._heat[0].shape == self.map.grid.shape else None
        seen = self.looking.heat.plane if self.looking.heat is not None else None
        self.canvas.set_heat_map(heat[0] if heat else seen)
        self._lay_out()

    def _lay_out(self) -> None:
        """Show the starting position, with the author's selection and what is being placed."""
        if self.guest is not None or self._begun is None:
            return
        (placed, around), hand = self._begun, self.arranging
        changed = self._start.show(replace(placed, rings=hand.rings, fanned=hand.fanned))
        key = self._heat[1:] if self._heat and self._heat[0].shape == self.map.grid.shape else ()
        laid = (*hand.below(), around, self._start, *hand.above(), *key, *self.looking.marks)
        self.canvas.exchange_decorations(laid, changed)

    def _arrange(self) -> None:
        """Let the author select and place units."""
        from studio.workspaces.scenario.editor.unit_placement import UnitPlacement
        from studio.workspaces.scenario.order_of_battle.forces_editor import ForcesEditor

        self.forces = ForcesEditor(self.document, self.localize)
        self.arranging = UnitPlacement(self.forces, self.canvas, self._start)
        self.forces.told.connect(self.refused)
        self.arranging.changed.connect(self._lay_out)
        self.arranging.changed.connect(self.looking.follow)

    def show_heat_map(self, heat: NDArray[Any] | None, key: Decoration | None = None) -> None:
        """Lay a heat map with its legend over the starting position; None removes it.

        It is hidden while a guest has the map.
        """
        self._heat = (heat, key) if heat is not None and key is not None else None
        if self.guest is None:
            self.show_start()

    def _show_scenario(self, scenario: Scenario) -> None:
        """Redraw the starting position if any part that is drawn has changed."""
        is_same = bool(self._drawn) and all(map(is_, _draw_of(scenario), self._drawn))
        if self.guest is None and not is_same:
            if self.canvas.position is None or self.canvas.position.map is not scenario.map:
                self.looking.end()
                self.canvas.show_map(scenario.map)
            self.show_start()
            self.looking.follow()
            self.pointed.emit()

    # --- guests -----------------------------------------------------------------------------------

    def occupy(self, guest: MapOccupant) -> None:
        """Give the canvas to a guest; a previous one has to go."""
        self.release()
        self.looking.end()
        self.arranging.leave_canvas()
        self.guest = guest
        self.played.emit()

    def release(self) -> None:
        """Show the scenario exactly as it was before a guest came."""
        if self.guest is None:
            return
        self.looking.end()
        guest, self.guest = self.guest, None
        guest.end()
        self.arranging.attach_to_canvas()
        self.canvas.show_map(self.document.scenario.map)
        self.show_start()
        self.played.emit()

    # --- steps: the guest's while there is one ----------------------------------------------------

    @property
    def can_undo(self) -> bool:
        """Return True if there is a step to undo."""
        return self.guest.can_undo if self.guest else super().can_undo

    @property
    def can_redo(self) -> bool:
        """Return True if there is a step to redo."""
        return self.guest.can_redo if self.guest else super().can_redo

    def undo(self) -> None:
        """Take the latest step back."""
        if self.guest:
            self.guest.undo()
        else:
            super().undo()

    def redo(self) -> None:
        """Make it again."""
        if self.guest:
            self.guest.redo()
        else:
            super().redo()

    def escape(self) -> bool:
        """Cancel the present action on the map; True if there was one."""
        is_busy = self.guest is None and self.arranging.is_busy
        if not is_busy and self.looking.escape():
            return True
        return self._hand.escape()

    def dispose(self) -> None:
        """Disconnect from everything it listens to, before it is deleted."""
        self.release()
        self.looking.end()
        self.document.changed.disconnect(self._show_scenario)
        self.localize.changed.disconnect(self._retranslate)

    # --- previews ---------------------------------------------------------------------------------

    @property
    def previews(self) -> ScenarioPreviews:
        """Return the previews on the map."""
        return self.looking

    @property
    def map_previews(self) -> MapPreviews:
        """The previews for the selected or dragged unit, by the scenario's rules."""
        return self.looking.begin()

    @property
    def heat_map_progress(self) -> VisibilityHeat | None:
        """The heat map of the previews, if there is one."""
        return self.looking.heat

    # --- the pointer ------------------------------------------------------------------------------

    def pointer_description(self) -> str:
        """The hex under the pointer in words, and the units in it."""
        if self.here is None or self.here not in self.map.grid or self.is_covered:
            return ""
        guest = self.guest
        words = guest.description_at(self.here) if guest is not None else self._start_at(self.here)
        seen = self.looking.preview_texts
        lies = hex_text(self.map, self.here, None, self.localize)
        return APART.join(filter(None, [seen, lies, *words]))

    def refresh_status(self) -> None:
        """Say again what is under the pointer, if it is on the map."""
        if self.here is not None:
            self.pointed.emit()

    def _start_at(self, hex_: Hex) -> list[str]:
        """The units that begin in a hex, in words."""
        placed = self._start.arrangement.counters
        return [
            counter_tooltip(one.counter, self.localize.language) for one in placed if one.at == hex_
        ]

    def _tip(self, point: QPointF) -> str:
        """The unit whose counter is at a point of the canvas, in words."""
        if self.guest is not None:
            return "" if self.is_covered else self.guest.unit_tooltip(point)
        unit = self.arranging.unit_at(point)
        counter = self.arranging.counter(unit) if unit is not None else None
        return escape(counter_tooltip(counter, self.localize.language)) if counter else ""

    @property
    def is_covered(self) -> bool:
        """Return True if the map is covered."""
        return self.guest is not None and self.guest.is_covered

    @property
    def _hand(self) -> MapOccupant | UnitPlacement:
        """Return the handler of the pointer: a guest or unit placement."""
        return self.guest or self.arranging

    def _press(self, event: PointerEvent) -> None:
        if self.guest is not None:
            self.looking.press(event.hex)
        self._hand.press(event)

    def _release(self, event: PointerEvent) -> None:
        self._hand.release(event)
        if self.guest is not None:
            self.looking.follow()

    def _move(self, event: PointerEvent) -> None:
        self._hand.move(event)
        if event.hex != self.here:
            self.here = event.hex
            self.looking.point(event.hex)
            self.pointed.emit()

    def _leave(self) -> None:
        self.here = None
        self.looking.point(None)
        self._hand.leave()
        self.pointed.emit()

    def _retranslate(self) -> None:
        if self.guest is None:
            self.show_start()
            self.canvas.update()
        self.looking.retranslate()
        self.checking.schedule_check()
        self.pointed.emit()


def _draw_of(scenario: Scenario) -> list[object]:
    """The parts of a scenario that are drawn."""
    return [getattr(scenario, name) for name in DRAWN]
