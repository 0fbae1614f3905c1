"""The words of a verdict in each game, and what a hand lacks."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext as _, gettext_lazy, ngettext

from rules.closing.draws import Draw, Outlook, Throw, outlook, throws
from rules.closing.showdown import CountedCards
from rules.closing.verdict import Verdict, goes_out
from rules.errors import Illegal
from rules.events import Close
from rules.knobs import WINS, Contract, LayOff, Scoring
from rules.ruleset import Ruleset
from rules.scoring.points import as_number
from scores.core.notation.cards import Face, contract_in_words, face, with_article
from scores.core.notation.numbers import plus, signed
from scores.core.notation.words import GOES_OUT, WINS_MATCH
from scores.core.wording.hand_lines import CLOSE_NAMES, DOUBLING
from scores.table.checker.check import Cards, Check, hand_sizes

_WHAT_A_CHINASO_DOUBLES: dict[tuple[str, ...], Any] = {
    (): gettext_lazy("A los demás les cuenta el doble."),
    ("hand_fee",): gettext_lazy("Los demás pagan el doble por la mano."),
    ("buy_fee",): gettext_lazy("Los demás pagan el doble por sus compras."),
    ("hand_fee", "buy_fee"): gettext_lazy(
        "Los demás pagan el doble por la mano y por sus compras."
    ),
}
"""By the fees that are doubled; without any it is the points."""

MAY_STILL_GO_OUT = (
    "must-meld-all",
    "contract-mismatch",
    "sequence-not-broken",
    "final-discard-required",
)
"""Why cards cannot go out by themselves, but perhaps with the melds of the table."""

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
    return (str(GOES_OUT) if goes_out(ruleset) else _("Cierra %(name)s")) % {
        "name": name
    }


def illegal(check: Check) -> str:
    if check.verdict is not None and not check.verdict.is_known:
        return _("No se sabe")
    if check.situation.goes_down:
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
        return _("Puede bajarse: %(melds)s") % {
            "melds": contract_in_words(contract or (0, 0))
        }
    if goes_out(ruleset):
        return _going_out(ruleset, close, value)
    bonus = {"bonus": _gin_bonus(ruleset, close)}
    if close is Close.GIN:
        return _("Puede cerrar: gin, %(bonus)s") % bonus
    if close is Close.BIG_GIN:
        return _("Puede cerrar: gin de once cartas, %(bonus)s") % bonus
    if close is Close.KNOCK:
        loose = points if isinstance(points, int) else 0
        sentence = ngettext(
            "Puede cerrar: le queda %(points)s",
            "Puede cerrar: le quedan %(points)s",
            loose,
        )
        return sentence % {"points": loose}
    return _("Puede cerrar: %(how)s") % {"how": _how(close, _worth(points))}


def worth(
    ruleset: Ruleset, close: Close, points: int | str, value: int | None = None
) -> str:
    """What a close is worth, in short; in games in which a player goes out, that it is possible."""
    if ruleset.scoring is Scoring.TABLE and value is not None:
        return _("Vale %(points)s") % {"points": plus(value)}
    if goes_out(ruleset):
        return _going_out(ruleset, close, value)
    return _how(close, _gin_bonus(ruleset, close) or _worth(points))


def _how(close: Close, points: str) -> str:
    """The kind of a close and its points; of a clean one only those, which are its name at a table."""
    return points if close is Close.CLEAN else f"{CLOSE_NAMES[close]}, {points}"


def _gin_bonus(ruleset: Ruleset, close: Close) -> str:
    bonuses = {Close.GIN: ruleset.clean_points, Close.BIG_GIN: ruleset.big_gin or 0}
    return plus(bonuses[close]) if close in bonuses else ""


def _worth(points: int | str | None) -> str:
    if points == WINS:
        return str(WINS_MATCH)
    return signed(points) if isinstance(points, int) else ""


def _going_out(ruleset: Ruleset, close: Close, value: int | None) -> str:
    if close is Close.CHINASO:
        return _("Puede salir: chinaso")
    if ruleset.pays_winners_hand and value is not None:
        return _("Puede salir: cada uno paga %(value)s") % {"value": value}
    return (
        _("Puede salir: rummy, todo de una vez")
        if close is Close.RUMMY
        else _("Puede salir")
    )


def consequences(ruleset: Ruleset, close: Close | None) -> list[str]:
    """Sentences about such a close: that all is melded, or what the others pay where that is doubled."""
    if close is Close.CLEAN:
        return [_("Todas las cartas están ligadas.")]
    if close not in DOUBLING or ruleset.doubles is not DOUBLING[close]:
        return []
    if close is Close.RUMMY:
        return [_("Los demás pagan el doble.")]
    return [str(_WHAT_A_CHINASO_DOUBLES[ruleset.fees_doubled])]


def moved_jokers(ruleset: Ruleset, verdict: Verdict) -> list[str]:
    """What happens to the jokers of the table with which a player goes out."""
    sentence = _(
        "Pone %(card)s en el lugar del comodín, que pasa a la punta de la escalera."
    )
    if ruleset.contracts:
        sentence = _("Cambia el comodín de la mesa por %(card)s y lo coloca.")
    return [sentence % {"card": with_article(card)} for card in verdict.for_jokers]


def hint_of_table(check: Check) -> list[str]:
    """The hint that a player who may not go out may still be able to with what lies on the table."""
    ruleset = check.ruleset
    code = check.verdict.code if check.verdict is not None else None
    is_known = (
        bool(check.situation.table and not check.groups)
        or check.situation.goes_down
        or ruleset.lay_off is not LayOff.IN_PLAY
    )
    if is_known or not goes_out(ruleset) or code not in MAY_STILL_GO_OUT:
        return []
    return [_("Sin contar lo que coloque en la mesa.")]


def counts_of_refused(check: Check) -> str:
    """What the cards of a refused close count, and what closing wrongly costs; empty for a legal close."""
    counts = check.counts_if_refused
    if counts is None or WINS in counts:
        return ""
    lying, best = (
        signed(points) if isinstance(points, int) else points for points in counts
    )
    sentence = (
        _("Si sale otro, cuenta %(best)s.")
        if goes_out(check.ruleset)
        else _("Si cierra otro, cuenta %(best)s.")
    )
    if lying != best:
        sentence = _(
            "Si no vale, la mano cuenta %(lying)s tal como está y %(best)s bien ligada."
        )
    words = [sentence % {"lying": lying, "best": best}]
    if cost := check.ruleset.false_close_points:
        words.append(
            _("Cerrar mal cuesta %(points)s.") % {"points": points_in_words(cost)}
        )
    return " ".join(words)


def points_in_words(points: int) -> str:
    return ngettext("%(points)s punto", "%(points)s puntos", points) % {
        "points": signed(points)
    }


def counted_in_words(counted: CountedCards) -> str:
    """What a player counts who did not close, with the reward for melding everything."""
    return (
        str(WINS_MATCH)
        if counted.points == WINS
        else points_in_words(as_number(counted.points))
    )


# What a hand lacks: before the draw the cards that close, after it what to throw


FACES_AT_MOST = 12  # of the cards that a throw keeps open
LEAST_AT_MOST = 3  # throws that are shown where none keeps a card open


class LackingCards(NamedTuple):
    """Cards that close for the same points; or a throw, and the cards that it keeps open."""

    title: str
    coming: list[tuple[Face, int]]  # each with how many of it are left
    thrown: Face | None = None
    more: int = 0  # cards that are not shown


class Lacks(NamedTuple):
    """What the page says of the next draw, or of the throw."""

    heading: str
    short: str  # for the verdict; empty where no card is enough
    summary: str
    rows: list[LackingCards]
    has_too_many_ways: bool = False
    # for the verdict of a legal close: the throws after which it is the same
    either: str = ""


def lacks_of(check: Check, seen: Cards) -> Lacks | None:
    """What the cards lack; None with more or fewer cards than before or after a draw."""
    sizes = hand_sizes(check.ruleset, check.players)
    if check.situation.goes_down or len(check.cards) not in sizes:
        return None
    is_drawn = len(check.cards) in sizes[1::2]
    heading = _("¿Qué tiro?") if is_drawn else _("¿Qué me falta?")
    facts = check.ruleset, check.cards, seen, check.full_situation
    try:
        if is_drawn:
            return _of_throws(heading, check.ruleset, throws(*facts))
        return _of_draws(heading, check.ruleset, outlook(*facts))
    except Illegal:
        return Lacks(heading, "", "", [], has_too_many_ways=True)


def _of_draws(heading: str, ruleset: Ruleset, outlook: Outlook) -> Lacks:
    """The cards that close for the same points in one row, the best close first."""
    if not outlook.draws:
        return Lacks(heading, "", _("Ninguna carta basta todavía."), [])
    rows: dict[str, list[tuple[Face, int]]] = {}
    for draw in sorted(outlook.draws, key=_rank_of_draw):
        title = worth(ruleset, draw.close, draw.points, draw.value)
        rows.setdefault(title, []).append((face(draw.card), draw.left))
    summary = _live_cards(outlook)
    return Lacks(
        heading,
        summary,
        summary,
        [LackingCards(title, coming) for title, coming in rows.items()],
    )


def _live_cards(outlook: Outlook) -> str:
    """How many of the cards that can come let the player close."""
    sentence = ngettext(
        "Sirve %(live)s de las %(unseen)s por salir.",
        "Sirven %(live)s de las %(unseen)s por salir.",
        outlook.live,
    )
    return sentence % {"live": outlook.live, "unseen": outlook.unseen}


def _rank_of_draw(draw: Draw) -> tuple[bool, int, int]:
    """The key that sorts draws, the best close first."""
    points = draw.points if isinstance(draw.points, int) else 0
    return isinstance(draw.points, int), points, -(draw.value or 0)


def _of_throws(heading: str, ruleset: Ruleset, throws: Sequence[Throw]) -> Lacks:
    open_ones = [
        throw for throw in throws if throw.closes is not None or throw.outlook.draws
    ]
    if not open_ones:
        summary = _("Se tire lo que se tire, ninguna carta basta todavía.")
        in_hand = _("En la mano: %(points)s")
        rows = [
            LackingCards(
                in_hand % {"points": points_in_words(throw.deadwood)},
                [],
                face(throw.discard),
            )
            for throw in throws[:LEAST_AT_MOST]
        ]
        return Lacks(heading, "", summary, rows)
    rows = [_throw_row(ruleset, throw) for throw in open_ones]
    best = open_ones[0]
    if best.closes is not None:
        equal = [throw for throw in open_ones if throw.closes == best.closes]
        return Lacks(heading, "", "", rows, either=_no_difference(ruleset, equal))
    fewest = best.outlook.live, best.deadwood
    equal = [
        throw for throw in open_ones if (throw.outlook.live, throw.deadwood) == fewest
    ]
    short = _("Mejor tirar %(card)s.") % {"card": _any_of(equal)}
    return Lacks(heading, short, "", rows)


def _no_difference(ruleset: Ruleset, equal: Sequence[Throw]) -> str:
    """The throws with which a close counts the same; empty for one, or where the cards laid down count."""
    if len(equal) == 1 or ruleset.pays_winners_hand or ruleset.scoring is Scoring.TABLE:
        return ""
    return _("Da igual tirar %(cards)s.") % {"cards": _any_of(equal)}


def _any_of(throws: Sequence[Throw]) -> str:
    """All that may be thrown, as a choice."""
    *others, last = (with_article(throw.discard) for throw in throws)
    return (
        _("%(cards)s o %(last)s") % {"cards": ", ".join(others), "last": last}
        if others
        else last
    )


def _throw_row(ruleset: Ruleset, throw: Throw) -> LackingCards:
    thrown = face(throw.discard)
    if throw.closes is not None:
        points, close = throw.closes
        return LackingCards(legal(ruleset, close, points), [], thrown)
    draws = sorted(throw.outlook.draws, key=_rank_of_draw)
    shown = [(face(draw.card), draw.left) for draw in draws[:FACES_AT_MOST]]
    return LackingCards(
        _live_cards(throw.outlook), shown, thrown, len(draws) - len(shown)
    )
