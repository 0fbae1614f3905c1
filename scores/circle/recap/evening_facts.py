"""An evening from the results of its matches, as pure functions: a phone computes it as the server does."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _, ngettext

from scores.circle.accounts.account import balances_of
from scores.circle.accounts.page import money_lines
from scores.core.notation.names import joined_names, unique_names
from scores.core.notation.numbers import money_gained, plus

MOST_COINS = 5  # beside a name

EveningRow = Any
"""A result with facts of its match and player: the columns of `scores.circle.recap.evening`."""


@dataclass(frozen=True)
class PlayerEvening:
    """What a player has of an evening."""

    name: str
    wins: int
    matches: int
    money: str  # won or lost, in each currency: «+8 €»; empty without any

    @property
    def coins(self) -> range:
        """One for each match won; many are a number beside one."""
        return range(self.wins if self.wins <= MOST_COINS else 1)


@dataclass(frozen=True)
class Evening:
    day: date
    matches: int  # finished
    players: list[PlayerEvening]  # most wins first
    richest: list[tuple[str, str]]  # who gained most in a currency: «Luis», «+14 €»
    hand: str  # the hand of the night in words
    venue: str = ""
    has_chinchon: bool = False

    @property
    def circumstances(self) -> str:
        """«22 de noviembre de 2026 · 3 partidas»"""
        matches = ngettext("%(count)s partida", "%(count)s partidas", self.matches)
        day = date_format(self.day, "DATE_FORMAT")
        return f"{day} · {matches % {'count': self.matches}}"

    @cached_property
    def winners(self) -> list[str]:
        """Who won most matches."""
        most = self.players[0].wins
        return [player.name for player in self.players if player.wins == most]

    @property
    def names(self) -> str:
        return joined_names(self.winners)

    @property
    def result(self) -> str:
        """How often they won: «2 de 3», of several «1 cada uno»."""
        facts = {"wins": self.players[0].wins, "matches": self.matches}
        return (
            _("%(wins)s cada uno") if self.winners[1:] else _("%(wins)s de %(matches)s")
        ) % facts


def evening_of(results: Sequence[EveningRow]) -> Evening:
    names = names_of_players(results)
    matches = Counter(row.player for row in results)
    wins = Counter(row.player for row in results if row.won)
    money = balances_of([(row.currency, row.player, row.money) for row in results])
    return Evening(
        day=results[0].day,
        matches=len({row.match for row in results}),
        players=[
            PlayerEvening(
                names[player],
                wins[player],
                matches[player],
                " · ".join(
                    [
                        money_gained(gains[player], currency)
                        for currency, gains in money.items()
                        if player in gains
                    ]
                ),
            )
            for player in sorted(names, key=lambda player: -wins[player])
        ],
        richest=[lines.richest for lines in money_lines(money, names)],
        hand=_hand_of_the_night(results, names),
        venue=next((row.venue for row in results if row.venue), ""),
        has_chinchon=any(row.chinchones for row in results),
    )


def names_of_players(rows: Sequence[EveningRow]) -> dict[Any, str]:
    """Under what each player of these results is shown: names that differ, by their keys."""
    names = {row.player: row.name or _("Alguien") for row in rows}
    return dict(zip(names, unique_names([*names.values()]), strict=True))


def _hand_of_the_night(results: Sequence[EveningRow], names: dict[int, str]) -> str:
    """Who had a chinchón; without one, who won after buying back in; else the most points in one hand."""
    with_chinchon = dict.fromkeys(
        names[row.player] for row in results if row.chinchones
    )
    if with_chinchon:
        return _("Chinchón de %(names)s") % {"names": joined_names(list(with_chinchon))}
    winners = [row for row in results if row.won]
    back = max(winners, key=lambda row: row.buy_backs, default=None)
    if back and back.buy_backs:
        text = ngettext(
            "%(name)s se reenganchó y ganó",
            "%(name)s se reenganchó %(times)s veces y ganó",
            back.buy_backs,
        )
        return text % {"name": names[back.player], "times": back.buy_backs}
    scored = [row for row in results if row.most is not None]
    if not scored or any(row.lacks for row in results):
        return ""
    most = max(scored, key=lambda row: row.most)
    facts = {"name": names[most.player], "points": plus(most.most)}
    return _("Más puntos en una mano: %(name)s, %(points)s") % facts
