"""Files for desktops that follow the freedesktop.org standards.

Desktop Entry Specification 1.5, Shared MIME-info Database 0.21, Icon Theme Specification 0.13.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree as Xml

from engine.files.schemas import KINDS
from engine.languages import LANGUAGES
from engine.texts import text

PROGRAM = "sandtable"
LOOKED_AT = 4096  # bytes at the start of a file where comments may precede its first line
NAMESPACE = "http://www.freedesktop.org/standards/shared-mime-info"
LANG = "{http://www.w3.org/XML/1998/namespace}lang"


@dataclass(frozen=True)
class FileType:
    """A kind of file: what it is called, what it begins with, what files of it are called."""

    kind: str
    parent: str
    magic: str
    offset: str
    endings: tuple[str, ...]

    @property
    def mime(self) -> str:
        """Its media type, as mail and desktops use it."""
        return f"application/x-{PROGRAM}-{self.kind}"


DOCUMENTS = tuple(
    FileType(kind, "application/yaml", f"{PROGRAM}: {kind}/", f"0:{LOOKED_AT}", (f"{kind}.yaml",))
    for kind in KINDS
)
RECORDS = tuple(
    FileType(kind, "application/json", f'{{"{PROGRAM}":"{kind}/', "0", (kind,))
    for kind in ("replay", "session", "room")
)
FILE_TYPES = (*DOCUMENTS, *RECORDS)
OPENED = ("map", "table", "scenario", "deck", "replay", "session", "room")
"""The kinds that the studio opens."""


def desktop_files(command: str) -> Mapping[Path, bytes]:
    """Every file to be laid below a folder of shared data, by its place there."""
    entry = desktop_entry(command).encode()
    return {
        Path("applications") / f"{PROGRAM}.desktop": entry,
        Path("icons/hicolor/scalable/apps") / f"{PROGRAM}.svg": ICON.read_bytes(),
        Path("mime/packages") / f"{PROGRAM}.xml": mime_package(),
    }


def desktop_entry(command: str) -> str:
    """The program's menu entry: its words in every language, the types it opens."""
    types = [each.mime for each in FILE_TYPES if each.kind in OPENED]
    lines = ["[Desktop Entry]", "Type=Application", "Version=1.1"]
    lines.append(f"Name={PROGRAM.capitalize()}")
    for key in ("GenericName", "Comment", "Keywords"):
        for language in LANGUAGES:
            suffix = "" if language == "en" else f"[{_locale(language)}]"
            lines.append(f"{key}{suffix}={text(f'desktop.{key.lower()}', language)}")
    lines += [
        f"Exec={_quoted(command)} %F", f"Icon={PROGRAM}", "Terminal=false",
        "Categories=Game;StrategyGame;", f"MimeType={';'.join(types)};",
        f"StartupWMClass={PROGRAM}",
    ]  # fmt: skip
    return "\n".join(lines) + "\n"


def mime_package() -> bytes:
    """The types of files: their names, endings and how they begin."""
    Xml.register_namespace("", NAMESPACE)
    root = Xml.Element(f"{{{NAMESPACE}}}mime-info")
    for each in FILE_TYPES:
        type_ = _add(root, "mime-type", type=each.mime)
        for language in LANGUAGES:
            said = _add(type_, "comment")
            said.text = text(f"desktop.{each.kind}", language)
            if language != "en":
                said.set(LANG, _locale(language))
        _add(type_, "sub-class-of", type=each.parent)
        _add(type_, "icon", name=PROGRAM)
        magic = _add(type_, "magic", priority="60")
        _add(magic, "match", type="string", value=each.magic, offset=each.offset)
        for ending in each.endings:
            _add(type_, "glob", pattern=f"*.{ending}", weight="60")
    Xml.indent(root)
    written: bytes = Xml.tostring(root, encoding="utf-8", xml_declaration=True)
    return written + b"\n"


def _add(parent: Xml.Element, tag: str, /, **attributes: str) -> Xml.Element:
    return Xml.SubElement(parent, f"{{{NAMESPACE}}}{tag}", attributes)


def _locale(language: str) -> str:
    return LANGUAGES[language].gettext


def _quoted(command: str) -> str:
    """A command as Exec wants it: quoted, with what is special to it and to the file escaped."""
    for sign in ("\\", '"', "`", "$"):
        command = command.replace(sign, f"\\{sign}")
    return '"' + command.replace("\\", "\\\\").replace("%", "%%") + '"'


ICON = Path(__file__).with_name("icon.svg")
