"""What is said of drafts, cuts, corrections and prizes is true: each sentence is read, and counted again by
code that shares nothing with the app. Sums are of the whole pot and of all people."""

import re
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, pairwise

import pytest
from django.template.loader import render_to_string
from django.utils import translation
from hypothesis import given, strategies as st

from rules.night import events
from rules.night.events import Seated
from rules.night.play import play, replay
from rules.night.prizes import debts
from rules.night.seating.values import Broken, Wish
from rules.night.stages import Stage
from rules.night.standings import Criterion, night_standings, standings
from scores.core.notation.names import joined_names
from scores.core.notation.numbers import mean, plus, signed
from scores.night.desk.page import notice_of
from scores.night.log import Now
from scores.night.models import Night, Plan
from scores.night.money import NightMoney
from scores.night.seating.drafts import costs
from scores.night.seen import SeenNight
from scores.night.shown.standings import VALUES, headings, sentences_under
from scores.night.words import in_decimals
from tests.rules.night.support import naive
from tests.rules.night.support.logs import in_order, night_of, tables_of
from tests.rules.night.test_nights import NIGHTS, few
from tests.scores.support.nights import lines_of
from tests.scores.support.table import text_of


class NamesByNumber(dict):
    def __missing__(self, entrant):
        return f"N{entrant}"


NAMES = NamesByNumber()


def named(text):
    """The entrants that a part of a sentence names."""
    return {int(name) for name in re.findall(r"N(\d+)", text)}


def said(part, **context):
    """The text of a part of a page of a night."""
    return text_of(render_to_string(f"scores/night/{part}.html", context))


def last_seated(made):
    """The index of the last round among these events."""
    return max(at for at, event in enumerate(made) if isinstance(event, Seated))


# Drafts

NOBODY_REPEATS = "Nadie se repite."


def sentences_of_costs(sheet, seated):
    seen = SeenNight(Night(), Now(sheet, {}), Plan(), NAMES)
    found = costs(seen, seated)._replace(new=(), won=())
    context = found._asdict() | {"names": NAMES, "seated": seated}
    return lines_of("seating/_costs", context, "li")


def listed(entrants):
    return joined_names([NAMES[entrant] for entrant in entrants])


def pairs_at(*rounds):
    return {
        pair
        for each in rounds
        for table in each.tables
        for pair in combinations(sorted(table.seats), 2)
    }


def expected_costs(sheet, seated):
    """The sentences in their order; pairs that meet again are named up to three."""
    sitting = {name for table in seated.tables for name in table.seats}
    met = pairs_at(seated)
    again = sorted(met & pairs_at(*sheet.rounds))
    text = f"{len(again)} cruces se repiten" if len(again) > 1 else "1 cruce se repite"
    named_pairs = f": {'; '.join(map(listed, again))}" if len(again) <= 3 else ""
    yield f"{text}{named_pairs}." if again else NOBODY_REPEATS
    if seated.resting:
        verb = "Descansan" if len(seated.resting) > 1 else "Descansa"
        yield f"{verb} {listed(seated.resting)}."
    for pair in sorted(sheet.together & met):
        yield f"{listed(pair)} van a la misma mesa, como se pidió."
    for pair in sorted(sheet.apart & met):
        yield f"{listed(pair)} van a la misma mesa, y se pidió separarlos."
    for pair in sorted(sheet.together - met):
        if sitting.issuperset(pair):
            yield f"{listed(pair)} van a mesas distintas, y se pidió juntarlos."


@few
@given(NIGHTS)
def test_a_draft_says_who_meets_again_and_which_wishes_it_keeps(played):
    for at, event in enumerate(played.log):
        if isinstance(event, Seated):
            before = replay(played.log[:at]).sheet
            told = sentences_of_costs(before, event)
            assert told == [*expected_costs(before, event)]


def test_a_draft_says_who_reaches_no_table():
    draft = Seated(1, tables_of((1, 2, 5)), (), (Broken(Wish.REACH, (5,)),))
    assert sentences_of_costs(night_of(Stage(), 5), draft) == [
        NOBODY_REPEATS,
        "A N5 no le toca una mesa a la que llegue.",
    ]


# Cuts

