"""Home, boards and what hangs on them in every state with a different look; for `pages`."""

from __future__ import annotations

import re
from functools import partial
from unittest.mock import patch

from django.urls import reverse
from playwright.sync_api import expect

from rules.events import Close
from scores.core.access import grants
from scores.group.archive import lifecycle
from scores.models import Role
from scores.table.table_events.views import FORM_OF
from tests.browser.support.group_pages import ALERT, LONG, without_rights
from tests.browser.support.routes import Obstacle, is_poll
from tests.browser.support.table import Table, below, fill_new_match, start_button
from tests.browser.support.visit import Refused, Visit, phone_called
from tests.scores.support import factories, table as paper


def unfold(visit: Visit, name: str, *args: object) -> None:
    """A page with every fold open."""
    for summary in visit.opens(name, *args).locator("summary").all():
        summary.tap()


# Home and a new match


def home_with_matches(visit: Visit) -> None:
    assert visit.going.entries.exists()
    assert visit.finished.entries.exists()
    visit.opens("home")


def demo_after_the_hand(visit: Visit) -> None:
    without_rights(visit, "demo")
    Table(visit.page).scores(2, "clean", {0: 12, 1: 20})
    expect(visit.page.get_by_role("link", name=re.compile("Empezar la tuya|Start your own"))).to_be_visible()


def nothing_there(visit: Visit) -> None:
    visit.page.goto("/m/nothere/")


def server_failed(visit: Visit) -> None:
    with patch.object(grants, "matches_to_watch", side_effect=RuntimeError("in a test")):
        visit.opens("home")
    expect(visit.page.get_by_role("alert")).to_be_visible()


def new_match_refused(visit: Visit, names: int) -> None:
    fill_new_match(visit.opens("new-match"), *visit.names[:names])
    start_button(visit.page).tap()
    expect(visit.page.locator(f".error, {ALERT}").first).to_be_visible()


def new_match_of(visit: Visit, preset: str) -> None:
    """With every fold open."""
    page = visit.opens("new-match")
    label = page.locator("label", has=page.locator(f"#preset-{preset}"))
    label.tap()
    expect(page.locator("#prepare h2")).to_contain_text(label.inner_text())
    for place, name in enumerate(visit.names[:4]):
        page.locator(f"[name=name_{place}]").fill(name)
    for summary in page.locator("summary").all():
        summary.tap()
    expect(page.locator("#prepare")).to_contain_text(visit.names[3])


def new_match_with_an_amount_on_our_keypad(visit: Visit) -> None:
    page = visit.opens("new-match")
    page.locator("#money summary").tap()
    page.locator("[name=stake]").tap()
    expect(page.locator(".amounts")).to_be_visible()


def new_match_by_house_rules(visit: Visit) -> None:
    rules = visit.house_rules
    page = visit.opens("new-match")
    page.locator("[name=circle]").select_option(rules.circle.code)
    expect(page.locator(f"#preset-house-{rules.pk}")).to_be_checked()


# The board


def board_how_asked_once_more(visit: Visit) -> None:
    table = visit.board(visit.going)
    table.closes(0)
    table.chip("chinchon").tap()


def board_closed_in(visit: Visit, preset: str) -> None:
    visit.board(visit.match(preset=preset)).closes(0, "out" if preset == "chinaso" else "")


def board_for_who_may_watch(visit: Visit) -> None:
    visit.comes_as(factories.phone_with(Role.WATCH, visit.going))
    visit.board(visit.going)


def board_with_details(visit: Visit) -> None:
    lifecycle.describe(visit.going, place=LONG, note="W" * 200, played_on=visit.going.played_on)
    below(visit.opens("match", visit.going.code))


def board_that_tells_who_was_going_to_win(visit: Visit) -> None:
    visit.opens("match", visit.finished.code)
    expect(below(visit.page).locator("#story .turning, #areas").first).to_be_visible()


def board_with_chances(visit: Visit) -> None:
    forecast_while_it_is_played(visit)
    visit.page.locator("[name=on]").tap()
    expect(visit.page.locator(".row .chance").first).to_be_visible()


