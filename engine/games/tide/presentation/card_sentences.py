"""Additional fields for sentences about cards, command and the Status phase."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.games.tide import card_play
from engine.games.tide.card_draws import Draw
from engine.games.tide.card_events import (
    ActionsAdded,
    BarrageFell,
    CardDiscarded,
    CardDrawn,
    CardPlayed,
    CommandLost,
    CommandReceived,
    CommandTaken,
    EffectBegan,
    EffectsEnded,
    FigureJoined,
    InitiativeDecided,
    InitiativeRaised,
    OperationLaidOut,
    PointsScored,
    Recovered,
)
from engine.games.tide.card_targets import CardHex, CardUnit
from engine.games.tide.combat_events import RolledAgain
from engine.games.tide.command_phase import Spend
from engine.games.tide.data.card_effects import tide_effects
from engine.games.tide.presentation.name_texts import (
    card_name,
    count,
    list_names,
    piece_name,
    say,
    side_name,
    type_name,
)
from engine.games.tide.state import State
from engine.games.tide.status_events import FiguresExchanged
from engine.games.tide.status_phase import Exchange
from engine.play.decisions import Answer, Decision
from engine.play.events import Event
from engine.texts import localised

Told = Mapping[str, object]
More = Callable[[State, Any, str | None], Told]


def deck_name(state: State, deck: str, language: str | None = None) -> str:
    """A deck's name in a language; its id where the scenario gives it none."""
    return localised(state.aims.deck_names.get(deck, deck), language)


# --- decisions and answers ------------------------------------------------------------------------


def question_fields(state: State, asked: Decision[State, Any], language: str | None) -> Told:
    """Return additional fields for the text of a decision."""
    if isinstance(asked, Spend):
        hq = state.hq[asked.side]
        return {"points": hq.command, "raised": hq.initiative}
    return {}


def question_variant(state: State, asked: Decision[State, Any]) -> str:
    """The effect for whose sake a card asks; nothing for other questions."""
    if isinstance(asked, CardUnit | CardHex):
        return state.aims.cards[asked.card].all_effects[asked.number].effect
    return ""


def answer_text(
    state: State, asked: Decision[State, Any], option: Answer, language: str | None
) -> str | None:
    """An answer of these chapters in words; None for one of another."""
    if isinstance(option, Exchange):
        return _exchange(state, option, language)
    if isinstance(asked, Spend) and isinstance(option, int):
        return count("option-spend-number", option, language)
    if isinstance(asked, Spend) and isinstance(option, str):
        paid = card_play.card_cost(state, asked.side, state.aims.cards[option])
        named = card_name(state, option, language)
        return say("option-spend-card", language, card=named, cost=paid)
    if isinstance(asked, Draw):
        return deck_name(state, option, language)
    if isinstance(option, str) and option in state.aims.cards and option not in state.units:
        return card_name(state, option, language)
    return None


def _exchange(state: State, told: Exchange | FiguresExchanged, language: str | None) -> str:
    key = "option-exchange-back" if told.back else "option-exchange"
    return say(key, language, **_figures(state, told, language))


def _figures(state: State, told: Exchange | FiguresExchanged, language: str | None) -> Told:
    backs = [type_name(state, each, language) for each in (told.back, told.second) if each]
    return {
        "giver": piece_name(state, told.giver, language),
        "taker": piece_name(state, told.taker, language),
        "figure": type_name(state, told.figure, language),
        "back": list_names(backs, language),
        "second": backs[-1] if backs else "",
    }


# --- events ---------------------------------------------------------------------------------------


def _draw(state: State, told: CardDrawn, language: str | None) -> Told:
    return {"deck": deck_name(state, told.deck, language)}


def _play(state: State, told: CardPlayed, language: str | None) -> Told:
    return {"cost": count("command-points", told.cost, language)}


def _discard(state: State, told: CardDiscarded, language: str | None) -> Told:
    return {"by": card_name(state, told.by, language)}


