"""Hands, tables and matches for tests of the rules, and the naive second opinions. No tests."""
