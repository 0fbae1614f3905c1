"""What a phone writes into a page unescaped comes from our code: each place, with its origin."""

import ast

from phone.build.generated import generated_modules
from phone.build.sources import PACKAGE, ROOT, WITHOUT_SERVER, modules_from

COMPILED = "phone.runtime.compiled_templates"
FILTER = "safe_of_django_template_defaultfilters"
TRUSTS = ("mark_safe", "SafeString", "format_html", "format_html_join", "safe")
IN_TEMPLATES = {
    "join.qr": "drawn by the server; no phone gives a big board `join`",
    "link.qr": "drawn by the server, in the document that it gives; no other document has links",
    "symbols": "the sprite of our static files",
}
IN_MODULES = {
    "scores.table.board.sheet_page: format_html_join('', '{}')": "escapes its values",
    "scores.table.board.sheet_page: format_html(older)": "one of our texts, and escapes its values",
    "scores.templatetags.scores: mark_safe(SVG.format(shape))": "our own drawings",
    "phone.runtime.template_runtime: mark_safe(made)": "a filter that Django calls safe, of safe HTML",
}


def calls_in(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield node.func.id, node


def test_each_safe_filter_of_a_template_has_an_origin():
    source = generated_modules(WITHOUT_SERVER)[COMPILED]
    names = set()
    for name, call in calls_in(ast.parse(source)):
        if name == "stays_safe" and ast.unparse(call.args[0]) == FILTER:
            variable = call.args[1]
            assert isinstance(variable, ast.Call)
            names.add(".".join(ast.literal_eval(part) for part in variable.args[2:]))
        elif name == "safe":  # texts of the catalogue, and constants of templates
            value = call.args[0]
            text = value.args[0] if isinstance(value, ast.Call) else value
            assert isinstance(text, ast.Constant), ast.unparse(call)
    assert names == IN_TEMPLATES.keys()


def test_each_module_that_makes_html_of_a_text_has_an_origin():
    generated = generated_modules(WITHOUT_SERVER)
    sources = modules_from(ROOT, [WITHOUT_SERVER], generated)
    found = set()
    for module, source in sources.items():
        if module == COMPILED or module.startswith(PACKAGE):
            continue  # the test above; and what stands in for Django
        for name, call in calls_in(source.tree):
            if name in TRUSTS:
                pattern = call.args[: 2 if name == "format_html_join" else 1]
                found.add(f"{module}: {name}({', '.join(map(ast.unparse, pattern))})")
    assert found == IN_MODULES.keys()
