"""Tests of tide."""
