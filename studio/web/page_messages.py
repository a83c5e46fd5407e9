"""Messages between pages and host: JSON texts over a WebSocket, `v` their version.

A page sends `hello`, then acts, each with an id of its own, until the host has answered it with
`done` or `refused`; an act sent again is answered again and not done twice. The host sends the
whole `desk` at first, later the parts of it that changed; for a part that grows, as mail does,
`more` has the number of rows that stay, and the rows after them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from engine.files import strict_json
from engine.play.tabletop_gestures import Gesture, GestureKind
from engine.tabletop.shapes import parse_path
from engine.texts import text, text_languages
from engine.umpire.safe_text import sanitise_text
from studio.web.rate_limits import MAX_WORDS

VERSION = 2
LONGEST_ID = 64
LONGEST_ROW = 20_000  # of pieces or points on a table
LONGEST_NAME = 400  # of an option, an order or a receiver
MAXIMUM = 2**53  # whole numbers that every page can hold are below it
_NUMBER = re.compile(r"-?[0-9]{1,9}")
LONGEST_ENDPOINT = 2_000
DEEPEST = 6  # lists in lists, of an answer


class InvalidMessage(Exception):
    """A message that is not one of ours; `code` says how, in a word the page knows."""

    def __init__(self, code: str, act: str = "") -> None:
        super().__init__(code)
        self.code, self.act = code, act


@dataclass(frozen=True)
class Hello:
    """A page has come, or come back."""


@dataclass(frozen=True)
class Ping:
    """A page wants to know whether the host is still there."""

    id: str


@dataclass(frozen=True)
class DraftOption:
    """An option is written into the side's draft, or an answer of the page's own.

    What is open, as the desk says then, may be answered by `answer`: null, a whole number, a word,
    or a list of these, in place of `option`.

    `number` is that of the desk it was read on, `question` the name of what was asked there: that
    holds when the host has been started again, and counts desks anew.
    """

    id: str
    option: str
    number: int
    question: str = ""
    answer: Any = None


@dataclass(frozen=True)
class AskMoves:
    """A request for the hexes a unit can reach now."""

    id: str
    unit: str


@dataclass(frozen=True)
class WriteMarch:
    """A whole move is written into the draft: the order, if it begins one, and its steps."""

    id: str
    unit: str
    to: str
    order: str = ""


@dataclass(frozen=True)
class AskGestureForecast:
    """A request for the result of a gesture on a table."""

    id: str
    gesture: Gesture


@dataclass(frozen=True)
class WriteGesture:
    """A gesture on a table to be written into the draft; see `DraftOption`."""

    id: str
    gesture: Gesture
    number: int
    question: str = ""


@dataclass(frozen=True)
class AskWhy:
    """A request to explain an event, by its number, or a hex that is not an answer.

    `unit` is the selected one, if there is one.
    """

    id: str
    event: int = -1
    hex: str = ""
    unit: str = ""


@dataclass(frozen=True)
class WithdrawOrder:
    """An order of the draft is taken back."""

    id: str
    order: str


@dataclass(frozen=True)
class SubmitOrders:
    """The draft is handed in to the umpire."""

    id: str


@dataclass(frozen=True)
class RecallOrders:
    """A request to take back orders that were handed in and wait."""

    id: str


@dataclass(frozen=True)
class SendMessage:
    """Free words, to the umpire or anyone else who may be written to."""

    id: str
    to: str
    words: str


@dataclass(frozen=True)
class AskBulletin:
    """An umpire wants a bulletin to a side drafted."""

    id: str
    side: str


@dataclass(frozen=True)
class UmpireActionMessage:
    """An act of an umpire at a page: `deed` is the action, `step` the one that waited then.

    `about` is an order, an option, faces or an addressee; `words` are a reason, a note, a letter.
    """

    id: str
    deed: str
    step: str = ""
    about: str = ""
    words: str = ""


@dataclass(frozen=True)
class DrawLine:
    """A line or an arrow is drawn on a seat's own map, or its side's."""

    id: str
    kind: str
    colour: int
    points: tuple[int, ...]
    is_shared: bool


@dataclass(frozen=True)
class EraseDrawing:
    """A request to erase one of a seat's sketches, or with 0 all."""

    id: str
    number: int


