"""The tank game in words: every decision, answer, roll and event, in the reader's language."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.games.game_texts import (
    GameTexts,
    dash_name,
    decision_fields,
    fill_fields,
    hex_name,
    objective_name,
    with_hex_arguments,
)
from engine.games.reinforcement_calls import Reserve
from engine.games.shared_events import GameEnded, UmpireActed, with_shared_event_texts
from engine.games.tank import card_events
from engine.games.tank import events as happened
from engine.games.tank.artillery import CANCELLED
from engine.games.tank.data.rulebook import FireManner, FireOutcome
from engine.games.tank.fire import Shot, attack_level, can_hit
from engine.games.tank.movement import ChooseStep, MoveOrder, may_move
from engine.games.tank.opportunity_fire import CoverFire, MoverFires, OpportunityFire
from engine.games.tank.state import HIDDEN, State, Unit
from engine.hexes.hex import Hex
from engine.map.terrain import load_catalogue
from engine.play.decisions import Answer, Decision, Roll
from engine.play.events import Event, field_values
from engine.play.option_targets import ActionParameter
from engine.texts import begin_sentence, has_text, localised, text, without_article

Values = dict[str, Any]
TEXTS = GameTexts("tank")
count, list_names, side_name = TEXTS.count, TEXTS.list_names, TEXTS.side_name


def decision_text(state: State, asked: Decision[State, Any], language: str | None = None) -> str:
    """A question as a sentence."""
    filled = fill_fields(_worded, state, decision_fields(asked), language)
    unit = getattr(asked, "unit", None) or getattr(asked, "mover", None)
    if unit in state.units:
        filled["at"] = hex_name(state, state.units[unit].at)
    filled["hexes"] = count("hexes", getattr(asked, "left", 0), language)
    key = f"tank.ask-{dash_name(type(asked).__name__)}"
    manner = getattr(asked, "manner", "")
    return text(f"{key}-{manner}" if has_text(f"{key}-{manner}") else key, language, **filled)


def option_text(
    state: State, asked: Decision[State, Any], answer: Answer, language: str | None = None
) -> str:
    """One answer to a question in words."""
    match answer:
        case None:
            return text(f"tank.option-{_REFUSALS[type(asked).__name__]}", language)
        case Shot():
            manner = FireManner.COVER if isinstance(asked, CoverFire) else FireManner.DIRECT
            return _say_shot(state, answer, manner, language)
        case MoveOrder(unit, manner):
            how = manner if may_move(state.units[unit]) else "in-vain"
            return text(f"tank.option-{how}", language, unit=unit_name(state, unit, language))
        case Hex() if isinstance(asked, ChooseStep):
            key = f"tank.option-step-{asked.manner}"
            return text(key, language, hex=hex_name(state, answer), cost=asked.cost_of(answer))
        case Hex():
            return hex_name(state, answer)
        case ("", taken):
            return text("tank.option-take", language, taken=_card(state, taken, language))
        case (given, taken):
            named = {"given": _card(state, given, language), "taken": _card(state, taken, language)}
            return text("tank.option-swap", language, **named)
        case "use" | "keep":
            return text(f"tank.option-{answer}", language)
    if isinstance(asked, OpportunityFire):
        return _say_shot(state, Shot(answer, asked.mover), FireManner.OPPORTUNITY, language)
    if isinstance(asked, MoverFires):
        return _say_shot(state, Shot(asked.unit, answer), FireManner(asked.manner), language)
    return unit_name(state, answer, language)


def roll_text(asked: Roll, language: str | None = None) -> str:
    """Describe the purpose of a roll."""
    return text(f"tank.roll-{asked.purpose}", language)


@with_hex_arguments
def argument_text(
    state: State, parameter: ActionParameter, value: Any, language: str | None = None
) -> str:
    """Describe the value of a parameter of an umpire's action."""
    if parameter.name == "type":
        return localised(state.book.units[value].name, language)
    return str(_worded(state, parameter.name, value, language))


