"""What a unit type may be printed as on its counter: a unit type names one as `symbol`.

`tank` is a silhouette, the others are the boxes of military maps; `unknown` is a question mark.
"""

from __future__ import annotations

SYMBOLS = (
    "tank",
    "armour",
    "infantry",
    "mechanized",
    "recon",
    "gun",
    "anti-tank",
    "mortar",
    "machine-gun",
    "engineer",
    "headquarters",
    "supply",
    "unknown",
)
