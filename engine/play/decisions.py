"""Decisions of a side and rolls of dice, both as yields of a generator.

A rule that needs an answer is a generator that reads like its paragraph: it writes ``target = yield
from ask(ChooseTarget(side, firer))`` or ``dice = yield from roll(2, "shot")`` and continues with
the answer on the next line. The runner of the generator (`engine.play.game`) supplies it. If the
answers cannot be listed, as the ways a tank may drive, the decision is open.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, TypeAlias, TypeVar

if TYPE_CHECKING:
    from engine.play.option_targets import ActionParameter

S = TypeVar("S")
T = TypeVar("T")

# What may answer a decision: None, numbers, words, and named tuples of these, as a Hex is one.
# A plain tuple is always dice.
Answer: TypeAlias = Any
Faces: TypeAlias = tuple[int, ...]

UMPIRE = "umpire"
"""The side of an umpire's decision. Without an umpire the first option is taken: it is what the
rules propose.
"""


class AcceptedAnswer(NamedTuple, Generic[T]):
    """An answer as a decision takes it: None is an answer too, so it stands in a value."""

    answer: T


@dataclass(frozen=True, slots=True)
class Decision(Generic[S, T]):
    """A question to one side. Its options are worked out only on request.

    A decision is closed: its options are all there is. One that is open, as where a path or a point
    of a table is asked for, takes whatever it accepts; its options are proposals.
    """

    is_open: ClassVar[bool] = False

    side: str

    @property
    def is_modelled(self) -> bool:
        """Return True if an umpire may take what a model proposes, which is the first option."""
        return False

    def options(self, state: S) -> Sequence[T]:
        """Return the answers the side may give in this state: not empty, no duplicates.

        A closed decision lists all of them; an open one lists some that it accepts.
        """
        raise NotImplementedError

    def accepts(self, state: S, answer: Answer) -> AcceptedAnswer[T] | None:
        """The answer in the game's own types; None for one that may not be given in this state.

        An open decision says for itself. It is asked about anything that JSON can say, with plain
        tuples for lists, raises nothing, gives no plain tuple, and takes its own answers again.
        What it refuses must not show a side what is hidden from it.
        """
        assert not self.is_open, f"{type(self).__name__} does not say what it accepts"
        return find_option(self.options(state), answer)

    def blanks(self, state: S) -> tuple[ActionParameter, ...]:
        """Return the parameters of an answer that is not proposed (`fill_in`).

        They are empty if the decision is closed, or takes nothing that a form could ask for.
        """
        return ()


def fill_in(blanks: Sequence[ActionParameter], given: Sequence[Any]) -> Answer:
    """The answer that what was given for the blanks of an open decision makes, for `accepts`.

    What fills the only blank is the answer itself; several, and a path, are the values of a named
    tuple: a path alone comes as `((hex, hex),)`.
    """
    is_itself = len(blanks) == 1 and blanks[0].kind != "path"
    return given[0] if is_itself else tuple(given)


def find_option(options: Sequence[T], answer: Answer) -> AcceptedAnswer[T] | None:
    """The option that equals an answer; None where none does."""
    try:
        return AcceptedAnswer(options[options.index(answer)])
    except ValueError:
        return None


class Roll(NamedTuple):
    """Dice to be rolled: how many, with how many sides, and what for (a word of the game)."""

    dice: int = 1
    sides: int = 6
    purpose: str = ""


Procedure: TypeAlias = Generator[Decision[Any, Any] | Roll, Any, T]


def ask(decision: Decision[S, T]) -> Procedure[T]:
    """The side's answer to a decision."""
    answer: T = yield decision
    return answer


def roll(dice: int = 1, purpose: str = "", sides: int = 6) -> Procedure[Faces]:
    """The faces of some dice, in the order in which they lie."""
    faces: Faces = yield Roll(dice, sides, purpose)
    return faces


def roll_one(purpose: str = "", sides: int = 6) -> Procedure[int]:
    """The face of one die."""
    faces: Faces = yield Roll(1, sides, purpose)
    return faces[0]


def answer_from_json(value: Any) -> Answer:
    """An answer as it comes out of JSON: lists are the tuples they were."""
    return tuple(answer_from_json(part) for part in value) if isinstance(value, list) else value


def is_dice(answer: Answer) -> bool:
    """Return True if an answer is the faces of a roll."""
    return type(answer) is tuple
