"""The practice page of the checker: one close, judged alone. Everything is in the address."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from rules.cards.patterns import Meld
from rules.closing.verdict import Verdict
from rules.knobs import Ends, Scoring
from scores.core.house_rules import labels
from scores.core.notation.cards import Face, contract_in_words, face
from scores.core.notation.numbers import plus, signed
from scores.core.wording.refusals import close_phrases
from scores.table.checker import headlines
from scores.table.checker.check import Check
from scores.table.checker.headlines import lacks_of
from scores.table.checker.pack import pack_choices, shown_pack
from scores.table.checker.page import (
    CheckerPage,
    GameChoices,
    ShownVerdict,
    SituationQuestions,
)
from scores.table.checker.presenter import (
    shown_cards,
    verdict_result,
    worth_result,
)
from scores.table.checker.query import (
    CLAIM_GROUPS,
    Query,
    cards_of_this_pack,
    cards_on_table,
    cards_or_refusal,
    check_of,
    chosen_ruleset,
    is_by_rank,
    number,
    seen_cards,
    sorted_cards,
)
from scores.table.checker.worth import Worth, counts_of_wrong_claim, worth_of

# The fields of the address that say what is played
GAME_FIELDS = ("rules", "players", "hand", "deck", "jokers", "sort")


def practice_page(query: Query) -> CheckerPage:
    check = practice_check(query)
    ruleset = check.ruleset
    is_same_pack = query.get("pack", ruleset.pack) == ruleset.pack
    seen = seen_cards(query, check, check.cards) if is_same_pack else ()
    lying = cards_on_table(query, check, (*check.cards, *seen))
    contracts = map(contract_in_words, ruleset.contracts)
    return CheckerPage(
        question=headlines.question(ruleset),
        is_by_rank=is_by_rank(query),
        without_cards=urlencode(
            [(key, value) for key in GAME_FIELDS for value in query.getlist(key)]
        ),
        verdict=verdict_on(check, query),
        situation=situation_questions(check),
        pack=shown_pack(query, check, "c", check.cards, seen),
        lacks=lacks_of(check, (*seen, *lying)),
        game=GameChoices(
            presets=labels.game_names().items(),
            players=check.players,
            seats=range(2, 9) if ruleset.players[0] < ruleset.players[1] else [],
            asks_total=ruleset.ends is Ends.LAST_STANDING
            and not ruleset.close_may_bust,
            contracts=list(enumerate(contracts, 1)),
            pack=pack_choices(ruleset),
        ),
    )


def practice_check(query: Query) -> Check:
    """The close that a query string describes."""
    ruleset = chosen_ruleset(query)
    players = number(query, "players", 2, 8, min(4, ruleset.players[1]))
    texts = cards_of_this_pack(query, "c", ruleset, players)
    cards, refusal = cards_or_refusal({"c": texts}, ruleset, players)
    hand = (
        number(query, "hand", 1, len(ruleset.contracts), 1)
        if ruleset.contracts
        else None
    )
    total = number(query, "total", -1000, 1000)
    return check_of(query, ruleset, players, cards["c"], total, hand, refusal)


def verdict_on(check: Check, query: Query) -> ShownVerdict:
    """The verdict on a close; in Rum 500 the worth of the cards, as claimed or laid down in the best way."""
    if check.ruleset.scoring is not Scoring.TABLE:
        return verdict_on_close(check, query)
    worth = worth_of(check)
    cards = len(check.cards)
    verdict = replace(_open_hand(check, query, min(3, cards + 1)), counts=True)
    if cards < 3:
        return verdict
    result = worth_result(check, worth)
    if worth.wrong:
        reasons = close_phrases(Verdict("invalid-meld", {"melds": worth.wrong}))
        counts = counts_of_wrong_claim(check, worth)
        return replace(verdict, result=result, reasons=reasons, refused=counts)
    parts = {"table": worth.laid.points, "hand": signed(-worth.left)}
    summary = _("En la mesa %(table)s, en la mano %(hand)s.") % parts
    return replace(verdict, result=result, reasons=[summary, _going_out(worth)])


def _going_out(worth: Worth) -> str:
    """The sentence that these cards are enough to go out, and what they are worth then if it is less."""
    if worth.goes_out is None:
        return _("Sin contar lo que coloque en la mesa.")
    if worth.goes_out < worth.laid.points - worth.left:
        return _("Si sale con todas, vale %(points)s.") % {
            "points": plus(worth.goes_out)
        }
    return _("Con eso puede salir.")


# Used by the practice page and by match_page


def verdict_on_close(
    check: Check, query: Query, table: Sequence[Meld] = ()
) -> ShownVerdict:
    """The verdict on a close, and better or other closes. `table`: its melds, if others' cards decide."""
    verdict = check.verdict
    hand = _open_hand(check, query, check.cards_needed)
    if verdict is None:
        return hand
    better = verdict.better if verdict.legal else verdict.best
    offers_better = check.groups or verdict.legal
    shown = verdict.points, verdict.melds, verdict.discard
    others = (
        close
        for close in check.legal_closes
        if (close.points, close.melds, close.discard) != shown
    )
    second = None if check.groups else next(others, None)
    return replace(
        hand,
        result=verdict_result(check, table),
        reasons=headlines.consequences(check.ruleset, verdict.close)
        + headlines.moved_jokers(check.ruleset, verdict)
        if verdict.legal
        else [*close_phrases(verdict), *headlines.hint_of_table(check)],
        refused=headlines.counts_of_refused(check),
        better=_headline(check, better) if better and offers_better else "",
        second=_headline(check, second) if second else "",
    )


def _headline(check: Check, other: Verdict) -> str:
    """The headline of another legal close of the same cards, or of another way to lay them down."""
    close = None if check.situation.goes_down else other.close
    return headlines.legal(check.ruleset, close, other.points, contract=other.contract)


def _open_hand(check: Check, query: Query, size: int) -> ShownVerdict:
    """The cards in hand, of which there should be `size`, and the form of the claim."""
    return ShownVerdict(
        hand=shown_cards(sorted_cards(query, check.cards)),
        size=size,
        refusal=check.refusal,
        claims=_claims(check, query.getlist("g")),
        is_claiming=bool(check.groups),
    )


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


def situation_questions(check: Check) -> SituationQuestions:
    ruleset = check.ruleset
    hand = check.situation.hand
    return SituationQuestions(
        answers=check.situation,
        asks_first=not ruleset.close_first_lap,
        contract=contract_in_words(ruleset.contracts[hand - 1]) if hand else "",
        may_be_down=range(check.players) if ruleset.contracts else [],
    )
