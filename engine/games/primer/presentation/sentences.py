"""The primer in words: every decision, answer, roll and event, in the reader's language."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
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
from engine.games.primer import events as happened
from engine.games.primer import fight_events
from engine.games.primer.memo import MemoEntry
from engine.games.primer.memo_execution import JudgeOrder, OrderVerdict
from engine.games.primer.retreat import Retreat
from engine.games.primer.state import MemoOrder, Phase, State
from engine.games.shared_events import GameEnded, UmpireActed, with_shared_event_texts
from engine.hexes.hex import Hex
from engine.play.decisions import Answer, Decision, Roll
from engine.play.events import Event, field_values
from engine.play.option_targets import ActionParameter
from engine.texts import begin_sentence, has_text, localised, text, without_article

Values = dict[str, Any]
TEXTS = GameTexts("primer")
count, list_names, side_name = TEXTS.count, TEXTS.list_names, TEXTS.side_name

# --- questions and answers -----------------------------------------------------------------------


def decision_text(state: State, asked: Decision[State, Any], language: str | None = None) -> str:
    """A question as a sentence."""
    filled = fill_fields(_worded, state, decision_fields(asked), language)
    filled["purse"] = state.purses.get(asked.side, 0)
    filled["orders"] = count("orders", len(state.memo), language)
    if isinstance(asked, Retreat):
        filled["hexes_left"] = count("hexes", asked.left, language)
    if isinstance(asked, JudgeOrder):
        filled["written"] = memo_order_text(state, state.order(asked.order), language)
    return text(f"primer.ask-{dash_name(type(asked).__name__)}", language, **filled)


def option_text(
    state: State, asked: Decision[State, Any], answer: Answer, language: str | None = None
) -> str:
    """One answer to a question in words."""
    name = dash_name(type(asked).__name__)
    match answer:
        case None:
            return text(f"primer.option-{name}-none", language)
        case MemoEntry():
            return _order(state, answer, language)
        case Hex() if hasattr(asked, "cost_of"):
            cost = asked.cost_of(answer)
            return text("primer.option-step", language, hex=hex_name(state, answer), cost=cost)
        case Hex():
            return hex_name(state, answer)
        case str() if answer in state.book.units:
            kind = localised(state.book.units[answer].name, language)
            cost = state.book.units[answer].cost
            return text("primer.option-buy", language, type=kind, cost=cost)
    filled = fill_fields(_worded, state, _fields(answer), language)
    word = answer.word if isinstance(answer, OrderVerdict) else answer.kind
    return text(f"primer.option-{name}-{word}", language, **filled)


def _fields(answer: Answer) -> Values:
    fields: Values = answer._asdict() if hasattr(answer, "_asdict") else {}
    return fields


def _order(state: State, order: MemoEntry, language: str | None) -> str:
    """Describe an entry that a side may add to its memo."""
    named: Values = {"number": order.number}
    if order.unit:
        units: tuple[str, ...] = (order.unit,)
        if order.kind.endswith("-together"):
            units = _together(state, order.unit)
        named["units"] = group_name(state, units, language)
    if order.at is not None:
        named["hex"] = hex_name(state, order.at)
    if order.number:
        named["order"] = memo_order_text(state, state.order(order.number), language)
    return text(f"primer.order-{order.kind}", language, **named)


def _together(state: State, unit: str) -> tuple[str, ...]:
    here = state.units_at(state.units[unit].at)
    return tuple(other.id for other in here if state.order_of(other.id) is None)


def memo_order_text(state: State, order: MemoOrder, language: str | None = None) -> str:
    """An order as it stands in the memo."""
    named = {
        "number": order.number,
        "units": group_name(state, order.units, language),
        "target": hex_name(state, order.target),
        "path": _path(state, order.path, language),
    }
    return text(f"primer.order-written-{order.kind}", language, **named)


def roll_text(asked: Roll, language: str | None = None) -> str:
    """Describe the purpose of a roll."""
    return text(f"primer.roll-{asked.purpose}", language)


def heading_level(told: Event[State]) -> int:
    """1 for the beginning of a turn, 2 for that of a side's turn or of deployment, else 0."""
    if isinstance(told, happened.TurnBegan):
        return 1
    if isinstance(told, happened.PhaseBegan):
        return 2 if told.phase == Phase.DEPLOYMENT else 0
    return 2 if isinstance(told, happened.SideTurnBegan) else 0


