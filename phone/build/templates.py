"""Compiles templates to one Python module: Django's parser reads them, each becomes a function.

`t3(c, o)` calls `o` with each piece of the text of one template; `c` is its context. Other templates are
included by calling their functions. A node, filter or expression that is not known here is an Uncompilable.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.template import Template, defaulttags, loader, loader_tags
from django.template.base import (
    FilterExpression,
    Node,
    NodeList,
    Origin,
    TextNode,
    TokenType,
    VariableNode,
)
from django.template.defaulttags import querystring
from django.template.library import SimpleNode
from django.templatetags import i18n, l10n
from django.templatetags.static import StaticNode
from django.urls import get_resolver
from django.utils.translation import trim_whitespace

from phone.build.template_expressions import NONE, TemplateExpressions, Uncompilable

FOLDER = "templates/"
RUNTIME = "phone.runtime.template_runtime"
"""The module with the functions that compiled templates call besides filters and tags."""
RUNTIME_NAMES = (
    "csrf_input copied fill filled_in is_in is_less is_more loop look_up safe stays_safe text"
    " text_of_number"
)
BLOCKS = ("title", "body_class", "heading", "home_link", "main", "body")
"""The blocks of a page that are compiled; what stands in the head of a page belongs to the page."""
HEADER = f'''"""Compiled from templates/ by phone.build.templates: do not edit."""
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from {RUNTIME} import {", ".join(RUNTIME_NAMES.split())}
from rules.lookup import Lookup
'''


@dataclass
class CompiledTemplates:
    """The source of a module with a function for each template, and what it needs besides."""

    source: str
    messages: set[str]  # ids of the catalogue
    static: set[str]  # files


def template_named(name: str) -> Template:
    return loader.get_template(name).template


def compile_templates(
    names: Iterable[str], constants: Mapping[str, Any] = {}
) -> CompiledTemplates:
    """These templates, and all that they include. `TEMPLATES` of the module has their functions by name.

    Of a template that extends another, its BLOCKS are compiled, each as `name#block`. `constants` are the
    variables of every template, as context processors give them on the server. Raises a group of
    Uncompilable: the first fault of each template.
    """
    compiler = _Compiler(constants)
    faults = []
    for name in names:
        try:
            compiler.add(name)
        except Uncompilable as fault:
            faults.append(fault)
    if faults:
        raise ExceptionGroup("templates that a phone cannot draw", faults)
    return compiler.result()


class _Compiler:
    def __init__(self, constants: Mapping[str, Any]) -> None:
        self.numbers: dict[str, str] = {}  # the function of each template
        self.functions: list[str] = []
        self.expressions = TemplateExpressions(constants)
        self.static: set[str] = set()

    def add(self, name: str) -> str:
        """The function of a template, which is compiled now if it was not before."""
        if name not in self.numbers:
            template = template_named(name)
            extends = template.nodelist.get_nodes_by_type(loader_tags.ExtendsNode)
            if extends:
                for block in [
                    extends[0].blocks[block]
                    for block in BLOCKS
                    if block in extends[0].blocks
                ]:
                    self._add_nodes(f"{name}#{block.name}", template, block.nodelist)
                return ""
            self._add_nodes(name, template, template.nodelist)
        return self.numbers[name]

    def _add_nodes(self, name: str, template: Template, nodes: NodeList) -> None:
        function = self.numbers[name] = f"t{len(self.numbers)}"
        body = _Body(self, template.origin)
        body.nodes(nodes)
        lines = [
            f"def {function}(c, o):",
            *(f"    {line}" for line in body.lines or ["pass"]),
        ]
        self.functions.append("\n".join(lines))

    def result(self) -> CompiledTemplates:
        called = sorted(self.expressions.functions.items())
        imports = [
            f"from {module} import {name} as {alias}"
            for alias, (module, name) in called
        ]
        table = "".join(
            f"    {name!r}: {function},\n" for name, function in self.numbers.items()
        )
        parts = [
            HEADER + "\n".join(imports),
            *self.functions,
            f"TEMPLATES: Lookup[str, object] = {{\n{table}}}\n",
        ]
        return CompiledTemplates(
            "\n\n\n".join(parts), self.expressions.messages, self.static
        )


class _Body:
    """The statements of one function."""

    def __init__(self, compiler: _Compiler, origin: Origin) -> None:
        self.compiler = compiler
        self.origin = origin
        self.expressions = compiler.expressions
        self.lines: list[str] = []
        self.indent = ""
        self.contexts = 0  # a name for each copy of the context
        self.is_localized = True

    def line(self, source: str) -> None:
        self.lines.append(self.indent + source)

    def nodes(self, nodes: NodeList) -> None:
        for node in nodes:
            compile_node = NODES.get(type(node))
            try:
                if compile_node is None:
                    raise Uncompilable(f"the node {type(node).__name__}")
                compile_node(self, node)
            except Uncompilable as reason:
                if reason.args[0].startswith(FOLDER):
                    raise
                where = f"{FOLDER}{self.origin.template_name}:{node.token.lineno}"
                raise Uncompilable(f"{where}: {reason}") from reason

    def value(self, expression: FilterExpression) -> str:
        return self.expressions.value(expression)

    def block(self, nodes: NodeList) -> None:
        """The nodes as an indented block."""
        before = self.indent
        self.indent = self.indent + "    "
        start = len(self.lines)
        self.nodes(nodes)
        if len(self.lines) == start:
            self.line("pass")
        self.indent = before

    def with_values(self, values: Mapping[str, FilterExpression]) -> str:
        """The source of a copy of the context with these values."""
        pairs = "".join(
            f"({name!r}, {self.value(value)}), " for name, value in values.items()
        )
        return f"copied(c, ({pairs}))"

    @contextmanager
    def own_context(self, values: Mapping[str, FilterExpression]) -> Iterator[None]:
        """For the nodes that are compiled inside, `c` is a copy of the context."""
        self.contexts += 1
        outer = f"c{self.contexts}"
        self.line(f"{outer} = c")
        self.line(f"c = {self.with_values(values)}")
        yield
        self.line(f"c = {outer}")

    # Nodes

    def text(self, node: TextNode) -> None:
        if node.s:
            self.line(f"o({node.s!r})")

    def variable(self, node: VariableNode) -> None:
        function = "text" if self.is_localized else "text_of_number"
        self.line(f"o({function}({self.value(node.filter_expression)}))")

    def if_(self, node: defaulttags.IfNode) -> None:
        word = "if"
        for condition, nodes in node.conditions_nodelists:
            if condition is None:
                self.line("else:")
            else:
                self.line(f"{word} {self.expressions.condition(condition)}:")
            self.block(nodes)
            word = "elif"

    def for_(self, node: defaulttags.ForNode) -> None:
        if node.is_reversed:
            raise Uncompilable("a reversed loop")
        items = self.expressions.value(node.sequence, NONE)
        with self.own_context({}):
            names = tuple(node.loopvars)
            number = self.contexts
            self.line(f"items{number} = loop({items})")
            if node.nodelist_empty:
                self.line(f"if not items{number}:")
                self.block(node.nodelist_empty)
            self.line(f"for n{number} in range(len(items{number})):")
            self.line(f"    fill(c, {names!r}, items{number}, n{number})")
            self.block(node.nodelist_loop)

    def with_(self, node: defaulttags.WithNode) -> None:
        with self.own_context(node.extra_context):
            self.nodes(node.nodelist)

    def include(self, node: loader_tags.IncludeNode) -> None:
        if not isinstance(node.template.var, str) or node.isolated_context:
            raise Uncompilable("an include whose template is not known, or with `only`")
        function = self.compiler.add(str(node.template.var))
        self.line(f"{function}({self.with_values(node.extra_context)}, o)")

    def translate(self, node: i18n.TranslateNode) -> None:
        if node.noop or node.message_context or node.filter_expression.filters:
            raise Uncompilable("a translation with a context or a filter")
        literal = node.filter_expression.var
        literal = getattr(literal, "literal", literal)
        if not isinstance(literal, str):
            raise Uncompilable("the translation of a variable")
        self._put(self.expressions.translated(str(literal)), node.asvar)

    def blocktranslate(self, node: i18n.BlockTranslateNode) -> None:
        if node.message_context or node.asvar:
            raise Uncompilable("a blocktranslate with a context or `asvar`")
        message, names = self._message(node.singular, node.trimmed)
        with self.own_context(node.extra_context):
            call = f"gettext({message!r})"
            if node.plural:
                plural, more = self._message(node.plural, node.trimmed)
                names += more
                self.line(f"c[{node.countervar!r}] = {self.value(node.counter)}")
                call = f"ngettext({message!r}, {plural!r}, c[{node.countervar!r}])"
            self.line(f"o(filled_in({call}, c, {tuple(dict.fromkeys(names))!r}))")

    def _message(self, tokens: list[Any], is_trimmed: bool) -> tuple[str, list[str]]:
        parts = []
        names = []
        for token in tokens:
            is_text = token.token_type is TokenType.TEXT
            parts.append(
                token.contents.replace("%", "%%")
                if is_text
                else f"%({token.contents})s"
            )
            names += [] if is_text else [token.contents]
        message = trim_whitespace("".join(parts)) if is_trimmed else "".join(parts)
        self.expressions.messages.add(message)
        return message, names

    def url(self, node: defaulttags.URLNode) -> None:
        if node.kwargs:
            raise Uncompilable("an address with named arguments")
        arguments = "".join(f"{self.value(argument)}, " for argument in node.args)
        address = f"reverse({self.value(node.view_name)}, args=({arguments}))"
        if node.asvar and node.view_name.var not in get_resolver().reverse_dict:
            address = "''"  # of what this site leaves out
        self._put(address, node.asvar)

    def csrf_token(self, node: Node) -> None:
        self.line("o(csrf_input(c))")

    def static(self, node: StaticNode) -> None:
        path = node.path.var
        if not isinstance(path, str):
            raise Uncompilable("a static file whose name is a variable")
        self.compiler.static.add(str(path))
        self._put(f"static({str(path)!r})", node.varname)

    def simple_tag(self, node: SimpleNode) -> None:
        if node.takes_context and node.func is not querystring:
            raise Uncompilable("a tag that takes the context")
        arguments = ["c"] if node.takes_context else []
        arguments += [self.value(argument) for argument in node.args]
        arguments += [
            f"{name}={self.value(value)}" for name, value in node.kwargs.items()
        ]
        self._put(
            f"{self.expressions.function(node.func)}({', '.join(arguments)})",
            node.target_var,
        )

    def localize(self, node: l10n.LocalizeNode) -> None:
        before = self.is_localized
        self.is_localized = node.use_l10n
        self.nodes(node.nodelist)
        self.is_localized = before

    def _put(self, source: str, variable: str | None) -> None:
        """Write the value, or set it as a variable."""
        if variable:
            self.line(f"c[{variable!r}] = {source}")
        else:
            self.line(f"o(text({source}))")


NODES: dict[type[Node], Callable[[_Body, Any], None]] = {
    TextNode: _Body.text,
    VariableNode: _Body.variable,
    defaulttags.CommentNode: lambda _body, _node: None,
    defaulttags.LoadNode: lambda _body, _node: None,
    defaulttags.IfNode: _Body.if_,
    defaulttags.ForNode: _Body.for_,
    defaulttags.WithNode: _Body.with_,
    defaulttags.URLNode: _Body.url,
    defaulttags.CsrfTokenNode: _Body.csrf_token,
    loader_tags.IncludeNode: _Body.include,
    i18n.TranslateNode: _Body.translate,
    i18n.BlockTranslateNode: _Body.blocktranslate,
    StaticNode: _Body.static,
    SimpleNode: _Body.simple_tag,
    l10n.LocalizeNode: _Body.localize,
}
