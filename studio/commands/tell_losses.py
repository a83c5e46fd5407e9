"""How commands say what they wrote, and what was lost in conversion."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from engine.interchange.brought import Loss, sentences
from engine.problems import Problem, SandtableError
from engine.texts import text
from studio.commands.speaking import error_as_json, print_error, print_json, print_problem


@dataclass(frozen=True)
class Outcome:
    """The fate of one file of several: written with these losses, or refused with a reason."""

    source: Path
    out: Path
    losses: Sequence[Loss] = ()
    notes: Sequence[str] = ()
    error: SandtableError | None = None

    def told_losses(self) -> list[dict[str, Any]]:
        """The losses as `--json` prints them, each with its file."""
        return [{"file": str(self.source)} | loss.as_json() for loss in self.losses]


def report_written(
    written: Sequence[Path],
    losses: Sequence[Loss],
    notes: Sequence[str],
    problems: Sequence[Problem] | None = None,
    *,
    as_json: bool,
) -> None:
    """Answer `{"written", "losses", "notes"}`; or say the same, losses on standard error.

    Where a file is drawn, `problems` are what is not drawn whole: told, and in the answer too.
    """
    names = [str(path) for path in written]
    for problem in problems or ():
        print_problem(problem)
    if as_json:
        found = [loss.as_json() for loss in losses]
        told = {} if problems is None else {"problems": [each.as_json() for each in problems]}
        print_json({"written": names, "losses": found, "notes": list(notes), **told})
        return
    for name in names:
        click.echo(text("interchange.written", None, file=name))
    for note in notes:
        click.echo(note, err=True)
    if lines := sentences(losses):
        click.echo(text("interchange.losses", None, count=len(lines)), err=True)
        for line in lines:
            click.echo(f"  {line}", err=True)


def report_outcomes(outcomes: Sequence[Outcome], *, as_json: bool) -> None:
    """Answer for several files as for one, each loss and each failure with its file.

    Raises SystemExit with 1 where a file was refused; the others are written all the same.
    """
    written = [each for each in outcomes if not each.error]
    failed = [each for each in outcomes if each.error]
    notes = list(dict.fromkeys(note for each in outcomes for note in each.notes))
    if as_json:
        print_json({
            "written": [str(each.out) for each in written],
            "losses": [loss for each in written for loss in each.told_losses()],
            "notes": notes,
            "failed": [{"file": str(each.source)} | error_as_json(each.error)
                       for each in failed if each.error],
        })  # fmt: skip
    else:
        _say_outcomes(outcomes, notes)
    if failed:
        raise SystemExit(1)


def _say_outcomes(outcomes: Sequence[Outcome], notes: Sequence[str]) -> None:
    for each in outcomes:
        if each.error:
            click.echo(text("interchange.refused", None, file=each.source), err=True)
            print_error(each.error)
            continue
        click.echo(text("interchange.written", None, file=each.out))
        for line in sentences(each.losses):
            click.echo(f"  {each.source}: {line}", err=True)
    for note in notes:
        click.echo(note, err=True)
    failed = sum(each.error is not None for each in outcomes)
    lossy = sum(bool(each.losses) for each in outcomes)
    values = {"written": len(outcomes) - failed, "lossy": lossy, "failed": failed}
    click.echo(text("interchange.summary", None, **values), err=True)
