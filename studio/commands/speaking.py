"""How commands take their common options, answer, and fail."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec

import click

from engine.problems import InvalidFile, Problem, SandtableError, Severity
from engine.texts import text

P = ParamSpec("P")

FILE = click.Path(path_type=Path)

json_option = click.option("--json", "as_json", is_flag=True, help=text("commands.json"))


def answer(value: Any) -> None:
    """Print one JSON document."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))


def tell_problem(problem: Problem) -> None:
    """One problem on standard error, errors in red."""
    colour = "red" if problem.severity is Severity.ERROR else "yellow"
    severity = click.style(text(f"commands.{problem.severity}"), fg=colour)
    place = f"{problem.file}:{problem.mark.line}:{problem.mark.column}"
    where = f" [{problem.where}]" if problem.where else ""
    hint = problem.hint()
    click.echo(f"{place}: {severity}: {problem.message()}{where} ({problem.code})", err=True)
    if hint:
        click.echo(f"    {hint}", err=True)


def says_what_failed(command: Callable[P, None]) -> Callable[P, None]:
    """A command that reports what a user can put right on standard error, with exit code 1."""

    @wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            command(*args, **kwargs)
        except InvalidFile as error:
            for problem in error.problems:
                tell_problem(problem)
            raise SystemExit(1) from error
        except SandtableError as error:
            click.echo(str(error), err=True)
            raise SystemExit(1) from error

    return run
