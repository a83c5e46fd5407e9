"""Processes beside a program end with it, however it ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

PROGRAM = """
from engine.processes import ChildProcess
from tests.engine.test_processes import compute

if __name__ == "__main__":
    beside = ChildProcess("beside", compute)
    beside.pipe.recv()
    print(beside.process.pid, flush=True)
    beside.process.join()
"""
ROOT = Path(__file__).parents[2]
PATIENCE = 20.0  # seconds


def compute(pipe: Connection) -> None:
    """Say that work has begun, and never look at the pipe again."""
    pipe.send("begun")
    while True:
        pass


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
def test_a_process_that_computes_ends_when_the_program_is_killed(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(PROGRAM, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        [sys.executable, program], stdout=subprocess.PIPE, text=True, env=environment
    ) as parent:
        assert parent.stdout is not None
        beside = int(parent.stdout.readline())
        parent.send_signal(signal.SIGKILL)
        parent.wait()
    ends = time.monotonic() + PATIENCE
    while _is_alive(beside):
        assert time.monotonic() < ends, "the process computes on"
        time.sleep(0.05)


def _is_alive(process: int) -> bool:
    """True unless the process is gone, or waits for somebody to ask how it ended."""
    try:
        status = Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
    except FileNotFoundError:
        return False
    return status.rpartition(")")[2].split()[0] != "Z"
