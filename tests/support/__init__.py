"""Helpers for tests of all kinds: servers, browsers, addresses, HTTP clients. No tests."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
"""Of the project."""
