"""Sentences about log entries: lines to read aloud, lines of the log, consequences of a hand, what is new."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _, gettext_lazy, ngettext

from rules.errors import Illegal
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
from rules.knobs import Ends, Scoring
from rules.match.board import Board, Status, added_points, sides_of
from rules.match.corrections import (
    Amended,
    Change,
    Entry,
    LogLine,
    Redone,
    Step,
    Undone,
    WrittenLog,
)
from rules.match.play import play
from rules.match.settlement import final_sums
from scores.core.house_rules.labels import label, value_in_words
from scores.core.house_rules.options import KNOBS
from scores.core.notation import cards
from scores.core.notation.names import joined_names
from scores.core.notation.numbers import plus, signed
from scores.core.wording import hand_lines
from scores.core.wording.hand_lines import Names, difference
from scores.core.wording.refusals import phrase

VOIDS = {
    VoidReason.FALSE_CLOSE: gettext_lazy(
        "Cierre en falso de %(name)s: la mano no cuenta"
    ),
    VoidReason.MISDEAL: gettext_lazy("Mal repartidas: la mano no cuenta"),
    VoidReason.STOCK: gettext_lazy("Se acabó el mazo: la mano no cuenta"),
}

OF_ONE_SEAT: dict[type, Any] = {
    BoughtBackIn: gettext_lazy("%(name)s se reengancha"),
    Declined: gettext_lazy("%(name)s no se reengancha: queda fuera"),
    Retired: gettext_lazy("%(name)s se retira"),
    SatOut: gettext_lazy("%(name)s descansa"),
    CameBack: gettext_lazy("%(name)s vuelve"),
    Joined: gettext_lazy("%(name)s se sienta a la mesa"),
    DealerNamed: gettext_lazy("Reparte %(name)s"),
}


def wins(names: Sequence[str]) -> str:
    """«¡Gana Ana!», as it is called out at the table."""
    return ngettext("¡Gana %(names)s!", "¡Ganan %(names)s!", len(names)) % {
        "names": joined_names(names)
    }


def won(names: Sequence[str]) -> str:
    """«Ganó Ana»; empty while nobody has won."""
    sentence = ngettext("Ganó %(names)s", "Ganaron %(names)s", len(names))
    return sentence % {"names": joined_names(names)} if names else ""


def aloud(step: Step, names: Names, currency: str = "") -> list[str]:
    """The sentences to read aloud after a step: the step itself, then its consequences."""
    event = step.event
    if isinstance(event, HandScored):
        line = hand_lines.read_aloud_line(step.before, event, names)
    elif isinstance(event, BoughtBackIn):
        facts = {
            "name": names[event.seat],
            "level": signed(step.after.total(event.seat)),
        }
        line = _("%(name)s se reengancha en %(level)s") % facts
    else:
        line = sentence_of_entry(event, names)
    return [line, *consequences(step, names, currency)]


def aloud_so_far(
    board: Board, hand: HandScored, names: Names, currency: str = ""
) -> tuple[list[str], list[str]]:
    """For a hand that is still being typed: the parts of its line, and the sentences that follow once it is
    complete: its consequences, or why the rules refuse it.
    """
    if hand.closer not in (None, *board.seats_playing):
        return [], []
    # in Rum 500 there is one kind
    asks_close = board.next_ruleset.scoring is not Scoring.TABLE
    if asks_close and hand.closer is not None and hand.close is None:
        return [hand_lines.close_question(board, names[hand.closer])], []
    parts = hand_lines.read_aloud_parts(board, hand, names)
    try:
        after = play(board, hand)
    except Illegal as refusal:
        is_incomplete = refusal.code == "missing-points"
        return parts, [] if is_incomplete else [phrase(refusal, names)]
    step = Step(LogLine((0,), hand), board, after)
    return parts, consequences(step, names, currency)


def consequences(step: Step, names: Names, currency: str = "") -> list[str]:
    """Who goes past the limit and whether they buy back in, what is paid, who wins and with how much."""
    sentences = [*after_busts(step, names).values()]
    if isinstance(step.event, HandScored):
        sentences += hand_lines.money_sentences(
            step.before, step.event, names, currency
        )
    if step.after.is_over:
        sentences.append(wins([names[seat] for seat in step.after.winners]))
        return [*sentences, *_final_sum(step.after, names)]
    return [*sentences, *_tie(step, names)]


def after_busts(step: Step, names: Names) -> dict[Seat, str]:
    """For each seat that the step takes past the limit: whether it buys back in, is asked, or is out."""
    return {
        seat: _after_bust(step, seat, names[seat])
        for seat in step.before.order
        if seat in step.bust
    }


def _final_sum(board: Board, names: Names) -> list[str]:
    """Gin: the points, boxes and bonus of the winning side as a sum, and the totals of the others."""
    winning = sides_of(board, board.winners)
    if board.ruleset.scoring is not Scoring.DIFFERENCE or len(winning) != 1:
        return []
    sums = final_sums(board)
    own = sums[winning[0][0]]
    parts = [signed(own.points)]
    if own.shutout:
        sentence = ngettext(
            "%(points)s sin que el otro gane una mano",
            "%(points)s sin que los otros ganen una mano",
            len(board.order) - len(winning[0]),
        )
        parts.append(sentence % {"points": plus(own.shutout)})
    parts += [
        _("%(points)s de casillas") % {"points": plus(own.box_points)},
        _("%(points)s de partida") % {"points": plus(own.game_bonus)},
    ]
    called = {
        side: joined_names([names[seat] for seat in side]) for side in board.sides
    }
    totals = [
        f"{called[side]} {signed(sums[side[0]].total)}"
        for side in board.sides
        if side not in winning
    ]
    return [
        " · ".join(
            [f"{called[winning[0]]} {' '.join(parts)} = {signed(own.total)}", *totals]
        )
    ]


def _tie(step: Step, names: Names) -> list[str]:
    """The sentence that a tie, or a deal under way, asks for another hand, in games to a target."""
    board = step.after
    if board.ruleset.ends is not Ends.TARGET or not isinstance(step.event, HandScored):
        return []
    leaders = board.leaders
    if not leaders or not board.ruleset.reaches_limit(board.total(leaders[0])):
        return []
    facts = {"total": signed(board.total(leaders[0]))}
    if board.met:
        return [_("Se llega a %(total)s: falta acabar el reparto") % facts]
    return [_("Empate a %(total)s: otra mano") % facts]


def sentence_of_entry(entry: Entry, names: Names) -> str:
    """One entry of the log as a sentence."""
    if isinstance(entry, HandScored):
        return hand_lines.log_line(entry, names)
    if isinstance(entry, HandVoided):
        return VOIDS[entry.reason] % {
            "name": "" if entry.seat is None else names[entry.seat]
        }
    if isinstance(entry, Penalised):
        facts = {"name": names[entry.seat], "points": plus(entry.points)}
        if entry.points < 0:
            return _("%(name)s: %(points)s de premio") % facts
        return _("%(name)s: %(points)s de castigo") % facts
    if type(entry) in OF_ONE_SEAT:
        with_seat: Any = entry
        return str(OF_ONE_SEAT[type(entry)] % {"name": names[with_seat.seat]})
    return _without_seat(entry, names)


def change_in_words(before: Sequence[LogLine], change: Change, names: Names) -> str:
    """One change of a correction. `before` are the lines of the log that it changes."""
    old_event = _changed_event(before, change)
    old = sentence_of_entry(old_event, names) if old_event else ""
    if change.event is None:
        return f"✕ {old}"
    new = sentence_of_entry(change.event, names)
    if change.insert or not old_event:
        return f"+ {new}"
    if (
        isinstance(old_event, HandScored)
        and isinstance(change.event, HandScored)
        and old != new
    ):
        number = number_of_changed_hand(before, change)
        words = difference(old_event, change.event, names)
        return _("Mano %(number)s: %(sentence)s") % {
            "number": number,
            "sentence": words,
        }
    return hand_lines.instead_of(new, old)


def _changed_event(before: Sequence[LogLine], change: Change) -> Event | None:
    """What is changed; None for what is inserted."""
    return next((line.event for line in before if change.at in line.refs), None)


def number_of_changed_hand(before: Sequence[LogLine], change: Change) -> int:
    """The number of the hand that is changed."""
    index = next(index for index, line in enumerate(before) if change.at in line.refs)
    return sum(isinstance(line.event, HandScored) for line in before[: index + 1])


def _without_seat(entry: Entry, names: Names) -> str:
    if isinstance(entry, Reseated):
        return _("Nuevo orden: %(names)s") % {
            "names": ", ".join(names[seat] for seat in entry.order)
        }
    if isinstance(entry, SeatsDrawn):
        drawn = (
            f"{names[seat]} {cards.name(card)}" for seat, card in entry.cards.items()
        )
        facts = {"cards": ", ".join(drawn)}
        if entry.dealer is None:
            return _("Sorteo de sitios: %(cards)s") % facts
        return _("Sorteo: %(cards)s. Reparte %(dealer)s") % {
            **facts,
            "dealer": names[entry.dealer],
        }
    if isinstance(entry, RulesChanged):
        return _("Cambian las reglas: %(rules)s") % {
            "rules": rules_in_words(entry.options)
        }
    if isinstance(entry, Amended):
        count = len(entry.changes)
        return ngettext("Corrección", "Corrección (%(count)s cambios)", count) % {
            "count": count
        }
    plain = {
        Finished: _("La mesa termina aquí"),
        Undone: _("Deshacer"),
        Redone: _("Rehacer"),
    }
    return plain[type(entry)]


def rules_in_words(options: Mapping[str, object]) -> str:
    """The knobs that were turned, on one line, in the order of the editor."""
    per_unit = 1 if options.get("cents") else 100
    knobs = sorted(
        [knob for knob in options if knob != "cents"], key=[*KNOBS, *options].index
    )
    return " · ".join(
        f"{label(knob)}: {value_in_words(knob, options[knob], per_unit)}"
        for knob in knobs
    )


def _after_bust(step: Step, seat: Seat, name: str) -> str:
    standing = step.after.standings[seat]
    facts = {
        "name": name,
        "total": signed(total_reached(step, seat)),
        "level": signed(step.after.level),
    }
    if standing.status is Status.IN:
        return _("%(name)s se pasa (%(total)s): reenganche en %(level)s") % facts
    if standing.status is Status.ASKED:
        return _("%(name)s se pasa (%(total)s)") % facts  # the board asks
    return _("%(name)s se pasa (%(total)s): queda fuera") % facts


def total_reached(step: Step, seat: Seat) -> int:
    """The total of the seat after this step, before any buying back in."""
    points = added_points(step.before, step.event)
    return step.before.total(seat) + sum(
        points.get(partner, 0) for partner in step.before.side_of(seat)
    )


NEWS = 10  # entries that are put into words at once
CHANGES = 3  # of one correction


# How an undo or a redo is said of a hand, of a correction, of anything else
_MOVED: dict[type, tuple[Any, Any, Any]] = {
    Undone: (
        gettext_lazy("Deshecha la mano %(number)s: %(sentence)s"),
        gettext_lazy("Deshecha la corrección (%(sentence)s)"),
        gettext_lazy("Deshecho: %(sentence)s"),
    ),
    Redone: (
        gettext_lazy("Rehecha la mano %(number)s: %(sentence)s"),
        gettext_lazy("Rehecha la corrección (%(sentence)s)"),
        gettext_lazy("Rehecho: %(sentence)s"),
    ),
}


def news(log: Sequence[Entry], seqs: Sequence[int], names: Names) -> list[str]:
    """A sentence for each of these entries; of many entries for the newest NEWS."""
    return [news_of(log, seq, names) for seq in seqs[-NEWS:]]


def news_of(log: Sequence[Entry], seq: int, names: Names) -> str:
    """One entry as a sentence. An undo or redo says what it moved, a correction what it changed."""
    entry = log[seq]
    if isinstance(entry, (Undone, Redone)):
        return _sentence_of_undo(log, seq, names)
    if isinstance(entry, Amended):
        before = WrittenLog(log[:seq]).lines
        sentences = [
            _sentence_of_change(before, change, names)
            for change in entry.changes[:CHANGES]
        ]
        return " · ".join(with_rest(entry, sentences))
    return sentence_of_entry(entry, names)


def _sentence_of_undo(log: Sequence[Entry], seq: int, names: Names) -> str:
    """The sentence of the undo or redo `seq`."""
    of_hand, of_correction, of_other = _MOVED[type(log[seq])]
    written = WrittenLog(log[: seq + 1])
    entry = log[written.moved[seq]]
    is_undo = isinstance(log[seq], Undone)
    without = written.lines if is_undo else WrittenLog(log[:seq]).lines
    if isinstance(entry, HandScored):
        number = 1 + sum(isinstance(line.event, HandScored) for line in without)
        return str(
            of_hand % {"number": number, "sentence": sentence_of_entry(entry, names)}
        )
    if isinstance(entry, Amended):
        changes = [
            change_in_words(without, change, names)
            for change in entry.changes[:CHANGES]
        ]
        return str(of_correction % {"sentence": " · ".join(with_rest(entry, changes))})
    return str(of_other % {"sentence": sentence_of_entry(entry, names)})


def _sentence_of_change(before: Sequence[LogLine], change: Change, names: Names) -> str:
    """The sentence of one change of a correction; `before` are the lines that it changes."""
    old = _changed_event(before, change)
    if isinstance(old, HandScored) and not change.insert:
        facts: dict[str, object] = {"number": number_of_changed_hand(before, change)}
        if change.event is None:
            return _("Quitada la mano %(number)s: %(sentence)s") % {
                **facts,
                "sentence": sentence_of_entry(old, names),
            }
        if isinstance(change.event, HandScored):
            facts["sentence"] = difference(old, change.event, names)
            return _("Corregida la mano %(number)s: %(sentence)s") % facts
    return _("Corregido: %(sentence)s") % {
        "sentence": change_in_words(before, change, names)
    }


def with_rest(entry: Amended, sentences: Sequence[str]) -> list[str]:
    """The sentences of the first changes, and how many more there are."""
    more = len(entry.changes) - len(sentences)
    rest = ngettext("… y %(count)s cambio más", "… y %(count)s cambios más", more) % {
        "count": more
    }
    return [*sentences, rest] if more else [*sentences]
