"""Matches that go from phone to phone without a server, in a file or in QR codes: their pages, and the check
of one that comes.
"""

from datetime import date
from typing import Any

from django.template import loader
from django.utils.translation import gettext as _

from phone.runtime.accounts import StoredFact, facts_of
from phone.runtime.board import sheet_of
from phone.runtime.match_document import (
    OWN,
    SCORE,
    WATCH,
    Payload,
    blank_document,
)
from phone.runtime.summaries import summary_of
from rules.errors import Malformed
from rules.kinds import FLAG, Key, Listed, Object, Row, Text, Whole
from rules.match.corrections import verify_lines
from rules.match.log_json import MOST_SEATS, LogSize, verify_bounds
from rules.numbers import Bound
from rules.presets import load_ruleset
from rules.ruleset import Ruleset
from scores.circle.accounts.account import (
    FILES,
    MOST_AT_ONCE,
    MOST_CENTS,
    has_room,
    is_uid,
    news,
)
from scores.core.match_facts import CURRENCY, TEXTS
from scores.core.matches.scoresheet import Sheet
from scores.core.template_context import context_of
from scores.fields import NAME_AT_MOST
from scores.table.board.sheet_page import sheet_view

SHARED = "scores/without_server/shared.html"
RECEIVED = "scores/without_server/received.html"
PACKED_FORMAT = 1
FACTS = ("played_on", "players_at_start", "first_dealer", "direction")
FACTS_OF_MATCH = (
    *("uid", "created_at", "ruleset", "names", "entries"),
    *FACTS,
    *[fact.key for fact in TEXTS],
)
"""What a document has from elsewhere; all else in it is made by this phone."""
UID = 36  # letters
ENTRY_KEY = 64  # letters
SECOND = 1000  # milliseconds
END_OF_TIME = 7_258_118_400_000  # the year 2200
NEVER_LEFT_OUT = ("key", "direction")
"""The knobs that do not have the default of `Ruleset` where they are missing."""


def verified_sheet(document: Payload) -> Sheet:
    """The sheet of a match that came from elsewhere. Raises Illegal or Malformed for one that the rules do
    not allow, other errors for what is no match.
    """
    _verify_facts(document)
    sheet = sheet_of({"document": document})
    size = LogSize(sheet.match.players_at_start)
    for entry in sheet.log:
        verify_bounds(entry)
        size.verify(entry)
        size.add(entry)
    if size.seats > len(sheet.seats):
        raise Malformed("a seat that nobody has")
    verify_lines(sheet.lines, sheet.replay)
    return sheet


def _verify_facts(document: Payload) -> None:
    names = [name for _seat, name in document["names"]]
    seats = [seat for seat, _name in document["names"]]
    times = [document["created_at"], *[entry[2] for entry in document["entries"]]]
    players = document["players_at_start"]
    is_sound = (
        _is_text(document["uid"], UID)
        and 0 < players <= len(names) <= MOST_SEATS
        and seats == [*range(len(names))]
        and all(_is_text(name, NAME_AT_MOST) and name for name in names)
        and all(_is_text(document[fact.key], fact.longest) for fact in TEXTS)
        and 0 <= document["first_dealer"] < players
        and document["direction"] in (1, -1)
        and all(isinstance(time, int) for time in times)
        and all(_is_text(entry[3], ENTRY_KEY) for entry in document["entries"])
    )
    if not is_sound:
        raise Malformed("no facts of a match")


def _is_text(value: Any, longest: int) -> bool:
    return isinstance(value, str) and len(value) <= longest


def shared(payload: Payload) -> Payload:
    """`{blocks, packed}`: the page for the codes of the match of `document`, which has this `uid`, and what
    they have (`packed_match`).
    """
    sheet = sheet_of(payload)
    context = {"match": sheet.match, "may_score": sheet.match.role >= SCORE}
    packed = packed_match(sheet, payload["document"], payload["uid"])
    return {"blocks": loader.render_blocks(SHARED, context), "packed": packed}


