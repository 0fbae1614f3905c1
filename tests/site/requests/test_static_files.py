"""Collecting static files only if they have changed."""

import pytest
from django.conf import settings as as_served

from scores.management.commands import serve

STORAGES = as_served.STORAGES


@pytest.fixture
def files(settings, tmp_path):
    """A folder of static files, collected into another folder."""
    settings.STORAGES = STORAGES
    settings.DATA_DIR, settings.STATIC_ROOT = tmp_path, tmp_path / "static"
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    settings.STATICFILES_DIRS = [tmp_path / "files"]
    (tmp_path / "files").mkdir()
    (tmp_path / "files" / "table.css").write_text("p { color: green }")
    serve.collect()
    return tmp_path


def is_collected_anew(files) -> bool:
    """Whether the files were collected again: a deleted file is back."""
    for file in (files / "static").glob("table.*.css"):
        file.unlink()
    serve.collect()
    return any((files / "static").glob("table.*.css"))


def test_static_files_that_are_the_same_are_not_collected_again(files):
    assert not is_collected_anew(files)


def test_a_static_file_that_changed_is_collected_and_named_anew(files):
    before = set((files / "static").glob("table.*.css"))
    (files / "files" / "table.css").write_text("p { color: black }")
    assert is_collected_anew(files)
    assert len(set((files / "static").glob("table.*.css")) - before) == 1


def test_comments_of_a_style_sheet_are_not_sent(files):
    (files / "files" / "table.css").write_text("/* Why\n * so. */\np { color: black } /* * */ a { top: 0 }\n")
    serve.collect()
    (collected,) = (
        file.read_text() for file in (files / "static").glob("table.*.css") if "black" in file.read_text()
    )
    assert collected == "p{color:black}a{top:0}"


def test_comments_of_a_script_are_not_sent(files):
    scripts = files / "files" / "js"
    scripts.mkdir()
    (scripts / "count.js").write_text(
        '// Why\nconst site = "https://a.b"; // c\n  // so.\nact(site); // "d"\n'
    )
    (scripts / "text.js").write_text("say('a // b'); // c\nsay(`a // b`);\n")
    serve.collect()
    (counts,) = (files / "static" / "js").glob("count.*.js")
    assert counts.read_text() == 'const site="https://a.b";act(site);'
    (says,) = (files / "static" / "js").glob("text.*.js")
    assert says.read_text() == "say('a // b');say(`a // b`);"


def test_static_files_that_another_storage_would_serve_otherwise_are_collected_again(files, settings):
    without_ours = {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"}
    settings.STORAGES = {**STORAGES, "staticfiles": without_ours}
    assert is_collected_anew(files)


def test_static_files_that_somebody_threw_away_are_collected_again(files):
    (files / "static" / "staticfiles.json").unlink()
    assert is_collected_anew(files)


def test_a_collection_that_was_cut_short_is_done_again(files, monkeypatch):
    def cut_short(*command: object, **options: object) -> None:
        raise KeyboardInterrupt

    (files / "files" / "table.css").write_text("p { color: black }")
    with monkeypatch.context() as patched:
        patched.setattr(serve, "call_command", cut_short)
        with pytest.raises(KeyboardInterrupt):
            serve.collect()
    assert is_collected_anew(files)
