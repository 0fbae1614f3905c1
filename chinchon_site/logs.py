"""What the log must not say: the tokens of links that give rights."""

import logging
import re

TOKEN = re.compile(r"(/l/[^/\s]+/[^/\s]+/[^/\s]+/)[^/\s]+")


class WithoutTokens(logging.Filter):
    """Takes the token out of every address of a link, whoever logs it."""

    def filter(self, record: logging.LogRecord) -> bool:
        said = record.getMessage()
        record.msg, record.args = TOKEN.sub(r"\1…", said), ()
        return True
