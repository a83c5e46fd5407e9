"""The toy game whole: what the editor, the checks, play, balance and print ask of a game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from engine.games import rule_trial_fields
from engine.games.handbook import Marker
from engine.games.rule_system import Overrides, RuleSystem
from engine.games.rules_design import (
    ChoiceKind,
    DataColumn,
    DataRow,
    GameWord,
    RuleChoice,
    RuleDataTable,
    Rules,
    TrialField,
    TrialValues,
)
from engine.games.scenario_limits import ScenarioLimits
from engine.games.stacking import head_count_stacking
from engine.map.board import Board
from engine.map.map import Map
from engine.movement.mobility import Mobility
from engine.play.forecast_blocks import PrintedTableCell, ResultChance
from engine.scenario.scenario import Card, Deck, Scenario
from engine.sight.line_trace import TraceRule
from engine.sight.map_sight import Sight
from tests.conformance.toy import HIT, LANE, TOY

WALKING = Mobility("walking", ground={"open": 1})
WALKER = {"walker": {"name": {"en": "Walker", "zh": "行人"}, "symbol": "infantry", "mp": LANE}}
TABLE = "shots"
SHEET = RuleDataTable(
    TABLE,
    "Shots",
    {"en": "What a shot does", "zh": "射击结果"},
    "dice",
    "",
    (DataColumn("result", {"en": "Result", "zh": "结果"}),),
    (DataRow("2–8", "2–8"), DataRow("9–12", "9–12")),
    {
        PrintedTableCell(TABLE, "2–8", "result"): "·",
        PrintedTableCell(TABLE, "9–12", "result"): "hit",
    },
    {
        PrintedTableCell(TABLE, "2–8", "result"): "·",
        PrintedTableCell(TABLE, "9–12", "result"): "hit",
    },
)
POINTS = {PrintedTableCell("units", "walker", "mp"): str(LANE)}
TYPES = RuleDataTable(
    "units",
    {"en": "Unit types", "zh": "单位类型"},
    {"en": "Unit types", "zh": "单位类型"},
    "",
    "",
    (DataColumn("mp", "MP"),),
    (DataRow("walker", {"en": "Walker", "zh": "行人"}),),
    POINTS,
    POINTS,
)


class ToyHandbook:
    """Walkers walk anywhere and see as far as the ground lets them."""

    id = "toy"

    def units(self) -> Mapping[str, Mapping[str, Any]]:
        return WALKER

    def sight(self, map_: Map, trace: TraceRule) -> Sight:
        board = Board(map_)
        return Sight(board.grid, board.level, board.level, trace)

    def vision_range(self, unit: str) -> int | None:
        return None

    def mobility(self, unit: str) -> Mobility:
        return WALKING

    def march_mobility(self, unit: str) -> Mobility | None:
        return None

    def movement_points(self, unit: str) -> int:
        return LANE

    def tables(self) -> Mapping[str, Mapping[str, Any]]:
        rows = [row.id for row in SHEET.rows]
        cells = [[SHEET.cells[PrintedTableCell(TABLE, row, "result")]] for row in rows]
        head = {"title": SHEET.title, "corner": "dice"}
        return {TABLE: {**head, "rows": rows, "columns": ["result"], "cells": cells}}

    def terrain(self) -> Mapping[str, Mapping[str, Any]]:
        return {"open": {"entry": 1}}

    def markers(self, scenario: Scenario) -> tuple[Marker, ...]:
        return (Marker("moved", "", len(scenario.units)),)

    def public_zones(self, scenario: Scenario) -> tuple[str, ...]:
        return ()

    def decks(self, scenario: Scenario) -> tuple[tuple[str, Deck], ...]:
        return ()


class ToyDesign:
    """One choice, which changes nothing, and two tables, which nobody may change."""

    def choices(self) -> tuple[RuleChoice, ...]:
        name = {"en": "Weather", "zh": "天气"}
        words = (
            GameWord("dry", {"en": "dry", "zh": "晴"}),
            GameWord("wet", {"en": "wet", "zh": "雨"}),
        )
        return (RuleChoice("weather", name, name, "T1", ChoiceKind.ONE_OF, "dry", words),)

    def data_tables(self, rules: Rules) -> tuple[RuleDataTable, ...]:
        return TYPES, SHEET

    def unused_tables(self, rules: Rules) -> frozenset[str]:
        return frozenset()

    def with_cell(self, rules: Rules, cell: PrintedTableCell, word: str) -> dict[str, Any]:
        return dict(rules)

    def reset_to_printed(
        self, rules: Rules, sheet: str, cell: PrintedTableCell | None = None
    ) -> dict[str, Any]:
        return dict(rules)

    def with_row(self, rules: Rules, sheet: str, row: str, like: str) -> dict[str, Any]:
        return dict(rules)

    def without_row(self, rules: Rules, sheet: str, row: str) -> dict[str, Any]:
        return dict(rules)

    def trial_fields(self, rules: Rules) -> tuple[TrialField, ...]:
        return (rule_trial_fields.distance_field(LANE),)

    def trial_odds(self, rules: Rules, trial: TrialValues) -> tuple[ResultChance, ...]:
        return ResultChance("·", 1 - HIT), ResultChance("hit", HIT)


def _limits(overrides: Overrides, sides: Iterable[str]) -> ScenarioLimits:
    return ScenarioLimits(
        2, head_count_stacking(6), {"walker": WALKING}, {"walker": 1}, (), {}, {}, {}, _no_card
    )


def _no_card(card: Card) -> None:
    """There are no cards."""


SYSTEM = RuleSystem(
    id="toy",
    title={"en": "Toy lane", "zh": "玩具小路"},
    rules=lambda: TOY,
    handbook=lambda overrides: ToyHandbook(),
    limits=_limits,
    design=ToyDesign,
    sheets=(
        {
            "id": "toy",
            "name": {"en": "A lane for toys", "zh": "玩具小路"},
            "hint": {"en": "7 × 2 hexes", "zh": "7 × 2 格"},
            "plan": {
                "columns": LANE + 1, "rows": 2, "orientation": "pointy", "shifted": "odd",
                "labels": {"style": "column-row"},
            },
        },
    ),
    looks=Path(__file__).with_name("toy_looks"),
    texts=Path(__file__).with_name("toy.yaml"),
)  # fmt: skip
