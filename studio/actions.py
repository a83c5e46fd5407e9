"""Everything the studio can do, as one table.

The menus, the tool bar, the shortcut sheet and the command palette are all made from `ACTIONS`. The
name of an action is the text `action-<id>`; of a menu, `menu-<id>`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Protocol

import numpy as np

from studio.canvas.position import Layers
from studio.document.geometry import flipped_left_right, flipped_top_bottom, rotated_180
from studio.document.sheet_edits import Replace
from studio.panels.editor import Editor
from studio.panels.filing import Filing
from studio.panels.previews import Preview
from studio.panels.requests import Requests
from studio.panels.speech import Speech
from studio.panels.toolbox import Family, Manner, Material, Toolbox
from studio.tools import selection

ZOOM_STEP = 1.25


class Menu(StrEnum):
    """The menus, from left to right."""

    FILE = "file"
    EDIT = "edit"
    TOOLS = "tools"
    MAP = "map"
    VIEW = "view"
    HELP = "help"


class Studio(Protocol):
    """What actions need of the window."""

    filing: Filing
    requests: Requests
    toolbox: Toolbox
    say: Speech
    layers: Layers

    @property
    def editor(self) -> Editor | None:
        """The map in front; None while none is open."""
        ...

    @property
    def front(self) -> Editor:
        """The same, for actions that are only enabled while there is one."""
        ...

    @property
    def theme(self) -> str:
        """Light, dark, or as the system has it."""
        ...

    def close_front(self) -> None:
        """Close the map in front, if nothing is lost or the user means it."""
        ...

    def leave(self) -> None:
        """Close the window, likewise."""
        ...

    def escape(self) -> None:
        """Give up what is under way: a stroke, a preview, the selection."""
        ...

    def show_layers(self, layers: Layers) -> None:
        """Show these layers of every map."""
        ...

    def toggle_preview(self, preview: Preview) -> None:
        """Show a preview until asked for again."""
        ...

    def set_theme(self, theme: str) -> None:
        """Another look of the window."""
        ...

    def choose_language(self, language: str) -> None:
        """Another language, at once."""
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


Deed = Callable[[Studio], None]
Question = Callable[[Studio], bool]


def always(studio: Studio) -> bool:
    """At any time."""
    return True


def with_map(studio: Studio) -> bool:
    """While a map is open."""
    return studio.editor is not None


def with_selection(studio: Studio) -> bool:
    """While hexes are selected."""
    return studio.editor is not None and bool(studio.editor.desk.selection.size)


def with_clipboard(studio: Studio) -> bool:
    """While something was copied and the pointer says where to put it."""
    editor = studio.editor
    return editor is not None and editor.desk.clipboard is not None


def with_file(studio: Studio) -> bool:
    """While the map in front has a file."""
    return studio.editor is not None and studio.editor.document.path is not None


def undoable(studio: Studio) -> bool:
    """While there is a step to take back."""
    return studio.editor is not None and studio.editor.document.history.canUndo()


def redoable(studio: Studio) -> bool:
    """While there is a step to make again."""
    return studio.editor is not None and studio.editor.document.history.canRedo()


@dataclass(frozen=True)
class Action:
    """One thing the studio can do.

    `shortcuts` are keys as Qt writes them. `checked` makes it one that can be on or off. One that
    is `held` also lasts as long as its key is down. `section` groups what belongs together.
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


# --- what they do ---------------------------------------------------------------------------------


def _undo(studio: Studio) -> None:
    document = studio.front.document
    if not studio.front.escape():  # the stroke under way is the latest step
        document.history.undo()


def _select(studio: Studio, inside: bool) -> None:
    desk = studio.front.desk
    count = len(desk.grid) if inside else 0
    desk.selection = np.arange(count, dtype=np.int32)
    studio.front.show_selection()


def _copy(studio: Studio) -> None:
    selection.copy(studio.front.desk)


def _cut(studio: Studio) -> None:
    selection.cut(studio.front.desk, studio.say("action-cut"))


def _paste(studio: Studio) -> None:
    front = studio.front
    at = front.here if front.here is not None else front.last_click
    at = at if at is not None else front.document.map.grid.hex(0, 0)
    selection.paste(front.desk, at, studio.say("action-paste"))
    front.show_selection()


def _clear(studio: Studio) -> None:
    selection.clear(studio.front.desk, studio.say("action-clear"))


