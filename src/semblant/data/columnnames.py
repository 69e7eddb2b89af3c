"""What the name of a column suggests about its content, in a few languages."""

import re
from functools import lru_cache

IDENTIFYING_WORDS = frozenset(
    """id ids uid uuid guid pid pseudonym name names surname forename firstname lastname fullname maidenname
    initials email
    emails mail phone telephone mobile tel fax cellphone ssn nin nino nhs mrn passport iban bic swift address
    addresses
    street username login nickname screenname url website ip mac imei licenceplate licenseplate vin fingerprint
    signature
    barcode serial landlord guardian spouse
    nachname vorname familienname telefon handy adresse anschrift straße strasse hausnummer fallnummer patientennummer
    versicherungsnummer kontonummer kennung benutzername personalnummer
    nom prénom prenom courriel téléphone rue identifiant nir
    apellido apellidos nombre correo teléfono telefono dirección direccion dni nif calle
    cognome nome indirizzo codicefiscale naam achternaam voornaam adres nazwisko imię pesel""".split()  # noqa: SIM905
)
"""Words in the names of columns that identify people."""

NUMBERED_WORDS = frozenset("number no nr num nummer numéro numero número ref reference key code card account".split())  # noqa: SIM905
ENTITY_WORDS = frozenset(
    """patient customer client member employee student pupil person individual respondent participant subject
    user case
    order invoice account policy card record file personal registration licence license insurance social
    security national
    tax household donor claim booking ticket badge enrolment enrollment admission visit hospital medical
    transaction device
    contact emergency plate credit debit bank staff personnel pt cust emp visitor guest tenant citizen voter
    worker passenger
    proband driver resident applicant beneficiary volunteer""".split()  # noqa: SIM905
)
"""A number of one of these identifies somebody: `customer_no`, `case number`."""

THING_WORDS = frozenset(
    """product company firm brand school hospital country city state region drug medicine department event file column
    category group project course item job disease team organisation organization employer station shop store species
    university college ward clinic branch variable plan song book game street_type""".split()  # noqa: SIM905
)
"""The name of one of these does not name a person."""

FREE_TEXT_WORDS = frozenset(
    """comment comments remark remarks note notes message feedback description narrative text freetext
    transcript summary
    kommentar kommentare bemerkung bemerkungen anmerkung anmerkungen notiz notizen nachricht beschreibung
    commentaire commentaires remarque remarques comentario comentarios observaciones observación nota notas
    commento commenti opmerking opmerkingen""".split()  # noqa: SIM905
)
"""Words in the names of free-text columns, in which people may mention others."""

SENSITIVE_WORDS = {
    "health": """diagnosis diagnoses dx icd icd9 icd10 disease diseases illness illnesses condition conditions
        symptom symptoms
        treatment treatments medication medications medicine drug drugs prescription therapy surgery procedure
        health medical
        clinical mental psychiatric depression depressed anxiety suicide disability disabled handicap impairment
        pregnant
        pregnancy pregnancies abortion smoker smoking smokes smoke tobacco cigarettes alcohol drinking drinker
        cannabis substance
        addiction hiv aids std sti cancer tumor tumour diabetes diabetic hypertension asthma stroke heart
        cardiac blood cholesterol glucose hba1c
        hemoglobin haemoglobin creatinine bmi obesity cd4 viral test tests result results lab covid vaccinated
        vaccination
        vaccine immunisation infection infected allergy allergies prognosis mortality died death deceased dead
        survival
        outcome outcomes pain severity comorbidity comorbidities comorbidity morbidity readmitted readmission
        biopsy dose dosage
        therapist mood sleep disorder genetic gene genotype dna mutation pressure bp pulse stage phenotype
        diagnose diagnosen krankheit erkrankung behandlung medikament medikamente therapie raucher rauchen
        gesundheit befund
        schwanger behinderung maladie traitement santé fumeur médicament handicap enceinte diagnóstico
        diagnostico enfermedad
        tratamiento salud fumador medicamento malattia diagnosi farmaco fumatore ziekte choroba""",
    "money": """salary salaries income incomes wage wages pay payroll earnings bonus compensation debt debts
        loan loans credit default
        defaulted balance balances wealth assets savings mortgage bankrupt bankruptcy tax taxes benefit benefits
        welfare poverty
        pension alimony overdraft spending expenditure fico networth arrears
        gehalt lohn einkommen schulden vermögen rente kredit salaire revenu revenus dette salario ingreso
        ingresos deuda renta
        sueldo stipendio reddito debito inkomen loon wynagrodzenie dochód""",
    "crime": """crime crimes offence offences offense offenses verdict conviction convictions convicted sentence
        sentenced felony
        misdemeanor charge charges prison jail criminal recidivism recidivist parole violation guilt arrests
        victim victimisation
        straftat urteil délit crimen delito reato""",
    "politics": """party vote voted voting votes ballot political politics ideology union unionised partisan
        partei gewerkschaft wahl parti voto sindicato partido""",
    "religion": """religion religious faith belief beliefs denomination confession church
        konfession glaube religión religione godsdienst""",
    "sex life": """orientation sexual sexuality contraception contraceptive sexuell lgbt lgbtq sexualorientation""",
    "judgements of people": """score scores gpa iq exam exams mark marks performance appraisal evaluation assessment
        disciplinary note_finale zensur leistung""",
}
"""Words in the names of sensitive columns, by what they are about."""

