"""The people of a night by their keys: who is in it, and who of the group may come."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from rules.night.events import KINDS, Entered
from rules.night.presets import Format
from rules.night.seating.values import Entrant
from rules.night.sheet import NightSheet
from scores.core.matches.dates import zone_of
from scores.core.merges import merge_targets
from scores.core.notation.names import joined_names
from scores.core.notation.shown_names import END, ISOLATE, marked_name, unmarked_text
from scores.models import Circle, Player, distinct_names
from scores.night.log import published_rounds, sheet_of
from scores.night.models import Night, NightEntry

MOST_SUGGESTED = 200
NIGHTS_COUNTED = 4  # to see who usually comes
BETWEEN_PARTNERS = re.compile(rf"(?<={END}) \w+ (?={ISOLATE})")
PARTICLES = (
    "da",
    "de",
    "del",
    "do",
    "dos",
    "el",
    "i",
    "la",
    "las",
    "los",
    "van",
    "von",
    "y",
)
MOST_NIGHTS = 12  # of a league that count: each is replayed from its log


def person_names(sheet: NightSheet, more: Iterable[Player] = ()) -> dict[int, str]:
    """The names of who is in the night, and of those others; two of one name are told apart."""
    keys = {person for badge in sheet.badges.values() for person in badge.people}
    return distinct_names({*Player.objects.filter(pk__in=keys), *more})


def names_of(
    sheet: NightSheet, names: Mapping[int, str] | None = None
) -> dict[Entrant, str]:
    """The names of the entrants, by those of the people; by default as they are known."""
    names = person_names(sheet) if names is None else names
    badges = sheet.badges.items()
    return {entrant: name_of(badge.people, names) for entrant, badge in badges}


def listed_names(some: Iterable[Entrant], names: Mapping[Entrant, str]) -> str:
    """«Ana, Luis y Eva»."""
    return joined_people(names[entrant] for entrant in some)


def joined_people(names: Iterable[str]) -> str:
    """«Dani, Eva, Fer y Gus» of the pairs «Dani y Eva» and «Fer y Gus»."""
    people = [name for each in names for name in BETWEEN_PARTNERS.split(each)]
    return joined_names(people)


def with_initials(known: Mapping[int, str]) -> dict[int, str]:
    """The names as the whole hall reads them: "Ana G." for Ana García. Namesakes of that kind stay whole."""
    short = {person: _with_initial(name) for person, name in known.items()}
    times = Counter(name.casefold() for name in short.values())
    return {
        person: name if times[name.casefold()] == 1 else known[person]
        for person, name in short.items()
    }


def _with_initial(name: str) -> str:
    """The first word, and the first letter of the next one that is no «de» or «la»."""
    first, *others = unmarked_text(name).split()
    initials = [
        word[0]
        for word in others
        if word[0].isalpha() and word.casefold() not in PARTICLES
    ]
    return marked_name(f"{first} {initials[0]}." if initials else first)


def name_of(people: Iterable[int], known: Mapping[int, str]) -> str:
    """The name of one person, or of a pair."""
    return joined_names([known.get(person, "?") for person in people])


def names_in_circle(night: Night) -> dict[int, str]:
    """The names of everybody in the group."""
    return distinct_names(night.circle.players.current().exclude(name=""))


def suggested_players(night: Night) -> list[Player]:
    """Who came to two of the last four nights of the group, after its first night to that; before it
    everybody."""
    circle = night.circle
    others = circle.nights.filter(deleted_at=None).exclude(pk=night.pk)
    nights = others.by_day(zone_of(circle)).filter(evening__lte=night.day)
    last = list(nights.values_list("pk", flat=True)[:NIGHTS_COUNTED])
    players = circle.players.current().exclude(name="")
    if last:
        players = players.filter(pk__in=_who_came(last))
    return list(players[:MOST_SUGGESTED])


def _who_came(nights: Sequence[int]) -> list[int]:
    entries = NightEntry.objects.filter(night__in=nights, kind=KINDS[Entered])
    entered = entries.in_force()
    times = Counter(
        person
        for people in entered.values_list("payload__people", flat=True)
        for person in people
    )
    return [person for person, count in times.items() if count >= min(2, len(nights))]


def are_both_here(player: Player, other: Player) -> bool:
    """Whether neither of the two has left a night of their group that is played now, or comes."""
    targets = merge_targets(player.circle)
    for night in player.circle.nights.of_now():
        badges = sheet_of(night).badges.values()
        people = {
            person for badge in badges if not badge.has_left for person in badge.people
        }
        if {player.pk, other.pk} <= {targets.get(person, person) for person in people}:
            return True
    return False


def nights_of_league(circle: Circle) -> list[Night]:
    """The last nights of the group that were set up as a league and have a round, the newest first."""
    nights = circle.nights.filter(plan__preset=Format.LEAGUE, deleted_at=None)
    begun = nights.filter(pk__in=published_rounds(nights, 1).values("night"))
    return list(begun.by_day(zone_of(circle))[:MOST_NIGHTS])
