"""From a file and settings to a :class:`Policy`, with errors that point to the line.

Every mistake is a :class:`PolicyError` in one form for all keys, made from the policy's own definition.
"""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

from annotated_types import Ge, Gt, Le, MaxLen, MinLen
from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from semblant.errors import PolicyError
from semblant.policy.model import Attribute, Policy
from semblant.policy.text import KeyPath, Place, Raw, parse

LARGEST_FILE = 8 << 20
"""Bytes of a policy file."""

_LONGEST_NUMBER = 1024
"""Bits of a number that is still shown; Python writes no number of thousands of digits."""

_SPOKEN = {int: "an int", float: "a float", str: "a str"}


def read_policy(path: Path) -> Raw:
    """Read a policy from YAML or JSON, or out of a complete ``evidence.json``, with the place of every key."""
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except FileNotFoundError:
        beside = [p.name for p in path.parent.glob("*") if p.suffix in (".yaml", ".yml", ".json")]
        raise PolicyError(f"There is no policy file {path.name!r}.{_did_you_mean(path.name, beside)}") from None
    except OSError as error:
        raise PolicyError(f"The policy cannot be read: {error.strerror}.", where=str(path)) from error
    if len(content) > LARGEST_FILE:
        raise PolicyError(f"A policy has at most {LARGEST_FILE >> 20} MB.", where=path.name)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise PolicyError(
            "The policy is not written in UTF-8.", where=f"{path.name}:{line}", hints=["save it as UTF-8"]
        ) from None
    return read_policy_text(text, path)


def read_policy_text(text: str, path: Path) -> Raw:
    """Read a policy from the text of a file, which is not opened again."""
    raw = parse(text, path.name)
    if raw.value is None:
        raise PolicyError("The policy is empty.", where=path.name, hints=["semblant init DATA -o " + path.name])
    if not isinstance(raw.value, dict):
        raise PolicyError("A policy is a mapping of keys to values, such as k: 5.", where=raw.places[()].value)
    if isinstance(raw.value.get("policy"), dict) and "semblant" in raw.value:
        if "input" not in raw.value:
            raise PolicyError(
                "This is the public evidence of a release, which leaves out part of its policy.",
                where=path.name,
                hints=["take the complete one: --policy DIR-private/evidence.json"],
            )
        inner = {path[1:]: place for path, place in raw.places.items() if path[:1] == ("policy",)}
        return Raw(raw.value["policy"], inner, raw.name, path.parent)
    return Raw(raw.value, raw.places, raw.name, path.parent)


# --- building --------------------------------------------------------------------------------------


def build_policy(
    raw: Raw | Mapping[str, Any] | None = None,
    overrides: Mapping[str | KeyPath, Any] | Mapping[str, Any] | None = None,
    where: str = "command line",
) -> Policy:
    """Build a policy from what was written, with settings laid on top.

    ``overrides`` maps dotted keys, or tuples of their parts, to values (or to a :class:`Raw` of one); a column
    whose name has dots is found among the attributes there are, or quoted. ``where`` says where they come from.

    Example:
        >>> build_policy({"attributes": {"a.b": "quasi"}}, {"k": 3, "attributes.a.b.kind": "nominal"}).columns("quasi")
        ('a.b',)
    """
    if not isinstance(raw, Raw):
        raw = Raw(dict(raw or {}))
    values, places = _copy(raw.value), dict(raw.places)
    for name in _tables():
        if values.get(name, 0) is None:
            values[name] = {}
    for key, value in (overrides or {}).items():
        path = split_key(key, values, where) if isinstance(key, str) else key
        written = value if isinstance(value, Raw) else Raw(value)
        _lay(values, path, _copy(written.value), where)
        for old in [p for p in places if p[: len(path)] == path]:
            del places[old]
        places |= {path + p: Place(where, where, place.text) for p, place in written.places.items()}
        for depth in range(1, len(path) + 1):
            places.setdefault(path[:depth], Place(where, where))
    problems = list(_problems(values))
    if _respell(values, places, problems):
        problems = list(_problems(values))
    if problems:
        raise _refusal(problems, places, raw.name or where)
    policy = Policy.model_validate(values)
    if "K" in values and "k" not in values and policy.method != "log-korolova":
        at = places.get(("K",))
        raise PolicyError(
            "'K' is a threshold of the method log-korolova; how many records must be alike is 'k'.",
            where=at.key if at else raw.name or where,
            hints=[f"write k: {values['K']}"],
        )
    return policy


def split_key(key: str, values: Mapping[str, Any], where: str = "command line") -> KeyPath:
    """Split a dotted key; names of columns and of knowledge may have dots, or stand in quotes.

    Example:
        >>> split_key('attributes."a.b".role', {}), split_key("attributes.a.b", {"attributes": {"a.b": "quasi"}})
        (('attributes', 'a.b', 'role'), ('attributes', 'a.b'))
    """
    first, dot, rest = key.partition(".")
    if not dot or first not in _tables():
        return tuple(key.split("."))
    known = values.get(first)
    if rest[:1] in ("'", '"'):
        name, end, after = rest[1:].partition(rest[0])
        if not end or (after and not after.startswith(".")):
            raise PolicyError(f"The quotes in the key {key} are not closed.", where=where)
        rest = after[1:]
    else:
        fitting = [n for n in (known if isinstance(known, Mapping) else ()) if rest == n or rest.startswith(f"{n}.")]
        name, rest = _name_first(rest, _tables()[first]) if not fitting else _cut(rest, max(fitting, key=len))
    return (first, name, *rest.split(".")) if rest else (first, name)


