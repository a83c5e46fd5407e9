"""What a side has besides units, for its order of battle: stocks, and what it lays in hexes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from engine.games import limits
from engine.games.allowed import ScenarioLimits
from engine.scenario.scenario import Feature, Scenario
from engine.telling.names import Names
from engine.texts import localised, text
from studio.printing.flow import Cell, PageBlock, heading, table

WIDE = (70, 25, 85)  # mm


def belonging_blocks(names: Names, side: str, width: float) -> list[PageBlock]:
    """A table of them; nothing for a side that has none."""
    scenario, language = names.scenario, names.language
    known = limits(scenario.game, scenario.rules, [each.id for each in scenario.sides])
    rows = [*_stocks(scenario, side, known, language), *_features(names, side, known)]
    if not rows:
        return []

    def told(key: str) -> str:
        return text(f"printing.belongings-{key}", language, side=names.side(side))

    heads = [told("what"), told("count"), told("where")]
    return [heading(told("of")), *table(heads, rows, WIDE, width)]


def _stocks(
    scenario: Scenario, side: str, known: ScenarioLimits, language: str | None
) -> Iterator[Sequence[Cell]]:
    said = {word.id: localised(word.said, language) for word in known.stocks}
    where = text("printing.belongings-stock", language)
    for name, count in scenario.side(side).stocks.items():
        if count:
            yield [said.get(name, name), str(count), where]


def _features(names: Names, side: str, known: ScenarioLimits) -> Iterator[Sequence[Cell]]:
    own = (each for each in names.scenario.features if each.side == side)
    alike = Counter((each.kind, _place(names, each)) for each in own)
    for (kind, where), count in alike.items():
        name = (
            localised(known.features[kind].name, names.language) if kind in known.features else kind
        )
        yield [name, str(count), where]


def _place(names: Names, feature: Feature) -> str:
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
