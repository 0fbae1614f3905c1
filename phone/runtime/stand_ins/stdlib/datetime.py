"""Days, times and the time between them, to the millisecond."""

from __future__ import annotations

from typing import Any

UTC = None


class date:
    def __init__(self, year: int, month: int, day: int) -> None:
        self.year, self.month, self.day = year, month, day

    @classmethod
    def fromisoformat(cls, text: str) -> Any:
        """Raises ValueError for a text that is no day, such as 2026-02-30."""
        parts = text.split("-")
        if [len(part) for part in parts] != [4, 2, 2] or not all(part.isdigit() for part in parts):
            raise ValueError(text)
        year, month, day = [int(part) for part in parts]
        if not year or not 1 <= month <= 12 or not 1 <= day <= _days_in(year, month):
            raise ValueError(text)
        return cls(year, month, day)

    def isoformat(self) -> str:
        parts = [str(self.year), str(self.month), str(self.day)]
        return "-".join(["0" * (4 - len(parts[0])) + parts[0], *[("0" + part)[-2:] for part in parts[1:]]])


def _days_in(year: int, month: int) -> int:
    if month == 2:
        return 29 if year % 4 == 0 and (year % 100 != 0 or year % 400 == 0) else 28
    return 30 if month in (4, 6, 9, 11) else 31


class timedelta:
    def __init__(self, seconds: float = 0, hours: int = 0, days: int = 0) -> None:
        self.seconds = seconds + 3600 * hours + 86400 * days

    def total_seconds(self) -> float:
        return self.seconds

    def __add__(self, other: Any) -> Any:
        return timedelta(self.seconds + other.seconds)

    def __lt__(self, other: Any) -> bool:
        return self.seconds < other.seconds

    def __gt__(self, other: Any) -> bool:
        return self.seconds > other.seconds

    def __le__(self, other: Any) -> bool:
        return self.seconds <= other.seconds


class datetime:
    def __init__(self, seconds: float) -> None:
        self.seconds = seconds

    @classmethod
    def fromtimestamp(cls, seconds: float, zone: Any) -> Any:
        return cls(seconds)

    def __sub__(self, other: Any) -> timedelta:
        return timedelta(self.seconds - other.seconds)
