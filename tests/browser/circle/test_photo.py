"""A photo of a player, from the phone's own photos to the board."""

from io import BytesIO

import pytest
from django.urls import reverse
from PIL import Image
from playwright.sync_api import expect

from rules.events import Finished
from scores.models import PlayerPhoto
from tests.browser.support.steps import (
    expect_hidden,
    expect_visible,
    expect_whole_text,
    tap_button,
    tap_link,
)
from tests.rules.support.table import hand
from tests.scores.support.photos import noise, picture
from tests.scores.support.table import play
from tests.support import extent


@pytest.fixture
def page(phone_of, owner, match):
    """The form for the photo of who sits first."""
    page = phone_of(owner, 360, 640)
    player = match.seats.first().player
    page.goto(reverse("person", args=[match.circle.code, player.uid]))
    tap_link(page, "Poner foto")
    expect(page.get_by_role("button", name="Guardar")).to_be_disabled()
    return page


def red_and_blue():
    wide = picture("#f00", (600, 300))
    wide.paste(picture("#00f", (300, 300)), (300, 0))
    return wide


def cut_of(page, folder):
    """Where the cut is of a photo that is red at the left and blue at the right."""
    page.locator("[type=file]").last.set_input_files(saved(red_and_blue(), folder))
    cut = page.locator("#cut")
    expect(cut).to_be_visible()
    box = cut.bounding_box()
    assert box
    return box


def stored_colours(page):
    """Of the photo, once it is stored."""
    tap_button(page, "Guardar")
    page.wait_for_url("**/people/*/")
    return colours(bytes(PlayerPhoto.objects.get().image))


def saved(shown, folder):
    path = folder / "photo.png"
    shown.save(path)
    return path


def colours(image):
    """Which of red, green and blue is most at the left and at the right edge."""
    with Image.open(BytesIO(image)) as stored:
        pixels = [stored.convert("RGB").getpixel((x, 96)) for x in (20, 172)]
    return ["RGB"[pixel.index(max(pixel))] for pixel in pixels]


def test_a_photo_is_cut_on_the_phone_moved_by_a_finger_and_stands_before_the_name(
    owner, match, page, tmp_path
):
    box = cut_of(page, tmp_path)
    page.mouse.move(box["x"] + 60, box["y"] + 60)
    page.mouse.down()
    page.mouse.move(box["x"] - 400, box["y"] + 60)
    page.mouse.up()
    assert stored_colours(page) == ["B", "B"]
    page.goto(match.get_absolute_url())
    photo = page.locator(".row .photo")
    expect(photo).to_have_js_property("naturalWidth", 192)
    expect(photo).to_have_count(1)
    box = photo.bounding_box()
    assert box
    assert box["width"] == 40
    play(owner, match, hand(0, 9, 7, 5), Finished())
    page.reload()
    expect_visible(page, ".winner .photo")
    expect_hidden(page, ".winner .coin")


@extent.by_night("photos")
def test_the_most_detailed_photo_is_sent_small_and_what_is_no_photo_is_refused(
    page, tmp_path
):
    (tmp_path / "photo.txt").write_text("Ana")
    chosen = page.locator("[type=file]").first
    chosen.set_input_files(tmp_path / "photo.txt")
    expect_whole_text(
        page, "#photo-error", "Este teléfono no puede leer esa foto. Elige otra."
    )
    chosen.set_input_files(saved(noise(400), tmp_path))
    expect_hidden(page, "#photo-error")
    page.locator("#zoom input").fill("2")
    tap_button(page, "Guardar")
    page.wait_for_url("**/people/*/")
    assert len(bytes(PlayerPhoto.objects.get().image)) <= 12_000


def finger(touch, kind, *points):
    touches = [{"x": x, "y": y, "id": index} for index, (x, y) in enumerate(points)]
    touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})


@extent.by_night("photos")
def test_two_fingers_zoom_the_cut_and_arrows_move_it(page, tmp_path):
    box = cut_of(page, tmp_path)
    x = box["x"] + box["width"] / 2
    y = box["y"] + box["height"] / 2
    touch = page.context.new_cdp_session(page)
    finger(touch, "touchStart", (x - 30, y), (x + 30, y))
    for apart in (40, 50, 60):
        finger(touch, "touchMove", (x - apart, y), (x + apart, y))
    finger(touch, "touchEnd")
    assert round(float(page.locator("#zoom input").input_value()), 2) == 2
    page.locator("#cut").focus()
    for _press in range(20):
        page.keyboard.press("ArrowLeft")
    assert stored_colours(page) == ["R", "R"]


COUNTS_BITMAPS = """window.open_bitmaps = 0;
const make = window.createImageBitmap;
window.createImageBitmap = async (...given) => {
  const bitmap = await make(...given);
  window.open_bitmaps += 1;
  return bitmap;
};
const { close } = ImageBitmap.prototype;
ImageBitmap.prototype.close = function () { window.open_bitmaps -= 1; close.call(this); };"""


@extent.by_night("photos")
def test_of_large_photos_one_small_picture_stays_and_without_a_signal_it_is_not_lost(
    page, tmp_path
):
    page.add_init_script(COUNTS_BITMAPS)
    page.reload()
    chosen = page.locator("[type=file]").first
    for colour in ("#f00", "#00f"):
        folder = tmp_path / colour
        folder.mkdir()
        chosen.set_input_files(saved(picture(colour, (3000, 2000)), folder))
        expect(page.get_by_role("button", name="Guardar")).to_be_enabled()
        assert page.evaluate("open_bitmaps") == 1
    page.context.set_offline(True)
    tap_button(page, "Guardar")
    expect_whole_text(
        page, "#photo-error", "Guardar la foto necesita señal. Aquí sigue."
    )
    page.context.set_offline(False)
    assert stored_colours(page) == ["B", "B"]