# --- names ---------------------------------------------------------------------------------------


def unit_name(state: State, unit: str, language: str | None = None) -> str:
    """A unit with its side: its own name, else its type and id."""
    coming = state.reserves
    known: list[Unit | Reserve] = [*state.units.values(), *state.lost, *state.removed, *coming]
    found = next((entry for entry in known if entry.id == unit), None)
    if found is None:
        return unit
    side = side_name(state, found.side, language)
    name = localised(found.name, language)
    if not name:
        kind = localised(state.type_of(found).name, language)
        name = text("tank.unit-typed", language, type=kind, id=unit)
    if side.begins(name):
        return name
    return text("tank.unit-named", language, side=side, name=without_article(name))


def outcome_name(outcome: str, language: str | None = None) -> str:
    """A result of the tables in words."""
    return text(f"tank.outcome-{dash_name(FireOutcome(outcome).name)}", language)


def mark_name(mark: str, language: str | None = None) -> str:
    """A state marker in words (C3)."""
    return text(f"tank.mark-{mark}", language)


def _card(state: State, card: str, language: str | None) -> str:
    return card if card in ("", HIDDEN) else localised(state.cards[card].title, language) or card


def _dice(dice: tuple[int, ...], language: str | None) -> str:
    faces = "+".join(str(face) for face in dice)
    return text("tank.dice", language, faces=faces, sum=sum(dice))


# --- sentences -----------------------------------------------------------------------------------


@with_shared_event_texts(side_name, unit_name)
def event_text(state: State, told: Event[State], language: str | None = None) -> str:
    """Return what has happened, as a sentence; empty for what a log leaves out."""
    name = type(told).__name__
    key, filled = (
        f"tank.{dash_name(name)}",
        fill_fields(_worded, state, field_values(told), language),
    )
    if name in _TOLD:
        suffix, more = _TOLD[name](state, told, language)
        if suffix is None:
            return ""
        key, filled = f"tank.{suffix or dash_name(name)}", {**filled, **more}
    return begin_sentence(text(key, language, **filled))


_UNITS = ("unit", "firer", "target", "mover", "first")
_CARDS = ("card", "given", "taken")


def _worded(state: State, name: str, value: object, language: str | None) -> object:
    if isinstance(value, Hex):
        return hex_name(state, value)
    if isinstance(value, str):
        if name in _UNITS:
            return unit_name(state, value, language)
        if name in _CARDS:
            return _card(state, value, language)
        if name == "side":
            return side_name(state, value, language)
        if name == "objective":
            return objective_name(state, value, language)
        if name in ("outcome", "rolled", "result") and value in set(FireOutcome):
            return outcome_name(value, language)
        if name in ("phase", "mark"):
            return text(f"tank.{name}-{value}", language)
        if name == "kind":
            return text(f"tank.act-{value}", language)
    if isinstance(value, tuple):
        if name in ("firers", "units"):
            return list_names([unit_name(state, unit, language) for unit in value], language)
        if name == "cards":
            return list_names([_card(state, card, language) for card in value], language)
        if name == "dice":
            return _dice(value, language)
    return value


def _say_shot(state: State, shot: Shot, manner: FireManner, language: str | None) -> str:
    firer, target = state.units[shot.firer], state.units[shot.target]
    named = {
        "firer": unit_name(state, shot.firer, language),
        "target": unit_name(state, shot.target, language),
    }
    level = attack_level(state, firer, target, manner)
    if level is None or not can_hit(state, firer, target):
        return text("tank.option-no-shot", language, **named)
    return text("tank.option-shot", language, range=level.range, level=level.level, **named)


def _softening(told: Any, language: str | None) -> str:
    result = outcome_name(told.result, language)
    if told.softened == "armour":
        return text("tank.softened-armour", language, die=told.armour_die, result=result)
    if told.softened:
        ground = localised(load_catalogue().name(told.softened), language)
        return text("tank.softened-cover", language, ground=ground, result=result)
    return text("tank.not-softened", language, die=told.armour_die) if told.armour_die else ""


