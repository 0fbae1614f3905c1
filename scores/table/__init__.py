"""What a table does: the board, hands, corrections, events, checker, help, without a signal too."""
