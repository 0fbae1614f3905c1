"""The practice page of the checker: one close, judged alone. Everything is in the address."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from rules.cards.patterns import Meld
from rules.closing.check import Verdict
from rules.knobs import Ends, Scoring
from scores.core.house_rules import labels
from scores.core.notation.cards import Face, contract_in_words, face
from scores.core.notation.numbers import plus, signed
from scores.core.wording.refusals import close_phrases
from scores.table.checker import headlines
from scores.table.checker.check import Check
from scores.table.checker.headlines import lacks_of
from scores.table.checker.presenter import (
    closing_result,
    hand_context,
    verdict_result,
    worth_result,
)
from scores.table.checker.query import (
    CLAIM_GROUPS,
    Asked,
    cards_of_this_pack,
    cards_on_table,
    cards_or_refusal,
    check_of,
    number,
    pack_context,
    pack_fields,
    ruleset_asked,
    seen_cards,
)
from scores.table.checker.rum_500 import Worth, if_claim_falls, worth_of


def practice_context(asked: Asked) -> dict[str, Any]:
    check, refusal = practice_check(asked)
    ruleset = check.ruleset
    is_same_pack = asked.get("pack", ruleset.pack) == ruleset.pack
    seen = (
        seen_cards(asked, ruleset, check.players, check.cards) if is_same_pack else ()
    )
    return {
        **result_context(check, asked, refusal),
        **situation_context(check),
        **pack_context(asked, check, "c", check.cards, seen),
        **pack_fields(ruleset),
        "lacks": lacks_of(
            check,
            (
                *seen,
                *cards_on_table(asked, ruleset, check.players, (*check.cards, *seen)),
            ),
        ),
        "question": headlines.question(ruleset),
        "presets": labels.game_names().items(),
        "players": check.players,
        "seats": range(2, 9) if ruleset.players[0] < ruleset.players[1] else [],
        "asks_total": ruleset.ends is Ends.LAST_STANDING and not ruleset.close_may_bust,
        "contracts": [
            (at, contract_in_words(asked))
            for at, asked in enumerate(ruleset.contracts, 1)
        ],
    }


def practice_check(asked: Asked) -> tuple[Check, str]:
    """The close that a query string describes, and why its cards are refused, if they are."""
    ruleset = ruleset_asked(asked)
    players = number(asked, "players", 2, 8, min(4, ruleset.players[1]))
    texts = cards_of_this_pack(asked, "c", ruleset, players)
    cards, refusal = cards_or_refusal(texts, ruleset, players)
    hand = (
        number(asked, "hand", 1, len(ruleset.contracts), 1)
        if ruleset.contracts
        else None
    )
    total = number(asked, "total", -1000, 1000)
    return check_of(asked, ruleset, players, cards, total, hand), refusal


# Used by the practice page and by match_page


def result_context(check: Check, asked: Asked, refusal: str) -> dict[str, Any]:
    if check.ruleset.scoring is not Scoring.TABLE:
        return verdict_context(check, asked, refusal)
    # Rum 500: what the cards are worth, as claimed or laid down in the best way.
    worth = worth_of(check)
    cards = len(check.cards)
    context = _cards_context(check, asked, refusal, min(3, cards + 1)) | {
        "counting": True
    }
    if cards < 3:
        return context
    if worth.wrong:
        reasons = close_phrases(Verdict(False, "invalid-meld", {"melds": worth.wrong}))
        context["refused"] = if_claim_falls(check, worth)
    else:
        parts = {"table": worth.laid.points, "hand": signed(-worth.left)}
        reasons = [_("En la mesa %(table)s, en la mano %(hand)s.") % parts]
        reasons += _of_going_out(worth)
    return context | {"result": worth_result(check, worth), "reasons": reasons}


def _of_going_out(worth: Worth) -> list[str]:
    """That these cards are enough to go out, and what they are worth then if it is less."""
    if worth.goes_out is None:
        return [_("Sin contar lo que coloque en la mesa.")]
    if worth.goes_out < worth.laid.points - worth.left:
        return [
            _("Si sale con todas, vale %(points)s.") % {"points": plus(worth.goes_out)}
        ]
    return [_("Con eso puede salir.")]


def verdict_context(
    check: Check, asked: Asked, refusal: str, table: Sequence[Meld] = ()
) -> dict[str, Any]:
    """The verdict on a close, and better or other closes. `table`: its melds, if others' cards decide."""
    verdict = check.verdict
    context = _cards_context(check, asked, refusal, check.cards_needed)
    if verdict is None:
        return context
    better = verdict.better if verdict.legal else verdict.best
    offers_better = check.groups or verdict.legal
    shown = verdict.points, verdict.melds, verdict.discard
    others = [
        close
        for close in check.legal_closes
        if (close.points, close.melds, close.discard) != shown
    ][:1]
    return context | {
        "result": verdict_result(check, table),
        "reasons": headlines.consequences(check.ruleset, verdict.close)
        + headlines.of_jokers_freed(check.ruleset, verdict)
        if verdict.legal
        else [*close_phrases(verdict), *headlines.without_the_table(check)],
        "refused": headlines.if_refused(check),
        "better": closing_result(better, check) if better and offers_better else None,
        "second": closing_result(others[0], check)
        if others and not check.groups
        else None,
    }


def _cards_context(
    check: Check, asked: Asked, refusal: str, size: int
) -> dict[str, Any]:
    """The cards in hand, of which there should be `size`, and the form of the claim."""
    return {
        "refusal": refusal,
        **hand_context(check.cards, size),
        "claims": _claims(check, asked.getlist("g")),
        "claiming": bool(check.groups),
    }


def _claims(
    check: Check, claimed: Sequence[str]
) -> list[tuple[Face, list[tuple[str, str, bool]]]]:
    """Each card with a choice for each group: its value, its text, whether the card is in it."""
    groups = (
        CLAIM_GROUPS if check.ruleset.scoring is Scoring.TABLE else CLAIM_GROUPS[:4]
    )
    claims = []
    left = Counter(claimed)
    for card in check.cards:
        own = next((group for group in groups if left[f"{card}:{group}"]), "")
        if own:
            left[f"{card}:{own}"] -= 1
        claims.append(
            (face(card), [(f"{card}:{group}", group, group == own) for group in groups])
        )
    return claims


def situation_context(check: Check) -> dict[str, Any]:
    """The questions about the situation of the close that the rules make a difference of."""
    ruleset = check.ruleset
    asked = check.asked
    return {
        "asks_first": not ruleset.close_first_lap,
        "first": asked.first_lap,
        "total": asked.total,
        "hand_number": asked.hand,
        "contract": contract_in_words(ruleset.contracts[asked.hand - 1])
        if asked.hand
        else "",
        "goes_down": asked.goes_down,
        "others_down": asked.others_down,
        "may_be_down": range(check.players) if ruleset.contracts else [],
    }
