"""Added to `phone.runtime.stdlib` for tests on CPython, where every dict keeps its order.

A dict that is marked as look-up only raises where anybody goes through it.
"""


class CheckedLookup(dict):  # type: ignore[type-arg]  # of anything
    def _refuse(self, *_arguments: object) -> None:
        raise TypeError("marked as look-up only (rules.lookup), and iterated")

    __iter__ = __reversed__ = keys = values = items = popitem = _refuse  # type: ignore[assignment]  # each raises


ordered_dict = dict


def repr_of_fields(dataclass) -> str:
    parts = [name + "=" + repr(getattr(dataclass, name)) for name in dataclass._fields]
    return str(dataclass.__class__.__name__) + "(" + ", ".join(parts) + ")"