def _cut(text: str, name: str) -> tuple[str, str]:
    return name, text[len(name) + 1 :]


def _name_first(text: str, model: type[BaseModel]) -> tuple[str, str]:
    """A new name, and the setting after it if the last part is one."""
    name, dot, last = text.rpartition(".")
    return (name, last) if dot and last in model.model_fields else (text, "")


def _lay(values: dict[str, Any], path: KeyPath, value: Any, where: str) -> None:
    """Set one nested value, keeping the values beside it."""
    here = values
    for depth, name in enumerate(path[:-1]):
        inner = here.get(name)
        if depth == 1 and isinstance(inner, str):  # `name: identifier` is short for `name: {role: identifier}`
            inner = {"role" if path[0] == "attributes" else "source": inner}
        if inner is not None and not isinstance(inner, dict):
            raise PolicyError(
                f"The key {'.'.join(path)} goes into {name!r}, which has no keys of its own.", where=where
            )
        here[name] = here = inner or {}
    here[path[-1]] = value


def _copy(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(name): _copy(inner) for name, inner in value.items()}
    return [_copy(inner) for inner in value] if isinstance(value, (list, tuple)) else value


def _tables() -> dict[str, type[BaseModel]]:
    """The keys of a policy that hold entries by name, and what an entry is."""
    return {name: model for name, info in Policy.model_fields.items() if (model := _entry(info.annotation))}


def _entry_kind(table: str) -> Any:
    """What an entry is, the short form (`name: identifier`) included."""
    return get_args(Policy.model_fields[table].annotation)[1]


class _Problem(NamedTuple):
    path: KeyPath
    model: type[BaseModel]
    error: ErrorDetails


def _problems(values: dict[str, Any]) -> Iterator[_Problem]:
    """All problems, entry by entry, so that one broken entry does not hide the next."""
    tables = _tables()
    plain = {name: value for name, value in values.items() if name not in tables or not isinstance(value, dict)}
    sound = {name: value for name, value in plain.items() if name not in tables}
    for name in plain.keys() & tables.keys():
        detail = ErrorDetails(type="dict_type", loc=(name,), msg="", input=plain[name])
        yield _Problem((), Policy, detail)
    yield from (_Problem((), Policy, error) for error in _errors(Policy, sound))
    for table in tables:
        for name, settings in values[table].items() if isinstance(values.get(table), dict) else ():
            yield from (
                _Problem((table, name), tables[table], error) for error in _errors(_entry_kind(table), settings)
            )


def _errors(kind: Any, value: Any) -> list[ErrorDetails]:
    try:
        TypeAdapter(kind).validate_python(value)
    except ValidationError as error:
        return error.errors(include_url=False, include_context=False)
    return []


def _respell(values: dict[str, Any], places: Mapping[KeyPath, Place], problems: list[_Problem]) -> bool:
    """Where a text is wanted and a number was written, use the number's text; returns whether there was one."""
    changed = False
    for problem in problems:
        path = problem.path + tuple(str(part) for part in problem.error["loc"])
        while path and path not in places:
            path = path[:-1]
        spelt = places[path].text if path else None
        if problem.error["type"] != "string_type" or spelt is None or problem.error["input"] is None:
            continue
        here: Any = values
        for part in path[:-1]:
            here = here[int(part)] if isinstance(here, list) else here[part]
        here[int(path[-1]) if isinstance(here, list) else path[-1]] = spelt
        changed = True
    return changed


def _refusal(problems: list[_Problem], places: Mapping[KeyPath, Place], fallback: str) -> PolicyError:
    """One error for all problems, in the order of the file; one key, one line."""
    said: dict[KeyPath, tuple[str, str]] = {}
    for problem in problems:
        path, info, rest = _field(problem)
        unknown = problem.error["type"] == "extra_forbidden"
        about = path + rest[:1] if unknown else path
        known = about
        while known and known not in places:
            known = known[:-1]
        place = places.get(known) if known else None
        at = fallback if place is None else place.key if unknown or known != about else place.value
        message = _unknown_key(path, rest[0], problem) if unknown else _wrong_value(path, info, problem.error)
        said.setdefault(about, (at, message))
    (at, message), *others = sorted(said.values(), key=lambda one: _line_and_column(one[0]))
    lines = [message, *(f"{place}  {text}" for place, text in others[:9])]
    return PolicyError("\n".join(lines + ([f"… and {len(others) - 9} more."] if len(others) > 9 else [])), where=at)


def _line_and_column(place: str) -> tuple[int, ...]:
    return tuple(int(part) for part in place.split(":")[-2:] if part.isdecimal())


