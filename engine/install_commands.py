"""How packages come into the environment that the program runs in."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

PROGRAM = "sandtable"


def install_command(words: str) -> str:
    """What installs something here, as `pip install` is told it, by pip, pipx or uv.

    `pip` alone stands there only where a shell that says it means this environment.
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
