"""Actions: menu entries with ids, keys and conditions, and what they need of the window."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum, StrEnum, auto
from types import UnionType
from typing import TYPE_CHECKING, Any, Protocol, get_args

from studio.canvas.pan_zoom_view import PanZoomView
from studio.documents.document import Document
from studio.framework.appearance import Appearance
from studio.framework.background_jobs import BackgroundJobs
from studio.framework.document_tab import DocumentTab, MapDocumentTab, ObjectCommands
from studio.framework.file_operations import FileOperations
from studio.framework.panel_layouts import PanelLayouts
from studio.previews.preview_settings import PreviewSettings
from studio.printing.print_controller import PrintController
from studio.underlay.underlay_controller import UnderlayController
from studio.widgets.localization import Localizer
from studio.workspaces.game_launcher import GameLauncher
from studio.workspaces.map.edit_requests import MapEditRequests, StampRequests
from studio.workspaces.map.map_docks import MapDocks
from studio.workspaces.map.map_editor_provider import MapCreator
from studio.workspaces.map.map_toolbox import MaterialFamily, Toolbox
from studio.workspaces.map.tabletop.tabletop_docks import TabletopDocks
from studio.workspaces.map.tabletop.tabletop_editor_provider import TabletopCreator
from studio.workspaces.map.tabletop.tabletop_toolbox import TabletopToolbox
from studio.workspaces.map.terrain_import.import_controller import TerrainImportController
from studio.workspaces.play.play_controller import PlayController
from studio.workspaces.scenario.scenario_docks import ScenarioDocks
from studio.workspaces.umpire.umpire_controller import UmpireController

if TYPE_CHECKING:
    from studio.workspaces.map.map_editor_tab import MapEditorTab
    from studio.workspaces.map.tabletop.tabletop_editor_tab import TabletopEditorTab


class HelpService(Protocol):
    """The manual, the tutorial, what is new, and the preferences."""

    def manual(self) -> None:
        """Open the manual beside the work."""
        ...

    def rules(self) -> None:
        """Open the rules of the game of the work in front."""
        ...

    def guides(self) -> None:
        """Open the manual at the tutorials with pictures."""
        ...

    def tutorial(self) -> None:
        """Begin the tutorial."""
        ...

    def news(self) -> None:
        """Show what is new."""
        ...

    def preferences(self, name: str = "") -> None:
        """Change the preferences, beginning at one by its name."""
        ...

    def read(self, page: str, anchor: str) -> None:
        """Open the manual at a page, from a heading on."""
        ...


class SearchService(Protocol):
    """The search of everything, and of places alone."""

    def open(self) -> None:
        """Open the search."""
        ...

    def open_places(self) -> None:
        """Open the search of what has a place on the map in front."""
        ...


class Menu(StrEnum):
    """The menus, from left to right."""

    FILE = "file"
    EDIT = "edit"
    TOOLS = "tools"
    MAP = "map"
    TABLE = "table"
    SCENARIO = "scenario"
    PLAY = "play"
    UMPIRE = "umpire"
    VIEW = "view"
    HELP = "help"


class StudioWindow(Protocol):
    """The parts of the window that actions need."""

    docks: MapDocks
    filing: FileOperations
    grounds: TerrainImportController
    new_maps: MapCreator
    new_tables: TabletopCreator
    table_docks: TabletopDocks
    table_toolbox: TabletopToolbox
    jobs: BackgroundJobs
    lookout: PreviewSettings
    printing: PrintController
    underlays: UnderlayController
    requests: MapEditRequests
    stamp_requests: StampRequests
    scenario_docks: ScenarioDocks
    toolbox: Toolbox
    localize: Localizer
    looks: Appearance
    layouts: PanelLayouts

    @property
    def helping(self) -> HelpService:
        """The help inside the window."""
        ...

    @property
    def search(self) -> SearchService:
        """The search."""
        ...

    @property
    def active_tab(self) -> DocumentTab | None:
        """The work in front; None while no work is open."""
        ...

    @property
    def required_active_tab(self) -> DocumentTab:
        """Likewise, for actions that are only enabled while there is one."""
        ...

    @property
    def map_tab(self) -> MapDocumentTab | None:
        """The work in front, where it is shown on a map."""
        ...

    @property
    def object_commands(self) -> ObjectCommands | None:
        """Actions on the things selected in the work in front, if it has any."""
        ...

    @property
    def table(self) -> TabletopEditorTab | None:
        """The table in front; None while there is none."""
        ...

    @property
    def active_map_editor(self) -> MapEditorTab | None:
        """The map in front; None while none is open."""
        ...

    @property
    def required_map_editor(self) -> MapEditorTab:
        """Likewise, for actions that are only enabled while there is one."""
        ...

    stage: GameLauncher

    @property
    def console(self) -> UmpireController:
        """The umpired game in front, and how such games are begun."""
        ...

    @property
    def playing(self) -> PlayController:
        """The game in front, and how games are begun and ended."""
        ...

    def close_front(self) -> None:
        """Close the map in front, if nothing would be lost or the user confirms."""
        ...

    def leave(self) -> None:
        """Close the window, likewise."""
        ...

    def escape(self) -> None:
        """Cancel the present action: a stroke, a preview, the selection."""
        ...

    def show_shortcuts(self) -> None:
        """Open the shortcut sheet."""
        ...

    def show_about(self) -> None:
        """Say what this program is, with versions."""
        ...

    def next_map(self) -> None:
        """Bring the next tab to the front."""
        ...


class RefreshTrigger(Enum):
    """Events so frequent that only the actions depending on them are asked again."""

    STEP = auto()  # a step made, taken back or made again in the work in front
    ANSWER = auto()  # an answer in the game in front


Deed = Callable[[StudioWindow], None]
Question = Callable[[StudioWindow], bool]
_reasons: dict[Question, str] = {}
NO_REASON = "needs-other"  # the text for a question that has none of its own


def with_reason(key: str) -> Callable[[Question], Question]:
    """Name the text that says what is missing while the answer to a question is no."""

    def note(question: Question) -> Question:
        _reasons[question] = key
        return question

    return note


def reason_of(question: Question) -> str:
    """Return the key of the text that says what is missing where a question is denied."""
    return _reasons.get(question, NO_REASON)


def is_always_enabled(studio: StudioWindow) -> bool:
    """At any time."""
    return True


@with_reason("needs-file")
def has_document(studio: StudioWindow) -> bool:
    """While a work is open."""
    return studio.active_tab is not None


@with_reason("needs-map")
def has_map_canvas(studio: StudioWindow) -> bool:
    """While the work in front is shown on a map."""
    return studio.map_tab is not None


def active_map_tab(studio: StudioWindow) -> MapDocumentTab:
    """The work in front, for actions that are only enabled while it is shown on a map."""
    assert studio.map_tab is not None, "no map is shown"
    return studio.map_tab


@with_reason("needs-drawing")
def has_canvas(studio: StudioWindow) -> bool:
    """While the work in front is shown on a canvas, of a map or of a table."""
    return studio.active_tab is not None and studio.active_tab.surface is not None


def active_canvas(studio: StudioWindow) -> PanZoomView[Any]:
    """Return that canvas, for actions that are only enabled while there is one."""
    surface = studio.required_active_tab.surface
    assert surface is not None, "no canvas is in front"
    return surface


def active_tabletop(studio: StudioWindow) -> TabletopEditorTab:
    """The table in front, for actions that are only enabled while there is one."""
    assert studio.table is not None, "no table is in front"
    return studio.table


@with_reason("needs-task")
def has_document_or_job(studio: StudioWindow) -> bool:
    """While a work is open, or something runs in the background."""
    return studio.active_tab is not None or bool(studio.jobs.running)


@with_reason("needs-map")
def has_map(studio: StudioWindow) -> bool:
    """While a map is open."""
    return studio.active_map_editor is not None


@with_reason("needs-selection")
def has_selection(studio: StudioWindow) -> bool:
    """While hexes are selected."""
    return studio.active_map_editor is not None and bool(
        studio.active_map_editor.context.selection.size
    )


@with_reason("needs-selection")
def has_selection_or_objects(studio: StudioWindow) -> bool:
    """While hexes are selected, or things of a table."""
    if studio.object_commands is not None:
        return studio.object_commands.has_selection
    return has_selection(studio)


@with_reason("needs-drawing")
def has_map_or_tabletop(studio: StudioWindow) -> bool:
    """While a map is in front, or a table with things to select."""
    return studio.active_map_editor is not None or studio.object_commands is not None


def has_floating_paste(studio: StudioWindow) -> bool:
    """While something that was pasted hangs at the pointer."""
    return studio.active_map_editor is not None and studio.active_map_editor.is_hanging


def has_stamp(studio: StudioWindow) -> bool:
    """True while a stamp is selected."""
    return (
        studio.active_map_editor is not None
        and studio.toolbox.material.family is MaterialFamily.STAMP
    )


@with_reason("needs-own-stamp")
def has_user_stamp(studio: StudioWindow) -> bool:
    """While it is one of the user's own."""
    return studio.toolbox.material.kind in studio.toolbox.stamps.kept


