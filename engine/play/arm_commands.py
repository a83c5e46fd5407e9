"""Players who command one arm of a side: what is theirs to answer, and whom they may talk to.

A game whose sides are of one piece says nothing of it: everybody of a side answers for all of it
and talks to everybody of it.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, runtime_checkable

from engine.play.decisions import Answer, Decision

if TYPE_CHECKING:  # a window that asks who sits where needs no game yet
    from engine.play.game import Game


class CommandScope(NamedTuple):
    """What a player commands: a side, or one arm of it by a word of the game."""

    side: str
    arm: str = ""


@runtime_checkable
class ArmAnswerRules(Protocol):
    """Rules in which not every order of a side is valid from everybody (K9.6)."""

    def may_answer(self, view: Any, decision: Decision[Any, Any], answer: Answer, arm: str) -> bool:
        """Whether an answer to a decision of its side is an arm's to give, as its side knows."""
        ...


@runtime_checkable
class ArmTalkRules(Protocol):
    """Rules in which not everybody of a side may write to everybody of it (K9.2)."""

    def may_talk(self, view: Any, sender: CommandScope, receiver: CommandScope) -> bool:
        """Whether one of a side may write to another now, as their side knows."""
        ...


def may_answer(game: Game[Any], command: CommandScope, answer: Answer) -> bool:
    """Whether an answer to the decision under way is a player's to give."""
    rules, decision = game.rules, game.decision
    if decision is None or decision.side != command.side:
        return False
    if not command.arm or not isinstance(rules, ArmAnswerRules):
        return True
    return rules.may_answer(game.view(command.side), decision, answer, command.arm)


@cache
def _talks_by_arms(rules: type) -> bool:
    """Whether a kind of rules says who may write to whom; asked for every two seats of a side."""
    return issubclass(rules, ArmTalkRules)


def may_talk(game: Game[Any], sender: CommandScope, receiver: CommandScope) -> bool:
    """Whether a player may write to another."""
    if sender.side != receiver.side:
        return False
    rules = game.rules
    if not _talks_by_arms(type(rules)):
        return True
    assert isinstance(rules, ArmTalkRules)
    return rules.may_talk(game.view(sender.side), sender, receiver)
