"""Little Wars and its Kriegspiel: one file per chapter of the rules. See turn_sequence.py first."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.games.rule_system import Overrides, PackageParts, RuleSystem

if TYPE_CHECKING:
    from engine.games.figure_group_kinds import MeleeLosses
    from engine.games.handbook import Handbook
    from engine.games.rules_design import RulesDesign
    from engine.games.scenario_limits import ScenarioLimits
    from engine.play.ai_support import AiSupport, Weigh
    from engine.play.game import Rules


def _thinking() -> AiSupport[Any]:
    from engine.games.littlewars.ai.option_value import option_value

    return _thinking_by(option_value)


def _thinking_by(weigh: Weigh) -> AiSupport[Any]:
    """Return the AI support of a variant that values options by `weigh`."""
    from engine.games.littlewars.ai.gun_crew_orders import list_crew_orders
    from engine.games.littlewars.ai.option_value import determinise, phase_being_planned
    from engine.play.ai_support import AiSupport

    data = Path(__file__).parent / "data"
    tempers, intents = data / "tempers.yaml", data / "intents.yaml"
    return AiSupport(
        determinise,
        weigh,
        tempers=tempers,
        stretch=phase_being_planned,
        intents=intents,
        offers=list_crew_orders,
    )


ROLLS = {
    "first": ("L2.1",),
    "role": ("L19.2",),
    "chance": ("L20.2",),
    "shot": ("S3", "S5", "S6"),
    "coin": ("K7.2",),
}
PARAGRAPHS = {
    "move": ("L6.1", "L6.2", "G6"),
    "sight": ("S5",),
    "fire": ("L7.1", "L8.1", "S3"),
    "danger": ("L9.1",),
    "result": ("L9.1", "L12"),
    "turn": ("L5.1",),
}


def _melee(larger: int, smaller: int, is_isolated: bool) -> MeleeLosses:
    from engine.games.figure_group_kinds import MeleeLosses
    from engine.games.littlewars.melees import melee_outcome

    return MeleeLosses(*melee_outcome(larger, smaller, is_isolated))


_PARTS = PackageParts(
    __name__,
    rules="adapter.rules:LITTLEWARS",
    handbook="adapter.handbook:LittleWarsHandbook",
    limits="adapter.scenario_limits:littlewars_limits",
    design="adapter.design:LittleWarsDesign",
)
SYSTEM = replace(
    _PARTS.system("littlewars", {"en": "Little Wars", "zh": "小型战争"}),
    arms={
        "infantry": {"en": "Infantry", "zh": "步兵"},
        "cavalry": {"en": "Cavalry", "zh": "骑兵"},
        "artillery": {"en": "Artillery", "zh": "炮兵"},
    },
    thinking=_thinking,
    secret_phases=frozenset({"curtain"}),
    ground="table",
    rolls=ROLLS,
    paragraphs=PARAGRAPHS,
    melee=_melee,
    rulebook=Path(__file__).parent / "data" / "rulebook",
    looks=Path(__file__).parent / "data",
)


def _krieg_rules() -> Rules[Any]:
    from engine.games.littlewars.kriegspiel.rules import KRIEGSPIEL_RULES

    return KRIEGSPIEL_RULES


def _krieg_handbook(overrides: Overrides) -> Handbook:
    from engine.games.littlewars.kriegspiel.handbook import KriegspielHandbook

    return KriegspielHandbook(overrides)


def _krieg_limits(overrides: Overrides, sides: Iterable[str]) -> ScenarioLimits:
    from engine.games.littlewars.kriegspiel.handbook import krieg_limits

    return krieg_limits(overrides, sides)


def _krieg_thinking() -> AiSupport[Any]:
    from engine.games.littlewars.kriegspiel.option_value import kriegspiel_option_value

    return _thinking_by(kriegspiel_option_value)


def _krieg_design() -> RulesDesign:
    from engine.games.littlewars.adapter.design import LittleWarsDesign
    from engine.games.littlewars.kriegspiel.rulebook import HERE, load_kriegspiel_rulebook

    return LittleWarsDesign(load_kriegspiel_rulebook, HERE)


KRIEGSPIEL = RuleSystem(
    id="littlewars-kriegspiel",
    title={"en": "Little Wars: Kriegspiel", "zh": "小型战争：普鲁士兵棋"},
    rules=_krieg_rules,
    handbook=_krieg_handbook,
    limits=_krieg_limits,
    design=_krieg_design,
    thinking=_krieg_thinking,
    arms={
        "general": {"en": "General", "zh": "统帅"},
        "infantry": {"en": "Infantry", "zh": "步兵"},
        "cavalry": {"en": "Cavalry", "zh": "骑兵"},
        "artillery": {"en": "Artillery", "zh": "炮兵"},
        "engineers": {"en": "Engineers", "zh": "工兵"},
        "transport": {"en": "Transport", "zh": "辎重"},
    },
    secret_phases=frozenset({"curtain"}),
    ground="table",
    rolls=ROLLS,
    paragraphs=PARAGRAPHS,
    melee=_melee,
    rulebook=Path(__file__).parent / "data" / "rulebook-kriegspiel",
    looks=Path(__file__).parent / "kriegspiel",
)
SYSTEMS = (SYSTEM, KRIEGSPIEL)
"""All rule systems of this package."""
