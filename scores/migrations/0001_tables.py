import uuid

from django.db import migrations, models
from django.db.models import CASCADE, PROTECT, SET_NULL
from django.utils import timezone

from scores.models import default_time_zone, new_code

KEY = ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"))
LINKS = [
    ("code", models.CharField(default=new_code, editable=False, max_length=16, unique=True)),
    ("own_generation", models.PositiveIntegerField(default=0)),
    ("score_generation", models.PositiveIntegerField(default=0)),
    ("watch_generation", models.PositiveIntegerField(default=0)),
]
ROLES = [(0, "NONE"), (1, "WATCH"), (2, "SCORE"), (3, "OWN")]


class Migration(migrations.Migration):
    initial = True
    dependencies = []

    operations = [
        migrations.CreateModel(
            "Circle",
            [
                KEY,
                *LINKS,
                ("uid", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ("name", models.CharField(blank=True, max_length=80)),
                ("time_zone", models.CharField(default=default_time_zone, max_length=64)),
                ("created_at", models.DateTimeField(default=timezone.now)),
            ],
            {"abstract": False},
        ),
        migrations.CreateModel(
            "Phone",
            [
                KEY,
                ("uid", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ("name", models.CharField(blank=True, max_length=40)),
                ("created_at", models.DateTimeField(default=timezone.now)),
            ],
        ),
        migrations.CreateModel(
            "Match",
            [
                KEY,
                *LINKS,
                ("uid", models.UUIDField(default=uuid.uuid4, editable=False)),
                ("ruleset", models.JSONField()),
                ("first_dealer", models.PositiveSmallIntegerField(default=0)),
                ("direction", models.SmallIntegerField(choices=[(1, "Down"), (-1, "Up")], default=1)),
                ("players_at_start", models.PositiveSmallIntegerField()),
                ("played_on", models.DateField()),
                ("created_at", models.DateTimeField(default=timezone.now)),
                ("written_at", models.DateTimeField(default=timezone.now)),
                ("finished_at", models.DateTimeField(blank=True, null=True)),
                ("hands", models.PositiveIntegerField(default=0)),
                ("circle", models.ForeignKey("scores.circle", CASCADE, related_name="matches")),
                ("previous", models.ForeignKey("scores.match", SET_NULL, blank=True, null=True, related_name="rematches")),
            ],
            {
                "verbose_name_plural": "matches",
                "ordering": ("-created_at", "-pk"),
                "indexes": [models.Index(fields=["circle", "-written_at"], name="match_of_circle")],
                "constraints": [models.UniqueConstraint(fields=("circle", "uid"), name="match_uid_once")],
            },
        ),
        migrations.CreateModel(
            "Grant",
            [
                KEY,
                ("role", models.PositiveSmallIntegerField(choices=ROLES)),
                ("granted_at", models.DateTimeField(default=timezone.now)),
                ("circle", models.ForeignKey("scores.circle", CASCADE, blank=True, null=True, related_name="grants")),
                ("match", models.ForeignKey("scores.match", CASCADE, blank=True, null=True, related_name="grants")),
                ("phone", models.ForeignKey("scores.phone", CASCADE, related_name="grants")),
            ],
            {
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(circle=None) ^ models.Q(match=None), name="grant_of_circle_or_match"
                    ),
                    models.UniqueConstraint(fields=("phone", "circle"), name="grant_of_circle_once"),
                    models.UniqueConstraint(fields=("phone", "match"), name="grant_of_match_once"),
                ]
            },
        ),
        migrations.CreateModel(
            "Entry",
            [
                KEY,
                ("uid", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ("seq", models.PositiveIntegerField()),
                ("kind", models.CharField(max_length=16)),
                ("payload", models.JSONField()),
                ("client_key", models.CharField(max_length=64)),
                ("at", models.DateTimeField(default=timezone.now)),
                ("happened_at", models.DateTimeField()),
                ("match", models.ForeignKey("scores.match", CASCADE, related_name="entries")),
                ("by", models.ForeignKey("scores.phone", SET_NULL, null=True, related_name="entries")),
            ],
            {
                "verbose_name_plural": "entries",
                "ordering": ("seq",),
                "constraints": [
                    models.UniqueConstraint(fields=("match", "seq"), name="entry_seq_once"),
                    models.UniqueConstraint(fields=("match", "client_key"), name="entry_key_once"),
                ],
            },
        ),
        migrations.CreateModel(
            "Player",
            [
                KEY,
                ("uid", models.UUIDField(default=uuid.uuid4, editable=False)),
                ("name", models.CharField(max_length=40)),
                ("colour", models.PositiveSmallIntegerField(default=0)),
                ("circle", models.ForeignKey("scores.circle", CASCADE, related_name="players")),
            ],
            {
                "ordering": ("name", "pk"),
                "constraints": [models.UniqueConstraint(fields=("circle", "uid"), name="player_uid_once")],
            },
        ),
        migrations.CreateModel(
            "Seat",
            [
                KEY,
                ("position", models.PositiveSmallIntegerField()),
                ("match", models.ForeignKey("scores.match", CASCADE, related_name="seats")),
                ("player", models.ForeignKey("scores.player", PROTECT, related_name="seats")),
            ],
            {
                "ordering": ("position",),
                "constraints": [
                    models.UniqueConstraint(fields=("match", "position"), name="seat_position_once"),
                    models.UniqueConstraint(fields=("match", "player"), name="seat_player_once"),
                ],
            },
        ),
        migrations.CreateModel(
            "Result",
            [
                KEY,
                ("place", models.PositiveSmallIntegerField()),
                ("won", models.BooleanField()),
                ("total", models.IntegerField()),
                ("points", models.IntegerField()),
                ("hands", models.PositiveIntegerField()),
                ("closes", models.PositiveIntegerField()),
                ("clean", models.PositiveIntegerField()),
                ("joker_runs", models.PositiveIntegerField()),
                ("chinchones", models.PositiveIntegerField()),
                ("buy_backs", models.PositiveIntegerField()),
                ("money", models.BigIntegerField()),
                ("match", models.ForeignKey("scores.match", CASCADE, related_name="results")),
                ("seat", models.OneToOneField("scores.seat", CASCADE, related_name="result")),
            ],
            {"ordering": ("place", "pk")},
        ),
    ]
