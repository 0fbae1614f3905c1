"""What the pages of a phone complain about, and a phone that saves data."""

from __future__ import annotations

from playwright.sync_api import Page

SAVES_DATA = "Object.defineProperty(NetworkInformation.prototype, 'saveData', { get: () => true })"


def listen(page: Page, complaints: list[str]) -> None:
    """Note the scripts that fail, and what the content security policy stops."""

    def note(text: str) -> None:
        complaints.append(f"{page.url}: {text}")

    page.on("pageerror", lambda error: note(str(error)))
    page.on(
        "console",
        lambda said: "Content Security Policy" in said.text and note(said.text),
    )
