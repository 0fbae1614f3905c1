"""Folders of the app's own files: beside its packages in the repository, inside `scores` in a wheel."""

from pathlib import Path

# That of chinchon_site, phone, rules and scores
PACKAGES = Path(__file__).resolve().parents[2]
_FILES_OF_A_WHEEL = PACKAGES / "scores" / "files"
IS_WHEEL = _FILES_OF_A_WHEEL.is_dir()
# That of static, templates and locale; `pyproject.toml` says where a wheel has them
FILES = _FILES_OF_A_WHEEL if IS_WHEEL else PACKAGES
