"""The papers of a seat: its briefing, its aims, and what its units can do.

Everything is written from the scenario as the side may know it, as JSON values.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.games import UnknownGame, handbook_of, muster_zones, rule_system_of
from engine.games.rules_design import RuleDataTable
from engine.narration.markdown_text import as_json
from engine.narration.victory_text import victory_sentences
from engine.play.forecast_blocks import PrintedTableCell
from engine.scenario.scenario import Scenario
from engine.session.scenario_handout import scenario_handout
from engine.session.timeline import Words
from engine.texts import localised, text_languages
from engine.umpire.side_report import special_rules_view

UNSAID = ("name-en", "name-zh", "points", "symbol", "terrain")  # of unit types
YES, NO = "yes", "no"

Plain = dict[str, Any]


def seat_briefing(scenario: Scenario, side: str) -> Plain:
    """A side's `briefing`, its `aims` one by one, the `chart` of its units, its `special` rules.

    The briefing is a tree of its Markdown (`telling.prose`) in every language. Games without a
    handbook do not say what lies open in them: of those nothing is given.
    """
    try:
        known = scenario_handout(scenario, side)
    except UnknownGame:
        nothing: Plain = {"aims": [], "chart": [], "special": []}
        return {"briefing": {each: [] for each in text_languages()}, **nothing}
    told = known.briefings.get(side, "")
    return {
        "briefing": {each: as_json(localised(told, each)) for each in text_languages()},
        "aims": [
            dict(zip(text_languages(), said, strict=True))
            for said in zip(
                *(victory_sentences(known, each) for each in text_languages()), strict=True
            )
        ],
        "chart": list(_chart(known, side)),
        "special": special_rules_view(known, side),
    }


def _chart(known: Scenario, side: str) -> Iterator[dict[str, Words]]:
    """The types of a side's units with their values; all there are where it buys its army."""
    sheets = rule_system_of(known.game).design().data_tables(known.rules)
    sheet = next((each for each in sheets if each.id == "units"), None)
    has_choice = side in muster_zones(known)
    own = {unit.type for unit in known.units}
    for type_, entry in handbook_of(known).units().items():
        if sheet is not None and (has_choice or type_ in own):
            name = {each: localised(entry.get("name", type_), each) for each in text_languages()}
            values = {each: " · ".join(_values(sheet, type_, each)) for each in text_languages()}
            yield {"name": name, "values": values}


def _values(sheet: RuleDataTable, type_: str, language: str) -> Iterator[str]:
    """Yield the values of a unit type, each after its heading."""
    for column in sheet.columns:
        word = sheet.cells.get(PrintedTableCell(sheet.id, type_, column.id), "")
        if not word or word == NO or column.id in UNSAID:
            continue
        words = {each.id: localised(each.said, language) for each in column.words}
        value = "" if word == YES else words.get(word, word)
        yield f"{localised(column.name, language)} {value}".strip()
