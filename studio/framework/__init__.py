"""The parts of the window: each knows the document, none knows another or the window."""
