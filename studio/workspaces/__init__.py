"""Workspaces."""
