"""Kinds of figure and weapon, as units.yaml has them."""

from __future__ import annotations

from dataclasses import dataclass

from engine.texts import LocalText


@dataclass(frozen=True)
class UnitType:
    """One kind: its arm, its footprint, and what it does."""

    id: str
    name: LocalText
    arm: str
    footprint: str
    men: bool = False
    """True if it counts as men: serves guns, fights, can be taken prisoner (L7.1, L11.4)."""
    mounted: bool = False
    rates: str = ""
    """The row of the table of rates it moves by; its own where nothing is said."""
    formations: tuple[str, ...] = ()
    loads: tuple[str, ...] = ()
    """Stores that it may carry (K4, L21.4)."""
    carries: tuple[str, ...] = ()
    """The kinds it may have aboard (K2.4, L21.5)."""

    @property
    def is_gun(self) -> bool:
        """Return whether it is a gun, which men serve."""
        return self.footprint == "gun"

    @property
    def rate(self) -> str:
        """The row of the table of rates."""
        return self.rates or self.id
