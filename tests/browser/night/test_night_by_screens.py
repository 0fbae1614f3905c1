"""An organiser's whole evening of 17 people, by screens alone: the door by a pasted list, somebody late and
somebody who leaves, a swap, results that are missing, late and corrected, a cut, the final, prizes, paper and
the league."""

import pytest
from playwright.sync_api import expect

from tests.browser.support.night_by_screens import LATE, PEOPLE, Organiser
from tests.browser.support.steps import (
    expect_count,
    expect_text,
    expect_whole_text,
    tap,
)
from tests.scores.night.test_league import won_in_order


def in_order(names):
    return {name: rank for rank, name in enumerate(names, 1)}


def seat_together(organiser, first, other):
    """In the draft, by a swap with somebody at the table of the first."""
    [table] = [seats for seats in organiser.seats() if first in seats]
    if other not in table:
        organiser.swaps(other, next(name for name in table if name != first))


@pytest.mark.long
def test_an_evening_of_seventeen_people_by_screens(phone_of, owner, match):
    won_in_order(match.circle, 1, 2, 3, 4)
    page = phone_of(owner)
    organiser = Organiser(page)
    page.goto(match.circle.get_absolute_url())
    organiser.taps("link", "Noches de club", exact=False)
    organiser.sets_up(rounds=2)
    organiser.pastes("\n".join(f"{at}. {name}" for at, name in enumerate(PEOPLE, 1)))
    expect_text(page, ".summary", "Se apuntan 16")
    organiser.writes_list()
    expect_text(page, ".dock", "16 aquí, 4 mesas (4×4)")
    for name in ("Ana", "Bea"):
        organiser.taps("button", f"debe 5 € · {name}")
        expect(organiser.row(name).first).to_contain_text("pagó")

    organiser.drafts()
    before = organiser.seats()
    first = before[0][0]
    other = before[-1][-1]
    organiser.swaps(first, other)
    page.reload()
    after = organiser.seats()
    assert (after[0][0], after[-1][-1]) == (other, first)
    organiser.enters(LATE)
    organiser.drafts()
    expect_text(page, ".warned", f"Ha llegado {LATE}")
    organiser.taps("button", "Que entre en la ronda 2")
    expect_count(page, ".warned", 0)
    assert organiser.seats() == after
    organiser.publishes("Publicar la ronda 1")

    organiser.takes_back("Se publica la ronda 1")
    expect_whole_text(page, ".now h2", "17 personas están aquí")
    organiser.drafts()
    assert organiser.seats() == after
    organiser.publishes("Publicar la ronda 1")
    organiser.opens("rounds/1/1/")
    organiser.taps("button", f"{after[0][0]} no ha venido")
    organiser.takes_back(f"{after[0][0]} no ha venido a la mesa 1")

    round_1 = {table: organiser.people_at(1, table) for table in range(1, 5)}
    assert after[0][0] in round_1[1]
    for table in (1, 2, 3):
        organiser.reports(1, table, in_order(round_1[table]))
    organiser.sends_home(round_1[3][3])
    organiser.opens("")
    expect_text(page, ".now", "Sigue 1 mesa")
    organiser.taps("link", "Preparar la ronda 2")
    expect_text(page, ".warned", "Falta 1 resultado de la ronda 1")
    page.wait_for_load_state()
    seat_together(organiser, *round_1[4][:2])
    organiser.publishes("Sentar sin la que falta")

    expect_text(page, ".rounds .overdue", "3 de 4")
    tap(page, ".rounds .overdue")
    organiser.taps("link", "Apuntar")
    page.wait_for_url("**/rounds/1/4/")
    organiser.reports(1, 4, dict(zip(round_1[4], (1, 1, 3, 4), strict=True)))
    organiser.opens("")
    expect_text(page, ".rounds .done", "hecha")
    tap(page, ".rounds .done")
    page.get_by_role("link", name="Corregir").first.tap()
    page.wait_for_url("**/rounds/1/1/")
    organiser.reports(1, 1, in_order(round_1[1][::-1]))

    for table in range(1, 5):
        organiser.reports(2, table, dict.fromkeys(organiser.people_at(2, table), 1))
    organiser.opens("")
    expect_text(page, ".now h2", "empatan por la última plaza")
    level = page.locator(".ways-to-decide .choice b").all_inner_texts()
    organiser.taps("button", "Hacer el sorteo")
    organiser.takes_back("Final: empataban")
    page.locator(".ways-to-decide .choice", has_text=level[1]).tap()
    organiser.taps("button", "Pasa quien he tocado")
    organiser.taps("link", "Sentar la final")
    organiser.publishes("Publicar la final")
    finalists = organiser.people_at(3, 1)
    assert (level[1] in finalists, level[0] in finalists) == (True, False)
    organiser.reports(3, 1, in_order(finalists))
    organiser.opens("")
    expect_whole_text(page, ".now h2", f"Gana {finalists[0]}")
    organiser.taps("link", "Terminar la noche")
    organiser.taps("button", "Terminar la noche")
    expect_text(page, ".now", "La noche ha terminado")

    organiser.taps("link", "Dinero", exact=False)
    expect_text(page, "main", "10 €")
    expect_text(page, "main", "Para el club quedan 0 €.")
    organiser.taps("button", f"1.º {finalists[0]}", exact=False)
    given = page.get_by_role("button", name=f"1.º {finalists[0]}")
    expect(given).to_have_attribute("aria-pressed", "true")
    organiser.opens("")
    organiser.taps("link", "Clasificación entera")
    rows = page.locator(".standings tbody tr:not(.part)")
    expect(rows).to_have_count(17)
    expect(rows.first).to_contain_text(finalists[0])

    organiser.opens("")
    organiser.taps("link", "Qué ha pasado", exact=False)
    expect_text(page, ".log", "Deshecho: Final: empataban")
    expect_count(page, ".log s", 3)

    organiser.opens("")
    organiser.taps("link", "Imprimir", exact=False)
    organiser.taps("link", "Quién se sienta dónde", exact=False)
    expect_count(page, ".names li", 4)
    page.goto(f"{match.circle.get_absolute_url()}nights/")
    organiser.taps("link", "Liga de las noches")
    expect_text(page, "main", "1 noche, y cuentan todas.")
    expect(page.locator(".standings tbody tr").first).to_contain_text("Ana")
