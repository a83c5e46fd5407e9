"""The Edit menu: steps of the history, the selection and the clipboard."""

from __future__ import annotations

import numpy as np

from studio.actions.action import (
    Action,
    Menu,
    Studio,
    redoable,
    undoable,
    with_clipboard,
    with_map,
    with_selection,
    with_something,
)
from studio.tools import selection


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


EDIT: tuple[Action, ...] = (
    Action("undo", Menu.EDIT, lambda s: s.work.undo(), ("Ctrl+Z",), undoable, on_bar=True),
    Action("redo", Menu.EDIT, lambda s: s.work.redo(), ("Ctrl+Shift+Z", "Ctrl+Y"), redoable,
           on_bar=True),
    Action("escape", Menu.EDIT, lambda s: s.escape(), ("Esc",), with_something, section="escape"),
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
)  # fmt: skip
