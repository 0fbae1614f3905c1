"""What is said of cuts, corrections, prizes and in files is true: each sentence is read, and counted again by
code that shares nothing with the app. Sums are of the whole pot and of all people."""

import re
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest
from django.template.loader import render_to_string
from django.utils import translation
from hypothesis import given, strategies as st

from rules.night import events
from rules.night.events import Seated
from rules.night.play import play, replay
from rules.night.presets import Format
from rules.night.seating.values import Broken, Wish
from rules.night.stages import Stage
from rules.night.standings import night_standings, standings
from scores.core.notation.numbers import mean, plus, signed
from scores.night.desk.page import notice_of
from scores.night.history.sentences import cut_in_words
from scores.night.log import Now
from scores.night.models import Night, Plan
from scores.night.money import NightMoney
from scores.night.seating.drafts import costs
from scores.night.seen import SeenNight
from scores.night.shown.files import FILES
from scores.night.shown.standings import VALUES, headings, sentences_under
from scores.night.words import in_decimals
from tests.rules.night.support import naive
from tests.rules.night.support.logs import in_order, night_of, tables_of
from tests.rules.night.test_nights import NIGHTS, few
from tests.scores.support.nights import lines_of


class NamesByNumber(dict):
    def __missing__(self, entrant):
        return f"N{entrant}"


NAMES = NamesByNumber()


def named(text):
    """The entrants that a part of a sentence names."""
    return {int(name) for name in re.findall(r"N(\d+)", text)}


def text_of(html):
    """What somebody reads, with one space between words."""
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def said(part, **context):
    """The text of a part of a page of a night."""
    return text_of(render_to_string(f"scores/night/{part}.html", context))


def last_seated(made):
    """The index of the last round among these events."""
    return max(at for at, event in enumerate(made) if isinstance(event, Seated))


# Drafts

OF_DRAFT = {
    "rest": re.compile(r"Descansan? (.*)[.]"),
    "together": re.compile(r"(.*) van a la misma mesa, como se pidió[.]"),
    "apart": re.compile(r"(.*) van a la misma mesa, y se pidió separarlos[.]"),
    "separated": re.compile(r"(.*) van a mesas distintas, y se pidió juntarlos[.]"),
}
REPEATED = re.compile(r"(\d+) cruces? se repiten?(?:: (.*))?[.]")
NOBODY_REPEATS = "Nadie se repite."
NAMED_AT_MOST = 3  # pairs


def sentences_of_costs(sheet, seated):
    seen = SeenNight(Night(), Now(sheet, {}), Plan(), NAMES)
    found = costs(seen, seated)._replace(new=(), won=())
    context = found._asdict() | {"names": NAMES, "seated": seated}
    return lines_of("seating/_costs", context, "li")


def read_costs(sentences):
    """(how many meet again, which pairs if it names them, everything else that is said)."""
    first, *others = sentences
    more = [
        (key, frozenset(named(found[1])))
        for sentence in others
        for key, pattern in OF_DRAFT.items()
        if (found := pattern.fullmatch(sentence))
    ]
    assert len(more) == len(others)
    if first == NOBODY_REPEATS:
        return 0, set(), more
    count, pairs = REPEATED.fullmatch(first).groups()
    again = {frozenset(named(pair)) for pair in (pairs or "").split("; ") if pair}
    return int(count), again, more


def expected_costs(sheet, seated):
    def tables_with(pair, rounds):
        return [
            table for each in rounds for table in each.tables if pair <= {*table.seats}
        ]

    def kept(pairs):
        return [
            (pair, bool(tables_with(pair, [seated])))
            for pair in map(frozenset, sorted(pairs))
            if pair <= sitting
        ]

    sitting = {name for table in seated.tables for name in table.seats}
    again = {
        frozenset(pair)
        for table in seated.tables
        for pair in combinations(table.seats, 2)
        if tables_with({*pair}, sheet.rounds)
    }
    together = kept(sheet.together)
    more = [("rest", frozenset(seated.resting))] if seated.resting else []
    more += [("together", pair) for pair, is_so in together if is_so]
    more += [("apart", pair) for pair, is_so in kept(sheet.apart) if is_so]
    more += [("separated", pair) for pair, is_so in together if not is_so]
    return len(again), again if len(again) <= NAMED_AT_MOST else set(), more


@few
@given(NIGHTS)
def test_a_draft_says_who_meets_again_and_which_wishes_it_keeps(played):
    for at, event in enumerate(played.log):
        if isinstance(event, Seated):
            before = replay(played.log[:at]).sheet
            told = read_costs(sentences_of_costs(before, event))
            assert told == expected_costs(before, event)


