"""The link preview (Open Graph) that a chat shows for a page: `_preview.html`."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest

from scores.group.sharing import share_links


@dataclass(frozen=True)
class Preview:
    title: str
    description: str
    url: str
    image: str

    @classmethod
    def of(cls, request: HttpRequest, title: str, description: str, page: str, image: str) -> Preview:
        """With absolute URLs: chats fetch the image on their own."""
        return cls(
            title,
            description,
            share_links.absolute_url(request, page),
            share_links.absolute_url(request, image),
        )
