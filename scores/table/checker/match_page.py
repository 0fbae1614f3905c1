"""The checker inside a match: it judges the closer's cards and counts the others', for the hand's form."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from rules.closing.verdict import counts_whole_hand
from rules.events import Seat
from rules.knobs import WINS, LayOff, Scoring
from rules.scoring.points import as_number, wins_match
from scores.core.matches.scoresheet import Sheet
from scores.core.notation.numbers import signed
from scores.core.wording import hand_lines
from scores.fields import NOBODY
from scores.table.checker import headlines, rum_500
from scores.table.checker.check import (
    Showdown,
    counted_hand,
    hand_sizes,
    points_left_out,
)
from scores.table.checker.headlines import lacks_of
from scores.table.checker.pack import shown_pack
from scores.table.checker.page import (
    CheckerPage,
    ClosersOfHand,
    RefusedClose,
    SeatsOfHand,
    ShownVerdict,
)
from scores.table.checker.practice_page import situation_questions, verdict_on_close
from scores.table.checker.presenter import (
    count_result,
    left_result,
    points_on_tab,
    shown_cards,
    too_many_ways,
)
from scores.table.checker.query import (
    ON_TABLE,
    SEEN,
    Query,
    cards_elsewhere,
    cards_on_table,
    hand_form_url,
    hidden_fields,
    is_by_rank,
    nobody_closed_url,
    seat_of,
    seats_of_hand,
    seen_cards,
    showdown_of,
    sorted_cards,
)
from scores.table.checker.table_page import (
    TAB,
    grown_melds,
    missing_names,
    shown_table,
    table_of,
    table_url,
)
from scores.table.hand_entry.questions import asks

# The fields that are shown with the closer's cards
CLOSER_FIELDS = ("first", "down", "others", "g", SEEN, ON_TABLE)
CARDS = "c"  # begins the name of the field with the cards of a seat


def match_page(
    sheet: Sheet, query: Query, absolute: Callable[[str], str]
) -> CheckerPage:
    """The cards of one seat (`at`), judged or counted, and the link that fills in the hand's form; only the
    question where nobody plays. `absolute` completes a path to an address."""
    page = CheckerPage(
        question=hand_lines.who_closed(sheet.board.next_ruleset),
        is_by_rank=is_by_rank(query),
        hand=_closers(sheet, query),
    )
    if not sheet.board.seats_playing:
        return page
    if sheet.board.next_ruleset.scoring is Scoring.TABLE:
        return rum_500.match_page(sheet, query, page)
    hand_seats = seats_of_hand(sheet.board, query)
    showdown = showdown_of(sheet, query, hand_seats.playing)
    closer = showdown.closer
    seats = hand_seats.tabs
    if not showdown.counts_others and closer is not None:
        seats = (closer,)  # all pay what the winner's cards are worth: no others matter
    counted = seats if hand_seats.opponent is None else showdown.seats
    play = table_of(showdown) if query.get("at") == TAB else None
    wanted = (seat_of(query.get("at"), seats), closer, *seats)
    at = next(seat for seat in wanted if seat is not None)
    shown = at if play is None else TAB
    others = all(seat in showdown.counts for seat in counted if seat != closer)
    fill = hand_form_url(sheet, query, counted_hand(showdown), hand_seats.opponent)
    shown_seats = SeatsOfHand(
        at=shown,
        heading=_heading(sheet, showdown, shown),
        tabs=_tabs(sheet, showdown, seats, shown),
        hidden_fields=_hidden_fields(query, showdown, shown),
        all_counted=others and (closer is None or showdown.close is not None),
        fill=fill if any(showdown.cards.values()) else "",
        refused_close=_refused_close(sheet, query, showdown),
        next=None if play else _next_tab(showdown, counted, at),
    )
    page = replace(page, seats=shown_seats)
    if play is not None:
        link = absolute(table_url(sheet, query, showdown))
        table = shown_table(sheet, showdown, play, link)
        return replace(page, table=table)
    return _page_with_cards(page, sheet, showdown, query, at)


def _heading(sheet: Sheet, showdown: Showdown, shown: Seat | str) -> str:
    if isinstance(shown, str):
        return _("La mesa")
    name = sheet.names[shown]
    return headlines.heading(showdown.ruleset, name, shown == showdown.closer)


def _closers(sheet: Sheet, query: Query) -> ClosersOfHand:
    seats = sheet.board.seats_playing
    closer = query.get("closer", "")
    return ClosersOfHand(
        match=sheet.match,
        hand=sheet.board.hands + 1,
        players=[(seat, sheet.names[seat]) for seat in seats],
        nobody=hand_lines.nobody_closed(sheet.board.next_ruleset) if seats else "",
        closer=closer,
        is_known=seat_of(closer, seats) is not None
        or (closer == NOBODY and len(seats) > 0),
    )


def _refused_close(
    sheet: Sheet, query: Query, showdown: Showdown
) -> RefusedClose | None:
    """The false close with its penalty, and the hand as one that nobody closed, or the stock that ran out.
    None for cards that close.
    """
    verdict = showdown.check.verdict
    closer = showdown.closer
    ruleset = showdown.ruleset
    if (
        verdict is None
        or verdict.legal
        or not verdict.is_known
        or closer is None
        or showdown.check.situation.goes_down
    ):
        return None
    cost = ruleset.false_close_points
    hand = asks(ruleset, showdown.players)
    counts = {seat: counted.deadwood for seat, counted in showdown.counts.items()}
    if showdown.check.counts_if_refused is not None:
        counts[closer] = as_number(showdown.check.counts_if_refused[1])
    return RefusedClose(
        player=closer,
        points=headlines.points_in_words(cost) if cost else "",
        nobody=hand.words.nobody if hand.nobody or hand.void else "",
        hand=nobody_closed_url(sheet, query, counts) if hand.nobody else "",
    )


def _tabs(
    sheet: Sheet, showdown: Showdown, seats: Sequence[int], shown: int | str
) -> list[tuple[int | str, str, str, bool]]:
    """A tab for each player's cards, and for the table if there is one: value, name, text, which is shown."""
    tabs: list[tuple[int | str, str, str, bool]] = [
        (seat, sheet.names[seat], _tab_text(showdown, seat), seat == shown)
        for seat in seats
    ]
    return (
        [*tabs, (TAB, _("La mesa"), "", shown == TAB)] if table_of(showdown) else tabs
    )


