"""The screen of words: what the values of a column are taken to mean; accept, change, search, or leave unrelated."""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from semblant.errors import InputError
from semblant.policy.model import Policy
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
    """What the meanings of a column depend on."""
    attribute = policy.attributes[name]
    source = [policy.knowledge.get(one) for one in _names(attribute.knowledge)]
    return name, attribute, policy.mapping, policy.abbreviations, policy.shape, str(policy.log), tuple(map(str, source))


def _names(knowledge: Any) -> tuple[str, ...]:
    return (knowledge,) if isinstance(knowledge, str) else knowledge or ()


def words_of(workspace: Workspace, name: str) -> Words:
    """The words of a column as the policy reads them; mapped once for each way of reading."""
    assert workspace.loaded is not None
    loaded, policy = workspace.loaded, workspace.project.policy
    key = _key(policy, name)
    with loaded.lock:
        if key not in loaded.words:
            for old in [one for one in loaded.words if one[0] == name]:
                del loaded.words[old]
            loaded.words[key] = Words(loaded.table, policy, workspace.project.folder, name)
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
        here = str(request.url.path) + f"?{request.url.query}"
        job = in_thread("mapping", lambda progress: _mapped(progress, workspace, names[place]))
        return await follow(
            request, job, f"Mapping {names[place]} to its vocabulary", lambda _: here, address(workspace, "columns")
        )
    words = await aside(words_of, workspace, names[place])
    kind = request.query_params.get("quality", "")
    order = [one for one in words.order if kind not in QUALITIES or words.quality(one.place) == kind]
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
    back = address(workspace, "words", **{k: form[k] for k in ("column", "quality", "page", "find") if form.get(k)})
    words = await aside(words_of, workspace, name)
    said: dict[tuple[str, str], str | None] = {}
    action = form.get("action", "")
    if action == "choose":
        concept = form.get("concept", "")
        if concept and words.taxonomy.find(concept) is None:
            raise InputError("The vocabulary has no such concept.")
        said[name, form.get("value", "")] = concept
    elif action == "accept-sure":
        for one in words.order:
            if words.quality(one.place) in ("certain", "probable"):
                said[name, one.value] = words.word(one).meaning.name  # type: ignore[union-attr]
    else:
        ticked = set(form.getlist("value"))
        for one in [one for one in words.order if one.value in ticked]:
            word = words.word(one)
            if action == "accept" and word.meaning is not None:
                said[name, one.value] = word.meaning.name
            elif action == "unrelated":
                said[name, one.value] = UNRELATED
            elif action == "reset":
                said[name, one.value] = None
    known = {one.value for one in words.order}
    said = {
        (name, other): concept
        for (_, value), concept in said.items()
        if value in known
        for other in words.spelt_alike(value)
    }
    if not said:
        return go(request, back, InputError("Nothing was changed.", hints=["tick some values first"]))
    if UNRELATED in said.values() and workspace.project.policy.attributes[name].unknown == "error":
        workspace.project.change({("attributes", name, "unknown"): "nominal"}, f"{name}: unknown values are categories")
    count = f"{len(said)} values" if len(said) > 1 else "one value"
    await aside(workspace.project.decide, said, f"{name}: the meaning of {count}")
    return go(request, back)


async def search(request: Request) -> Response:
    """Concepts of the column's vocabulary by name, as a list to choose from."""
    workspace = await open_workspace(request)
    name = column_name(workspace, request.query_params.get("column", ""))
    words = await aside(words_of, workspace, name)
    text = request.query_params.get("text", "").strip()[:200]
    found = await aside(words.search, text) if text else []
    return page(request, "found.html", workspace=workspace, found=found, text=text, english=_english(workspace, name),
                value=request.query_params.get("value", ""),
                column=request.query_params.get("column", ""))  # fmt: skip


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
