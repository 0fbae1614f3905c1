"""Runs the worked examples of tests/conformance. The command is `rules.conformance`."""
