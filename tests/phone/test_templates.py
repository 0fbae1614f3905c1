"""Templates compiled to Python: the same text as Django's, and what is not known stops the build."""

import pytest
from django.template import Context, Engine
from django.utils import translation
from django.utils.safestring import mark_safe

from phone.build import generated, templates
from phone.build.templates import compile_templates

CONTEXT = {
    "name": "Ana & <b>",
    "html": mark_safe("<i>7</i>"),
    "none": None,
    "number": 7,
    "two": [("a", 1), ("b<", 2)],
    "empty": [],
    "facts": {"key": "value", "items_": [1, 2]},
}
SAME = [
    "{{ name }}{{ html }}{{ none }}{{ number }}{{ missing }}{{ facts.key }}{{ facts.items_.1 }}{{ two.0.1 }}",
    "{{ missing|default:'<7>' }}{{ none|default_if_none:'' }}{{ name|length }}{{ number|add:1 }}",
    "{{ name|cut:'A' }}{{ number|cut:'7' }}",
    "{{ two.0|join:', ' }}{{ html|default:'x' }}{{ number|stringformat:'d' }}{{ name|safe }}",
    "{% if missing or none %}a{% elif number > 6 and not empty %}b{% else %}c{% endif %}",
    "{% if missing > 1 %}a{% endif %}{% if 'An' in name %}b{% endif %}{% if name == 'x' %}c{% endif %}",
    "{% if none is None %}b{% endif %}",
    "{% for a, n in two %}{{ forloop.counter }}{{ a }}{{ n }}{% if forloop.last %}!{% endif %}{% endfor %}",
    "{% for x in empty %}a{% empty %}none{% endfor %}{% for x in missing %}b{% endfor %}",
    "{% for x in empty %}a{% empty %}{% with n=name %}{{ n }}{% endwith %}{% endfor %}",
    "{% for key in '12' %}{{ key }}{% endfor %}",
    "{% with n=number|add:2 m=name %}{{ n }}{{ m }}{% endwith %}{{ n }}",
    "{% load i18n %}{% translate 'Deshacer' %}{% translate 'Deshacer' as undo %}{{ undo }}",
    "{% load i18n %}{% blocktranslate with number=number %}Mano {{ number }}{% endblocktranslate %}",
    "{% load i18n %}{% blocktranslate count hands=number %}{{ hands }} mano{% plural %}{{ hands }} manos"
    "{% endblocktranslate %}",
    "{% url 'undo' 'abc' %}{% url 'answer' 'abc' 1 'yes' as answer %}{{ answer }}{# no comment #}",
    "{% load scores %}{% icon 'home' %}{{ number|signed }}{{ number|plus }}{{ number|money:'€' }}",
    "{% load l10n %}{% localize off %}{{ number }}{% endlocalize %}",
]
REFUSED = {
    "{% now 'Y' %}": "the node NowNode",
    "{% load i18n %}{% translate name %}": "the translation of a variable",
    "{% for x in two reversed %}{% endfor %}": "a reversed loop",
    "{% include name %}": "an include whose template is not known, or with `only`",
}


def engine_with(monkeypatch, source):
    """An engine whose only template is `t.html`."""
    loaders = [("django.template.loaders.locmem.Loader", {"t.html": source})]
    libraries = {
        "scores": "scores.templatetags.scores",
        "i18n": "django.templatetags.i18n",
    }
    engine = Engine(
        loaders=loaders, libraries={**libraries, "l10n": "django.templatetags.l10n"}
    )
    monkeypatch.setattr(templates, "template_named", engine.get_template)
    return engine


def drawn(context, **constants):
    """The text of `t.html` as it is compiled where these constants are known."""
    module = {}
    exec(compile_templates(["t.html"], constants).source, module)
    pieces = []
    module["TEMPLATES"]["t.html"](dict(context), pieces.append)
    return "".join(pieces)


@pytest.mark.parametrize("source", SAME)
def test_a_compiled_template_gives_the_text_of_django(monkeypatch, source):
    template = engine_with(monkeypatch, source).get_template("t.html")
    for language in ("es", "en"):
        with translation.override(language):
            assert drawn(CONTEXT) == template.render(Context(CONTEXT))


@pytest.mark.parametrize(("edition", "shown"), [(True, "files"), (False, "server")])
def test_which_edition_it_is_stands_in_the_compiled_templates(
    monkeypatch, edition, shown
):
    engine_with(monkeypatch, "{% if without_server %}files{% else %}server{% endif %}")
    assert drawn({}, without_server=edition) == shown


@pytest.mark.parametrize(("source", "reason"), REFUSED.items())
def test_what_the_compiler_does_not_know_stops_the_build_with_template_and_line(
    monkeypatch, source, reason
):
    engine_with(monkeypatch, f"\n{source}")
    with pytest.raises(ExceptionGroup) as refused:
        compile_templates(["t.html"])
    assert [*map(str, refused.value.exceptions)] == [f"templates/t.html:2: {reason}"]


def test_a_phone_in_america_names_the_games_as_it_is_said_there():
    assert "'Chinchón con cartas de póker'" in generated.language("es-419")
