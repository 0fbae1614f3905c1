"""A naive scorer, written from the printed rules to compare the engine with: `scored` for Chinchón,
`other_scored` for the other games.

It reads stored log entries (JSON objects, seats by number) and knobs by name. It knows only hands and answers
to buy-back questions, and checks nothing. It uses no code of the engine.
"""

PLAYING = "playing"
ASKED = "asked"
OUT = "out"


def scored(knobs, players, entries, dealer=0, direction=1):
    """The score sheet after `entries`: totals, states, money, dealer and winners."""
    paper = {
        "total": [0] * players,
        "state": [PLAYING] * players,
        "came back": [0] * players,
        "paid": [knobs["stake"]] * players,
        "dealer": dealer,
        "winners": [],
        "hands": 0,
        "out in hand": [0] * players,
    }
    for entry in entries:
        if entry["type"] == "hand":
            paper["hands"] += 1
            write_hand(knobs, paper, entry)
        if entry["type"] == "buy_back":
            come_back(knobs, paper, entry["player"])
        if entry["type"] == "decline":
            paper["state"][entry["player"]] = OUT
            paper["out in hand"][entry["player"]] = paper["hands"]
        if (
            not paper["winners"]
            and not seats(paper, ASKED)
            and len(seats(paper, PLAYING)) == 1
        ):
            paper["winners"] = seats(paper, PLAYING)
        if entry["type"] == "hand" or paper["state"][paper["dealer"]] == OUT:
            pass_the_deal(paper, direction)
    paper["money"] = won_or_lost(paper)
    return paper


def write_hand(knobs, paper, hand):
    if hand.get("close") == "chinchon" and knobs["chinchon_points"] == "wins":
        paper["winners"] = [hand["closer"]]
        return
    for seat in seats(paper, PLAYING):
        paper["total"][seat] += points(knobs, hand, seat)
    bust = [
        seat for seat in seats(paper, PLAYING) if is_bust(knobs, paper["total"][seat])
    ]
    rest = [seat for seat in seats(paper, PLAYING) if seat not in bust]
    if not rest:
        lowest = min(paper["total"][seat] for seat in bust)
        paper["winners"] = [seat for seat in bust if paper["total"][seat] == lowest]
    for seat in bust:
        if seat not in paper["winners"]:
            go_bust(knobs, paper, seat, rest)


def go_bust(knobs, paper, seat, rest):
    paper["state"][seat] = OUT
    paper["out in hand"][seat] = paper["hands"]
    used_up = (
        knobs["rebuys"] is not None and paper["came back"][seat] == knobs["rebuys"]
    )
    if len(rest) < knobs["rebuy_needs"] or used_up:
        return
    paper["state"][seat] = ASKED
    paper["level"] = max(paper["total"][other] for other in rest)
    if knobs["rebuy_points"] == "plus-one" and not is_bust(knobs, paper["level"] + 1):
        paper["level"] += 1
    if knobs["rebuy_choice"] == "automatic":
        come_back(knobs, paper, seat)


def left(hand, seat):
    return hand["deadwood"].get(str(seat), 0)


def points(knobs, hand, seat):
    if seat == hand["closer"]:
        one, two = knobs["joker_run_points"]
        runs = {
            "joker-run-1": one,
            "joker-run-2": two,
            "chinchon": knobs["chinchon_points"],
        }
        return ({"clean": knobs["clean_points"]} | runs).get(
            hand.get("close"), left(hand, seat)
        )
    melded_all = (
        seat in hand.get("melded", [])
        if knobs["lay_off"] != "none"
        else left(hand, seat) == 0
    )
    return (
        knobs["clean_points"]
        if knobs["clean_for"] == "anyone" and melded_all
        else left(hand, seat)
    )


def is_bust(knobs, total):
    return total > knobs["limit"] or (
        total == knobs["limit"] and knobs["out_at"] == "reach"
    )


def come_back(knobs, paper, seat):
    paper["state"][seat] = PLAYING
    paper["out in hand"][seat] = 0
    paper["total"][seat] = paper["level"]
    paper["came back"][seat] += 1
    paper["paid"][seat] += (
        knobs["stake"] if knobs["rebuy_stake"] is None else knobs["rebuy_stake"]
    )


