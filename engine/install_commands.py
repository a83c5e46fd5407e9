"""Commands that install packages into the program's environment."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

PROGRAM = "sandtable"


def install_command(words: str) -> str:
    """Return the command that installs something here, with pip, pipx or uv.

    `words` are the arguments of `pip install`. The command is plain `pip` only if a shell that runs
    it uses this environment.
    """
    if (Path(sys.prefix) / "pipx_metadata.json").is_file():
        return f"pipx runpip {PROGRAM} install {words}"
    if (Path(sys.prefix) / "uv-receipt.toml").is_file():
        return f'uv pip install --python "{sys.executable}" {words}'
    found = shutil.which("pip")
    if found is None or Path(found).parent != Path(sys.executable).parent:
        return f'"{sys.executable}" -m pip install {words}'
    return f"pip install {words}"


def extra_install_command(name: str) -> str:
    """The command that brings an extra of the program."""
    return install_command(f'"{PROGRAM}[{name}]"')
