"""The recorded games of the samples: how each was played.

`python -m tests.golden.samples` records them again, after a change of the rules that is meant.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.checks.scenario_checks import load_playable
from engine.files.source_text import ROOT
from engine.games import new_game
from engine.play.game import Game
from engine.play.players import MAX_ANSWERS, find_player, let_player_answer
from engine.scenario.scenario import Scenario
from engine.session import replay

SAMPLES = ROOT / "samples"
RECORDED_BY = "0.1.0"  # the version of the program whose number the replays bear


@dataclass(frozen=True)
class Recorded:
    """A game of a sample scenario between two automatic players of a kind."""

    scenario: str
    who: str
    seed: int
    game: str = "tank"

    @property
    def id(self) -> str:
        """Its name."""
        return f"{self.scenario}-{self.who}"

    @property
    def file(self) -> Path:
        """Its replay."""
        return SAMPLES / self.game / "replays" / f"{self.id}.replay"

    @property
    def scenario_file(self) -> Path:
        """The scenario it is a game of."""
        return SAMPLES / self.game / "scenarios" / f"{self.scenario}.scenario.yaml"

    def load(self) -> Scenario:
        """The scenario, ready to be played."""
        return load_playable(self.scenario_file)

    def begun(self, answers: int) -> Game[Any]:
        """The game played anew, so many answers far or to its end."""
        game = new_game(self.load(), self.seed)
        players = {side.id: find_player(self.who, self.seed) for side in game.scenario.sides}
        while game.decision is not None and len(game.answers) < answers:
            let_player_answer(game, players)
        return game

    def written(self) -> str:
        """The game played anew, as `sandtable play --save` writes it."""
        game = self.begun(MAX_ANSWERS)
        names = dict.fromkeys((side.id for side in game.scenario.sides), self.who)
        return replay.compose(game, f"../scenarios/{self.scenario_file.name}", names)


RECORDED = [
    Recorded("crossroads", "greedy", 1),
    Recorded("crossroads", "random", 1),
    Recorded("first-shots", "greedy", 1),
    Recorded("harsdorf", "greedy", 1),
    Recorded("three-villages", "greedy", 1),
    Recorded("three-cities", "greedy", 1, "primer"),
    Recorded("three-cities", "random", 1, "primer"),
    Recorded("orchard-farm", "greedy", 1, "valor"),
    Recorded("mill-ford", "greedy", 1, "valor"),
    Recorded("chapel-hill", "greedy", 1, "valor"),
    Recorded("two-lanes", "greedy", 1, "tide"),
    Recorded("canal-bridge", "greedy", 1, "tide"),
    Recorded("ridge-line", "greedy", 1, "tide"),
    Recorded("two-farms", "greedy", 1, "littlewars"),
    Recorded("over-the-brook", "greedy", 1, "littlewars"),
    Recorded("redoubt", "greedy", 1, "littlewars"),
    Recorded("convoy", "greedy", 1, "littlewars"),
    Recorded("branch-line", "greedy", 1, "littlewars"),
]

if __name__ == "__main__":
    setattr(replay, "__version__", RECORDED_BY)  # noqa: B010
    for recorded in RECORDED:
        recorded.file.parent.mkdir(exist_ok=True)
        recorded.file.write_text(recorded.written(), encoding="utf-8")