def pass_the_deal(paper, direction):
    while True:
        paper["dealer"] = (paper["dealer"] + direction) % len(paper["state"])
        if paper["state"][paper["dealer"]] != OUT:
            return


def seats(paper, state):
    return [seat for seat, is_ in enumerate(paper["state"]) if is_ == state]


def final_ranks(paper):
    """Winners first, then those who play by their totals, then the others from the last hand to the first."""

    def is_better(one, other):
        for group in (paper["winners"], seats(paper, PLAYING)):
            if (one in group) != (other in group):
                return one in group
        if paper["out in hand"][one] != paper["out in hand"][other]:
            return paper["out in hand"][one] > paper["out in hand"][other]
        return paper["total"][one] < paper["total"][other]

    everybody = range(len(paper["total"]))
    return [
        1 + sum(is_better(other, seat) for other in everybody) for seat in everybody
    ]


def won_or_lost(paper):
    """Money won or lost by seat. The winners share the pot; odd units go to the first seats."""
    money = [-paid for paid in paper["paid"]]
    share_out(sum(paper["paid"]), paper["winners"], money)
    return money


def share_out(units, winners, money):
    for unit in range(units if winners else 0):
        money[winners[unit % len(winners)]] += 1


# The other games

COLLECTED = ("rummy", "queen-city", "double-rum")


