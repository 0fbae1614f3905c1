"""The pages about all matches of a phone that has no server: the list with its search, people and evenings.

PAGES has them by the names of their addresses. What they show is computed by the functions of the server from
summaries of the matches.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from django.template import loader
from django.urls import reverse
from django.utils.translation import gettext as _

from phone.runtime.accounts import (
    account_of,
    names_of,
    posted_fact,
    reader_of,
    start_of,
)
from phone.runtime.addresses import PATTERNS
from phone.runtime.board import PostedFields
from phone.runtime.match_document import Payload
from phone.runtime.pages import NOT_FOUND, arguments_of
from phone.runtime.summaries import (
    PlayedResult,
    StoredMatch,
    person_of,
    stored_matches,
)
from rules.lookup import Lookup
from scores.circle.accounts.account import Account, AccountRefusal
from scores.circle.accounts.page import account_context, evening_context
from scores.circle.archive.search import SearchFields, rules_of
from scores.circle.recap.evening_facts import evening_of
from scores.circle.statistics import figures
from scores.circle.statistics.standings import (
    RATING,
    LeagueTable,
    ordered_table,
    ranked_player,
)
from scores.core.list_pages import page_of_list
from scores.core.matches.skill import Skill, displayed_rating, rate_match
from scores.core.notation.names import alphabetical, folded_text
from scores.core.notation.shown_names import marked_name

PAGE = 30  # matches, or days
RECENT_LISTED = 10
Context = dict[str, Any]
Shown = tuple[str, Context]  # a template and its context


class PhoneCircle:
    """What has played on this phone, for pages that are about a circle."""

    code = "phone"

    @property
    def display_name(self) -> str:
        return _("En este teléfono")

    def get_absolute_url(self) -> str:
        return reverse("circle", args=[self.code])


class PhonePlayer:
    """Who played under a name. Namesakes are one person."""

    emoji = ""
    photo_digest = ""

    def __init__(self, name: str) -> None:
        self.name = name
        self.display_name = marked_name(name)

    @property
    def uid(self) -> str:
        """The name as an address can have it."""
        return "".join([f"{byte}-" for byte in person_of(self.name).encode()])


def history(payload: Payload) -> Payload:
    """`{blocks, status}` of the page at `path` with `query`, as pairs; `matches` and `now` as in
    `stored_matches`, and `broken` matches cannot be read. Status 404 for what is not there.

    `facts` are the stored ones of the account, and forms get a `key` (`Reader`). With the `fields` of a form
    the answer is the `fact` that is to be stored, or the page, which says so if nothing may be.
    """
    matches = sorted(stored_matches(payload), key=_time_of, reverse=True)
    query = [(name, value) for name, value in payload["query"] if value]
    for name, page in PAGES.items():
        arguments = arguments_of(payload["path"], PATTERNS[name])
        if arguments is not None:
            number = dict(query).get("page", "")
            asked = {**payload, "query": query, "page": number}
            try:
                fact = posted_fact(asked, matches, *arguments[1:])
            except AccountRefusal as refusal:
                asked["refused"] = refusal
            else:
                if fact:
                    return {"fact": fact}
            shown = page(matches, asked, *arguments)
            if shown is None:
                return NOT_FOUND
            template, context = shown
            about = {
                "circle": PhoneCircle(),
                "query": query,
                "broken": payload["broken"],
            }
            blocks = loader.render_blocks(template, {**about, **context})
            return {"blocks": blocks, "status": 200}
    return NOT_FOUND


def _time_of(match: StoredMatch) -> Any:
    return match.facts["played_on"], match.created, match.code


def _end_of(match: StoredMatch) -> Any:
    return match.facts["played_on"], match.finished or 0, match.created


def _people(matches: Sequence[StoredMatch]) -> dict[str, str]:
    """Who sat at a table, by the keys of their names: the name as it was written last. By the alphabet."""
    names = names_of({"facts": []}, matches)
    ordered = sorted(names, key=lambda key: alphabetical(names[key]))
    return {key: names[key] for key in ordered}


# The list


def _list(matches: list[StoredMatch], asked: Payload, code: str = "") -> Shown:
    form = SearchFields(PostedFields(asked["query"]))
    people = _people(matches)
    states = {
        "": _("todas"),
        "going-on": _("En juego"),
        "abandoned": _("A medias"),
        "finished": _("Terminadas"),
    }
    rule_names = [match.rules_name for match in matches if match.rules_name]
    persons = [(key, marked_name(name)) for key, name in people.items()]
    form.offer(persons, rule_names, states)
    results = search_matches(matches, form.cleaned_data) if form.is_valid() else []
    listed, pages = page_of_list(results, asked["page"], PAGE)
    items = [match.item() for match in listed]
    context = {"circle": None, "form": form, "matches": items, **pages}
    return "scores/archive/matches.html", context


def search_matches(
    matches: Sequence[StoredMatch], wanted: Context
) -> list[StoredMatch]:
    """The matches that a search finds, by the cleaned data of its form. What it leaves open is not compared:
    there may be thousands of matches.
    """
    since = wanted["since"]
    if since:
        matches = [match for match in matches if match.played_on >= since]
    until = wanted["until"]
    if until:
        matches = [match for match in matches if match.played_on <= until]
    who = wanted["who"]
    if who:
        matches = [match for match in matches if who in _players_of(match)]
    chosen, is_named = rules_of(wanted["rules"])
    if chosen and is_named:
        matches = [match for match in matches if match.rules_name == chosen]
    elif chosen:
        matches = [match for match in matches if match.game == chosen]
    state = wanted["state"]
    if state:
        matches = [match for match in matches if _state_of(match) == state]
    words = [_searched_text(word) for word in wanted["q"].split()]
    return [match for match in matches if not words or _has_words(match, words)]


def _state_of(match: StoredMatch) -> str:
    if match.finished is not None:
        return "finished"
    return "abandoned" if match.is_old else "going-on"


def _players_of(match: StoredMatch) -> list[str]:
    return [person_of(name) for _seat, name in match.called]


@lru_cache(1000)
def _searched_text(text: str) -> str:
    return folded_text(text)


def _has_words(match: StoredMatch, words: Sequence[str]) -> bool:
    names = [name for _seat, name in match.called]
    texts = [match.place, match.note, match.variant, *names]
    text = " ".join([_searched_text(text) for text in texts])
    return all(word in text for word in words)


# People and evenings


def _overview(matches: list[StoredMatch], asked: Payload, code: str) -> Shown:
    over = [match for match in matches if match.finished is not None]
    days, pages = page_of_list(_days(over), asked["page"], PAGE)
    evenings = [evening_of(_rows_of_evening(day)) for day in days]
    context = {
        "evenings": evenings,
        "has_money": _has_money(account_of(asked, matches)),
        **pages,
    }
    contests = _contests(over)
    if contests and not pages["newer"]:
        players = [(key, PhonePlayer(name)) for key, name in _people(matches).items()]
        context["league"] = league(contests, players)
    return "scores/without_server/people.html", context


def _contests(matches: Sequence[StoredMatch]) -> list[StoredMatch]:
    """The matches that are over and have a hand, the oldest first."""
    over = [match for match in matches if match.finished is not None and match.hands]
    return sorted(over, key=_end_of)


def _days(matches: Sequence[StoredMatch]) -> list[list[StoredMatch]]:
    """The matches of each day, which are one behind the other."""
    days: list[list[StoredMatch]] = []
    last = ""
    for match in matches:
        if match.facts["played_on"] != last:
            days.append([])
        last = match.facts["played_on"]
        days[-1].append(match)
    return days


def _rows_of_evening(matches: Sequence[StoredMatch]) -> list[PlayedResult]:
    """The results of matches of one day, in the order in which they began, by seats."""
    rows = []
    for match in sorted(matches, key=start_of):
        if match.finished is not None:
            rows += sorted(match.rows, key=lambda row: row.seat)
    return rows


def _evening(
    matches: list[StoredMatch], asked: Payload, code: str, day: str
) -> Shown | None:
    played = [match for match in matches if match.facts["played_on"] == day]
    rows = _rows_of_evening(played)
    if not rows:
        return None
    now = account_of(asked, matches)
    context = {
        **evening_context(now, reader_of(asked, matches), day),
        "evening": evening_of(rows),
        "matches": [match.item() for match in sorted(played, key=start_of)],
    }
    return "scores/recap/evening.html", context


def _account(matches: list[StoredMatch], asked: Payload, code: str) -> Shown | None:
    """What each owes over all matches, and what was paid."""
    now = account_of(asked, matches)
    if not _has_money(now):
        return None
    context = account_context(
        now, reader_of(asked, matches), asked["page"], asked["now"]
    )
    return "scores/accounts/account.html", context


def _has_money(now: Account) -> bool:
    return bool(now.facts or now.sums_of(""))


def _person(
    matches: list[StoredMatch], asked: Payload, code: str, uid: str
) -> Shown | None:
    names = [name for name in _people(matches).values() if PhonePlayer(name).uid == uid]
    if not names:
        return None
    key = person_of(names[0])
    played = [match for match in matches if key in _players_of(match)]
    own = [
        PlayedResult(match, result)
        for match in sorted(played, key=_end_of)
        if match.finished is not None
        for result in match.results
        if match.players[result.seat] == key
    ]
    by_game = figures.totals_by_game(own)
    asked = dict(asked["query"]).get("game", "")
    game = asked if asked in [each.key for each in by_game] else ""
    shown = [row for row in own if game in ("", row.game)]
    context: Context = {
        "player": PhonePlayer(names[0]),
        "by_game": by_game,
        "game": game,
    }
    if own:
        counted = [match for match in matches if game in ("", match.game)]
        rated: Lookup[str, Skill] = {}
        levels = []
        for match in _contests(counted):
            rate([match], rated)
            if key in _players_of(match):
                levels.append((match.played_on, displayed_rating(rated[key])))
        context["chart"] = figures.rating_chart(levels)
        recent = [_recent(row) for row in shown[: -RECENT_LISTED - 1 : -1]]
        context |= figures.of_person(shown, recent, rated.get(key))
    return "scores/statistics/person.html", context


def _recent(row: PlayedResult) -> figures.RecentMatch:
    return figures.RecentMatch(
        match=row.stored,
        variant=row.stored.variant,
        result=row,
        others=[
            marked_name(other.name)
            for other in row.stored.rows
            if other.seat != row.seat
        ],
    )


PAGES: dict[str, Callable[..., Shown | None]] = {
    "account": _account,
    "matches": _list,
    "circle": _overview,
    "evening": _evening,
    "person": _person,
}


# The league


def league(
    matches: Sequence[StoredMatch], players: Sequence[tuple[str, Any]]
) -> LeagueTable:
    """The table of contests, the oldest first, for players with the keys of their names, by the
    alphabet.
    """
    last = matches[-1].facts["played_on"]
    before = [match for match in matches if match.facts["played_on"] < last]
    rated: Lookup[str, Skill] = {}
    rate(before, rated)
    earlier: Lookup[str, int] = {key: displayed_rating(rated[key]) for key in rated}
    rate(matches[len(before) :], rated)
    rows = [
        ranked_player(player, rated[key], earlier.get(key))
        for key, player in players
        if key in rated
    ]
    return ordered_table(rows, RATING)


def rate(matches: Sequence[StoredMatch], players: Lookup[str, Skill]) -> None:
    """Change the skills of players, by the keys of their names, by further matches; who is new is added."""
    for match in matches:
        table = [
            (match.players[result.seat], result.seat, result)
            for result in match.results
        ]
        rate_match(players, table, match.facts["sides"], ("won",))
