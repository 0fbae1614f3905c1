"""Days, times and the time between them, to the millisecond."""

from __future__ import annotations

from typing import Any

UTC = None


class date:
    def __init__(self, year: int, month: int, day: int) -> None:
        self.year, self.month, self.day = year, month, day

    @classmethod
    def fromisoformat(cls, text: str) -> Any:
        year, month, day = text.split("-")
        return cls(int(year), int(month), int(day))


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
