"""A recorded game played again answer by answer, to remember it as if it had been played here.

So is a game under way, for a reader of a language in which it was not put into words.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from engine.play.decisions import Answer, Faces, is_dice
from engine.play.dice import DiceOverride, DiceSource, SeededDice
from engine.play.game import Intervention
from engine.session.dice_tray import SessionDice
from engine.session.history import Branch, History, can_be_translated
from engine.session.replay import RecordedDice, Replay, resume
from engine.session.seats import is_person
from engine.session.timeline import AnswerSource
from engine.texts import add_text_languages, text_languages


def restore_branch(like: History, record: Replay, givers: Sequence[AnswerSource]) -> Branch:
    """The branch of a replay, verified; `like` has a game of the same scenario.

    `givers` says who gave each answer; without, it follows from the seats.
    """
    resume(record, like.game.scenario, like.game)

    def giver(history: History) -> AnswerSource:
        return givers[history.at] if givers else _giver(history, record)

    return _play_again(like, record.dice, record.answers, record.overrides, giver)


def make_events_translatable(history: History, *languages: str) -> None:
    """Let what has happened, and what will, be read in these languages too."""
    if not can_be_translated(history, *languages):
        prepare_event_translation(history, *languages)()


def prepare_event_translation(
    history: History, *languages: str, report: Callable[[float], None] = lambda share: None
) -> Callable[[], bool]:
    """The same in two parts, of which the first lasts, and may do so in another thread.

    It reports the share that is done. The second, which is given back, puts the words in place;
    it says whether it could: a game that has been played on meanwhile stays as it is.
    """
    add_text_languages(*languages)
    was, reads = list(history.branches), text_languages()
    count, whole = itertools.count(1), sum(len(each.line.answers) for each in was)
    again = [_word_again(each, history, lambda: report(next(count) / whole)) for each in was]

    def put() -> bool:
        pairs = list(zip(was, again, strict=True))
        has_moved = len(was) != len(history.branches) or any(
            now is not old or len(old.answered) != len(new.answered)
            for now, (old, new) in zip(history.branches, pairs, strict=True)
        )
        if not has_moved:
            for old, new in pairs:
                old.answered, old.told = new.answered, new.told
            history.languages = reads
        return not has_moved

    return put


def _word_again(branch: Branch, like: History, step: Callable[[], None]) -> Branch:
    """Return a branch with its events in the reader's words; each answer is a step."""
    line, answered = branch.line, branch.answered
    answers = [RecordedDice(answer) if is_dice(answer) else answer for answer in line.answers]

    def giver(history: History) -> AnswerSource:
        step()
        return answered[history.at].giver

    return _play_again(like, branch.dice, answers, line.overrides, giver)


def _play_again(
    like: History,
    dice: DiceSource,
    answers: Sequence[Answer],
    overrides: Mapping[int, DiceOverride],
    giver: Callable[[History], AnswerSource],
) -> Branch:
    """A branch with these answers; those that are Thrown are dice."""
    tray = SessionDice(dice, _lay(dice, answers))
    history = History(like.game.restarted(tray), tray)
    while history.at < len(answers):
        _give(history, answers[history.at], giver(history))
    history.game.overrides = dict(overrides)
    branch = history.branch
    branch.line = history.game.timeline()
    for number in overrides:
        branch.answered[number] = replace(branch.answered[number], giver=AnswerSource.UMPIRE)
    return branch


def _lay(dice: DiceSource, answers: Sequence[Answer]) -> dict[int, Faces]:
    """The dice that fall by themselves; without a seed all were entered by hand."""
    thrown = enumerate(answers) if isinstance(dice, SeededDice) else ()
    return {number: answer.faces for number, answer in thrown if isinstance(answer, RecordedDice)}


def _give(history: History, answer: Answer, giver: AnswerSource) -> None:
    if isinstance(answer, Intervention):
        history.intervene(answer)
    elif isinstance(answer, RecordedDice):
        history.enter(answer.faces)
    else:
        history.choose(answer, giver)


def _giver(history: History, record: Replay) -> AnswerSource:
    decision = history.game.decision
    name = record.players.get(decision.side, "") if decision is not None else ""
    return AnswerSource.PERSON if is_person(name) else AnswerSource.MACHINE
