"""Tables, pockets, routes and pages for tests in a browser. No tests."""
