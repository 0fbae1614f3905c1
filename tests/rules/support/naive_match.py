"""A naive scorer, written from the printed rules to compare the engine with: `scored` for Chinchón,
`other_scored` for the other games.

It reads stored log entries (JSON objects, seats by number) and knobs by name. It knows only hands and answers
to buy-back questions, and checks nothing. It uses no code of the engine.
"""

PLAYING, ASKED, OUT = "playing", "asked", "out"


def scored(knobs, players, entries, dealer=0, direction=1):
    """The score sheet after `entries`: totals, states, payments, dealer and winners."""
    paper = {
        "total": [0] * players,
        "state": [PLAYING] * players,
        "came back": [0] * players,
        "paid": [knobs["stake"]] * players,
        "dealer": dealer,
        "winners": [],
    }
    for entry in entries:
        if entry["type"] == "hand":
            write_hand(knobs, paper, entry)
        if entry["type"] == "buy_back":
            come_back(knobs, paper, entry["player"])
        if entry["type"] == "decline":
            paper["state"][entry["player"]] = OUT
        look_for_winner(paper)
        if entry["type"] == "hand" or paper["state"][paper["dealer"]] == OUT:
            pass_the_deal(paper, direction)
    return paper


def write_hand(knobs, paper, hand):
    if hand.get("close") == "chinchon" and knobs["chinchon_points"] == "wins":
        paper["winners"] = [hand["closer"]]
        return
    for seat in seats(paper, PLAYING):
        paper["total"][seat] += points(knobs, hand, seat)
    bust = [seat for seat in seats(paper, PLAYING) if is_bust(knobs, paper["total"][seat])]
    rest = [seat for seat in seats(paper, PLAYING) if seat not in bust]
    if not rest:
        lowest = min(paper["total"][seat] for seat in bust)
        paper["winners"] = [seat for seat in bust if paper["total"][seat] == lowest]
    for seat in bust:
        if seat not in paper["winners"]:
            go_bust(knobs, paper, seat, rest)


def go_bust(knobs, paper, seat, rest):
    paper["state"][seat] = OUT
    used_up = knobs["rebuys"] is not None and paper["came back"][seat] == knobs["rebuys"]
    if len(rest) < knobs["rebuy_needs"] or used_up:
        return
    paper["state"][seat] = ASKED
    paper["level"] = level(knobs, max(paper["total"][other] for other in rest))
    if knobs["rebuy_choice"] == "automatic":
        come_back(knobs, paper, seat)


def points(knobs, hand, seat):
    loose = hand["deadwood"].get(str(seat), 0)
    prize = prize_of_close(knobs, hand.get("close"))
    if seat != hand["closer"]:
        prize = prize_of_others(knobs, hand, seat, loose)
    return loose if prize is None else prize


def prize_of_close(knobs, close):
    prizes = {
        "clean": knobs["clean_points"],
        "joker-run-1": knobs["joker_run_points"][0],
        "joker-run-2": knobs["joker_run_points"][1],
        "chinchon": knobs["chinchon_points"],
    }
    return prizes.get(close)


def prize_of_others(knobs, hand, seat, loose):
    if knobs["clean_for"] == "closer":
        return None
    melded_all = loose == 0 if knobs["lay_off"] == "none" else seat in hand.get("melded", [])
    return knobs["clean_points"] if melded_all else None


def is_bust(knobs, total):
    return total > knobs["limit"] or (total == knobs["limit"] and knobs["out_at"] == "reach")


def level(knobs, highest):
    if knobs["rebuy_points"] == "plus-one" and not is_bust(knobs, highest + 1):
        return highest + 1
    return highest


def come_back(knobs, paper, seat):
    paper["state"][seat] = PLAYING
    paper["total"][seat] = paper["level"]
    paper["came back"][seat] += 1
    paper["paid"][seat] += knobs["stake"] if knobs["rebuy_stake"] is None else knobs["rebuy_stake"]


def look_for_winner(paper):
    if not paper["winners"] and not seats(paper, ASKED) and len(seats(paper, PLAYING)) == 1:
        paper["winners"] = seats(paper, PLAYING)


def pass_the_deal(paper, direction):
    while True:
        paper["dealer"] = (paper["dealer"] + direction) % len(paper["state"])
        if paper["state"][paper["dealer"]] != OUT:
            return


