from django.db import migrations, models

WAYS = ("start", "link", "owner", "merge", "table", "passkey", "paper", "self")


class Migration(migrations.Migration):
    dependencies = [("scores", "0023_passkeys")]

    operations = [
        migrations.AlterField(
            "rightsline", "way", models.CharField(choices=[(way, way.upper()) for way in WAYS], max_length=8)
        )
    ]
