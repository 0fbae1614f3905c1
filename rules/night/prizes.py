"""The money of a night: who still owes what, and what each rank wins. Amounts are whole numbers.

One treasurer holds the pot; nothing here says who pays whom.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from rules.night.seating.values import Entrant
from rules.night.sheet import NightSheet
from rules.night.standings import Line

HUNDRED = 100


def debts(sheet: NightSheet, fee: int) -> dict[Entrant, int]:
    """What each has still to pay of the fee; negative where somebody paid too much. Who was expected and has
    not come owes nothing."""
    came = {
        *sheet.here,
        *sheet.paid,
        *(entrant for each in sheet.rounds for entrant in each.everybody),
    }
    return {
        entrant: fee - sheet.paid.get(entrant, 0) if entrant in came else 0
        for entrant in sheet.badges
    }


def pot(sheet: NightSheet) -> int:
    return sum(sheet.paid.values())


def pot_to_come(sheet: NightSheet, fee: int, expected: int) -> int:
    """What is in the pot once everybody has paid; before the first round also those who are expected."""
    due = debts(sheet, fee).values()
    more = 0 if sheet.rounds else max(0, expected - len({*sheet.here, *sheet.paid}))
    return pot(sheet) + sum(max(0, each) for each in due) + more * fee


def prizes_by_share(money: int, shares: Sequence[int]) -> tuple[int, ...]:
    """The prize of each rank from hundredths of the money; what cannot be divided goes to the first.
    What the shares leave of a hundred is the club's part."""
    prizes = [money * share // HUNDRED for share in shares]
    if prizes:
        prizes[0] += money * sum(shares) // HUNDRED - sum(prizes)
    return tuple(prizes)


def prizes_won(lines: Sequence[Line], prizes: Sequence[int]) -> dict[Entrant, int]:
    """The prize of each by their rank. Those who share a rank share the prizes of the ranks that they
    take, and what cannot be divided goes to the first of them."""
    sharers = Counter(line.rank for line in lines)
    prize: dict[Entrant, int] = {}
    for at, line in enumerate(lines):
        start = line.rank - 1
        count = sharers[line.rank]
        share, odd = divmod(sum(prizes[start : start + count]), count)
        prize[line.entrant] = share + (odd if at == start else 0)
    return {entrant: amount for entrant, amount in prize.items() if amount}


def still_due(sheet: NightSheet, prize: Mapping[Entrant, int]) -> dict[Entrant, int]:
    """What each has won and not been given. After a correction it may be negative: a prize is not taken back,
    the difference is shown."""
    return {
        entrant: left
        for entrant in {*prize, *sheet.prizes}
        if (left := prize.get(entrant, 0) - sheet.prizes.get(entrant, 0))
    }
