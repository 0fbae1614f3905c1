"""Writes the JSON schemas in docs/ from the kinds of values of the files: `python -m tests.tools.schemas`."""

import json
import os

import django


def main():
    from tests.tools.kind_schemas import schemas  # only now: it imports the app

    for path, made in schemas().items():
        written = json.dumps(made, ensure_ascii=False, indent=2)
        path.write_text(f"{written}\n", encoding="utf-8")


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "chinchon_site.settings")
    django.setup()
    main()