QUASI_WORDS = {
    "a personal trait": """age ages dob birth born birthday birthdate birthyear yob sex gender race ethnicity
        ethnic ethnie
        nationality citizenship citizen ancestry marital civil married children kids dependents dependants
        siblings household
        family language tongue veteran military immigrant immigration height weight hair eye handedness generation
        alter geburtsdatum geburtsjahr geburtstag geburt geschlecht familienstand kinder haushalt staatsangehörigkeit
        nationalität größe gewicht muttersprache âge naissance sexe nationalité enfants langue situation
        edad nacimiento sexo género nacionalidad hijos estado idioma età nascita sesso nazionalità leeftijd
        geslacht wiek płeć""",
    "where somebody is": """zip zipcode postcode postal country countries city cities town village region state
        province county
        district municipality place location lat lon lng long latitude longitude geo coordinates residence
        neighbourhood
        neighborhood ward borough area home urban rural origin native birthplace timezone
        plz postleitzahl ort wohnort stadt gemeinde bundesland landkreis kreis land bezirk ville pays région
        commune département
        ciudad país provincia municipio código codigo città paese regione provincia cap gemeente plaats miasto""",
    "work or school": """job jobs jobtitle occupation occupations profession position employer workplace
        workclass industry
        employment career department education degree qualification school university college schooling
        beruf tätigkeit arbeitgeber bildung schulabschluss abschluss schule branche métier emploi poste études
        formation diplôme
        ocupación ocupacion profesión trabajo estudios educación lavoro professione istruzione beroep opleiding
        zawód""",
    "when something happened": """admission admitted admit discharge discharged hired hire hiring joined
        enrolment enrollment
        enrolled""",
}
"""Words in the names of columns that an outsider may know of somebody, by what they are about."""

KEPT_WORDS = frozenset(
    """price prices cost quantity qty rating ratings satisfaction satisfied recommend recommendation product
    products item items
    size colour color category channel consent steps wgt fnlwgt weighting version rooms experience returned
    response likelihood
    opinion agreement preference preferred favourite favorite amount count total discount unit units visits
    feedback survey wave
    zufriedenheit satisfait satisfacción bewertung preis menge""".split()  # noqa: SIM905
)
"""Words in the names of columns that are about things, opinions or the survey itself."""

BIRTH_WORDS = frozenset(
    "dob birth born birthday birthdate geburt geburtsdatum geburtstag geboren naissance nacimiento nascita".split()  # noqa: SIM905
)
"""Words in the names of columns that say when somebody was born."""

CODE_WORDS = frozenset("zip zipcode postcode postal plz postleitzahl code codes cap".split())  # noqa: SIM905
"""Words in the names of columns whose numbers are codes, of which a mean makes no sense."""

_SHORT = {
    "addr": "address",
    "bdate": "birthdate",
    "bday": "birthday",
    "cust": "customer",
    "diag": "diagnosis",
    "dx": "diagnosis",
    "edu": "education",
    "educ": "education",
    "emailaddress": "email",
    "emp": "employee",
    "eth": "ethnicity",
    "fname": "firstname",
    "hgt": "height",
    "hh": "household",
    "hosp": "hospital",
    "ht": "height",
    "inc": "income",
    "lname": "lastname",
    "med": "medication",
    "meds": "medication",
    "msisdn": "phone",
    "mstatus": "marital",
    "nat": "nationality",
    "occ": "occupation",
    "prof": "profession",
    "pt": "patient",
    "relig": "religion",
    "rx": "prescription",
    "sal": "salary",
    "sev": "severity",
    "tel": "phone",
    "trt": "treatment",
    "wt": "weight",
}
"""Abbreviations in the names of columns."""


def _all_words(groups: dict[str, str]) -> dict[str, str]:
    return {word: about for about, words in groups.items() for word in words.split()}


SENSITIVE = _all_words(SENSITIVE_WORDS)
"""What each word in the name of a sensitive column is about."""
QUASI = _all_words(QUASI_WORDS)
"""What each word in the name of a quasi-identifier is about."""
_KNOWN = (
    IDENTIFYING_WORDS | ENTITY_WORDS | NUMBERED_WORDS | FREE_TEXT_WORDS | KEPT_WORDS | CODE_WORDS | THING_WORDS
    | SENSITIVE.keys() | QUASI.keys()
    | {"status", "type", "level", "group", "year", "date", "first", "last", "full", "main", "title"}
)  # fmt: skip
_LEAST = 3  # letters of a word within a glued name


@lru_cache(maxsize=4096)
def words_of(name: str) -> frozenset[str]:
    """The words in the name of a column, whatever separates them; known words within glued ones, too.

    Example:
        >>> sorted(words_of("patientName")), sorted(words_of("Geb.-Datum_2"))
        (['name', 'patient'], ['datum', 'geb'])
        >>> sorted(words_of("HIVStatus")), sorted(words_of("PtName")), sorted(words_of("hivstatus"))
        (['hiv', 'status'], ['name', 'patient', 'pt'], ['hiv', 'hivstatus', 'status'])
    """
    parted = re.sub(r"(?<=[a-zß-ÿ])(?=[A-ZÀ-Þ])|(?<=[A-ZÀ-Þ])(?=[A-ZÀ-Þ][a-zß-ÿ])", " ", name)
    found: set[str] = set()
    tokens = re.findall(r"[^\W_]+", parted.lower())
    for plain in (w for token in tokens for w in ([token] if token in _KNOWN else re.findall(r"[^\W\d]+", token))):
        found.add(plain)
        found.update(_SHORT[short] for short in {plain} & _SHORT.keys())
        if plain not in _KNOWN:
            found.update(_glued(plain))
    return frozenset(found)


def _glued(word: str) -> tuple[str, ...]:
    """The two known words that a word consists of, if it does."""
    for cut in range(_LEAST, len(word) - _LEAST + 1):
        if word[:cut] in _KNOWN and word[cut:] in _KNOWN:
            return word[:cut], word[cut:]
    return ()
