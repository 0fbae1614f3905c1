"""The page of a new match: its form for a group, and what its small buttons do. A phone draws it too.

`circles` is what is known about the circles of a phone: `circles.StoredCircles` on the server,
`phone.runtime.new_match.DocumentCircles` on a phone with no signal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, Any, NamedTuple

from django.utils.translation import gettext as _, ngettext

from rules.cards.deck import packs_at
from rules.knobs import Ends, OutAt, at_table
from rules.match.board import Status, facing_sides, with_usual_sides
from rules.numbers import whole_number
from rules.packs import pack_size
from rules.ruleset import Ruleset
from scores.core.house_rules import labels
from scores.core.match_facts import TEXTS, MatchFacts
from scores.core.matches.scoresheet import Sheet
from scores.core.notation.cards import contract_in_words, pack_kind
from scores.core.notation.names import joined_names, unique_names
from scores.core.notation.shown_names import unmarked_text
from scores.table.new_match.forms import (
    SEATS_AT_MOST,
    SEATS_SHOWN,
    NewMatchForm,
    first_and_others,
    offers,
    preselected_offer,
)

if TYPE_CHECKING:
    from django.forms.boundfield import BoundField

    from scores.models import Circle
    from scores.table.new_match.circles import StoredCircles


NEW = "new"  # in place of a circle's code: create a circle; no code is as short
NAMES_OFFERED = 12


def chosen_circle(circles: StoredCircles, code: str) -> Circle | None:
    """The circle that was chosen, else the one used last; None for a new one or if there is none."""
    if code == NEW:
        return None
    return circles.circle_of_code(code) or next(iter(circles.in_order), None)


def empty_form(
    circles: StoredCircles,
    asked: Mapping[str, str],
    key: Any,
    usual: Sheet | None = None,
) -> NewMatchForm:
    """The form for the circle in the address; `sheet` there means a match that was played on paper. With the
    last match of the people who come most often, `usual`, they are seated as they sat at its end.
    """
    circle = chosen_circle(circles, asked.get("circle", ""))
    last = usual.match if usual else circles.last_match(circle, "")
    offered = offers(circles.house_rules(circle), last)
    offer = preselected_offer(offered, last)
    currency = last.currency if last else circles.currency
    initial = {"preset": offer.key, "dealer": 0, "uid": key, "currency": currency}
    initial |= {
        "circle": asked.get("circle", ""),
        "sheet": "on" if "sheet" in asked else "",
    }
    players = _players(offer.ruleset, 0)
    seats = players
    if usual:
        order = usual.board.order
        names = {seat.position: seat.player.name for seat in usual.seats}
        initial |= {f"name_{index}": names[seat] for index, seat in enumerate(order)}
        initial |= {
            "dealer": order.index(next_dealer(usual, order)),
            "deal_direction": usual.match.direction,
        }
        players = len(order)
        seats = min(max(players, SEATS_SHOWN), SEATS_AT_MOST)
    return NewMatchForm(
        offer=offer, offered=offered, seats=seats, players=players, initial=initial
    )


def bound_form(data: Mapping[str, str], circles: StoredCircles) -> NewMatchForm:
    circle = chosen_circle(circles, data.get("circle", ""))
    key = data.get("preset", "")
    last = circles.last_match(circle, key)
    offered = offers(circles.house_rules(circle), last)
    by_key = {offer.key: offer for offer in offered}
    offer = by_key.get(key) or preselected_offer(offered, last)
    seats = _seats(data)
    named = sum(bool(data.get(f"name_{index}", "").strip()) for index in range(seats))
    players = _players(offer.ruleset, named)
    return NewMatchForm(
        data, offer=offer, offered=offered, seats=seats, players=players
    )


def refuse_gone_circle(form: NewMatchForm, circles: StoredCircles) -> None:
    """Refuse, for this reason alone, a circle that is gone: another one would have other rules."""
    code = form.data.get("circle", "")
    if code not in ("", NEW) and circles.circle_of_code(code) is None:
        form.errors.clear()
        form.add_error(None, _("Ese grupo ya no está en este teléfono. Elige otro."))


def after_button(posted: Mapping[str, str], circles: StoredCircles) -> NewMatchForm:
    """The form after one of its small buttons (`do`), with all values and without errors."""
    data = {name: value for name, value in posted.items() if name != "do"}
    act, _dash, rest = posted["do"].partition("-")
    names = [data.get(f"name_{index}", "") for index in range(_seats(data))]
    index = whole_number(rest)
    if act in ("up", "down") and index is not None and index < len(names):
        _swap(data, names, index, index + (-1 if act == "up" else 1))
    elif act == "more":
        names.append("")
    elif act == "name":  # a suggested name takes the first free seat
        _add_name(names, rest)
    _write_names(data, names)
    form = bound_form(data, circles)
    # another circle may not have the rules that were chosen
    data["preset"] = form.offer.key
    if act == "look":
        _write_names(data, _seats_of_game(names, form.offer.ruleset))
        form = bound_form(data, circles)
    form.errors.clear()
    form.shown = rest if act == "look" else ""
    form.focused = index if act == "next" else None
    return form


def _add_name(names: list[str], name: str) -> None:
    free = [index for index, typed in enumerate(names) if not typed.strip()]
    names += [] if free else [""]
    names[free[0] if free else -1] = name


def _write_names(data: dict[str, str], names: Sequence[str]) -> None:
    data["places"] = str(min(len(names), SEATS_AT_MOST))
    for number, name in enumerate(names):
        data[f"name_{number}"] = name


def _seats_of_game(names: list[str], ruleset: Ruleset) -> list[str]:
    """The names on the seats that the game takes, and all who are named."""
    named = max(
        (index for index, name in enumerate(names, 1) if name.strip()), default=0
    )
    wanted = max(named, _players(ruleset, 0))
    return [*names[:wanted], *[""] * (wanted - len(names))]


def _swap(data: dict[str, str], names: list[str], index: int, other: int) -> None:
    """Swap two neighbours; the dealer stays the same person."""
    other %= len(names)
    names[index], names[other] = names[other], names[index]
    moved = {str(index): str(other), str(other): str(index)}
    data["dealer"] = moved.get(data.get("dealer", ""), data.get("dealer", ""))


@dataclass(frozen=True)
class NewMatchPage:
    """What `new_match.html` shows."""

    form: NewMatchForm
    is_answered: bool  # it came from the five questions
    name_fields: Sequence[BoundField]  # one for each seat
    next_seat: int | None  # the one that gets the focus
    first_offers: Sequence[Any]
    other_offers: Sequence[Any]
    is_other: bool
    circles: Sequence[Circle]
    chosen: Circle | None
    remembered: Sequence[str]  # names that are offered, those taken where they were
    taken: Sequence[str]  # names that are in the form
    full: bool
    preparation: Preparation
    turned: Mapping[str, str]  # rules that were typed, by their labels
    new: str = NEW


def new_match_page(circles: StoredCircles, form: NewMatchForm) -> NewMatchPage:
    chosen = chosen_circle(circles, form["circle"].value() or "")
    taken = _typed_names(form)
    next_seat = (form.focused or 0) + 1
    first, others = first_and_others(form.offered)
    remembered = circles.recent_names(chosen)
    # A name that is taken stays where it is: no other one moves under the finger.
    offered = NAMES_OFFERED + len(set(remembered) & set(taken))
    return NewMatchPage(
        form=form,
        is_answered="answered" in form.data,
        name_fields=_name_fields(form),
        next_seat=next_seat if next_seat < form.seats else None,
        first_offers=first,
        other_offers=others,
        is_other=form.offer in others,
        circles=circles.in_order,
        chosen=chosen,
        remembered=remembered[:offered],
        taken=taken,
        full=form.seats >= SEATS_AT_MOST,
        preparation=_preparation(form, taken),
        turned=labels.turned_knobs(form.chosen, form.players)
        if form.chosen and form.typed_rules()
        else {},
    )


@dataclass(frozen=True)
class PreparationPart:
    """What `_preparation.html` shows when it is drawn again, while names are typed."""

    form: NewMatchForm
    preparation: Preparation
    is_part: bool = True


def preparation_part(form: NewMatchForm) -> PreparationPart:
    return PreparationPart(form, _preparation(form, _typed_names(form)))


def _name_fields(form: NewMatchForm) -> list[BoundField]:
    return [form[f"name_{index}"] for index in range(form.seats)]


def _typed_names(form: NewMatchForm) -> list[str]:
    names = [(field.value() or "").strip() for field in _name_fields(form)]
    return [name for name in names if name]


def _preparation(form: NewMatchForm, names: list[str]) -> Preparation:
    is_named = len(names) > 1
    return preparation(
        form.ruleset or form.preset,
        names if is_named else [""] * form.players,
        is_named,
    )


def _players(ruleset: Ruleset, named: int) -> int:
    """How many will play: those named; the usual number while there are no names."""
    low, high = ruleset.players
    return named if named > 1 else min(max(low, SEATS_SHOWN), high)


def _seats(data: Mapping[str, str]) -> int:
    """The number of seats in the posted form, limited to SEATS_AT_MOST."""
    seats = whole_number(data.get("places", ""))
    return SEATS_SHOWN if seats is None else min(seats, SEATS_AT_MOST)


# What a rematch starts with


class NextMatch(NamedTuple):
    facts: MatchFacts
    seats: list[int]  # of the match before, in the order of play


def next_match(sheet: Sheet) -> NextMatch:
    """The same people, order and current rules; who would have dealt next deals first."""
    match = sheet.match
    board = sheet.board
    # In the order of play; all if fewer than two did not retire.
    stayed = [
        seat
        for seat in board.order
        if board.standings[seat].status is not Status.RETIRED
    ]
    stayed = stayed if len(stayed) > 1 else list(board.order)
    texts = {fact.key: getattr(match, fact.key) if fact.stays else "" for fact in TEXTS}
    ruleset = board.next_ruleset
    if ruleset == match.rules:
        texts["rules_name"] = match.rules_name
    if ruleset.team_size > 1:
        ruleset = with_usual_sides(ruleset, len(stayed))
    dealer = stayed.index(next_dealer(sheet, stayed))
    return NextMatch(MatchFacts(ruleset, dealer, match.direction, texts=texts), stayed)


def next_dealer(sheet: Sheet, stayed: Sequence[int]) -> int:
    """The seat of `stayed` that deals next. The last hand of a match passes the deal on too."""
    board = sheet.board
    last = sheet.last_step
    dealt = last.before.dealer if last and last.is_hand else None
    if dealt is None and board.dealer in stayed:
        return board.dealer
    start = board.order.index(board.dealer if dealt is None else dealt)
    turns = (
        board.order[(start + step * board.direction) % len(board.order)]
        for step in count(1)
    )
    return next(seat for seat in turns if seat in stayed)


# What to prepare before the first hand, in words: cards, sides, contracts, the end of the match


class Preparation(NamedTuple):
    """The preparation, line by line; sides and contracts only in games that have them."""

    lines: list[str]
    sides: list[str]
    contracts: list[str]
    warnings: list[str]


def preparation(ruleset: Ruleset, names: Sequence[str], is_named: bool) -> Preparation:
    """The preparation for players in the order of their seats; `is_named` is False if names are missing."""
    players = len(names)
    called = unique_names(names) if is_named else names
    of_a_game = ruleset.players_of_a_game(players)
    wild = ruleset.wild_cards
    each = at_table(ruleset.hand_size, of_a_game)
    wild_in_words = {"cards": labels.value_in_words("wild_cards", wild)}
    warnings = [
        labels.unusual_number(ruleset, players) if is_named else "",
        labels.too_few_cards(ruleset, players),
        _warning_of_namesakes(names, called),
    ]
    return Preparation(
        lines=[
            _cards(ruleset, of_a_game),
            *([_("Hacen de comodín: %(cards)s") % wild_in_words] if wild else []),
            ngettext("%(each)s carta a cada uno", "%(each)s cartas a cada uno", each)
            % {"each": each},
            *_games(ruleset, players),
            _end(ruleset),
        ],
        sides=_sides(ruleset, called, is_named),
        contracts=[
            contract_in_words(contract)
            for contract in ruleset.contracts[: ruleset.limit]
        ],
        warnings=[warning for warning in warnings if warning],
    )


def _warning_of_namesakes(names: Sequence[str], called: Sequence[str]) -> str:
    pairs = [*zip(names, called, strict=True)]
    alike = {name.casefold() for name, shown in pairs if name != unmarked_text(shown)}
    if not alike:
        return ""
    shown = [shown for name, shown in pairs if name.casefold() in alike]
    warning = _(
        "Se llaman igual: en el marcador serán %(names)s. Con una inicial se distinguen mejor."
    )
    return warning % {"names": joined_names(shown)}


def _cards(ruleset: Ruleset, players: int) -> str:
    packs = packs_at(ruleset, players)
    jokers = at_table(ruleset.jokers, players)
    packs_text = ngettext(
        "%(packs)s baraja %(kind)s de %(size)s",
        "%(packs)s barajas %(kind)s de %(size)s",
        packs,
    ) % {
        "packs": packs,
        "kind": pack_kind(ruleset.pack, packs),
        "size": pack_size(ruleset.pack),
    }
    if not jokers:
        return _("%(packs)s, sin comodines") % {"packs": packs_text}
    with_jokers = ngettext(
        "%(packs)s y %(jokers)s comodín", "%(packs)s y %(jokers)s comodines", jokers
    )
    return with_jokers % {"packs": packs_text, "jokers": jokers}


def _games(ruleset: Ruleset, players: int) -> list[str]:
    """Gin of more than two: the separate games of pairs, or who rests of three."""
    games = ruleset.gin_games(players)
    if games > 1:
        return [
            _("%(games)s juegos a la vez, cada uno con su baraja") % {"games": games}
        ]
    rests = {"who": labels.value_in_words("sit_out", ruleset.sit_out)}
    return [_("Juegan dos y descansa uno: %(who)s") % rests] if games else []


def _end(ruleset: Ruleset) -> str:
    facts = {"limit": ruleset.limit}
    if ruleset.ends is Ends.OPEN:
        return _("Se juega hasta que la mesa quiera")
    if ruleset.ends is Ends.HANDS:
        return (
            ngettext(
                "Se juega %(limit)s mano",
                "Se juegan %(limit)s manos",
                ruleset.limit or 0,
            )
            % facts
        )
    if ruleset.ends is Ends.TARGET:
        return _("Hasta %(limit)s puntos") % facts
    if ruleset.out_at is OutAt.REACH:
        end = _("Quien llega a %(limit)s queda fuera") % facts
    else:
        end = _("Quien pasa de %(limit)s queda fuera") % facts
    if ruleset.rebuys == 0:
        return end
    return _("%(end)s, salvo que se reenganche") % {"end": end}


def _sides(ruleset: Ruleset, names: Sequence[str], is_named: bool) -> list[str]:
    teams = facing_sides(ruleset, len(names))
    if not teams:
        return []
    if not is_named:
        return [_("Quienes se sientan enfrente son pareja.")]
    return [joined_names([names[seat] for seat in team]) for team in teams]
