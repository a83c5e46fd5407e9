"""A command of several kinds: each is a command of its own, made only when it is called."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Generic, TypeVar

import click

from engine.interchange.plugin_formats import Exporter, Importer
from engine.problems import suggest_spelling
from engine.texts import localised, text

F = TypeVar("F", bound=Importer | Exporter)


class FormatGroup(click.Group, Generic[F]):
    """`sandtable VERB KIND …`: the formats of the registry, and commands for other content.

    `commands` and `last_commands` have the place of each other command, as `module:name`, listed
    before and after the built-in formats; its sentence is the text `interchange.VERB-KIND`.
    Plug-ins are looked for when a kind is not the program's own.
    """

    def __init__(
        self,
        verb: str,
        own_formats: Callable[[], Mapping[str, F]],
        all_formats: Callable[[], Mapping[str, F]],
        command_of: Callable[[str, F], click.Command],
        commands: Mapping[str, str],
        last_commands: Mapping[str, str],
    ) -> None:
        super().__init__(verb)
        self.own_formats, self.all_formats, self.command_of = own_formats, all_formats, command_of
        self.first, self.last = list(commands), list(last_commands)
        self.others = {**commands, **last_commands}

    def list_commands(self, ctx: click.Context) -> list[str]:
        own = [kind for kind in self.own_formats() if kind not in self.others]
        return list(dict.fromkeys([*self.first, *own, *self.last, *self.all_formats()]))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in self.others:
            module, _, name = self.others[cmd_name].partition(":")
            command: click.Command = getattr(import_module(module), name)
        elif (one := self._format(cmd_name)) is not None:
            command = self.command_of(cmd_name, one)
        else:
            return None
        command.help = self.sentence(cmd_name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """An unknown kind, such as a file name in its place, is answered with a list of kinds."""
        if args and self.get_command(ctx, args[0]) is None and not args[0].startswith("-"):
            kinds = "\n".join(
                f"  {kind:<9}{self.sentence(kind)}" for kind in self.list_commands(ctx)
            )
            key = f"interchange.no-{self.name}-kind"
            told = text(key, word=args[0], kinds=kinds)
            hint = suggest_spelling(args[0], self.list_commands(ctx)).strip()
            ctx.fail(f"{told}\n{hint}".rstrip())
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        lines = [(kind, self.sentence(kind)) for kind in self.list_commands(ctx)]
        if lines:
            with formatter.section(text("interchange.kinds")):
                formatter.write_dl(lines)

    def sentence(self, kind: str) -> str:
        """Return what a kind is, in the reader's language."""
        one = None if kind in self.others else self._format(kind)
        return text(f"interchange.{self.name}-{kind}") if one is None else localised(one.sentence)

    def _format(self, kind: str) -> F | None:
        own = self.own_formats()
        return own[kind] if kind in own else self.all_formats().get(kind)
