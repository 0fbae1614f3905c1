"""The presets: named rulesets, each with the words that present it in both languages.

To add one that needs no new knob, add one entry at the end, a worked case in `tests/conformance/cases`, and a
section in `docs/rules/PRESETS.md`. Sources of the numbers: docs/rules/RULESETS.md.
"""

from dataclasses import replace
from enum import StrEnum
from typing import Any, NamedTuple

from rules.knobs import (
    Ace,
    AfterFull,
    ChinchonFor,
    CleanFor,
    Doubles,
    Ends,
    FigurePoints,
    LayOff,
    LayOffOrder,
    OutAt,
    RebuyChoice,
    Scoring,
    SitOut,
    TurnDirection,
)
from rules.packs import Pack
from rules.ruleset import Ruleset


class BilingualText(NamedTuple):
    """Words for the screen in each of its languages."""

    es: str
    en: str


class Says(StrEnum):
    """What a text says for which there is no knob; the help pages repeat it."""

    ADVICE = "advice"  # how to play well
    BESIDE = "beside"  # a discard lies beside its player, at hand for the next one
    WRONG_NUMBER = "wrong-number"  # what to do with a card too many or too few
    ALL_MELDED_IS_CHINCHON = "all-melded-is-chinchon"  # it has that name, run or not
    ALSO_TO_70 = "also-to-70"  # the limit may be 70, too
    WORKED_MATCH = "worked-match"  # a whole match with its scores


class Preset(NamedTuple):
    """A ruleset and the words that present it."""

    ruleset: Ruleset
    name: BilingualText
    summary: BilingualText  # one line
    source: BilingualText  # the text that the rules come from
    says: tuple[Says, ...] = ()


PRESETS: dict[str, Preset] = {}
"""Every preset by its key: first the ten of docs/rules/RULESETS.md, in the order of its table."""


def _preset(
    ruleset: Ruleset,
    name: BilingualText,
    summary: BilingualText,
    source: BilingualText,
    says: tuple[Says, ...] = (),
) -> Ruleset:
    """Add an entry to PRESETS; return its ruleset."""
    PRESETS[ruleset.key] = Preset(ruleset, name, summary, source, says)
    return ruleset


_US_PLAYING_CARD = BilingualText(
    "Las reglas oficiales de US Playing Card Company, en una traducción al español.",
    "The official rules of the US Playing Card Company, in a Spanish translation.",
)

CHINCHON = _preset(
    Ruleset(),
    name=BilingualText("Chinchón", "Chinchón"),
    summary=BilingualText(
        "40 cartas y dos comodines, reenganche automático una vez",
        "40 cards and two jokers, one automatic buy-in",
    ),
    source=BilingualText(
        "Unas «Reglas del juego de Chinchón» que son, casi seguro, las de Ludoteka abreviadas.",
        "“Reglas del juego de Chinchón”, almost certainly those of Ludoteka, abridged.",
    ),
)

FOURNIER = _preset(
    replace(
        CHINCHON,
        key="chinchon-fournier",
        packs=((4, 1), (8, 2)),
        jokers=0,
        players=(2, 8),
        figures=FigurePoints.POSITION,
        close_cards=None,
        close_first_lap=True,
        close_may_bust=True,
        chinchon_points=-10,
        joker_run_points=(-10, -10),
        final_discard=False,
        lay_off_order=LayOffOrder.TURN,
        lay_off_after_full=AfterFull.OTHERS,
        out_at=OutAt.REACH,
        rebuys=None,
        rebuy_choice=RebuyChoice.ASK,
        rebuy_stake=None,
    ),
    name=BilingualText("Chinchón Fournier", "Fournier Chinchón"),
    summary=BilingualText(
        "sin comodines, con bote, reenganche pagando las veces que se quiera",
        "no jokers, a pot, as many buy-ins as you pay for",
    ),
    source=BilingualText(
        "El folleto de Naipes Fournier, que se juega a 70 o a 100 puntos.",
        "The leaflet of Naipes Fournier, played to 70 or to 100 points.",
    ),
    says=(Says.BESIDE, Says.WRONG_NUMBER, Says.ALL_MELDED_IS_CHINCHON, Says.ALSO_TO_70),
)

