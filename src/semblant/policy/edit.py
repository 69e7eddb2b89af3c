"""Changing keys of a written policy without touching the rest: comments, order and quoting stay as they are."""

import io
from collections.abc import Mapping
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap, CommentedSeq
from ruamel.yaml.error import CommentMark
from ruamel.yaml.tokens import CommentToken

from semblant.errors import PolicyError
from semblant.policy.file import build_policy
from semblant.policy.text import KeyPath, parse

GONE = object()
"""In place of a value: the key is taken out."""

_SHORT = "role"  # what a plain text stands for where a mapping of settings is expected
_LAST = ("knowledge", "attributes")  # the long parts of a policy; other keys come before them


def edited(text: str, changes: Mapping[KeyPath, Any], notes: Mapping[KeyPath, str] | None = None) -> str:
    """The text of a policy with some keys changed, and the comments beside others replaced by notes.

    The result is a valid policy, or an error says what cannot be.

    Example:
        >>> print(edited("k: 5  # five\\nattributes: {job: quasi}  # why\\n", {("k",): 12, ("title",): "Jobs"}), end="")
        k: 12 # five
        title: Jobs
        attributes: {job: quasi}  # why
    """
    parse(text, "policy")  # refuses what a policy must not hold before another reader sees it
    yaml = YAML()
    yaml.width, yaml.preserve_quotes = 1 << 20, True
    tree = yaml.load(text) or CommentedMap()
    for path, value in changes.items():
        _change(tree, path, value)
    for path, note in (notes or {}).items():
        _comment(tree, path, note)
    out = io.StringIO()
    yaml.dump(tree, out)
    build_policy(parse(out.getvalue(), "policy"))
    return out.getvalue()


def _change(tree: CommentedMap, path: KeyPath, value: Any) -> None:
    place = tree
    for depth, name in enumerate(path[:-1]):
        if value is GONE and name not in place:
            return
        inner = place.get(name)
        if not isinstance(inner, CommentedMap):
            fresh = CommentedMap() if inner is None else CommentedMap({_SHORT: inner})
            if depth:
                fresh.fa.set_flow_style()
            _put(place, name, fresh, top=not depth)
        place = place[name]
    if value is GONE:
        place.pop(path[-1], None)
    else:
        _put(place, path[-1], _plain(value), top=len(path) == 1)


def _put(place: CommentedMap, name: str, value: Any, *, top: bool) -> None:
    """Set a key; a new one of the policy itself comes before the long parts."""
    after = [list(place).index(long) for long in _LAST if top and long in place]
    if name in place or name in _LAST or not after:
        place[name] = value
    else:
        place.insert(min(after), name, value)


def _plain(value: Any) -> Any:
    """A value as the writer takes it: mappings and lists in one line."""
    if isinstance(value, Mapping):
        made = CommentedMap((name, _plain(inner)) for name, inner in value.items())
        made.fa.set_flow_style()
        return made
    if isinstance(value, (list, tuple)):
        items = CommentedSeq(map(_plain, value))
        items.fa.set_flow_style()
        return items
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _comment(tree: CommentedMap, path: KeyPath, note: str) -> None:
    """Write a comment beside a key, in place of the one that stands there; what follows on later lines stays."""
    place = tree
    for name in path[:-1]:
        place = place[name]
    if path[-1] not in place:
        raise PolicyError(f"There is no key {'.'.join(path)} to write beside.")
    said = f"# {' '.join(note.split())}"
    tokens = place.ca.items.setdefault(path[-1], [None, None, None, None])
    before = tokens[2]
    if before is None:
        tokens[2] = CommentToken(f"{said}\n", CommentMark(0), None)
    else:
        _, line, rest = before.value.partition("\n")
        before.value = f"{said}{line}{rest}"
