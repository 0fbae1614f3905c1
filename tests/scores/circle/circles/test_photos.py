"""The photo of a player: what is taken, who sees it where, and that it is gone when it is deleted."""

import time
from base64 import b64decode
from io import BytesIO

import pytest
from django.test import Client
from django.urls import reverse
from PIL import Image

from rules.events import Finished
from scores.circle.circles import merging, photos
from scores.core.access import grants
from scores.models import Phone, Player, PlayerPhoto, Role
from tests.rules.support.table import hand
from tests.scores.support.circle_matches import new_circle
from tests.scores.support.factories import phone_of
from tests.scores.support.photos import data_url, give_photo, in_text, noise, picture
from tests.scores.support.table import (
    errors,
    flat,
    page_at,
    page_of,
    play,
    tap,
    text_at,
)
from tests.support import worst_photos
from tests.support.processor_time import is_within

PHOTO = data_url(picture())
SECONDS = 0.2  # of processor; noise takes 0.04, on a busy machine twice that


def ana():
    return Player.objects.get(name="Ana")


def send(phone, **fields):
    player = ana()
    address = reverse("person-photo", args=[player.circle.code, player.uid])
    return phone.post(address, fields)


def address_of(player):
    return reverse("photo", args=[player.circle.code, player.photo_digest])


# What is taken


@pytest.mark.parametrize("kind", ["WEBP", "JPEG"])
def test_a_photo_is_stored_as_a_small_square_without_what_it_carried(
    phone, match, kind
):
    exif = Image.Exif()
    exif[0x010E] = "Calle Mayor 7"
    sent = data_url(picture(), kind, exif=exif)
    assert send(phone, photo=sent).status_code == 302
    stored = bytes(PlayerPhoto.objects.get().image)
    with Image.open(BytesIO(stored)) as image:
        assert image.format == "WEBP"
        assert image.size == (192, 192)
        assert dict(image.getexif()) == {}
    assert b"Calle" in b64decode(sent.partition(",")[2])
    assert b"Calle" not in stored
    assert len(stored) <= 12_000


def test_the_most_detailed_photo_fits_and_what_lies_behind_the_pixels_is_not_kept():
    ours = photos.photo_from_phone(PHOTO)
    assert photos.photo_from_file(in_text(ours)) == ours
    most_detailed = photos.photo_from_phone(data_url(noise(), "JPEG"))
    assert len(most_detailed) <= photos.STORED
    behind = b64decode(PHOTO.partition(",")[2]) + b"<script>"
    assert b"<script>" not in photos.photo_from_phone(in_text(behind))
    for text in (
        in_text(behind),
        data_url(picture(size=(64, 64))),
        data_url(noise(), "JPEG"),
    ):
        with pytest.raises(photos.BadPhoto):
            photos.photo_from_file(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Ana",
        "data:image/webp;base64,",
        "data:image/webp;base64,AAAA",
        data_url(picture(), "PNG"),
        data_url(picture(), "GIF"),
        data_url(picture(size=(191, 192))),
        data_url(picture(), "JPEG", progressive=True),
        PHOTO[: len(PHOTO) // 2],
        "A" * (photos.SENT + 1),
    ],
)
def test_what_is_no_photo_is_refused_and_the_one_before_stays(phone, match, text):
    before = give_photo(ana())
    answer = send(phone, photo=text)
    assert answer.status_code == 422
    assert len(errors(answer)) == 1
    assert ana().photo_digest == before


@pytest.mark.filterwarnings("ignore::PIL.Image.DecompressionBombWarning")
def test_no_photo_costs_more_than_its_pixels_and_one_gone_over_twice_is_not_decoded():
    dear = []
    reasons = set()
    for name, file in worst_photos.shapes():
        text = in_text(file)
        before = time.thread_time()
        refused = refusal(text)
        if not is_within(SECONDS, time.thread_time() - before):
            dear.append(name)
        if " scans " in name:
            reasons.add(refused)
    assert dear == []
    assert reasons == {"not as a canvas writes it"}


def refusal(text):
    """Why it is not taken; nothing if it is."""
    try:
        photos.photo_from_phone(text)
    except photos.BadPhoto as bad:
        return str(bad)
    return ""


# Who sees it


def test_its_file_is_for_one_phone_which_may_have_it_for_a_week(phone, match):
    give_photo(ana())
    answer = phone.get(address_of(ana()))
    assert answer["Content-Type"] == "image/webp"
    assert answer["Cache-Control"] == "private, max-age=604800, immutable"
    assert bytes(PlayerPhoto.objects.get().image) == answer.content
    other = new_circle()
    elsewhere = page_at(phone_of(other), "photo", other, ana().photo_digest)
    assert elsewhere.status_code == 404


def pages_of(client, match):
    addresses = ("match", "big", "document")
    return [flat(client.get(reverse(name, args=[match.code]))) for name in addresses]


def test_the_group_alone_sees_it_on_boards_on_podiums_and_in_the_league_at_no_cost(
    phone, match, django_assert_num_queries
):
    for player in match.circle.players.all():
        give_photo(player)
    play(phone, match, hand(0, 9))
    with django_assert_num_queries(3):  # as without photos
        page_of(phone, match)
    address = address_of(ana())
    watches = phone_of(match.circle, Role.WATCH)
    of_match = phone_of(match, Role.SCORE)
    link = grants.link_path(match, Role.WATCH)
    for ends in ((), (Finished(),)):
        play(phone, match, *ends)
        assert [address in page for page in pages_of(watches, match)] == [True] * 3
        assert [address in page for page in pages_of(of_match, match)] == [False] * 3
        for path in (link, f"{link}board.json", f"{link}overlay/"):
            assert "/photos/" not in Client().get(path).text
    league = reverse("league", args=[match.circle.code])
    assert address in phone.get(league).text
    of_circle = grants.link_path(match.circle, Role.WATCH)
    assert "/photos/" not in Client().get(f"{of_circle}league/").text


# It goes


def test_a_deleted_photo_is_gone_also_that_of_a_name_merged_into_it(phone, match):
    address = reverse("person-photo", args=[match.circle.code, ana().uid])
    other = Player.objects.create(circle=match.circle, name="Anita")
    give_photo(other)
    assert "Borrar la foto" not in text_at(phone, address)
    merging.merge_players(ana(), other, Phone.objects.first())
    page = phone.get(address)  # nobody sees hers, and it can be deleted
    give_photo(ana())
    before = address_of(ana())
    for _tap in range(2):
        assert tap(phone, page, "Borrar la foto").status_code == 302
    assert PlayerPhoto.objects.count() == 0
    assert {*Player.objects.values_list("photo_digest", flat=True)} == {""}
    assert phone.get(before).status_code == 404


def test_with_the_name_goes_the_photo_and_there_is_no_new_one(phone, match):
    give_photo(ana())
    player = ana()
    merging.erase_name(player)
    photos.store_photo(player, photos.photo_from_phone(PHOTO))
    assert PlayerPhoto.objects.count() == 0
    player.refresh_from_db()
    assert player.photo_digest == ""


def test_after_a_merge_the_photo_is_that_of_the_name_that_stays_until_it_is_undone(
    phone, match
):
    luis = Player.objects.get(name="Luis")
    anita = Player.objects.create(circle=match.circle, name="Anita")
    give_photo(anita, "red")
    give_photo(luis, "blue")
    merge = merging.merge_players(luis, anita, Phone.objects.first())
    assert address_of(luis) in flat(page_of(phone, match))
    merging.undo_player_merge(merge)
    assert phone.get(address_of(anita)).status_code == 200
