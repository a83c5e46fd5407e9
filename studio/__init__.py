"""Sandtable's face: the command line, the pictures and the studio. Qt lives only here."""
