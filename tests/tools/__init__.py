"""Programs run by hand, such as `python -m tests.tools.fuzz`. Their own tests are in tests/site/tools."""
