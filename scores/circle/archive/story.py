"""The story of a match that is over, as one line of a list: from the results that every list has read."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _, ngettext

PARTS = 2  # of a line, the most telling first
CLOSE = 5  # points between the winner and the next, at most, that are worth saying
FEWEST = 4  # hands, before «from the first to the last» means anything
MOST = 100  # hands of which the course is followed: a list has many matches


def story_of(results: Sequence[Any]) -> str:
    """«tras reengancharse 2 veces, por 3 puntos», which follows «Ganó Ana»; empty where nothing stands out.
    `results` are those of all seats, as `SeatResult` has them.
    """
    winners = [result for result in results if result.won]
    others = [result for result in results if not result.won]
    if not winners or not others:
        return ""
    parts = [_with_chinchon(winners), _after_buying_back(winners)]
    # else others retired, or went out before: the winner has neither the best total nor the worst
    if len({winners[0].total > other.total for other in others}) == 1:
        parts += [_course(winners, others), _margin(winners[0], others)]
    return ", ".join([part for part in parts if part][:PARTS])


def _with_chinchon(winners: Sequence[Any]) -> str:
    count = sum(result.chinchones for result in winners)
    text = ngettext("con un chinchón", "con %(count)s chinchones", count)
    return text % {"count": count} if count else ""


def _after_buying_back(winners: Sequence[Any]) -> str:
    times = winners[0].buy_backs
    text = ngettext("tras reengancharse", "tras reengancharse %(times)s veces", times)
    return text % {"times": times} if times and len(winners) == 1 else ""


def _course(winners: Sequence[Any], others: Sequence[Any]) -> str:
    """Whether one winner led after each hand, or was once behind everybody in the second half. Empty where a
    total is more than the sum of its hands (penalties, buying back, boxes of Gin).
    """
    everybody = [*winners, *others]
    hands = winners[0].hands
    if len(winners) > 1 or not FEWEST <= hands <= MOST:
        return ""
    if any(
        len(each.hand_points or ()) != hands or sum(each.hand_points) != each.total
        for each in everybody
    ):
        return ""
    sign = 1 if winners[0].total > others[0].total else -1
    totals = [0] * len(everybody)
    after_each = []
    for hand in zip(*[each.hand_points for each in everybody], strict=True):
        totals = [
            total + sign * points for total, points in zip(totals, hand, strict=True)
        ]
        after_each.append(totals)
    if all(own > max(rest) for own, *rest in after_each):
        return _("de principio a fin")
    if any(own < min(rest) for own, *rest in after_each[hands // 2 - 1 :]):
        return _("desde el último puesto")
    return ""


def _margin(winner: Any, others: Sequence[Any]) -> str:
    points = min(abs(winner.total - other.total) for other in others)
    text = ngettext("por %(points)s punto", "por %(points)s puntos", points)
    return text % {"points": points} if 0 < points <= CLOSE else ""