FRENCH = _preset(
    replace(
        CHINCHON,
        key="chinchon-french",
        pack=Pack.FRENCH_52,
        jokers=((2, 0), (4, 2)),
        joker_points=50,
        close_limit=5,
        close_first_lap=True,
        close_may_bust=True,
        lay_off=LayOff.NONE,
        clean_for=CleanFor.ANYONE,
        chinchon_for=ChinchonFor.ANYONE,
        joker_run_points=(-10, -10),
        out_at=OutAt.REACH,
        rebuy_choice=RebuyChoice.ASK,
        rebuy_needs=1,
    ),
    name=BilingualText("Chinchón con baraja francesa", "Chinchón with a standard deck"),
    summary=BilingualText(
        "baraja francesa, nadie coloca cartas, −10 para quien ligue todo",
        "standard 52-card deck, no laying off, −10 for anyone with no deadwood",
    ),
    source=BilingualText(
        "La página del programa maxpaulus43/chinchon, para baraja francesa.",
        "The page of the program maxpaulus43/chinchon, for a standard deck.",
    ),
)

GIN = _preset(
    replace(
        CHINCHON,
        key="gin",
        pack=Pack.FRENCH_52,
        jokers=0,
        players=(2, 2),
        hand_size=10,
        close_limit=10,
        close_cards=None,
        close_first_lap=True,
        lay_off=LayOff.CLOSER,
        clean_points=25,
        direction=TurnDirection.CLOCKWISE,
        sit_out=SitOut.LOSER,
        scoring=Scoring.DIFFERENCE,
        ends=Ends.TARGET,
        out_at=OutAt.REACH,
        rebuys=0,
    ),
    name=BilingualText("Gin Rummy", "Gin Rummy"),
    summary=BilingualText(
        "uno contra uno a 100, con casillas y premio de partida",
        "one on one to 100, with boxes and a game bonus",
    ),
    source=_US_PLAYING_CARD,
    says=(Says.ADVICE, Says.WORKED_MATCH),
)

RUMMY = _preset(
    replace(
        CHINCHON,
        key="rummy",
        pack=Pack.FRENCH_52,
        jokers=0,
        players=(2, 6),
        hand_size=((2, 10), (4, 7), (6, 6)),
        ace_points=(1, 11),
        close_limit=0,
        close_cards=0,
        close_first_lap=True,
        lay_off=LayOff.IN_PLAY,
        doubles=Doubles.RUMMY,
        final_discard=False,
        direction=TurnDirection.CLOCKWISE,
        scoring=Scoring.COLLECT,
        ends=Ends.OPEN,
        limit=None,
        rebuys=0,
    ),
    name=BilingualText("Rummy", "Rummy"),
    summary=BilingualText(
        "quien sale cobra lo que queda en las otras manos",
        "whoever goes out collects what is left in the other hands",
    ),
    source=_US_PLAYING_CARD,
    says=(Says.ADVICE,),
)

QUEEN_CITY = _preset(
    replace(
        RUMMY,
        key="queen-city",
        hand_size=7,
        lay_off=LayOff.NONE,
        doubles=Doubles.NEVER,
    ),
    name=BilingualText("Rummy Reina de la Ciudad", "Queen City Rummy"),
    summary=BilingualText(
        "se baja todo de una vez y los demás pagan lo que vale",
        "everything is laid down at once, and the others pay what it is worth",
    ),
    source=_US_PLAYING_CARD,
)

