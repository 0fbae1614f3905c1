"""The engine for phones as a static file, and MicroPython as it was published."""

import json
from hashlib import sha256
from pathlib import Path

from django.contrib.staticfiles import finders

from chinchon_site.engine_file import NAME, made_in
from phone.translation.bundle import ROOT, bundle, digest

VENDORED = ROOT / "static" / "vendor" / "micropython"


def test_micropython_is_the_published_one():
    lines = (VENDORED / "LICENSE.txt").read_text().splitlines()
    said = dict(reversed(line.split()) for line in lines if line.endswith((".mjs", ".wasm")))
    assert said == {
        file.name: sha256(file.read_bytes()).hexdigest()
        for file in VENDORED.iterdir()
        if file.suffix != ".txt"
    }


def test_the_engine_is_found_among_the_static_files_and_has_the_rules():
    modules = json.loads(Path(finders.find(NAME)).read_text())
    assert modules == json.loads(bundle())
    assert {"phone/entry_points.py", "rules/match/play.py", "rules/closing/check.py"} <= set(modules)


def test_the_engine_is_translated_again_only_when_its_sources_changed(tmp_path: Path):
    file, stamp = made_in(tmp_path) / NAME, tmp_path / "digest"
    assert stamp.read_text() == digest()
    file.write_text("as it was")
    made_in.cache_clear()
    assert (made_in(tmp_path) / NAME).read_text() == "as it was"
    stamp.write_text("of other sources")
    made_in.cache_clear()
    assert (made_in(tmp_path) / NAME).read_text() == bundle()


def test_sources_that_differ_have_another_digest(tmp_path: Path):
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "one.py").write_text("a = 1")
    before = digest(tmp_path)
    (tmp_path / "rules" / "one.py").write_text("a = 2")
    assert digest(tmp_path) != before
