"""A game under play without windows: what is asked, the ways back and on, branches, files."""
