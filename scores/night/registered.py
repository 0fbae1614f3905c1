"""What the floors below ask of a night, in lists of theirs that are filled when the app starts."""

from scores.circle.circles import merging
from scores.core.access import sources
from scores.night import links, people
from scores.night.cards import table_cards
from scores.night.tables import time

merging.at_nights[:] = [people.are_both_here]
sources.registered[:] = [table_cards.CardLinks(), links.NightLinks()]

time.follow_saves()
