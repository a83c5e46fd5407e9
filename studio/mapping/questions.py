"""The dialogs for painting maps, each loaded when first needed."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from engine.editing.geometry import Margins
from engine.editing.name_curves import Curve
from engine.editing.plans import NewSheet, SheetPlan, plan_from, values_of
from engine.editing.replacing import Replacing
from engine.editing.sheet_edits import Field
from engine.files import strictjson
from engine.hexes.flat import Indices
from engine.hexes.labels import Labels
from engine.map.map import USUAL_LOOK, Map, NameLook
from engine.map.terrain import OwnKind
from engine.texts import LocalText
from studio.parts.asking import Over, RoomQuestion, is_accepted

if TYPE_CHECKING:
    from studio.mapping.naming import PlaceWords, ZoneWords
    from studio.mapping.replace_dialog import ReplaceOrder


@dataclass(frozen=True)
class AskNewMap:
    """The blank map to begin with, planned from a template."""

    template: str = ""

    def by_dialog(self, over: Over) -> NewSheet | None:
        """By the dialog of a new map, which remembers what was made last."""
        from studio.mapping.new_map import NewMap

        dialog = NewMap(over.say, last_plan(over.memory.plan), self.template, over.window)
        if not is_accepted(dialog):
            return None
        over.memory.plan = json.dumps(values_of(dialog.plan()))
        sheet = dialog.sheet()
        return AskCountry(sheet).by_dialog(over) if dialog.wants_country else sheet


@dataclass(frozen=True)
class AskCountry:
    """A map with country on it: on a sheet that is planned, or on one like the last."""

    sheet: NewSheet | None = None

    def by_dialog(self, over: Over) -> NewSheet | None:
        """By the dialog that shows the country while its amounts are turned."""
        from studio.mapping.country_dialog import CountryDialog

        sheet = self.sheet or NewSheet((last_plan(over.memory.plan) or FIRST_PLAN).map())
        dialog = CountryDialog(sheet.map, over.memory.country, over.say, over.window)
        if not is_accepted(dialog) or dialog.made is None:
            return None
        over.memory.country = dialog.remembered()
        return replace(sheet, map=dialog.made, is_made=True)


@dataclass(frozen=True)
class AskMapProperties:
    """What a map shall say of itself."""

    map: Map

    def by_dialog(self, over: Over) -> dict[Field, Any] | None:
        """By the dialog of the map's properties."""
        from studio.mapping.map_properties import MapProperties

        dialog = MapProperties(self.map, over.say, over.window)
        return dialog.values() if is_accepted(dialog) else None


@dataclass(frozen=True)
class AskKinds:
    """The terrain kinds of a map's own."""

    map: Map

    def by_dialog(self, over: Over) -> dict[str, OwnKind] | None:
        """By the dialog of own kinds."""
        from studio.mapping.kinds_dialog import KindsDialog

        dialog = KindsDialog(self.map, over.say, over.window)
        return dialog.kinds() if is_accepted(dialog) else None


@dataclass(frozen=True)
class AskSheetSize:
    """What is added to a sheet on each side, beginning from some margins."""

    map: Map
    selection: Indices
    begin: Margins

    def by_dialog(self, over: Over) -> Margins | None:
        """By the dialog of the sheet's size."""
        from studio.mapping.sheet_size import SheetSize

        dialog = SheetSize(self.map, self.selection, over.say, over.window)
        dialog.set_margins(self.begin)
        return dialog.margins() if is_accepted(dialog) else None


@dataclass(frozen=True)
class AskReplace:
    """Which terrain takes the place of which, beginning with what is in hand."""

    map: Map
    selection: Indices
    begin: Replacing | None = None

    def by_dialog(self, over: Over) -> ReplaceOrder | None:
        """By the dialog that counts first."""
        from studio.mapping.replace_dialog import ReplaceDialog

        dialog = ReplaceDialog(self.map, self.selection, self.begin, over.say, over.window)
        return dialog.order() if is_accepted(dialog) else None


@dataclass(frozen=True)
class AskZone:
    """What a zone is called, by an id that is not taken and is no label."""

    was: ZoneWords
    taken: list[str]
    labels: Labels

    def by_dialog(self, over: Over) -> ZoneWords | None:
        """By a small dialog."""
        from studio.mapping.naming import ZoneDialog

        dialog = ZoneDialog(self.was, self.taken, self.labels, over.say, over.window)
        return dialog.words() if is_accepted(dialog) else None


@dataclass(frozen=True)
class AskPlace(RoomQuestion["PlaceWords"]):
    """The name at a hex, which is given by its label; an empty one takes the name away."""

    was: LocalText
    hex: str
    look: NameLook = USUAL_LOOK
    along: Curve | None = None  # the water near it

    def by_dialog(self, over: Over) -> PlaceWords | None:
        """By a small dialog."""
        from studio.mapping.naming import PlaceDialog

        dialog = PlaceDialog(
            self.was, self.hex, over.say, over.window, look=self.look, along=self.along
        )
        return dialog.words() if is_accepted(dialog) else None


FIRST_PLAN = SheetPlan(columns=44, rows=32)


def last_plan(remembered: str) -> SheetPlan | None:
    """The plan of the map made last; None if none is remembered, or it is not sound."""
    try:
        return plan_from(strictjson.loads(remembered)) if remembered else None
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError):
        return None  # settings from another version, or edited by hand