FATE = re.compile(r"(N\d+) (pasa|empata|fuera)")
LEVEL = re.compile(
    r"(?:Mesa (?P<table>\d+): )?(?P<level>.*) empatan por "
    r"(?:(?P<seats>\d+) plazas|la última plaza|una plaza)"
)


def expected_cut(night, results):
    """(table, who goes on, who is level, who is out, seats left) of the first cut that is open."""
    begun = night.stages[-1]
    if begun.stage.plays == "knockout":
        for table in night.rounds[-1].tables:
            at = (len(night.rounds), table.number)
            report = night.reported.get(at)
            result = report.result if report else results.get(at)
            if result is None:
                continue
            cut = expected_of(table.number, result.places, begun.stage.number)
            decided = [
                each for each in night.cuts if (each.at, {*each.level}) == (at, cut[2])
            ]
            if cut[2] and not decided:
                return cut
    raise AssertionError("no table has an open cut")


def expected_of(table, ranks, seats):
    through, level, out = map(set, naive.cut(ranks, seats))
    return table, through, level, out, seats - len(through)


@few
@given(NIGHTS)
def test_the_desk_says_of_each_cut_who_is_level_for_how_many_seats(played):
    plan = Plan.of_stages(played.stages)
    for night, results in played.open_cuts:
        shown = {
            "cut": SeenNight(None, Now(night, results), plan, NAMES).cut,
            "names": NAMES,
        }
        told = LEVEL.fullmatch(said("state/_cut_title", **shown))
        table = told["table"] and int(told["table"])
        organised = {"code": "night", "is_organised_here": True}
        ways = said("state/_cut", night=organised, desk=shown)
        fates = {"pasa": set(), "empata": set(), "fuera": set()}
        for name, fate in FATE.findall(ways):
            fates[fate] |= named(name)
        through = fates["pasa"]
        level = named(told["level"])
        seats = int(told["seats"] or 1)
        final = played.stages[-1].number
        expected = (
            expected_of(None, naive.ranks_of_those_here(night, results), final)
            if table is None
            else expected_cut(night, results)
        )
        assert (table, through, level, fates["fuera"], seats) == expected
        assert fates["empata"] == level
        goes_on = re.match(r"Pasan? (.*?)[.]", said("state/_cut_note", **shown))
        assert named(goes_on[1] if goes_on else "") == through
        assert (f"final de {len(through) + len(level)}." in ways) == (table is None)
        assert len(level) > seats > 0


# Corrections

MOVED = re.compile(r"N(\d+): del (\d+)[.]º al (\d+)[.]º")
OTHERS = re.compile(r"antes de esta ronda cambian? (\d+) puestos?[.]")
SENTENCES_OF_PEOPLE = {
    "returns": re.compile(
        r"Vuelven? a tener vida: (.*?)[.] Entran? en la ronda siguiente si están?[.]"
    ),
    "missed": re.compile(r"Tendrían? que jugar esta ronda y no tienen? mesa: (.*?)[.]"),
    "out": re.compile(
        r"Juegan? esta ronda, y con los resultados de ahora estarían? fuera: (.*?)[.]"
    ),
}


def text_of_notice(played, prizes):
    """What the desk says after a correction, in plain text."""
    now = Now(played.sheet, played.results, played.played)
    plan = Plan.of_stages(played.stages, prizes=(1,) * prizes)
    seen = SeenNight(None, now, plan, NAMES)
    return said("desk/_changed", desk={"notice": notice_of(seen, ()), "names": NAMES})


def expected_notice(played, log_of_before, seated, prizes):
    """(ranks that win a prize, how many others moved, what is said of people) by the night and its results
    then and now."""
    then, results_then = played.before_last
    before = replay(log_of_before).sheet
    corrected = replace(before, reported=played.sheet.reported)
    stage = len(before.stages) - 1
    ranks_then, ranks_now = (
        {
            name: rank
            for name, rank, *_rest in naive.standings(*sheet_and_results, stage)
        }
        for sheet_and_results in ((then, results_then), (corrected, played.results))
    )
    moved = {
        (name, rank, ranks_now[name])
        for name, rank in ranks_then.items()
        if ranks_now[name] != rank
    }
    is_final = before.stages[-1].stage.plays == "final"
    listed = {each for each in moved if is_final and min(each[1], each[2]) <= prizes}
    was_seated = {*naive.people_of(seated)}
    due, may = naive.due_in_next_round(corrected, played.results)
    key = "returns" if before.stages[-1].stage.plays == "lives" else "missed"
    wrong = {key: due - was_seated, "out": was_seated - may}
    people = {key: names for key, names in wrong.items() if names}
    others = len(moved) - len(listed) if listed or people else 0
    return listed, others, people


