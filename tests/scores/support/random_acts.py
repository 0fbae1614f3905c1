"""Random acts on the board of a match: a hand, an undo, a redo, an answer; mostly possible ones."""

from uuid import UUID

from rules.match.board import opponents
from scores.table.hand_entry.form import HandForm
from scores.table.hand_entry.questions import chips

NUMBERS = ("0", "3", "7", "12", "12+7", "25+", "60", "101", "", "x", "-3", "1" * 41)


def random_act(dice, sheet):
    """An action with its fields, mostly possible: a hand, an undo, a redo, an answer."""
    seq = sheet.seq if dice.random() < 0.9 else max(0, sheet.seq - dice.randint(1, 2))
    fields = {"seq": str(seq), "client_key": UUID(int=dice.getrandbits(128)).hex}
    board = sheet.board
    kind = dice.random()
    if board.seats_asked and kind < 0.8:
        return (
            "answer",
            fields,
            {
                "seat": dice.choice(board.seats_asked),
                "choice": dice.choice(("yes", "no")),
            },
        )
    if kind < 0.12 or (board.is_over and kind < 0.5):
        return "undo", fields, {}
    if kind < 0.2:
        return "redo", fields, {}
    return "score-hand", {**fields, **random_hand(dice, sheet)}, {}


def random_hand(dice, sheet):
    board = sheet.board
    form = HandForm(sheet=sheet)
    is_sloppy = dice.random() < 0.2
    seats = board.seats_playing or board.order
    closer = dice.choice(
        [*map(str, seats), "nobody"] + (["", "x", "9"] if is_sloppy else [])
    )
    values = [
        chip.value for chip in chips(board) if closer in map(str, chip.seats)
    ] or [""]
    fields = {
        "closer": closer,
        "close": dice.choice([*values, "nothing"] if is_sloppy else values),
    }
    if form.asks_opponent and closer.isdigit() and dice.random() < 0.7:
        fields["opponent"] = str(dice.choice(opponents(board, int(closer)) or [0]))
    for seat in board.standings:
        for number in form.asks.numbers:
            fields[f"{number.kind}_{seat}"] = dice.choice(
                NUMBERS if is_sloppy else NUMBERS[:8]
            )
        if form.asks.buys:
            fields[f"buys_{seat}"] = dice.choice(("", "", "1", "2", "9"))
        if dice.random() < 0.2:
            fields[f"melded_{seat}"] = "on"
        if dice.random() < 0.2:
            fields[f"cards_{seat}"] = "1o 2o 3o,7o 7c 7e;4b"
    return fields
