"""The preferences of the studio, saved in one file of the user's."""

from __future__ import annotations

import hashlib
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings

from engine.files import source_text
from engine.files.map_style_files import BESIDE
from engine.integers import parse_count
from engine.map.terrain import load_catalogue
from studio.rendering.map.render_options import RenderOptions

MAX_RECENT = 10
MAX_SEARCHED = 24
THEMES = ("system", "light", "dark", "contrast")
MOTIONS = ("system", "none")
TEXT_SIZES = (100, 200)  # per cent, the least and the most


def settings_file() -> Path:
    """The file the settings of this user are in."""
    from platformdirs import user_config_path

    return user_config_path("sandtable") / "studio.ini"


def _underlay(map_file: Path) -> str:
    """The key under which the picture of a map is kept: paths hold characters that keys may not."""
    path = str(source_text.resolve_links(map_file)).encode("utf-8", "surrogatepass")
    return f"underlays/{hashlib.blake2b(path, digest_size=12).hexdigest()}"


class Preferences:
    """The settings; without a file (safe mode) nothing is read and nothing is kept."""

    def __init__(self, file: Path | None) -> None:
        self._settings = QSettings(str(file), QSettings.Format.IniFormat) if file else None
        self.stamps = file.parent / "stamps" if file else None  # the folder of the user's stamps
        self.styles = file.parent / BESIDE if file else None  # and of the user's own map styles
        self.forces = file.parent / "forces" if file else None  # and of the user's own forces

    @property
    def language(self) -> str:
        """The language chosen, or empty to follow the system."""
        return self._text("language")

    @language.setter
    def language(self, language: str) -> None:
        self._keep("language", language)

    @property
    def theme(self) -> str:
        """The theme chosen, one of `THEMES`; `system` follows the desktop."""
        theme = self._text("theme")
        return theme if theme in THEMES else THEMES[0]

    @theme.setter
    def theme(self, theme: str) -> None:
        self._keep("theme", theme)

    @property
    def text_size(self) -> int:
        """Return the text size of the window, in per cent of the usual size."""
        least, most = TEXT_SIZES
        return min(most, max(least, parse_count(self._text("text-size")) or least))

    @text_size.setter
    def text_size(self, per_cent: int) -> None:
        self._keep("text-size", str(per_cent))

    @property
    def motion(self) -> str:
        """`none` where nothing is to move by itself, else `system` to follow it."""
        motion = self._text("motion")
        return motion if motion in MOTIONS else MOTIONS[0]

    @motion.setter
    def motion(self, motion: str) -> None:
        self._keep("motion", motion)

    @property
    def ramp(self) -> str:
        """The elevation ramp chosen; one no longer known counts as none."""
        ramp = self._text("ramp")
        return ramp if ramp in load_catalogue().ramps else RenderOptions.ramp

    @ramp.setter
    def ramp(self, ramp: str) -> None:
        self._keep("ramp", ramp)

    @property
    def hidden_layers(self) -> frozenset[str]:
        """The layers of maps that are switched off."""
        return frozenset(self._text("hidden-layers").split())

    @hidden_layers.setter
    def hidden_layers(self, layers: frozenset[str]) -> None:
        self._keep("hidden-layers", " ".join(sorted(layers)))

    @property
    def added_layers(self) -> frozenset[str]:
        """The layers of maps that are switched on though they usually are not."""
        return frozenset(self._text("added-layers").split())

    @added_layers.setter
    def added_layers(self, layers: frozenset[str]) -> None:
        self._keep("added-layers", " ".join(sorted(layers)))

    @property
    def locked_layers(self) -> frozenset[str]:
        """The layers of maps that nothing changes."""
        return frozenset(self._text("locked-layers").split())

    @locked_layers.setter
    def locked_layers(self, layers: frozenset[str]) -> None:
        self._keep("locked-layers", " ".join(sorted(layers)))

    @property
    def opacities(self) -> tuple[tuple[str, float], ...]:
        """Return the opacities of layers that are not fully opaque."""
        words = (word.partition(":") for word in self._text("opacities").split())
        shares = ((name, parse_count(part)) for name, _, part in words)
        return tuple((name, share / 100) for name, share in shares if share is not None)

    @opacities.setter
    def opacities(self, opacities: tuple[tuple[str, float], ...]) -> None:
        self._keep("opacities", " ".join(f"{name}:{round(100 * part)}" for name, part in opacities))

    @property
    def map_style(self) -> str:
        """The style that maps are drawn in, by name; empty for the one each map names."""
        return self._text("map-style")

    @map_style.setter
    def map_style(self, named: str) -> None:
        self._keep("map-style", named)

    @property
    def units(self) -> str:
        """The units of lengths; nothing before any were chosen."""
        return self._text("units")

    @units.setter
    def units(self, units: str) -> None:
        self._keep("units", units)

    @property
    def seating(self) -> str:
        """Return the last seats of games, as `SeatPreferences` writes them; empty at first."""
        return self._text("seating")

    @seating.setter
    def seating(self, seating: str) -> None:
        self._keep("seating", seating)

    @property
    def lookout(self) -> str:
        """Return the options of previews, as `PreviewOptions` writes them."""
        return self._text("lookout")

    @lookout.setter
    def lookout(self, words: str) -> None:
        self._keep("lookout", words)

    @property
    def favourites(self) -> str:
        """Return the favourites of the palette, as `ground:woods side:stream`."""
        return self._text("favourites")

    @favourites.setter
    def favourites(self, favourites: str) -> None:
        self._keep("favourites", favourites)

    @property
    def terrain_filter(self) -> str:
        """Return which terrain the palette shows: `game` or `all`; empty if never chosen."""
        return self._text("terrain-filter")

    @terrain_filter.setter
    def terrain_filter(self, shown: str) -> None:
        self._keep("terrain-filter", shown)

    @property
    def autosave(self) -> int:
        """After how many minutes files are saved automatically; 0 for never."""
        return parse_count(self._text("autosave")) or 0

    @autosave.setter
    def autosave(self, minutes: int) -> None:
        self._keep("autosave", str(minutes))

    @property
    def country(self) -> str:
        """Return the last settings of generated maps, as JSON; empty at first."""
        return self._text("country")

    @country.setter
    def country(self, country: str) -> None:
        self._keep("country", country)

    @property
    def plan(self) -> str:
        """The plan of the map made last, as JSON; nothing before the first."""
        return self._text("plan")

    @plan.setter
    def plan(self, plan: str) -> None:
        self._keep("plan", plan)

    @property
    def printing(self) -> str:
        """Return the last print settings of a game, as JSON; empty at first."""
        return self._text("printing")

    @printing.setter
    def printing(self, printing: str) -> None:
        self._keep("printing", printing)

    @property
    def ground(self) -> str:
        """Return the last settings of real terrain, as JSON; empty at first."""
        return self._text("ground")

    @ground.setter
    def ground(self, ground: str) -> None:
        self._keep("ground", ground)

    @property
    def umpire(self) -> str:
        """Return the last settings of an umpired game, as JSON; empty at first."""
        return self._text("umpire")

    @umpire.setter
    def umpire(self, umpire: str) -> None:
        self._keep("umpire", umpire)

    @property
    def balance(self) -> str:
        """Return the last settings of a game series, as JSON; empty at first."""
        return self._text("balance")

    @balance.setter
    def balance(self, balance: str) -> None:
        self._keep("balance", balance)

    @property
    def players(self) -> str:
        """Return the last settings of the player server, as JSON; empty at first."""
        return self._text("players")

    @players.setter
    def players(self, players: str) -> None:
        self._keep("players", players)

    @property
    def pace(self) -> str:
        """Return the last playback speed; empty before it was chosen."""
        return self._text("pace")

    @pace.setter
    def pace(self, pace: str) -> None:
        self._keep("pace", pace)

    @property
    def asks_after_arrival(self) -> bool:
        """True if a unit that has arrived is asked whether it goes on."""
        return self._text("arrival") == "ask"

    @asks_after_arrival.setter
    def asks_after_arrival(self, is_on: bool) -> None:
        self._keep("arrival", "ask" if is_on else "end")

    @property
    def sounds(self) -> bool:
        """Return True if sounds are on in play; they are off at first."""
        return self._text("sounds") == "on"

    @sounds.setter
    def sounds(self, is_on: bool) -> None:
        self._keep("sounds", "on" if is_on else "off")

    @property
    def geometry(self) -> QByteArray:
        """Return the geometry of the window; empty at first."""
        return self._bytes("geometry")

    @property
    def layouts(self) -> str:
        """Return the layouts of panels, as `PanelLayouts` writes them; empty at first."""
        return self._text("layouts")

    @property
    def stops(self) -> str:
        """Return the stop conditions of games, as text."""
        return self._text("stops")

    @stops.setter
    def stops(self, stops: str) -> None:
        self._keep("stops", stops)

    def keep_window(self, geometry: QByteArray, layouts: str) -> None:
        """Remember where the window and its panels are."""
        self._keep("geometry", geometry)
        self._keep("layouts", layouts)

    @property
    def recent(self) -> list[Path]:
        """The files opened last, the latest first."""
        lines = self._text("recent").split("\n")
        return [Path(line) for line in lines if line and source_text.can_name(line)]

    def add_recent(self, file: Path) -> None:
        """Put a file first among them, opened now."""
        last = source_text.resolve_links(file)
        others = [each for each in self.recent if each != last]
        self._keep_recent([last, *others][:MAX_RECENT], {last: datetime.now()})

    def remove_recent(self, file: Path) -> None:
        """Take a file out of them."""
        self._keep_recent([each for each in self.recent if each != file], {})

    def opened_at(self, file: Path) -> datetime | None:
        """Return the time when a recent file was opened last, if known."""
        times = dict(zip(self.recent, self._text("recent-times").split("\n"), strict=False))
        try:
            return datetime.fromisoformat(times.get(file, ""))
        except ValueError:
            return None

    def _keep_recent(self, files: list[Path], opened: dict[Path, datetime]) -> None:
        times = (opened.get(file) or self.opened_at(file) for file in files)
        written = "\n".join(time.isoformat(timespec="minutes") if time else "" for time in times)
        self._keep("recent", "\n".join(map(str, files)))
        self._keep("recent-times", written)

    @property
    def searched(self) -> list[str]:
        """The ids of what was chosen in the search last, the latest first."""
        return [line for line in self._text("searched").split("\n") if line]

    def add_searched(self, id_: str) -> None:
        """Put the id of what was chosen in the search first."""
        others = [each for each in self.searched if each != id_]
        self._keep("searched", "\n".join([id_, *others][:MAX_SEARCHED]))

    @property
    def sample_filter(self) -> str:
        """The filter of the samples on the start page; empty for all."""
        return self._text("sample-filter")

    @sample_filter.setter
    def sample_filter(self, chosen: str) -> None:
        self._keep("sample-filter", chosen)

    def underlay(self, map_file: Path) -> str:
        """The picture that lies over a map, as `ForeignData` writes it; or nothing."""
        return self._text(_underlay(map_file))

    def keep_underlay(self, map_file: Path, words: str) -> None:
        """Keep the picture of a map; empty to forget it."""
        if words:
            self._keep(_underlay(map_file), words)
        elif self._settings:
            self._settings.remove(_underlay(map_file))

    def shortcut(self, action: str) -> str | None:
        """The keys the user gave to an action; None where the usual ones hold."""
        key = f"shortcuts/{action}"
        return self._text(key) if self._settings and self._settings.contains(key) else None

    def keep_shortcut(self, action: str, keys: str | None) -> None:
        """Give an action other keys, or with None the usual ones again."""
        if keys is not None:
            self._keep(f"shortcuts/{action}", keys)
        elif self._settings:
            self._settings.remove(f"shortcuts/{action}")

    def _text(self, key: str) -> str:
        value = self._settings.value(key, "") if self._settings else ""
        return ", ".join(value) if isinstance(value, list) else str(value)

    def _bytes(self, key: str) -> QByteArray:
        value = self._settings.value(key) if self._settings else None
        return value if isinstance(value, QByteArray) else QByteArray()

    def _keep(self, key: str, value: str | QByteArray) -> None:
        if self._settings:
            self._settings.setValue(key, value)
            self._settings.sync()
