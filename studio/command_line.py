"""The entry point of `sandtable`, which can be stopped before slow imports."""

from __future__ import annotations

import sys

from engine.processes import guard_imports
from studio.signal_handling import install_exit_handlers

OURS = ("engine", "studio")


def main() -> None:
    """The entry point of `sandtable`."""
    install_exit_handlers()
    guard_imports()
    try:
        from studio.cli import main as commands  # late: an end may come while it loads

        commands()
    except ImportError as error:
        if (error.name or "").partition(".")[0] in OURS:
            raise
        sys.exit(_mending(error) if isinstance(error, ModuleNotFoundError) else _lack(error))


def _lack(error: ImportError) -> str:
    """Name the system library that Qt lacks, and the package that has it."""
    from studio.rendering.qt_environment import missing_library_text

    return missing_library_text(error)


def _mending(lack: ModuleNotFoundError) -> str:
    """Name the missing package, in Python's words, and the command that installs it.

    It uses no text of ours: their reader may be the missing package.
    """
    from engine import install_commands

    return f"{lack}\n    {install_commands.install_command(install_commands.PROGRAM)}"
