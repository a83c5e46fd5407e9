"""What an action is, and what actions need of the window."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum, StrEnum, auto
from types import UnionType
from typing import TYPE_CHECKING, Any, Protocol

from studio.canvas.surface import Surface
from studio.console.console import Console
from studio.document.work import Work
from studio.ground.grounds import Grounds
from studio.lookout.lookout import Lookout
from studio.mapping.docks import MapDocks
from studio.mapping.new_maps import NewMaps
from studio.mapping.requests import Requests
from studio.mapping.stamp_requests import StampRequests
from studio.mapping.toolbox import Family, Toolbox
from studio.parts.filing import Filing
from studio.parts.going import GoingTo
from studio.parts.helps import Helps
from studio.parts.jobs import Jobs
from studio.parts.looks import Looks
from studio.parts.panel_layouts import PanelLayouts
from studio.parts.speech import Speech
from studio.parts.tab import Tab, ThingDeeds, WorkTab
from studio.playtest.playing import Playing
from studio.printing.printing import Printing
from studio.scenario.docks import ScenarioDocks
from studio.stage import Stage
from studio.tabletop.new_tables import NewTables
from studio.tabletop.table_docks import TableDocks
from studio.tabletop.table_toolbox import TableToolbox
from studio.underlay.underlays import Underlays

if TYPE_CHECKING:
    from studio.mapping.editor import Editor
    from studio.tabletop.table_tab import TableTab


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


class Studio(Protocol):
    """What actions need of the window."""

    docks: MapDocks
    filing: Filing
    going: GoingTo
    grounds: Grounds
    new_maps: NewMaps
    new_tables: NewTables
    table_docks: TableDocks
    table_toolbox: TableToolbox
    jobs: Jobs
    lookout: Lookout
    printing: Printing
    underlays: Underlays
    requests: Requests
    stamp_requests: StampRequests
    scenario_docks: ScenarioDocks
    toolbox: Toolbox
    say: Speech
    looks: Looks
    layouts: PanelLayouts

    @property
    def helping(self) -> Helps:
        """The help inside the window."""
        ...

    @property
    def tab(self) -> WorkTab | None:
        """The work in front; None while no work is open."""
        ...

    @property
    def work(self) -> WorkTab:
        """Likewise, for actions that are only enabled while there is one."""
        ...

    @property
    def map_tab(self) -> Tab | None:
        """The work in front, where it is shown on a map."""
        ...

    @property
    def things(self) -> ThingDeeds | None:
        """Actions on the things selected in the work in front, if it has any."""
        ...

    @property
    def table(self) -> TableTab | None:
        """The table in front; None while there is none."""
        ...

    @property
    def editor(self) -> Editor | None:
        """The map in front; None while none is open."""
        ...

    @property
    def front(self) -> Editor:
        """Likewise, for actions that are only enabled while there is one."""
        ...

    stage: Stage

    @property
    def console(self) -> Console:
        """The umpired game in front, and how such games are begun."""
        ...

    @property
    def playing(self) -> Playing:
        """The game in front, and how games are begun and ended."""
        ...

    def close_front(self) -> None:
        """Close the map in front, if nothing would be lost or the user confirms."""
        ...

    def leave(self) -> None:
        """Close the window, likewise."""
        ...

    def escape(self) -> None:
        """Give up what is under way: a stroke, a preview, the selection."""
        ...

    def find_action(self) -> None:
        """Open the command palette."""
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


class Often(Enum):
    """Events so frequent that only the actions depending on them are asked again."""

    STEP = auto()  # a step made, taken back or made again in the work in front
    ANSWER = auto()  # an answer in the game in front


Deed = Callable[[Studio], None]
Question = Callable[[Studio], bool]


def always(studio: Studio) -> bool:
    """At any time."""
    return True


def with_work(studio: Studio) -> bool:
    """While a work is open."""
    return studio.tab is not None


def with_canvas(studio: Studio) -> bool:
    """While the work in front is shown on a map."""
    return studio.map_tab is not None


def on_map(studio: Studio) -> Tab:
    """The work in front, for actions that are only enabled while it is shown on a map."""
    assert studio.map_tab is not None, "no map is shown"
    return studio.map_tab


def with_surface(studio: Studio) -> bool:
    """While the work in front is shown on a canvas, of a map or of a table."""
    return studio.tab is not None and studio.tab.surface is not None


def on_surface(studio: Studio) -> Surface[Any]:
    """That canvas, for actions that are only enabled while there is one."""
    surface = studio.work.surface
    assert surface is not None, "no canvas is in front"
    return surface


def on_table(studio: Studio) -> TableTab:
    """The table in front, for actions that are only enabled while there is one."""
    assert studio.table is not None, "no table is in front"
    return studio.table


def with_something(studio: Studio) -> bool:
    """While a work is open, or something runs in the background."""
    return studio.tab is not None or bool(studio.jobs.running)


def with_map(studio: Studio) -> bool:
    """While a map is open."""
    return studio.editor is not None


def with_selection(studio: Studio) -> bool:
    """While hexes are selected."""
    return studio.editor is not None and bool(studio.editor.desk.selection.size)


def with_chosen(studio: Studio) -> bool:
    """While hexes are selected, or things of a table."""
    if studio.things is not None:
        return studio.things.has_selection
    return with_selection(studio)


def with_map_or_table(studio: Studio) -> bool:
    """While a map is in front, or a table with things to select."""
    return studio.editor is not None or studio.things is not None


def with_hanging(studio: Studio) -> bool:
    """While something that was pasted hangs at the pointer."""
    return studio.editor is not None and studio.editor.is_hanging


def with_stamp(studio: Studio) -> bool:
    """While a stamp is in hand."""
    return studio.editor is not None and studio.toolbox.material.family is Family.STAMP


def with_kept_stamp(studio: Studio) -> bool:
    """While it is one of the user's own."""
    return studio.toolbox.material.kind in studio.toolbox.stamps.kept


def with_clipboard(studio: Studio) -> bool:
    """While something was copied and the pointer says where to put it."""
    if studio.things is not None:
        return studio.things.can_paste
    return studio.editor is not None and studio.toolbox.clipboard is not None


def with_file(studio: Studio) -> bool:
    """While the work in front has a file."""
    return studio.tab is not None and studio.tab.document.path is not None


def undoable(studio: Studio) -> bool:
    """While there is a step to take back."""
    return studio.tab is not None and (studio.tab.can_undo or with_hanging(studio))


def redoable(studio: Studio) -> bool:
    """While there is a step to make again."""
    return studio.tab is not None and studio.tab.can_redo


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
    when: Question = always
    checked: Question | None = None
    section: str = ""
    held: bool = False
    on_bar: bool = False
    of: type[Work] | UnionType = Work
    turns_on: tuple[Often, ...] = ()

    def is_for(self, work: Work | None) -> bool:
        """Whether it is for the work in front; what is for any work needs none open."""
        return self.of is Work or isinstance(work, self.of)


def of(
    kind: type[Work] | UnionType, actions: Iterable[Action], but: Collection[str] = ()
) -> Iterator[Action]:
    """Actions for one kind of work; those named in `but` are for any."""
    return (each if each.id in but else replace(each, of=kind) for each in actions)


def turning_on(cause: Often, actions: Iterable[Action]) -> Iterator[Action]:
    """Actions that are asked again when something happens often."""
    return (replace(each, turns_on=(*each.turns_on, cause)) for each in actions)


def void(answer: object) -> None:
    """Discard a return value."""