def _lay_out(state: State, told: OperationLaidOut, language: str | None) -> Told:
    until = say("until-round", language, round=told.until) if told.until else ""
    side = side_name(state, told.side, language) if told.side else say("both-sides", language)
    return {"until": until, "side": side}


def _command(
    state: State, told: CommandReceived | CommandTaken | CommandLost, language: str | None
) -> Told:
    source = getattr(told, "source", "")
    points = count("command-points", told.points, language)
    return {"points": points, "source": card_name(state, source, language)}


def _raise(state: State, told: InitiativeRaised, language: str | None) -> Told:
    return {"points": count("initiative-points", told.points, language)}


def _score(state: State, told: PointsScored, language: str | None) -> Told:
    return {"points": count("points", told.points, language)}


def _decide(state: State, told: InitiativeDecided, language: str | None) -> Told:
    pairs = zip(state.sides, told.points, strict=True)
    each = [f"{side_name(state, side, language)} {points}" for side, points in pairs]
    return {"points": say("comma", language).join(each)}


def _begin(state: State, told: EffectBegan, language: str | None) -> Told:
    words = {word.id: word.said for word in _words_of(state, told.kind)}
    return {"what": localised(words.get(told.what, told.what), language)}


def _words_of(state: State, effect: str) -> tuple[Any, ...]:
    known = tide_effects(state.book).get(effect)
    parameters = known.parameters if known else ()
    return next((each.words for each in parameters if each.id in ("what", "deck")), ())


def _end(state: State, told: EffectsEnded, language: str | None) -> Told:
    named = (card_name(state, card, language) for card in dict.fromkeys(told.cards))
    return {"cards": list_names(named, language)}


def _actions(state: State, told: ActionsAdded, language: str | None) -> Told:
    return {"actions": count("more-actions", told.actions, language)}


def _recover(state: State, told: Recovered, language: str | None) -> Told:
    return {"cause": card_name(state, told.cause, language)}


def _join(state: State, told: FigureJoined, language: str | None) -> Told:
    return {"figure": type_name(state, told.figure, language)}


def _again(state: State, told: RolledAgain, language: str | None) -> Told:
    before, after = (" ".join(map(str, faces)) for faces in (told.before, told.after))
    return {"before": before, "after": after}


MORE: Mapping[str, More] = {
    "CardDrawn": _draw,
    "CardPlayed": _play,
    "CardDiscarded": _discard,
    "OperationLaidOut": _lay_out,
    "CommandReceived": _command,
    "CommandTaken": _command,
    "CommandLost": _command,
    "InitiativeRaised": _raise,
    "InitiativeDecided": _decide,
    "PointsScored": _score,
    "EffectBegan": _begin,
    "EffectsEnded": _end,
    "ActionsAdded": _actions,
    "Recovered": _recover,
    "FigureJoined": _join,
    "FiguresExchanged": _figures,
    "RolledAgain": _again,
}
"""By the event's name."""

SILENT = frozenset({"SideAsked"})
"""Events that a log leaves out."""


def is_event_told(event: Event[State]) -> bool:
    """Return whether the log shows an event."""
    is_told = not isinstance(event, EffectBegan) or event.kind == "deny" or _is_for_one(event)
    return is_told and type(event).__name__ not in SILENT


def _is_for_one(event: EffectBegan) -> bool:
    """Return whether an event gives a bonus to one unit, which its card does not name."""
    return event.kind == "bonus" and bool(event.unit)


def event_variant(event: Event[State]) -> str:
    """Return the variant of an event's sentence, where its fields do not show it."""
    match event:
        case BarrageFell(at=None):
            return "lost"
        case BarrageFell(direction=direction) if direction:
            return "scattered"
        case BarrageFell(die=die) if die:
            return "true"
        case InitiativeRaised(card=card) if card:
            return "card"
        case FiguresExchanged(back=back) if back:
            return "back"
    return ""