DOUBLE_RUM = _preset(
    replace(
        RUMMY,
        key="double-rum",
        packs=2,
        jokers=2,
        hand_size=10,
        ace=Ace.BOTH,
        ace_points=11,
        joker_points=15,
        min_naturals=1,
    ),
    name=BilingualText("Rummy de dos barajas", "Double Rum"),
    summary=BilingualText(
        "dos barajas y dos comodines, quien sale cobra",
        "two decks and two jokers, whoever goes out collects",
    ),
    source=BilingualText(
        "Las reglas oficiales de US Playing Card Company, en una traducción al español que perdió "
        "el título de este juego: es el Double Rum.",
        "The official rules of the US Playing Card Company, in a Spanish translation that lost "
        "the title of this game: it is Double Rum.",
    ),
    says=(Says.ADVICE,),
)

RUM_500 = _preset(
    replace(
        RUMMY,
        key="rum-500",
        packs=((4, 1), (8, 2)),
        players=(2, 8),
        hand_size=((2, 13), (8, 7)),
        ace=Ace.BOTH,
        ace_points=15,
        joker_points=15,
        min_naturals=1,
        doubles=Doubles.NEVER,
        final_discard=True,
        scoring=Scoring.TABLE,
        ends=Ends.TARGET,
        limit=500,
        out_at=OutAt.REACH,
    ),
    name=BilingualText("Rum 500", "Rum 500"),
    summary=BilingualText(
        "lo bajado menos lo que queda en la mano, a 500",
        "what is on the table less what is left in hand, to 500",
    ),
    source=_US_PLAYING_CARD,
)

RUM_500_PAIRS = _preset(
    replace(
        RUM_500, key="rum-500-pairs", packs=1, players=(4, 4), hand_size=7, team_size=2
    ),
    name=BilingualText("Rum 500 en parejas", "Rum 500 in partnerships"),
    summary=BilingualText("dos contra dos, a 500", "two against two, to 500"),
    source=_US_PLAYING_CARD,
)

CHINASO = _preset(
    replace(
        RUMMY,
        key="chinaso",
        packs=3,
        jokers=6,
        players=(2, 7),
        hand_size=11,
        ace=Ace.HIGH,
        ace_points=15,
        run_min=4,
        min_naturals=1,
        adjacent_jokers=False,
        contracts=((2, 0), (1, 1), (0, 2), (3, 0), (2, 1), (1, 2), (0, 3)),
        buys=2,
        doubles=Doubles.CHINASO,
        scoring=Scoring.COUNT,
        ends=Ends.HANDS,
        limit=7,
    ),
    name=BilingualText("Chinaso", "Chinaso"),
    summary=BilingualText(
        "siete manos, cada una con su contrato; gana quien suma menos",
        "seven hands, each with its contract; the lowest total wins",
    ),
    source=BilingualText(
        "El blog Incoherent Sysadmin, que cuenta el Chinaso de una familia.",
        "The blog Incoherent Sysadmin, which tells how one family plays Chinaso.",
    ),
)

RULESETS = {key: preset.ruleset for key, preset in PRESETS.items()}
"""The rulesets of the presets by key."""


def load_ruleset(stored: dict[str, Any]) -> Ruleset:
    """As `Ruleset.load`; but a knob that is only shown has the value of the preset if `stored` lacks it.

    So has `ace_points` if the ace is low and counts as the low ace of a preset with two numbers. A ruleset
    that was stored before the preset had the knob, or a second number for the ace, would otherwise seem to
    differ from it.
    """
    key = stored.get("key")
    preset = RULESETS.get(key) if isinstance(key, str) else None
    if preset is None:
        return Ruleset.load(stored)
    ruleset = Ruleset.load({"direction": str(preset.direction)} | stored)
    if ruleset.ace is not Ace.LOW or isinstance(preset.ace_points, int):
        return ruleset
    is_as_low = ruleset.ace_points == preset.ace_points[0]
    return replace(ruleset, ace_points=preset.ace_points) if is_as_low else ruleset
