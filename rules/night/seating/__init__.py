"""Who sits where in the next rounds. `plan.seat` is the way in."""
