"""Hierarchies of the kind people make by hand, for the columns of UCI Adult."""

from semblant.hierarchy.vgh import Hierarchy

ADULT = {
    "workclass": """Private;Private;Paid;*|Self-emp-not-inc;Own business;Paid;*|Self-emp-inc;Own business;Paid;*
        Federal-gov;State;Paid;*|Local-gov;State;Paid;*|State-gov;State;Paid;*|Without-pay;Unpaid;Unpaid;*""",
    "education": """Preschool;Primary;School;No degree;*|1st-4th;Primary;School;No degree;*
        5th-6th;Primary;School;No degree;*|7th-8th;Middle;School;No degree;*
        9th;Middle;School;No degree;*|10th;High;School;No degree;*
        11th;High;School;No degree;*|12th;High;School;No degree;*|HS-grad;Finished high;School;No degree;*
        Some-college;Some college;After school;No degree;*|Assoc-acdm;Associate;College;Degree;*
        Assoc-voc;Associate;College;Degree;*|Bachelors;Bachelor;University;Degree;*
        Masters;Higher;University;Degree;*|Prof-school;Higher;University;Degree;*|Doctorate;Higher;University;Degree;*""",
    "marital-status": """Married-civ-spouse;Together;With spouse;*|Married-AF-spouse;Together;With spouse;*
        Married-spouse-absent;Apart;Without spouse;*|Separated;Apart;Without spouse;*
        Divorced;Once married;Without spouse;*|Widowed;Once married;Without spouse;*
        Never-married;Never married;Without spouse;*""",
    "race": """White;White;*|Black;Not white;*|Asian-Pac-Islander;Not white;*
        Amer-Indian-Eskimo;Not white;*|Other;Not white;*""",
    "sex": "Male;*|Female;*",
    "relationship": """Husband;Spouse;Family;*|Wife;Spouse;Family;*|Own-child;Kin;Family;*|Other-relative;Kin;Family;*
        Not-in-family;Alone;Alone;*|Unmarried;Alone;Alone;*""",
}

OCCUPATIONS = """Tech-support;Technical;*|Craft-repair;Technical;*|Other-service;Other;*|Sales;Nontechnical;*
        Exec-managerial;Nontechnical;*|Prof-specialty;Technical;*|Handlers-cleaners;Nontechnical;*
        Machine-op-inspct;Technical;*|Adm-clerical;Other;*|Farming-fishing;Other;*|Transport-moving;Other;*
        Priv-house-serv;Other;*|Protective-serv;Other;*|Armed-Forces;Other;*"""
CONTINENTS = {
    "Asia": "Cambodia China Hong India Iran Japan Laos Philippines South Taiwan Thailand Vietnam",
    "Europe": "England France Germany Greece Holand-Netherlands Hungary Ireland Italy Poland Portugal Scotland "
    "Yugoslavia",
    "North America": "Canada Cuba Dominican-Republic El-Salvador Guatemala Haiti Honduras Jamaica Mexico Nicaragua "
    "Outlying-US(Guam-USVI-etc) Puerto-Rico Trinadad&Tobago United-States",
    "South America": "Columbia Ecuador Peru",
}


def written(text: str, name: str = "made") -> Hierarchy:
    """A hierarchy from rows between bars or line ends."""
    rows = [part.strip().split(";") for line in text.splitlines() for part in line.split("|")]
    return Hierarchy.of(rows, name=name)
