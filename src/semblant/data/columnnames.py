"""What the name of a column suggests about its content, in a few languages."""

import re

IDENTIFYING_WORDS = {
    "id", "uid", "uuid", "name", "names", "surname", "forename", "firstname", "lastname", "fullname", "email", "mail",
    "phone", "telephone", "mobile", "ssn", "passport", "iban", "address", "street", "username", "login", "nickname",
    "nachname", "vorname", "familienname", "telefon", "handy", "adresse", "anschrift", "straße", "strasse",
    "hausnummer", "fallnummer", "patientennummer", "versicherungsnummer", "kontonummer",
    "nom", "prénom", "prenom", "courriel", "téléphone", "rue",
    "apellido", "apellidos", "correo", "teléfono", "telefono", "dirección", "direccion", "dni",
}  # fmt: skip
"""Words in the names of columns that identify people."""

FREE_TEXT_WORDS = {
    "comment", "comments", "remark", "remarks", "note", "notes", "message", "feedback", "description",
    "kommentar", "kommentare", "bemerkung", "bemerkungen", "anmerkung", "anmerkungen", "notiz", "nachricht",
    "commentaire", "remarque", "comentario", "comentarios", "observaciones", "nota", "notas",
}  # fmt: skip
"""Words in the names of free-text columns, in which people may mention others."""

SENSITIVE_WORDS = {
    "diagnosis", "diagnoses", "disease", "illness", "condition", "symptom", "treatment", "medication", "drug", "hiv",
    "salary", "income", "wage", "debt", "religion", "belief", "crime", "offence", "verdict", "orientation",
    "diagnose", "diagnosen", "krankheit", "behandlung", "medikament", "therapie", "gehalt", "lohn", "einkommen",
    "schulden", "konfession", "straftat",
    "maladie", "traitement", "salaire", "revenu",
    "diagnóstico", "diagnostico", "enfermedad", "tratamiento", "salario",
}  # fmt: skip
"""Words in the names of sensitive columns."""

CODE_WORDS = {"zip", "zipcode", "postcode", "postal", "plz", "postleitzahl", "code"}
"""Words in the names of columns whose numbers are codes, of which a mean makes no sense."""


def words_of(name: str) -> set[str]:
    """The words in the name of a column, whatever separates them.

    Example:
        >>> sorted(words_of("patientName")), sorted(words_of("Geb.-Datum_2"))
        (['name', 'patient'], ['datum', 'geb'])
    """
    parted = re.sub(r"(?<=[a-zß-ÿ])(?=[A-ZÀ-Þ])", " ", name)
    return {word.lower() for word in re.findall(r"[^\W\d_]+", parted)}
