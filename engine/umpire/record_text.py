"""The record in words: every act in a sentence, with what came of it, in every language."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from decimal import Decimal
from typing import TYPE_CHECKING, NamedTuple, Protocol

from engine.narration.game_report import escape
from engine.narration.scenario_names import ScenarioNames, game_word
from engine.play.decisions import UMPIRE, Faces
from engine.session.timeline import AnswerSource, Words, faces_text
from engine.texts import localised, text, text_languages
from engine.umpire.clock import Clock, TimeoutAction
from engine.umpire.game_record import Line
from engine.umpire.observers import OBSERVERS, ObserverList
from engine.umpire.orders import Order, OrderState
from engine.umpire.umpire_refusals import refusal_text

if TYPE_CHECKING:
    from typing import Any

    from engine.play.game import Game
    from engine.session.session import Session
    from engine.umpire.orders import OrderBook
    from engine.umpire.seats import PlayerSeat


UNTOLD = frozenset({"tick", "sketch", "wipe", "notified", "subscribe", "unsubscribe"})
"""Acts that a log leaves out."""


class RecordEntry(NamedTuple):
    """One act: its number in the record, when, in words, and the events that came of it."""

    number: int
    time: float
    turn: int
    act: str
    words: Words
    events: tuple[Words, ...]


class RecordedState(Protocol):
    """A table, as far as its record in words needs it."""

    session: Session
    seats: dict[str, PlayerSeat]
    books: dict[str, OrderBook]
    game: Game[Any]
    log: list[RecordEntry]
    rolls_real: bool
    clock: Clock | None
    guests: ObserverList

    @property
    def turn(self) -> int:
        """The turn under way."""
        ...

    @property
    def proposed(self) -> Faces | None:
        """The faces proposed for the roll that is awaited."""
        ...


class StateBeforeAct(NamedTuple):
    """The state of a table before an act, from which the act's effect is found."""

    at: int
    branch: int
    events: int
    turn: int
    proposed: Faces | None
    orders: dict[str, Order]
    guests: dict[str, str]


def state_before(table: RecordedState) -> StateBeforeAct:
    """The table as it is before an act."""
    history = table.session.history
    orders = {order.id: order for book in table.books.values() for order in book.all}
    at, events = history.at, len(table.game.events)
    guests = {guest.id: guest.name for guest in table.guests.all.values()}
    return StateBeforeAct(at, history.number, events, table.turn, table.proposed, orders, guests)


def describe_act(table: RecordedState, act: Line, was: StateBeforeAct) -> RecordEntry | None:
    """An act in words, after it was done; None for what a log leaves out."""
    if act["act"] in UNTOLD:
        return None
    words = _join([*_sentences(table, act, was), *_tell_refused(table, was)])
    events = tuple(_events(table, act, was))
    return RecordEntry(act["n"], act["time"], was.turn, act["act"], words, events)


def _sentences(table: RecordedState, act: Line, was: StateBeforeAct) -> Iterator[Words]:
    """Yield a sentence about an act, if it has one."""
    match act["act"]:
        case "draft" | "withdraw" | "deliver" | "recall" | "write" as kind:
            yield _of_seat(table, act, kind, was)
        case "new-link":
            yield refusal_text("log-new-link", seat=table.seats[act["seat"]].name or act["seat"])
        case "couriers" | "courier":
            yield _of_couriers(act)
        case "admit" | "dismiss":
            yield _of_guest(act, was)
        case "mute":
            key = "log-muted" if act["is_muted"] else "log-unmuted"
            yield refusal_text(key, seat=table.seats[act["seat"]].name or act["seat"])
        case "say" | "note" | "announce" | "talk":
            yield _of_post(table, act)
        case "real-dice":
            yield refusal_text("log-real-dice") if act["is_real"] else refusal_text("log-own-dice")
        case "lay" if table.rolls_real:
            yield from _tell_answered(table, was)
        case "time-up" if (clock := table.clock) and clock.is_grace and not clock.is_up:
            yield fill_in_each_language("log-grace", seconds=f"{clock.grace:.0f}")
        case "set-clock" | "stop-clock" | "start-clock" | "more-time" | "time-up" | "collect":
            yield _of_clock(act)
        case "lay" | "override":
            yield _tell_laid(table, act, was)
        case "intervene":
            yield _of_intervention(table, act)
        case "undo":
            yield refusal_text("log-undo")
        case "reopened":
            yield refusal_text("log-reopened-cut") if act["cut"] else refusal_text("log-reopened")
        case "proceed" | "choose":
            yield from _tell_answered(table, was)