def _turn(studio: Studio) -> None:
    selection.turn(studio.front.desk, 1, studio.say("action-turn"))
    studio.front.show_selection()


def _mirror(studio: Studio) -> None:
    selection.mirror(studio.front.desk, studio.say("action-mirror"))
    studio.front.show_selection()


def _flip(studio: Studio, how: str) -> None:
    document = studio.front.document
    flipped = {
        "flip-left-right": flipped_left_right,
        "flip-top-bottom": flipped_top_bottom,
        "turn-map": rotated_180,
    }[how](document.map)
    studio.front.apply(Replace(flipped), studio.say(f"action-{how}"))


# --- the table ------------------------------------------------------------------------------------


def _family(family: Family, key: str) -> Action:
    """The tool that paints one family of the palette."""
    return Action(
        f"tool-{family.value}",
        Menu.TOOLS,
        lambda studio: studio.toolbox.take_family(family),
        (key,),
        checked=lambda studio: studio.toolbox.material.family is family,
        section="families",
        on_bar=True,
    )


def _other(kind: str, key: str) -> Action:
    return Action(
        f"tool-{kind}",
        Menu.TOOLS,
        lambda studio: studio.toolbox.take(Material(Family.OTHER, kind)),
        (key,),
        checked=lambda studio: studio.toolbox.material == Material(Family.OTHER, kind),
        section="others",
        on_bar=True,
    )


def _manner(manner: Manner, key: str) -> Action:
    return Action(
        f"manner-{manner.value}",
        Menu.TOOLS,
        lambda studio: studio.toolbox.cover_by(manner),
        (key,),
        checked=lambda studio: studio.toolbox.manner is manner,
        section="manners",
        on_bar=True,
    )


def _layer(name: str) -> Action:
    def toggle(studio: Studio) -> None:
        shown = {each.name: getattr(studio.layers, each.name) for each in fields(Layers)}
        studio.show_layers(Layers(**shown | {name: not shown[name]}))

    return Action(
        f"layer-{name}",
        Menu.VIEW,
        toggle,
        checked=lambda studio: bool(getattr(studio.layers, name)),
        section="layers",
    )


def _preview(preview: Preview, key: str) -> Action:
    return Action(
        f"preview-{preview.value}",
        Menu.VIEW,
        lambda studio: studio.toggle_preview(preview),
        (key,),
        with_map,
        lambda studio: studio.editor is not None and studio.editor.preview is preview,
        "previews",
        held=True,
    )


def _theme(theme: str) -> Action:
    return Action(
        f"theme-{theme}",
        Menu.VIEW,
        lambda studio: studio.set_theme(theme),
        checked=lambda studio: studio.theme == theme,
        section="themes",
    )


def _language(language: str) -> Action:
    return Action(
        f"language-{language}",
        Menu.VIEW,
        lambda studio: studio.choose_language(language),
        checked=lambda studio: studio.say.language == language,
        section="languages",
    )


