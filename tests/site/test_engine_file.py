"""The engine for phones as a static file, and what comes with it as it was published."""

import json
from hashlib import sha256
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

from chinchon_site.engine_file import (
    ENGINE,
    FOLDER,
    LANGUAGE,
    made_in,
    stamp_of_sources,
)
from phone.build.sources import ROOT
from scores.core.languages import LOCALES

VENDORED = ROOT / "static" / "vendor"


@pytest.mark.parametrize("package", ["micropython", "qrcode-generator"])
def test_what_others_have_written_is_as_they_published_it(package):
    lines = (VENDORED / package / "LICENSE.txt").read_text().splitlines()
    said = dict(
        reversed(line.split()) for line in lines if line.endswith((".mjs", ".wasm"))
    )
    assert said == {
        file.name: sha256(file.read_bytes()).hexdigest()
        for file in (VENDORED / package).iterdir()
        if file.suffix in (".mjs", ".wasm")
    }


def content(name):
    return json.loads(Path(finders.find(name)).read_text())


@pytest.mark.long
def test_the_engine_and_its_texts_are_translated_only_when_their_sources_changed(
    settings, tmp_path
):
    settings.DATA_DIR = tmp_path
    file = tmp_path / FOLDER / ENGINE
    stamp = tmp_path / FOLDER / "digest"
    file.parent.mkdir(parents=True)
    file.write_text('{"as": "it was"}')
    stamp.write_text(stamp_of_sources())
    assert content(ENGINE) == {"as": "it was"}
    stamp.write_text("of other sources")
    made_in.cache_clear()
    assert {
        "phone/runtime/entry_points.py",
        "rules/match/play.py",
        "rules/closing/check.py",
    } <= {*content(ENGINE)}
    texts = [
        content(LANGUAGE.format(code))["phone/runtime/language.py"] for code in LOCALES
    ]
    words = ("'Bote': 'Pozo'", "'Deshacer': 'Undo'", "'nov'", "'Nov'", "'Nov.'")
    assert [[word for word in words if word in text] for text in texts] == [
        ["'nov'", "'Nov'"],
        ["'Bote': 'Pozo'", "'nov'", "'Nov'"],
        ["'Deshacer': 'Undo'", "'Nov'"],
        ["'Deshacer': 'Undo'", "'Nov'", "'Nov.'"],
    ]
    assert stamp.read_text() == stamp_of_sources()
