"""A match or a rematch that starts with no signal: the page with the form, and the document of the match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.template import loader
from django.utils.translation import gettext as _

from phone.runtime.board import Payload, PostedFields, sheet_of
from phone.runtime.groups_document import (
    DocumentGroups,
    faces_at_table,
    names_at_table,
    players_at_table,
    role_of,
)
from phone.runtime.match_document import FORMAT
from phone.runtime.stand_ins.dates import evening_at, set_clock
from scores.core.notation.faces import PlayerFace
from scores.core.notation.names import joined
from scores.table.new_match import page
from scores.table.new_match.forms import NewMatchForm
from scores.table.new_match.next_match import next_match

PAGE, PREPARATION = "scores/new_match/new_match.html", "scores/new_match/_preparation.html"


def new_match(payload: Payload) -> Payload:
    """The page of a new match from the `groups` of a document, as the server answers it.

    Without `fields` the form for the query of the address, `asked`; with `do` among them the form again, or
    the preparation for `target` "prepare"; else the start of the match: `{status: 200, document, facts}`, or
    the page with its errors and `reasons` in sentences. `now` is the phone's clock in milliseconds, `key` the
    secret key of a new form, `code` that of the match which the key of the sent form starts.
    """
    stored: Any = DocumentGroups(payload["groups"])
    set_clock(payload["now"], stored.utc_offset)
    if "fields" not in payload:
        return _page(payload, stored, page.empty_form(stored, payload.get("asked", {}), payload["key"]))
    fields = PostedFields(payload["fields"]).last_values()
    if "do" not in fields:
        return _started(payload, stored, page.bound_form(fields, stored))
    form = page.after_button(fields, stored)
    if payload.get("target") == "prepare":
        context = {**page.preparation_context(form)}
        return {"html": str(loader.render_to_string(PREPARATION, context)), "status": 200}
    return _page(payload, stored, form)


def _started(payload: Payload, groups: Any, form: NewMatchForm) -> Payload:
    page.refuse_gone_circle(form, groups)
    if not form.is_valid() or form.ruleset is None:
        return {**_page(payload, groups, form, 422), "reasons": form.reasons()}
    chosen: Any = page.chosen_circle(groups, form.cleaned_data["circle"])
    offset, names = chosen.utc_offset if chosen else groups.utc_offset, names_at_table(chosen, form.names())
    facts: Any = form.facts(form.ruleset)
    facts = (facts if facts.played_on else replace(facts, played_on=evening_at(offset))).dump()
    document = {
        **_blank(payload, payload["groups"], role_of(chosen), offset),
        **facts,
        "players_at_start": len(names),
        "names": [[position, name] for position, name in enumerate(names)],
        "faces": faces_at_table(chosen, form.names()),
    }
    more = {"save_as": form.cleaned_data["save_as"], "circle": form.cleaned_data["circle"], "previous": ""}
    players = players_at_table(chosen, form.names())
    return _answer(document, {**facts, **more, "players": players})


def _answer(document: Payload, facts: Payload) -> Payload:
    """The document of a match that starts; `facts`, with which the server makes it; and `told`, its line in
    the list of what waits.
    """
    told = f"{_('Nueva partida')}: {joined([name for _position, name in document['names']])}"
    return {"status": 200, "document": document, "facts": facts, "told": told}


def rematch(payload: Payload) -> Payload:
    """The rematch of the match of `document`: its own document with this `code`, and its facts, as
    `new_match` gives them.
    """
    sheet, before = sheet_of(payload), payload["document"]
    offset = sheet.match.utc_offset_at(payload["now"])
    set_clock(payload["now"], offset)
    again = next_match(sheet)
    facts = replace(again.facts, played_on=evening_at(offset)).dump()
    names = {seat.position: seat.player.display_name for seat in sheet.seats}
    faces = {seat: (face.emoji, face.colour) for seat, face in sheet.faces.items() if face != PlayerFace()}
    document = {
        **_blank(payload, before, before["role"], offset),
        **facts,
        "players_at_start": len(again.seats),
        "names": [[place, names[seat]] for place, seat in enumerate(again.seats)],
        "faces": [[place, *faces[seat]] for place, seat in enumerate(again.seats) if seat in faces],
    }
    uids = {position: {"uid": uid} for position, uid in before.get("uids", [])}
    players = [{**uids.get(seat, {}), "name": names[seat]} for seat in again.seats]
    more = {"save_as": "", "circle": "", "previous": before["code"], "players": players}
    return _answer(document, {**facts, **more})


def _blank(payload: Payload, document: Mapping[str, Any], role: int, utc_offset: int) -> Payload:
    """What is the same in the document of every match that the server does not know yet."""
    return {
        "format": FORMAT,
        "code": payload["code"],
        "version": 0,
        "role": role,
        "seen": f"-1.{role}",  # older than each board of the server
        "language": document["language"],
        "is_unsent": True,
        "is_archived": False,
        "created_at": payload["now"],
        "entries": [],
        "utc_offsets": [[payload["now"], utc_offset]],
        "links": [],
        "rematch": None,
        "poll_ms": document["poll_ms"],
        "static": document["static"],
    }


def _page(payload: Payload, groups: Any, form: NewMatchForm, status: int = 200) -> Payload:
    context = {**page.page_context(groups, form), "csrf_token": payload["csrf_token"]}
    return {"page": PAGE, "blocks": loader.render_blocks(PAGE, context), "status": status}