@with_hex_arguments
def argument_text(
    state: State, parameter: ActionParameter, value: Any, language: str | None = None
) -> str:
    """Describe the value of a parameter of an umpire's action."""
    if parameter.name == "type" and value in state.book.units:
        return localised(state.book.units[value].name, language)
    return str(_worded(state, parameter.name, value, language))


# --- names ---------------------------------------------------------------------------------------


def unit_name(state: State, unit: str, language: str | None = None) -> str:
    """A unit with its side: its own name, else its type and number."""
    found = state.known(unit)
    if found is None:
        return unit
    side, name = side_name(state, found.side, language), localised(found.name, language)
    if not name:
        kind = localised(state.type_of(found).name, language)
        name = text("primer.unit-typed", language, type=kind, number=_number(unit))
    if side.begins(name):
        return name
    return text("primer.unit-named", language, side=side, name=without_article(name))


class UnitPhrase(str):
    """Units in one phrase; `{units:is|are}` in a sentence is the word that agrees with them."""

    is_one = False

    def __format__(self, spec: str) -> str:
        one, bar, many = spec.partition("|")
        if not bar:
            return super().__format__(spec)
        return one if self.is_one else many


def group_name(state: State, units: Iterable[str], language: str | None = None) -> UnitPhrase:
    """Units in one phrase: those of a type without names of their own by their numbers."""
    units = tuple(units)
    groups: dict[tuple[str, str] | str, list[str]] = {}
    for unit in units:
        found = state.known(unit)
        alike = unit if found is None or found.name else (found.side, found.type)
        groups.setdefault(alike, []).append(unit)
    names = [_count_off(state, group, language) for group in groups.values()]
    named = UnitPhrase(list_names(names, language))
    named.is_one = len(units) == 1
    return named


def _count_off(state: State, units: list[str], language: str | None) -> str:
    """Nameless units of one side and type: Red infantry 1, 2 and 3."""
    first = state.known(units[0])
    if len(units) == 1 or first is None:
        return unit_name(state, units[0], language)
    numbers = list_names([_number(unit) for unit in units], language)
    named = {"type": localised(state.type_of(first).name, language), "number": numbers}
    typed = text("primer.unit-typed", language, **named)
    side = side_name(state, first.side, language)
    return text("primer.unit-named", language, side=side, name=typed)


def _number(unit: str) -> str:
    """The number in a unit's id, else the id."""
    numbers = re.findall(r"\d+", unit)
    return str(numbers[-1]) if numbers else unit


def _path(state: State, path: Iterable[Hex], language: str | None) -> str:
    return " ".join(hex_name(state, hex_) for hex_ in path)


# --- sentences -----------------------------------------------------------------------------------


@with_shared_event_texts(side_name, unit_name)
def event_text(state: State, told: Event[State], language: str | None = None) -> str:
    """Return what has happened, as a sentence; empty for what a log leaves out."""
    name = type(told).__name__
    if name in _UNTOLD:
        return ""
    key, filled = dash_name(name), fill_fields(_worded, state, field_values(told), language)
    if name in _TOLD:
        suffix, more = _TOLD[name](state, told, language)
        key, filled = f"{key}{suffix}", {**filled, **more}
    return begin_sentence(text(f"primer.{key}", language, **filled))


def _worded(state: State, name: str, value: object, language: str | None) -> object:
    if isinstance(value, Hex):
        return hex_name(state, value)
    if isinstance(value, str):
        return _word(state, name, value, language)
    if isinstance(value, tuple):
        if name in ("units", "defenders"):
            return group_name(state, value, language)
        if name == "path":
            return _path(state, value, language)
        if name == "dice":
            faces = "+".join(str(face) for face in value)
            return text("primer.dice", language, faces=faces, sum=sum(value))
    if name in ("turns", "hexes") and type(value) is int:
        return count(name, value, language)
    if name == "amount" and type(value) is int:
        return f"{value:+d}".replace("-", "−")
    return value


def _word(state: State, name: str, value: str, language: str | None) -> str:
    match name:
        case "unit":
            return unit_name(state, value, language)
        case "side" | "beaten" | "stronger" | "by" | "winner":
            return side_name(state, value, language)
        case "objective" | "city":
            return objective_name(state, value, language)
        case "phase" | "mark" | "step":
            return text(f"primer.{name}-{value}", language)
        case "kind":
            key = f"primer.act-{value}"
            return text(key, language) if has_text(key) else value
        case "type" if value in state.book.units:
            return localised(state.book.units[value].name, language)
    return value


# What a sentence needs beyond its event's fields: what is added to its key, and the words.
Telling = tuple[str, Values]


