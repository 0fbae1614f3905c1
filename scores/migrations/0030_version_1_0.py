import uuid

from django.db import migrations, models
from django.db.models import CASCADE, SET_NULL
from django.utils import timezone

from scores.models import new_code

KEY = ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"))
ROLES = [(0, "NONE"), (1, "WATCH"), (2, "SCORE"), (3, "OWN")]
WHAT = ("given", "taken", "removed")
WAYS = ("start", "link", "owner", "merge", "table", "passkey", "paper", "self")


class Migration(migrations.Migration):
    replaces = [
        ("scores", "0020_paper_keys"),
        ("scores", "0021_rights_lines"),
        ("scores", "0022_vouchings"),
        ("scores", "0023_passkeys"),
        ("scores", "0024_phones_that_forget"),
        ("scores", "0025_add_club_nights"),
        ("scores", "0026_say_which_matches_are_tables_of_a_night"),
        ("scores", "0027_tell_nights_apart_within_a_group"),
        ("scores", "0028_let_statistics_leave_nights_out"),
        ("scores", "0029_give_a_phone_a_night_to_watch"),
        ("scores", "0030_give_a_card_letters"),
    ]
    dependencies = [("scores", "0019_version_0_6")]

    operations = [
        migrations.CreateModel(
            "PaperKey",
            [
                KEY,
                ("digest", models.CharField(max_length=64, unique=True)),
                ("made_at", models.DateTimeField(default=timezone.now)),
                ("phone", models.OneToOneField("scores.phone", CASCADE, related_name="paper_key")),
            ],
        ),
        migrations.CreateModel(
            "RightsLine",
            [
                KEY,
                ("at", models.DateTimeField(db_index=True, default=timezone.now)),
                ("what", models.CharField(choices=[(what, what.upper()) for what in WHAT], max_length=8)),
                ("role", models.PositiveSmallIntegerField(choices=ROLES)),
                ("way", models.CharField(choices=[(way, way.upper()) for way in WAYS], max_length=8)),
                ("phone", models.UUIDField()),
                ("by", models.UUIDField(null=True)),
                ("circle", models.ForeignKey("scores.circle", CASCADE, related_name="rights_lines")),
                ("match", models.ForeignKey("scores.match", CASCADE, null=True, related_name="+")),
            ],
            {"ordering": ("-pk",)},
        ),
        migrations.CreateModel(
            "Vouching",
            [
                KEY,
                ("role_before", models.PositiveSmallIntegerField()),
                ("opened_at", models.DateTimeField(default=timezone.now)),
                ("seconded_at", models.DateTimeField(null=True)),
                ("passed_at", models.DateTimeField(null=True)),
                ("ended_at", models.DateTimeField(null=True)),
                ("circle", models.ForeignKey("scores.circle", CASCADE, related_name="vouchings")),
                ("opened_by", models.ForeignKey("scores.phone", CASCADE, related_name="+")),
                ("owners", models.ManyToManyField("scores.phone", related_name="+")),
                ("phone", models.ForeignKey("scores.phone", CASCADE, related_name="+")),
                ("seconded_by", models.ForeignKey("scores.phone", CASCADE, null=True, related_name="+")),
            ],
            {"ordering": ("-pk",)},
        ),
        migrations.CreateModel(
            "Passkey",
            [
                KEY,
                ("credential", models.CharField(max_length=1400, unique=True)),
                ("public_key", models.BinaryField()),
                ("sign_count", models.PositiveBigIntegerField()),
                ("made_at", models.DateTimeField(default=timezone.now)),
                ("used_on", models.DateField(blank=True, null=True)),
                ("phone", models.ForeignKey("scores.phone", CASCADE, related_name="passkeys")),
            ],
        ),
        migrations.CreateModel(
            "Tournament",
            [
                KEY,
                ("code", models.CharField(default=new_code, editable=False, max_length=16, unique=True)),
                ("own_generation", models.PositiveIntegerField(default=0)),
                ("score_generation", models.PositiveIntegerField(default=0)),
                ("watch_generation", models.PositiveIntegerField(default=0)),
                ("uid", models.UUIDField(default=uuid.uuid4, editable=False)),
                ("name", models.CharField(max_length=40)),
                ("plan", models.JSONField()),
                ("version", models.PositiveIntegerField(default=0)),
                ("clock_ends_at", models.DateTimeField(blank=True, null=True)),
                ("finished_at", models.DateTimeField(blank=True, null=True)),
                ("created_at", models.DateTimeField(default=timezone.now)),
                ("circle", models.ForeignKey("scores.circle", CASCADE, related_name="nights")),
            ],
            {
                "ordering": ("-created_at", "-pk"),
                "constraints": [models.UniqueConstraint(fields=("circle", "uid"), name="night_once")],
            },
        ),
        migrations.CreateModel(
            "Place",
            [
                KEY,
                ("number", models.PositiveSmallIntegerField()),
                ("score_generation", models.PositiveIntegerField(default=0)),
                ("tournament", models.ForeignKey("scores.tournament", CASCADE, related_name="places")),
                ("digest", models.CharField(max_length=64, null=True, unique=True)),
                ("nonce", models.UUIDField(null=True)),
            ],
            {
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "number"), name="place_number_once")
                ]
            },
        ),
        migrations.CreateModel(
            "TournamentEntry",
            [
                KEY,
                ("seq", models.PositiveIntegerField()),
                ("kind", models.CharField(max_length=16)),
                ("payload", models.JSONField()),
                ("client_key", models.CharField(max_length=64)),
                ("at", models.DateTimeField(default=timezone.now)),
                ("by", models.ForeignKey("scores.phone", SET_NULL, null=True, related_name="+")),
                ("tournament", models.ForeignKey("scores.tournament", CASCADE, related_name="entries")),
            ],
            {
                "verbose_name_plural": "tournament entries",
                "ordering": ("seq",),
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "seq"), name="night_seq_once"),
                    models.UniqueConstraint(fields=("tournament", "client_key"), name="night_key_once"),
                ],
            },
        ),
        migrations.CreateModel(
            "PlaceGrant",
            [
                KEY,
                ("phone", models.ForeignKey("scores.phone", CASCADE, related_name="place_grants")),
                ("place", models.ForeignKey("scores.place", CASCADE, related_name="grants")),
            ],
            {"constraints": [models.UniqueConstraint(fields=("place", "phone"), name="place_grant_once")]},
        ),
        migrations.CreateModel(
            "Sitting",
            [
                KEY,
                ("round", models.PositiveSmallIntegerField()),
                ("match", models.OneToOneField("scores.match", CASCADE, related_name="sitting")),
                ("place", models.ForeignKey("scores.place", CASCADE, related_name="sittings")),
                ("missing", models.JSONField(default=list)),
            ],
            {"constraints": [models.UniqueConstraint(fields=("place", "round"), name="sitting_once")]},
        ),
        migrations.CreateModel(
            "TournamentGrant",
            [
                KEY,
                ("may_watch", models.BooleanField(default=False)),
                ("entrant", models.PositiveSmallIntegerField(null=True)),
                ("phone", models.ForeignKey("scores.phone", CASCADE, related_name="night_grants")),
                ("tournament", models.ForeignKey("scores.tournament", CASCADE, related_name="grants")),
            ],
            {"constraints": [models.UniqueConstraint(fields=("tournament", "phone"), name="night_grant_once")]},
        ),
        migrations.AddField("match", "night_table", models.PositiveSmallIntegerField(blank=True, null=True)),
        migrations.AddField("circle", "counts_nights", models.BooleanField(default=True)),
    ]
