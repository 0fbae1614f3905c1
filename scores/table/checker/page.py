"""What the page of the checker shows, as values with names. Its templates read `checker`, a `CheckerPage`."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from rules.closing.verdict import Situation
from rules.events import Seat
from scores.core.notation.cards import Face
from scores.table.checker.headlines import Lacks
from scores.table.checker.pack import PackChoices, ShownPack
from scores.table.checker.presenter import HeadedCards, ShownCard
from scores.table.checker.table_page import ShownTable

# With more cards they are smaller
LONG = 8
VAST = 14


@dataclass(frozen=True)
class ShownVerdict:
    """The cards in hand, what is said of them, and the form of a claim."""

    hand: Sequence[ShownCard]
    size: int  # so many cards there should be; 0: any number
    counts: bool = False  # the cards are counted, and no close is judged
    refusal: str = ""
    hint: str = ""  # while there are no cards
    result: HeadedCards | None = None
    reasons: Sequence[str] = ()
    refused: str = ""  # what the cards add if the close is refused
    better: str = ""  # the headline of a better close
    second: str = ""  # of another legal one
    claims: Sequence[tuple[Face, Sequence[tuple[str, str, bool]]]] = ()
    is_claiming: bool = False

    @property
    def count(self) -> int:
        return len(self.hand)

    @property
    def classes(self) -> str:
        """By which cards are smaller the more there are."""
        shown = max(self.count, self.result.shown if self.result else 0)
        long = " long" if max(shown, self.size) > LONG else ""
        return f"{long} vast" if shown > VAST else long

    @property
    def cards_lacking(self) -> Iterable[int]:
        """One for each card that lacks."""
        return range(self.size - self.count)


@dataclass(frozen=True)
class SituationQuestions:
    """Which questions the rules ask about the situation of a close, and what was answered."""

    answers: Situation
    asks_first: bool  # whether it is the first lap
    contract: str
    may_be_down: Sequence[int]  # the numbers of others who may be


@dataclass(frozen=True)
class GameChoices:
    """What is chosen on the practice page. The choices of the pack are none in games that have but one."""

    presets: Iterable[tuple[str, str]]  # key and name
    players: int
    seats: Sequence[int]  # the numbers of players that can be chosen
    asks_total: bool
    contracts: Sequence[tuple[int, str]]
    pack: PackChoices


@dataclass(frozen=True)
class ClosersOfHand:
    """In a match: who may have closed, and who is said to have."""

    match: Any
    hand: int  # its number, from 1
    players: Sequence[tuple[Seat, str]]
    nobody: str  # the button for a hand that nobody closed, or nothing
    closer: str
    is_known: bool


@dataclass(frozen=True)
class RefusedClose:
    """What can be written where the closer's cards do not close."""

    player: Seat
    points: str  # of the penalty; empty where the hand does not count
    nobody: str
    hand: str  # the address of the form for a hand that nobody closed


@dataclass(frozen=True)
class SeatsOfHand:
    """In a match: whose cards are shown, the tabs of the others, and what goes to the form of the hand."""

    at: Seat | str  # whose cards are shown, or the tab of the table
    heading: str
    tabs: Sequence[tuple[Seat | str, str, str, bool]]  # value, name, text, is shown
    hidden_fields: Sequence[tuple[str, str]]
    all_counted: bool
    fill: str  # the address of the form, filled in
    sides: Sequence[tuple[str, str, bool]] = ()  # of Rum 500: on the table, in hand
    next: Seat | str | None = None
    refused_close: RefusedClose | None = None


@dataclass(frozen=True)
class CheckerPage:
    """The page; in a match `hand`, and once it is known who closed, `seats`. The tab of the table has no
    verdict and no pack."""

    question: str
    is_by_rank: bool = False  # the cards lie by rank, and not by suit
    without_cards: str = ""  # the query string of the same game with no card chosen
    verdict: ShownVerdict | None = None
    situation: SituationQuestions | None = None
    pack: ShownPack | None = None
    lacks: Lacks | None = None
    game: GameChoices | None = None
    hand: ClosersOfHand | None = None
    seats: SeatsOfHand | None = None
    table: ShownTable | None = None
