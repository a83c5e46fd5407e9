"""Problems of files, with positions: from broken YAML to a scenario's errors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from engine.texts import has_text, text

FILED_IN = (
    "problems",
    "scenario",
    "interchange",
    "decks",
    "tables",
    "rulebook",
)  # the files of texts about problems
MAX_LISTED = 1000  # problems of one kind of check in one file; more are of no help
MORE = "more-problems"  # the code that stands for those beyond


class Severity(StrEnum):
    """An error keeps a file from being used; a warning is worth a look and can be waived."""

    ERROR = "error"
    WARNING = "warning"


class TextPosition(NamedTuple):
    """A position in a file's text, both counted from 1."""

    line: int
    column: int


@dataclass(frozen=True)
class Problem:
    """One thing wrong in one place.

    `code` is stable and names the sentence, in one of the texts `FILED_IN`; `values` fill it in.
    `where` is the place in the file (`layers.ground, row 3`), `at` the hexes concerned, each as
    `@column,row`.
    """

    code: str
    severity: Severity
    file: str
    mark: TextPosition
    where: str = ""
    at: tuple[str, ...] = ()
    values: Mapping[str, object] = field(default_factory=dict)

    def message(self, language: str | None = None) -> str:
        """Return the description of the problem, in the reader's language."""
        return text(file_key(self.code), language, **self.values)

    def hint(self, language: str | None = None) -> str:
        """Return the remedy: a likely spelling, else the advice for this code, else empty."""
        if near := self.values.get("near"):
            return text("problems.hint-near", language, near=near)
        key = file_key(f"{self.code}-hint")
        return text(key, language, **self.values) if has_text(key) else ""

    def sentence(self, language: str | None = None) -> str:
        """The problem on one line, as compilers write theirs: file:line:column: message; hint."""
        said = "; ".join(filter(None, (self.message(language), self.hint(language))))
        place = f" [{self.where}]" if self.where else ""
        return f"{self.file}:{self.mark.line}:{self.mark.column}: {said}{place}"

    def as_json(self, language: str | None = None) -> dict[str, object]:
        """The problem as `sandtable check --json` prints it."""
        return {
            "file": self.file,
            "line": self.mark.line,
            "column": self.mark.column,
            "where": self.where,
            "at": list(self.at),
            "severity": self.severity.value,
            "code": self.code,
            "message": self.message(language),
            "hint": self.hint(language),
        }


def file_key(name: str) -> str:
    """The key of a sentence about problems, in whichever file of texts it lies."""
    keys = [f"{file}.{name}" for file in FILED_IN]
    return next(filter(has_text, keys), keys[0])


class Waiver(NamedTuple):
    """A warning the designer keeps: its code, where (everywhere if nothing), and why."""

    code: str
    at: tuple[str, ...]
    reason: str


class SandtableError(Exception):
    """An error that a user can correct; the text says what, where and how."""

    def __reduce__(self) -> tuple[object, ...]:
        """Return how another process makes the same error again: from its fields, as they are.

        By itself Python would call the class with the text alone, where many take more.
        """
        return _begun_again, (type(self), self.args), self.__dict__


def _begun_again(kind: type[SandtableError], arguments: tuple[object, ...]) -> SandtableError:
    """Return an error of a kind that has its text, but no fields yet."""
    return kind.__new__(kind, *arguments)


class InvalidFileError(SandtableError):
    """A file that cannot be used; `problems` lists every reason found, errors first."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(sorted(problems, key=lambda problem: problem.severity != "error"))
        super().__init__("\n".join(problem.sentence() for problem in self.problems))


def nearest_word(word: str, words: Iterable[str]) -> str:
    """The one of `words` that `word` most likely was meant to be, or nothing."""
    import difflib  # only what is spelt wrongly waits for it

    return next(iter(difflib.get_close_matches(word, list(words), 1, 0.6)), "")


def suggest_spelling(word: str, words: Iterable[str]) -> str:
    """Of which of some words one is most likely a misspelling, to be said behind what is wrong."""
    near = nearest_word(word, words)
    return f" ({text('problems.hint-near', None, near=near)})" if near else ""
