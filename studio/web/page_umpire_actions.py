"""The actions of umpires at pages; observers can't act."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.play.decisions import Roll
from engine.texts import text_languages
from engine.umpire.couriers import CourierFate
from engine.umpire.umpire_refusals import refuse
from engine.umpire.umpired_game import UmpiredGame
from studio.web.page_messages import UmpireActionMessage

MORE_TIME = 300.0  # seconds
SEPARATORS = str.maketrans(",;，；、", "     ")  # between the faces of dice

Fields = tuple[str, dict[str, Any]]  # the act of the record, and what it says


def perform_umpire_action(room: UmpiredGame, guest: str, act: UmpireActionMessage) -> None:
    """Do it, unless something else waits by now."""
    if act.deed not in DEEDS:
        refuse("act-unknown", act=act.deed)
    if act.deed in STEPS and not act.step:
        refuse("stale-step")
    kind, fields = DEEDS[act.deed](act, room)
    room.umpire_does(guest, kind, act.step if act.deed in STEPS else "", **fields)


def _announce(act: UmpireActionMessage, room: UmpiredGame) -> Fields:
    return "announce", {"to": act.about, "words": dict.fromkeys(text_languages(), act.words)}


def _lay(act: UmpireActionMessage, room: UmpiredGame) -> Fields:
    return "lay", {"faces": _faces(act.about, room.session.awaited_roll), "note": act.words}


def _faces(words: str, roll: Roll | None) -> list[int]:
    """The typed faces: `3 4`, with commas too, or `34` where each die has one digit."""
    found = words.translate(SEPARATORS).split()
    if roll is not None and roll.sides < 10 and list(map(len, found)) == [roll.dice]:
        found = list(found[0])
    if not all(face.isascii() and face.isdigit() and len(face) < 4 for face in found):
        refuse("faces-unread")
    return [int(face) for face in found]


def _choose(act: UmpireActionMessage, room: UmpiredGame) -> Fields:
    return "choose", {"option": act.about, **({"reason": act.words} if act.words else {})}


def _courier(act: UmpireActionMessage, room: UmpiredGame) -> Fields:
    if not (act.about.isascii() and act.about.isdigit() and act.words in set(CourierFate)):
        refuse("no-such-courier")
    return "courier", {"number": int(act.about), "fate": act.words}


STEPS = frozenset({"proceed", "undo", "choose", "lay"})  # done for what waited, and only then
DEEDS: Mapping[str, Callable[[UmpireActionMessage, UmpiredGame], Fields]] = {
    "proceed": lambda act, room: ("proceed", {}),
    "undo": lambda act, room: ("undo", {}),
    "choose": _choose,
    "lay": _lay,
    "refuse": lambda act, room: ("refuse", {"order": act.about, "reason": act.words}),
    "say": lambda act, room: ("say", {"to": act.about, "words": act.words}),
    "announce": _announce,
    "note": lambda act, room: ("note", {"words": act.words}),
    "courier": _courier,
    "collect": lambda act, room: ("collect", {}),
    "more-time": lambda act, room: ("more-time", {"seconds": MORE_TIME}),
    "stop-clock": lambda act, room: ("stop-clock", {}),
    "start-clock": lambda act, room: ("start-clock", {}),
    "real-dice": lambda act, room: ("real-dice", {"is_real": True}),
    "own-dice": lambda act, room: ("real-dice", {"is_real": False}),
    "mute": lambda act, room: ("mute", {"seat": act.about, "is_muted": True}),
    "unmute": lambda act, room: ("mute", {"seat": act.about, "is_muted": False}),
    "allow-talk": lambda act, room: ("talk", {"is_allowed": True}),
    "forbid-talk": lambda act, room: ("talk", {"is_allowed": False}),
}
