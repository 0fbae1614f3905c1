from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scores", "0018_claims")]

    operations = [
        migrations.AddField("typedcode", "used_by", models.ManyToManyField("scores.phone", related_name="+")),
    ]
