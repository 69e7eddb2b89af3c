"""OWL ontologies and SKOS thesauri in RDF/XML, Turtle or N-Triples, streamed triple by triple."""

import codecs
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

import pyoxigraph as ox

from semblant.knowledge.assemble import Arrays
from semblant.knowledge.draft import Draft
from semblant.knowledge.markup import Markup
from semblant.knowledge.textfiles import broken

_RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
_RDFS = "http://www.w3.org/2000/01/rdf-schema#"
_OWL = "http://www.w3.org/2002/07/owl#"
_SKOS = "http://www.w3.org/2004/02/skos/core#"
_OBO = "http://www.geneontology.org/formats/oboInOwl#"
_VOCABULARY = (_RDF, _RDFS, _OWL, _SKOS, "http://www.w3.org/2001/XMLSchema#")

_TYPE, _SUBCLASS = _RDF + "type", _RDFS + "subClassOf"
_CLASSES = {_OWL + "Class", _RDFS + "Class", _SKOS + "Concept"}
_INDIVIDUAL, _DEPRECATED = _OWL + "NamedIndividual", _OWL + "deprecated"
_BROADER, _NARROWER = _SKOS + "broader", _SKOS + "narrower"
_TOP_OF, _HAS_TOP = _SKOS + "topConceptOf", _SKOS + "hasTopConcept"
_LABELS = {
    _SKOS + "prefLabel": 0, _RDFS + "label": 0,
    _SKOS + "altLabel": 1, _OBO + "hasExactSynonym": 1,
    _OBO + "hasNarrowSynonym": 2, _OBO + "hasRelatedSynonym": 2, _OBO + "hasBroadSynonym": 2,
    _SKOS + "hiddenLabel": 2, _OBO + "id": 3, _OBO + "hasAlternativeId": 3,
}  # fmt: skip
_LOCAL_NAME = 3  # the rank of the name in the IRI itself
_GLOSSES = {_SKOS + "definition": 0, "http://purl.obolibrary.org/obo/IAO_0000115": 0, _RDFS + "comment": 1}

_LONGEST = 4096  # characters of an IRI; a long prefix would otherwise fill the memory
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")

XML, TURTLE, N_TRIPLES = ox.RdfFormat.RDF_XML, ox.RdfFormat.TURTLE, ox.RdfFormat.N_TRIPLES


def read(path: Path, language: str | None = None, *, form: ox.RdfFormat = XML) -> Arrays:
    """Read classes, SKOS concepts and named individuals.

    ``rdfs:subClassOf`` and ``skos:broader`` link kinds, ``rdf:type`` links an individual as an instance. A concept
    is also known by the last part of its IRI. What an ontology marks as deprecated is left out; so are
    ``owl:Thing`` and other words of the vocabularies themselves, which say nothing.
    """
    graph = _Graph()
    for triple in _triples(path, form):
        graph.hear(triple)
    return graph.arrays((language or "").lower(), Draft(path))


