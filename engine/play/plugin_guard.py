"""Turn plug-in exceptions into `SandtableError`s that name the plug-in."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from engine.problems import SandtableError
from engine.texts import text

P = ParamSpec("P")
T = TypeVar("T")


class PluginError(SandtableError):
    """A failure of a plug-in that it does not explain itself."""


def guard_plugin_call(plugin: str, do: Callable[P, T]) -> Callable[P, T]:
    """A stranger's function that fails only as the program's own do, the plug-in named."""

    def call(*arguments: P.args, **named: P.kwargs) -> T:
        try:
            return do(*arguments, **named)
        except SandtableError:
            raise
        except (Exception, SystemExit) as error:
            reason = f"{type(error).__name__}: {error}"
            values = {"plugin": plugin, "reason": reason}
            raise PluginError(text("interchange.plugin-failed", None, **values)) from error

    return call
