"""The account of a game: what happened, as a log to read, for the umpire or for one side."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine import files
from engine.events import is_seen_by
from engine.game import Game
from engine.texts import spoken, text


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
    title = spoken(game.scenario.title, language) or text("game.account", language)
    lines = [f"# {title}", ""]
    for rank, said in sentences(game, language, side):
        if rank:
            lines += ["", f"{'#' * (rank + 1)} {said.rstrip('.。')}", ""]
        else:
            lines.append(f"- {said}")
    return "\n".join(lines).replace("\n\n\n", "\n\n") + "\n"


def write(game: Game[Any], path: Path, language: str | None = None, side: str = "") -> None:
    """Write the account to a file."""
    files.write(path, markdown(game, language, side))
