"""What a unit type may be printed as on its counter: a unit type names one as `symbol`.

`tank`, `truck`, `half-track` and `car` are silhouettes, `leader` is a star, `unknown` a question
mark; the others are the boxes of military maps.
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
    "half-squad",
    "leader",
    "truck",
    "half-track",
    "car",
    "unknown",
)

FIGURES = ("soldier", "elite", "officer", "machine-gun-crew", "mortar-crew")
"""What a figure on a base may look like; the crews stand beside their weapons."""
