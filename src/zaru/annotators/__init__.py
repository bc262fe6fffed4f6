"""Annotators: JUMAN, KNP, Sudachi and GiNZA behind one protocol, imported when asked for."""
