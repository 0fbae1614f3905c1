"""What the app asks of a night though none of its modules imports this package: registered when it starts."""

from scores.circle.circles import merging
from scores.circle.transfer import nights
from scores.core.access import letters, sources
from scores.night import links, people, transfer
from scores.night.cards import places
from scores.night.tables import time

merging.at_nights[:] = [people.are_both_here]
letters.finders[:] = [places.path_of_letters]
nights.stores[:] = [
    nights.Store(transfer.lines_of, transfer.bytes_of, transfer.plan_of, transfer.write)
]
sources.elsewhere[:] = [places.Cards(), links.NightLinks()]

time.follow_saves()