def _hidden_fields(
    query: Query, showdown: Showdown, at: Seat | str
) -> list[tuple[str, str]]:
    if at == TAB:
        return hidden_fields(query, (), CARDS, CLOSER_FIELDS)
    others = () if at == showdown.closer else CLOSER_FIELDS
    return hidden_fields(query, (f"{CARDS}{at}",), CARDS, others)


def _tab_text(showdown: Showdown, seat: int) -> str:
    """What a player's tab says: points, or how many cards of how many there are."""
    cards = len(showdown.cards.get(seat, ()))
    check = showdown.check
    needed = _dealt(showdown)
    if seat == showdown.closer:
        needed = check.cards_needed
        if cards >= needed:
            return points_on_tab(check) or "✕"
    elif counted := showdown.counts.get(seat):
        return "★" if counted.points == WINS else signed(as_number(counted.points))
    return f"{cards}/{needed}" if cards else ""


def _dealt(showdown: Showdown) -> int:
    return hand_sizes(showdown.ruleset, showdown.players)[0]


def _next_tab(showdown: Showdown, seats: Sequence[int], at: int) -> int | str | None:
    """The next player in turn, after the last the table, or the first again; None for one seat."""
    if at not in seats or len(seats) == 1:
        return None
    following = seats[(seats.index(at) + 1) % len(seats)]
    return TAB if following == showdown.closer and table_of(showdown) else following


# The cards of one seat


def _page_with_cards(
    page: CheckerPage,
    sheet: Sheet,
    showdown: Showdown,
    query: Query,
    at: Seat,
) -> CheckerPage:
    """The closer may mark cards that were seen, too."""
    check = showdown.check
    here = showdown.cards.get(at, ())
    others = cards_elsewhere(showdown.cards, at)
    field = f"{CARDS}{at}"
    if at != showdown.closer:
        return replace(
            page,
            pack=shown_pack(query, check, field, here, others=others),
            verdict=_counted_cards(sheet, showdown, query, at),
        )
    seen = seen_cards(query, check, (*here, *others))
    on_table = cards_on_table(query, check, (*here, *seen, *others))
    return replace(
        page,
        pack=shown_pack(query, check, field, here, seen, others),
        lacks=lacks_of(check, (*seen, *on_table, *others)),
        verdict=_judged_cards(showdown, query),
        situation=situation_questions(check),
    )


