"""Makes the sounds of play from nothing but numbers: `python -m tools.sounds`.

Each is short, quiet and of one channel; the same numbers make the same bytes.
"""

from __future__ import annotations

import math
import struct
import wave
from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random

RATE = 22_050
FOLDER = Path(__file__).parents[1] / "studio" / "workspaces" / "play" / "game_view" / "sounds"
LOUD = 0.5


def main() -> None:
    """Write them all."""
    FOLDER.mkdir(exist_ok=True)
    for name, make in SOUNDS.items():
        write(FOLDER / f"{name}.wav", make())


def write(file: Path, samples: Iterable[float]) -> None:
    """Samples from -1 to 1 as a WAV file."""
    whole = [round(32_767 * LOUD * max(-1.0, min(1.0, each))) for each in samples]
    with wave.open(str(file), "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(RATE)
        out.writeframes(struct.pack(f"<{len(whole)}h", *whole))


def make_shot() -> list[float]:
    """A crack that dies away over a low thump."""
    return _mix(0.32, lambda t, noise: noise * math.exp(-26 * t) + _tone(70, t, 12) * 0.8)


def strike() -> list[float]:
    """A dull blow."""
    return _mix(0.26, lambda t, noise: 0.4 * noise * math.exp(-40 * t) + _tone(120, t, 16))


def move() -> list[float]:
    """A counter set down: two wooden taps."""
    return _mix(0.2, lambda t, _: 0.6 * _tap(t) + (0.45 * _tap(t - 0.09) if t > 0.09 else 0.0))


def make_asked() -> list[float]:
    """Two soft notes: somebody is asked."""
    return _mix(
        0.4,
        lambda t, _: 0.4 * _tone(523, t, 9) + (0.4 * _tone(659, t - 0.12, 9) if t > 0.12 else 0),
    )


SOUNDS = {"shots": make_shot, "strikes": strike, "moves": move, "asked": make_asked}


def _mix(seconds: float, sample: Callable[[float, float], float]) -> list[float]:
    dice = Random(1)
    count = round(seconds * RATE)
    fade = 0.01 * RATE  # without it the end clicks
    return [
        sample(n / RATE, dice.uniform(-1, 1)) * min(1.0, (count - n) / fade) for n in range(count)
    ]


def _tone(pitch: float, t: float, decay: float) -> float:
    return math.sin(2 * math.pi * pitch * t) * math.exp(-decay * t)


def _tap(t: float) -> float:
    return _tone(880, t, 60) + 0.5 * _tone(1310, t, 90)


if __name__ == "__main__":
    main()
