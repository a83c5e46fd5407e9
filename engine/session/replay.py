"""Replays: a game as its answers and dice, one activity a line, and the events they led to.

`replay/1` is JSON lines. The first is the head: versions, hashes of scenario and map, seeds,
players. Then each line lists the answers of one activity: hexes as [q, r], dice as
``{"dice": [3, 4]}``, an umpire's act as ``{"umpire": kind, …}``. Then all events, packed (zlib,
base64). The last line counts the answers and seals the rest with a digest.

A saved game is an unfinished replay. Taking one up plays it again by the rules and compares.
"""

from __future__ import annotations

import base64
import hashlib
import io
import json
import zlib
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from engine import __version__
from engine.files import source_text, strict_json
from engine.games import rules_of
from engine.play.decisions import Answer, Faces, Roll, answer_from_json, is_dice
from engine.play.dice import (
    DiceOverride,
    DiceSource,
    InvalidDiceError,
    ManualDice,
    SeededDice,
    validate_faces,
)
from engine.play.events import event_as_json_line
from engine.play.game import (
    Game,
    Intervention,
    InvalidAnswerError,
    InvalidInterventionError,
    NotReadyError,
)
from engine.problems import InvalidFileError, Problem, SandtableError, Severity
from engine.scenario.scenario import Scenario
from engine.texts import text

KIND = "replay/1"
AFTER_HEAD = 2  # the line where the first answer would stand
PACKED = "zlib+base64"
MAX_EVENT_BYTES = 64 * 2**20
NOBODY: Mapping[str, str] = {}


class InvalidReplayError(SandtableError):
    """A replay that cannot be read, or does not belong to the scenario; names file and line."""


class ReplayMismatchError(InvalidReplayError):
    """A game that cannot have gone as the replay says; names the first difference."""


class RecordedDice(NamedTuple):
    """Dice as a replay records them."""

    faces: Faces


@dataclass
class Replay:
    """A replay as read. `lines` has the line of each answer; no seeds: dice entered by hand."""

    file: str
    game: str
    rules: int
    scenario: str  # the path of the scenario as it was when the game was saved
    scenario_hash: str
    map_hash: str
    seeds: tuple[tuple[int, int], ...]
    players: Mapping[str, str]
    answers: list[Answer] = field(default_factory=list)
    overrides: dict[int, DiceOverride] = field(default_factory=dict)
    lines: list[int] = field(default_factory=list)
    events: list[str] = field(default_factory=list)
    is_whole: bool = True  # False: only the first events are recorded

    @property
    def dice(self) -> DiceSource:
        """The dice the game goes on with."""
        return SeededDice(self.seeds) if self.seeds else ManualDice()


# --- saving --------------------------------------------------------------------------------------


def save(
    game: Game[Any], path: Path, scenario: str = "", players: Mapping[str, str] = NOBODY
) -> None:
    """Write a game, finished or not; `scenario` is its path, `players` who played each side."""
    source_text.write(path, compose(game, scenario, players))


def compose(game: Game[Any], scenario: str = "", players: Mapping[str, str] = NOBODY) -> str:
    """A game as the text of a replay."""
    lines = [_spell(_head(game, scenario, players))]
    lines += [_spell(answers) for answers in _by_activity(game)]
    packed = zlib.compress(
        "\n".join(event_as_json_line(event) for event in game.events).encode(), 9
    )
    data = base64.b64encode(packed).decode()
    lines.append(_spell({"events": len(game.events), "packed": PACKED, "data": data}))
    body = "".join(f"{line}\n" for line in lines)
    end = {"answers": len(game.answers), "digest": _digest(body)}
    return f"{body}{_spell(end)}\n"


def _head(game: Game[Any], scenario: str, players: Mapping[str, str]) -> dict[str, Any]:
    seeds = game.dice.seeds if isinstance(game.dice, SeededDice) else ()
    scenario_hash, map_hash = game.fingerprints
    return {
        "sandtable": KIND,
        "program": __version__,
        "game": game.rules.id,
        "rules": game.rules.version,
        "scenario": scenario,
        "scenario_hash": scenario_hash,
        "map_hash": map_hash,
        "seeds": seeds,
        "players": dict(players),
    }