def _judged_cards(showdown: Showdown, query: Query) -> ShownVerdict:
    """The closer's cards. Where cards are laid off in play, the closer may have none to show."""
    hint = ""
    if showdown.ruleset.lay_off is LayOff.IN_PLAY and showdown.closer is not None:
        hint = _(
            "Si salió de una vez, toca todas sus cartas. Si no, pasa al siguiente."
        )
    verdict = verdict_on_close(showdown.check, query, showdown.melds)
    reasons = [*verdict.reasons, _left_out(showdown, showdown.closer)]
    return replace(verdict, hint=hint, reasons=[*filter(None, reasons)])


def _counted_cards(
    sheet: Sheet, showdown: Showdown, query: Query, at: Seat
) -> ShownVerdict:
    cards = showdown.cards.get(at, ())
    in_play = showdown.ruleset.lay_off is LayOff.IN_PLAY
    wrong_hand = _(
        "Son %(cards)s cartas: se cuenta lo suelto, y nada si están todas ligadas."
    )
    reasons = [
        _undercut(sheet, showdown, at),
        wrong_hand % {"cards": len(cards)} if showdown.is_wrong_hand(at) else "",
        _chinchon(showdown, at),
        _left_out(showdown, at),
        _counted_without(sheet, showdown, at),
    ]
    result = None
    counted = showdown.counts.get(at)
    if counted is not None and counts_whole_hand(showdown.ruleset):
        result = left_result(cards, headlines.points_in_words(counted.deadwood))
    elif counted is not None:
        result = count_result(
            cards, counted, grown_melds(showdown.play, at, sheet.names)
        )
    return ShownVerdict(
        hand=shown_cards(sorted_cards(query, cards)),
        size=0 if in_play else _dealt(showdown),
        counts=True,
        refusal=showdown.check.refusal or too_many_ways(showdown),
        hint=str(headlines.TAP_CARDS_IN_HAND) if in_play else "",
        result=result,
        reasons=[*filter(None, reasons)],
    )


def _undercut(sheet: Sheet, showdown: Showdown, at: int) -> str:
    points = showdown.undercut(at)
    closer = showdown.closer
    verdict = showdown.check.verdict
    if points is None or closer is None or verdict is None:
        return ""
    facts = {"closer": sheet.names[closer], "left": verdict.deadwood, "points": points}
    return (
        _(
            "¡Contra! No tiene más que %(closer)s (%(left)s): gana la mano y suma %(points)s."
        )
        % facts
    )


def _chinchon(showdown: Showdown, at: int) -> str:
    """A chinchón of a player who did not close, where it counts for anyone."""
    hand = counted_hand(showdown)
    if at != hand.closer:
        return ""
    if wins_match(showdown.ruleset, hand):
        return _(
            "¡Chinchón! Gana la partida, cierre quien cierre: la mano se apunta como suya, con chinchón."
        )
    return _(
        "¡Chinchón! Cuenta para cualquiera: la mano se apunta como suya, con chinchón."
    )


def _left_out(showdown: Showdown, at: int | None) -> str:
    """Points that a hand of the log cannot add, whoever is written as its closer."""
    left_out = points_left_out(showdown, counted_hand(showdown))
    if at is None or at not in left_out:
        return ""
    points, added = left_out[at]
    facts = {"points": signed(as_number(points)), "added": signed(added)}
    return (
        _(
            "Cuenta %(points)s y la mano le apunta %(added)s: la diferencia va en «Castigo o premio»."
        )
        % facts
    )


def _counted_without(sheet: Sheet, showdown: Showdown, at: int) -> str:
    """Players whose cards are not there yet, and who may lay off on the same melds."""
    if table_of(showdown) is None or at not in showdown.counts:
        return ""
    others = missing_names(showdown, sheet.names, but=at)
    return (
        _("Contado sin las cartas de %(names)s.") % {"names": others} if others else ""
    )
