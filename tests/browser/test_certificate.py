"""What a group prints at the end of a year."""

from tests.browser.support.visit import Visit

LONG = "Maximiliano Bartolomé de las Casas y Oca"


def test_the_certificate_of_a_year_is_one_sheet_of_a4(phone, live_server):
    names = ("Mari Ángeles", LONG, "Xènia de la Santísima", "Guadalupe")
    visit = Visit(phone(), live_server.url, names)
    match = visit.finished
    visit.comes_as(visit.owner)
    page = visit.opens("certificate", match.circle.code, match.played_on.year)
    assert page.pdf(format="A4").count(b"/Type /Page\n") == 1