def my_row(visit: Visit) -> None:
    page = visit.opens("me", visit.going.code)
    page.locator("#id_seat_0").check(force=True)
    page.locator("main .button").tap()
    expect(page.locator('.row[data-you][data-seat="0"]')).to_be_visible()


def typed(visit: Visit, table: Table) -> None:
    """A whole hand, not saved."""
    table.fills(0, "clean", dict.fromkeys(range(1, len(visit.names)), 23))


def line_to_read_aloud(visit: Visit) -> None:
    table = visit.board(visit.going)
    table.fills(0, "clean", dict.fromkeys(range(1, len(visit.names) - 1), 23))
    expect(table.line).to_contain_text("+23")


def refused_save(visit: Visit) -> None:
    table = visit.board(visit.fresh)
    table.closes(0, "clean")
    table.tap_keys("23")
    table.save_button.tap()
    expect(table.board.locator(".error").first).to_be_visible()


def stale_save(visit: Visit) -> None:
    table = visit.board(visit.fresh)
    visit.page.route("**/pulse/**", lambda route: route.abort())  # what is written is not heard of
    factories.write(visit.fresh, visit.hand(0), phone=visit.owner)
    typed(visit, table)
    table.saves()
    expect(table.trouble).to_be_visible()


def no_answer(visit: Visit) -> None:
    table = visit.board(visit.fresh)
    typed(visit, table)
    expect(table.line).to_contain_text("+23")
    visit.page.context.set_offline(True)
    table.save_button.tap()
    expect(table.line.locator(".error")).to_be_visible()
    with visit.page.expect_response(is_poll):  # on a busy machine the network is back only after a while
        visit.page.context.set_offline(False)


def undone(visit: Visit) -> None:
    visit.board(visit.match(visit.hand(0))).undoes()


def answered(visit: Visit) -> None:
    visit.board(visit.asked).answers(1, "yes")


def rematch(visit: Visit) -> None:
    visit.board(visit.finished)
    visit.page.locator("form[action$='/rematch/'] button").tap()
    expect(visit.page.locator("#record")).to_be_visible()


def archived(visit: Visit) -> None:
    page = visit.opens("match", visit.fresh.code)
    below(page).locator("[form=archive]").tap()
    expect(page.locator("#kept .tag")).to_have_count(1)


def heard_while_typing(visit: Visit) -> None:
    table = visit.board(visit.fresh)
    table.closes(1, "clean")
    factories.write(visit.fresh, visit.hand(0), phone=visit.owner)
    expect(table.meanwhile).to_be_visible()


def board_of_a_rematch_started(visit: Visit) -> None:
    match = visit.match(visit.hand(0, close=Close.CHINCHON), chinchon_points="wins")
    table = visit.board(match)
    paper.tap(visit.owner, visit.owner.get(match.get_absolute_url()), "Revancha")
    expect(table.board.locator(".over-panel a.button:not(.second)")).to_be_visible()


def totals_that_differ(visit: Visit) -> None:
    """What a board says where the phone counted other totals than the server."""
    page = visit.opens("match", visit.going.code)
    said = {"shown": "Ana 12", "counted": "Ana 13"}
    token = page.locator("[name=csrfmiddlewaretoken]").first.input_value()
    address = reverse("differs", args=[visit.going.code])
    answer = page.request.post(address, form={**said, "csrfmiddlewaretoken": token})
    board = "(html) => document.querySelector('#board .below').insertAdjacentHTML('afterbegin', html)"
    page.evaluate(board, answer.text())
    expect(page.locator(".below .trouble li")).to_have_count(2)


def hand_that_waits(visit: Visit) -> None:
    """A hand that does not reach the server."""
    table = visit.board(visit.match())
    Obstacle(visit.page, "**/hand/", lambda route: route.abort())
    typed(visit, table)
    table.save_button.tap()
    expect(visit.page.locator("#waiting")).to_be_visible()  # those of states before may wait too


# A paper sheet