def seats(paper, state):
    return [seat for seat, is_ in enumerate(paper["state"]) if is_ == state]


def won_or_lost(paper):
    """Money won or lost by seat. The winners share the pot; odd units go to the first seats."""
    money = [-paid for paid in paper["paid"]]
    if paper["winners"]:
        for unit in range(sum(paper["paid"])):
            money[paper["winners"][unit % len(paper["winners"])]] += 1
    return money


# The other games


def other_scored(game, knobs, players, hands):
    """The score sheet after `hands` of Gin, a Rummy, Rum 500 or Chinaso that nobody leaves."""
    paper = {"total": [0] * players, "boxes": [0] * players, "cash": [0] * players, "winners": []}
    paper["won"] = [0] * players  # hands won by each alone
    paper["sides"] = sides_of(game, knobs, players)
    for number, hand in enumerate(hands, start=1):
        gains = OTHER_GAMES[game](knobs, hand, players, paper)
        if is_gin_in_pairs(game, knobs, players):
            join_partners(paper, gains)
        for seat, gain in enumerate(gains):
            paper["total"][seat] += gain
        pay_for_hand(knobs, paper, hand, gains, game)
        if is_gin_in_pairs(game, knobs, players) and number % (players // 2):
            continue  # the deal goes on
        paper["winners"] = other_winners(game, knobs, paper, number)
    paper["final"] = other_finals(game, knobs, paper)
    paper["money"] = other_money(game, knobs, paper)
    return paper


def left(hand, seat):
    return hand["deadwood"].get(str(seat), 0)


def is_gin_in_pairs(game, knobs, players):
    return game == "gin" and knobs["team_size"] > 1 and players > 2


def join_partners(paper, gains):
    """Seats of the same parity share the points and the boxes of the hand just written."""
    for parity in (0, 1):
        side = range(parity, len(gains), 2)
        gains[parity::2] = [sum(gains[seat] for seat in side)] * len(side)
        paper["boxes"][parity::2] = [sum(paper["won"][seat] for seat in side)] * len(side)


def sides_of(game, knobs, players):
    if is_gin_in_pairs(game, knobs, players):
        return [tuple(range(0, players, 2)), tuple(range(1, players, 2))]
    if game == "rum-500-pairs":
        return sorted({tuple(partners(seat, players)) for seat in range(players)})
    return [(seat,) for seat in range(players)]


def gin_gains(knobs, hand, players, paper):
    gains, closer = [0] * players, hand["closer"]
    others = [seat for seat in range(players) if seat != closer and str(seat) in hand["deadwood"]]
    if hand["close"] != "knock":
        bonus = knobs["clean_points"] if hand["close"] == "gin" else knobs["big_gin"]
        gains[closer] = bonus + sum(left(hand, seat) for seat in others)
        write_box(paper, closer)
        return gains
    better = [seat for seat in others if left(hand, seat) <= left(hand, closer)]
    for seat in others:
        difference = left(hand, closer) - left(hand, seat)
        if seat in better:
            gains[seat] = knobs["undercut"] + difference
        else:
            gains[closer] -= difference
    for seat in better or [closer]:
        write_box(paper, seat)
    return gains


def write_box(paper, seat):
    paper["won"][seat] += 1
    paper["boxes"][seat] += 1


def rummy_gains(knobs, hand, players, paper):
    twice = hand["close"] == "rummy" and knobs["doubles"] == "rummy"
    return collected(hand, players, [left(hand, seat) * (2 if twice else 1) for seat in range(players)])


def queen_city_gains(knobs, hand, players, paper):
    if knobs["pays_hand_of"] == "own":
        return collected(hand, players, [left(hand, seat) for seat in range(players)])
    return collected(hand, players, [hand["value"]] * players)


def collected(hand, players, owed):
    gains = [-owed[seat] for seat in range(players)]
    gains[hand["closer"]] = 0
    gains[hand["closer"]] = -sum(gains)
    return gains


def rum_500_gains(knobs, hand, players, paper):
    return [hand["table"][str(seat)] - left(hand, seat) for seat in range(players)]


def pairs_gains(knobs, hand, players, paper):
    alone = rum_500_gains(knobs, hand, players, paper)
    return [sum(alone[other] for other in partners(seat, players)) for seat in range(players)]


def partners(seat, players):
    """The sides of partners: players who sit opposite each other; as many sides as there are pairs."""
    sides = max(2, players // 2)
    return [other for other in range(players) if other % sides == seat % sides]


def chinaso_gains(knobs, hand, players, paper):
    money_is_doubled = knobs["hand_fee"] > 0 or (knobs["doubles_fees"] and knobs["buy_fee"] > 0)
    twice = hand.get("close") == "chinaso" and not money_is_doubled
    return [left(hand, seat) * (2 if twice else 1) for seat in range(players)]


OTHER_GAMES = {
    "gin": gin_gains,
    "rummy": rummy_gains,
    "double-rum": rummy_gains,
    "queen-city": queen_city_gains,
    "rum-500": rum_500_gains,
    "rum-500-pairs": pairs_gains,
    "chinaso": chinaso_gains,
}


def pay_for_hand(knobs, paper, hand, gains, game):
    winner = hand["closer"]
    if winner is None:
        return
    twice = 2 if hand.get("close") == "chinaso" else 1
    for seat in range(len(gains)):
        buys = hand.get("buys", {}).get(str(seat), 0) * knobs["buy_fee"]
        pay = knobs["hand_fee"] * twice + buys * (twice if knobs["doubles_fees"] else 1)
        if game in ("rummy", "queen-city", "double-rum"):
            pay -= gains[seat] * knobs["per_point"]
        if seat != winner and (game != "gin" or str(seat) in hand["deadwood"]):
            paper["cash"][seat] -= pay
            paper["cash"][winner] += pay


def other_winners(game, knobs, paper, number):
    total = paper["total"]
    if game == "chinaso":
        return (
            [seat for seat in range(len(total)) if total[seat] == min(total)]
            if number >= knobs["limit"]
            else []
        )
    if game in ("rummy", "queen-city", "double-rum"):
        return []
    beyond = max(total) >= knobs["limit"] + (1 if knobs["out_at"] == "over" else 0)
    first = [seat for seat in range(len(total)) if total[seat] == max(total)]
    return first if beyond and tuple(first) in paper["sides"] else []


def other_finals(game, knobs, paper):
    finals = list(paper["total"])
    if game == "gin" and paper["winners"]:
        others = [paper["boxes"][side[0]] for side in paper["sides"] if side[0] not in paper["winners"]]
        for winner in paper["winners"]:
            if knobs["shutout"] and sum(others) == 0:
                finals[winner] *= 2
            finals[winner] += sum(paper["boxes"][winner] - boxes for boxes in others) * knobs["box"]
            finals[winner] += knobs["game_bonus"]
    return finals


def other_money(game, knobs, paper):
    players, winners = len(paper["total"]), paper["winners"]
    cash = [units - knobs["stake"] for units in paper["cash"]]
    if not winners:
        return cash
    for unit in range(knobs["stake"] * players):
        cash[winners[unit % len(winners)]] += 1
    losers = [seat for seat in range(players) if seat not in winners]
    for seat in losers:
        cash[seat] -= knobs["game_fee"]
    for unit in range(knobs["game_fee"] * len(losers)):
        cash[winners[unit % len(winners)]] += 1
    if game not in ("rummy", "queen-city", "double-rum"):
        settle_points(game, knobs, paper, cash)
    return cash


def settle_points(game, knobs, paper, cash):
    """Each pair of sides settles the difference; or only the winners are paid."""
    sides, sign = paper["sides"], -1 if game == "chinaso" else 1
    worth = {side: sign * paper["final"][side[0]] * knobs["per_point"] for side in sides}
    winners = [side for side in sides if side[0] in paper["winners"]]
    for side in sides:
        if knobs["settlement"] == "pairwise":
            gain = sum(worth[side] - worth[other] for other in sides)
        elif side in winners:
            pool = sum(worth[side] - worth[other] for other in sides if other not in winners)
            gain = len([unit for unit in range(pool) if unit % len(winners) == winners.index(side)])
            gain -= len([unit for unit in range(-pool) if unit % len(winners) == winners.index(side)])
        else:
            gain = worth[side] - worth[winners[0]]
        for place, seat in enumerate(side):
            cash[seat] += gain // len(side) + (1 if place < gain % len(side) else 0)
