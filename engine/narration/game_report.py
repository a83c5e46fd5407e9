"""Reports of a game: its log for the umpire or a side, how it stands, and how it ended."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any

from engine.narration.scenario_names import ScenarioNames
from engine.narration.turn_text import turn_of
from engine.play.dice import SeededDice
from engine.play.events import is_seen_by
from engine.play.game import SHOWN_OPTIONS, Game
from engine.play.position import PendingUnit, Piece, Position
from engine.scenario.scenario import Objective
from engine.texts import localised, text

MARKED = re.compile(r"[\\`*_\[\]<>#]|&(?=#?\w+;)")


def report_sentences(
    game: Game[Any], language: str | None = None, side: str = "", first: int = 0
) -> Iterator[tuple[int, str]]:
    """Yield the sentences on events from `first` on, each with its heading's rank (or 0).

    With a side they only show what that side may know; without one everything, as for the umpire.
    """
    for event in game.events[first:]:
        if not side or is_seen_by(event, side):
            said = game.rules.describe_event(game.state, event, language)
            if said:
                yield game.rules.heading(event), said


def report_markdown(game: Game[Any], language: str | None = None, side: str = "") -> str:
    """The account as Markdown: a heading a turn, a smaller one a phase, a line an event."""
    return join_lines(
        [f"# {escape(report_title(game, language))}", "", *report_lines(game, language, side)]
    )


def escape(words: str) -> str:
    """Words as Markdown: names are whatever a designer or a player wrote, HTML too."""
    return MARKED.sub(r"\\\g<0>", words)


def report_title(game: Game[Any], language: str | None = None) -> str:
    """Return the title of a report: the scenario's."""
    return localised(game.scenario.title, language) or text("game.account", language)


def report_lines(game: Game[Any], language: str | None = None, side: str = "") -> Iterator[str]:
    """The account without its title, as lines of Markdown."""
    for rank, said in report_sentences(game, language, side):
        if rank:
            yield from ("", f"{'#' * (rank + 1)} {escape(said.rstrip('.。'))}", "")
        else:
            yield f"- {escape(said)}"


def join_lines(lines: Iterable[str]) -> str:
    """Lines as a text, with never more than one blank line between two."""
    return "\n".join(lines).replace("\n\n\n", "\n\n") + "\n"


def outcome_text(game: Game[Any], language: str | None = None) -> str:
    """Return the winner, time and reason in a sentence; or that the game goes on."""
    result = game.result
    if result is None:
        return text("scenario.unfinished", language)
    words = _Words(game, language)
    values = {"turns": game.rules.turn(game.state), "reason": words.word("reason", result.reason)}
    if result.winner:
        key = f"scenario.won-{result.grade}" if result.grade else "scenario.won"
        return text(key, language, side=words.side(result.winner), **values)
    return text("scenario.drawn", language, **values)


def scores_text(game: Game[Any], points: Mapping[str, int], language: str | None = None) -> str:
    """The points of all sides."""
    words = _Words(game, language)
    return words.listed(f"{words.side(side)} {count}" for side, count in points.items())


# --- the log --------------------------------------------------------------------------------------


def log(game: Game[Any], players: Mapping[str, str], language: str | None = None) -> str:
    """The game so far as Markdown: what and who, then a heading a turn, a line an event.

    `players` names who played each side.
    """
    parts = (_head(game, players, language), _set_up(game, language), report_lines(game, language))
    return join_lines(chain(*parts))


def _head(game: Game[Any], players: Mapping[str, str], language: str | None) -> Iterator[str]:
    words, scenario = _Words(game, language), game.scenario
    yield f"# {escape(words.title)}"
    yield ""
    facts = {
        "map": localised(scenario.ground.title, language),
        "turns": str(scenario.turns),
        "sides": words.listed(words.side(side.id) for side in scenario.sides),
        "players": words.listed(f"{words.side(s)} {words.player(n)}" for s, n in players.items()),
        "seed": str(game.dice.seeds[0][1]) if isinstance(game.dice, SeededDice) else "",
        "result": outcome_text(game, language),
    }
    for name, fact in facts.items():
        if fact:
            named = {"name": text(f"scenario.log-{name}", language), "fact": fact}
            yield f"- {escape(text('scenario.log-fact', language, **named))}"


