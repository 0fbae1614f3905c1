"""The check-in: who is here, who has paid, who comes late or goes."""
