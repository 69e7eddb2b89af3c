"""Who may talk to the application: the browser that was given the token, from our own pages, and nobody else.

Everything is checked before a request reaches a page: the Host header (a name that was bound to the loopback address by
someone else is refused), the cookie, where the request comes from, and how long it is.
"""

import hmac
import secrets
import sys
from collections.abc import Iterable
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from semblant.workbench.given import whole

START = "/start"
"""Where the token of the opened address is exchanged for the cookie."""

UPLOADS = ("/upload", "/data")
"""How the addresses end that take files."""

LONGEST_FORM = 8 << 20
LONGEST_UPLOAD = 2 << 30
"""The most bytes of a form, and of a file."""

_SAFE = ("GET", "HEAD")
_POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
_HEADERS = {
    "Content-Security-Policy": _POLICY,
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class Keys:
    """The token of the opened address, which works once, and the value of the cookie."""

    def __init__(self, port: int) -> None:
        self.cookie, self.value = f"semblant-{port}", secrets.token_urlsafe(32)
        self._token: str | None = secrets.token_urlsafe(32)

    @property
    def token(self) -> str:
        """The token that has not been exchanged yet."""
        return self._token or ""

    def spend(self, given: str) -> bool:
        """Whether a token is the right one; it is used up then."""
        right = self._token is not None and hmac.compare_digest(given.encode(), self._token.encode())
        if right:
            self._token = None
        return right

    def known(self, headers: Headers) -> bool:
        """Whether a request carries the cookie."""
        try:
            found = SimpleCookie("; ".join(headers.getlist("cookie"))).get(self.cookie)
        except CookieError:
            return False
        return found is not None and hmac.compare_digest(found.value.encode(), self.value.encode())


class Guard:
    """Lets requests of the steward's own browser through, and refuses all others with a sentence."""

    def __init__(self, app: ASGIApp, keys: Keys, hosts: Iterable[str], first: str = "/") -> None:
        self.app, self.keys, self.hosts, self.first = app, keys, frozenset(hosts), first

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check a request, then hand it on."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})
            return
        headers = Headers(scope=scope)
        answer = self._refused(scope, headers)
        limit = LONGEST_UPLOAD if scope["path"].endswith(UPLOADS) else LONGEST_FORM
        if answer is None and _length(headers) > limit:
            answer = _too_long(limit)
        await (answer or self.app)(scope, _counted(receive, limit), _with_headers(send))

    def _refused(self, scope: Scope, headers: Headers) -> Response | None:
        if headers.getlist("host") != [headers.get("host", "")] or headers["host"] not in self.hosts:
            return PlainTextResponse("This is not the address of the application.", 421)
        site, method = headers.get("sec-fetch-site"), scope["method"]
        if method in _SAFE:
            navigates = headers.get("sec-fetch-mode") == "navigate" and headers.get("sec-fetch-dest") == "document"
            if site not in (None, "none", "same-origin") and not navigates:
                return PlainTextResponse("Only pages of the application may ask for this.", 403)
        elif not (site == "same-origin" or (site is None and headers.get("origin") == f"http://{headers['host']}")):
            return PlainTextResponse("Only pages of the application may do this.", 403)
        known = self.keys.known(headers)
        if scope["path"] == START and method == "GET":
            return self._started(scope, known)
        if not known:
            return PlainTextResponse(
                "This browser is not known. Open the address that `semblant web` shows in the terminal; it works once. "
                "If it was used already, start `semblant web` again.\n",
                403,
            )
        return None

    def _started(self, scope: Scope, known: bool) -> Response:
        given = parse_qs(scope["query_string"].decode("ascii", "replace")).get("token", [""])[0]
        if not known and not self.keys.spend(given):
            return PlainTextResponse(
                "This address was used already, or is of an earlier start. Start `semblant web` again.\n", 403
            )
        answer = RedirectResponse(self.first, 303)
        answer.set_cookie(self.keys.cookie, self.keys.value, httponly=True, samesite="strict", path="/")
        return answer


class TooLongError(Exception):
    """A body has more bytes than it may have."""

    def __init__(self, limit: int) -> None:
        super().__init__(limit)
        self.limit = limit


def _length(headers: Headers) -> int:
    text = headers.get("content-length", "0")
    return whole(text, sys.maxsize)


def _too_long(limit: int) -> Response:
    return PlainTextResponse(f"This is too large: at most {limit >> 20:,} MB can be sent.", 413)


def _counted(receive: Receive, limit: int) -> Receive:
    """The same body, refused once it is longer than it may be, whatever its headers say."""
    seen = 0

    async def counted() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > limit:
            raise TooLongError(limit)
        return message

    return counted


def _with_headers(send: Send) -> Send:
    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sent