class _Graph:
    """The triples read so far, until the taxonomy can be built."""

    def __init__(self) -> None:
        self.concepts: dict[str, None] = {}
        self.individuals: dict[str, None] = {}
        self.links: list[tuple[str, str]] = []
        self.types: list[tuple[str, str]] = []
        self.labels: defaultdict[str, list[tuple[int, str, str]]] = defaultdict(list)
        self.glosses: defaultdict[str, list[tuple[int, str]]] = defaultdict(list)
        self.deprecated: set[str] = set()

    def hear(self, triple: Any) -> None:
        if type(triple.subject) is not ox.NamedNode:
            return
        subject, predicate, thing = triple.subject.value, triple.predicate.value, triple.object
        if type(thing) is ox.Literal:
            if (kind := _LABELS.get(predicate)) is not None:
                self.labels[subject].append((kind, (thing.language or "").lower(), thing.value))
            elif (kind := _GLOSSES.get(predicate)) is not None:
                self.glosses[subject].append((kind, thing.value))
            elif predicate == _DEPRECATED and thing.value in ("true", "1"):
                self.deprecated.add(subject)
        elif type(thing) is ox.NamedNode:
            self._relate(subject, predicate, thing.value)

    def _relate(self, subject: str, predicate: str, thing: str) -> None:
        if predicate == _TYPE:
            if thing in _CLASSES:
                self.concepts[subject] = None
            elif thing == _INDIVIDUAL:
                self.individuals[subject] = None
            elif not thing.startswith(_VOCABULARY):
                self.types.append((subject, thing))
        elif predicate in (_SUBCLASS, _BROADER):
            self._link(subject, thing)
        elif predicate == _NARROWER:
            self._link(thing, subject)
        elif predicate == _TOP_OF:
            self.concepts[subject] = None
        elif predicate == _HAS_TOP:
            self.concepts[thing] = None

    def _link(self, child: str, parent: str) -> None:
        self.concepts[child] = self.concepts[parent] = None
        if child != parent:  # every class is its own subclass by definition
            self.links.append((child, parent))

    def arrays(self, language: str, draft: Draft) -> Arrays:
        # an ontology that it imports may be what declares the class of an individual
        types = [(x, kind) for x, kind in self.types if kind in self.concepts or x in self.individuals]
        self.concepts |= dict.fromkeys(end for pair in types for end in pair) | self.individuals
        kept = {c for c in self.concepts if c not in self.deprecated and not c.startswith(_VOCABULARY)}
        languages: set[str] = set()
        for concept in self.concepts:
            if concept not in kept:
                continue
            draft.concept(concept)
            labels = sorted(self.labels.get(concept, ()), key=lambda found: _preference(found, language))
            for rank, tag, text in labels:
                draft.name(concept, text, rank)
                languages.add(tag)
            name = local_name(concept)
            draft.name(concept, name.replace("_", " "), _LOCAL_NAME)
            draft.name(concept, _HUMP.sub(" ", name), _LOCAL_NAME)
            for _, text in sorted(self.glosses.get(concept, ()), key=lambda found: found[0])[:1]:
                draft.gloss(concept, text)
        above = {child for child, _ in self.links}
        for child, parent in self.links:
            if child in kept and parent in kept:
                draft.link(child, parent)
        for subject, kind in types:
            if {subject, kind} <= kept and subject not in above and subject != kind:
                draft.link(subject, kind, instance=True)
        return draft.arrays(tuple(sorted(languages - {""})))


def _preference(label: tuple[int, str, str], language: str) -> tuple[bool, int, int]:
    """Which label to show: of the wanted language, then preferred before alternative, then untagged or English."""
    kind, tag, _ = label
    wanted = bool(language) and (tag == language or tag.startswith(language + "-"))
    return not wanted, kind, 0 if not tag else 1 if tag == "en" or tag.startswith("en-") else 2


def local_name(iri: str) -> str:
    """The last part of an IRI, as a person would say it.

    Example:
        >>> local_name("http://example.org/jobs#Skilled_worker"), local_name("http://example.org/place/S%C3%A3o_Paulo/")
        ('Skilled_worker', 'São_Paulo')
    """
    return unquote(re.split(r"[#/:]", iri.rstrip("#/"))[-1])


def _triples(path: Path, form: ox.RdfFormat) -> Iterator[Any]:
    """The triples of a file; whatever is wrong with it becomes an error that names the line."""
    base = "file:///" + quote(path.name)
    with Markup(path) if form == XML else _Plain(path) as source:
        try:
            for triple in ox.parse(source, form, base_iri=base, lenient=True):  # type: ignore[arg-type]
                for end in (triple.subject, triple.object):
                    if type(end) is ox.NamedNode and len(end.value) > _LONGEST:
                        raise broken("An IRI here is too long to be true.", path, source.line)
                yield triple
        except SyntaxError as error:
            message = re.sub(r"^Parser error [^:]*: | \(line \d+\)$", "", " ".join(str(error.msg).split()))
            raise broken(f"This is not RDF: {message[:200]}.", path, error.lineno or source.line) from None
        except MemoryError:
            raise broken("A text in this file is too long to be true.", path, source.line) from None


class _Plain:
    """Turtle and N-Triples, checked for endlessly nested quoted triples."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = path.open("rb")
        if self._file.read(3) != codecs.BOM_UTF8:
            self._file.seek(0)
        self._last = b""
        self._nested = 0
        self.line = 1

    def __enter__(self) -> "_Plain":
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def read(self, size: int = -1) -> bytes:
        piece = self._file.read(size if size > 0 else 1 << 16)
        if b"<" in piece or b">" in piece:
            seen = self._last + piece
            self._nested = max(0, self._nested + seen.count(b"<<") - seen.count(b">>"))
            if self._nested > 50:
                raise broken("Quoted triples are nested too deeply.", self._path, self.line)
        self._last = piece[-1:]
        self.line += piece.count(b"\n")
        return piece
