"""Whether cards may close a hand, how, and what the others then count. No totals, no log."""
