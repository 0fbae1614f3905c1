"""Databases of older versions: every hand is still there after the upgrade."""

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.support import extent
from tests.support.servers import ALONE, ROOT, manage, printed_by, serving
from tests.support.wire import Phone
from tests.tools.kill.patience import wait_until

MADE_BY = Path(__file__).parent / "fixtures"

READ_IT = """
import json
from scores.models import Match
from scores.core.matches.scoresheet import Sheet
from scores.core.notation.shown_names import unmarked_text
sheets = [Sheet(match) for match in Match.objects.order_by("uid")]
print(json.dumps([
    {
        "totals": {unmarked_text(sheet.names[seat]): standing.total
                   for seat, standing in sheet.board.standings.items()},
        "results": {row.seat.player.name: [row.place, row.won, row.total, row.buy_backs, row.money]
                    for row in sheet.match.results.select_related("seat__player").order_by("seat__position")},
        "asked": [unmarked_text(sheet.names[seat]) for seat in sheet.board.seats_asked],
        "hands": sheet.board.hands,
    }
    for sheet in sheets
]))
"""

FIRST = {  # Luis: 59 − 50 + 9 + 30 + 51 = 99, past the limit that had come down to 60, back in at José's 52
    "totals": {"Ana": 19, "Luis": 52, "Eva": 45, "José 🃏": 52},
    "results": {
        "Ana": [1, True, 19, 0, 60_000],
        "Luis": [2, False, 52, 1, -20_000],
        "Eva": [4, False, 45, 0, -20_000],
        "José 🃏": [2, False, 52, 0, -20_000],
    },
    "asked": [],
    "hands": 5,
}
SECOND = {  # to 70: P2 bought back in at 35 and was past it again, then stayed out
    "totals": {"P1": 41, "P2": 70, "P3": 32, "P4": 65},
    "results": {
        "P1": [2, False, 41, 0, -200],
        "P2": [4, False, 70, 1, -400],
        "P3": [1, False, 32, 0, -200],
        "P4": [3, False, 65, 0, -200],
    },
    "asked": [],
    "hands": 4,
}


PLAY_ON = """
from django.test import Client
from rules.events import Close
from rules.events import HandScored
from scores.core.access import grants
from scores.models import Match, Role
from tests.scores.support.table import score
match = Match.objects.order_by("uid")[1]
phone = Client(headers={"host": "localhost"})
phone.post(grants.link_path(match, Role.SCORE))
print(score(phone, match, HandScored({0: 20, 2: 0, 3: 2}, 2, Close.CLEAN)).status_code)
"""
PLAYED_ON = {  # P3 closes clean: 32 − 10; P1 41 + 20; P4 65 + 2 is still under 70
    "totals": {"P1": 61, "P2": 70, "P3": 22, "P4": 67},
    "results": {
        "P1": [2, False, 61, 0, -200],
        "P2": [4, False, 70, 1, -400],
        "P3": [1, False, 22, 0, -200],
        "P4": [3, False, 67, 0, -200],
    },
    "asked": [],
    "hands": 5,
}

OLD_LINKS = """
import hmac
from base64 import urlsafe_b64encode
from django.conf import settings
from django.http import Http404
from scores.core.access import grants, phones
from scores.models import Match, Role
def old_link(kind, target, role):
    message = f"{kind}:{target.code}:{role.name}:0".encode()  # as version 0.1.0 did
    token = urlsafe_b64encode(hmac.new(settings.LINK_KEY.encode(), message, "sha256").digest()[:16])
    return kind, target.code, role, token.decode().rstrip("=")
def works(link):
    try:
        return bool(grants.link_target(*link))
    except Http404:
        return False
match = Match.objects.order_by("uid")[1]
links = [
    old_link("circle", match.circle, Role.SCORE),
    old_link("match", match, Role.SCORE),
    old_link("match", match, Role.OWN),
]
before = [works(link) for link in links]
phones.revoke(match.circle, Role.SCORE, None, and_take=False)
print(before, [works(link) for link in links])
"""


# What each version had written of itself: its own migrations, later replaced by one for each version
MIGRATIONS_OF = {
    "0005_version_0_3": (
        "0001_tables 0002_match_version 0003_phones_and_merges 0004_rights_by_link 0005_house_rules"
    ),
    "0009_version_0_4": "0006_history 0007_ratings 0008_sought 0009_entry_uid_of_a_match",
    "0011_version_0_5": "0010_limit_counts_and_lines_by_phone 0011_kept_files",
    "0019_version_0_6": (
        "0012_players_by_key 0013_lowest_chance_of_winners 0014_typed_codes 0015_money_in_cents 0016_faces "
        "0017_points_and_busts_of_results 0018_claims 0019_codes_once_per_phone"
    ),
    "0030_version_1_0": (
        "0020_paper_keys 0021_rights_lines 0022_vouchings 0023_passkeys 0024_phones_that_forget "
        "0025_add_club_nights 0026_say_which_matches_are_tables_of_a_night "
        "0027_tell_nights_apart_within_a_group 0028_let_statistics_leave_nights_out "
        "0029_give_a_phone_a_night_to_watch 0030_give_a_card_letters"
    ),
    "0033_bring_plans_within_their_bounds": (
        "0031_write_accents_in_one_form 0032_say_which_rights_are_of_a_night "
        "0033_bring_plans_within_their_bounds"
    ),
}