def _of_intervention(table: RecordedState, act: Line) -> Words:
    """Return an umpire's intervention, as named on the panel, with its reason."""
    game, kind = table.game.scenario.game, act["kind"]
    called = {each: game_word(game, "act", kind, each) for each in text_languages()}
    why = ": ".join(filter(None, (act["who"], act["why"])))
    return fill_in_each_language(
        "log-intervene-why" if why else "log-intervene", act=called, why=why
    )


def _of_seat(table: RecordedState, act: Line, kind: str, was: StateBeforeAct) -> Words:
    seat = table.seats[act["seat"]].name or act["seat"]
    if kind == "write":
        to = _addressee(table, act["to"])
        return fill_in_each_language("log-message", sender=seat, to=to, words=act["words"])
    if kind == "deliver":
        side = table.seats[act["seat"]].side
        drafts = [one for one in was.orders.values() if one.state is OrderState.DRAFT]
        listed = _list([one.words for one in drafts if one.side == side])
        return fill_in_each_language("log-deliver", seat=seat, orders=listed)
    if kind == "recall":
        return refusal_text("log-recall", seat=seat)
    if kind == "withdraw":
        return fill_in_each_language(
            "log-withdraw", seat=seat, order=was.orders[act["order"]].words
        )
    order = table.books[table.seats[act["seat"]].side].all[-1]
    return fill_in_each_language("log-draft", seat=seat, order=order.words)


_FATES = {"arrives": "courier-arrives", "lost": "courier-lost", "taken": "courier-taken-fate"}


def _of_couriers(act: Line) -> Words:
    if act["act"] == "courier":
        return fill_in_each_language(
            "log-courier", number=str(act["number"]), fate=refusal_text(_FATES[act["fate"]])
        )
    terms = act["terms"]
    if not terms:
        return refusal_text("log-couriers-off")
    return refusal_text(
        "log-couriers-on", **{key: terms[key] for key in ("speed", "loss", "capture")}
    )


def _of_guest(act: Line, was: StateBeforeAct) -> Words:
    if act["act"] == "dismiss":
        return refusal_text("log-dismiss", guest=was.guests[act["guest"]])
    guest = act["guest"]
    if guest["is_umpire"]:
        return refusal_text("log-second-umpire", guest=guest["name"])
    return refusal_text(
        "log-admit", guest=guest["name"], minutes=Decimal(f"{guest['delay'] / 60:g}")
    )


def _of_post(table: RecordedState, act: Line) -> Words:
    if act["act"] == "talk":
        return refusal_text("log-talk-on") if act["is_allowed"] else refusal_text("log-talk-off")
    if act["act"] == "note":
        return refusal_text("log-note", words=act["words"])
    to = _addressee(table, act["to"])
    if act["act"] == "say":
        key = "log-explained" if act.get("is_refusal") else "log-message"
        return fill_in_each_language(key, sender=refusal_text("umpire"), to=to, words=act["words"])
    words = {each: localised(act["words"], each) for each in text_languages()}
    return fill_in_each_language("log-bulletin", to=to, words=words)


_WHEN_UP = {
    TimeoutAction.TELL: "log-when-up-tell",
    TimeoutAction.DELIVER: "log-when-up-deliver",
    TimeoutAction.ASK: "log-when-up-ask",
    TimeoutAction.CLOSE: "log-when-up-close",
}


def _of_clock(act: Line) -> Words:
    match act["act"]:
        case "set-clock" if not act["seconds"]:
            return refusal_text("log-clock-away")
        case "set-clock":
            then = refusal_text(_WHEN_UP[TimeoutAction(act["when_up"])])
            return fill_in_each_language("log-clock", seconds=f"{act['seconds']:.0f}", then=then)
        case "stop-clock":
            return refusal_text("log-clock-stopped")
        case "start-clock":
            return refusal_text("log-clock-started")
        case "more-time":
            return fill_in_each_language("log-more-time", seconds=f"{act['seconds']:.0f}")
        case "collect":
            return refusal_text("log-collect")
    return refusal_text("log-time-up")


