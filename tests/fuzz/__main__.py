"""A long campaign: `make fuzz MINUTES=10`. Findings are kept, made small, and told; exit code 1.

It may be ended before its time: its counts are told all the same.
"""

from __future__ import annotations

import gc
import logging
import os
import re
import signal
import sys
import time
from collections.abc import Iterator, Mapping
from itertools import count, takewhile
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtCore import QCoreApplication

from tests.fuzz.campaign import Campaign, Finding
from tests.fuzz.formats import formats
from tests.fuzz.judging import Format, judged

KEPT = Path("out") / "fuzz"
IN_MEMORY = Path("/dev/shm")


def main(minutes: float, kept: Path, seed: int) -> int:
    """Judge damaged files for some minutes; how many kinds of finding there were."""
    application = QCoreApplication.instance() or QCoreApplication([])
    logging.disable()
    ends = time.monotonic() + 60 * minutes
    with TemporaryDirectory(dir=IN_MEMORY if IN_MEMORY.is_dir() else None) as folder:
        campaign = Campaign(formats(Path(folder)), Path(folder), seed)
        for name, format_ in campaign.formats.items():  # kernels are loaded outside of any limit
            judged(format_, campaign.folder, format_.sound)
            assert not campaign.told(format_, format_.sound), name
        gc.freeze()  # what is there stays: it need not be looked at again and again
        told: list[int] = []
        signal.signal(signal.SIGTERM, lambda number, _: told.append(number))
        names = takewhile(lambda _: not told and time.monotonic() < ends, _turns(campaign.formats))
        for finding in campaign.run(names):
            print(f"{campaign.judged.total():8}  {finding.sign}", flush=True)  # noqa: T201
            _keep(campaign.smaller(finding), kept, campaign.formats[finding.format].file)
        for name, count in campaign.judged.items():
            print(f"{count:8}  {campaign.seconds[name]:7.1f} s  {name}")  # noqa: T201
        print(f"{campaign.judged.total():8}  in all, seed {seed}, "  # noqa: T201
              f"slowest {campaign.slowest:.2f} s, {len(campaign.findings)} findings")  # fmt: skip
        for sign, count in campaign.again.items():
            print(f"{count:8}× {sign}")  # noqa: T201
    del application
    return len(campaign.findings)


def _turns(formats: Mapping[str, Format]) -> Iterator[str]:
    """The formats by turns for ever, each as often as it is meant to be."""
    for turn in count():
        yield from (name for name, format_ in formats.items() if turn % format_.every == 0)


def _keep(finding: Finding, kept: Path, file: str) -> None:
    """The file that breaks the law, and what came of it, beside each other."""
    kept.mkdir(parents=True, exist_ok=True)
    stem = re.sub(r"\W+", "-", finding.sign).strip("-")
    (kept / f"{stem}-{Path(file).name}").write_bytes(finding.content)
    told = f"{finding.format}, seed {finding.seed}, steps {finding.steps}\n{finding.told}"
    (kept / f"{stem}.txt").write_text(told, encoding="utf-8", errors="replace")


if __name__ == "__main__":
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    given = iter(sys.argv[1:])
    minutes, kept = float(next(given, "10")), Path(next(given, KEPT))
    sys.exit(1 if main(minutes, kept, int(next(given, time.time_ns() % 10**9))) else 0)
