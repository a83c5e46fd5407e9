"""Many damaged files against the law, and what is found, kept and made small.

python -m tests.fuzz MINUTES [FOLDER] [SEED]
"""

from __future__ import annotations

import resource
import signal
import time
import traceback
import warnings
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from tests.fuzz.judging import Format, judged

SECONDS = 2.0  # of a processor that one file may take
WAITING = 60.0  # seconds after which it waits for what never comes, however busy the machine is
BYTES = 2**30  # that one file may take
MAX_STEPS = 6
ROOT = Path(__file__).parents[2]


class TooLong(BaseException):
    """A file that took longer than the law allows; nothing may catch it on the way."""


@dataclass(frozen=True)
class Finding:
    """A file that breaks the law, and how: one finding for each `sign`."""

    format: str
    seed: int
    steps: int
    content: bytes
    sign: str
    told: str


@dataclass
class Campaign:
    """Damaged files judged one after the other in a folder."""

    formats: Mapping[str, Format]
    folder: Path
    seed: int
    judged: Counter[str] = field(default_factory=Counter)
    seconds: dict[str, float] = field(default_factory=dict)  # of a processor
    slowest: float = 0.0
    findings: dict[str, Finding] = field(default_factory=dict)
    again: Counter[str] = field(default_factory=Counter)

    def run(self, names: Iterator[str]) -> Iterator[Finding]:
        """Judge a damaged file of each format named; findings as they come, each sign once."""
        chance = Random(self.seed)
        for name in names:
            seed, steps = chance.randrange(2**40), chance.randint(1, MAX_STEPS)
            finding = self._one(name, seed, steps)
            if finding is not None:
                self.again[finding.sign] += 1
                if finding.sign not in self.findings:
                    self.findings[finding.sign] = finding
                    yield finding

    def _one(self, name: str, seed: int, steps: int) -> Finding | None:
        format_ = self.formats[name]
        content = format_.damage(format_.sound, seed, steps)
        began = time.process_time()
        told = self.told(format_, content)
        took = time.process_time() - began
        self.slowest = max(self.slowest, took)
        self.judged[name] += 1
        self.seconds[name] = self.seconds.get(name, 0.0) + took
        return Finding(name, seed, steps, content, _sign(name, told), told) if told else None

    def told(self, format_: Format, content: bytes) -> str:
        """What is wrong with how a content is taken; nothing where the law holds."""
        try:
            with limited(), warnings.catch_warnings(action="error", category=RuntimeWarning):
                judged(format_, self.folder, content)
        except (Exception, TooLong):  # noqa: BLE001 a finding, whatever it is
            return traceback.format_exc()
        return ""

    def smaller(self, finding: Finding, tries: int = 400) -> Finding:
        """A finding of the same sign: fewer steps of damage first, then fewer bytes."""
        format_, best = self.formats[finding.format], finding
        for steps in range(1, finding.steps):
            content = format_.damage(format_.sound, finding.seed, steps)
            if _sign(finding.format, self.told(format_, content)) == finding.sign:
                told = self.told(format_, content)
                best = Finding(finding.format, finding.seed, steps, content, finding.sign, told)
                break
        return self._shortened(format_, best, tries)

    def _shortened(self, format_: Format, finding: Finding, tries: int) -> Finding:
        """Pieces cut out, larger ones first, as long as the finding stays."""
        content, piece = finding.content, max(1, len(finding.content) // 2)
        while piece and tries > 0:
            at = 0
            while at < len(content) and tries > 0:
                shorter = content[:at] + content[at + piece :]
                tries -= 1
                if _sign(finding.format, self.told(format_, shorter)) == finding.sign:
                    content = shorter
                else:
                    at += piece
            piece //= 2
        told = self.told(format_, content)
        return Finding(finding.format, finding.seed, finding.steps, content, finding.sign, told)


def _sign(name: str, told: str) -> str:
    """What findings that are the same have in common: the error, and where in the project."""
    if not told:
        return ""
    lines = told.strip().splitlines()
    places = [line.split(",") for line in lines if f'"{ROOT}' in line]
    ours = [f"{Path(file.split(chr(34))[1]).name}:{where.strip()}" for file, _, where, *_ in places]
    error = lines[-1].partition(":")[0]
    return f"{error} {ours[-1] if ours else ''} ({name.partition(',')[0]})"


@contextmanager
def limited() -> Iterator[None]:
    """Ends what takes longer than the law allows, and refuses memory beyond it."""

    def ends(*_: object) -> None:
        raise TooLong(f"longer than {SECONDS} s of a processor, or {WAITING} s in all")

    timers = {
        signal.SIGPROF: (signal.ITIMER_PROF, SECONDS), signal.SIGALRM: (signal.ITIMER_REAL, WAITING)
    }  # fmt: skip
    before = {number: signal.signal(number, ends) for number in timers}
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (_taken() + BYTES, hard))
    for timer, seconds in timers.values():
        signal.setitimer(timer, seconds)
    try:
        yield
    finally:
        for timer, _ in timers.values():
            signal.setitimer(timer, 0)
        for number, was in before.items():
            signal.signal(number, was)
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def _taken() -> int:
    """The address space this process has, in bytes."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    return pages * resource.getpagesize()
