"""The Help menu."""

from __future__ import annotations

from studio.actions.action import Action, Menu

HELP: tuple[Action, ...] = (
    Action("manual", Menu.HELP, lambda s: s.helping.manual(), ("Ctrl+F1",)),
    Action("guides", Menu.HELP, lambda s: s.helping.guides()),
    Action("tutorial", Menu.HELP, lambda s: s.helping.tutorial()),
    Action("news", Menu.HELP, lambda s: s.helping.news()),
    Action("find-action", Menu.HELP, lambda s: s.find_action(), ("Ctrl+Shift+P",)),
    Action("shortcuts", Menu.HELP, lambda s: s.show_shortcuts(), ("F1", "?")),
    Action("preferences", Menu.HELP, lambda s: s.helping.preferences(), ("Ctrl+Alt+P",)),
    Action("about", Menu.HELP, lambda s: s.show_about()),
)  # fmt: skip
