"""Reports as pages: of one game, and of many."""
