"""What the engine in a phone does for a run: makes entries that the rules allow now, as mutations."""

from dataclasses import replace
from datetime import date
from random import Random

from phone.runtime import new_match
from phone.runtime.match_document import (
    OWN,
    DocumentEntry,
    blank_document,
    document_of,
    keys_dropped_with,
    seat_of,
    sheet_with,
    with_seat,
    written_facts,
)
from rules.errors import Illegal
from rules.events import (
    BoughtBackIn,
    CameBack,
    DealerNamed,
    Declined,
    Finished,
    HandScored,
    HandVoided,
    Joined,
    Penalised,
    Reseated,
    Retired,
    SatOut,
    VoidReason,
)
from rules.match.corrections import Amended, Change, Redone, Undone
from rules.match.settlement import final_total
from rules.presets import RULESETS
from scores.core.match_facts import TEXTS, MatchFacts
from scores.core.matches.named_entries import Misplaced, entry_of_mutation, mutation_of
from scores.core.matches.scoresheet import sheet_with_entry
from scores.core.notation.numbers import signed
from scores.table.hand_entry.form import HandForm
from tests.scores.support.random_acts import random_hand

NAMES = ("Ana", "Luis", "Eva", "Inés", "Dora", "Edu", "Paz")
JOINING = ("Dora", "Edu", "Fito", "Ana")
TRIES = 8
FORMS = {"hand": "score-hand", "answer": "answer", "undo": "undo", "redo": "redo"}
ONE_SEAT = (SatOut, SatOut, CameBack, CameBack, Retired, DealerNamed)


def line(asked):
    """The line that waits for an entry of the kind `wish`; None if the rules allow none that is tried."""
    sheet, stuck = sheet_with(asked["document"], asked["mutations"])
    asked["isStuck"] = stuck is not None  # the board then lacks what waits
    dice = Random(asked["dice"])
    for _ in range(TRIES):
        entry = WISHES[asked["wish"]](dice, sheet)
        if entry is None:
            continue
        found = _line(sheet, entry, asked, dice.choice(JOINING))
        if found:
            return found
    return None


def form(asked):
    """What is sent to the engine for a form of a board, filled in at random; None if the board has none."""
    sheet, stuck = sheet_with(asked["document"], asked["mutations"])
    dice = Random(asked["dice"])
    wish = asked["wish"]
    if wish in ("undo", "redo", "answer") and WISHES[wish](dice, sheet) is None:
        return None
    fields = {"seq": str(sheet.seq), "client_key": asked["key"]}
    more = {}
    if wish == "hand":
        fields |= _fields_of_hand(dice, sheet)
    if wish == "answer":
        more = {
            "seat": dice.choice(sheet.board.seats_asked),
            "choice": dice.choice(("yes", "no")),
        }
    return {
        "action": FORMS[wish],
        "fields": [*fields.items()],
        "isStuck": stuck is not None,
        **more,
    }


def correction_of_hers(asked):
    """The correction that puts the hand of `line` in the place of that with the key `hers`."""
    sheet, _stuck = sheet_with(asked["document"], [])
    index = next(
        (row.seq for row in sheet.rows if row.client_key == asked["hers"]), None
    )
    try:
        entry = entry_of_mutation(sheet, mutation_of(asked["line"]))
    except Misplaced:
        return None
    if index is None or not isinstance(entry, HandScored):
        return None
    return _line(sheet, Amended((Change(index, entry),)), asked, "")


def keys_to_drop(asked):
    return keys_dropped_with(asked["document"], asked["mutations"], asked["key"])


def totals_of(sheet):
    return [
        [seat, signed(final_total(sheet.board, seat))] for seat in sheet.board.order
    ]


