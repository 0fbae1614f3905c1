"""Helpers for tests of the app: matches, phones, pages. No tests."""
