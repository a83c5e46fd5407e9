"""`sandtable check`: everything wrong or doubtful in files, where, and what would be right."""

from __future__ import annotations

from pathlib import Path

import click

from engine.checks.check import check
from engine.problems import Severity
from engine.texts import text
from studio.commands.speaking import FILE, answer, json_option, tell_problem


@click.command("check")
@click.argument("files", nargs=-1, required=True, type=FILE)
@json_option
def command(files: tuple[Path, ...], as_json: bool) -> None:
    problems = [problem for file in files for problem in check(file)]
    if as_json:
        answer([problem.as_json() for problem in problems])
    else:
        for problem in problems:
            tell_problem(problem)
        _summarise(len(files), [problem.severity for problem in problems])
    if any(problem.severity is Severity.ERROR for problem in problems):
        raise SystemExit(1)


def _summarise(files: int, severities: list[Severity]) -> None:
    errors, warnings = severities.count(Severity.ERROR), severities.count(Severity.WARNING)
    key = "commands.checked" if severities else "commands.checked-clean"
    click.echo(text(key, files=files, errors=errors, warnings=warnings), err=bool(severities))
