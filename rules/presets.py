"""The named rulesets of RULESETS.md: each the default with some knobs turned, on purpose.

Sources of the numbers: `docs/RULES.md`.
"""

from dataclasses import replace

from rules.ruleset import CleanFor, Figures, LayOff, OutAt, Pack, RebuyChoice, Ruleset

CHINCHON = Ruleset()
"""Chinchón of the Spanish table: 40 cards and two jokers, one automatic reenganche."""

FOURNIER = replace(
    CHINCHON,
    key="chinchon-fournier",
    packs=((4, 1), (8, 2)),
    jokers=0,
    players=(2, 8),
    figures=Figures.POSITION,
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

RULESETS = {ruleset.key: ruleset for ruleset in (CHINCHON, FOURNIER, FRENCH)}
"""Every preset by its key."""
