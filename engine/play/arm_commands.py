"""Players who command one arm of a side: what is theirs to answer, and whom they may talk to.

A game whose sides are of one piece does not define it: all players of a side answer for all of it
and write to each other.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, runtime_checkable

from engine.play.decisions import Answer, Decision

if TYPE_CHECKING:  # a window that asks who sits where needs no game yet
    from engine.play.game import Game


class CommandScope(NamedTuple):
    """The command of a player: a side, or one arm of it by a word of the game."""

    side: str
    arm: str = ""


@runtime_checkable
class ArmAnswerRules(Protocol):
    """Rules in which not every order of a side may be given by every player (K9.6)."""

    def may_answer(self, view: Any, decision: Decision[Any, Any], answer: Answer, arm: str) -> bool:
        """Return True if an arm may give an answer to its side's decision, in its view."""
        ...


@runtime_checkable
class ArmTalkRules(Protocol):
    """Rules in which not all players of a side may write to each other (K9.2)."""

    def may_talk(self, view: Any, sender: CommandScope, receiver: CommandScope) -> bool:
        """Return True if one player of a side may write to another now, in its view."""
        ...


def may_answer(game: Game[Any], command: CommandScope, answer: Answer) -> bool:
    """Return True if a player may give this answer to the present decision."""
    rules, decision = game.rules, game.decision
    if decision is None or decision.side != command.side:
        return False
    if not command.arm or not isinstance(rules, ArmAnswerRules):
        return True
    return rules.may_answer(game.view(command.side), decision, answer, command.arm)


@cache
def _talks_by_arms(rules: type) -> bool:
    """Return True if rules limit messages within a side; cached, it is asked for all pairs."""
    return issubclass(rules, ArmTalkRules)


def may_talk(game: Game[Any], sender: CommandScope, receiver: CommandScope) -> bool:
    """Return True if a player may write to another."""
    if sender.side != receiver.side:
        return False
    rules = game.rules
    if not _talks_by_arms(type(rules)):
        return True
    assert isinstance(rules, ArmTalkRules)
    return rules.may_talk(game.view(sender.side), sender, receiver)
