"""Collecting static files only if they have changed."""

import re

import pytest
from django.conf import settings as as_served

from chinchon_site.storage import MINIFIED
from scores.management.commands import serve

STORAGES = as_served.STORAGES


@pytest.fixture
def files(settings, tmp_path):
    """A folder of static files, collected into another folder."""
    settings.STORAGES = STORAGES
    settings.DATA_DIR = tmp_path
    settings.STATIC_ROOT = tmp_path / "static"
    settings.STATICFILES_FINDERS = [
        "django.contrib.staticfiles.finders.FileSystemFinder"
    ]
    settings.STATICFILES_DIRS = [tmp_path / "files"]
    (tmp_path / "files").mkdir()
    (tmp_path / "files" / "table.css").write_text("p { color: green }")
    serve.collect()
    return tmp_path


def is_collected_anew(files):
    """Whether the files were collected again: a deleted file is back."""
    for file in (files / "static").glob("table.*.css"):
        file.unlink()
    serve.collect()
    return any((files / "static").glob("table.*.css"))


def test_only_a_static_file_that_changed_is_collected_again_and_named_anew(files):
    assert not is_collected_anew(files)
    before = set((files / "static").glob("table.*.css"))
    (files / "files" / "table.css").write_text("p { color: black }")
    assert is_collected_anew(files)
    assert len(set((files / "static").glob("table.*.css")) - before) == 1


def test_of_a_style_sheet_only_comments_and_white_space_are_left_out():
    """The minifier takes `.url, .x` inside of `:is()` for an address, and writes `.url.x`."""

    def bare(css):
        return re.sub(r"\s|/\*.*?\*/", "", css, flags=re.DOTALL).replace(";}", "}")

    sheets = [
        file.read_text()
        for file in (as_served.BASE_DIR / "static" / "css").glob("*.css")
    ]
    assert [bare(MINIFIED["*.css"](sheet)) for sheet in sheets] == [
        bare(sheet) for sheet in sheets
    ]


def test_comments_of_style_sheets_and_scripts_are_not_sent(files):
    (files / "files" / "table.css").write_text(
        "/* Why\n * so. */\np { color: black } /* * */ a { top: 0 }\n"
    )
    count = '// Why\nconst site = "https://a.b"; // c\n  // so.\nact(site); // "d"\n'
    scripts = files / "files" / "js"
    scripts.mkdir()
    (scripts / "count.js").write_text(count)
    (scripts / "text.js").write_text("say('a // b'); // c\nsay(`a // b`);\n")
    serve.collect()
    sent = {
        file.read_text()
        for name in ("table.*.css", "js/*.js")
        for file in (files / "static").glob(name)
    }
    assert sent == {
        "p{color:green}",  # as it was before
        "p{color:black}a{top:0}",
        'const site="https://a.b";act(site);',
        "say('a // b');say(`a // b`);",
    }


def test_static_files_that_are_gone_or_of_another_storage_are_collected_again(
    files, settings
):
    (files / "static" / "staticfiles.json").unlink()
    assert is_collected_anew(files)
    without_ours = {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
    }
    settings.STORAGES = {**STORAGES, "staticfiles": without_ours}
    assert is_collected_anew(files)


def test_a_collection_that_was_cut_short_is_done_again(files, monkeypatch):
    def cut_short(*command, **options):
        raise KeyboardInterrupt

    (files / "files" / "table.css").write_text("p { color: black }")
    with monkeypatch.context() as patched:
        patched.setattr(serve, "call_command", cut_short)
        with pytest.raises(KeyboardInterrupt):
            serve.collect()
    assert is_collected_anew(files)