def start(asked):
    """The facts of a new match, and its document, made of that of another match: `{facts, document}`."""
    dice = Random(asked["dice"])
    before = asked["document"]
    names = list(dice.sample(NAMES, 2 + dice.randrange(2)))
    ruleset = RULESETS[dice.choice([*RULESETS])]
    dealer = dice.randrange(len(names))
    circle = dice.choice(("", "new"))
    texts = {
        fact.key: before["currency"] if fact.key == "currency" else "" for fact in TEXTS
    }
    facts = MatchFacts(
        ruleset, dealer, played_on=date.fromisoformat(before["played_on"]), texts=texts
    )
    document = blank_document(
        {"code": "", **asked}, before, OWN if circle else before["role"], 0
    )
    more = {"save_as": "", "circle": circle, "previous": ""}
    return new_match._answer(
        document, facts, [{"name": name} for name in names], [], more
    )


def rematch(asked):
    """As `start`, of the people, rules and order of the match of the document."""
    sheet, stuck = sheet_with(asked["document"], asked["mutations"])
    if stuck or not sheet.board.is_over:
        return None
    return new_match.rematch({"code": "", **asked, "document": document_of(sheet)})


def _line(sheet, entry, asked, joined_as):
    name = ""
    if isinstance(entry, Joined):
        name = joined_as
        seat = seat_of(sheet, asked["key"], joined_as)
        entry = replace(entry, seat=seat)
        sheet = with_seat(sheet, seat, name)

    def make_row(kind, payload):
        return DocumentEntry(sheet.seq, kind, payload, asked["at"], asked["key"], name)

    try:
        after = sheet_with_entry(sheet, entry, sheet.seq, asked["key"], make_row)
    except (Illegal, KeyError):
        return None
    facts = written_facts(sheet, after)
    row = after.rows[-1]
    action = {"hand": "score-hand", "buy_back": "answer", "decline": "answer"}.get(
        row.kind, row.kind
    )
    return {
        **facts.pop("mutation"),
        **facts,
        "action": action,
        "totals": None if asked.get("isStuck") else totals_of(after),
    }


# Entries


def _hand(dice, sheet):
    form = _form_of_hand(sheet, random_hand(dice, sheet))
    return form.entry() if form.is_valid() else None


def _fields_of_hand(dice, sheet):
    """Valid, if some are found soon."""
    tried = [random_hand(dice, sheet) for _ in range(TRIES)]
    return next(
        (fields for fields in tried if _form_of_hand(sheet, fields).is_valid()),
        tried[0],
    )


def _form_of_hand(sheet, fields):
    return HandForm({"seq": str(sheet.seq), "client_key": "x", **fields}, sheet=sheet)


def _answer(dice, sheet):
    asked = sheet.board.seats_asked
    return (
        dice.choice((BoughtBackIn, BoughtBackIn, Declined))(dice.choice(asked))
        if asked
        else None
    )


def _correct(dice, sheet):
    """Other numbers for a hand, or none of it; by its own name or by that of a correction of it."""
    hands = [line for line in sheet.lines if isinstance(line.event, HandScored)]
    if not hands:
        return None
    chosen = dice.choice(hands)
    at = dice.choice(chosen.refs)
    old = chosen.event
    if dice.random() < 0.15:
        return Amended((Change(at, None),))
    losers = [seat for seat in old.deadwood if seat != old.closer]
    changed = (
        {**old.deadwood, dice.choice(losers): dice.randint(1, 60)}
        if losers
        else old.deadwood
    )
    return Amended((Change(at, replace(old, deadwood=changed)),))


def _penalty(dice, sheet):
    return Penalised(dice.choice(sheet.board.order), dice.randint(-9, 30))


def _event(dice, sheet):
    order = list(sheet.board.order)
    dice.shuffle(order)
    others = (
        HandVoided(dice.choice(list(VoidReason)[1:])),
        Reseated(tuple(order)),
        Finished(),
    )
    if dice.random() < 0.2:
        return dice.choice(others)
    return dice.choice(ONE_SEAT)(dice.choice(sheet.board.order))


WISHES = {
    "hand": _hand,
    "answer": _answer,
    "undo": lambda dice, sheet: Undone() if sheet.undo_target is not None else None,
    "redo": lambda dice, sheet: Redone() if sheet.redo_target is not None else None,
    "correct": _correct,
    "penalty": _penalty,
    "join": lambda dice, sheet: Joined(0, dice.randint(0, len(sheet.board.order))),
    "event": _event,
}
