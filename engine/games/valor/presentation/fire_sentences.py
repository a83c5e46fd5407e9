"""Additional fields for sentences about fire, casualties and assaults."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.games.valor import combat_events as told_
from engine.games.valor.advance_phase import Onward
from engine.games.valor.casualties import Casualties
from engine.games.valor.casualty_points import Deed
from engine.games.valor.presentation.name_texts import (
    count,
    dice_said,
    list_names,
    piece_name,
    say,
    type_name,
)
from engine.games.valor.state import State
from engine.games.valor.targeting import Aim

More = Callable[[State, Any, str | None], Mapping[str, object]]


def with_sign(value: int) -> str:
    """A number with its sign."""
    return f"{value:+d}".replace("-", "−")


def casualty_points_text(points: int, language: str | None) -> str:
    """So many casualty points."""
    return count("casualty-points", points, language)


def corrections_text(corrections: told_.Corrections, language: str | None) -> str:
    """Return the modifiers of a roll, in words."""
    return "".join(
        say(
            "correction", language, what=say(f"correction-{what}", language), value=with_sign(value)
        )
        for what, value in corrections
    )


def attack_help_texts(
    state: State, leader: str, spent: told_.Spent, language: str | None
) -> list[str]:
    """Return the leader and X weapons that help an attack, without their side."""
    named = [piece_name(state, leader, language, state.sides)] if leader else []
    return [*named, *(type_name(state, kind, language) for _, kind in spent)]


def _in_brackets(words: list[str], language: str | None) -> str:
    return say("attack-help", language, help=list_names(words, language)) if words else ""


def _tell_declared(
    state: State, told: told_.AttackDeclared, language: str | None
) -> dict[str, object]:
    helper = "" if told.leader in told.firers else told.leader
    return {"help": _in_brackets(attack_help_texts(state, helper, told.spent, language), language)}


def _assault(state: State, told: told_.AssaultDeclared, language: str | None) -> dict[str, object]:
    helper = "" if told.leader in told.assaulters else told.leader
    return {"help": _in_brackets(attack_help_texts(state, helper, told.spent, language), language)}


def _tell_overrun(state: State, told: told_.OverrunMade, language: str | None) -> dict[str, object]:
    return {"help": _in_brackets(attack_help_texts(state, "", told.spent, language), language)}


def _defence(
    state: State, told: told_.DefenceStrengthened, language: str | None
) -> dict[str, object]:
    return {"help": list_names(attack_help_texts(state, "", told.spent, language), language)}


def _tell_rolled(state: State, told: told_.AttackRolled, language: str | None) -> dict[str, object]:
    return {
        "corrections": corrections_text(told.corrections, language),
        "points": casualty_points_text(told.points, language),
    }


def _hit(state: State, told: told_.HitRolled, language: str | None) -> dict[str, object]:
    return {
        "corrections": corrections_text(told.corrections, language),
        "outcome": say("hit" if told.hit else "no-hit", language),
    }


def _tell_pierced(
    state: State, told: told_.PenetrationRolled, language: str | None
) -> dict[str, object]:
    dice = dice_said(told.dice, language)
    return {
        "face": say(f"face-{told.face}", language),
        "seam": say("penetration-seam", language, seam=told.seam) if told.seam else "",
        "rolled": say("penetration-dice", language, dice=dice) if told.dice else "",
    }


def _tell_shaken(
    state: State, told: told_.ImmobilisationRolled, language: str | None
) -> dict[str, object]:
    return {
        "points": casualty_points_text(told.points, language),
        "rolled": say("die-rolled", language, die=told.die) if told.die else "",
    }


def _tell_assault(
    state: State, told: told_.AssaultRolled, language: str | None
) -> dict[str, object]:
    return {
        "corrections": corrections_text(told.corrections, language),
        "own": casualty_points_text(told.own_points, language),
        "enemy": casualty_points_text(told.enemy_points, language),
    }


MORE: Mapping[str, More] = {
    "AttackDeclared": _tell_declared,
    "AttackRolled": _tell_rolled,
    "HitRolled": _hit,
    "PenetrationRolled": _tell_pierced,
    "ImmobilisationRolled": _tell_shaken,
    "AssaultDeclared": _assault,
    "AssaultRolled": _tell_assault,
    "DefenceStrengthened": _defence,
    "OverrunMade": _tell_overrun,
}
"""By the event's name."""


# --- questions and answers ------------------------------------------------------------------------


def question_fields(state: State, asked: Any, language: str | None) -> Mapping[str, object]:
    """Return additional fields for the text of a decision."""
    if isinstance(asked, Casualties):
        return {"points": casualty_points_text(asked.left, language)}
    return {}


def answer_text_key(answer: Any) -> str:
    """The text of an answer whose fields decide more than one thing; empty for others."""
    match answer:
        case Aim(how="at", weapon=weapon) if weapon:
            return "option-aim-at-with"
        case Aim(how=how):
            return f"option-aim-{how}"
        case Deed(pays=pays):
            return f"option-deed-{pays}"
        case Onward(manner="advance", facing=facing) if facing is not None:
            return "option-onward-advance-facing"
    return ""


def answer_fields(state: State, answer: Any, language: str | None) -> Mapping[str, object]:
    """Return additional fields for the text of an answer."""
    match answer:
        case Aim(weapon=weapon) if weapon in state.book.weapons:
            return {"weapon": type_name(state, weapon, language)}
        case Deed(points=points):
            return {"points": casualty_points_text(points, language)}
    return {}
