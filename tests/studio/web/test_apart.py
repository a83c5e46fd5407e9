"""The web server is loaded by nobody who does not host."""

from __future__ import annotations

import os
import re
import subprocess
import sys

from engine.files.source_text import ROOT

AFAR = "studio/workspaces/play/game_view/remote_players.py"
PACKAGES = ("starlette", "uvicorn", "websockets", "segno")


def importers(*names: str) -> set[str]:
    """The files that import one of some packages."""
    line = re.compile(rf"^ *(?:from|import) (?:{'|'.join(map(re.escape, names))})\b", re.MULTILINE)
    files = [*ROOT.glob("engine/**/*.py"), *ROOT.glob("studio/**/*.py")]
    return {
        file.relative_to(ROOT).as_posix()
        for file in files
        if line.search(file.read_text(encoding="utf-8"))
    }


def test_only_the_host_knows_its_packages() -> None:
    found = importers(*PACKAGES)
    assert found
    assert all(name.startswith("studio/web/") for name in found)


def test_only_who_hosts_knows_the_host() -> None:
    """The command, the umpire's console, and a game in the window with a side at a page."""
    commands = ("studio/cli/host.py", "studio/cli/host_options.py",
                "studio/cli/seat_links.py")  # fmt: skip
    window = (
        "studio/workspaces/umpire/",
        "studio/actions/",
        "studio/framework/player_server.py",
        AFAR,
    )
    known = ("studio/web/", *commands, *window)
    assert all(name.startswith(known) for name in importers("studio.web"))


def test_help_of_the_command_needs_no_server() -> None:
    code = f"""\
import sys
from studio.cli import main
try:
    main(["host", "--help"])
finally:
    print(*[name for name in {PACKAGES!r} if name in sys.modules], "LOADED", file=sys.stderr)
"""
    ran = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env={**os.environ, "SANDTABLE_LANGUAGE": "en"},
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stderr.split() == ["LOADED"]
    assert "--bind" in ran.stdout
