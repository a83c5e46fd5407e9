"""Common options of commands, their answers and errors."""

from __future__ import annotations

import codecs
import json
import math
import os
import sys
import unicodedata
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial, wraps
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import click

from engine.games import installed_games
from engine.languages import LANGUAGES
from engine.problems import InvalidFileError, Problem, SandtableError, Severity
from engine.texts import text
from studio.rendering.chinese_script import text_language
from studio.rendering.file_formats import PictureFormat
from studio.rendering.file_formats import picture_format as format_of

P = ParamSpec("P")
F = TypeVar("F", bound=Callable[..., Any])


class FileName(click.Path):
    """The name of a file or folder; an empty name is refused."""

    def __init__(self) -> None:
        # Unreadable files are reported by their reader, in a folder as well as named by themselves.
        super().__init__(path_type=Path, readable=False)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if not value:
            self.fail(text("commands.no-file-name", None, found=value), param, ctx)
        return super().convert(value, param, ctx)


class OutputName(FileName):
    """The name of what is to be written, with a last part that another can stand beside."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        path = Path(super().convert(value, param, ctx))
        if not (named := path if path.name else path.absolute()).name:
            self.fail(text("commands.no-file-name", None, found=value), param, ctx)
        return named


FILE, OUT = FileName(), OutputName()


class LimitedNumber(click.FloatRange):
    """A number within limits; NaN, which slips through every range, is refused."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        found = float(super().convert(value, param, ctx))
        if math.isnan(found):
            self.fail(text("commands.no-number", None, found=value), param, ctx)
        return found


def _use_tempers(ctx: click.Context, param: click.Parameter, value: Path | None) -> None:
    """Give players, also in processes started later, the tempers of a file."""
    if value is None:
        return
    from engine.ai.user_temperaments import NAMED_BY

    before = os.environ.get(NAMED_BY)
    os.environ[NAMED_BY] = str(value.absolute())
    ctx.call_on_close(partial(_restore, NAMED_BY, before))


def warn_about_skipped_players() -> None:
    """Say which plug-ins are left out for the names of their players, where players are named."""
    from engine.play.players import left_out_players_text

    for sentence in left_out_players_text():
        click.echo(sentence, err=True)


def _restore(name: str, value: str | None) -> None:
    """Put a variable of the environment back as it was."""
    if value is None:
        os.environ.pop(name, None)
    else:
        os.environ[name] = value


tempers_option = click.option(
    "--tempers",
    type=FILE,
    expose_value=False,
    callback=_use_tempers,
    help=text("commands.option-tempers"),
)
json_option = click.option("--json", "as_json", is_flag=True, help=text("commands.json"))


class GameName(click.ParamType):  # type: ignore[type-arg] # generic since click 8.3 alone
    """The id of an installed game; games are looked up only when needed."""

    name = "game"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return str(click.Choice(installed_games()).convert(value, param, ctx))

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        return f"[{'|'.join(installed_games())}]"


def _lettered(ctx: click.Context, param: click.Parameter, language: str | None) -> str | None:
    """A language for what is drawn and printed, in its own script."""
    if language is not None and language in LANGUAGES:
        ctx.with_resource(text_language(language))
    return language


def language_option(help_: str, *others: str) -> Callable[[F], F]:
    """The option that says in which language something is drawn or printed."""
    choice = click.Choice([*LANGUAGES, *others])
    return click.option("--language", type=choice, callback=_lettered, help=help_)


game_option = click.option("--game", type=GameName(), help=text("commands.game"))
unit_option = click.option("--unit", help=text("commands.unit"))


def print_json(value: Any) -> None:
    """Print one JSON document, in ASCII where the output cannot show other characters."""
    is_unicode = codecs.lookup(sys.stdout.encoding or "ascii").name.startswith("utf")
    written = json.dumps(
        value, ensure_ascii=not is_unicode, indent=2, allow_nan=False, default=_as_number
    )
    click.echo(written)


def _as_number(value: object) -> float:
    """Return a fraction as a JSON number: movement points of thirds are 0.333…"""
    if isinstance(value, Fraction):
        return plain_number(value)
    raise TypeError(f"{type(value).__name__} has no form in JSON")


def plain_number(value: Fraction | float) -> float:
    """Return a whole number as an int, any other as a float."""
    return int(value) if value == int(value) else float(value)


def print_problem(problem: Problem) -> None:
    """One problem on standard error, errors in red."""
    colour = "red" if problem.severity is Severity.ERROR else "yellow"
    severity = click.style(text(f"commands.{problem.severity}"), fg=colour)
    place = f"{problem.file}:{problem.mark.line}:{problem.mark.column}"
    where = f" [{problem.where}]" if problem.where else ""
    hint = problem.hint()
    click.echo(f"{place}: {severity}: {problem.message()}{where} ({problem.code})", err=True)
    if hint:
        click.echo(f"    {hint}", err=True)


def report_errors_of_command(command: Callable[P, None]) -> Callable[P, None]:
    """Make a command report what a user can put right on standard error, with exit code 1.

    Asked for JSON it answers `{"error": sentence, "problems": […]}`.
    """

    @wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            command(*args, **kwargs)
        except SandtableError as error:
            print_error(error)
            if kwargs.get("as_json"):
                print_json(error_as_json(error))
            raise SystemExit(1) from error

    return run


def error_as_json(error: SandtableError) -> dict[str, Any]:
    """A failure as `--json` prints it."""
    problems = error.problems if isinstance(error, InvalidFileError) else ()
    return {"error": str(error), "problems": [told.as_json() for told in problems]}


def print_error(error: SandtableError) -> None:
    """A failure on standard error."""
    if isinstance(error, InvalidFileError):
        for problem in error.problems:
            print_problem(problem)
    else:
        click.echo(str(error), err=True)


def picture_format(path: Path) -> PictureFormat:
    """The kind of picture a file's name asks for; another ending is wrong use."""
    found = format_of(path)
    if found is None:
        raise click.UsageError(text("drawing.unknown-format", None, file=path))
    return found


def warn_about_compiling(work: str = "") -> None:
    """Say so when the next thing to happen is that kernels compile, once after installation.

    `work` names what is about to be done, if its completion is recorded.
    """
    from engine import kernel_warmup

    if not kernel_warmup.is_warm(work):
        click.echo(text("commands.compiling"), err=True)


def format_columns(rows: Sequence[Sequence[str]], *, numbers: bool = True) -> str:
    """Rows of words as aligned columns, the first to the left, the others to the right."""
    widths = [max(map(display_width, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        gaps = [" " * (wide - display_width(word)) for wide, word in zip(widths, row, strict=True)]
        first, *others = zip(gaps, row, strict=True)
        cells = [gap + word if numbers else word + gap for gap, word in others]
        lines.append("  ".join([first[1] + first[0], *cells]).rstrip())
    return "\n".join(lines)


def display_width(said: str) -> int:
    """Return the width of a text in terminal columns; Chinese characters take two."""
    return sum(2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in said)
