"""`python -m phone.build` says what a phone cannot run of its modules and templates, with file and line."""

import os
import sys

import django

from phone.build.modules import bundle
from phone.build.sources import WITHOUT_SERVER, Untranslatable
from phone.build.template_expressions import Uncompilable


def main() -> int:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "chinchon_site.settings")
    django.setup()
    from phone.build.generated import generated_modules

    faults: tuple[Exception, ...] = ()
    try:
        bundle(generated_modules(WITHOUT_SERVER), WITHOUT_SERVER)
    except* (Untranslatable, Uncompilable) as group:
        faults = group.exceptions
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