def _set_up(game: Game[Any], language: str | None) -> Iterator[str]:
    """Yield the units that are set up at the start."""
    words = _Words(game, language)
    yield from ("", f"## {text('scenario.log-set-up', language)}", "")
    for unit in game.scenario.units:
        if unit.at is not None:
            named = {"unit": words.unit(unit.id), "at": words.label(unit.at)}
            yield f"- {escape(text('scenario.log-at', language, **named))}"


# --- where a game stands --------------------------------------------------------------------------


def position_lines(game: Game[Any], answers: int, language: str | None = None) -> Iterator[str]:
    """The position as the umpire sees it, line by line, and what is asked; `answers` in all."""
    words, position = _Words(game, language), game.position()
    yield words.header(position, answers)
    for side in game.scenario.sides:
        yield ""
        yield words.side(side.id)
        pieces = [piece for piece in position.pieces if piece.side == side.id]
        yield from (f"  {words.standing(piece, position)}" for piece in pieces)
        yield from words.missing(position, side.id)
    yield ""
    yield from words.aims(position)
    yield from _question(game, language)


def _question(game: Game[Any], language: str | None) -> Iterator[str]:
    """Yield the decision or roll that is due, with the first options; or the outcome."""
    yield ""
    if game.awaited is not None:
        roll = game.rules.describe_roll(game.awaited, language)
        yield text("scenario.awaits-roll", language, roll=roll)
    elif game.decision is None:
        yield outcome_text(game, language)
    else:
        rules, state, decision = game.rules, game.state, game.decision
        yield rules.describe_decision(state, decision, language)
        for option in game.options[:SHOWN_OPTIONS]:
            yield f"  - {rules.describe_option(state, decision, option, language)}"
        if (more := len(game.options) - SHOWN_OPTIONS) > 0:
            yield f"  {text('scenario.more-options', language, count=more)}"


class _Words(ScenarioNames):
    """The names of a game's things, and where they stand."""

    def __init__(self, game: Game[Any], language: str | None) -> None:
        super().__init__(game.scenario, language)
        self.game = game

    def header(self, position: Position, answers: int) -> str:
        """Return the scenario's title and the progress of the game."""
        values: dict[str, Any] = {
            "turn": turn_of(self.scenario.game, position.turn, self.scenario.turns, self.language),
            "answers": answers,
        }
        values |= {"number": len(self.game.answers), "title": self.title}
        said = text("scenario.after-answers", self.language, **values)
        if not position.phase:
            return said
        phase = self.word("phase", position.phase)
        return said + text("scenario.in-phase", self.language, phase=phase)

    def unit(self, unit: str) -> str:
        """A unit's name; the game names those that the scenario does not have."""
        if unit in self.units:
            return super().unit(unit)
        return self.game.rules.describe_unit(self.game.state, unit, self.language)

    def standing(self, piece: Piece, position: Position) -> str:
        """A unit with its hex and what it suffers from."""
        marks = self.listed(self.word("mark", mark) for mark in piece.marks)
        at = self.spot(position.spot_of(piece.id))
        return "  ".join([self.unit(piece.id), at, marks]).rstrip()

    def missing(self, position: Position, side: str) -> Iterator[str]:
        """A side's losses and reinforcements."""
        lost = [unit.id for unit in position.lost if unit.side == side]
        if lost:
            named = self.listed(self.unit(unit) for unit in lost)
            yield f"  {text('scenario.lost-units', self.language, units=named)}"
        coming = [unit for unit in position.coming if unit.side == side]
        if coming:
            named = self.listed(map(self._coming, coming))
            yield f"  {text('scenario.coming-units', self.language, units=named)}"

    def _coming(self, coming: PendingUnit) -> str:
        unit, turn = self.unit(coming.id), coming.turn
        if not turn:
            return unit
        key = "comes-waits" if coming.waits else "comes-by-die" if coming.die else "comes-in"
        values = {"unit": unit, "turn": turn, "die": coming.die}
        return text(f"scenario.{key}", self.language, **values)

    def aims(self, position: Position) -> Iterator[str]:
        """Yield the holders of objectives, and the points."""
        holders = position.holders
        held = [self._held(entry, holders.get(entry.id, "")) for entry in self.scenario.objectives]
        if held:
            yield text("scenario.objectives-held", self.language, objectives=self.listed(held))
        if position.points:
            said = scores_text(self.game, position.points, self.language)
            yield text("scenario.points-line", self.language, points=said)

    def _held(self, objective: Objective, side: str) -> str:
        named, holder = self.objective(objective), self.side(side)
        return text("scenario.objective-held", self.language, objective=named, side=holder)
