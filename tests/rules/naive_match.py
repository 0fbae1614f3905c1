"""A second scorer of Chinchón, slow and plain, written from the printed rules to check the engine against.

It reads log entries as they are stored (JSON objects, seats by number) and a house's knobs by name. It knows
hands and the answers of those who are asked, and believes all it reads. Nothing of the engine is used here.
"""

PLAYING, ASKED, OUT = "playing", "asked", "out"


def scored(knobs, players, entries, dealer=0, direction=1):
    """What stands on the paper after `entries`."""
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
    """By seat; the pot goes to the winners, one unit after the other from the first seat on."""
    money = [-paid for paid in paper["paid"]]
    if paper["winners"]:
        for unit in range(sum(paper["paid"])):
            money[paper["winners"][unit % len(paper["winners"])]] += 1
    return money
