"""Logs whose end waits in a phone, as its mutations."""

from rules.events import SeatsDrawn
from scores.core.matches.named_entries import mutation_of_entry
from scores.core.notation.shown_names import unmarked_text
from tests.scores.support.drawn_boards import payload_of


def waiting_from(sheet, first):
    """The payload in which the entries from `first` on wait."""
    payload = payload_of(sheet)
    document = {
        **payload["document"],
        "entries": payload["document"]["entries"][:first],
    }
    return {**payload, "document": document, "mutations": mutations_of(sheet, first)}


def mutations_of(sheet, first):
    """The entries of the log from `first` on as a phone would have written them."""
    return [written_at(sheet, row.seq) for row in sheet.rows[first:]]


def written_at(sheet, seq):
    row = sheet.rows[seq]
    at = round(sheet.rows[seq].happened_at.timestamp() * 1000)
    name = (
        unmarked_text(sheet.seats[row.payload["player"]].player.display_name)
        if row.kind == "join"
        else ""
    )
    before = sheet.until(seq)
    return mutation_of_entry(
        before, row.kind, row.payload, key=row.client_key, at=at, joined_as=name
    ).dump()


def first_of_phone(dice, sheet):
    """An index in the log behind the last entry that only a server writes."""
    drawn = [
        index for index, entry in enumerate(sheet.log) if isinstance(entry, SeatsDrawn)
    ]
    return dice.randint(max(drawn, default=-1) + 1, sheet.seq)
