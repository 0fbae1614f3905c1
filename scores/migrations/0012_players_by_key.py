from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("scores", "0011_kept_files")]

    operations = [migrations.AlterModelOptions("player", {"ordering": ("pk",)})]
