"""The words of the forms in which tide's rules are changed, and the types they show."""

from __future__ import annotations

from operator import attrgetter
from pathlib import Path

from engine.games.forms import DesignTexts
from engine.games.symbols import SYMBOLS
from engine.games.tide.data.kinds import SIZES, Kind, Token, UnitType, WorkType
from engine.games.typed import UnitTypeTable

FORM = DesignTexts(Path(__file__).with_name("designing.yaml"))
TYPED = {
    "units": UnitTypeTable("units", UnitType, attrgetter("units"), FORM, {
        "kind": tuple(Kind), "size": SIZES, "symbol": SYMBOLS,
    }),
    "tokens": UnitTypeTable("tokens", Token, attrgetter("tokens"), FORM, {}),
    "works": UnitTypeTable("works", WorkType, attrgetter("works"), FORM, {}),
}  # fmt: skip
