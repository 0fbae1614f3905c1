"""What tests of every kind share: servers, browsers, addresses, the wire. No tests."""
