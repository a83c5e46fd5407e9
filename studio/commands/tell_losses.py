"""How commands say what they wrote, and what was lost on the way."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from engine.interchange.brought import Loss
from engine.texts import text
from studio.commands.speaking import answer


def tell_written(
    written: Sequence[Path], losses: Sequence[Loss], notes: Sequence[str], *, as_json: bool
) -> None:
    """Answer `{"written", "losses", "notes"}`; or say the same, losses on standard error."""
    names = [str(path) for path in written]
    if as_json:
        found = [loss.as_json() for loss in losses]
        answer({"written": names, "losses": found, "notes": list(notes)})
        return
    for name in names:
        click.echo(text("interchange.written", None, file=name))
    for note in notes:
        click.echo(note, err=True)
    if losses:
        click.echo(text("interchange.losses", None, count=len(losses)), err=True)
        for loss in losses:
            click.echo(f"  {loss.sentence()}", err=True)
