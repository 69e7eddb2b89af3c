"""A policy as text: YAML or JSON into plain values, with the line and column of every key.

This module does not know what a policy means, only how it is written, and what no reader should accept (aliases within
aliases, deep nesting, tags, duplicate keys).
"""

import json
import re
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode
from ruamel.yaml.reader import ReaderError

from semblant.errors import PolicyError

LARGEST_TREE = 100_000
DEEPEST_TREE = 40
"""Bounds on a policy: values after aliases are followed, and levels."""

KeyPath = tuple[str, ...]
_GLUED = re.compile(r"\s*[\w-]+:[\w{\[]")
_TAG = "tag:yaml.org,2002:"


class Place(NamedTuple):
    """The position of a key and its value, and the text of a scalar."""

    key: str
    value: str
    text: str | None = None


@dataclass(frozen=True)
class Raw:
    """A policy, or one setting, as it was written."""

    value: Any
    places: Mapping[KeyPath, Place] = field(default_factory=dict)
    name: str = ""
    base: Path = Path()
    """The folder that relative paths in the policy start from."""

    def locate(self, key: str) -> str:
        """The position of a dotted key such as ``attributes.age``, and the key; only the key if it is not written.

        Example:
            >>> parse("k: 5\\nattributes:\\n  age: quasi\\n", "policy.yaml").locate("attributes.age")
            'policy.yaml:3:3  attributes.age'
        """
        found = next((place.key for path, place in self.places.items() if path and ".".join(path) == key), None)
        return f"{found}  {key}" if found else key


def parse(text: str, name: str) -> Raw:
    """Read YAML (or JSON, which is YAML) into plain values and places.

    Example:
        >>> parse("k: 5", "policy.yaml").value
        {'k': 5}
    """
    if text.lstrip().startswith("{"):
        try:
            json.loads(text)
        except (ValueError, RecursionError):
            pass
        else:
            text = text.replace("\t", " ")  # JSON may be indented by tabs, YAML may not; JSON strings contain none
    yaml = YAML(typ="safe", pure=True)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = yaml.compose(text)
            reader = _Reader(yaml, name)
            value = None if tree is None else reader.value(tree, ())
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        what = (error.problem or error.context or "").rstrip(".")
        hints = _slips(text, error)
        where = f"{name}:{mark.line + 1}:{mark.column + 1}" if mark else name
        raise PolicyError(f"This is not YAML: {what}.", where=where, hints=hints) from None
    except ReaderError as error:
        before = text[: error.position]
        where = f"{name}:{before.count(chr(10)) + 1}:{error.position - before.rfind(chr(10))}"
        raise PolicyError("There is a control character in the text.", where=where) from None
    except RecursionError:
        raise PolicyError(f"This is nested deeper than {DEEPEST_TREE} levels.", where=name) from None
    except (YAMLError, ValueError) as error:
        raise PolicyError(f"This is not YAML: {error}.", where=name) from None
    return Raw(value, reader.places, name)


def _slips(text: str, error: MarkedYAMLError) -> list[str]:
    """Hints for the most frequent mistakes, which the parser only notices some lines later."""
    begun, noticed = error.context_mark, error.problem_mark or error.context_mark
    lines = text.splitlines()[: noticed.line + 1] if noticed else []
    glued = [i for i, line in enumerate(lines, 1) if _GLUED.match(line)]
    if "\\t" in (error.problem or ""):
        return ["indent with spaces, not with tabs"]
    if begun is not None and "flow" in (error.context or ""):
        return [f"close the bracket that opens on line {begun.line + 1}"]
    if begun is not None and "quoted" in (error.context or ""):
        return [f"close the quotes that open on line {begun.line + 1}"]
    if glued:
        return [f"write a space after the colon on line {glued[-1]}"]
    return ["begin the keys of one level in the same column"] if "mapping values" in (error.problem or "") else []


class _Reader:
    """Turns the nodes of a YAML document into values, and records their positions."""

    def __init__(self, yaml: YAML, name: str) -> None:
        self.scalars = yaml.constructor
        self.name = name
        self.places: dict[KeyPath, Place] = {}
        self.seen = 0

    def at(self, node: Node) -> str:
        return f"{self.name}:{node.start_mark.line + 1}:{node.start_mark.column + 1}"

    def value(self, node: Node, path: KeyPath, key: Node | None = None) -> Any:
        self.seen += 1
        if self.seen > LARGEST_TREE or len(path) > DEEPEST_TREE:
            raise PolicyError("This unfolds to far more than a policy (aliases within aliases?).", where=self.at(node))
        text = _joined(node.value) if isinstance(node, ScalarNode) else None
        self.places[path] = Place(self.at(key or node), self.at(node), text)
        if text is not None:
            return self.scalar(node, text)
        if not isinstance(node, MappingNode):
            return [self.value(item, (*path, str(i))) for i, item in enumerate(node.value)]
        found: dict[str, Any] = {}
        for name, under, item in self.pairs(node):
            found[name] = self.value(item, (*path, name), under)
        return found

    def scalar(self, node: Node, text: str) -> Any:
        kind = str(node.tag).removeprefix(_TAG)
        if kind in ("str", "timestamp", "value", "merge"):
            return text
        if kind not in ("null", "bool", "int", "float"):
            raise PolicyError("A policy has plain values only, no tags.", where=self.at(node))
        try:
            value = self.scalars.construct_object(node, deep=True)
            str(value)  # a ValueError for a hexadecimal number of thousands of digits, as reading a decimal one is
            return value
        except ValueError:
            raise PolicyError(f"This is not a value of the kind {kind}.", where=self.at(node)) from None

    def pairs(self, node: MappingNode) -> Iterator[tuple[str, Node, Node]]:
        """The keys and values of a mapping, those merged in by ``<<`` where it has none of its own."""
        own: dict[str, Node] = {}
        merged: list[MappingNode] = []
        for key, item in node.value:
            if not isinstance(key, ScalarNode):
                raise PolicyError("A key must be a plain text.", where=self.at(key))
            if str(key.tag) == _TAG + "merge":
                several: list[Node] = item.value if isinstance(item, SequenceNode) else [item]
                merged += [one for one in several if isinstance(one, MappingNode)]
                if not all(isinstance(one, MappingNode) for one in several):
                    raise PolicyError("Only mappings can be merged by '<<'.", where=self.at(key))
                continue
            name = _joined(key.value)
            if name in own:
                line = own[name].start_mark.line + 1
                message = f"The key {name!r} stands here a second time; the first is on line {line}."
                raise PolicyError(message, where=self.at(key))
            own[name] = key
            yield name, key, item
        for other in merged:
            self.seen += 1
            if self.seen > LARGEST_TREE:
                raise PolicyError("This unfolds to far more than a policy.", where=self.at(node))
            for name, key, item in self.pairs(other):
                if name not in own:
                    own[name] = key
                    yield name, key, item


def _joined(text: str) -> str:
    """Join the surrogate pairs that JSON writes for characters beyond the basic plane."""
    return text if text.isascii() else text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
