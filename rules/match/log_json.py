"""Log entries in their JSON form (docs/rules/FORMAT.md#entries), in and out, with seats named by number.

Old entries must always be readable: a kind or a key is never renamed, and a new key has a default that
means the old behaviour.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.close_kinds import Close
from rules.errors import Illegal, Malformed
from rules.events import (
    BoughtBackIn,
    CameBack,
    DealerNamed,
    Declined,
    Event,
    Finished,
    HandScored,
    HandVoided,
    Joined,
    Penalised,
    Reseated,
    Retired,
    RulesChanged,
    SatOut,
    Seat,
    SeatsDrawn,
    VoidReason,
)
from rules.lookup import Lookup
from rules.match.corrections import Amended, Change, Entry, Redone, Ref, Undone
from rules.packs import Card, Pack, read_card

Payload = dict[str, Any]

KINDS: dict[type, str] = {
    HandScored: "hand",
    HandVoided: "void",
    Penalised: "penalty",
    BoughtBackIn: "buy_back",
    Declined: "decline",
    Retired: "retire",
    SatOut: "absent",
    CameBack: "back",
    Joined: "join",
    DealerNamed: "dealer",
    Reseated: "reseat",
    SeatsDrawn: "draw",
    RulesChanged: "rules",
    Finished: "finish",
    Amended: "amend",
    Undone: "undo",
    Redone: "redo",
}
"""The `type` of each entry."""

_WITH_ONE_SEAT: dict[str, Callable[[int], Event]] = {
    "buy_back": BoughtBackIn,
    "decline": Declined,
    "retire": Retired,
    "absent": SatOut,
    "back": CameBack,
    "dealer": DealerNamed,
}

_WITHOUT_FIELDS: dict[str, Entry] = {"undo": Undone(), "redo": Redone(), "finish": Finished()}


def kind(entry: Entry) -> str:
    return KINDS[type(entry)]


def load(payload: Payload) -> Entry:
    """The entry of a JSON object with a `type`. Raises Malformed for anything that is not one."""
    try:
        return _loaded(payload)
    except (KeyError, ValueError, TypeError, AttributeError) as error:
        raise Malformed(f"not a log entry: {payload!r}") from error


def dump(entry: Entry) -> Payload:
    """The JSON object that `load` reads back as an equal entry."""
    return {"type": kind(entry), **_fields(entry)}


def _loaded(payload: Payload) -> Entry:
    name = payload["type"]
    if name in _WITH_ONE_SEAT:
        return _WITH_ONE_SEAT[name](_seat(payload["player"]))
    if name in _WITHOUT_FIELDS:
        return _WITHOUT_FIELDS[name]
    return _LOADERS[name](payload)


def _load_hand(payload: Payload) -> HandScored:
    if not {"closer", "deadwood"} & set(payload):
        raise ValueError("a hand without closer and deadwood")
    close = payload.get("close")
    closer = payload.get("closer")
    return HandScored(
        deadwood=_by_seat(payload, "deadwood"),
        closer=None if closer is None else _seat(closer),
        close=None if close is None else Close(close),
        melded=tuple(_seat(seat) for seat in payload.get("melded", ())),
        table=_by_seat(payload, "table"),
        value=_whole(payload["value"]) if "value" in payload else None,
        buys=_by_seat(payload, "buys"),
    )


def _by_seat(payload: Payload, key: str) -> dict[Seat, int]:
    return {_seat_of(seat): _whole(number) for seat, number in payload.get(key, {}).items()}


def _load_void(payload: Payload) -> HandVoided:
    reason = VoidReason(payload["reason"])
    if reason is not VoidReason.FALSE_CLOSE:
        return HandVoided(reason)
    return HandVoided(reason, _seat(payload["player"]))


def _load_penalty(payload: Payload) -> Penalised:
    return Penalised(_seat(payload["player"]), _whole(payload["points"]))


def _load_join(payload: Payload) -> Joined:
    position = payload.get("position")
    if position is not None and _whole(position) < 0:
        raise ValueError("a position below 0")
    return Joined(_seat(payload["player"]), position)


def _load_reseat(payload: Payload) -> Reseated:
    return Reseated(tuple(_seat(seat) for seat in payload["order"]))


def _load_draw(payload: Payload) -> SeatsDrawn:
    pack = Pack(payload["pack"])
    cards = {_seat_of(seat): _card(code, pack) for seat, code in payload["cards"].items()}
    return SeatsDrawn(pack, cards, _seat(payload["dealer"]) if "dealer" in payload else None)


def _load_rules(payload: Payload) -> RulesChanged:
    return RulesChanged(dict(payload["options"]))


def _load_amend(payload: Payload) -> Amended:
    return Amended(tuple(_load_change(change) for change in payload["changes"]))


def _load_change(change: Payload) -> Change:
    insert = "insert" in change
    inner = change["insert"] if insert else change["entry"]
    if inner is None and not insert:
        return Change(_load_ref(change["at"]), None)
    event = _loaded(inner)
    if isinstance(event, (Amended, Undone, Redone)):
        raise ValueError("a correction inside an amend")
    return Change(_load_ref(change["at"]), event, insert)


def _load_ref(at: Any) -> Ref:
    if isinstance(at, (list, tuple)):
        amend, change = at
        return _whole(amend), _whole(change)
    return _whole(at)


_LOADERS: Lookup[str, Callable[[Payload], Entry]] = {
    "hand": _load_hand,
    "void": _load_void,
    "penalty": _load_penalty,
    "join": _load_join,
    "reseat": _load_reseat,
    "draw": _load_draw,
    "rules": _load_rules,
    "amend": _load_amend,
}


def _whole(value: Any) -> int:
    if type(value) is not int:
        raise ValueError(f"not a whole number: {value!r}")
    return value


def _card(code: Any, pack: Pack) -> Card:
    """The card of that code. Only one spelling is accepted."""
    try:
        card = read_card(code, pack)
    except Illegal as unknown:
        raise ValueError(f"not a card: {code!r}") from unknown
    if str(card) != code:
        raise ValueError(f"not how a card is written: {code!r}")
    return card


def _seat(value: Any) -> Seat:
    if _whole(value) < 0:
        raise ValueError(f"not a seat: {value!r}")
    return int(value)


def _seat_of(key: Any) -> Seat:
    """The seat that is a key of a JSON object. Only one spelling is accepted, so keys never collide."""
    seat = _seat(int(key))
    if str(seat) != str(key):
        raise ValueError(f"not a seat: {key!r}")
    return seat


def _fields(entry: Entry) -> Payload:
    if isinstance(entry, (Undone, Redone, Finished)):
        return {}
    return _DUMPERS.get(type(entry), _dump_seat)(entry)


def _dump_hand(hand: HandScored) -> Payload:
    payload: Payload = {"closer": hand.closer}
    if hand.close is not None:
        payload["close"] = str(hand.close)
    payload["deadwood"] = _keyed(hand.deadwood)
    if hand.melded:
        payload["melded"] = list(hand.melded)
    if hand.table:
        payload["table"] = _keyed(hand.table)
    if hand.value is not None:
        payload["value"] = hand.value
    if hand.buys:
        payload["buys"] = _keyed(hand.buys)
    return payload


def _keyed(facts: Mapping[Seat, int | str]) -> Payload:
    return {str(seat): fact for seat, fact in sorted(facts.items())}


def _dump_change(change: Change) -> Payload:
    at = list(change.at) if isinstance(change.at, tuple) else change.at
    entry = None if change.event is None else dump(change.event)
    return {"at": at, "insert" if change.insert else "entry": entry}


def _dump_seat(event: Any) -> Payload:
    return {"player": event.seat}


def _dump_void(void: HandVoided) -> Payload:
    return {"reason": str(void.reason)} | ({} if void.seat is None else {"player": void.seat})


def _dump_join(join: Joined) -> Payload:
    return {"player": join.seat} | ({} if join.position is None else {"position": join.position})


def _dump_draw(draw: SeatsDrawn) -> Payload:
    cards = {seat: str(card) for seat, card in draw.cards.items()}
    dealer = {} if draw.dealer is None else {"dealer": draw.dealer}
    return {"pack": str(draw.pack), "cards": _keyed(cards), **dealer}


_DUMPERS: Lookup[type, Callable[[Any], Payload]] = {
    HandScored: _dump_hand,
    HandVoided: _dump_void,
    Penalised: lambda penalty: {"player": penalty.seat, "points": penalty.points},
    Joined: _dump_join,
    Reseated: lambda reseat: {"order": list(reseat.order)},
    SeatsDrawn: _dump_draw,
    RulesChanged: lambda change: {"options": change.options},
    Amended: lambda amend: {"changes": [_dump_change(change) for change in amend.changes]},
}
