"""The questions of a game about a hand: who closed, how (with a button for each way), and which numbers."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Any, NamedTuple

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext as _, gettext_lazy

from rules.closing.verdict import OpenMelds, counts_whole_hand, open_melds
from rules.events import JOKERS_IN_RUN, Close, Seat
from rules.knobs import WINS, Ends, LayOff, Scoring
from rules.match.board import Board
from rules.match.verify import possible_closes
from rules.ruleset import Ruleset
from rules.scoring.points import (
    dearest_hand,
    dearest_of_winner,
    fewest_at_knock,
    hands_grow,
    kinds_of_close,
    names_melded,
    price_of_close,
)
from scores.core.notation.numbers import plus, signed
from scores.core.notation.words import BOUGHT, NOBODY_CLOSED, STOCK_RAN_OUT
from scores.core.wording.hand_lines import DOUBLING


class Whose(StrEnum):
    """The seats that have a number. With OTHERS the closer has one too where loose points are typed."""

    OTHERS = "others"
    CLOSER = "closer"
    ALL = "all"


class Number(NamedTuple):
    """A number that is typed for a seat. `kind` is the name of the field of `HandScored`."""

    kind: str
    whose: Whose
    label: Any  # for screen readers
    caption: Any = ""  # if a row has two numbers


@dataclass(frozen=True)
class HandInput:
    name: str
    number: Number
    label: str
    typed: str
    is_wrong: bool = False


def number_input(
    number: Number,
    seat: Seat,
    name: str,
    typed: Mapping[str, str],
    wrong: Collection[str] = (),
) -> HandInput:
    """The input with what is typed in it; `name` is the player's, `wrong` are fields with errors."""
    field = f"{number.kind}_{seat}"
    label = str(number.label % {"name": name})
    return HandInput(field, number, label, typed.get(field, ""), field in wrong)


class Words(NamedTuple):
    who: Any
    other: Any
    nobody: Any
    how: Any
    only_one: Any


CLOSES = Words(
    who=gettext_lazy("¿Quién cerró? Toca su nombre."),
    other=gettext_lazy("Otro cerró"),
    nobody=NOBODY_CLOSED,
    how=gettext_lazy("¿Cómo cerró? Elige una opción."),
    only_one=gettext_lazy("Solo puede cerrar uno."),
)
GOES_OUT = Words(
    who=gettext_lazy("¿Quién se quedó sin cartas? Toca su nombre."),
    other=gettext_lazy("Otro salió"),
    nobody=STOCK_RAN_OUT,
    how=gettext_lazy("¿Cómo salió? Elige una opción."),
    only_one=gettext_lazy("Solo puede salir uno."),
)

LEFT = Number("deadwood", Whose.OTHERS, gettext_lazy("Puntos de %(name)s"))
WORTH = Number("value", Whose.CLOSER, gettext_lazy("Lo que vale la mano de %(name)s"))
ON_TABLE = Number(
    "table",
    Whose.ALL,
    gettext_lazy("%(name)s: puntos en la mesa"),
    gettext_lazy("mesa"),
)
BUYS = Number("buys", Whose.ALL, gettext_lazy("Compras de %(name)s"), BOUGHT)
IN_HAND = Number(
    "deadwood",
    Whose.OTHERS,
    gettext_lazy("%(name)s: puntos en la mano"),
    gettext_lazy("mano"),
)


class Asks:
    """The questions about a hand under some rules. Rum 500 has no kinds of close and asks for none."""

    def __init__(self, ruleset: Ruleset, players: int) -> None:
        closes = kinds_of_close(ruleset, players)
        has_kinds = ruleset.scoring is not Scoring.TABLE
        goes_out = Close.OUT in closes or Close.RUMMY in closes
        numbers = (WORTH,) if ruleset.pays_winners_hand else (LEFT,)
        dearest = dearest_of_winner if ruleset.pays_winners_hand else dearest_hand
        self.words = GOES_OUT if goes_out else CLOSES
        self.numbers = numbers if has_kinds else (ON_TABLE, IN_HAND)
        # whether the way of closing is asked; if not, it is `way`
        self.how = has_kinds and len(closes) > 1
        self.way = closes[0] if has_kinds and len(closes) == 1 else None
        # Whether a hand that nobody closed counts, and whether it is dealt again
        self.nobody = not has_kinds or (
            ruleset.scoring is Scoring.COUNT and not goes_out
        )
        self.void = ruleset.scoring in (Scoring.DIFFERENCE, Scoring.COLLECT)
        # The largest possible number; None: no limit
        self.most = None if hands_grow(ruleset) else dearest(ruleset, players)
        self.buys = ruleset.buys  # how often one player may buy; 0: no buying
        # Who melded everything: a 0 after laying off is worth other points
        self.melded = names_melded(ruleset)


