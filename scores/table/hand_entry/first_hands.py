"""What the form of a hand explains in the first hands of a match, to people who write their first."""

from typing import NamedTuple

from django.utils.translation import gettext as _

from rules.closing.situation import counts_whole_hand
from rules.events import Close
from rules.knobs import Ends, LayOff, Scoring
from rules.match.board import Board
from rules.ruleset import Ruleset
from rules.scoring.points import kinds_of_close
from scores.core.notation.numbers import plus, signed

FIRST_HANDS = 3


class Hints(NamedTuple):
    """Sentences below the questions; empty where a game has nothing to explain, and after the first hands."""

    # below «¿Quién cerró?»: when the match ends, where nothing else says so
    who: str = ""
    how: str = ""  # while it is asked how it was closed
    numbers: str = ""  # while no number is typed


def hints(board: Board) -> Hints:
    if board.hands >= FIRST_HANDS:
        return Hints()
    ruleset = board.next_ruleset
    return Hints(_end(ruleset), _how(ruleset, len(board.order)), _numbers(ruleset))


def _end(ruleset: Ruleset) -> str:
    if ruleset.ends is not Ends.OPEN:
        return ""
    return _(
        "Se juega hasta que la mesa quiera: «Más», «Imprevistos», «Terminar aquí»."
    )


def _how(ruleset: Ruleset, players: int) -> str:
    closes = kinds_of_close(ruleset, players)
    limit = ruleset.close_limit
    if len(closes) == 1:
        return ""  # it is not asked
    sentences = []
    if Close.CLEAN in closes:
        sentences.append(
            _("%(points)s si ligó todo") % {"points": signed(ruleset.clean_points)}
        )
    if Close.GIN in closes:
        sentences.append(
            _("gin, %(points)s, si ligó todo") % {"points": plus(ruleset.clean_points)}
        )
    if Close.KNOCK in closes and limit > 1:
        sentences.append(_("de 1 a %(limit)s, lo que le sobró") % {"limit": limit})
    if Close.RUMMY in closes:
        sentences.append(_("de una vez, si no había bajado nada antes"))
    text = "; ".join(sentences)
    return f"{text[:1].upper()}{text[1:]}." if text else ""


def _numbers(ruleset: Ruleset) -> str:
    if ruleset.scoring is Scoring.DIFFERENCE:
        return _("En la casilla, lo que le queda suelto: la diferencia sale sola.")
    if ruleset.scoring is Scoring.TABLE:
        return _("De cada uno, lo que bajó a la mesa y lo que tiene en la mano.")
    if ruleset.pays_winners_hand:
        return _("Lo que valen las cartas de quien salió: cada uno lo paga.")
    if counts_whole_hand(ruleset):
        return _("De los demás, todo lo que les queda en la mano.")
    if ruleset.lay_off is LayOff.NONE:
        return _("De los demás, lo que les queda suelto.")
    return _("De los demás, lo que quede suelto después de colocar.")
