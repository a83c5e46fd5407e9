"""The Help menu."""

from __future__ import annotations

from studio.actions.action import Action, Menu

HELP: tuple[Action, ...] = (
    Action("find-action", Menu.HELP, lambda s: s.find_action(), ("Ctrl+Shift+P",)),
    Action("shortcuts", Menu.HELP, lambda s: s.show_shortcuts(), ("F1", "?")),
    Action("about", Menu.HELP, lambda s: s.show_about()),
)  # fmt: skip
