"""The document: a map being edited, its history, its file and its journal."""
