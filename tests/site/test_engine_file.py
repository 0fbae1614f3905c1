"""The engine for phones as a static file, and MicroPython as it was published."""

import json
from hashlib import sha256
from pathlib import Path

from django.contrib.staticfiles import finders

from chinchon_site.engine_file import ENGINE, LANGUAGE, made_in
from phone.build.generated import generated_modules
from phone.build.modules import ROOT, bundle, digest

VENDORED = ROOT / "static" / "vendor" / "micropython"


def test_micropython_is_the_published_one():
    lines = (VENDORED / "LICENSE.txt").read_text().splitlines()
    said = dict(reversed(line.split()) for line in lines if line.endswith((".mjs", ".wasm")))
    assert said == {
        file.name: sha256(file.read_bytes()).hexdigest()
        for file in VENDORED.iterdir()
        if file.suffix in (".mjs", ".wasm")
    }


def test_the_engine_is_found_among_the_static_files_and_has_the_rules():
    modules = json.loads(Path(finders.find(ENGINE)).read_text())
    assert modules == json.loads(bundle(generated_modules()))
    assert {"phone/runtime/entry_points.py", "rules/match/play.py", "rules/closing/check.py"} <= set(modules)


def test_the_texts_of_each_language_are_found_among_the_static_files():
    texts = {
        code: json.loads(Path(finders.find(LANGUAGE.format(code))).read_text())["phone/runtime/language.py"]
        for code in ("es", "en-gb", "en-us")
    }
    assert {code: "'Deshacer': 'Undo'" in text for code, text in texts.items()} == {
        "es": False,
        "en-gb": True,
        "en-us": True,
    }
    assert [("'nov'" in text, "'Nov'" in text, "'Nov.'" in text) for text in texts.values()] == [
        (True, False, False),
        (False, True, False),
        (False, False, True),
    ]


def test_the_engine_is_translated_again_only_when_its_sources_changed(tmp_path: Path):
    file, stamp = made_in(tmp_path) / ENGINE, tmp_path / "digest"
    assert stamp.read_text() == digest()
    file.write_text("as it was")
    made_in.cache_clear()
    assert (made_in(tmp_path) / ENGINE).read_text() == "as it was"
    stamp.write_text("of other sources")
    made_in.cache_clear()
    assert (made_in(tmp_path) / ENGINE).read_text() == bundle(generated_modules())


def test_sources_that_differ_have_another_digest(tmp_path: Path):
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "one.py").write_text("a = 1")
    before = digest(tmp_path)
    (tmp_path / "rules" / "one.py").write_text("a = 2")
    assert digest(tmp_path) != before
