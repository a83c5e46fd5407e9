"""Commands of the program in processes of their own: what they take of time and memory."""

from __future__ import annotations

import subprocess
import sys
from typing import NamedTuple

from tests.bench.timing import spent_by_children

# The memory is asked of the process itself: what is known of children begins with their parent's.
_RUN = """\
import sys
from studio.cli import main
try:
    main(sys.argv[1:])
finally:
    peak = next(line for line in open("/proc/self/status") if line.startswith("VmHWM"))
    print(int(peak.split()[1]) * 1024, file=sys.stderr)
"""


class CommandCost(NamedTuple):
    """Seconds of the processor, and bytes at most."""

    seconds: float
    peak: int


def run_command(*words: str) -> CommandCost:
    """Run `sandtable` with some words, which must succeed, and return what it took."""
    ended: list[subprocess.CompletedProcess[str]] = []
    command = [sys.executable, "-c", _RUN, *words]
    taken = spent_by_children(
        lambda: ended.append(subprocess.run(command, capture_output=True, text=True, check=True))
    )
    return CommandCost(taken, int(ended[0].stderr.split()[-1]))
