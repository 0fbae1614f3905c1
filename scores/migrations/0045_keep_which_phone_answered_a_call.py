import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """Who answered a call is a phone in place of a name. A call that waits meanwhile is answered again."""

    dependencies = [("scores", "0044_search_records_again")]

    operations = [
        migrations.RemoveField(model_name="sitting", name="coming"),
        migrations.AddField(
            model_name="sitting",
            name="coming",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="scores.phone",
            ),
        ),
    ]