def packed_match(sheet: Sheet, document: Payload, uid: str) -> list[Any]:
    """The facts of a match without their names. A time is in seconds since the one before."""
    defaults = Ruleset().dump()
    ruleset = {
        knob: value
        for knob, value in document["ruleset"].items()
        if knob in NEVER_LEFT_OUT or value != defaults.get(knob)
    }
    start = document["created_at"] // SECOND
    time = start
    entries = []
    for kind, content, at, *_more in document["entries"]:
        entries.append([kind, content, at // SECOND - time])
        time = at // SECOND
    names = [seat.player.display_name for seat in sheet.seats]
    texts = [document.get(fact.key, "") for fact in TEXTS]
    facts = [document[name] for name in FACTS]
    return [PACKED_FORMAT, uid, start, ruleset, names, texts, facts, entries]


def unpacked_match(packed: list[Any], code: str) -> Payload:
    """What `packed_match` has packed, by the names of a document. Raises ValueError or TypeError for what it
    has not; what its values are is judged by `verified_sheet`.
    """
    version, uid, start, ruleset, names, texts, facts, rows = packed
    if version != PACKED_FORMAT:
        raise ValueError("of another version")
    if not all(
        isinstance(seconds, int) for seconds in [start, *[row[2] for row in rows]]
    ):
        raise TypeError("no times")
    time = start
    entries = []
    for index, (kind, content, seconds) in enumerate(rows):
        time += seconds
        entries.append([kind, content, time * SECOND, f"{code}-{index}"])
    return {
        **{fact.key: text for fact, text in zip(TEXTS, texts, strict=False)},
        **dict(zip(FACTS, facts, strict=False)),
        "uid": uid,
        "created_at": start * SECOND,
        "ruleset": load_ruleset(ruleset).dump(),
        "names": list(enumerate(names)),
        "entries": entries,
    }


def received(payload: Payload) -> Payload:
    """`{blocks, document}`: the page of the match that was read from codes, `packed`, and its document for
    this phone, on which it has this `code`. `here` is the document of the same match on this phone, or None.
    Raises as `verified_sheet` and `unpacked_match`.
    """
    here = payload["here"]
    document = _document_from(
        payload, unpacked_match(payload["packed"], payload["code"])
    )
    verified_sheet(document)
    compared = compared_logs(here, document) if here else ""
    is_news = compared in ("", "longer")
    if here and is_news:
        entries = document["entries"][len(here["entries"]) :]
        document = {
            **here,
            "names": document["names"],
            "entries": [*here["entries"], *entries],
        }
    role = here["role"] if here else WATCH
    sheet = sheet_of({"document": document})
    is_in_use = compared == "same" and role >= SCORE
    context = {
        **context_of(sheet_view(sheet, may_score=False, may_own=False)),
        "names": ", ".join([*sheet.names.values()]),
        "compared": compared,
        "code": here["code"] if here else "",
        "may_go_on": not sheet.board.is_over
        and (is_news or compared == "same")
        and not is_in_use,
        "may_store": is_news,
    }
    return {
        "blocks": loader.render_blocks(RECEIVED, context),
        "document": document if is_news else here,
    }


def _document_from(payload: Payload, match: Payload) -> Payload:
    """The document of a match that came to this phone, which only watches it."""
    groups = payload["groups"]
    given = {"code": payload["code"], "now": match["created_at"]}
    blank = blank_document(given, groups, WATCH, groups["utc_offset"])
    facts = {name: match[name] for name in FACTS_OF_MATCH}
    return {**blank, "faces": [], **facts, "version": len(match["entries"])}


def file_match(payload: Payload) -> Payload:
    """`{document, summary}` of a match of a file, which this phone owns and on which it has this `code`. A
    text that nobody wrote may be missing, and who was erased on a server has no name there. Raises as
    `verified_sheet`.
    """
    match = {**{fact.key: "" for fact in TEXTS}, **payload["match"]}
    names = [[seat, name or _("Alguien")] for seat, name in match["names"]]
    document = {**_document_from(payload, match), "names": names, "role": OWN}
    sheet = verified_sheet(document)
    return {"document": document, "summary": summary_of(sheet, document)}


def file_facts(payload: Payload) -> Payload:
    """`{fresh}`: what the account, whose stored facts are `facts`, lacks of these `lines` of a file, to be
    stored; or `{line}`, the number of the first that is no line of an account. They have names in place of
    persons, and milliseconds. Raises Malformed for more than
    it has room for.
    """
    stored = {}
    for line in payload["lines"]:
        try:
            fact = ACCOUNT_LINE.read(line["account"])
        except ValueError:
            return {"line": line["line"]}
        stored[fact[0]] = fact
    facts = facts_of(payload["facts"])
    fresh = news(facts, facts_of([*stored.values()]))
    if fresh and not has_room(facts, fresh, FILES):
        raise Malformed("more than an account has room for")
    return {"fresh": [stored[fact.key] for fact in fresh]}


def _stored_fact(
    uid: str, at: int, payments: Any, day: str, is_zero: bool, undoes: str
) -> StoredFact:
    if not is_uid(uid) or (undoes and not is_uid(undoes)):
        raise Malformed("no uid")
    if day:
        date.fromisoformat(day)
    paid = [
        [currency, payer or _("Alguien"), payee or _("Alguien"), cents]
        for currency, payer, payee, cents in payments
    ]
    return [uid, paid, day, is_zero, undoes, at]


UID_TEXT = Text(Bound(UID, UID))
PERSON = Text(Bound(0, NAME_AT_MOST))
CURRENCY_TEXT = Text(Bound(0, CURRENCY.longest))
PAYMENT = Row(list, CURRENCY_TEXT, PERSON, PERSON, Whole(1, MOST_CENTS))
ACCOUNT_LINE = Object(
    _stored_fact,
    Key("uid", UID_TEXT),
    Key("at", Whole(0, END_OF_TIME)),
    Key("payments", Listed(PAYMENT, Bound(0, MOST_AT_ONCE)), ()),
    Key("day", Text(Bound(10, 10)), ""),
    Key("is_zero", FLAG, False),
    Key("undoes", UID_TEXT, ""),
)


def compared_logs(here: Payload, there: Payload) -> str:
    """What the second log is to the first: "same"; "longer", "shorter" if both begin alike; else "other"."""
    own = [entry[:2] for entry in here["entries"]]
    theirs = [entry[:2] for entry in there["entries"]]
    if own == theirs:
        return "same"
    if own == theirs[: len(own)]:
        return "longer"
    return "shorter" if theirs == own[: len(theirs)] else "other"


def unread(payload: Payload) -> Payload:
    """`{blocks}` of the page to which codes lead, while no match is read: `missing` are the numbers of those
    codes which are still to be read, if there are several.
    """
    context = {"is_unread": True, "missing": ", ".join(payload["missing"])}
    return {"blocks": loader.render_blocks(RECEIVED, context)}
