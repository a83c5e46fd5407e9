"""Where `sandtable` starts: it can be ended quietly before anything slow is loaded."""

from __future__ import annotations

import sys

from engine.kept_code import cache_dataclass_code, program_code_cache
from engine.processes import guard_imports
from studio.endings import install_exit_handlers

OURS = ("engine", "studio")


def main() -> None:
    """The entry point of `sandtable`."""
    install_exit_handlers()
    guard_imports()
    cache_dataclass_code(program_code_cache())
    try:
        from studio.commands import main as commands  # late: an end may come while it loads

        commands()
    except ImportError as error:
        if (error.name or "").partition(".")[0] in OURS:
            raise
        sys.exit(_mending(error) if isinstance(error, ModuleNotFoundError) else _lack(error))


def _lack(error: ImportError) -> str:
    """Which library of the system Qt lacks, and the package that brings it."""
    from studio.drawing.system import missing_library_text

    return missing_library_text(error)


def _mending(lack: ModuleNotFoundError) -> str:
    """What is not installed, in Python's words, and what brings it.

    No sentence of ours: what reads them may be what is missing.
    """
    from engine import installing

    return f"{lack}\n    {installing.install_command(installing.PROGRAM)}"
