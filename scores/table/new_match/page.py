"""The page of a new match: its form for a group, and what its small buttons do. A phone draws it too.

`groups` is what is known about the circles of a phone: `groups_document.StoredGroups` on the server,
`phone.runtime.groups_document.DocumentGroups` on a phone with no signal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from rules.match.board import Board, Status, with_usual_sides
from rules.ruleset import Ruleset
from scores.core.house_rules import starting_rules
from scores.core.match_facts import TEXTS, MatchFacts
from scores.core.matches.scoresheet import Sheet
from scores.core.notation.numbers import parsed_int
from scores.table.new_match.forms import SEATS_AT_MOST, SEATS_SHOWN, NewMatchForm
from scores.table.new_match.preparation import Preparation, preparation

if TYPE_CHECKING:
    from scores.core.matches.scoresheet import Sheet
    from scores.models import Circle
    from scores.table.new_match.groups_document import StoredGroups


NEW = "new"  # in place of a circle's code: create a circle; no code is as short
NAMES_OFFERED = 12


def chosen_circle(groups: StoredGroups, code: str) -> Circle | None:
    """The circle that was chosen, else the one used last; None for a new one or if there is none."""
    if code == NEW:
        return None
    return groups.named(code) or (groups.circles[0] if groups.circles else None)


def empty_form(
    groups: StoredGroups, asked: Mapping[str, str], key: Any, usual: Sheet | None = None
) -> NewMatchForm:
    """The form for the circle in the address; `sheet` there means a match that was played on paper.

    With the last match of the people who come most often, `usual`, they are seated as they sat at its end.
    """
    circle = chosen_circle(groups, asked.get("circle", ""))
    last = usual.match if usual else groups.last_match(circle, "")
    offered = starting_rules.offers(groups.house_rules(circle), last)
    offer = starting_rules.preselected(offered, last)
    initial = {"preset": offer.key, "dealer": 0, "uid": key, "currency": last.currency if last else ""}
    initial |= {"circle": asked.get("circle", ""), "sheet": "on" if "sheet" in asked else ""}
    if usual is None:
        players = _players(offer.ruleset, 0)
        return NewMatchForm(offer=offer, offered=offered, players=players, initial=initial)
    players = len(usual.board.order)
    places = min(max(players, SEATS_SHOWN), SEATS_AT_MOST)
    initial |= _seated_again(usual)
    return NewMatchForm(offer=offer, offered=offered, places=places, players=players, initial=initial)


def _seated_again(sheet: Sheet) -> dict[str, object]:
    """The fields of the form with the players in the order of play, and who deals next."""
    order = sheet.board.order
    by_position = {seat.position: seat.player.name for seat in sheet.seats}
    names = {f"name_{place}": by_position[seat] for place, seat in enumerate(order)}
    dealer = order.index(deals_next(sheet, order))
    return {**names, "dealer": dealer, "deal_direction": sheet.match.direction}


def bound_form(data: Mapping[str, str], groups: StoredGroups) -> NewMatchForm:
    circle = chosen_circle(groups, data.get("circle", ""))
    key = data.get("preset", "")
    last = groups.last_match(circle, key)
    offered = starting_rules.offers(groups.house_rules(circle), last)
    offer = starting_rules.chosen(offered, key) or starting_rules.preselected(offered, last)
    places = _places(data)
    named = sum(bool(data.get(f"name_{place}", "").strip()) for place in range(places))
    players = _players(offer.ruleset, named)
    return NewMatchForm(data, offer=offer, offered=offered, places=places, players=players)


def refuse_gone_circle(form: NewMatchForm, groups: StoredGroups) -> None:
    """Refuse the form, for this reason alone, if the chosen circle can no longer be used: the match must not
    go to another one, whose rules would be others too.
    """
    code = form.data.get("circle", "")
    if code not in ("", NEW) and groups.named(code) is None:
        form.errors.clear()
        form.add_error(None, _("Ese grupo ya no está en este teléfono. Elige otro."))


def after_button(posted: Mapping[str, str], groups: StoredGroups) -> NewMatchForm:
    """The form after one of its small buttons (`do`), with all values and without errors."""
    data = {name: value for name, value in posted.items() if name != "do"}
    act, _dash, rest = posted["do"].partition("-")
    names = [data.get(f"name_{place}", "") for place in range(_places(data))]
    place = parsed_int(rest)
    if act in ("up", "down") and place is not None and place < len(names):
        _swap(data, names, place, place + (-1 if act == "up" else 1))
    elif act == "more":
        names.append("")
    elif act == "name":
        _seat_name(names, rest)
    data["places"] = str(min(len(names), SEATS_AT_MOST))
    for number, name in enumerate(names):
        data[f"name_{number}"] = name
    form = bound_form(data, groups)
    data["preset"] = form.offer.key  # another circle may not have the rules that were chosen
    form.errors.clear()
    form.shown = rest if act == "look" else ""
    return form


def page_context(groups: StoredGroups, form: NewMatchForm) -> dict[str, Any]:
    """The context of `scores/new_match/new_match.html`."""
    chosen = chosen_circle(groups, form["circle"].value() or "")
    places = [form[f"name_{place}"] for place in range(form.places)]
    taken = [name for place in places if (name := (place.value() or "").strip())]
    return {
        "form": form,
        "places": places,
        "offers": form.offered,
        "circles": groups.circles,
        "new": NEW,
        "chosen": chosen,
        "remembered": [name for name in groups.recent_names(chosen) if name not in taken][:NAMES_OFFERED],
        "full": form.places >= SEATS_AT_MOST,
        "preparation": _preparation(form, taken),
    }


def preparation_context(form: NewMatchForm) -> dict[str, Any]:
    """The context of `scores/new_match/_preparation.html`, which is drawn again while names are typed."""
    names = [name for place in range(form.places) if (name := form.data.get(f"name_{place}", "").strip())]
    return {"form": form, "preparation": _preparation(form, names), "is_part": True}


def _preparation(form: NewMatchForm, names: list[str]) -> Preparation:
    is_named = len(names) > 1
    return preparation(form.ruleset or form.preset, names if is_named else [""] * form.players, is_named)


def _players(ruleset: Ruleset, named: int) -> int:
    """How many will play: those named; the usual number while there are no names."""
    low, high = ruleset.players
    return named if named > 1 else min(max(low, SEATS_SHOWN), high)


def _places(data: Mapping[str, str]) -> int:
    """The number of places in the posted form, limited to SEATS_AT_MOST."""
    places = parsed_int(data.get("places", ""))
    return SEATS_SHOWN if places is None else min(places, SEATS_AT_MOST)


def _swap(data: dict[str, str], names: list[str], place: int, other: int) -> None:
    """Swap two neighbours; the dealer stays the same person."""
    other %= len(names)
    names[place], names[other] = names[other], names[place]
    moved = {str(place): str(other), str(other): str(place)}
    data["dealer"] = moved.get(data.get("dealer", ""), data.get("dealer", ""))


def _seat_name(names: list[str], name: str) -> None:
    """Put a suggested name at the first free place."""
    place = next((place for place, typed in enumerate(names) if not typed.strip()), None)
    if place is None:
        names.append(name)
    else:
        names[place] = name


# What a rematch starts with


@dataclass(frozen=True)
class NextMatch:
    """The facts of a rematch, and who plays it."""

    facts: MatchFacts
    seats: list[int]  # of the match before, in the order of play


def next_match(sheet: Sheet) -> NextMatch:
    """The same people, order and current rules; who would have dealt next deals first."""
    match, board, stayed = sheet.match, sheet.board, _players_who_stay(sheet.board)
    texts = {fact.key: getattr(match, fact.key) if fact.stays else "" for fact in TEXTS}
    if board.next_ruleset == match.rules:
        texts["rules_name"] = match.rules_name
    ruleset = board.next_ruleset
    if ruleset.team_size > 1:
        ruleset = with_usual_sides(ruleset, len(stayed))
    dealer = stayed.index(deals_next(sheet, stayed))
    return NextMatch(MatchFacts(ruleset, dealer, match.direction, texts=texts), stayed)


def _players_who_stay(board: Board) -> list[int]:
    """The seats that play on, in the order of play; all if fewer than two did not retire."""
    stayed = [seat for seat in board.order if board.standings[seat].status is not Status.RETIRED]
    return stayed if len(stayed) > 1 else list(board.order)


def deals_next(sheet: Sheet, stayed: Sequence[int]) -> int:
    """The seat of `stayed` that deals next. The last hand of a match passes the deal on too."""
    board, last = sheet.board, sheet.last_step
    dealt = last.before.dealer if last and last.is_hand else None
    if dealt is None and board.dealer in stayed:
        return board.dealer
    start = board.order.index(board.dealer if dealt is None else dealt)
    turns = (board.order[(start + step * board.direction) % len(board.order)] for step in count(1))
    return next(seat for seat in turns if seat in stayed)
