"""`sandtable check`: everything wrong or doubtful in files, where, and what would be right."""

from __future__ import annotations

from pathlib import Path

import click

from engine.checks.check import check
from engine.problems import Problem, Severity
from engine.texts import text
from studio.commands.speaking import FILE, answer, json_option, tell_problem
from studio.decks.room_for_words import overfull
from studio.drawing.system import NoQt


@click.command("check")
@click.argument("files", nargs=-1, required=True, type=FILE)
@json_option
def command(files: tuple[Path, ...], as_json: bool) -> None:
    problems = [problem for file in files for problem in (*check(file), *_overfull(file))]
    if as_json:
        answer([problem.as_json() for problem in problems])
    else:
        for problem in problems:
            tell_problem(problem)
        _summarise(len(files), [problem.severity for problem in problems])
    if any(problem.severity is Severity.ERROR for problem in problems):
        raise SystemExit(1)


def _overfull(file: Path) -> list[Problem]:
    """The cards whose words do not fit; without Qt this cannot be known, and is said so."""
    try:
        return overfull(file)
    except NoQt as error:
        click.echo(error, err=True)
        return []


def _summarise(files: int, severities: list[Severity]) -> None:
    errors, warnings = severities.count(Severity.ERROR), severities.count(Severity.WARNING)
    key = "commands.checked" if severities else "commands.checked-clean"
    click.echo(text(key, files=files, errors=errors, warnings=warnings), err=bool(severities))