def paper_sheet(visit: Visit) -> None:
    match = factories.start(visit.owner, *visit.names[:4], preset="chinaso")
    visit.opens("paper", match.code)


def paper_typed(visit: Visit, *hands: tuple[str, ...], said: str, **rules: str) -> None:
    match = factories.start(visit.owner, *visit.names, **rules)
    page = visit.opens("paper", match.code)
    for place, numbers in enumerate(hands):
        for seat, number in enumerate(numbers + ("20",) * (len(visit.names) - len(numbers))):
            page.locator(f"[name='{place}.deadwood_{seat}']").fill(number)
    visit.refused(said, ".start [value=look]")


def paper_looked_at(visit: Visit) -> None:
    paper_typed(visit, ("", "75"), ("-10", "45"), said="[value=save]", preset="chinchon-fournier")


def paper_refused(visit: Visit) -> None:
    paper_typed(visit, ("-10", "x"), ("3", "2"), ("", "y"), said=".error")


# Everyday things


def seats_drawn(visit: Visit) -> None:
    """Each took a card and sees who begins."""
    visit.opens("happen", visit.fresh.code, "draw")
    visit.page.locator("#draw [value=take-3]").tap()
    expect(visit.page.locator("#draw .drawn li")).to_have_count(1)
    visit.page.locator("#draw [value=all]").tap()
    expect(visit.page.locator("#draw .start")).to_be_visible()


# Corrections


def correct_by_putting_in_a_hand(visit: Visit) -> None:
    page = visit.corrects(visit.going, 0).page
    page.locator("[name=act][value=insert]").tap()
    expect(page.locator("[name=act][value=add]")).to_be_attached()


def corrected(visit: Visit, table: Table, points: str, said: str) -> None:
    """Another number of the second player, and what comes of it."""
    table.field(1).fill(points)
    table.save_button.tap()
    expect(visit.page.locator(said).first).to_be_visible()


def correct_going(visit: Visit, points: str, said: str) -> None:
    corrected(visit, visit.corrects(visit.going, 0), points, said)


def correct_stuck_at_a_hand(visit: Visit) -> None:
    """A correction of the first hand leaves nobody to play the second."""
    match = visit.match(visit.hand(0, 20), visit.hand(0, 5, others=5), limit=40, rebuys=0)
    corrected(visit, visit.corrects(match, 0), "60", ".warn")


def correct_stuck_at_a_question(visit: Visit) -> None:
    match = visit.match(visit.hand(0, 33), visit.hand(0), preset="chinchon-fournier", limit=70)
    corrected(visit, visit.corrects(match, 0), "71", "[name=act][value=yes-1]")


# The others


def told_to_others(visit: Visit) -> None:
    expect(visit.opens("tell", visit.finished.code).locator("textarea")).to_be_visible()


def forecast_of_a_finished_match(visit: Visit) -> None:
    unfold(visit, "forecast", visit.finished.code)


def forecast_while_it_is_played(visit: Visit) -> None:
    expect(visit.opens("forecast", visit.going.code).locator("[data-chance]").first).to_be_visible()


def log_of_two_phones(visit: Visit) -> None:
    match = visit.match(visit.hand(0))
    other = phone_called(visit.names[0], match, Role.SCORE)
    factories.write(match, visit.hand(0), phone=other)
    visit.opens("log", match.code)


def share(visit: Visit) -> None:
    unfold(visit, "share", visit.going.code)


def share_with_a_code(visit: Visit) -> None:
    page = visit.opens("share", visit.going.code)
    page.locator('form[action*="/code/watch/"] button').tap()
    expect(page.locator(".typed-code")).to_be_visible()


def phones_with_a_claim(visit: Visit) -> None:
    my_row(visit)
    visit.opens("match-phones", visit.going.code)


def link_for_nobody_known(visit: Visit) -> None:
    visit.comes_as(None)
    visit.page.goto(grants.link_path(visit.going.circle, Role.OWN))


def link_of_what_the_phone_has(visit: Visit) -> None:
    visit.page.goto(grants.link_path(visit.going, Role.SCORE))


