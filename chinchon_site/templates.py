"""Templates: read without the indentation of their lines, rendered with names as they are shown."""

import re
from typing import Any

from django.template import Origin
from django.template.backends.django import DjangoTemplates, Template
from django.template.loaders import filesystem
from django.utils.safestring import SafeString

from scores.core.notation.shown_names import rendered_names

INDENTATION = re.compile(r"\n[ \t]+")


class Loader(filesystem.Loader):
    """Reads templates from DIRS. Browsers ignore indentation; compressed pages are a twentieth smaller."""

    def get_contents(self, origin: Origin) -> str:
        return INDENTATION.sub("\n", super().get_contents(origin))


class TemplateWithNames(Template):
    """A template of which the last step is how names are shown. What it includes is rendered with it."""

    def render(self, *args: Any, **named: Any) -> SafeString:
        return SafeString(
            rendered_names(str(self.template.name), super().render(*args, **named))
        )


class Templates(DjangoTemplates):
    def get_template(self, template_name: str) -> TemplateWithNames:
        return TemplateWithNames(super().get_template(template_name).template, self)
