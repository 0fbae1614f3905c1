"""Pages of a match which only look at it, where there is no server to draw them: the big board, the result to
share, who is going to win; and the hand to try.
"""

from django.template import loader

from phone.runtime.board import PostedFields, phone_facts, save, sheet_of
from phone.runtime.match_document import SCORE, Payload, blank_document
from rules.forecast.chances import Table, forecast
from rules.forecast.hand_pool import HandPool, Strengths
from rules.presets import CHINCHON
from scores.circle.forecast.chance_rows import add_hands, rows
from scores.circle.images.layout import HEIGHT, WIDTH
from scores.circle.recap import share
from scores.circle.recap.telling_hands import card_of_hand, hand_to_show, telling_hands
from scores.core.house_rules import labels
from scores.core.match_facts import MatchFacts
from scores.core.matches.scoresheet import kind_and_payload
from scores.pages.demo_match import HANDS, NAMES, PLAYED_ON, demo_context
from scores.table.board.between_hands import sentences_between_hands
from scores.table.board.context import board_context
from scores.table.hand_entry.form import HandForm

RESULT = "scores/recap/recap.html"
CARD = "scores/recap/match_card.svg"
HAND_CARD = "scores/images/headline_card.svg"
BIG_PAGE = "scores/big_board/big_board.html"
BIG = "scores/big_board/_big_board.html"
CHANCES = "scores/forecast/forecast.html"
DEMO = "scores/pages/demo.html"


def result(payload: Payload) -> Payload:
    """`{blocks, svgs}`: the page, and its pictures drawn with the `symbols` of cards: of the result,
    and of the hand that is asked for, if there is one.
    """
    sheet = sheet_of(payload)
    hands = telling_hands(sheet)
    hand = hand_to_show(hands, payload["hand"])
    ranking = " · ".join(share.ranking(sheet))
    context = {
        "match": sheet.match,
        "summary": share.text(sheet),
        "preview": {"title": share.headline(sheet), "description": ranking},
        "hands": hands,
        "hand": hand,
    }
    size = {"width": WIDTH, "height": HEIGHT, "symbols": payload["symbols"]}
    cards = [(CARD, share.match_card(sheet))]
    if hand:
        cards.append((HAND_CARD, card_of_hand(hand)))
    return {
        "blocks": loader.render_blocks(RESULT, context),
        "svgs": [
            str(loader.render_to_string(template, {**card, **size}))
            for template, card in cards
        ],
    }


def big(payload: Payload) -> Payload:
    """`{blocks}` of the big board, for a screen beside the phone."""
    sheet = sheet_of(payload)
    facts = phone_facts(payload, sheet)
    context = {
        **board_context(sheet, HandForm(sheet=sheet), facts),
        "variant": sheet.match.rules_name or labels.name_of(sheet.board.ruleset),
        "between": sentences_between_hands(sheet),
    }
    page = {
        "match": sheet.match,
        "board": loader.render_to_string(BIG, context),
        "variant": context["variant"],
    }
    return {"blocks": loader.render_blocks(BIG_PAGE, page)}


def chances(payload: Payload) -> Payload:
    """`{blocks}` of the page of who is going to win: the chances now, as a server gives them for the first
    match of a circle. `hands` are the texts of the shipped hands of the game, by the number of players.
    """
    sheet = sheet_of(payload)
    context = {"match": sheet.match, "board": sheet.board, "is_complete": True}
    if sheet.hands and not sheet.board.is_over:
        strengths = Strengths()
        seats = {row.position: row.position for row in sheet.seats}
        add_hands(strengths, sheet.hands, seats)
        known = {seat: strengths.known(seat) for seat in seats}
        pool = HandPool(sheet.board.next_ruleset, payload["hands"])
        result = forecast(sheet.board, Table(pool, known))
        context["rows"] = rows(sheet, result.chances)
    return {"blocks": loader.render_blocks(CHANCES, context)}


def demo(payload: Payload) -> Payload:
    """`{blocks}` of a board on which a hand can be tried; with `fields` of one, the board after it."""
    given = {"code": "demo", "now": 0}
    document = {
        **blank_document(given, payload["groups"], SCORE, 0),
        **MatchFacts(CHINCHON, played_on=PLAYED_ON).dump(),
        "players_at_start": len(NAMES),
        "names": list(enumerate(NAMES)),
        "faces": [],
        "entries": [[*kind_and_payload(hand), 0, ""] for hand in HANDS],
    }
    sheet = sheet_of({"document": document})
    typed = PostedFields(payload["fields"]) if "fields" in payload else None
    form = HandForm(typed, sheet=sheet)
    context = demo_context(form, save(sheet, form, 0), "", payload["key"])
    return {"blocks": loader.render_blocks(DEMO, {**context})}
