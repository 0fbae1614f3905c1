"""The rules of Chinchón and its relatives: cards and paper, facts in, the board out.

Pure Python, standard library only: no web, no database, no clock. `new_board` starts a match, `play` adds
what happened, `replay` folds a whole log, `verify` and `Illegal` say what the rules refuse, `check_close`
judges cards that are laid down. A `Ruleset` is one house's rules; `RULESETS` has the presets by their keys.
"""

from rules.closing.check import check_close
from rules.errors import Illegal
from rules.match.board import Board, new_board
from rules.match.play import play, replay
from rules.match.verify import verify
from rules.presets import RULESETS
from rules.ruleset import Ruleset

__all__ = ["RULESETS", "Board", "Illegal", "Ruleset", "check_close", "new_board", "play", "replay", "verify"]
