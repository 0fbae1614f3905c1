"""What the operator's commands share. The commands, `manage.py NAME`, are in commands/."""
