"""Sandtable's face: the command line, the pictures and the studio. Qt lives only here."""

from pathlib import Path

from engine import texts

texts.add_folder(Path(__file__).parent / "texts")
