"""OBO ontologies, such as the Human Phenotype Ontology or the Gene Ontology."""

import re
from pathlib import Path

from semblant.knowledge.assemble import Arrays
from semblant.knowledge.draft import Draft
from semblant.knowledge.textfiles import broken, lines

_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"\s*(EXACT|NARROW|BROAD|RELATED)?')
_ESCAPED = re.compile(r"\\(.)")
_SPECIAL = {"n": "\n", "t": "\t", "W": " "}
_NAME, _EXACT, _OTHER = 0, 1, 2


def read(path: Path, _language: str | None = None) -> Arrays:
    """Read terms with their is-a links, names and synonyms; obsolete terms are left out.

    ``[Instance]`` stanzas become instance links. Alternative ids are names as well, so that old codes are known.
    """
    draft = Draft(path)
    obsolete: set[str] = set()
    links: list[tuple[str, str, bool, int]] = []
    stanza: list[tuple[int, str, str]] = []
    kind = ""

    def close() -> None:
        if kind not in ("Term", "Instance") or not stanza:
            return
        here = next((value for _, tag, value in stanza if tag == "id"), "")
        if not here:
            raise broken("This stanza has no id.", path, stanza[0][0])
        if any(tag == "is_obsolete" and value.startswith("true") for _, tag, value in stanza):
            obsolete.add(here)
        else:
            _describe(draft, links, here, stanza, path)

    for number, line in lines(path):
        line = line.strip()
        if line.startswith("["):
            close()
            kind, stanza = line.strip("[]"), []
        elif not line.startswith("!"):
            tag, colon, value = line.partition(":")
            if not colon:
                raise broken("This is neither a stanza nor a 'tag: value' line of OBO.", path, number)
            stanza.append((number, tag.strip(), value.strip()))
    close()
    for child, parent, instance, number in links:
        if parent not in obsolete:
            draft.link(child, parent, instance=instance, line=number)
    return draft.arrays()


def _describe(
    draft: Draft, links: list[tuple[str, str, bool, int]], here: str, stanza: list[tuple[int, str, str]], path: Path
) -> None:
    draft.concept(here)
    names: list[tuple[int, str]] = []
    for number, tag, value in stanza:
        if tag == "name":
            names.append((_NAME, _plain(_bare(value))))
        elif tag == "alt_id":
            names.append((_OTHER, _bare(value)))
        elif tag in ("is_a", "instance_of"):
            parent = _bare(value)
            links.append((here, parent, tag == "instance_of", number))
        elif tag in ("synonym", "def"):
            found = _QUOTED.match(value)
            if not found:
                raise broken(f"The {tag} is not a quoted text.", path, number)
            if tag == "def":
                draft.gloss(here, _plain(found[1]))
            else:
                names.append((_EXACT if found[2] == "EXACT" else _OTHER, _plain(found[1])))
    for rank, term in sorted(names, key=lambda named: named[0]):
        draft.name(here, term, rank)


def _plain(text: str) -> str:
    return _ESCAPED.sub(lambda m: _SPECIAL.get(m[1], m[1]), text)


def _bare(value: str) -> str:
    """A value without its trailing comment and qualifiers."""
    value = value.split(" !", 1)[0].rstrip()
    return value[: value.rindex(" {")].rstrip() if value.endswith("}") and " {" in value else value