@lru_cache(maxsize=64)
def asks(ruleset: Ruleset, players: int) -> Asks:
    return Asks(ruleset, players)


# The ways of closing

CHIPS_AT_MOST = 12  # if the limit for closing is higher, the loose points are typed
CHIP_NAMES = {
    Close.JOKER_RUN_1: gettext_lazy("Escalera con comodín"),
    Close.JOKER_RUN_2: gettext_lazy("Con dos comodines"),
    Close.CHINCHON: gettext_lazy("Chinchón"),
    Close.GIN: gettext_lazy("Gin"),
    Close.BIG_GIN: gettext_lazy("Gran gin"),
    Close.OUT: gettext_lazy("Sale"),
    Close.RUMMY: gettext_lazy("De una vez"),
    Close.CHINASO: gettext_lazy("¡Chinaso!"),
}
RARE = (Close.CHINCHON, *JOKERS_IN_RUN, Close.BIG_GIN, Close.RUMMY, Close.CHINASO)


class Chip(NamedTuple):
    """A button for one way of closing, and the seats that may close so."""

    close: Close
    loose: int | None  # loose points; None: they are typed in the row of the closer
    text: str
    points: str  # shown in the row of the closer
    seats: tuple[Seat, ...] = ()
    wins: bool = False  # the match, whatever the others have left: no points are asked
    question: str = ""  # what a rare chip says between its two taps

    @property
    def value(self) -> str:
        is_counted = self.loose is not None and self.close is Close.KNOCK
        return f"knock-{self.loose}" if is_counted else str(self.close)

    @property
    def is_rare(self) -> bool:
        """Whether the page asks for confirmation, because a mistaken tap would cost too much."""
        return self.close in RARE


def types_loose_points(ruleset: Ruleset) -> bool:
    """Whether the loose points of the closer are typed, and have no chips."""
    return ruleset.close_limit > CHIPS_AT_MOST


def chips(board: Board) -> list[Chip]:
    """A chip for each way of closing, with the seats for which it is legal; empty if the way is not asked."""
    ruleset = board.next_ruleset
    if not asks(ruleset, len(board.order)).how:
        return []
    by_way: dict[tuple[Close, int | None], list[Seat]] = {}
    typed = types_loose_points(ruleset)
    for seat in board.seats_playing:
        for close, loose in possible_closes(board, seat):
            way = (close, None if typed and close is Close.KNOCK else loose)
            seats = by_way.setdefault(way, [])
            if seat not in seats:
                seats.append(seat)
    language = get_language()
    all_chips = [
        _chip(ruleset, *way, language)._replace(seats=tuple(by_way[way]))
        for way in by_way
    ]
    return sorted(
        all_chips,
        key=lambda chip: (chip.is_rare, chip.close is Close.KNOCK, chip.loose or 0),
    )


def why_fewer_chips(board: Board, names: Mapping[Seat, str]) -> list[tuple[Seat, str]]:
    """A sentence for each seat that would bust with loose points with which others may close."""
    ruleset = board.next_ruleset
    knocks = [
        chip
        for chip in chips(board)
        if chip.close is Close.KNOCK and chip.loose is not None
    ]
    sentences = []
    for seat in board.seats_playing:
        allowed = [chip.loose or 0 for chip in knocks if seat in chip.seats]
        most = max(allowed, default=fewest_at_knock(ruleset) - 1)
        if most < ruleset.close_limit and knocks:
            facts = {
                "name": names[seat],
                "total": signed(board.total(seat)),
                "most": most,
            }
            sentence = _(
                "%(name)s va con %(total)s: si cierra con puntos sueltos, se pasa."
            )
            if allowed:
                sentence = _(
                    "%(name)s va con %(total)s: si cierra con más de %(most)s, se pasa."
                )
            sentences.append((seat, sentence % facts))
    return sentences


@lru_cache(maxsize=64)
def chips_html(chips: tuple[Chip, ...], chosen: str) -> SafeString:
    groups = [
        [chip for chip in chips if chip.is_rare is is_rare] for is_rare in (False, True)
    ]
    return render_to_string(
        "scores/hand_entry/_chips.html", {"groups": groups, "chosen": chosen}
    )


@lru_cache(maxsize=512)
def _chip(ruleset: Ruleset, close: Close, loose: int | None, language: str) -> Chip:
    """The chip for nobody yet."""
    if close is Close.KNOCK:
        text = _("puntos sueltos") if loose is None else str(loose)
        shown = (
            "" if loose is None else str(loose) if ruleset.high_wins else plus(loose)
        )
        return Chip(close, loose, text, shown)
    points = _reward(ruleset, close)
    wins = price_of_close(ruleset, close, 0) == WINS
    text = points if close is Close.CLEAN else f"{CHIP_NAMES[close]} {points}".strip()
    shown = text if ruleset.high_wins else points
    name = CHIP_NAMES[close].replace("¡", "").replace("!", "") if close in RARE else ""
    # What a rare chip says after the first tap: «¿Chinchón? Toca otra vez», «¿−50? Toca otra vez»
    asked = name if wins else points or name
    question = _("¿%(close)s? Toca otra vez") % {"close": asked} if name else ""
    return Chip(close, loose, text, shown, (), wins, question)


