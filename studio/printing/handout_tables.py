"""Tables for hand-outs: purchases, stocks, hex features, and the choices of the rulebook."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from engine.games import scenario_limits_of
from engine.games.scenario_limits import ScenarioLimits
from engine.narration.scenario_names import ScenarioNames
from engine.scenario.scenario import Scenario, ScenarioFeature, ScenarioUnit
from engine.session.rulebook_choices import rulebook_choice_texts
from engine.texts import localised, text
from studio.printing.page_flow import Cell, PageBlock, heading_block, table_blocks

MAX_COUNTERS = 18  # of a type for a side that buys its army


@dataclass(frozen=True)
class ArmyPurchase:
    """The purchase of an army: its budget, its deployment zone, and the price of each type."""

    side: str
    budget: int
    zone: str
    costs: Mapping[str, int]

    def counters(self, types: Mapping[str, Mapping[str, Any]]) -> Iterator[ScenarioUnit]:
        """Units of each type, as many as are likely wanted, numbered from 1."""
        for kind, cost in self.costs.items():
            name = types[kind].get("name", "")
            for number in range(1, min(self.budget // cost, MAX_COUNTERS) + 1):
                yield ScenarioUnit(f"{self.side}-{kind}-{number}", self.side, kind, name)


def army_purchases(scenario: Scenario) -> dict[str, ArmyPurchase]:
    """Return the purchases of each side with a budget; none in games without purchases."""
    known = scenario_limits_of(scenario.game, scenario.rules, [side.id for side in scenario.sides])
    costs = {kind: cost for kind, cost in known.costs.items() if cost > 0}
    return {
        side.id: ArmyPurchase(side.id, side.budget, known.muster[side.id], costs)
        for side in scenario.sides
        if side.budget and side.id in known.muster
    }


def army_blocks(
    army: ArmyPurchase, kinds: Mapping[str, Sequence[Cell]], side: str, width: float, language: str
) -> list[PageBlock]:
    """A table to buy by and to write down what is bought; `kinds` are picture, name and values."""

    def told(key: str) -> str:
        return text(f"armies.{key}", language, side=side, budget=army.budget)

    heads = ["", *(text(f"printing.roster-{name}", language) for name in ("type", "values"))]
    heads += [told("cost"), told("number"), told("sum")]
    rows: list[Sequence[Cell]] = [
        [*kinds[kind], str(cost), "", ""]
        for kind, cost in army.costs.items()
        if cost <= army.budget
    ]  # fmt: skip
    rows.append([_nothing, told("together"), "", "", "", ""])
    return [
        heading_block(told("army")),
        *table_blocks(heads, rows, (13, 38, 69, 16, 22, 22), width),
    ]


def _nothing(painter: QPainter, room: QRectF) -> None:
    """A cell without a picture, as high as those with one."""


WIDE = (70, 25, 85)  # mm


def belongings_table_blocks(names: ScenarioNames, side: str, width: float) -> list[PageBlock]:
    """A table of them; nothing for a side that has none."""
    scenario, language = names.scenario, names.language
    known = scenario_limits_of(scenario.game, scenario.rules, [each.id for each in scenario.sides])
    rows = [*_stocks(scenario, side, known, language), *_features(names, side, known)]
    if not rows:
        return []

    def told(key: str) -> str:
        return text(f"printing.belongings-{key}", language, side=names.side(side))

    heads = [told("what"), told("count"), told("where")]
    return [heading_block(told("of")), *table_blocks(heads, rows, WIDE, width)]


def _stocks(
    scenario: Scenario, side: str, known: ScenarioLimits, language: str | None
) -> Iterator[Sequence[Cell]]:
    said = {word.id: localised(word.said, language) for word in known.stocks}
    where = text("printing.belongings-stock", language)
    for name, count in scenario.side(side).stocks.items():
        if count:
            yield [said.get(name, name), str(count), where]


def _features(names: ScenarioNames, side: str, known: ScenarioLimits) -> Iterator[Sequence[Cell]]:
    own = (each for each in names.scenario.features if each.side == side)
    alike = Counter((each.kind, _place(names, each)) for each in own)
    for (kind, where), count in alike.items():
        name = (
            localised(known.features[kind].name, names.language) if kind in known.features else kind
        )
        yield [name, str(count), where]


def _place(names: ScenarioNames, feature: ScenarioFeature) -> str:
    """The hex a feature lies in, and its front; or the zone it is laid in."""
    if feature.at is None:
        zone = names.zone(feature.zone)
        return text("printing.belongings-zone", names.language, zone=zone)
    label = names.label(feature.at)
    if feature.facing is None:
        return label
    way = names.scenario.map.grid.orientation.directions[feature.facing].lower()
    values = {"hex": label, "facing": text(f"playtest.front-{way}", names.language)}
    return text("printing.belongings-facing", names.language, **values)


def rule_choice_blocks(
    scenario: Scenario, reader: str, width: float, language: str
) -> list[PageBlock]:
    """Every choice with what counts here, and what the rulebook says where that is another."""
    rows = [list(made) for made in rulebook_choice_texts(scenario, reader, language)]
    if not rows:
        return []
    heads = [
        text(f"printing.choice-{name}", language) for name in ("name", "value", "book", "rule")
    ]
    named = heading_block(text("printing.choices", language))
    return [named, *table_blocks(heads, rows, (58, 62, 44, 16), width)]
