"""Valor & Victory: one file per chapter of its rules. Read turn_sequence.py first."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.games.rule_system import PackageParts

if TYPE_CHECKING:
    from engine.play.ai_support import AiSupport


def _thinking() -> AiSupport[Any]:
    from engine.games.valor.ai.option_value import option_value, planning_stage
    from engine.play.ai_support import AiSupport

    data = Path(__file__).parent / "data"
    tempers, intents = data / "tempers.yaml", data / "intents.yaml"
    return AiSupport(weigh=option_value, tempers=tempers, stretch=planning_stage, intents=intents)


_PARTS = PackageParts(
    __name__,
    rules="adapter.rules:VALOR",
    handbook="adapter.handbook:ValorHandbook",
    limits="adapter.scenario_limits:valor_limits",
    design="adapter.design:ValorDesign",
    attacks="presentation.attack_report:list_attacks",
    conditions="victory:is_condition_met",
)
SYSTEM = replace(
    _PARTS.system("valor", {"en": "Valor & Victory", "zh": "胜利与勇气"}),
    harmless=frozenset({"no-points", "repelled"}),
    thinking=_thinking,
    sight=lambda state: state.seeing.sight,
    rolls={
        "attack": ("V14.4", "V13.4"), "hit": ("V16.2",), "penetration": ("V16.3",),
        "seam": ("V7.6",), "abandonment": ("V16.5",), "survival": ("V14.10",),
        "immobilisation": ("V15.8",), "assault": ("V15.5", "V15.6"), "overrun": ("V17.4",),
        "accuracy": ("V18.4",), "scatter": ("V18.4",), "mission": ("V18.6",),
        "mission-hit": ("V18.7",), "fire-lane": ("V13.12",), "mine": ("V19.8",),
        "sniper": ("V20.3",), "seek-sniper": ("V20.4",), "rally": ("V21.2",), "valor": ("V22.1",),
    },
    paragraphs={
        "move": ("V6.3", "V6.4", "V6.10", "V6.11"), "sight": ("V9.1", "V9.2", "V9.3"),
        "fire": ("V13.1", "V13.3", "V14.4"), "danger": ("V13.8", "V13.9"),
        "result": ("V14.5", "V14.14"), "turn": ("V5.8", "V13.1"),
    },
    rulebook=Path(__file__).parent / "data" / "rulebook",
    looks=Path(__file__).parent / "data",
    sheets=(
        {
            "id": "valor",
            "name": {"en": "Squads", "zh": "班组战斗"},
            "hint": {
                "en": "Flat-topped hexes of 40 m, lettered columns, two levels of hills",
                "zh": "平边朝上的 40 米六角格，列以字母编号，山有两级",
            },
            "plan": {
                "columns": 14, "rows": 10, "orientation": "flat", "shifted": "odd",
                "hex_metres": 40.0, "level_metres": 10.0, "ground": "open",
                "labels": {"style": "letter-number"},
            },
        },
    ),
)  # fmt: skip