# Without a signal


def hand_that_waits_in_the_list(visit: Visit) -> None:
    hand_that_waits(visit)
    expect(visit.opens("no-signal").locator("#hands > li").last).to_be_visible()


STORES = """async ([script, record]) => {
  const { change } = await import(script);
  await change(record.code, () => record);
}"""


def hand_that_was_refused(visit: Visit) -> None:
    """A hand that waits on this phone for an answer, because another phone wrote the same one."""
    page, code = visit.opens("no-signal"), visit.match().code
    told = " · ".join(f"{name} +20" for name in visit.names)
    since = [{"key": "k2", "kind": "hand", "told": told, "by": visit.names[0]}]
    reasons = ["Mientras tanto se escribió esto, así que no se ha hecho nada:"]
    stopped = {"why": "stale", "reasons": reasons, "since": since}
    entry = {"key": "k1", "at": 1_800_000_000_000, "entry": ["hand", {}], "names": {}}
    line = {**entry, "told": told, "hand": "2", "action": "score-hand", "stopped": stopped}
    record = {"code": code, "document": None, "etag": None, "app": "", "seen": "", "lines": [line]}
    page.evaluate(STORES, ["/static/js/sync/store.js", record])
    expect(page.locator("#hands [data-do=again]:visible")).to_have_count(1)
    expect(page.locator("#waiting.asks")).to_be_visible()


GOING, FRESH, FINISHED = ("going.code",), ("fresh.code",), ("finished.code",)
PAGES = {
    "home": [partial(without_rights, name="home"), home_with_matches, nothing_there, server_failed],
    "new-match": [
        partial(without_rights, name="new-match"),
        partial(new_match_refused, names=1),
        partial(new_match_of, preset="rum-500-pairs"),
        new_match_with_an_amount_on_our_keypad,
        new_match_by_house_rules,
    ],
    "match": [
        GOING,
        FRESH,
        FINISHED,
        ("asked.code",),
        board_how_asked_once_more,
        *(partial(board_closed_in, preset=preset) for preset in ("gin", "chinaso", "rum-500")),
        board_for_who_may_watch,
        board_with_details,
        board_that_tells_who_was_going_to_win,
        board_with_chances,
        my_row,
        line_to_read_aloud,
        refused_save,
        stale_save,
        no_answer,
        undone,
        archived,
        heard_while_typing,
        board_of_a_rematch_started,
        totals_that_differ,
    ],
    "big": [GOING, FRESH, FINISHED],
    "paper": [paper_sheet, paper_looked_at, paper_refused],
    "everyday": [GOING],
    "happen": [
        *(("going.code", kind) for kind in FORM_OF),
        Refused(("going.code", "rules"), {}, said=ALERT),
        seats_drawn,
    ],
    "correct": [
        ("going.code", "0"),
        correct_by_putting_in_a_hand,
        partial(correct_going, points="three", said=".error"),
        partial(correct_going, points="33", said="[name=act][value=save]"),
        correct_stuck_at_a_hand,
        correct_stuck_at_a_question,
    ],
    "privacy": [()],
    "demo": [partial(without_rights, name="demo"), demo_after_the_hand],
    "help": [()],
    "help-game": [("chinchon",), ("rum-500",)],
    "help-tips": [("gin",)],
    "help-example": [("gin",)],
    "help-example-hand": [("gin", "7"), ("rum-500", "4")],
    "help-of-match": [GOING],
    "scoresheet": [GOING, FINISHED],
    "log": [GOING, log_of_two_phones],
    "tell": [told_to_others],
    "forecast": [forecast_of_a_finished_match, forecast_while_it_is_played],
    "share": [share, share_with_a_code],
    "me": [GOING],
    "match-phones": [GOING, phones_with_a_claim],
    "join": [(), Refused((), {"code": "abc def"}, said="#code-refused", button="main button")],
    "link": [link_for_nobody_known, link_of_what_the_phone_has],
    "no-signal": [(), hand_that_waits_in_the_list, hand_that_was_refused],
}