def _by_activity(game: Game[Any]) -> Iterator[list[Any]]:
    """The answers of each activity that had any, as JSON values."""
    starts = [mark.answers for mark in game.marks]
    for start, end in zip(starts, [*starts[1:], len(game.answers)], strict=True):
        if start < end:
            yield answer_records(game.answers, game.overrides, range(start, end))


def answer_records(
    answers: Sequence[Answer], overrides: Mapping[int, DiceOverride], numbers: Iterable[int]
) -> list[Any]:
    """Return those answers of a game that have these numbers, as JSON values."""
    return [_record(answers[number], overrides.get(number)) for number in numbers]


def _record(answer: Answer, override: DiceOverride | None) -> Any:
    if isinstance(answer, Intervention):
        kind, arguments, who, why = answer
        return {"umpire": kind, "arguments": arguments, "who": who, "why": why}
    if not is_dice(answer):
        return answer
    return {"dice": answer} | ({} if override is None else override._asdict())


def _spell(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _digest(body: str) -> str:
    return hashlib.blake2b(body.encode(), digest_size=8).hexdigest()


# --- reading -------------------------------------------------------------------------------------


def read(path: Path) -> Replay:
    """A replay from its file; InvalidReplayError says which line cannot be read and why."""
    try:
        content = source_text.read_text(path)
    except InvalidFileError as error:
        if error.problems[0].code not in ("not-utf8", "utf16"):
            raise
        raise InvalidReplayError(text("game.no-replay", None, file=path)) from error
    return parse(content, str(path))


def parse(content: str, file: str = "replay") -> Replay:
    """A replay from its text."""
    lines = list(io.StringIO(content, newline="\n"))
    if not lines:
        _refuse("replay-empty", file=file)
    if not lines[0].startswith("{"):
        _refuse("no-replay", file=file)
    replay = _with_head(_json(lines[0], file, 1), file)
    last = _mapping(_json(lines[-1], file, len(lines)))
    if len(lines) < 3 or "digest" not in last:
        _refuse("replay-truncated", file=file, line=len(lines) + 1)
    body = "".join(lines[:-1])
    if last.get("digest") != _digest(body):
        values = {"found": _digest(body), "wanted": last.get("digest")}
        _refuse("replay-edited", file=file, line=len(lines), **values)
    for number, line in enumerate(lines[1:-2], start=2):
        _read_activity(replay, _json(line, file, number), number)
    replay.events = _unpack(_json(lines[-2], file, len(lines) - 1), file, len(lines) - 1)
    if last.get("answers") != len(replay.answers):
        values = {"found": len(replay.answers), "wanted": last.get("answers")}
        _refuse("replay-count", file=file, line=len(lines), **values)
    return replay


def _json(line: str, file: str, number: int) -> Any:
    try:
        return strict_json.loads(line)
    except ValueError as error:
        _refuse("replay-not-json", file=file, line=number, why=error)


def _mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _with_head(value: object, file: str) -> Replay:
    head = _mapping(value)
    if str(head.get("sandtable")).startswith("room/"):
        told = Problem("is-a-room", Severity.ERROR, file, source_text.TOP)
        raise InvalidReplayError(told.sentence())
    if head.get("sandtable") != KIND:
        _refuse("replay-kind", file=file, found=head.get("sandtable", "–"), wanted=KIND)
    for key, kind in _HEAD.items():
        if not isinstance(head.get(key), kind):
            _refuse("replay-header", file=file, lacks=key)
    if not source_text.can_name(head["scenario"]):
        _refuse("replay-header", file=file, lacks="scenario")
    if not all(_are_whole(pair) and len(pair) == 2 for pair in head["seeds"]):
        _refuse("replay-header", file=file, lacks="seeds")
    starts = [start for start, _ in head["seeds"]]
    if starts and (starts[0] != 0 or starts != sorted(starts)):
        _refuse("replay-header", file=file, lacks="seeds")
    if not all(isinstance(player, str) for player in head["players"].values()):
        _refuse("replay-header", file=file, lacks="players")
    return Replay(
        file,
        head["game"],
        head["rules"],
        head["scenario"],
        head["scenario_hash"],
        head["map_hash"],
        tuple((start, seed) for start, seed in head["seeds"]),
        head["players"],
    )


def _are_whole(numbers: object) -> bool:
    return isinstance(numbers, list) and all(type(number) is int for number in numbers)


_HEAD = {
    "game": str, "rules": int, "scenario": str, "scenario_hash": str, "map_hash": str,
    "seeds": list, "players": dict,
}  # fmt: skip


def add_answers(replay: Replay, recorded: object) -> None:
    """Add answers that came after those of a replay, as `answer_records` gave them."""
    _read_activity(replay, recorded, replay.lines[-1] if replay.lines else 1)


def _read_activity(replay: Replay, activity: object, line: int) -> None:
    if not isinstance(activity, list):
        _refuse("replay-form", file=replay.file, line=line)
    for recorded in activity:
        if isinstance(recorded, dict):
            replay.answers.append(_special(replay, recorded, line))
        else:
            replay.answers.append(answer_from_json(recorded))
        replay.lines.append(line)


def _special(replay: Replay, recorded: dict[str, Any], line: int) -> Answer:
    """Dice, or an umpire's act."""
    words = all(isinstance(recorded.get(key, ""), str) for key in ("umpire", "who", "why"))
    who, why = recorded.get("who", ""), recorded.get("why", "")
    if words and isinstance(recorded.get("dice"), list):
        if who or why:
            replay.overrides[len(replay.answers)] = DiceOverride(who, why)
        return RecordedDice(tuple(recorded["dice"]))
    if words and "umpire" in recorded and isinstance(recorded.get("arguments"), list):
        return Intervention(recorded["umpire"], answer_from_json(recorded["arguments"]), who, why)
    return _refuse("replay-form", file=replay.file, line=line)


def _unpack(value: object, file: str, line: int) -> list[str]:
    entry = _mapping(value)
    try:
        packed = base64.b64decode(entry["data"], validate=True)
        unpacker = zlib.decompressobj()
        told = unpacker.decompress(packed, MAX_EVENT_BYTES).decode()
        events = told.split("\n") if told else []
    except (KeyError, TypeError, ValueError, zlib.error):
        _refuse("replay-form", file=file, line=line)
    if entry.get("packed") != PACKED or entry.get("events") != len(events):
        _refuse("replay-form", file=file, line=line)
    return events


def _refuse(key: str, **values: object) -> NoReturn:
    raise InvalidReplayError(text(f"game.{key}", None, **values))


# --- taking up -----------------------------------------------------------------------------------


def resume(replay: Replay, scenario: Scenario, like: Game[Any] | None = None) -> Game[Any]:
    """The game of a replay, played again by the rules and ready to go on.

    `like` is a game of the same scenario, whose board need not be made ready again.

    Raises InvalidReplayError for another game, scenario or map,
    and ReplayMismatchError where an answer
    was no option, dice are not the seed's, or an event differs from what the rules say.
    """
    _check_belongs(replay, scenario)
    dice = _Recorded(replay)
    begun = Game(rules_of(scenario.game), scenario, dice) if like is None else like.restarted(dice)
    game: Game[Any] = begun
    while len(game.answers) < len(replay.answers):
        _give(game, replay)
    _compare(game, replay)
    game.dice, game.overrides = replay.dice, dict(replay.overrides)
    if game.awaited is not None:
        game.rewind(len(game.answers))  # the next roll was waiting: seeded dice fall now
    return game


def load(path: Path, scenario: Scenario) -> Game[Any]:
    """The game saved in a file, verified and ready to go on."""
    return resume(read(path), scenario)


def _check_belongs(replay: Replay, scenario: Scenario) -> None:
    if replay.game != scenario.game:
        _refuse("replay-game", file=replay.file, found=replay.game, wanted=scenario.game)
    version = rules_of(scenario.game).version
    if replay.rules != version:
        values = {"game": replay.game, "found": replay.rules, "wanted": version}
        _refuse("replay-rules", file=replay.file, **values)
    if replay.map_hash != scenario.ground_fingerprint():
        _refuse("replay-map", file=replay.file)
    if replay.scenario_hash != scenario.fingerprint():
        _refuse("replay-scenario", file=replay.file)


def _give(game: Game[Any], replay: Replay) -> None:
    """Give the game its next recorded answer."""
    number = len(game.answers)
    answer = replay.answers[number]
    try:
        if isinstance(answer, Intervention):
            game.intervene(answer)
        elif game.is_over:
            _object(replay, "replay-too-many", number)
        elif isinstance(answer, RecordedDice):
            game.enter(answer.faces)
        else:
            game.choose(answer)
    except (InvalidAnswerError, NotReadyError, InvalidInterventionError, InvalidDiceError) as error:
        _object(replay, "replay-answer", len(game.answers), why=error)


def _object(replay: Replay, key: str, number: int, **values: object) -> NoReturn:
    line = replay.lines[min(number, len(replay.lines) - 1)] if replay.lines else AFTER_HEAD
    values = {"file": replay.file, "line": line, "number": number, **values}
    raise ReplayMismatchError(text(f"game.{key}", None, **values))


class _Recorded:
    """The dice a replay recorded; past its end, and before an umpire's act, the roll waits."""

    def __init__(self, replay: Replay) -> None:
        self.replay = replay
        self.seeded = SeededDice(replay.seeds) if replay.seeds else None

    def faces(self, number: int, roll: Roll) -> Faces | None:
        """The recorded faces.

        ReplayMismatchError if they are not the seed's and were not changed.
        """
        replay = self.replay
        answer = replay.answers[number] if number < len(replay.answers) else None
        if number >= len(replay.answers) or isinstance(answer, Intervention):
            return None
        if not isinstance(answer, RecordedDice):
            _object(replay, "replay-answer", number, why=text("game.awaits-dice"))
        try:
            faces = validate_faces(answer.faces, roll)
        except InvalidDiceError as error:
            _object(replay, "replay-answer", number, why=error)
        wanted = self.seeded.faces(number, roll) if self.seeded else faces
        if faces != wanted and number not in replay.overrides:
            _object(replay, "replay-dice", number, found=list(faces), wanted=list(wanted))
        return faces

    def forked(self, number: int, seed: int) -> DiceSource:
        """The same recorded dice."""
        return self


def _compare(game: Game[Any], replay: Replay) -> None:
    """ReplayMismatchError at the first event the rules do not confirm."""
    played = [event_as_json_line(event) for event in game.events]
    nothing = text("game.nothing")
    told = played if replay.is_whole else played[: len(replay.events)]
    pairs = zip_longest(replay.events, told, fillvalue=nothing)
    for number, (recorded, by_rules) in enumerate(pairs):
        if recorded != by_rules:
            after = _answers_before(game, number)
            answer = _spell(game.answers[after - 1]) if after else nothing
            values = {"event": number + 1, "recorded": recorded, "played": by_rules}
            _object(replay, "replay-event", after, answer=answer, **values)


def _answers_before(game: Game[Any], event: int) -> int:
    """Return the number of answers before an event."""

    def rewound(answers: int) -> Game[Any]:
        twin = game.fork(0)
        twin.rewind(answers)
        return twin

    numbers = range(len(game.answers))
    first = bisect_right(numbers, event, key=lambda answers: len(rewound(answers).events))
    return len(rewound(first).answers)
