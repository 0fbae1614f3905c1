"""Programs run by hand, such as `python -m tests.tools.kill`. Their own tests are in tests/site/tools."""