def database_of(version, folder):
    """The matches of 0.1.0 in the tables of the version that ended with this migration."""
    file = folder / "db.sqlite3"
    shutil.copy(MADE_BY / "0.1.0.sqlite3", file)
    done = manage(folder, "migrate", "scores", version, "-v0")
    assert done.returncode == 0, done.stderr
    written = []
    for last, names in MIGRATIONS_OF.items():
        written += names.split()
        if last == version:
            break
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("DELETE FROM django_migrations WHERE app = 'scores'")
        database.executemany(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('scores', ?, '2026-11-25')",
            [(name,) for name in written],
        )
    return file


def test_a_database_of_the_first_version_says_what_it_said_then_and_plays_on(tmp_path):
    """Its links work until they are revoked."""
    assert_plays_on(tmp_path, MADE_BY / "0.1.0.sqlite3")


@extent.by_night("databases of every version")
@pytest.mark.parametrize("version", MIGRATIONS_OF)
def test_a_database_of_every_version_since_plays_on(tmp_path, version):
    (tmp_path / "old").mkdir()
    assert_plays_on(tmp_path, database_of(version, tmp_path / "old"))


def assert_plays_on(tmp_path, old):
    restored = manage(tmp_path, "restore", str(old))
    assert restored.returncode == 0, restored.stderr
    done = manage(
        tmp_path, "shell", "-v0", "-c", READ_IT + PLAY_ON + READ_IT + OLD_LINKS
    )
    before, status, after, links = done.stdout.splitlines()
    assert (json.loads(before), status, json.loads(after)) == (
        [FIRST, SECOND],
        "302",
        [FIRST, PLAYED_ON],
    )
    assert links == "[True, True, True] [False, False, True]", done.stderr


REPORT_BY_HAND = """
from scores.models import Match
from scores.night.models import Night, NightEntry, NightTable, Sitting
match = Match.objects.order_by("uid").first()
night = Night.objects.create(circle=match.circle, name="Noche", plan={})
table = NightTable.objects.create(night=night, number=1)
Sitting.objects.create(table=table, round=1, match=match)
NightEntry.objects.create(night=night, seq=0, kind="reported", payload={"at": [1, 1]}, client_key="a")
"""
OVERRULED = """
from scores.night.models import Sitting
print(*Sitting.objects.values_list("is_overruled", flat=True))
"""


@extent.by_night("databases of every version")
def test_an_upgrade_marks_the_results_that_a_night_had_overruled(tmp_path):
    shutil.copy(MADE_BY / "0.1.0.sqlite3", tmp_path / "db.sqlite3")
    manage(tmp_path, "migrate", "scores", "0051", "-v0")
    manage(tmp_path, "shell", "-v0", "-c", REPORT_BY_HAND)
    done = manage(tmp_path, "migrate", "-v0")
    assert (done.returncode, done.stderr) == (0, "")
    assert manage(tmp_path, "shell", "-v0", "-c", OVERRULED).stdout == "True\n"


ALL_RESULTS = """
import json
from scores.core.matches import results
from scores.models import Result
print(json.dumps([results.incomplete_matches().count(), list(Result.objects.order_by("pk").values())]))
"""


def all_results(data):
    return printed_by(ALL_RESULTS, data)


@extent.by_night("databases of every version")
def test_a_served_older_database_is_filled_in_behind_the_app(tmp_path):
    shutil.copy(MADE_BY / "0.1.0.sqlite3", tmp_path / "db.sqlite3")
    with serving(tmp_path, **ALONE) as app:
        assert Phone(app.port).get("/").status == 200
        wait_until(lambda: all_results(tmp_path)[0] == 0, "all results are filled in")
    assert (app.exit_code, app.stderr) == (0, "")
    assert "worked out again" not in app.stdout  # before it listened
    filled = all_results(tmp_path)
    manage(tmp_path, "rebuild_results")
    assert (len(filled[1]), all_results(tmp_path)) == (8, filled)


def test_a_migration_changes_the_database_that_is_migrated():
    """`move_to` migrates another database than the app's, which it then copies."""
    for path in (ROOT / "scores" / "migrations").glob("0*.py"):
        source = path.read_text(encoding="utf-8")
        assert source.count(".using(schema_editor.connection.alias)") == source.count(
            "apps.get_model("
        ), path.name
