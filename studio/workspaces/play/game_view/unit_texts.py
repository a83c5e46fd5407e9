"""Texts on units and objectives that a viewer may know: tooltips and lines."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from engine.games import mark_looks_of
from engine.games.game_appearance import MarkLooks
from engine.hexes.hex import Hex
from engine.narration.phrase_renderer import PhraseRenderer
from engine.narration.scenario_names import ScenarioNames
from engine.play.rules_presenter import IdleReasonRules

if TYPE_CHECKING:
    from engine.session.visible_position import HeldObjective, SeenFigure, SeenPiece
    from studio.workspaces.play.game_view.game_controller import GameController

MAXIMUM = 8  # of the latest deeds


def hex_occupants_text(play: GameController, hex_: Hex) -> list[str]:
    """Describe the units of a hex and its holder, each in a few words."""
    standing = play.standing
    held = [_tell_holder(play, each) for each in standing.objectives if hex_ in each.hexes]
    return held + [unit_summary(play, piece) for piece in standing.pieces if piece.at == hex_]


def unit_summary(play: GameController, piece: SeenPiece | SeenFigure) -> str:
    """A unit in a few words: name, type and state markers."""
    named = _name(play, piece)
    if not piece.marks:
        return named
    marks = _marks_of(play).mark_names(piece.marks, play.localize.language)
    return play.localize("dossier-marked", unit=named, marks=marks)


def unit_tooltip(play: GameController, unit: str) -> str:
    """A unit as a tooltip: name and type, markers in words, what it has done and met this turn.

    Empty for one that the viewer does not see.
    """
    piece = play.standing.seen(unit)
    if piece is None:
        return ""
    localize = play.localize
    marks = (
        _marks_of(play).mark_names(piece.marks, localize.language)
        if piece.marks
        else localize("dossier-unmarked")
    )
    deeds = latest_event_text(play, unit)
    lines = [f"<b>{escape(_name(play, piece))}</b>", escape(marks)]
    lines += [f"<b>{escape(said)}</b>" for said in filter(None, [inactivity_reason(play, unit)])]
    lines += [f"• {escape(deed)}" for deed in deeds] or [
        f"<i>{escape(localize('dossier-idle'))}</i>"
    ]
    return "<br>".join(lines)


def inactivity_reason(play: GameController, unit: str) -> str:
    """Return why a unit of the asked side may not act now, if its game says so."""
    game = play.session.game
    decision, rules = game.decision, game.rules
    if decision is None or play.question is None or not isinstance(rules, IdleReasonRules):
        return ""
    why = rules.why_idle(game.views.view(decision.side), decision, unit)
    return "" if why is None else PhraseRenderer(game, play.localize.language).render(why)


def latest_event_text(play: GameController, unit: str) -> list[str]:
    """The latest that a unit did or met since the turn began, as the viewer may know it."""
    lines = play.session.log(0, play.session.viewer, "", play.localize.language)
    begun = next((place for place in _backwards(len(lines)) if lines[place].rank == 1), 0)
    deeds = [line for line in lines[begun:] if not line.rank and unit in line.place.units]
    return [line.sentence for line in deeds[-MAXIMUM:]]


def _backwards(count: int) -> range:
    return range(count - 1, -1, -1)


def _tell_holder(play: GameController, objective: HeldObjective) -> str:
    names = ScenarioNames(play.session.scenario, play.localize.language)
    if not objective.holder:
        return play.localize("dossier-free", objective=objective.name)
    side = names.side(objective.holder)
    return play.localize("dossier-held", objective=objective.name, side=side)


def _marks_of(play: GameController) -> MarkLooks:
    """The names of the game's marks."""
    return mark_looks_of(play.session.scenario.game)


def _name(play: GameController, piece: SeenPiece | SeenFigure) -> str:
    """A unit's name with its type, where the name does not say it."""
    type_ = play.localize.localize_text(play.board.type_name(piece))
    if type_.casefold() in piece.name.casefold():
        return piece.name
    return play.localize("dossier-named", unit=piece.name, type=type_)
