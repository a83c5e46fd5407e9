"""The web server is loaded by nobody who does not host."""

from __future__ import annotations

import os
import subprocess
import sys

from tests.test_architecture import ROOT, breaches, is_within

PACKAGES = ("starlette", "uvicorn", "websockets", "segno")


def importers(of: tuple[str, ...]) -> set[str]:
    return {breach.split()[0] for breach in breaches(("engine", "studio"), of)}


def test_only_the_host_knows_its_packages() -> None:
    found = importers(PACKAGES)
    assert found
    assert all(is_within(name, ("studio.hosting",)) for name in found)


def test_only_the_command_and_the_console_know_the_host() -> None:
    known = ("studio.commands.host", "studio.umpire", "studio.actions")
    assert all(is_within(name, known) for name in importers(("studio.hosting",)))


def test_help_of_the_command_needs_no_server() -> None:
    code = f"""\
import sys
from studio.commands import main
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
