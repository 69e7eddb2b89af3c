"""The screen of words: what the values of a column are taken to mean; accept, change, search, or leave unrelated."""

from collections.abc import Mapping
from typing import Any

from starlette.datastructures import ImmutableMultiDict
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from semblant.catalogue import Shape
from semblant.errors import InputError
from semblant.policy.model import Policy
from semblant.report.plurals import counted
from semblant.report.wording import shown
from semblant.web.answer import address, aside, form_of, go, open_workspace, page, workspace_of
from semblant.web.following import follow
from semblant.web.jobs import in_thread
from semblant.web.pages.columns import column_name
from semblant.web.pages.ready import ready
from semblant.web.session import Workspace
from semblant.workbench.given import whole
from semblant.workbench.words import QUALITIES, Words

_PAGE = 40
_ENGLISH = frozenset({"occupations", "esco", "soc"})
PARTS = {"table": "", "sets": "Where a cell holds several items, every item is a value of its own.",
         "log": "Queries are read phrase by phrase, and every phrase is a value of its own."}  # fmt: skip
"""What a value is, in each shape."""
_KEPT = ("column", "quality", "page", "find")
"""What the address of the page says of its values: a decision leaves it as it is."""
UNRELATED = ""
"""What a decision says of a value without a concept."""


def semantic(policy: Policy, names: tuple[str, ...]) -> list[int]:
    """The places of the columns that are read by meaning."""
    return [
        place
        for place, name in enumerate(names)
        if (one := policy.attributes.get(name)) is not None
        and (by_meaning(policy, name) or one.kind == "set" or is_text(policy, name))
        and one.role in ("quasi", "sensitive")
        and (one.knowledge is None or "prefixes" not in one.knowledge)
    ]


def by_meaning(policy: Policy, name: str) -> bool:
    """Whether a column of a table is read by meaning: said, or because the policy leaves open how."""
    return policy.shape != "log" and policy.attributes[name].kind in ("semantic", None)


def is_text(policy: Policy, name: str) -> bool:
    """Whether a column holds the queries of a search log."""
    return policy.log is not None and policy.log.text == name


def _key(policy: Policy, name: str) -> tuple[Any, ...]:
    """What the meanings of a column depend on; the mapping comes last."""
    attribute = policy.attributes[name]
    source = [policy.knowledge.get(one) for one in _names(attribute.knowledge)]
    return name, attribute, policy.abbreviations, policy.shape, str(policy.log), tuple(map(str, source)), policy.mapping


def _names(knowledge: Any) -> tuple[str, ...]:
    return (knowledge,) if isinstance(knowledge, str) else knowledge or ()


def words_of(workspace: Workspace, name: str) -> Words:
    """The words of a column as the policy reads them; mapped once for each way of reading."""
    assert workspace.loaded is not None
    loaded, policy, folder = workspace.loaded, workspace.project.policy, workspace.project.folder
    *undecided, mapping = key = _key(policy, name)
    with loaded.lock:
        if key not in loaded.words:
            earlier = [one for one in loaded.words if one[0] == name]
            for old in earlier[:-1]:  # the last one is kept, so that undoing is quick
                del loaded.words[old]
            matched = loaded.matched.get(tuple(undecided))
            if matched is None and mapping is not None:
                matched = Words(loaded.table, policy.model_copy(update={"mapping": None}), folder, name).matched
            loaded.words[key] = words = Words(loaded.table, policy, folder, name, matched)
            loaded.matched = {one: found for one, found in loaded.matched.items() if one[0] != name}
            loaded.matched[tuple(undecided)] = words.matched
        found: Words = loaded.words[key]
        return found


