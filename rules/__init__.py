"""The rules of Chinchón and its relatives: cards and paper, facts in, the board out.

Pure Python, standard library only: no web, no database, no clock. `new_board` starts a match, `play` adds
what happened, `replay` folds a whole log, `Illegal` says what the rules refuse.
"""
