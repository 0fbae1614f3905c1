#!/usr/bin/env python3
import atexit
import gc
import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line

if __name__ == "__main__":
    # Collect garbage less often, and not at the very end: it was a fifth of what a short command costs.
    gc.set_threshold(10_000, 50, 50)
    atexit.register(gc.freeze)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "chinchon_site.settings")
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(str(error))
