"""Template filter for names of phones, which the pages of a phone itself have no use for."""

from django import template

from scores.core.access.phones import phone_in_words

register = template.Library()
register.filter("phone_in_words", phone_in_words)