async def show(request: Request) -> Response:
    """The words of one column, a page of them."""
    workspace = await workspace_of(request)
    if (wait := await ready(request, workspace)) is not None:
        return wait
    assert workspace.loaded is not None
    names, policy = workspace.loaded.table.names, workspace.project.policy
    places = semantic(policy, names)
    others = [i for i, n in enumerate(names) if _has_details(policy, n)]
    place = whole(request.query_params.get("column", ""), None)
    place = place if place in places else next(iter(places), None)
    content: dict[str, Any] = {
        "tabs": [(i, names[i]) for i in places],
        "others": [(i, names[i], policy.attributes[names[i]].kind) for i in others],
        "trees": [(i, name) for i, name in enumerate(names) if policy.shape == "table" and _masked(policy, name)],
        "place": place,
        "parts": PARTS[policy.shape],
        "nothing": "left out" if policy.shape == "log" else "an unrelated category",
    }
    if place is None:
        return page(request, "words.html", workspace=workspace, step="words", words=None, **content)
    if _key(policy, names[place]) not in workspace.loaded.words:
        here = f"{request.url.path}?{request.url.query}".rstrip("?")
        job = in_thread("mapping", lambda progress: _mapped(progress, workspace, names[place]))
        return await follow(
            request, job, f"Mapping {names[place]} to its vocabulary", lambda _: here, address(workspace, "columns")
        )
    words = await aside(words_of, workspace, names[place])
    kind = request.query_params.get("quality", "")
    order = words.of(kind) if kind in QUALITIES else words.order
    find = request.query_params.get("find", "").strip().lower()
    if find:
        order = [one for one in order if find in one.value.lower()]
    number = whole(request.query_params.get("page", ""), 1)
    number = max(1, min(number, 1 + (len(order) - 1) // _PAGE))
    chosen = order[(number - 1) * _PAGE : number * _PAGE]
    shown = await aside(lambda: [words.word(one) for one in chosen])
    return page(
        request,
        "words.html",
        workspace=workspace,
        step="words",
        words=words,
        shown=shown,
        total=len(order),
        number=number,
        pages=1 + (len(order) - 1) // _PAGE if order else 1,
        first=(number - 1) * _PAGE,
        quality=kind,
        find=find,
        qualities=words.qualities,
        filters=[(one, found) for one in QUALITIES if (found := words.of(one))],
        decided={one.place for one in words.of("decided")},
        vocabulary=", ".join(_names(policy.attributes[names[place]].knowledge) or ("wordnet",)),
        records=max(1, sum(records for _, records in words.qualities.values())),
        drawing=await aside(words.drawn),
        **content,
    )


def _has_details(policy: Policy, name: str) -> bool:
    one = policy.attributes.get(name)
    return one is not None and one.role in ("quasi", "sensitive") and one.kind in ("numeric", "date", "ordinal")


def _masked(policy: Policy, name: str) -> bool:
    one = policy.attributes.get(name)
    return one is not None and one.role == "quasi"


def _mapped(progress: Any, workspace: Workspace, name: str) -> Words:
    with progress.step("opening the vocabulary and matching values"):
        return words_of(workspace, name)


async def decide(request: Request) -> Response:
    """Keep decisions: one value, those that are ticked, or all of a quality."""
    workspace, form = await open_workspace(request), await form_of(request)
    name = column_name(workspace, form.get("column", ""))
    back = address(workspace, "words", **{key: form[key] for key in _KEPT if form.get(key)})
    words = await aside(words_of, workspace, name)
    said = await aside(_decided, words, form)
    known = {one.value: one for one in words.order}
    said = {value: concept for value, concept in said.items() if value in known}
    if not said:
        return go(request, back, InputError("Nothing was changed.", hints=["tick some values first"]))
    spelt = {(name, other): concept for value, concept in said.items() for other in words.spelt_alike(value)}
    also: dict[tuple[str, ...], Any] = {}
    if UNRELATED in said.values() and workspace.project.policy.attributes[name].unknown == "error":
        also["attributes", name, "unknown"] = "nominal"
    count = f"{len(spelt)} values" if len(spelt) > 1 else "one value"
    await aside(workspace.project.decide, spelt, f"{name}: the meaning of {count}", also)
    await aside(words_of, workspace, name)  # the page comes at once then, and stays where it was
    row = f"#value-{known[next(iter(said))].place}"
    return go(request, back + row, _told(words, said, len(spelt), workspace.project.policy.shape), undo=True)


def _decided(words: Words, form: ImmutableMultiDict[str, str]) -> dict[str, str | None]:
    """What a form says that values mean; None takes a decision back."""
    action, concept = form.get("action", ""), form.get("concept", "")
    if action == "choose":
        if concept and words.taxonomy.find(concept) is None:
            raise InputError("The vocabulary has no such concept.")
        return {form.get("value", ""): concept}
    ticked = set(form.getlist("value"))
    chosen = [one for one in words.order if one.value in ticked]
    if action == "unrelated":
        return dict.fromkeys((one.value for one in chosen), UNRELATED)
    if action == "reset":
        return dict.fromkeys((one.value for one in chosen if words.quality(one.place) == "decided"), None)
    if action == "accept-sure":
        chosen = [one for one in words.order if words.quality(one.place) in ("certain", "probable")]
    elif action != "accept":
        return {}
    meant = {one.value: words.word(one).meaning for one in chosen}
    return {value: meaning.name for value, meaning in meant.items() if meaning is not None}


def _told(words: Words, said: Mapping[str, str | None], spelt: int, shape: Shape) -> str:
    """What was saved, in a sentence."""
    (value, concept), *others = said.items()
    one = not others
    what = f"“{shown(value, 60)}”" if one else f"{len(said):,} values"
    if concept is None:
        told = f"the decision on {what} is taken back" if one else f"the decisions on {what} are taken back"
    elif concept == UNRELATED and shape == "log":
        told = f"{what} {'is' if one else 'are'} left out"
    elif concept == UNRELATED:
        told = f"{what} {'is an unrelated category' if one else 'are unrelated categories'}"
    elif one and (found := words.taxonomy.find(concept)) is not None:
        told = f"{what} means {words.taxonomy.label(found)}"
    else:
        told = f"{what} mean what is shown"
    more = f", with {counted(spelt - len(said), 'other spelling')}" if spelt > len(said) else ""
    return f"Saved: {told}{more}."


async def search(request: Request) -> Response:
    """Concepts of the column's vocabulary by name, as a list to choose from."""
    workspace = await open_workspace(request)
    name = column_name(workspace, request.query_params.get("column", ""))
    words = await aside(words_of, workspace, name)
    text = request.query_params.get("text", "").strip()[:200]
    found = await aside(words.search, text) if text else []
    return page(request, "found.html", workspace=workspace, found=found, text=text, english=_english(workspace, name),
                asked=request.query_params, kept=_KEPT)  # fmt: skip


def _english(workspace: Workspace, name: str) -> bool:
    """Whether the labels of a column's vocabulary are known to be English only."""
    policy = workspace.project.policy
    names = _names(policy.attributes[name].knowledge)
    sources = {str(one.source) for key in names if (one := policy.knowledge.get(key)) is not None}
    return not _ENGLISH.isdisjoint({*names, *sources})


def routes(project: str) -> list[Route]:
    """The addresses of this screen."""
    return [
        Route(f"{project}/words", show, methods=["GET"]),
        Route(f"{project}/words", decide, methods=["POST"]),
        Route(f"{project}/words/search", search, methods=["GET"]),
    ]
