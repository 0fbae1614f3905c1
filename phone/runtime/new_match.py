"""A match or a rematch that starts with no signal: the page with the form, and the document of the match."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.template import loader
from django.utils.translation import gettext as _

from phone.runtime.board import PostedFields, sheet_of
from phone.runtime.match_document import OWN, Payload, blank_document
from phone.runtime.stand_ins.app import evening_at, set_clock
from rules.presets import load_ruleset
from rules.ruleset import Ruleset
from scores.core.match_facts import MatchFacts
from scores.core.notation.names import PlayerFace, joined_names, same_name
from scores.core.template_context import context_of
from scores.table.new_match import page
from scores.table.new_match.five_questions import questions_page
from scores.table.new_match.forms import NewMatchForm
from scores.table.new_match.page import next_match

PAGE = "scores/new_match/new_match.html"
QUESTIONS = "scores/new_match/five_questions.html"
PREPARATION = "scores/new_match/_preparation.html"
CIRCLES_FORMAT = 1


def new_match(payload: Payload) -> Payload:
    """The page of a new match from the `groups` of a document, as the server answers it.

    Without `fields` the form for the query of the address, `asked`; with `do` among them the form again, or
    the preparation for `target` "prepare"; else the start of the match: `{status: 200, document, facts}`, or
    the page with its errors and `reasons` in sentences. `now` is the phone's clock in milliseconds, `key` the
    secret key of a new form, `code` that of the match which the key of the sent form starts.
    """
    stored: Any = DocumentCircles(payload["groups"])
    set_clock(payload["now"], stored.utc_offset)
    if "fields" not in payload:
        return _page(
            payload,
            stored,
            page.empty_form(stored, payload.get("asked", {}), payload["key"]),
        )
    fields = dict(PostedFields(payload["fields"]).items())
    if "do" not in fields:
        return _start_match(payload, stored, page.bound_form(fields, stored))
    form = page.after_button(fields, stored)
    if payload.get("target") == "prepare":
        context = context_of(page.preparation_part(form))
        return {
            "html": str(loader.render_to_string(PREPARATION, context)),
            "status": 200,
        }
    return _page(payload, stored, form)


def five_questions(payload: Payload) -> Payload:
    """`{blocks}` of the questions that lead to house rules, with the answers in `fields`; `key` is the secret
    key of the match that is begun with them.
    """
    chosen = dict(PostedFields(payload["fields"]).items())
    context = context_of(questions_page(chosen, payload["key"]))
    context["csrf_token"] = payload["csrf_token"]
    return {"blocks": loader.render_blocks(QUESTIONS, context)}


def _start_match(payload: Payload, circles: Any, form: NewMatchForm) -> Payload:
    page.refuse_gone_circle(form, circles)
    if not form.is_valid() or form.ruleset is None:
        return {**_page(payload, circles, form, 422), "reasons": form.reasons()}
    chosen: Any = page.chosen_circle(circles, form.cleaned_data["circle"])
    offset = chosen.utc_offset if chosen else circles.utc_offset
    facts = form.facts(form.ruleset)
    facts = facts if facts.played_on else replace(facts, played_on=evening_at(offset))
    document = blank_document(
        payload, payload["groups"], chosen.role if chosen else OWN, offset
    )
    more = {
        "save_as": form.cleaned_data["save_as"],
        "circle": form.cleaned_data["circle"],
        "previous": "",
    }
    return _answer(document, facts, *players_at_table(chosen, form.names()), more)


def _answer(
    document: Payload,
    facts: MatchFacts,
    players: list[Any],
    faces: list[Any],
    more: Payload,
) -> Payload:
    """The document of a match that starts; `facts`, with which the server makes it; and `told`, its line in
    the list of what waits.
    """
    names = [player["name"] for player in players]
    document |= {
        **facts.dump(),
        "players_at_start": len(players),
        "names": list(enumerate(names)),
        "faces": faces,
    }
    sentence = f"{_('Nueva partida')}: {joined_names(names)}"
    sent = {**facts.dump(), **more, "players": players}
    return {"status": 200, "document": document, "facts": sent, "told": sentence}


def rematch(payload: Payload) -> Payload:
    """The rematch of the match of `document`: its own document with this `code`, and its facts, as
    `new_match` gives them.
    """
    sheet = sheet_of(payload)
    before = payload["document"]
    offset = sheet.match.utc_offset_at(payload["now"])
    set_clock(payload["now"], offset)
    again = next_match(sheet)
    names = {seat.position: seat.player.display_name for seat in sheet.seats}
    uids = {position: {"uid": uid} for position, uid in before.get("uids", [])}
    players = [{**uids.get(seat, {}), "name": names[seat]} for seat in again.seats]
    shown = {
        seat: (face.emoji, face.colour)
        for seat, face in sheet.faces.items()
        if face != PlayerFace()
    }
    faces = [
        [index, *shown[seat]] for index, seat in enumerate(again.seats) if seat in shown
    ]
    document = blank_document(payload, before, before["role"], offset)
    more = {"save_as": "", "circle": "", "previous": before["code"]}
    return _answer(
        document,
        replace(again.facts, played_on=evening_at(offset)),
        players,
        faces,
        more,
    )


def _page(
    payload: Payload, circles: Any, form: NewMatchForm, status: int = 200
) -> Payload:
    context = context_of(page.new_match_page(circles, form))
    context["csrf_token"] = payload["csrf_token"]
    return {
        "page": PAGE,
        "blocks": loader.render_blocks(PAGE, context),
        "status": status,
    }


# The groups of a phone


@dataclass(frozen=True)
class StoredRules:
    """Saved rules of a group, or those of its last match."""

    ruleset: dict[str, Any]
    pk: int = 0
    name: str = ""
    code: str = ""  # of the match, and its currency
    currency: str = ""

    @property
    def rules(self) -> Ruleset:
        return load_ruleset(self.ruleset)


class DocumentCircle:
    """One group, as the templates and the form need it."""

    def __init__(self, facts: Mapping[str, Any]) -> None:
        self.facts = facts
        self.code: str = facts["code"]
        self.display_name: str = facts["name"]
        self.role: int = facts["role"]
        self.utc_offset: int = facts["utc_offset"]


class DocumentCircles:
    """The groups of the document of `scores/table/new_match/setup.py`, with the functions of
    `StoredCircles`: for the form of a new match what the database is on the server.
    """

    def __init__(self, document: Mapping[str, Any]) -> None:
        if document["format"] != CIRCLES_FORMAT:
            raise ValueError("a document of another version")
        self.utc_offset: int = document["utc_offset"]
        self.currency: str = document.get("currency", "")
        self.in_order = [DocumentCircle(facts) for facts in document["groups"]]

    def circle_of_code(self, code: str) -> DocumentCircle | None:
        return next((circle for circle in self.in_order if circle.code == code), None)

    def house_rules(self, circle: DocumentCircle | None) -> list[StoredRules]:
        saved = circle.facts["house_rules"] if circle else []
        return [StoredRules(ruleset, pk, name) for pk, name, ruleset in saved]

    def last_match(self, circle: DocumentCircle | None, key: str) -> StoredRules | None:
        last = circle.facts["last"] if circle else None
        return (
            StoredRules(last["ruleset"], code=last["code"], currency=last["currency"])
            if last
            else None
        )

    def recent_names(self, circle: DocumentCircle | None) -> list[str]:
        return circle.facts["recent"] if circle else []


def players_at_table(
    circle: DocumentCircle | None, typed: Sequence[str]
) -> tuple[list[dict[str, str]], list[list[Any]]]:
    """Of each typed name the player as the server will show them: a person of the group who is not seated yet
    and has or had that name, with `uid`, else somebody new. And position, emoji and colour of those with a
    face.
    """
    if circle is None:
        return [{"name": name} for name in typed], []
    players = list[dict[str, str]]()
    faces = list[list[Any]]()
    seated = list[int]()
    faces_of = {person: face for person, *face in circle.facts["faces"]}
    for position, name in enumerate(typed):
        called = [
            index for known, index in circle.facts["called"] if same_name(known, name)
        ]
        person = next((index for index in called if index not in seated), None)
        if person is None:
            players.append({"name": name})
            continue
        seated.append(person)
        players.append(
            {
                "uid": circle.facts["uids"][person],
                "name": circle.facts["people"][person],
            }
        )
        faces += [[position, *faces_of[person]]] if person in faces_of else []
    return players, faces