# What a sentence needs beyond its event's fields: the key of the sentence (empty: the event's own
# name; None: no sentence) and the words.
Telling = tuple[str | None, Values]


def _tell_shot(state: State, told: happened.ShotResolved, language: str | None) -> Telling:
    said = [_correction(what, value, language) for what, value in told.corrections]
    words = {"corrections": "".join(said), "softening": _softening(told, language)}
    return ("" if told.dice else "shot-no-level"), words


def _correction(what: str, value: int, language: str | None) -> str:
    signed = f"{value:+d}".replace("-", "−")
    what = text(f"tank.correction-{what}", language)
    return text("tank.correction", language, what=what, value=signed)


def _tell_shell(state: State, told: card_events.ShellStruck, language: str | None) -> Telling:
    away = count("hexes", told.distance, language)
    key = "" if told.distance else "shell-struck-here"
    return key, {"away": away, "softening": _softening(told, language)}


def _tell_declared(state: State, told: happened.FireDeclared, language: str | None) -> Telling:
    number = "one" if len(told.firers) == 1 else "many"
    manner = text(f"tank.manner-{told.manner}", language)
    return f"fire-declared-{number}", {"manner": manner}


def _tell_gun(state: State, told: card_events.GunFired, language: str | None) -> Telling:
    if told.arrival == CANCELLED:
        return "gun-cancelled", {}
    if not told.direction:
        return "gun-on-target", {}
    return ("gun-lost" if told.at is None else "gun-scattered"), {}


def _tell_removed(state: State, told: happened.MarkersRemoved, language: str | None) -> Telling:
    if not told.impacts and not told.units:
        return None, {}
    what = "both" if told.impacts and told.units else "impacts" if told.impacts else "units"
    return f"markers-removed-{what}", {"impacts": count("impacts", told.impacts, language)}


def _tell_umpire(state: State, told: UmpireActed, language: str | None) -> Telling:
    return "", {"reason": TEXTS.umpire_reason(told, language)}


def _tell_end(state: State, told: GameEnded, language: str | None) -> Telling:
    return ("" if told.winner else "game-drawn"), TEXTS.game_end_words(state, told, language)


def _by(field: str) -> Callable[[State, Any, str | None], Telling]:
    """A sentence for each value of a field."""

    def tell(state: State, told: Event[State], language: str | None) -> Telling:
        words = {"hexes": count("hexes", getattr(told, "left", 0), language)}
        return f"{dash_name(type(told).__name__)}-{getattr(told, field)}", words

    return tell


_TOLD: Mapping[str, Callable[[State, Any, str | None], Telling]] = {
    "ShotResolved": _tell_shot,
    "ShellStruck": _tell_shell,
    "FireDeclared": _tell_declared,
    "GunFired": _tell_gun,
    "MarkersRemoved": _tell_removed,
    "GameEnded": _tell_end,
    "UmpireActed": _tell_umpire,
    "ShotSpoilt": _by("reason"),
    "UnitAnnihilated": _by("cause"),
    "MoveDeclared": _by("manner"),
    "Stepped": _by("manner"),
    "CardSwapped": lambda _, told, __: ("" if told.given else "card-awarded", {}),
    "CardTaken": lambda _, told, __: ("" if told.left else "card-taken-none", {}),
    "CloseCombatEnded": lambda _, told, __: ("" if told.side else "close-combat-ended-nobody", {}),
}

_REFUSALS = {
    "ChooseShot": "pass",
    "ChooseMove": "pass",
    "JoinFire": "declared",
    "OpportunityFire": "hold",
    "CoverFire": "hold",
    "MoverFires": "hold",
    "ChooseStep": "end",
    "FireAgain": "no",
    "RepairUnit": "nobody",
    "SwapCard": "done",
}
