"""A command of several kinds: each is a command of its own, imported only when it is called."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module

import click

from engine.problems import suggest_spelling
from engine.texts import text


class FormatGroup(click.Group):
    """`sandtable VERB KIND …`: where each kind's command lies, as `module:name`.

    The sentence of a kind is the text `interchange.VERB-KIND`. Plug-ins may add kinds with
    sentences of their own; they are looked for when a kind is not the program's own.
    """

    def __init__(self, verb: str, kinds: Mapping[str, str]) -> None:
        super().__init__(verb)
        self.kinds = kinds

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*self.kinds, *self._plugged]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.kinds:
            return self._plugged[cmd_name]() if cmd_name in self._plugged else None
        module, _, name = self.kinds[cmd_name].partition(":")
        command: click.Command = getattr(import_module(module), name)
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
        """What a kind is, in the reader's language."""
        if kind in self.kinds:
            return text(f"interchange.{self.name}-{kind}")
        return self._plugged[kind]().help or kind

    @property
    def _plugged(self) -> Mapping[str, Callable[[], click.Command]]:
        from studio.cli import plugin_formats  # loaded only when an unknown kind is named

        return plugin_formats.plugin_commands(self.name or "")
