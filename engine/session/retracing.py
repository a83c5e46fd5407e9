"""A recorded game played again answer by answer, to remember it as if it had been played here.

So is a game under way, for somebody who reads a language in which it was not put into words.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from engine.play.asks import Answer
from engine.play.game import Game, Intervention
from engine.session import replay
from engine.session.history import Branch, History
from engine.session.moments import Giver
from engine.session.replay import Replay, Thrown, resume
from engine.session.seats import is_person
from engine.session.tray import Tray
from engine.texts import hear, languages_heard


def retrace(like: History, record: Replay, givers: Sequence[Giver]) -> Branch:
    """The branch a replay tells of, verified; `like` has a game of the same scenario.

    `givers` says who gave each answer; without, it is told by who played each side.
    """
    resume(record, like.game.scenario, like.game)
    return _played_again(like, record, givers)


def _played_again(like: History, record: Replay, givers: Sequence[Giver]) -> Branch:
    tray = Tray(record.dice, _lay(record))
    history = History(like.game.again(tray), tray)
    while history.at < len(record.answers):
        number = history.at
        giver = givers[number] if givers else _giver(history, record)
        _give(history, record.answers[number], giver)
    history.game.overrides = dict(record.overrides)
    branch = history.branch
    branch.line = history.game.line()
    for number in record.overrides:
        branch.answered[number] = replace(branch.answered[number], giver=Giver.UMPIRE)
    return branch


def twin_of(history: History, branch: Branch, answers: int) -> Game[Any]:
    """The game of a branch after so many answers, apart from the one that is played."""
    twin = copy.copy(history.game)
    twin.fingerprints = history.game.fingerprints
    twin.dice = branch.dice
    twin.take_up(branch.line, answers)
    return twin


def word_in(history: History, *languages: str) -> None:
    """Let what has happened, and what will, be read in these languages too."""
    if set(languages) <= set(history.languages):
        return
    hear(*languages)
    for branch in history.branches:
        twin = twin_of(history, branch, len(branch.line.answers))
        givers = [entry.giver for entry in branch.answered]
        again = _played_again(history, replay.parse(replay.compose(twin)), givers)
        branch.answered, branch.told = again.answered, again.told
    history.languages = languages_heard()


def _lay(record: Replay) -> dict[int, tuple[int, ...]]:
    """The dice that fall by themselves; without a seed all were entered by hand."""
    thrown = enumerate(record.answers) if record.seeds else ()
    return {number: answer.faces for number, answer in thrown if isinstance(answer, Thrown)}


def _give(history: History, answer: Answer, giver: Giver) -> None:
    if isinstance(answer, Intervention):
        history.intervene(answer)
    elif isinstance(answer, Thrown):
        history.enter(answer.faces)
    else:
        history.choose(answer, giver)


def _giver(history: History, record: Replay) -> Giver:
    decision = history.game.decision
    name = record.players.get(decision.side, "") if decision is not None else ""
    return Giver.PERSON if is_person(name) else Giver.MACHINE
