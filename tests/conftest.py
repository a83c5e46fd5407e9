"""Pictures and windows in the tests need no display, and sentences are English on every machine."""

import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["SANDTABLE_LANGUAGE"] = "en"