@with_reason("needs-clipboard")
def has_pasteable_clipboard(studio: StudioWindow) -> bool:
    """While something was copied and the pointer says where to put it."""
    if studio.object_commands is not None:
        return studio.object_commands.can_paste
    return studio.active_map_editor is not None and studio.toolbox.clipboard is not None


@with_reason("needs-saved-file")
def has_file(studio: StudioWindow) -> bool:
    """While the work in front has a file."""
    return studio.active_tab is not None and studio.active_tab.document.path is not None


@with_reason("needs-step")
def can_undo(studio: StudioWindow) -> bool:
    """While there is a step to take back."""
    return studio.active_tab is not None and (
        studio.active_tab.can_undo or has_floating_paste(studio)
    )


@with_reason("needs-undone-step")
def can_redo(studio: StudioWindow) -> bool:
    """While there is a step to make again."""
    return studio.active_tab is not None and studio.active_tab.can_redo


@dataclass(frozen=True)
class Action:
    """One thing the studio can do.

    `shortcuts` are keys as Qt writes them. `checked` makes it one that can be on or off. One that
    is `held` also lasts as long as its key is down. `section` groups what belongs together. `of`
    is the kind of work it is for: while another is in front it cannot be done. `turns_on` is what
    besides a change of the work in front may change whether it can be done, or is on.
    """

    id: str
    menu: Menu
    do: Deed
    shortcuts: tuple[str, ...] = ()
    when: Question = is_always_enabled
    checked: Question | None = None
    section: str = ""
    held: bool = False
    on_bar: bool = False
    of: type[Document] | UnionType = Document
    turns_on: tuple[RefreshTrigger, ...] = ()

    def is_for(self, work: Document | None) -> bool:
        """Return True if it is for the active work; one for any work needs none open."""
        return self.of is Document or isinstance(work, self.of)

    def reason_key(self, studio: StudioWindow) -> str:
        """Return the key of the text that says why it cannot be done now; empty if it can."""
        work = studio.active_tab.document if studio.active_tab is not None else None
        if not self.is_for(work):
            return _file_needed(self.of)
        return "" if self.when(studio) else reason_of(self.when)


def _file_needed(of: type[Document] | UnionType) -> str:
    """Return the key of the text that says which kind of file is to be opened first."""
    names = [each.__name__ for each in get_args(of) or (of,)]
    if len(names) > 1:
        return "needs-drawing" if "MapDocument" in names else "needs-table"
    return {
        "MapDocument": "needs-map",
        "ScenarioDocument": "needs-scenario",
        "UmpiredGameDocument": "needs-umpired-game",
    }.get(names[0], "needs-spreadsheet")


def actions_for_documents(
    kind: type[Document] | UnionType, actions: Iterable[Action], but: Collection[str] = ()
) -> Iterator[Action]:
    """Actions for one kind of work; those named in `but` are for any."""
    return (each if each.id in but else replace(each, of=kind) for each in actions)


def actions_refreshed_on(cause: RefreshTrigger, actions: Iterable[Action]) -> Iterator[Action]:
    """Actions that are asked again when something happens often."""
    return (replace(each, turns_on=(*each.turns_on, cause)) for each in actions)


def ignore_result(answer: object) -> None:
    """Discard a return value."""
