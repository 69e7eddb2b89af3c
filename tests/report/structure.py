"""What makes a page sound: well formed, reachable by keyboard and screen reader, and alone in the world."""

import re
from html.parser import HTMLParser

_VOID = {"meta", "br", "link", "img", "hr", "input"}
_DRAWN = {"path", "rect", "circle"}


class Structure(HTMLParser):
    """Reads a page strictly and notes everything that is wrong with it."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.wrong: list[str] = []
        self.open: list[str] = []
        self.ids: list[str] = []
        self.references: list[str] = []
        self.headings: list[int] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.within: list[tuple[str, str]] = []
        self.text: list[str] = []
        self.feed(page)
        self.close()
        self._conclude(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._note(tag, attrs)
        if tag not in _VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in _DRAWN:
            self.wrong.append(f"<{tag}/> closes itself")
        self._note(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open[-1] != tag:
            self.wrong.append(f"</{tag}> within {self.open[-3:]}")
        else:
            self.open.pop()

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.text.append(data)

    def _note(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        if len(named) != len(attrs):
            self.wrong.append(f"<{tag}> repeats an attribute")
        self.tags.append((tag, named))
        if self.open:
            self.within.append((self.open[-1], tag))
        if named.get("id"):
            self.ids.append(str(named["id"]))
        for key in ("aria-labelledby", "aria-describedby"):
            self.references += (named.get(key) or "").split()
        if re.fullmatch("h[1-6]", tag):
            self.headings.append(int(tag[1]))
        for key, value in named.items():
            if key.startswith("on") or key in ("src", "srcset", "action", "data", "poster"):
                self.wrong.append(f"<{tag} {key}>")
            if key in ("href", "xlink:href"):
                if not (value or "").startswith("#"):
                    self.wrong.append(f"<{tag} {key}={value}>")
                else:
                    self.references.append(str(value)[1:])
        if tag == "th" and named.get("scope") not in ("col", "row"):
            self.wrong.append("th without scope")

    def _conclude(self, page: str) -> None:
        self.wrong += [f"<{tag}> is not closed" for tag in self.open]
        self.wrong += [f"id {one} twice" for one in set(self.ids) if self.ids.count(one) > 1]
        self.wrong += [f"no id {one}" for one in self.references if one not in self.ids]
        if self.headings[:1] != [1] or self.headings.count(1) != 1:
            self.wrong.append(f"headings begin {self.headings[:2]}")
        self.wrong += [f"h{b} after h{a}" for a, b in zip(self.headings, self.headings[1:], strict=False) if b > a + 1]
        tags = [tag for tag, _ in self.tags]
        for once in ("html", "head", "title", "body", "main", "header", "footer", "nav"):
            expected = 1 if once != "title" else None
            if expected and tags.count(once) != expected:
                self.wrong.append(f"{tags.count(once)} <{once}>")
        self.wrong += [f"<{tag}>" for tag in ("script", "link", "img", "iframe", "object", "form") if tag in tags]
        if tags.count("table") != self.within.count(("table", "caption")):
            self.wrong.append("a table without a caption")
        drawings = [attrs for tag, attrs in self.tags if tag == "svg"]
        if not all(a.get("role") == "img" and len((a.get("aria-labelledby") or "").split()) == 2 for a in drawings):
            self.wrong.append("a drawing without a name")
        if self.within.count(("svg", "title")) != len(drawings) or self.within.count(("svg", "desc")) != len(drawings):
            self.wrong.append("a drawing without title and desc")
        if re.search(r"url\(|@import|https?:|//", page):
            self.wrong.append("something from elsewhere")
        if not page.startswith("<!DOCTYPE html>") or dict(self.tags).get("html", {}).get("lang") != "en":
            self.wrong.append("no doctype or language")
        if re.search("[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff\u202a-\u202e\u2066-\u2069]", page):
            self.wrong.append("a character that cannot be seen")

    @property
    def words(self) -> str:
        return " ".join(" ".join(self.text).split())
