"""Tables, phones and evenings for tests of the app. No tests."""
