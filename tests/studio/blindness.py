"""How colours look to the colour-blind (Machado, Oliveira and Fernandes 2009)."""

from __future__ import annotations

import numpy as np

from engine.scenario.counters import colour_difference, to_lab

# Linear red, green and blue as those see them who lack one kind of cone wholly: severity 1.0.
VISIONS = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216),
                   (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413),
                     (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602),
                   (0.004733, 0.691367, 0.303900)),
}  # fmt: skip
EYES = ("usual", *VISIONS)


def seen(colour: str, eyes: str) -> str:
    """A colour, `#rrggbb`, as some eyes see it."""
    if eyes not in VISIONS:
        return colour
    parts = np.array([int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)])
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    linear = np.clip(np.array(VISIONS[eyes]) @ linear, 0, 1)
    parts = np.where(linear <= 0.0031308, linear * 12.92, 1.055 * linear ** (1 / 2.4) - 0.055)
    return "#" + "".join(f"{round(float(part) * 255):02x}" for part in parts)


def apart(one: str, other: str, eyes: str) -> float:
    """How far apart two colours look to some eyes (CIEDE2000)."""
    return colour_difference(to_lab(seen(one, eyes)), to_lab(seen(other, eyes)))