def _field(problem: _Problem) -> tuple[KeyPath, FieldInfo | None, KeyPath]:
    """Follow an error's location through the models: the key it is about, its definition, and what is left."""
    model: type[BaseModel] | None = problem.model
    path, rest = problem.path, tuple(str(part) for part in problem.error["loc"])
    info: FieldInfo | None = None
    while model and rest and rest[0] in model.model_fields:
        info = model.model_fields[rest[0]]
        path, rest = (*path, rest[0]), rest[1:]
        model = next(
            (kind for kind in _parts(info.annotation) if isinstance(kind, type) and issubclass(kind, BaseModel)), None
        )
    return path, info, rest


def _unknown_key(path: KeyPath, key: str, problem: _Problem) -> str:
    inside = f" in {'.'.join(path)}" if path else ""
    near = _did_you_mean(key, list(problem.model.model_fields))
    if not path and key in Attribute.model_fields:
        near = " It is a setting of a column: write it under attributes, below the column's name."
    elif not path and not near and not _errors(_entry_kind("attributes"), problem.error["input"]):
        near = " If it is a column, write it under attributes."
    return f"There is no key {key!r}{inside}.{near}"


def _wrong_value(path: KeyPath, info: FieldInfo | None, error: ErrorDetails) -> str:
    name = ".".join(path)
    if error["type"] == "value_error":  # settings that do not go together
        return f"{name}: {error['msg'].removeprefix('Value error, ')}."
    if info is None:
        return f"The {name!r} parameter must be a mapping of its settings. Got {_shown(error['input'])} instead."
    allowed = describe(info)
    if error["type"] == "missing":
        return f"The {name!r} parameter is missing. It must be {allowed}."
    names = [str(choice) for part in _parts(info.annotation) for choice in _choices(part)]
    given = error["input"]
    guess = _did_you_mean(given, names) if isinstance(given, str) else ""
    return f"The {name!r} parameter must be {allowed}. Got {_shown(given)} instead.{guess}"


def _shown(value: Any) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Mapping):
        return "a mapping"
    if isinstance(value, (list, tuple)):
        return f"a list of {len(value)}"
    if isinstance(value, int) and value.bit_length() > _LONGEST_NUMBER:
        return "a number of very many digits"
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _did_you_mean(given: str, known: list[str]) -> str:
    near = get_close_matches(given, known, 3, 0.6)
    return f" Did you mean {_any_of([repr(name) for name in near])}?" if near else ""


# --- what a key takes, in words --------------------------------------------------------------------


def describe(info: FieldInfo) -> str:
    """Describe what a key of the policy accepts, for messages and for the reference.

    Example:
        >>> describe(Policy.model_fields["k"]), describe(Policy.model_fields["refine"])
        ('an int of at least 2', "true, false or 'auto'")
    """
    words: list[str] = []
    for part in _parts(info.annotation):
        if choices := _choices(part):
            words += [repr(choice) if isinstance(choice, str) else str(choice).lower() for choice in choices]
        elif part in _SPOKEN:
            words.append(_SPOKEN[part] + _bounds(info.metadata))
        elif get_origin(part) is tuple:
            words.append(f"a list of {get_args(part)[0].__name__}")
        elif get_origin(part) is dict and (keys := _choices(get_args(part)[0])):
            words.append(f"a mapping of {_any_of([repr(key) for key in keys])} to a text")
        else:
            words.append("a mapping of names to settings" if _entry(part) else "a mapping of its settings")
    single = len(words) > 2 and all(word.startswith("'") for word in words)
    return ("one of " if single else "") + _any_of(words)


def _choices(kind: Any) -> tuple[Any, ...]:
    return (True, False) if kind is bool else get_args(kind) if get_origin(kind) is Literal else ()


def _bounds(limits: list[Any]) -> str:
    lengths = {type(limit): limit for limit in limits}
    if MinLen in lengths and MaxLen in lengths:
        return " of one character"
    said = [f"at least {limit.ge:g}" for limit in limits if isinstance(limit, Ge)]
    said += [f"more than {limit.gt:g}" for limit in limits if isinstance(limit, Gt)]
    said += [f"at most {limit.le:g}" for limit in limits if isinstance(limit, Le)]
    said += ["at least one character"] if MinLen in lengths else []
    said += ["no double quote" for limit in limits if '"' in getattr(limit, "pattern", "")]
    return " of " + " and ".join(said) if said else ""


def _parts(annotation: Any) -> list[Any]:
    """The kinds a union is made of, without None."""
    if get_origin(annotation) is Annotated:
        return _parts(get_args(annotation)[0])
    if get_origin(annotation) not in (Union, UnionType):
        return [annotation]
    return [part for kind in get_args(annotation) if kind is not NoneType for part in _parts(kind)]


def _entry(annotation: Any) -> type[BaseModel] | None:
    """The model of a mapping's entries, or None where it is not a mapping of models."""
    if get_origin(annotation) is not dict:
        return None
    (kind,) = _parts(get_args(annotation)[1])
    return kind if isinstance(kind, type) and issubclass(kind, BaseModel) else None


def _any_of(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"
