"""What is done with the forces of a scenario, by name and key.

How it is done stands in unit_deeds.py and formation_deeds.py; these are not loaded before there is
a scenario, the menus are.
"""

from __future__ import annotations

from enum import StrEnum


class UnitDeed(StrEnum):
    """What can be done with the units chosen."""

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
    UnitDeed.DUPLICATE: "Ctrl+Shift+D", UnitDeed.DELETE: "Ctrl+Del",
    UnitDeed.RENUMBER: "Ctrl+Shift+U", UnitDeed.TYPE: "Ctrl+Shift+T",
    UnitDeed.FORMATION: "Ctrl+Shift+F", UnitDeed.ZONE: "Ctrl+Shift+O",
    UnitDeed.ARRIVE: "Ctrl+Shift+Y", UnitDeed.MARKS: "Ctrl+Shift+M",
}  # fmt: skip


class FormationDeed(StrEnum):
    """What can be done beside what is done with units alone."""

    COPY = "copy"
    PASTE = "paste"
    FOUND = "found"
    DISSOLVE = "dissolve"
    KEEP = "keep"
    LIBRARY = "library"


# The keys in the order of battle; no others are taken from the window.
CLIPBOARD = {FormationDeed.COPY: "Ctrl+C", FormationDeed.PASTE: "Ctrl+V"}