ACTIONS: tuple[Action, ...] = (
    Action("new", Menu.FILE, lambda s: s.filing.new(), ("Ctrl+N",), on_bar=True),
    Action("open", Menu.FILE, lambda s: s.filing.open(), ("Ctrl+O",), on_bar=True),
    Action("save", Menu.FILE, lambda s: void(s.filing.save(s.front.document)), ("Ctrl+S",),
           with_map, section="save", on_bar=True),
    Action("save-as", Menu.FILE, lambda s: void(s.filing.save_as(s.front.document)),
           ("Ctrl+Shift+S",), with_map, section="save"),
    Action("revert", Menu.FILE, lambda s: s.filing.revert(s.front.document), (), with_file,
           section="save"),
    Action("export", Menu.FILE, lambda s: s.front.export(s.filing), ("Ctrl+E",), with_map,
           section="export"),
    Action("close", Menu.FILE, lambda s: s.close_front(), ("Ctrl+W",), with_map, section="leave"),
    Action("quit", Menu.FILE, lambda s: s.leave(), ("Ctrl+Q",), section="leave"),
    Action("undo", Menu.EDIT, _undo, ("Ctrl+Z",), undoable, on_bar=True),
    Action("redo", Menu.EDIT, lambda s: s.front.document.history.redo(),
           ("Ctrl+Shift+Z", "Ctrl+Y"), redoable, on_bar=True),
    Action("escape", Menu.EDIT, lambda s: s.escape(), ("Esc",), with_map, section="escape"),
    Action("cut", Menu.EDIT, _cut, ("Ctrl+X",), with_selection, section="clips"),
    Action("copy", Menu.EDIT, _copy, ("Ctrl+C",), with_selection, section="clips"),
    Action("paste", Menu.EDIT, _paste, ("Ctrl+V",), with_clipboard, section="clips"),
    Action("clear", Menu.EDIT, _clear, ("Del",), with_selection, section="clips"),
    Action("turn", Menu.EDIT, _turn, ("Ctrl+R",), with_selection, section="clips"),
    Action("mirror", Menu.EDIT, _mirror, ("Ctrl+M",), with_selection, section="clips"),
    Action("select-all", Menu.EDIT, lambda s: _select(s, True), ("Ctrl+A",), with_map,
           section="selection"),
    Action("select-none", Menu.EDIT, lambda s: _select(s, False), ("Ctrl+D",), with_selection,
           section="selection"),
    _family(Family.GROUND, "G"),
    _family(Family.SIDE, "S"),
    _family(Family.LINK, "D"),
    _family(Family.LEVEL, "E"),
    _family(Family.ZONE, "Z"),
    _family(Family.STAMP, "T"),
    Action("tool-name", Menu.TOOLS, lambda s: s.requests.place_name(), ("N",), with_map,
           lambda s: s.toolbox.material == Material(Family.OTHER, "name"), "others", on_bar=True),
    _other("erase", "X"),
    _other("select", "M"),
    _other("move", "Shift+M"),
    _other("pick", "I"),
    _manner(Manner.BRUSH, "B"),
    _manner(Manner.LINE, "1"),
    _manner(Manner.RECTANGLE, "2"),
    _manner(Manner.POLYGON, "3"),
    _manner(Manner.LASSO, "4"),
    _manner(Manner.BUCKET, "F"),
    _manner(Manner.WAY, "W"),
    Action("brush-smaller", Menu.TOOLS, lambda s: s.toolbox.resize(-1), ("[",), section="size"),
    Action("brush-larger", Menu.TOOLS, lambda s: s.toolbox.resize(1), ("]",), section="size"),
    Action("title", Menu.MAP, lambda s: s.requests.title(s.front), (), with_map),
    Action("resize", Menu.MAP, lambda s: s.requests.size(s.front), (), with_map),
    Action("flip-left-right", Menu.MAP, lambda s: _flip(s, "flip-left-right"), (), with_map,
           section="flip"),
    Action("flip-top-bottom", Menu.MAP, lambda s: _flip(s, "flip-top-bottom"), (), with_map,
           section="flip"),
    Action("turn-map", Menu.MAP, lambda s: _flip(s, "turn-map"), (), with_map, section="flip"),
    Action("zoom-in", Menu.VIEW, lambda s: s.front.canvas.zoom_to(ZOOM_STEP), ("Ctrl++", "Ctrl+="),
           with_map, on_bar=True),
    Action("zoom-out", Menu.VIEW, lambda s: s.front.canvas.zoom_to(1 / ZOOM_STEP), ("Ctrl+-",),
           with_map, on_bar=True),
    Action("zoom-fit", Menu.VIEW, lambda s: s.front.canvas.fit(), ("Ctrl+0",), with_map,
           on_bar=True),
    Action("zoom-print", Menu.VIEW, lambda s: s.front.canvas.actual_size(), ("Ctrl+1",), with_map),
    Action("next-map", Menu.VIEW, lambda s: s.next_map(), ("Ctrl+Tab",), with_map),
    _preview(Preview.SIGHT, "V"),
    _preview(Preview.LINE, "L"),
    _preview(Preview.REACH, "R"),
    *map(_layer, ("elevation", "hillshade", "ground", "sides", "links", "zones", "places",
                  "labels", "grid")),
    *map(_theme, ("system", "light", "dark")),
    *map(_language, ("en", "zh")),
    Action("find-action", Menu.HELP, lambda s: s.find_action(), ("Ctrl+Shift+P",)),
    Action("shortcuts", Menu.HELP, lambda s: s.show_shortcuts(), ("F1", "?")),
    Action("about", Menu.HELP, lambda s: s.show_about()),
)  # fmt: skip


def void(answer: object) -> None:
    """Take no interest in an answer."""