def test_a_draft_says_who_rests_and_reaches_no_table():
    sheet = night_of(Stage(), 7, [(1, 2, 3, 4), (5, 6, 7)])
    broken = (Broken(Wish.APART, (1, 2)), Broken(Wish.REACH, (5,)))
    draft = Seated(2, tables_of((1, 2, 5)), (3, 4), broken)
    assert sentences_of_costs(sheet, draft) == [
        "1 cruce se repite: N1 y N2.",
        "Descansan N3 y N4.",
        "N1 y N2 van a la misma mesa, y se pidió separarlos.",
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


def expected_final_cut(night, results, seats):
    return expected_of(None, naive.ranks_of_those_here(night, results), seats)


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
            expected_final_cut(night, results, final)
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


# What was decided at a cut

DECIDED = re.compile(
    r"(?:Ronda (?P<round>\d+), mesa (?P<table>\d+)|Final): empataban (?P<level>.*?)[.] "
    r"(?P<by>[^:]*): pasan? (?P<through>.*?)(?:; (?P<out>.*) quedan? fuera)?"
)
WAYS = {
    "Desempate jugado": "playoff",
    "Más plazas": "seats",
    "Sorteo delante de todos": "lot",
}


@few
@given(NIGHTS)
def test_what_was_decided_at_a_cut_is_said_as_it_was(played):
    for cut in played.sheet.cuts:
        told = DECIDED.fullmatch(cut_in_words(cut, NAMES))
        at = (int(told["round"]), int(told["table"])) if told["round"] else None
        assert at == (tuple(cut.at) if cut.at.table else None)
        assert WAYS[told["by"]] == cut.by
        through = named(told["through"])
        assert (named(told["level"]), through) == ({*cut.level}, {*cut.through})
        assert named(told["out"] or "") == {*cut.level} - through


# Money and files

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
    assert sum(won.values()) + club_said == in_pot
    assert sum(won.values()) + sum(without_taker.values()) == sum(prizes)


def in_cents(cell):
    [amount] = cents(f"{cell} €")
    return amount


def columns(rows, first, after):
    return [[row[index] for row in rows] for index in range(first, after)]


def is_due(sheet, name):
    """Whether somebody has to pay: who is here, has paid, or was seated or rested."""
    here = sheet.badges[name].is_here
    return here or name in sheet.paid or naive.came(sheet, name)


@few
@given(NIGHTS, PAYMENTS)
def test_the_file_of_the_standings_has_everybody_and_all_the_money(played, payments):
    sheet = with_money(played, payments, 0)
    plan = Plan.of_stages(
        played.stages, preset=Format.EVERYBODY, prizes=(60, 30), fee=300
    )
    now = Now(sheet, played.results)
    _headings, *rows = FILES["standings"](NightMoney(None, now, plan, NAMES))
    assert sorted(row[1] for row in rows) == sorted(sheet.badges)
    ranks = [(row[1], row[0]) for row in rows if row[0] is not None]
    ranked = played.results or sheet.reported
    assert ranks == (naive.night_standings(sheet, played.results) if ranked else [])
    [paid, owed, prizes] = [[*map(in_cents, column)] for column in columns(rows, 6, 9)]
    assert sum(paid) == sum(sheet.paid.values())
    assert [due + has for due, has in zip(owed, paid, strict=True)] == [
        300 if has or is_due(sheet, row[1]) else 0
        for row, has in zip(rows, paid, strict=True)
    ]
    amounts = naive.by_share(sum(paid), (60, 30))
    assert sum(prizes) == sum(naive.prizes(ranks, amounts).values())


# Who is level, and what goes before points


PATTERNS = {
    str(criterion): re.compile(
        re.escape(str(words)).replace(re.escape("%(values)s"), "(.*)")
    )
    for criterion, words in VALUES.items()
}
SHARED = re.compile("(.*) comparten el puesto[.]")


def read(sentence):
    """(criterion, values as written by entrant) of one that compares; who shares a rank."""
    for criterion, pattern in PATTERNS.items():
        if found := pattern.fullmatch(sentence):
            pairs = [pair.split(" ", 1) for pair in found[1].split(", N")]
            return criterion, {
                int(name.removeprefix("N")): value for name, value in pairs
            }
    found = SHARED.fullmatch(sentence)
    return "shared", named(found[1])


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
    """What has to be said about a group, as `read` gives it."""
    if len(level) == 1:
        return
    if not ties:
        yield "shared", set(level)
        return
    values = naive.tie_values(night, results, index, ties[0], level)
    if len(set(values.values())) > 1:
        yield ties[0], {name: written(ties[0], values[name]) for name in level}
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
        told = sentences_under(lines, NAMES)
        said = [
            [read(sentence) for sentence in sentences] for sentences in told.values()
        ]
        levels = levels_of(night, results, index)
        assert said == [
            [*expected_of_level(night, results, index, level)] for level in levels
        ]
        assert [*told] == [level[-1] for level in levels]


OUT = re.compile(r"Eliminados en la ronda (\d+)")
KINDS = {
    "La final": "final",
    "Los demás, por la clasificación de antes": "others",
    "Sin eliminar": "in",
}


def said_above(lines):
    """What the headings say of everybody, in order."""
    said = []
    for line, heading in zip(lines, headings(lines), strict=True):
        if heading:
            out = OUT.fullmatch(heading)
            kind = int(out[1]) if out else KINDS[heading]
        elif not said:
            kind = None
        said.append((line.entrant, kind))
    return said


def expected_above(night, results):
    """What puts people before others, whatever their points: the final, or the round they went out in."""
    last = len(night.stages) - 1
    has_final = night.stages[last].stage.plays == "final"
    kinds = []
    for name, _rank in naive.night_standings(night, results):
        if has_final and name in night.stages[last].entrants:
            kinds.append((name, "final"))
            continue
        out = naive.out_in(night, results, last - has_final, name)
        kinds.append((name, out or ("others" if has_final else "in")))
    is_one = len({kind for _name, kind in kinds}) == 1
    return [(name, None if is_one else kind) for name, kind in kinds]


@few
@given(NIGHTS)
def test_what_goes_before_points_is_a_heading_and_true_of_everybody_below_it(played):
    lines = night_standings(played.sheet, played.results)
    assert said_above(lines) == expected_above(played.sheet, played.results)


@pytest.mark.parametrize(
    ("language", "texts"),
    [("es", ["12", "4,5", "0,3"]), ("en", ["12", "4.5", "0.3"])],
)
def test_points_are_written_to_a_tenth_as_the_language_writes_them(language, texts):
    with translation.override(language):
        assert [
            in_decimals(points) for points in (12, Fraction(9, 2), Fraction(1, 3))
        ] == texts
