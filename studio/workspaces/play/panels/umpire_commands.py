"""The umpire's commands in a game under way, in words: for forms and map menus."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.narration.scenario_names import ScenarioNames
from engine.play.game import Intervention
from engine.play.option_targets import ActionParameter, UmpireAction
from engine.play.position import Spot
from engine.session.visible_position import SeenFigure, SeenPiece
from studio.widgets.localization import Localizer
from studio.workspaces.play.game_view.game_controller import GameController
from studio.workspaces.play.panels.parameter_fields import (
    FieldOption,
    facing_options,
    labels_of,
    value_text,
)

NEW = "x"  # what the ids of added units begin with


class UmpireCommands:
    """The acts of a game that may be offered at its screen, in the window's language.

    While a side sees only what it may know, no act is offered that would reveal the other's
    cards.
    """

    def __init__(self, play: GameController, localize: Localizer) -> None:
        self._play, self._localize = play, localize

    def __iter__(self) -> Iterator[UmpireAction]:
        session = self._play.session
        for act in session.acts():
            if session.viewer is None or not any(p.kind == "card" for p in act.parameters):
                yield act

    def act(self, kind: str) -> UmpireAction:
        """The act of a kind."""
        return next(act for act in self if act.kind == kind)

    # --- words ------------------------------------------------------------------------------------

    def words(self, act: UmpireAction) -> str:
        """Return the name of an action, as a heading."""
        said = self._names.word("act", act.kind)
        return said[:1].upper() + said[1:]

    def parameter_name(self, parameter: ActionParameter) -> str:
        """Return the name of a parameter."""
        said = self._names.word("parameter", parameter.name)
        return said[:1].upper() + said[1:]

    def argument_text(self, parameter: ActionParameter, argument: Any) -> str:
        """The value it is given, in words."""
        labels = labels_of(self._play.session.scenario)
        said = value_text(parameter, argument, labels, self._localize)
        if said:
            return said
        game, language = self._play.session.game, self._localize.language
        return game.rules.describe_argument(game.state, parameter, argument, language)

    def sentence(self, order: Intervention) -> str:
        """An order as it is to be carried out."""
        act = self.act(order.kind)
        pairs = zip(act.parameters, order.arguments, strict=True)
        given = self._names.listed(
            self.argument_text(parameter, argument) for parameter, argument in pairs
        )
        return self._localize("umpire-order", act=self.words(act), given=given)

    def refusal(self) -> str:
        """Return the reason the umpire cannot act now; empty if there is none."""
        session = self._play.session
        if session.needs_hand_over:
            return self._localize("umpire-curtain")
        if session.game.is_over:
            return self._localize("umpire-over")
        if session.viewer not in (None, session.asked):
            return self._localize("umpire-fog")
        return "" if session.may_intervene else self._localize("umpire-wait")

    @property
    def _names(self) -> ScenarioNames:
        return ScenarioNames(self._play.session.scenario, self._localize.language)

    # --- what there is ----------------------------------------------------------------------------

    def options(self, parameter: ActionParameter) -> list[FieldOption]:
        """Return the options of a parameter; none for hexes, numbers and ids."""
        if parameter.kind == "unit":
            pieces = sorted(self._play.standing.units, key=lambda piece: piece.side)
            return [FieldOption(piece.id, self.unit_with_place(piece)) for piece in pieces]
        if parameter.kind == "facing":
            return facing_options(labels_of(self._play.session.scenario), self._localize)
        return [
            FieldOption(value, self.argument_text(parameter, value)) for value in parameter.options
        ]

    def unit_with_place(self, piece: SeenPiece | SeenFigure) -> str:
        """A unit with where it stands."""
        return self._localize("umpire-unit", unit=piece.name, hex=self.label(piece.at))

    def label(self, spot: Spot) -> str:
        """The label of a hex, or a point of a table."""
        return self._names.spot(spot)

    def marks(self, unit: str) -> tuple[str, ...]:
        """The markers on a unit."""
        found = self._play.standing.seen(unit)
        return found.marks if found is not None else ()

    def new_id(self) -> str:
        """An id that no unit of the game has or had."""
        session = self._play.session
        orders = [each for each in session.game.answers if isinstance(each, Intervention)]
        taken = {unit.id for unit in session.scenario.units}
        taken |= {str(argument) for order in orders for argument in order.arguments}
        number = 1
        while f"{NEW}{number}" in taken:
            number += 1
        return f"{NEW}{number}"


def parameter_kinds(act: UmpireAction) -> list[str]:
    """Return the kinds of an action's parameters, in order."""
    return [parameter.kind for parameter in act.parameters]


def give_order(play: GameController, order: Intervention) -> str:
    """Carry out an umpire's action; returns the reason of a refusal, or empty."""
    said: list[str] = []

    def note(words: str) -> None:
        said.append(words)

    play.refused.connect(note)
    play.intervene(order)
    play.refused.disconnect(note)
    return "\n".join(said)
