"""`python -m phone.build` says what a phone cannot run of its modules and templates, with file and line."""

import os
import sys
from collections.abc import Iterator

import django

from phone.build.modules import faults
from phone.build.sources import ROOT, WITHOUT_SERVER
from phone.build.template_expressions import Uncompilable


def main() -> int:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "chinchon_site.settings")
    django.setup()
    all_faults = [*_all_faults()]
    for fault in all_faults:
        print(fault)
    return 1 if all_faults else 0


def _all_faults() -> Iterator[str]:
    """Those of the templates; if they have none, those of the modules."""
    from phone.build.generated import generated_modules

    try:
        generated = generated_modules(WITHOUT_SERVER)
    except Uncompilable:
        return _of_templates()
    return faults(ROOT, [WITHOUT_SERVER], generated)


def _of_templates() -> Iterator[str]:
    """The first fault of each template."""
    from phone.build.generated import template_names
    from phone.build.templates import compile_templates

    for name in template_names(WITHOUT_SERVER):
        try:
            compile_templates([name])
        except Uncompilable as fault:
            yield f"templates/{fault}"


if __name__ == "__main__":
    sys.exit(main())
