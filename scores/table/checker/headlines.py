"""The headline of a verdict, in the words of each game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from rules.close_kinds import Close
from rules.closing.situation import goes_out
from rules.knobs import WINS, Contract, Doubles, Scoring
from rules.ruleset import Ruleset
from scores.core.notation.cards import contract_in_words
from scores.core.notation.numbers import plus, signed
from scores.core.notation.words import GOES_OUT, WINS_MATCH
from scores.core.wording.hand_lines import CLOSE_NAMES

if TYPE_CHECKING:
    from scores.table.checker.check import Check

_WHAT_A_CHINASO_DOUBLES: dict[tuple[str, ...], Any] = {
    (): gettext_lazy("A los demás les cuenta el doble."),
    ("hand_fee",): gettext_lazy("Los demás pagan el doble por la mano."),
    ("buy_fee",): gettext_lazy("Los demás pagan el doble por sus compras."),
    ("hand_fee", "buy_fee"): gettext_lazy("Los demás pagan el doble por la mano y por sus compras."),
}
"""By the fees that are doubled; without any it is the points."""

CANNOT_GO_DOWN = gettext_lazy("No puede bajarse")
TAP_CARDS_IN_HAND = gettext_lazy("Toca las cartas que le quedan en la mano.")


def question(ruleset: Ruleset) -> str:
    """The title of the practice page in this game."""
    if ruleset.scoring is Scoring.TABLE:
        return _("¿Cuánto vale?")
    return _("¿Puede salir?") if goes_out(ruleset) else _("¿Puede cerrar?")


def heading(ruleset: Ruleset, name: str, closes: bool) -> str:
    """The heading that says whose cards are being tapped."""
    if not closes:
        return _("Cartas de %(name)s") % {"name": name}
    return (str(GOES_OUT) if goes_out(ruleset) else _("Cierra %(name)s")) % {"name": name}


def illegal(check: Check) -> str:
    if check.goes_down:
        return str(CANNOT_GO_DOWN)
    return _("No puede salir") if goes_out(check.ruleset) else _("No puede cerrar")


def legal(
    ruleset: Ruleset,
    close: Close | None,
    points: int | str | None,
    value: int | None = None,
    contract: Contract | None = None,
) -> str:
    """The headline of a legal close. Without `close`, of going down with `contract`."""
    if close is None:
        return _("Puede bajarse: %(melds)s") % {"melds": contract_in_words(contract or (0, 0))}
    if goes_out(ruleset):
        return _going_out(ruleset, close, value)
    bonus = {"bonus": _gin_bonus(ruleset, close)}
    if close is Close.GIN:
        return _("Puede cerrar: gin, %(bonus)s") % bonus
    if close is Close.BIG_GIN:
        return _("Puede cerrar: gin de once cartas, %(bonus)s") % bonus
    if close is Close.KNOCK:
        return _knocking_with(points)
    return _("Puede cerrar: %(how)s, %(points)s") % {"how": CLOSE_NAMES[close], "points": _worth(points)}


def worth(ruleset: Ruleset, close: Close, points: int | str, value: int | None = None) -> str:
    """What a close is worth, in short; in games in which a player goes out, that it is possible."""
    if ruleset.scoring is Scoring.TABLE and value is not None:
        return _("Vale %(points)s") % {"points": plus(value)}
    if goes_out(ruleset):
        return _going_out(ruleset, close, value)
    return f"{CLOSE_NAMES[close]}, {_gin_bonus(ruleset, close) or _worth(points)}"


def _gin_bonus(ruleset: Ruleset, close: Close) -> str:
    bonuses = {Close.GIN: ruleset.clean_points, Close.BIG_GIN: ruleset.big_gin or 0}
    return plus(bonuses[close]) if close in bonuses else ""


def _worth(points: int | str | None) -> str:
    if points == WINS:
        return str(WINS_MATCH)
    return signed(points) if isinstance(points, int) else ""


def _knocking_with(points: int | str | None) -> str:
    loose = points if isinstance(points, int) else 0
    sentence = ngettext("Puede cerrar: le queda %(points)s", "Puede cerrar: le quedan %(points)s", loose)
    return sentence % {"points": loose}


def _going_out(ruleset: Ruleset, close: Close, value: int | None) -> str:
    if close is Close.CHINASO:
        return _("Puede salir: chinaso")
    if ruleset.pays_winners_hand and value is not None:
        return _("Puede salir: cada uno paga %(value)s") % {"value": value}
    return _("Puede salir: rummy, todo de una vez") if close is Close.RUMMY else _("Puede salir")


def consequences(ruleset: Ruleset, close: Close | None) -> list[str]:
    """Sentences about what the others pay after such a close; empty where nothing is doubled."""
    doubled = {Close.RUMMY: Doubles.RUMMY, Close.CHINASO: Doubles.CHINASO}
    if close not in doubled or ruleset.doubles is not doubled[close]:
        return []
    if close is Close.RUMMY:
        return [_("Los demás pagan el doble.")]
    return [str(_WHAT_A_CHINASO_DOUBLES[ruleset.fees_doubled])]
