"""Counters as values: all that is drawn of one unit, by the layout its scenario names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from engine.games import printed_counter_values
from engine.games.counter_values import NOTHING_PRINTED, CounterValues
from engine.games.game_appearance import NO_MARKS, FigureBase, MarkLook, MarkLooks
from engine.scenario.counter_layout import CounterLayout
from engine.scenario.formations import formations_by_id, parent_formations
from engine.scenario.scenario import Formation, Scenario, ScenarioUnit
from engine.texts import LocalText


@dataclass(frozen=True)
class Counter:
    """One unit's counter: its side's colour, its type's symbol, its number, its state markers."""

    id: str
    side: str
    colour: str
    symbol: str = "unknown"
    designation: str = ""
    name: LocalText = field(default="", hash=False)
    type_name: LocalText = field(default="", hash=False)
    marks: tuple[str, ...] = ()
    front: int | None = None  # where it faces, in degrees clockwise from the top of the page
    figures: int = 0  # it consists of; 0 where they are not counted
    base: FigureBase | None = None  # on which its figures stand, in games that draw them
    load: tuple[Counter, ...] = ()  # riders and weapons it has with it, side by side
    known: MarkLooks = NO_MARKS  # how the marks of its game look
    values: tuple[str, ...] = ()  # along its lower edge, then those beside the symbol
    layout: CounterLayout | None = None  # how it looks; None: as the studio draws it
    says: tuple[tuple[str, str], ...] = ()  # values by the words of layouts
    type: str = ""
    formation: LocalText = field(default="", hash=False)
    size: str = ""  # the mark over its symbol
    leads: bool = False  # it is the headquarters of a formation
    stripes: tuple[str, str] = ("", "")  # colours: of the formation that holds all, of its own

    @property
    def marker_styles(self) -> list[MarkLook]:
        """Return the looks of its marks."""
        return [self.known.look_of(mark) for mark in self.marks]

    @property
    def is_striped(self) -> bool:
        """Return True if one of its marks shows as stripes over its body."""
        return self.known.has_mark_showing(self.marks, "stripes")

    @property
    def is_greyed(self) -> bool:
        """Return True if one of its marks shows it in grey: it has acted."""
        return self.known.has_mark_showing(self.marks, "grey")


# Of formations that name no colour of their own, in their order.
STRIPES = ("#e0b12a", "#3d8f5a", "#b8482e", "#5b6fb5", "#8c4f9e", "#2e9aa6", "#c77b98", "#6e6a5e")


@dataclass(frozen=True)
class CounterCustomiser:
    """The additions of a scenario to its counters; none without a layout."""

    layout: CounterLayout | None = None
    printed: CounterValues = NOTHING_PRINTED
    formations: Mapping[str, Formation] = field(default_factory=dict)
    stripes: Mapping[str, str] = field(default_factory=dict)
    belongs: Mapping[str, tuple[str, str]] = field(default_factory=dict, compare=False)
    leads: Mapping[str, str] = field(default_factory=dict, compare=False)
    """The size of the formation that a unit is the headquarters of."""

    def customise_counter(
        self, counter: Counter, type_: Mapping[str, Any], formation: str = ""
    ) -> Counter:
        """A unit's counter, dressed; for one the scenario does not list, `formation` is given."""
        if self.layout is None:
            return counter
        formation, size = self.belongs.get(counter.id) or (formation, "")
        says = tuple(self.printed.values_of_type(type_).items())
        names = parent_formations(self.formations, formation)
        own = self.stripes.get(formation, "")
        top = self.stripes.get(names[-1].id, own) if names else own
        named = names[0].name or names[0].id if names else formation
        return replace(
            counter, layout=self.layout, says=says, formation=named, stripes=(top, own),
            size=size or self.leads.get(counter.id) or self.printed.size_of(type_),
            leads=counter.id in self.leads,
        )  # fmt: skip


UNDRESSED = CounterCustomiser()


def build_counter_customiser(scenario: Scenario) -> CounterCustomiser:
    """Return the additions to a scenario's counters; none without a layout."""
    return (
        counter_customiser_for_layout(scenario, scenario.layout) if scenario.layout else UNDRESSED
    )


def counter_customiser_for_layout(scenario: Scenario, layout: CounterLayout) -> CounterCustomiser:
    """The dress of a scenario in a layout."""
    known = formations_by_id(scenario.formations)
    belongs = {unit.id: (unit.formation, unit.size) for unit in scenario.units}
    leads = {each.headquarters: each.size for each in known.values() if each.headquarters}
    stripes = _stripes(known, scenario.units)
    return CounterCustomiser(
        layout, printed_counter_values(scenario.game), known, stripes, belongs, leads
    )


def _stripes(known: Mapping[str, Formation], units: Iterable[ScenarioUnit]) -> Mapping[str, str]:
    """The colour of each formation: its own, else that of the next above which names one.

    Where none does, it is the next of the default colours.
    """
    words = dict.fromkeys([*known, *(unit.formation for unit in units if unit.formation)])
    colours: dict[str, str] = {}
    for word in words:
        named = next((each.colour for each in parent_formations(known, word) if each.colour), "")
        colours[word] = named or STRIPES[len(colours) % len(STRIPES)]
    return colours
