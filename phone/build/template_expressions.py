"""Compiles the expressions of templates: variables with filters, and the conditions of `if`."""

import inspect
from collections.abc import Callable, Mapping
from typing import Any

from django.template import smartif
from django.template.base import FilterExpression, Variable
from django.template.defaulttags import TemplateLiteral

OPERATORS = ("and", "or", "==", "!=", "is", "is not")
"""The operators that mean the same in Python, for any two values."""
ORDERING = {"in": "is_in", "<": "is_less", ">": "is_more"}
"""Those that Django takes for false where Python raises: functions of `phone.runtime.template_runtime`."""
EMPTY = '""'
NONE = "None"


class Uncompilable(Exception):
    """A node, filter or expression of a template that the compiler does not know, with template and line."""


class TemplateExpressions:
    """Python source of expressions. `functions` are the filters and tags they call, by their name there;
    `constants` variables whose value is the same in every template.
    """

    def __init__(self, constants: Mapping[str, Any]) -> None:
        self.constants = constants
        self.functions: dict[str, tuple[str, str]] = {}  # alias: module, name
        self.messages: set[str] = set()

    def value(self, expression: FilterExpression, missing: str = EMPTY) -> str:
        """The value; `missing` is the source of what stands for a variable that is not there."""
        source = self._operand(expression.var, missing)
        for function, arguments in expression.filters:
            source = self._filter_call(source, function, arguments)
        return source

    def function(self, function: Callable[..., Any]) -> str:
        """The name by which the compiled template calls a filter or tag."""
        function = inspect.unwrap(function)
        module = function.__module__
        name = function.__qualname__
        if "<" in name or "." in name:
            raise Uncompilable(f"{module}.{name} is no function of a module")
        alias = f"{name}_of_{module.replace('.', '_')}"
        self.functions[alias] = module, name
        return alias

    def condition(self, condition: smartif.TokenBase) -> str:
        """The condition of an `if`. A variable that is not there is None."""
        if isinstance(condition, TemplateLiteral):
            expression = condition.value
            if isinstance(expression.var, str) and not expression.filters:
                return repr(str(expression.var))  # compared with plain texts
            return self.value(expression, NONE)
        first = condition.first
        second = condition.second
        if condition.id == "not":
            return f"(not {self.condition(first)})"
        if condition.id in OPERATORS:
            return f"({self.condition(first)} {condition.id} {self.condition(second)})"
        if condition.id in ORDERING:
            return f"{ORDERING[condition.id]}({self.condition(first)}, {self.condition(second)})"
        raise Uncompilable(f"the operator {condition.id}")

    def translated(self, text: str) -> str:
        """A text in the language of the screen. Django doubles its percent signs for the catalogue."""
        message = text.replace("%", "%%")
        self.messages.add(message)
        single = ".replace('%%', '%')" if "%" in message else ""
        return f"safe(gettext({message!r}){single})"

    def _operand(self, operand: Any, missing: str) -> str:
        return (
            self._variable(operand, missing)
            if isinstance(operand, Variable)
            else self._constant(operand)
        )

    def _constant(self, value: Any) -> str:
        if value is None or isinstance(value, (int, float)):
            return repr(value)
        if not isinstance(value, str):
            raise Uncompilable(f"the constant {value!r}")
        # Constants of a template are safe HTML. Without these characters a plain text is the same.
        is_html = any(character in value for character in "&<>\"'")
        return f"safe({str(value)!r})" if is_html else repr(str(value))

    def _variable(self, variable: Variable, missing: str) -> str:
        if variable.lookups is None:
            if variable.translate:
                return self.translated(str(variable.literal))
            return self._constant(variable.literal)
        if variable.var in self.constants:
            return repr(self.constants[variable.var])
        names = ", ".join(map(repr, variable.lookups))
        if variable.lookups in (("True",), ("False",), ("None",)):
            return str(variable.lookups[0])
        return f"look_up(c, {missing}, {names})"

    def _filter_call(
        self,
        source: str,
        function: Callable[..., Any],
        arguments: list[tuple[bool, Any]],
    ) -> str:
        values = [
            self._operand(argument, EMPTY) for _is_variable, argument in arguments
        ]
        called = ", ".join([self.function(function), source, *values])
        name, _brace, rest = called.partition(", ")
        defaults = getattr(inspect.unwrap(function), "__defaults__", None) or ()
        if getattr(function, "needs_autoescape", False) and defaults[-1:] != (True,):
            raise Uncompilable(f"the filter {function.__name__}")
        if getattr(function, "is_safe", False):
            return f"stays_safe({name}, {rest})"
        return f"{name}({rest})"
