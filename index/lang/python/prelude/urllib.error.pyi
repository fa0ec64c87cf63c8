from urllib.response import addinfourl
from email.message import Message
from typing import Any
class URLError(OSError):
    reason: Any
    args: Any
    filename: Any
    def __init__(self, reason, filename=...) -> None: ...
class HTTPError(URLError, addinfourl):
    msg: str
    hdrs: Message
    filename: str
    headers: Message
    status: int
    reason: Any
    code: int
    fp: Any
    def __init__(self, url, code, msg, hdrs, fp) -> None: ...
class ContentTooShortError(URLError):
    content: Any
    def __init__(self, message, content) -> None: ...