def _tell_fight(state: State, told: fight_events.FightResolved, language: str | None) -> Telling:
    strengths = [
        text("primer.strength-in", language, strength=strength, hex=hex_name(state, hex_))
        for hex_, strength in told.hexes
    ]
    percent, bonus = state.book.choices.joint_percent, told.bonus
    joint = text("primer.joint", language, percent=percent) if told.is_joint else ""
    return "", {
        "strengths": " + ".join(strengths),
        "joint": joint,
        "bonus": text("primer.unseen", language, bonus=bonus) if bonus else "",
        "outcome": outcome_text(state, told.beaten, told.retreat, language),
    }


def _tell_bought(state: State, told: happened.UnitBought, language: str | None) -> Telling:
    kind = localised(state.book.units[told.type].name, language)
    named = {"type": kind, "number": _number(told.unit)}
    return "", {"unit": text("primer.unit-typed", language, **named)}


def _tell_outcome(state: State, told: fight_events.OutcomeTold, language: str | None) -> Telling:
    return f"-{told.role}", {"outcome": outcome_text(state, told.beaten, told.retreat, language)}


def outcome_text(state: State, beaten: str, retreat: int, language: str | None = None) -> str:
    """Describe the outcome of a fight: the beaten side and its retreat."""
    side = side_name(state, beaten, language)
    if not retreat:
        return text("primer.outcome-wiped-out", language, side=side)
    hexes = count("hexes", retreat, language)
    return text("primer.outcome-retreats", language, side=side, hexes=hexes)


def _tell_missile(state: State, told: fight_events.MissileStruck, language: str | None) -> Telling:
    return f"-{told.effect}", {"hexes": count("hexes", told.retreat, language)}


def _tell_seen(state: State, told: happened.EnemiesSighted, language: str | None) -> Telling:
    return "", {"seen": _sight(state, told.seen, language)}


def _sight(state: State, found: Iterable[tuple[str, str, Hex]], language: str | None) -> str:
    """The enemies seen, those of one hex together."""
    by_hex: dict[Hex, list[str]] = {}
    for unit, _, at in found:
        by_hex.setdefault(at, []).append(unit)
    seen = [
        text("primer.sighted", language, units=group_name(state, units, language),
             hex=hex_name(state, at))
        for at, units in by_hex.items()
    ]  # fmt: skip
    return text("primer.apart", language).join(seen)


def _tell_round(state: State, told: happened.RoundTold, language: str | None) -> Telling:
    fights = [
        text(f"primer.round-{role}", language, at=hex_name(state, at),
             outcome=outcome_text(state, beaten, retreat, language))
        for at, role, beaten, retreat in told.fights
    ]  # fmt: skip
    said = text("primer.apart", language).join(fights)
    return "", {
        "seen": _sight(state, told.seen, language) or text("primer.round-nobody", language),
        "fights": said or text("primer.round-no-fights", language),
    }


def _tell_lapsed(state: State, told: happened.OrderLapsed, language: str | None) -> Telling:
    key = f"primer.lapsed-{told.reason}"
    said = text(key, language) if has_text(key) else ""
    return "", {"reason": text("primer.lapsed-because", language, reason=said) if said else ""}


def _tell_umpire(state: State, told: UmpireActed, language: str | None) -> Telling:
    return "", {"reason": TEXTS.umpire_reason(told, language)}


def _tell_end(state: State, told: GameEnded, language: str | None) -> Telling:
    return ("" if told.winner else "-drawn"), TEXTS.game_end_words(state, told, language, "then")


def _by(field: str) -> Callable[[State, Any, str | None], Telling]:
    """A sentence for each value of a field."""

    def tell(state: State, told: Event[State], language: str | None) -> Telling:
        return f"-{str(getattr(told, field)).lower()}", {}

    return tell


_TOLD: Mapping[str, Callable[[State, Any, str | None], Telling]] = {
    "UnitBought": _tell_bought,
    "FightResolved": _tell_fight,
    "OutcomeTold": _tell_outcome,
    "MissileStruck": _tell_missile,
    "EnemiesSighted": _tell_seen,
    "RoundTold": _tell_round,
    "OrderLapsed": _tell_lapsed,
    "UmpireActed": _tell_umpire,
    "GameEnded": _tell_end,
    "OrderWritten": _by("kind"),
    "OrderBegun": _by("kind"),
    "MoveEnded": _by("reason"),
    "UnitsWipedOut": _by("cause"),
    "AttendanceChanged": _by("is_attended"),
}
_UNTOLD = ("SideTurnEnded", "AdvanceEnded", "VictorsNoted")
