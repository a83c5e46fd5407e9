"""Two courses of one game that one side cannot tell apart: the enemy does other things unseen.

Everything the viewer may know of is the same in both: his own answers, the events told to him, the
position as he sees it. What the enemy answers without anybody else's knowledge is chosen anew, and
so is how often. Whatever is given to the viewer must be the same too.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.play.decisions import Answer
from engine.play.dice import ManualDice
from engine.play.events import event_as_json_line, is_seen_by
from engine.play.game import Game
from engine.play.position import as_json, spot_formatter_for

TRIED = 9  # options of a decision that are looked into
TRIES = 6  # ways to the same outcome
PATIENCE = 60  # unseen answers in a row


@dataclass(frozen=True)
class Outcome:
    """What one answer came to, dice and all: the game after it, and what the viewer knows of it."""

    option: Answer
    game: Game[Any]
    seen: tuple[str, ...]
    view: str

    def is_like(self, other: Outcome) -> bool:
        return (self.seen, self.view) == (other.seen, other.view)


@dataclass
class Twins:
    """The two courses so far; at each of `pairs` the viewer was asked, and saw the same.

    A pair is so many answers of the one game, and of the other.
    """

    viewer: str
    one: Game[Any]
    other: Game[Any]
    pairs: list[tuple[int, int]] = field(default_factory=list)

    @property
    def unlike(self) -> bool:
        """True if the enemy has done something else."""
        one, other = self.pairs[-1]
        return self.one.answers[:one] != self.other.answers[:other]


def twins(begun: Game[Any], viewer: str, seed: int, steps: int) -> Twins:
    """Play a game on twice, so many steps that the viewer knows of, or as far as both go alike."""
    rng = random.Random(seed)
    found = Twins(viewer, apart(begun), apart(begun))
    for step in range(steps):
        luck = f"{seed} {step}"
        roll_out(found.one, luck)
        roll_out(found.other, luck)
        if found.one.decision is None or found.other.decision is None:
            break
        if found.one.decision.side != found.other.decision.side:
            break
        if found.one.decision.side == viewer:
            found.pairs.append((len(found.one.answers), len(found.other.answers)))
            option = choose(rng, found.one.options)
            found.one.choose(option)
            found.other.choose(option)
            continue
        if not follow(found, rng, luck):
            break
    return found


def follow(found: Twins, rng: random.Random, luck: str) -> bool:
    """Let the enemy do something the viewer knows of, the same in both; False where that fails."""
    viewer = found.viewer
    before = view_of(found.one, viewer)
    one = wander(found.one, viewer, before, rng, luck, None)
    if one is None:
        return False
    tries = (wander(found.other, viewer, before, rng, luck, one) for _ in range(TRIES))
    other = next(filter(None, tries), None)
    if other is None:
        return False
    found.one, found.other = one.game, other.game
    return True


def wander(
    game: Game[Any], viewer: str, before: str, rng: random.Random, luck: str,
    wanted: Outcome | None,
) -> Outcome | None:  # fmt: skip
    """Answer unseen as long as chance has it, then so that the viewer learns what is wanted."""
    left = rng.randint(0, PATIENCE)
    for _ in range(2 * PATIENCE):
        outcomes = list(look_into(game, viewer, rng, luck, wanted))
        unseen = [each for each in outcomes if not each.seen and each.view == before]
        seen = [each for each in outcomes if each not in unseen]
        fit = [each for each in seen if wanted is None or each.is_like(wanted)]
        if fit and (left <= 0 or not unseen):
            return rng.choice(fit)
        if not unseen:
            return None
        done, left = rng.choice(unseen), left - 1
        game = done.game
        if game.decision is None or game.decision.side == viewer:
            return done if wanted is None or done.is_like(wanted) else None
    return None


def look_into(
    game: Game[Any], viewer: str, rng: random.Random, luck: str, wanted: Outcome | None
) -> Iterator[Outcome]:
    """What some of the options come to."""
    options = list(game.options)
    tried = options if len(options) <= TRIED else [*rng.sample(options, TRIED - 2), *options[-2:]]
    if wanted is not None and wanted.option in options:
        tried = [*(each for each in tried if each != wanted.option), wanted.option]
    for option in tried:
        for fallen in (luck, f"{luck} otherwise"):
            twin = apart(game)
            twin.choose(option)
            has_rolled = twin.awaited is not None
            roll_out(twin, fallen)
            told = (each for each in twin.events[len(game.events) :] if is_seen_by(each, viewer))
            yield Outcome(option, twin, tuple(map(event_as_json_line, told)), view_of(twin, viewer))
            if not has_rolled or wanted is None:
                break


def apart(game: Game[Any]) -> Game[Any]:
    """A game of its own from here on, whose dice are entered; none are awaited now."""
    twin = game.fork(0)
    twin.dice = ManualDice()
    return twin


def roll_out(game: Game[Any], luck: str) -> None:
    """Let the dice fall that are awaited, alike wherever the luck is."""
    rng = random.Random(luck)
    while (roll := game.awaited) is not None:
        game.enter(rng.randint(1, roll.sides) for _ in range(roll.dice))


def view_of(game: Game[Any], viewer: str) -> str:
    return repr(as_json(game.position(viewer), spot_formatter_for(game.scenario)))


def choose(rng: random.Random, options: Sequence[Answer]) -> Answer:
    return rng.choice(list(options))
