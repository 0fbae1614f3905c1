"""Helpers for tests in a browser: phones, boards, network failures, pages. No tests."""