def _tell_laid(table: RecordedState, act: Line, was: StateBeforeAct) -> Words:
    """Dice the umpire laid otherwise."""
    is_new = act["act"] == "lay"
    number = was.at if is_new else act["number"]
    entry = table.session.history.branch.answered[number]
    named = {"roll": entry.asked, "faces": entry.said, "note": act["note"]}
    if not is_new:
        return fill_in_each_language("log-override", **named)
    return fill_in_each_language("log-laid", proposed=faces_text(was.proposed or ()), **named)


def _tell_answered(table: RecordedState, was: StateBeforeAct) -> Iterator[Words]:
    """The answer that was given: by the dice, by an order, by the umpire."""
    answered = table.session.history.branch.answered
    if table.session.answer_count <= was.at:
        return
    entry = answered[was.at]
    key = "log-rolled" if entry.roll is not None else "log-answer"
    words = fill_in_each_language(key, asked=entry.asked, said=entry.said)
    yield (
        fill_in_each_language("log-decided", words=words)
        if entry.giver is AnswerSource.UMPIRE
        else words
    )


def _tell_refused(table: RecordedState, was: StateBeforeAct) -> Iterator[Words]:
    """The orders that were refused with it, with the reasons."""
    for book in table.books.values():
        for order in book.all:
            known = was.orders.get(order.id)
            is_new = known is None or known.state is not OrderState.REFUSED
            is_told = order.ruled is None or order.opens  # how it was to go on, with its beginning
            if order.state is OrderState.REFUSED and is_new and is_told:
                reason = order.reason or refusal_text("no-reason")
                side = _side(table, order.side)
                yield fill_in_each_language(
                    "log-refused", side=side, order=order.words, reason=reason
                )


def _events(table: RecordedState, act: Line, was: StateBeforeAct) -> Iterator[Words]:
    """The events that came of an act."""
    branch = table.session.history.branch
    if act["act"] == "undo":
        return
    first = was.events
    if act["act"] == "override":
        first = branch.answered[act["number"]].events
    for event in branch.told[first : len(table.game.events)]:
        if any(event.words.values()):
            yield event.words


def _addressee(table: RecordedState, to: str) -> Words:
    if to == UMPIRE:
        return refusal_text("umpire")
    if to == OBSERVERS:
        return refusal_text("observers")
    if to in table.guests.all:
        return dict.fromkeys(text_languages(), table.guests.all[to].name)
    if to in table.seats:
        return dict.fromkeys(text_languages(), table.seats[to].name or to)
    return refusal_text("own-side") if to == "side" else _side(table, to)


def _side(table: RecordedState, side: str) -> Words:
    return {each: ScenarioNames(table.game.scenario, each).side(side) for each in text_languages()}


def fill_in_each_language(key: str, **values: Words | str) -> Words:
    """A sentence in every language, filled in with what is said in that language."""
    return {
        each: text(
            f"umpiring.{key}", each, **{name: localised(one, each) for name, one in values.items()}
        )
        for each in text_languages()
    }


def _list(words: list[Words]) -> Words:
    return {
        each: text("scenario.and-so-on", each).join(localised(one, each) for one in words)
        for each in text_languages()
    }


def _join(sentences: list[Words]) -> Words:
    return {
        each: " ".join(filter(None, (localised(one, each) for one in sentences)))
        for each in text_languages()
    }


def export(table: RecordedState, language: str | None = None) -> str:
    """The whole record as Markdown: every act with its time, and the events that came of it."""
    names = ScenarioNames(table.game.scenario, language)
    lines = [f"# {escape(names.title)}", ""]
    for seat in table.seats.values():
        lines.append(f"- {escape(names.side(seat.side))}: {escape(seat.name or seat.id)}")
    turn = None
    for entry in table.log:
        if entry.turn != turn:
            turn = entry.turn
            lines += ["", f"## {text('umpiring.log-turn', language, turn=turn)}", ""]
        at = datetime.fromtimestamp(entry.time).strftime("%H:%M:%S")
        lines.append(f"- {at} {escape(localised(entry.words, language))}".rstrip())
        lines += [f"  - {escape(localised(words, language))}" for words in entry.events]
    return "\n".join(lines) + "\n"
