"""docs/SETTINGS.md and the examples in deploy/ agree with the app and with each other."""

import os
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from urllib.parse import unquote

from django.conf import settings
from django.core.management import get_commands

from tests.site.requests.test_logs import TOKEN, unquoted, ways_to_write
from tests.site.test_upgrade import MADE_BY
from tests.support import extent
from tests.support.servers import ROOT, manage

DEPLOY = ROOT / "deploy"
VARIABLE = r"(?:REENGANCHE_[A-Z_]+|DATABASE_URL)"
TABLE = (ROOT / "docs" / "SETTINGS.md").read_text()
ROWS = re.findall(rf"^\| `({VARIABLE})` \| .+ \| .+ \|$", TABLE, re.M)
EXAMPLES = [
    *(file for file in DEPLOY.rglob("*") if file.is_file()),
    ROOT / "Dockerfile",
]


def test_every_variable_of_the_code_is_in_the_table_once_with_meaning_and_default():
    code = [*(ROOT / "chinchon_site").glob("*.py"), *(ROOT / "scores").rglob("*.py")]
    read = {
        name
        for file in code
        for name in re.findall(rf'"({VARIABLE})"', file.read_text())
    }
    limits = {
        f"REENGANCHE_LIMIT_{name.upper().replace('-', '_')}" for name in settings.LIMITS
    }
    assert sorted(ROWS) == sorted(read | limits)


def test_no_example_sets_or_runs_what_is_not_there():
    for file in (*EXAMPLES, ROOT / "docs" / "DEPLOY.md"):
        commands = set(
            re.findall(r"manage\.py\"?,? \"?([a-z_]+)(?![.\w])", file.read_text())
        )
        assert commands - set(get_commands()) == set()
        assert set(re.findall(rf"\b{VARIABLE}\b", file.read_text())) - {*ROWS} == set()


def test_the_log_of_nginx_has_no_token_of_a_link_however_it_is_written():
    """nginx itself is tried by hand: docs/DEPLOY.md."""
    [cut] = re.findall(
        r'^    "~(.+)" \$start\.\.\.;$', (DEPLOY / "nginx.conf").read_text(), re.M
    )
    uris = [
        unquote(way.partition("?")[0])
        for way in ways_to_write(f"/l/match/ab/own/{TOKEN}/")
    ]
    logged = [
        re.sub(rf"{cut.replace('?<', '?P<')}.*", r"\g<start>...", uri) for uri in uris
    ]
    assert [uri for uri in logged if TOKEN in unquoted(uri)] == []
    assert logged[0] == "/l/match/ab/own/..."


def test_the_container_holds_what_the_image_copies_and_no_more():
    copied = {
        name
        for names in re.findall(
            r"^COPY (?!--)(.+) \S+$", (ROOT / "Dockerfile").read_text(), re.M
        )
        for name in names.split()
    }
    lines = (ROOT / ".dockerignore").read_text().split("\n")
    assert copied == {line[1:] for line in lines if line.startswith("!")}
    assert [name for name in copied if not (ROOT / name).exists()] == []


def test_a_unit_limits_memory_and_writes_as_its_user_and_a_timer_has_its_service():
    units = sorted(unit.name for unit in (DEPLOY / "systemd").iterdir())
    assert {
        f"reenganche-{one}.{kind}"
        for one in ("backup", "purge")
        for kind in ("service", "timer")
    } <= {*units}
    for unit in DEPLOY.glob("**/reenganche*.service"):
        text = unit.read_text()
        assert (unit.name, "\nMemoryMax=" in text, "\nUMask=0077\n" in text) == (
            unit.name,
            True,
            True,
        )
    for name in ("backup", "compose.yaml"):  # a backup too
        assert re.search(r"^ *umask 077$", (DEPLOY / name).read_text(), re.M)


def services(file):
    """The lines of each service; one that merges those of `app` has them first."""
    text = (DEPLOY / file).read_text()
    part = re.search(r"^services:\n(.*?)^volumes:", text, re.M | re.S)[1]
    of_each = dict(re.findall(r"^  (\w+):(.*?)(?=^  \w|\Z)", part, re.M | re.S))
    return {
        name: lines.replace("<<: *app", of_each["app"])
        for name, lines in of_each.items()
    }


def test_a_container_has_a_limit_of_memory_and_no_capability_but_those_it_names():
    added = {"backup": ["DAC_OVERRIDE"], "proxy": ["NET_BIND_SERVICE"]}
    public = services("compose.yaml")
    at_home = services("home.yaml")
    assert ({*added, "app"} < {*public}, "app" in at_home) == (True, True)
    for name, lines in (*public.items(), *at_home.items()):
        assert re.search(r"^    mem_limit: \d+[mg]$", lines, re.M)
        assert re.search(r"^    cap_drop: \[ALL\]$", lines, re.M)
        assert re.findall(r"^    cap_add: \[(.*)\]", lines, re.M) == added.get(name, [])


def test_an_image_names_its_exact_version():
    """To the last number, with the version of the system below it; only our own has none."""
    texts = [(DEPLOY / "compose.yaml").read_text(), (ROOT / "Dockerfile").read_text()]
    images = {
        image
        for text in texts
        for image in re.findall(r"^(?: +image:|FROM) (\S+)", text, re.M)
    }
    exact = {
        image
        for image in images
        if re.fullmatch(
            r"(postgres:\d+\.\d+|(caddy|python):\d+\.\d+\.\d+)-[a-z0-9.-]+", image
        )
    }
    assert images - exact == {"reenganche"}
    assert {image.partition(":")[0] for image in exact} == {
        "postgres",
        "caddy",
        "python",
    }


def back_up(data, to):
    to.mkdir(exist_ok=True)
    environment = {
        "PATH": "/usr/bin:/bin",
        "PYTHON": sys.executable,
        "REENGANCHE_DATA": str(data),
    }
    return subprocess.run(
        [DEPLOY / "backup", to],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
    )


@extent.by_night("corners of operators")
def test_a_copy_counts_once_its_logs_were_replayed_else_no_older_one_is_removed(
    tmp_path,
):
    data = tmp_path / "data"
    kept = tmp_path / "kept"
    manage(data, "restore", str(MADE_BY / "0.1.0.sqlite3"))
    done = back_up(data, kept)
    assert (done.returncode, done.stderr) == (0, "")
    [copy] = kept.iterdir()
    assert f"Saved and checked: {copy}" in done.stdout
    old = copy.rename(kept / "reenganche-2020-01-01-071000.sqlite3")
    os.utime(old, (0, 0))
    with closing(sqlite3.connect(data / "db.sqlite3")) as database, database:
        database.execute("UPDATE scores_result SET total = total + 1")
    refused = back_up(data, kept)
    assert (refused.returncode, "cannot be trusted" in refused.stderr) == (1, True)
    assert sorted(file.suffix for file in kept.iterdir()) == [".part", ".sqlite3"]
    assert old.exists()
