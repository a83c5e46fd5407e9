"""The entries the search finds in the window and the popup over it."""
