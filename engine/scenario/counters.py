"""What a scenario puts on its counters: each side's colour, each unit's number."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable

from engine.scenario.colour_difference import difference, lab
from engine.scenario.scenario import Scenario, ScenarioUnit
from engine.texts import LocalText, localised

# Of sides that name no colour of their own; apart for the colour-blind too.
COLOURS = ("#c8352b", "#2b62c8", "#e0a52f", "#3d3d3d", "#64d8bb", "#49165a")
LONGEST_DESIGNATION = 4
PART = re.compile(r"[(（]([A-Za-z])[)）]$")
LIKE = 15.0  # CIEDE2000: colours nearer than that are mixed up on counters half a hex wide


def side_colours(scenario: Scenario) -> dict[str, str]:
    """The colour of each side's counters."""
    return {
        side.id: side.colour or COLOURS[number % len(COLOURS)]
        for number, side in enumerate(scenario.sides)
    }


def looks_like(one: str, other: str) -> bool:
    """Whether counters of two colours, written as `#rrggbb`, are easily mixed up."""
    return difference(lab(one), lab(other)) < LIKE


def clearest_colour(taken: Iterable[str]) -> str:
    """Of the usual colours, the one that looks least like those taken."""
    near = [lab(colour) for colour in taken]
    return max(
        COLOURS,
        key=lambda colour: min((difference(lab(colour), each) for each in near), default=0.0),
    )


def same_numbers(units: Iterable[ScenarioUnit]) -> list[list[ScenarioUnit]]:
    """The units of each side whose counters bear one number, where they are several."""
    bearers = defaultdict(list)
    for unit in units:
        bearers[unit.side, designation(unit.id, unit.name)].append(unit)
    return [same for (_, said), same in bearers.items() if said.isdigit() and len(same) > 1]


def designation(id_: str, name: LocalText) -> str:
    """What is printed on a counter: the last number of a unit's name or id.

    Without any it is the head of the last part of its id, as HQ of red-hq. A letter in brackets
    behind the name, as parts of one unit bear, stands behind that.
    """
    said = localised(name, "en")
    part = PART.search(said)
    letter = part[1].upper() if part else ""
    for words in (said, id_):
        numbers = re.findall(r"\d+", words)
        if numbers:
            return (str(numbers[-1]) + letter)[-LONGEST_DESIGNATION:]
    return id_.rpartition("-")[2][:2].upper() + letter