@few
@given(NIGHTS, st.integers(0, 5))
def test_a_notice_says_of_a_correction_who_moved_and_who_should_play_or_not(
    played, prizes
):
    if played.before_last is None:
        return
    made = [played.log[entry] for entry in played.played.in_force]
    at = last_seated(made)
    text = text_of_notice(played, prizes)
    listed = {tuple(map(int, found)) for found in MOVED.findall(text)}
    others = sum(map(int, OTHERS.findall(text)))
    people = {
        key: named(found[1])
        for key, pattern in SENTENCES_OF_PEOPLE.items()
        if (found := pattern.search(text))
    }
    expected = expected_notice(played, made[:at], made[at], prizes)
    assert (listed, others, people) == expected
    assert bool(text) == any(expected)


# Money

AMOUNTS = st.lists(st.integers(0, 9_000), max_size=8)
SHARES = st.lists(st.integers(0, 20), max_size=5)
PAYMENTS = st.lists(st.integers(-300, 900), max_size=12)
CENTS = re.compile(r"(−?)(\d+)(?:,(\d\d))? €")


def cents(text):
    """The amounts in euros that a text says, in hundredths."""
    return [
        (-1 if sign else 1) * (100 * int(whole) + int(part or 0))
        for sign, whole, part in CENTS.findall(text)
    ]


def with_money(played, payments, given_to):
    """The night after these payments, and after the first was given something by mistake."""
    sheet = played.sheet
    for name, amount in zip(sheet.badges, payments, strict=False):
        if amount:
            sheet = play(sheet, events.Paid(name, amount))
    return play(sheet, events.PrizeGiven(1, given_to)) if given_to else sheet


def prizes_of(sums):
    """(rank, entrant, prize, what is left to give) as the page says them, and who can be given something."""
    page = render_to_string("scores/night/money/_prizes.html", {"sums": sums})
    found = []
    can_get = set()
    for row in page.split("<li>")[1:]:
        text = text_of(f"<li>{row}")
        rank, entrant = map(int, re.match(r"(\d+)[.]º N(\d+) ", text).groups())
        *more, prize = cents(text.split(" Con la ")[0])
        is_given = 'aria-pressed="true"' in row
        found.append((rank, entrant, prize, (more or [0 if is_given else prize])[0]))
        if f'value="given {entrant}"' in row and "disabled" not in row:
            can_get.add(entrant)
    return found, can_get


def are_ranks_final(played):
    """Whether the last round of the plan is played, and every table has a result."""
    sheet = played.sheet
    last = sheet.stages[-1].stage
    rounds = {"rounds": last.number, "final": 1}.get(last.plays, 99)
    return (
        len(sheet.stages) == len(played.stages)
        and len(naive.rounds_of(sheet, len(sheet.stages) - 1)) == rounds
        and in_order(sheet).keys() <= {*played.results, *sheet.reported}
    )


