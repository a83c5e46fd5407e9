"""Additional fields for sentences about fire, losses and assaults."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from engine.games.game_texts import hex_name
from engine.games.tide.active_effects import Corrections
from engine.games.tide.assault_resolution import Casualty, Loss
from engine.games.tide.attack_declaration import Aim, AttackDraft
from engine.games.tide.attack_dice import Reroll
from engine.games.tide.combat_events import (
    AssaultDeclared,
    AssaultEnded,
    AssaultRolled,
    AttackDeclared,
    AttackRolled,
    IceTested,
    MinesWentOff,
    Shares,
    VehicleDamaged,
)
from engine.games.tide.damage import Lose
from engine.games.tide.data.rule_tables import DAMAGES
from engine.games.tide.fire import Attack, ChooseFigures, Figures, Support
from engine.games.tide.opportunity_fire import OpFire
from engine.games.tide.presentation.name_texts import (
    card_name,
    count,
    faces_text,
    figures_text,
    join_names,
    key_of,
    list_names,
    piece_name,
    say,
    type_name,
)
from engine.games.tide.state import State
from engine.play.decisions import Answer, Decision
from engine.play.events import Event

Told = Mapping[str, object]
More = Callable[[State, Any, str | None], Told]

# --- questions and answers ------------------------------------------------------------------------


def question_fields(state: State, asked: Decision[State, Any], language: str | None) -> Told:
    """Return additional fields for the text of a decision."""
    match asked:
        case ChooseFigures(attempt=attempt) | Support(attempt=attempt):
            return _attempt(state, attempt, language)
        case Attack(unit=unit):
            return {"unit": piece_name(state, unit, language, (asked.side,))}
        case OpFire(mover=mover):
            return {"at": hex_name(state, state.units[mover].at)}
        case Lose(hits=hits) | Loss(hits=hits) | Reroll(hits=hits):
            return {"hits": count("hits", hits, language)}
    return {}


def _attempt(state: State, attempt: AttackDraft, language: str | None) -> Told:
    side = state.units[attempt.lead.unit].side
    return {
        "units": join_names(state, attempt.units, language, (side,)),
        "goal": _goal(state, attempt.aim.unit, hex_name(state, attempt.aim.hex), language),
    }


def _goal(state: State, target: str, at: str, language: str | None) -> str:
    """Return the name of the target: a unit, or all in a hex."""
    if not target:
        return say("all-in", language, hex=at)
    return say("unit-in", language, unit=piece_name(state, target, language), hex=at)


def question_variant(state: State, asked: Decision[State, Any]) -> str:
    """Return the variant of a decision's text, where its fields do not show it."""
    return asked.call.occasion if isinstance(asked, Attack) else ""


def answer_text(
    state: State, asked: Decision[State, Any], option: Answer, language: str | None
) -> str | None:
    """An answer of these chapters in words; None for one of another."""
    match option:
        case Aim():
            goal = _goal(state, option.unit, hex_name(state, option.hex), language)
            return say(f"option-aim-{option.kind}", language, goal=goal)
        case Figures(types=types):
            return _figures(state, asked, types, language)
        case Casualty(unit=unit, figure=figure):
            named = piece_name(state, unit, language, (asked.side,))
            key = "option-casualty-figure" if figure else "option-casualty-vehicle"
            return say(key, language, unit=named, figure=type_name(state, figure, language))
    return None


def _figures(
    state: State, asked: Decision[State, Any], types: tuple[str, ...], language: str | None
) -> str:
    is_all = asked.options(state)[0].types == types
    said = figures_text(state, types, language)
    return say("option-figures-all" if is_all else "option-figures", language, types=said)


# --- events ---------------------------------------------------------------------------------------


def strength_parts_text(state: State, found: Corrections, language: str | None) -> str:
    """Return the parts of a strength, in words."""
    said = [
        say("part", language, what=strength_part_name(state, what, language), value=value)
        for what, value in found
    ]
    return say("comma", language).join(said) or say("nothing", language)


def strength_part_name(state: State, what: str, language: str | None) -> str:
    """A part of a strength: a unit, a card, a word of the rules."""
    if key_of(f"part-{what}"):
        return say(f"part-{what}", language)
    if what in state.aims.cards:
        return card_name(state, what, language)
    return piece_name(state, what, language)


def _sum(found: Corrections) -> int:
    return max(sum(value for _, value in found), 0)


def _declare(state: State, told: AttackDeclared, language: str | None) -> Told:
    return {
        "occasion": say(f"occasion-{told.occasion}", language),
        "firers": list_names(_firers(state, told.firers, language), language),
        "goal": _goal(state, told.target, hex_name(state, told.at), language),
    }


def _firers(state: State, firers: Shares, language: str | None) -> Iterable[str]:
    """Yield the names of the firers, with figures where not all of them fire."""
    for unit, figures in firers:
        name, here = piece_name(state, unit, language), state.units.get(unit)
        if here is None or not figures or len(figures) == len(here.figures):
            yield name
        else:
            said = figures_text(state, figures, language)
            yield say("with-figures", language, unit=name, figures=said)


def _roll(state: State, told: AttackRolled, language: str | None) -> Told:
    return {
        "strength": _sum(told.attack),
        "attack": strength_parts_text(state, told.attack, language),
        "cover": _sum(told.defence),
        "defence": strength_parts_text(state, told.defence, language),
        "hits": count("hits", told.hits, language),
    }


def _explode(state: State, told: MinesWentOff, language: str | None) -> Told:
    return {"hits": count("hits", told.hits, language)}


def _clash(state: State, told: AssaultRolled, language: str | None) -> Told:
    return {
        "strength": _sum(told.attack),
        "attack": strength_parts_text(state, told.attack, language),
        "terrain": _sum(told.cover),
        "opposed": _sum(told.defence),
        "defence": strength_parts_text(state, told.defence, language),
        "back": faces_text(told.back),
        "hits": count("hits", told.hits, language),
        "hits_back": count("hits", told.hits_back, language),
    }


MORE: Mapping[str, More] = {
    "AttackDeclared": _declare,
    "AttackRolled": _roll,
    "MinesWentOff": _explode,
    "AssaultRolled": _clash,
}
"""By the event's name."""


def is_event_told(event: Event[State]) -> bool:
    """Return True: the log shows all events of combat."""
    return True


def event_variant(event: Event[State]) -> str:
    """Return the variant of an event's sentence, where its fields do not show it."""
    match event:
        case VehicleDamaged(damage=damage):
            return DAMAGES[damage]
        case IceTested(holds=holds):
            return "held" if holds else "broke"
        case AssaultDeclared(supporters=supporters) if supporters:
            return "supported"
        case AssaultEnded(won=won):
            return "won" if won else "repelled"
        case AttackRolled(red=red, sure=sure) if not red and not sure:
            return "bare"
    return ""