@dataclass(frozen=True)
class Subscribe:
    """A browser's subscription to Web Push while the page is closed."""

    id: str
    endpoint: str
    p256dh: str
    auth: str


Asking: TypeAlias = AskMoves | AskGestureForecast | AskBulletin | AskWhy
Writing: TypeAlias = DraftOption | WriteMarch | WriteGesture
Act: TypeAlias = (
    Asking
    | Writing
    | WithdrawOrder
    | SubmitOrders
    | RecallOrders
    | SendMessage
    | DrawLine
    | EraseDrawing
    | Subscribe
    | UmpireActionMessage
)
Message: TypeAlias = Hello | Ping | Act


def parse_message(said: str | bytes | None) -> Message:
    """A message as it came. Malformed for anything but the messages above, exactly."""
    plain = _parse(said)
    kind = plain.pop("kind", None)
    if plain.pop("v", None) != VERSION:
        raise InvalidMessage("version")
    reader = READERS.get(kind) if isinstance(kind, str) else None
    if reader is None:
        raise InvalidMessage("unknown")
    fields = _Fields(plain)
    message = reader(fields)
    fields.end()
    return message


def _parse(said: str | bytes | None) -> dict[str, Any]:
    if not isinstance(said, str):
        raise InvalidMessage("malformed")
    try:
        plain = strict_json.loads(said)
    except ValueError:
        raise InvalidMessage("malformed") from None
    if not isinstance(plain, dict):
        raise InvalidMessage("malformed")
    return plain


class _Fields:
    """The values of a message, taken one by one; what is left over is wrong."""

    def __init__(self, plain: dict[str, Any]) -> None:
        self._plain = plain
        self.id = ""

    def act(self) -> str:
        """The act's id, which every refusal from here on names."""
        self.id = self.words("id", LONGEST_ID)
        return self.id

    def words(self, key: str, longest: int = LONGEST_NAME) -> str:
        value = self._plain.pop(key, None)
        if not isinstance(value, str) or not value.strip() or len(value) > longest:
            raise InvalidMessage("malformed", self.id)
        if any(not _is_printed(sign) for sign in value):
            raise InvalidMessage("malformed", self.id)
        return value

    def prose(self, key: str) -> str:
        """Take a person's text, without hidden characters."""
        value = self._plain.pop(key, None)
        if not isinstance(value, str) or not value.strip() or len(value) > MAX_WORDS:
            raise InvalidMessage("malformed", self.id)
        return sanitise_text(value)

    def prose_if_any(self, key: str) -> str:
        return self.prose(key) if key in self._plain else ""

    def words_if_any(self, key: str, longest: int = LONGEST_NAME) -> str:
        return self.words(key, longest) if key in self._plain else ""

    def gesture(self) -> Gesture:
        """A hand's gesture on a table: the pieces and the way are words in a row."""
        try:
            touch = GestureKind(self.words("touch"))
        except ValueError:
            raise InvalidMessage("malformed", self.id) from None
        pieces = self.words_if_any("pieces", LONGEST_ROW).split()
        way = self.words_if_any("way", LONGEST_ROW)
        points = parse_path(way)
        if len(points) != len(way.split()):
            raise InvalidMessage("malformed", self.id)
        formation, target = self.words_if_any("formation"), self.words_if_any("target")
        return Gesture(touch, tuple(pieces), points, formation, target)

    def points(self) -> tuple[int, ...]:
        """Whole numbers in a row, two for each point."""
        found = self.words("points", LONGEST_ROW).split()
        if not all(_NUMBER.fullmatch(word) for word in found):
            raise InvalidMessage("malformed", self.id)
        return tuple(int(word) for word in found)

    def number(self, key: str) -> int:
        value = self._plain.pop(key, None)
        if type(value) is not int or not 0 <= value < MAXIMUM:
            raise InvalidMessage("malformed", self.id)
        return value

    def option(self) -> tuple[str, Any]:
        """The option's name, or an empty one and the answer that stands in its place."""
        if "answer" not in self._plain:
            return self.words("option"), None
        value = self._plain.pop("answer")
        if not _is_answer(value):
            raise InvalidMessage("malformed", self.id)
        return "", value

    def end(self) -> None:
        if self._plain:
            raise InvalidMessage("malformed", self.id)


