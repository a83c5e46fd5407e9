"""Orders of an umpire between activities: how they are read, checked and refused."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, NamedTuple, NoReturn, TypeVar

from engine.games.shared_events import UmpireActed
from engine.hexes.hex import SIDES
from engine.play.decisions import Procedure
from engine.play.events import Event
from engine.play.game import Game, Intervention, InvalidInterventionError
from engine.play.option_targets import ActionParameter, UmpireAction
from engine.problems import nearest_word
from engine.texts import has_text, text

S = TypeVar("S")
Words = Mapping[str, tuple[str, ...]]
"""Values of a parameter in a scenario, by its kind or its name."""
UNIT, SIDE, TO = (
    ActionParameter("unit", "unit"),
    ActionParameter("side", "side"),
    ActionParameter("hex", "hex"),
)
ID, TYPE = ActionParameter("id", "id"), ActionParameter("type", "type")


class UmpireActionKind(NamedTuple):
    """One kind of act: what it takes, and what the umpire's word leads to."""

    takes: tuple[ActionParameter, ...]
    carry_out: Callable[..., Any]


class OrderRefusals:
    """Refuses orders by the sentences in one file of a game's texts."""

    def __init__(self, file: str) -> None:
        self.file = file

    def refuse(self, key: str, /, **values: object) -> NoReturn:
        """Raise InvalidInterventionError with the reason that is the text of a key."""
        why = text(f"{self.file}.{key}", None, **values)
        raise InvalidInterventionError(text("game.invalid-intervention", None, why=why))

    def require(self, holds: bool, key: str, /, **values: object) -> None:
        """Refuse unless something holds."""
        if not holds:
            self.refuse(key, **values)

    def has_sentence(self, key: str) -> bool:
        """True if there is a sentence of a key."""
        return has_text(f"{self.file}.{key}")


def is_unit_on_map(state: Any, id_: str) -> bool:
    """True if a unit is on the map."""
    return id_ in state.units


class UmpireOrders(Generic[S]):
    """The acts of one game. A game's texts say what is wrong: `arguments`, `no-unit`, `no-side` …

    `words` are those a state has for parameters, `is_known` says which ids are taken. Numbers go
    from 0 to `most`.
    """

    def __init__(
        self,
        refusals: OrderRefusals,
        kinds: Mapping[str, UmpireActionKind],
        words: Callable[[S], Words],
        is_known: Callable[[S, str], bool],
        is_unit: Callable[[S, str], bool] = is_unit_on_map,
        most: int = 0,
    ) -> None:
        self._refusals, self._kinds, self._words = refusals, kinds, words
        self._is_known, self._is_unit, self._most = is_known, is_unit, most

    def acts(self, state: S) -> tuple[UmpireAction, ...]:
        """Return what an umpire may do, with the words this scenario has."""
        words = self._words(state)
        return tuple(
            UmpireAction(kind, offered_parameters(act.takes, words))
            for kind, act in self._kinds.items()
        )

    def read(self, state: S, order: Intervention) -> Callable[..., Any]:
        """Return what carries out an order.

        InvalidInterventionError for arguments it does not take.
        """
        if order.kind not in self._kinds:
            values = {"kind": order.kind, "kinds": ", ".join(self._kinds)}
            raise InvalidInterventionError(text("game.unknown-intervention", None, **values))
        takes, carry_out = self._kinds[order.kind]
        if len(order.arguments) != len(takes):
            self._refusals.refuse("arguments", kind=order.kind, count=len(takes))
        offered = offered_parameters(takes, self._words(state))
        for parameter, argument in zip(offered, order.arguments, strict=True):
            self._check(state, parameter, argument)
        return carry_out

    def intervene(self, game: Game[Any], order: Intervention) -> Procedure[None]:
        """Carry out an order by the procedure of its kind, which gets the game and the order."""
        yield from self.read(game.state, order)(game, order, *order.arguments)

    def _check(self, state: S, parameter: ActionParameter, argument: Any) -> None:
        """Refuse an argument that is not what a parameter wants."""
        word, refuse = argument if isinstance(argument, str) else "", self._refusals.refuse
        match parameter.kind:
            case "unit":
                if not self._is_unit(state, word):
                    refuse("no-unit", found=argument)
            case "hex" | "place":
                if not _is_place(argument):
                    refuse(f"no-{parameter.kind}", found=argument)
            case "facing":
                if type(argument) is not int or not 0 <= argument < SIDES:
                    refuse("no-facing", found=argument)
            case "number":
                if type(argument) is not int or not 0 <= argument <= self._most:
                    refuse("no-number", found=argument, most=self._most)
            case "id":
                if not word or self._is_known(state, word):
                    refuse("id-taken", found=argument)
            case _ if word not in parameter.options:
                self._refuse_word(parameter, word, argument)

    def _refuse_word(self, parameter: ActionParameter, word: str, argument: object) -> NoReturn:
        """Refuse a word by the sentence for its kind, else by that for all."""
        refusals, named = self._refusals, f"parameter-{parameter.name}"
        key = f"no-{parameter.kind}"
        what = text(f"{refusals.file}.{named}") if refusals.has_sentence(named) else parameter.name
        refusals.refuse(
            key if refusals.has_sentence(key) else "no-word",
            found=argument,
            what=what,
            options=likeliest_words_text(word, parameter.options),
        )


def announce_umpire_act(
    game: Game[Any],
    order: Intervention,
    *happens: Event[Any],
    acted: Callable[[str, str, str], Event[Any]] = UmpireActed,
) -> Procedure[None]:
    """Report that the umpire acts, then the changes."""
    game.emit(acted(order.kind, order.who, order.why))
    for event in happens:
        game.emit(event)
    yield from ()


def offered_parameters(
    takes: Iterable[ActionParameter], words: Words
) -> tuple[ActionParameter, ...]:
    """Return what an act takes, with the words a scenario has for it."""
    return tuple(
        each._replace(options=words.get(each.kind) or words.get(each.name) or each.options)
        for each in takes
    )


def likeliest_words_text(found: str, known: Iterable[str]) -> str:
    """Return the words that would have been right, the likeliest first."""
    options = tuple(known)
    near = nearest_word(found, options)
    return ", ".join(sorted(options, key=lambda option: option != near)) or "–"


MAX_FAR = 10**5  # of a place's coordinates: numbers stay such as can be reckoned with


def _is_place(argument: Any) -> bool:
    """True for two whole numbers, as hexes and places are written."""
    is_two = isinstance(argument, tuple) and len(argument) == 2
    return is_two and all(type(part) is int and abs(part) < MAX_FAR for part in argument)
