"""Helpers for tests of the rules: cards, boards, random matches, naive solvers to compare with. No tests."""
