"""Tide of Iron: one file per chapter of its rules. Read turn_sequence.py first."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.games.rule_system import PackageParts

if TYPE_CHECKING:
    from engine.play.ai_support import AiSupport


def _thinking() -> AiSupport[Any]:
    from engine.games.tide.ai.option_value import is_worth_lookahead, option_value, planning_stage
    from engine.games.tide.ai.path_choice import possible_paths
    from engine.play.ai_support import AiSupport

    tempers = Path(__file__).parent / "data" / "tempers.yaml"
    return AiSupport(
        weigh=option_value,
        ways=possible_paths,
        tempers=tempers,
        stretch=planning_stage,
        matters=is_worth_lookahead,
    )


_PARTS = PackageParts(
    __name__,
    rules="adapter.rules:TIDE",
    handbook="adapter.handbook:TideHandbook",
    limits="adapter.scenario_limits:tide_limits",
    design="adapter.design:TideDesign",
    attacks="presentation.attack_report:list_attacks",
    conditions="victory:is_condition_met",
)
SYSTEM = replace(
    _PARTS.system("tide", {"en": "Tide of Iron", "zh": "钢铁狂潮"}),
    harmless=frozenset({"no-hit"}),
    thinking=_thinking,
    sight=lambda state: state.seeing.sight,
    rolls={
        "attack": ("RS1", "RS4"), "defence": ("RS2", "RS4"), "assault-defence": ("AS8",),
        "mine": ("X9",), "ice": ("X2",), "draw": ("D1",), "reroll": ("D7",), "scatter": ("D7.1",),
        "scatter-direction": ("D7.1",),
    },
    paragraphs={
        "move": ("M2", "M3", "M8", "G6", "G7"), "sight": ("LS1", "BS1", "BS6"),
        "fire": ("RS1", "RS2", "RS4"), "danger": ("OP1", "OF2", "X9"),
        "result": ("RS5", "RS8", "RS9", "RS11"), "turn": ("R3", "R5"),
    },
    rulebook=Path(__file__).parent / "data" / "rulebook",
    looks=Path(__file__).parent / "data",
    sheets=(
        {
            "id": "tide",
            "name": {"en": "Squads of figures", "zh": "人偶班组"},
            "hint": {
                "en": "Pointed hexes of 50 m, lettered columns, levels 0 to 2",
                "zh": "尖角朝上的 50 米六角格，列以字母编号，高度 0 至 2 级",
            },
            "plan": {
                "columns": 12, "rows": 10, "orientation": "pointy", "shifted": "odd",
                "hex_metres": 50.0, "level_metres": 10.0, "ground": "open",
                "labels": {"style": "letter-number"},
            },
        },
    ),
)  # fmt: skip
