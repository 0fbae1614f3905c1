"""The rules of Chinchón and related games: cards and scores in, the board or a verdict out.

Pure Python, standard library only: no web, no database, no clock. `new_board` starts a match, `play` adds
one event, `replay` plays a list of events, `verify` raises `Illegal` for what the rules refuse. `check_close`
judges cards that are laid down in a `Situation`. A `Ruleset` is one house's rules; `RULESETS` has the presets
by key.
"""

from rules.closing.check import check_close
from rules.closing.verdict import Situation
from rules.errors import Illegal
from rules.match.board import Board, new_board
from rules.match.play import play, replay
from rules.match.verify import verify
from rules.presets import RULESETS
from rules.ruleset import Ruleset

__all__ = [
    "RULESETS",
    "Board",
    "Illegal",
    "Ruleset",
    "Situation",
    "check_close",
    "new_board",
    "play",
    "replay",
    "verify",
]
