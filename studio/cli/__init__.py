"""The command line: one file per command, loaded only when called, so that each starts fast."""

from __future__ import annotations

import errno
import io
import os
import sys
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

import click

from engine import __version__, plugins
from engine.files import schema_validators, source_text
from engine.files.schema_validators import ValidatorKind
from engine.problems import nearest_word, suggest_spelling
from engine.texts import text
from studio.cli.click_translation import translate_click

# numpy starts threads for linear algebra, which nothing here does: a fifth of a command's time.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

NAMES = (
    "check", "show", "render", "sight", "reach", "play", "host", "balance", "league", "replay",
    "stamp", "games", "schema", "new", "print", "import", "export", "tour", "samples", "warm",
    "doctor", "install-desktop", "new-game",
)  # fmt: skip
COMMANDS: Mapping[str, str] = {
    # No module can be called `import`.
    name: f"studio.cli.{name.replace('-', '_')}" + "_" * (name in ("import", "export"))
    for name in NAMES
}
NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
WORDS = "studio.cli.words"  # the command line, in click's context
STUDIO = "open"  # the command for files named without one

translate_click()  # before the first option asks for its help


class _Commands(click.Group):
    """The commands by name; only the one that is called is imported."""

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run; characters that a terminal or file of another encoding lacks are written as `?`."""
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="replace")
        try:
            return super().main(*args, **extra)
        except KeyboardInterrupt:  # as late as while the last processes are ended
            click.echo(text("click.aborted", None), err=True)
            sys.exit(1)
        except OSError as error:
            if error.errno not in NO_ROOM or error.filename is not None:
                raise
            _end_unheard(error)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Files without a command, or no arguments, open the studio; any command may be safe."""
        chosen = args[:2] if args[:1] == ["--validator"] else []
        args = args[len(chosen) :]
        if args[:1] == ["--safe-mode"] and args[1:] and args[1] in COMMANDS:
            os.environ[plugins.FOLDERS] = ""
            args = args[1:]
        if not args or _may_be_safe_mode(args[0]) or _is_file(args[0]):
            args = [STUDIO, *args]
        ctx.meta[WORDS] = list(args)
        return super().parse_args(ctx, [*chosen, *args])

    def invoke(self, ctx: click.Context) -> Any:
        """Run; say in the end which plug-ins do not go together with this program."""
        try:
            return self._invoke(ctx)
        finally:
            for refused in plugins.refused_plugins():
                click.echo(refused, err=True)

    def _invoke(self, ctx: click.Context) -> Any:
        """Run the command; with `--json`, answer usage errors as JSON too."""
        try:
            return super().invoke(ctx)
        except click.UsageError as error:
            if "--json" in ctx.meta[WORDS]:
                from studio.cli.common_options import print_json

                print_json({"error": error.format_message(), "problems": []})
            raise

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return a command by its name; for a misspelt name suggest the likeliest one."""
        word = args[0]
        if word not in (*COMMANDS, STUDIO) and not word.startswith("-"):
            ctx.fail(
                text("commands.no-command", None, word=word) + suggest_spelling(word, COMMANDS)
            )
        return super().resolve_command(ctx, args)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in (*COMMANDS, STUDIO):
            return None
        module = COMMANDS.get(cmd_name, f"studio.cli.{cmd_name}")
        command: click.Command = import_module(module).command
        command.help = text(f"commands.{cmd_name}")
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        lines = [(name, text(f"commands.{name}").partition("\n")[0]) for name in COMMANDS]
        with formatter.section(text("commands.commands")):
            formatter.write_dl(lines)


def _end_unheard(error: OSError) -> NoReturn:
    """End with a sentence where the answer has no room in the file it goes to."""
    words = text("commands.cannot-answer", None, reason=error.strerror)
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # for what is not yet out
    click.echo(words, err=True)
    sys.exit(1)


def _choose_validator(_: click.Context, __: click.Parameter, name: str | None) -> None:
    """Have files validated as asked for, in this process and in those it starts."""
    if name is not None:
        os.environ[schema_validators.VARIABLE] = name


def _may_be_safe_mode(word: str) -> bool:
    """Return whether an option is the studio's own, mistyped or not."""
    own = ("--safe-mode", "--help", "--version")
    return word.startswith("-") and (word in own[:1] or nearest_word(word, own) == own[0])


def _is_file(word: str) -> bool:
    return word not in COMMANDS and (
        word.endswith((".yaml", ".yml")) or source_text.is_file(Path(word))
    )


@click.group(
    cls=_Commands,
    help=text("commands.sandtable"),
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option(
    "--validator",
    type=click.Choice([kind.value for kind in ValidatorKind]),
    expose_value=False,
    callback=_choose_validator,
    help=text("commands.validator"),
)
@click.version_option(__version__)
def main() -> None:
    """The entry point of `sandtable`."""
