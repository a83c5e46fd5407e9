"""The commands for the forces of a scenario, by name and key.

Their functions are in unit_commands.py and formation_commands.py; these are not loaded before there
is a scenario, the menus are.
"""

from __future__ import annotations

from enum import StrEnum


class UnitCommand(StrEnum):
    """The commands for the selected units."""

    DUPLICATE = "duplicate"
    DELETE = "delete"
    RENUMBER = "renumber"
    TYPE = "type"
    FORMATION = "formation"
    ZONE = "zone"
    ARRIVE = "arrive"
    MARKS = "marks"


# The keys everywhere in a scenario; in the list and on the map Del deletes too.
KEYS = {
    UnitCommand.DUPLICATE: "Ctrl+Shift+D", UnitCommand.DELETE: "Ctrl+Del",
    UnitCommand.RENUMBER: "Ctrl+Shift+U", UnitCommand.TYPE: "Ctrl+Shift+T",
    UnitCommand.FORMATION: "Ctrl+Shift+F", UnitCommand.ZONE: "Ctrl+Shift+O",
    UnitCommand.ARRIVE: "Ctrl+Shift+Y", UnitCommand.MARKS: "Ctrl+Shift+M",
}  # fmt: skip


class FormationCommand(StrEnum):
    """The commands besides those for units alone."""

    COPY = "copy"
    PASTE = "paste"
    FOUND = "found"
    DISSOLVE = "dissolve"
    KEEP = "keep"
    LIBRARY = "library"


# The keys in the order of battle; no others are taken from the window.
CLIPBOARD = {FormationCommand.COPY: "Ctrl+C", FormationCommand.PASTE: "Ctrl+V"}