def other_scored(game, knobs, players, hands):
    """The score sheet after `hands` of Gin, a Rummy, Rum 500 or Chinaso that nobody leaves."""
    in_pairs = game == "gin" and knobs["team_size"] > 1 and players > 2
    sides = (
        2 if in_pairs else max(2, players // 2) if game == "rum-500-pairs" else players
    )
    paper = {
        "total": [0] * players,
        "boxes": [0] * players,
        "cash": [0] * players,
        "winners": [],
    }
    paper["sides"] = [tuple(range(first, players, sides)) for first in range(sides)]
    for number, hand in enumerate(hands, start=1):
        gains, boxes = gains_of(game, knobs, hand, players)
        if in_pairs and knobs["deal_scores"] == "net":
            write_net(paper, gains, is_first=(number - 1) % (players // 2) == 0)
        else:
            write_all(paper, gains, boxes)
        pay_for_hand(knobs, paper, hand, gains, game)
        if not in_pairs or number % (players // 2) == 0:  # else the deal goes on
            paper["winners"] = other_winners(game, knobs, paper, number)
    paper["final"] = other_finals(game, knobs, paper)
    paper["money"] = other_money(game, knobs, paper)
    return paper


def write_all(paper, gains, boxes):
    for side in paper["sides"]:
        for seat in side:
            paper["total"][seat] += sum(gains[partner] for partner in side)
            paper["boxes"][seat] += sum(partner in boxes for partner in side)


def write_net(paper, gains, is_first):
    """The side that is ahead in the deal so far has the difference and one box more than before the deal."""
    if is_first:
        paper["deal"] = paper["total"], paper["boxes"], [0] * len(gains)
    total, boxes, won = paper["deal"]
    won = [old + new for old, new in zip(won, gains, strict=True)]
    one, other = paper["sides"]
    lead = sum(won[seat] for seat in one) - sum(won[seat] for seat in other)
    ahead = () if lead == 0 else one if lead > 0 else other
    paper["deal"] = total, boxes, won
    paper["total"] = [
        old + (abs(lead) if seat in ahead else 0) for seat, old in enumerate(total)
    ]
    paper["boxes"] = [old + (seat in ahead) for seat, old in enumerate(boxes)]


def gains_of(game, knobs, hand, players):
    """What each adds, partners not joined, and who wins a box of Gin."""
    in_hand = [left(hand, seat) for seat in range(players)]
    if game == "gin":
        return gains_of_gin(knobs, hand, players)
    if game.startswith("rum-500"):
        return [
            hand["table"][str(seat)] - kept for seat, kept in enumerate(in_hand)
        ], ()
    if game == "chinaso":
        money_is_doubled = knobs["hand_fee"] > 0 or (
            knobs["doubles_fees"] and knobs["buy_fee"] > 0
        )
        twice = hand.get("close") == "chinaso" and not money_is_doubled
        return [kept * (2 if twice else 1) for kept in in_hand], ()
    if game == "queen-city" and knobs["pays_hand_of"] != "own":
        in_hand = [hand["value"]] * players
    twice = (
        game != "queen-city"
        and hand["close"] == "rummy"
        and knobs["doubles"] == "rummy"
    )
    gains = [-kept * (2 if twice else 1) for kept in in_hand]
    gains[hand["closer"]] = 0
    gains[hand["closer"]] = -sum(gains)
    return gains, ()


def gains_of_gin(knobs, hand, players):
    gains = [0] * players
    closer = hand["closer"]
    others = [
        seat
        for seat in range(players)
        if seat != closer and str(seat) in hand["deadwood"]
    ]
    if hand["close"] != "knock":
        bonus = knobs["clean_points"] if hand["close"] == "gin" else knobs["big_gin"]
        gains[closer] = bonus + sum(left(hand, seat) for seat in others)
        return gains, (closer,)
    better = [seat for seat in others if left(hand, seat) <= left(hand, closer)]
    for seat in others:
        difference = left(hand, closer) - left(hand, seat)
        if seat in better:
            gains[seat] = knobs["undercut"] + difference
        else:
            gains[closer] -= difference
    return gains, better or (closer,)


def pay_for_hand(knobs, paper, hand, gains, game):
    winner = hand["closer"]
    twice = 2 if hand.get("close") == "chinaso" else 1
    for seat in range(len(gains) if winner is not None else 0):
        buys = hand.get("buys", {}).get(str(seat), 0) * knobs["buy_fee"]
        pay = knobs["hand_fee"] * twice + buys * (twice if knobs["doubles_fees"] else 1)
        if game in COLLECTED:
            pay -= gains[seat] * knobs["per_point"]
        if seat != winner and (game != "gin" or str(seat) in hand["deadwood"]):
            paper["cash"][seat] -= pay
            paper["cash"][winner] += pay


def other_winners(game, knobs, paper, number):
    total = paper["total"]
    best = min if game == "chinaso" else max
    first = [seat for seat in range(len(total)) if total[seat] == best(total)]
    if game == "chinaso":
        return first if number >= knobs["limit"] else []
    if game in COLLECTED or tuple(first) not in paper["sides"]:
        return []
    return first if max(total) >= knobs["limit"] + (knobs["out_at"] == "over") else []


def other_finals(game, knobs, paper):
    finals = list(paper["total"])
    others = [
        paper["boxes"][side[0]]
        for side in paper["sides"]
        if side[0] not in paper["winners"]
    ]
    for winner in paper["winners"] if game == "gin" else ():
        if knobs["shutout"] and sum(others) == 0:
            finals[winner] *= 2
        finals[winner] += (
            sum(paper["boxes"][winner] - boxes for boxes in others) * knobs["box"]
        )
        finals[winner] += knobs["game_bonus"]
    return finals


def other_money(game, knobs, paper):
    players = len(paper["total"])
    winners = paper["winners"]
    cash = [units - knobs["stake"] for units in paper["cash"]]
    if winners:
        losers = [seat for seat in range(players) if seat not in winners]
        for seat in losers:
            cash[seat] -= knobs["game_fee"]
        share_out(knobs["stake"] * players, winners, cash)
        share_out(knobs["game_fee"] * len(losers), winners, cash)
        if game not in COLLECTED:
            settle_points(game, knobs, paper, cash)
    return cash


def settle_points(game, knobs, paper, cash):
    """Each pair of sides settles the difference; or only the winners are paid."""
    sides = paper["sides"]
    sign = -1 if game == "chinaso" else 1
    worth = {
        side: sign * paper["final"][side[0]] * knobs["per_point"] for side in sides
    }
    winners = [side for side in sides if side[0] in paper["winners"]]
    for side in sides:
        if knobs["settlement"] == "pairwise":
            gain = sum(worth[side] - worth[other] for other in sides)
        elif side in winners:
            pool = sum(
                worth[side] - worth[other] for other in sides if other not in winners
            )
            shares = [0] * len(winners)
            share_out(abs(pool), range(len(winners)), shares)
            gain = shares[winners.index(side)] * (1 if pool > 0 else -1)
        else:
            gain = worth[side] - worth[winners[0]]
        for index, seat in enumerate(side):
            cash[seat] += gain // len(side) + (1 if index < gain % len(side) else 0)
