"""Helpers for tests of all kinds: servers, browsers, addresses, HTTP clients. No tests."""