def _is_answer(value: Any, deep: int = DEEPEST) -> bool:
    """Return True if a value can be an answer: null, a whole number, a word, or a list."""
    if isinstance(value, list):
        return deep > 0 and all(_is_answer(part, deep - 1) for part in value)
    if isinstance(value, str):
        return len(value) <= LONGEST_NAME and all(map(_is_printed, value))
    return value is None or (type(value) is int and -MAXIMUM < value < MAXIMUM)


def _is_printed(sign: str) -> bool:
    """Return True if a text may have a character: no controls but line ends and tabs."""
    return sign in "\n\t" or (sign >= " " and sign != "\x7f" and not "\ud800" <= sign <= "\udfff")


def _draft(fields: _Fields) -> DraftOption:
    act, (option, answer) = fields.act(), fields.option()
    return DraftOption(
        act, option, fields.number("number"), fields.words_if_any("question"), answer
    )


def _why(fields: _Fields) -> AskWhy:
    act, hex_, unit = fields.act(), fields.words_if_any("hex"), fields.words_if_any("unit")
    return AskWhy(act, -1 if hex_ else fields.number("event"), hex_, unit)


def _draw(fields: _Fields) -> DrawLine:
    act, kind, colour = fields.act(), fields.words("draws"), fields.number("colour")
    points, is_shared = fields.points(), fields.number("is_shared") != 0
    return DrawLine(act, kind, colour, points, is_shared)


def _umpires(fields: _Fields) -> UmpireActionMessage:
    act, deed = fields.act(), fields.words("deed")
    step, about = fields.words_if_any("step"), fields.words_if_any("about")
    return UmpireActionMessage(act, deed, step, about, fields.prose_if_any("words"))


READERS: Mapping[str, Callable[[_Fields], Message]] = {
    "hello": lambda fields: Hello(),
    "ping": lambda fields: Ping(fields.act()),
    "draft": _draft,
    "ways": lambda f: AskMoves(f.act(), f.words("unit")),
    "march": lambda f: WriteMarch(f.act(), f.words("unit"), f.words("to"), f.words_if_any("order")),
    "why": _why,
    "try": lambda f: AskGestureForecast(f.act(), f.gesture()),
    "gesture": lambda f: WriteGesture(
        f.act(), f.gesture(), f.number("number"), f.words_if_any("question")
    ),
    "withdraw": lambda f: WithdrawOrder(f.act(), f.words("order")),
    "deliver": lambda f: SubmitOrders(f.act()),
    "recall": lambda f: RecallOrders(f.act()),
    "subscribe": lambda f: Subscribe(
        f.act(), f.words("endpoint", LONGEST_ENDPOINT), f.words("p256dh"), f.words("auth")
    ),
    "sketch": _draw,
    "wipe": lambda f: EraseDrawing(f.act(), f.number("number")),
    "bulletin": lambda f: AskBulletin(f.act(), f.words("side")),
    "umpire": _umpires,
    "write": lambda f: SendMessage(f.act(), f.words("to"), f.prose("words")),
}


# --- what the host says ---------------------------------------------------------------------------


def encode_message(kind: str, **values: Any) -> str:
    """A message of the host."""
    return compact_json({"v": VERSION, "kind": kind, **values})


def compact_json(plain: Any) -> str:
    """JSON values as short as they can be written."""
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":"))


def encode_refusal(code: str, act: str = "", words: Mapping[str, str] | None = None) -> str:
    """Encode the refusal of an act; `words` are the game's own, else those of the code."""
    told = words or {
        language: text(f"hosting.refused-{code}", language) for language in text_languages()
    }
    return encode_message("refused", id=act, code=code, words=told)
