"""What the others count after each way of closing: help, checker and the form of a hand say the same."""

from itertools import product

import pytest
from django.utils import translation
from django.utils.translation import gettext as _

from rules.cards.melds import meld_rules
from rules.closing.showdown import count, play_table, put_down, rules_of_table
from rules.events import Close, HandScored
from rules.knobs import AfterFull, LayOff, Scoring
from rules.match.board import new_board
from rules.packs import Pack, read_cards
from rules.presets import CHINCHON, GIN, RULESETS
from rules.ruleset import Ruleset
from rules.scoring.points import kinds_of_close, price, wins_match
from scores.table.hand_entry.questions import asks, hint_of_numbers
from scores.table.help.pages import page
from tests.scores.support.table import text_of

GIN_LAYS_OFF = "after closer"  # one of two: there are no other melds
# what they count: the whole hand, what is loose, or what is loose after laying off on the melds of somebody
BY_FORM = {
    "": "nothing",
    "Lo que valen las cartas de quien salió: cada uno lo paga.": "winner's hand",
    "De cada uno, lo que bajó a la mesa y lo que tiene en la mano.": "table and hand",
    "De los demás, todo lo que les queda en la mano.": "whole hand",
    "De cada uno, todo lo que le queda en la mano.": "whole hand",
    "De cada uno, lo que le queda suelto.": "loose",
    "De los demás, lo que les queda suelto.": "loose",
    "De los demás, lo que les queda suelto: con este cierre nadie coloca.": "loose",
    "De los demás, lo que quede suelto después de colocar.": "after both",
    "De los demás, lo que quede suelto después de colocar en los juegos de quien cerró.": "after closer",
    "De los demás, lo que quede suelto después de colocar, pero no en los juegos de quien cerró.": (
        "after others"
    ),
    "En la casilla, lo que le quede suelto después de colocar: la diferencia sale sola.": GIN_LAYS_OFF,
    "En la casilla, lo que le queda suelto: la diferencia sale sola.": "loose",
}
BY_HELP = {
    "Cada uno paga lo que valen las cartas de quien gana.": "winner's hand",
    "Lo bajado suma y todo lo que queda en la mano resta, sirva o no para un juego.": "table and hand",
    "Quien sale cobra de cada uno todo lo que le queda en la mano, también los juegos sin bajar.": (
        "whole hand"
    ),
    "Quien sale no cuenta nada; los demás suman lo que les queda en la mano.": "whole hand",
    "Las cartas se colocan durante la mano; al contar ya no se coloca ninguna.": "whole hand",
    "Los demás enseñan sus juegos. Nadie coloca cartas en los juegos de otro.": "loose",
    "Cuando alguien cierra, los demás enseñan sus juegos. Las cartas que les sobran las pueden colocar en "
    "cualquier juego de la mesa.": "after both",
    "Cuando alguien cierra, los demás enseñan sus juegos. Las cartas que les sobran las pueden colocar en "
    "los juegos de quien cierra.": "after closer",
    "El otro enseña sus juegos y puede colocar las cartas que le sobran en los de quien cierra.": (
        "after closer"
    ),
}
NOWHERE = (
    "Si quien cierra lo ligó todo, nadie coloca nada.",
    "Contra el gin no se colocan cartas.",
)
ON_OTHERS = (
    "Si quien cierra lo ligó todo, en sus juegos nadie coloca; en los de los demás, sí."
)
CHINCHON_WINS = "Si alguien hace chinchón, la partida acaba en el acto y gana."
HOUSES = [
    preset.with_options({"lay_off": str(lay_off), "lay_off_after_full": str(after)})
    for preset, lay_off, after in product(
        (CHINCHON, GIN, RULESETS["chinchon-french"]), LayOff, AfterFull
    )
    if (preset, lay_off) != (GIN, LayOff.ANY)
]


def name_of(ruleset):
    return f"{ruleset.key}-{ruleset.lay_off}-{ruleset.lay_off_after_full}"


def told_by_form(ruleset, close, players):
    told = {_(sentence) if sentence else "": what for sentence, what in BY_FORM.items()}
    return told[hint_of_numbers(new_board(ruleset, players), close)]


def told_by_help(text, close):
    """What the `text` of a help page says."""
    told = [what for sentence, what in BY_HELP.items() if _(sentence) in text]
    if close is Close.CHINCHON and _(CHINCHON_WINS) in text:
        return "nothing"
    if "after" not in told[0] or close is Close.KNOCK:
        return told[0]
    is_open = close is not None and _(ON_OTHERS) in text
    assert is_open or close is None or any(_(sentence) in text for sentence in NOWHERE)
    return "after others" if is_open else "loose"


def told_by_checker(ruleset, close, players):
    """The same from cards: a 7 that fits a run of the closer, and a king that fits another player's set."""
    if wins_match(ruleset, HandScored({1: 20}, 0, close)):
        return "nothing"
    if ruleset.pays_winners_hand:
        hand = HandScored({}, 0, close, value=42)
        assert price(ruleset, hand, (0, 1)) == {0: 42, 1: -42}
        return "winner's hand"
    if ruleset.scoring is Scoring.TABLE:
        hand = HandScored({1: 20}, 0, close, table={1: 65})
        assert price(ruleset, hand)[1] == 45
        return "table and hand"
    is_french = ruleset.pack is Pack.FRENCH_52
    run = "4S 5S 6S" if is_french else "4o 5o 6o"
    kings, fits = ("KS KH KD", "7S") if is_french else ("12o 12c 12e", "7o")
    fourth = "KC" if is_french else "12b"
    held = [_cards(ruleset, kings), _cards(ruleset, fits), _cards(ruleset, fourth)]
    if count(ruleset, held[0], (), close, players).deadwood:
        return "whole hand"
    meld = meld_rules(ruleset, players).readings(_cards(ruleset, run))[0]
    rules = rules_of_table(ruleset, close, players, closer=0)
    others = {1: held[0], 2: held[1], 3: held[2]}
    turns = play_table(rules, put_down([meld], 0), others, {})
    onto = {laid.onto for turn in turns for laid in turn.laid_off}
    return {
        (): "loose",
        (0,): "after closer",
        (1,): "after others",
        (0, 1): "after both",
    }[tuple(sorted(onto))]


def _cards(ruleset, text):
    return read_cards(text.split(), ruleset.pack)


@pytest.mark.parametrize(
    ("ruleset", "language"),
    [*product(RULESETS.values(), ["es", "en"]), *product(HOUSES, ["es-419"])],
    ids=lambda value: name_of(value) if isinstance(value, Ruleset) else value,
)
def test_form_help_and_checker_say_the_same_of_every_close(ruleset, language):
    players = 3 if ruleset.players[1] > 2 else 2
    players = 4 if ruleset.team_size > 1 else players
    closes = [*kinds_of_close(ruleset, players)]
    if asks(ruleset, players).nobody:
        closes.append(None)
    with translation.override(language):
        parts = page(ruleset, players).sections
        text = text_of(" ".join(part.html for part in parts))
        by_form = [told_by_form(ruleset, close, players) for close in closes]
        by_help = [told_by_help(text, close) for close in closes]
    by_checker = [told_by_checker(ruleset, close, players) for close in closes]
    assert (closes, by_form, by_help) == (closes, by_checker, by_checker)
