"""Pictures and windows in the tests need no display."""

import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
