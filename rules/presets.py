"""The named rulesets of docs/RULES.md: each the default with some knobs turned, on purpose.

Sources of the numbers: `docs/RULES.md`.
"""

from dataclasses import replace

from rules.knobs import Ace, CleanFor, Doubles, Ends, FigurePoints, LayOff, OutAt, RebuyChoice, Scoring
from rules.packs import Pack
from rules.ruleset import Ruleset

CHINCHON = Ruleset()
"""Chinchón of the Spanish table: 40 cards and two jokers, one automatic reenganche."""

FOURNIER = replace(
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
    out_at=OutAt.REACH,
    rebuys=None,
    rebuy_choice=RebuyChoice.ASK,
    rebuy_stake=None,
)
"""Chinchón as Naipes Fournier prints it: no jokers, a pot, re-enlist as often as one pays."""

FRENCH = replace(
    CHINCHON,
    key="chinchon-french",
    pack=Pack.FRENCH_52,
    jokers=((2, 0), (4, 2), (5, 0)),
    joker_points=50,
    close_limit=5,
    close_first_lap=True,
    close_may_bust=True,
    lay_off=LayOff.NONE,
    clean_for=CleanFor.ANYONE,
    joker_run_points=(-10, -10),
    out_at=OutAt.REACH,
    rebuy_choice=RebuyChoice.ASK,
    rebuy_needs=1,
)
"""Chinchón with a French pack: no lay-off, −10 for anyone fully melded, one buy-in, asked."""

GIN = replace(
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
    scoring=Scoring.DIFFERENCE,
    ends=Ends.TARGET,
    out_at=OutAt.REACH,
    rebuys=0,
)
"""Gin Rummy to 100, then boxes and the game bonus."""

RUMMY = replace(
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
    scoring=Scoring.COLLECT,
    ends=Ends.OPEN,
    limit=None,
    rebuys=0,
)
"""Basic Rummy: the winner collects what is left in the others' hands."""

QUEEN_CITY = replace(
    RUMMY,
    key="queen-city",
    hand_size=7,
    ace_points=1,
    lay_off=LayOff.NONE,
    doubles=Doubles.NEVER,
)
"""Rummy Reina de la Ciudad: nothing is laid down before the whole hand, and the others pay its value."""

DOUBLE_RUM = replace(
    RUMMY,
    key="double-rum",
    packs=2,
    jokers=2,
    hand_size=10,
    ace=Ace.BOTH,
    ace_points=11,
    joker_points=15,
    min_naturals=1,
)
"""Rummy with two packs and two jokers."""

RUM_500 = replace(
    CHINCHON,
    key="rum-500",
    pack=Pack.FRENCH_52,
    packs=((4, 1), (8, 2)),
    jokers=0,
    players=(2, 8),
    hand_size=((2, 13), (8, 7)),
    ace=Ace.BOTH,
    ace_points=15,
    joker_points=15,
    min_naturals=1,
    close_limit=0,
    close_cards=0,
    close_first_lap=True,
    lay_off=LayOff.IN_PLAY,
    scoring=Scoring.TABLE,
    ends=Ends.TARGET,
    limit=500,
    out_at=OutAt.REACH,
    rebuys=0,
)
"""Rum 500: the cards on the table less those in hand, to 500."""

RUM_500_PAIRS = replace(RUM_500, key="rum-500-pairs", packs=1, players=(4, 4), hand_size=7, team_size=2)
"""Rum 500 en sociedad, two against two."""

CHINASO = replace(
    CHINCHON,
    key="chinaso",
    pack=Pack.FRENCH_52,
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
    close_limit=0,
    close_cards=0,
    close_first_lap=True,
    lay_off=LayOff.IN_PLAY,
    doubles=Doubles.CHINASO,
    final_discard=False,
    ends=Ends.HANDS,
    limit=7,
    rebuys=0,
)
"""Chinaso: seven hands, each with its contract; the lowest total wins."""

_ALL = (
    CHINCHON,
    FOURNIER,
    FRENCH,
    GIN,
    RUMMY,
    QUEEN_CITY,
    DOUBLE_RUM,
    RUM_500,
    RUM_500_PAIRS,
    CHINASO,
)

RULESETS = {ruleset.key: ruleset for ruleset in _ALL}
"""Every preset by its key, in the order of docs/RULES.md."""