@few
@given(NIGHTS, AMOUNTS, SHARES, PAYMENTS, st.sampled_from([0, 250]))
def test_what_is_said_of_prizes_is_true_and_the_sums_are_the_whole_pot(
    played, amounts, shares, payments, given_to
):
    sheet = with_money(played, payments, given_to)
    in_pot = sum(payments[: len(sheet.badges)])
    by_share = bool(shares)
    prizes = naive.by_share(in_pot, shares) if by_share else amounts
    plan = Plan.of_stages(
        played.stages,
        prizes=tuple(shares if by_share else amounts),
        by_share=by_share,
        currency="€",
    )
    sums = NightMoney(None, Now(sheet, played.results), plan, NAMES)
    order = naive.night_standings(sheet, played.results)
    won = naive.prizes(order, prizes)
    has_result = played.results or sheet.reported
    wins = won if has_result else {}  # nobody is ahead before
    due = {name: wins.get(name, 0) - sheet.prizes.get(name, 0) for name, _at in order}
    lines, can_get = prizes_of(sums)
    assert lines == [
        (rank, name, wins.get(name, 0), due[name])
        for name, rank in order
        if wins.get(name, 0) or due[name]
    ]
    is_final = are_ranks_final(played)
    assert can_get == {name for name, left in due.items() if left > 0 and is_final}
    text = said("money/_pot", sums=sums)
    without_taker = {
        rank: prize
        for rank, prize in enumerate(prizes, 1)
        if rank > len(order) and prize
    }
    pot_said, club_said, *untaken = cents(text)
    club_said = -club_said if "faltan" in text else club_said
    assert ("faltan" in text) == (in_pot < sum(won.values()))
    assert pot_said == in_pot
    assert club_said == in_pot - sum(won.values())
    assert untaken == list(without_taker.values())
    assert re.findall(r"El (\d+)[.]º premio", text) == [*map(str, without_taker)]
    assert debts(sheet, 300) == {
        name: 300 - sheet.paid.get(name, 0) if is_due(sheet, name) else 0
        for name in sheet.badges
    }


def is_due(sheet, name):
    """Whether somebody has to pay: who is here, has paid, or was seated or rested."""
    here = sheet.badges[name].is_here
    return here or name in sheet.paid or naive.came(sheet, name)


# Who is level, and what goes before points


def written(criterion, value):
    if criterion == "ahead":
        return plus(value)
    number = Fraction(value)
    return signed(int(number)) if number.denominator == 1 else mean(float(number))


def levels_of(night, results, index):
    """Who is level on points, by the second count."""
    groups = {}
    for name, _rank, points, _lives, out in naive.standings(night, results, index):
        groups.setdefault((out, points), []).append(name)
    return [group for group in groups.values() if len(group) > 1]


def expected_of_level(night, results, index, level, ties=("won", "ahead", "met")):
    """What has to be said about a group, in the order of their ranks."""
    if len(level) == 1:
        return
    if not ties:
        yield f"{listed(level)} comparten el puesto."
        return
    values = naive.tie_values(night, results, index, ties[0], level)
    if len(set(values.values())) > 1:
        said = [f"{NAMES[name]} {written(ties[0], values[name])}" for name in level]
        yield VALUES[Criterion(ties[0])] % {"values": ", ".join(said)}
    for value in sorted(set(values.values()), reverse=True):
        same = [name for name in level if values[name] == value]
        yield from expected_of_level(night, results, index, same, ties[1:])


@few
@given(NIGHTS)
def test_every_sentence_about_those_who_are_level_is_true_and_none_is_missing(played):
    night = played.sheet
    results = played.results
    for index in range(len(night.stages)):
        lines = standings(night, results, index)
        assert sentences_under(lines, NAMES) == {
            level[-1]: [*expected_of_level(night, results, index, level)]
            for level in levels_of(night, results, index)
        }


def expected_headings(night, results):
    """What puts people before others, whatever their points: the final, or the round they went out in. It
    stands at the first of them; nowhere where it is the same for all."""
    last = len(night.stages) - 1
    has_final = night.stages[last].stage.plays == "final"
    texts = []
    for name, _rank in naive.night_standings(night, results):
        out = naive.out_in(night, results, last - has_final, name)
        if has_final and name in night.stages[last].entrants:
            texts.append("La final")
        elif out:
            texts.append(f"Eliminados en la ronda {out}")
        elif has_final:
            texts.append("Los demás, por la clasificación de antes")
        else:
            texts.append("Sin eliminar")
    if len({*texts}) == 1:
        return [""] * len(texts)
    return ["" if text == before else text for before, text in pairwise(["", *texts])]


@few
@given(NIGHTS)
def test_what_goes_before_points_is_a_heading_and_true_of_everybody_below_it(played):
    lines = night_standings(played.sheet, played.results)
    assert headings(lines) == expected_headings(played.sheet, played.results)


@pytest.mark.parametrize(
    ("language", "texts"),
    [("es", ["12", "4,5", "0,3"]), ("en", ["12", "4.5", "0.3"])],
)
def test_points_are_written_to_a_tenth_as_the_language_writes_them(language, texts):
    with translation.override(language):
        assert [
            in_decimals(points) for points in (12, Fraction(9, 2), Fraction(1, 3))
        ] == texts
