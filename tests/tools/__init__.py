"""Programs run by hand: `python -m tests.tools.NAME`. Their own tests are in tests/site/tools."""