def _reward(ruleset: Ruleset, close: Close) -> str:
    """The reward of a close for the closer: «−10», «gana», «+25», «×2»."""
    if close in (Close.GIN, Close.BIG_GIN):
        return plus(
            ruleset.clean_points if close is Close.GIN else ruleset.big_gin or 0
        )
    if close in (Close.OUT, Close.RUMMY, Close.CHINASO):
        return "×2" if ruleset.doubles is DOUBLING.get(close) else ""
    price = price_of_close(ruleset, close, 0)
    return signed(price) if isinstance(price, int) else _("gana")


# What the form explains in the first hands of a match


FIRST_HANDS = 3


class Hints(NamedTuple):
    """Sentences below the questions; empty where a game has nothing to explain, and after the first hands."""

    # below «¿Quién cerró?»: when the match ends, where nothing else says so
    who: str = ""
    how: str = ""  # while it is asked how it was closed


def hints(board: Board) -> Hints:
    if board.hands >= FIRST_HANDS:
        return Hints()
    ruleset = board.next_ruleset
    return Hints(_end(ruleset), _how(ruleset, len(board.order)))


def _end(ruleset: Ruleset) -> str:
    if ruleset.ends is not Ends.OPEN:
        return ""
    return _(
        "Se juega hasta que la mesa quiera: «Más», «Imprevistos», «Terminar aquí»."
    )


def _how(ruleset: Ruleset, players: int) -> str:
    closes = kinds_of_close(ruleset, players)
    limits = {"least": fewest_at_knock(ruleset), "limit": ruleset.close_limit}
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
    if Close.KNOCK in closes and limits["limit"] > limits["least"]:
        sentences.append(_("de %(least)s a %(limit)s, lo que le sobró") % limits)
    if Close.RUMMY in closes:
        sentences.append(_("de una vez, si no había bajado nada antes"))
    if Close.CHINASO in closes:
        sentences.append(
            _("chinaso, si lo gastó todo al bajar y nadie más había bajado")
        )
    text = "; ".join(sentences)
    return f"{text[:1].upper()}{text[1:]}." if text else ""


_LEFT_LOOSE = {
    OpenMelds(True, True): gettext_lazy(
        "De los demás, lo que quede suelto después de colocar."
    ),
    OpenMelds(True, False): gettext_lazy(
        "De los demás, lo que quede suelto después de colocar en los juegos de quien cerró."
    ),
    OpenMelds(False, True): gettext_lazy(
        "De los demás, lo que quede suelto después de colocar, pero no en los juegos de quien cerró."
    ),
    OpenMelds(False, False): gettext_lazy(
        "De los demás, lo que les queda suelto: con este cierre nadie coloca."
    ),
}
_DIFFERENCE = {
    True: gettext_lazy(
        "En la casilla, lo que le quede suelto después de colocar: la diferencia sale sola."
    ),
    False: gettext_lazy(
        "En la casilla, lo que le queda suelto: la diferencia sale sola."
    ),
}
"""By whether cards may be laid off on the melds of the player who closed."""


def hint_of_numbers(board: Board, close: Close | None) -> str:
    """Which numbers are asked after such a close, `None` if nobody closed, while none is typed; empty as
    `Hints`, and where the close wins the match."""
    ruleset = board.next_ruleset
    wins = close is not None and price_of_close(ruleset, close, 0) == WINS
    if board.hands >= FIRST_HANDS or wins:
        return ""
    melds = open_melds(ruleset, close)
    if ruleset.scoring is Scoring.TABLE:
        return _("De cada uno, lo que bajó a la mesa y lo que tiene en la mano.")
    if ruleset.pays_winners_hand:
        return _("Lo que valen las cartas de quien salió: cada uno lo paga.")
    if counts_whole_hand(ruleset):
        return (
            _("De los demás, todo lo que les queda en la mano.")
            if close
            else _("De cada uno, todo lo que le queda en la mano.")
        )
    if ruleset.scoring is Scoring.DIFFERENCE:
        return str(_DIFFERENCE[melds.of_closer])
    if close is None:
        return _("De cada uno, lo que le queda suelto.")
    if ruleset.lay_off is LayOff.NONE:
        return _("De los demás, lo que les queda suelto.")
    return str(_LEFT_LOOSE[melds])
