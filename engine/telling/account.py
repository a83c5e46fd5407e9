"""The account of a game: what happened, as a log to read, for the umpire or for one side."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from engine.play.events import is_seen_by
from engine.play.game import Game
from engine.texts import localised, text

MARKED = re.compile(r"[\\`*_\[\]<>#]|&(?=#?\w+;)")


def sentences(
    game: Game[Any], language: str | None = None, side: str = "", first: int = 0
) -> Iterator[tuple[int, str]]:
    """What happened from event `first` on, each with the rank of its heading (0: none).

    With a side only what that side may know; without one all, as the umpire does.
    """
    for event in game.events[first:]:
        if not side or is_seen_by(event, side):
            said = game.rules.describe_event(game.state, event, language)
            if said:
                yield game.rules.heading(event), said


def markdown(game: Game[Any], language: str | None = None, side: str = "") -> str:
    """The account as Markdown: a heading a turn, a smaller one a phase, a line an event."""
    return join_lines([f"# {escape(title(game, language))}", "", *lines(game, language, side)])


def escape(words: str) -> str:
    """Words as Markdown: names are whatever a designer or a player wrote, HTML too."""
    return MARKED.sub(r"\\\g<0>", words)


def title(game: Game[Any], language: str | None = None) -> str:
    """What stands above an account: the scenario's title."""
    return localised(game.scenario.title, language) or text("game.account", language)


def lines(game: Game[Any], language: str | None = None, side: str = "") -> Iterator[str]:
    """The account without its title, as lines of Markdown."""
    for rank, said in sentences(game, language, side):
        if rank:
            yield from ("", f"{'#' * (rank + 1)} {escape(said.rstrip('.。'))}", "")
        else:
            yield f"- {escape(said)}"


def join_lines(lines: Iterable[str]) -> str:
    """Lines as a text, with never more than one blank line between two."""
    return "\n".join(lines).replace("\n\n\n", "\n\n") + "\n"
