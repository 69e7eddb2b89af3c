"""Columns whose values are no words of a language but answers on a scale: yes and no, grades, months, sizes, bands.

A category has no order; an ordinal scale is recognised with its order, lowest first. The words are those of the main
European languages.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Literal

from semblant.data.phrasedscales import PHRASED, schooling
from semblant.data.wholes import whole

_NO_ANSWERS = frozenset(
    " ".join(answer.split())
    for answer in """
    unknown; unk; not known; not stated; not applicable; not available; not asked; not specified; na; n a; n k;
    no answer;
    no response; no data; missing; invalid; refused; declined; prefer not to say; prefer not to answer; rather not say;
    don t know;
    dont know; do not know; dk; not sure; unsure; can t say; no opinion; other; others; blank; unbekannt; keine
    angabe;
    weiß nicht; k a; sonstige; andere; inconnu; ne sait pas; nsp; sans réponse; non précisé; autre; desconocido;
    no sabe;
    ns nc; otro; otra; sconosciuto; non so; altro; onbekend; weet niet; nieznane; nie wiem; missing data;
    unstaged; unspecified; undisclosed; keine antwort; ohne angabe;
    möchte ich nicht sagen; möchte nicht antworten; préfère ne pas répondre; préfère ne pas dire; refus;
    prefiero no contestar; prefiero no responder; prefiero no decirlo; no contesta; no sabe no contesta; sin respuesta;
    preferisco non rispondere; non risponde; non indicato; prefiro não responder; não sabe; não respondeu; sem resposta;
    wil ik niet zeggen; geen antwoord; geen opgave; zeg ik liever niet; odmowa odpowiedzi; trudno powiedzieć; vet ej;
    vet inte; vill ej svara; ved ikke; ønsker ikke at svare; en osaa sanoa;
    rf; dk rf; did not answer; no reply; not entered; not on file; to be confirmed; tbc; declined to state;
    nicht bekannt; keine daten; nicht zutreffend; entfällt; liegt nicht vor; non connu; non communiqué; sans objet;
    non concerné; no aplica; no procede; sin datos; sin dato; no especificado; nvt; n v t; niet bekend; niet ingevuld;
    niet van toepassing; não informado; nao informado; não se aplica; ignorado; non noto; non applicabile;
    brak danych; nie dotyczy; uppgift saknas; ej angivet; ukendt; uoplyst; ikke oplyst; ukjent; ei tietoa;
    not given; not assessed; not rated; not scored; no score; unrated; not recorded; not provided; not reported;
    not done; not tested; not screened; not measured; not performed; not completed; not applicable yet;
    too new to rate; too new; nicht bewertet; nicht erfasst; non renseigné; non évalué; no consta; niet beoordeeld
    """.split(";")  # noqa: SIM905
)
"""Answers that say that there is none; they may stand beside any scale."""

_CATEGORIES = {
    "yes or no": """
        yes y true t ja j wahr oui o vrai si sí s verdadero sì vero sim tak prawda da x
        no n false f nein falsch non faux falso nao não nee nie fałsz nej not
        maybe sometimes partly vielleicht peut-être both""",
    "positive or negative": """
        positive pos + negative neg - detected reactive present abnormal nonreactive absent normal undetected
        indeterminate inconclusive equivocal borderline invalid pending positiv negativ positif négatif positivo
        negativo detected undetectable trace""",
    "sex or gender": """
        male female m f man woman men women boy girl transgender trans intersex diverse nonbinary männlich
        weiblich divers
        w mann frau homme femme h masculin féminin hombre mujer masculino femenino uomo donna maschio femmina v k mann
        mężczyzna kobieta nb""",
    "smoking": "never former current smoker nonsmoker quit past",
    "marital status": """
        single married divorced widowed separated widow widower cohabiting partnered engaged unmarried spinster
        bachelor
        ledig verheiratet geschieden verwitwet getrennt célibataire marié mariée divorcé divorcée veuf veuve
        pacsé soltero
        soltera casado casada divorciado divorciada viudo viuda celibe nubile sposato sposata vedovo vedova""",
}
"""Words of categories without an order; further ones of two words stand below."""

_PHRASES = {
    "yes or no": "not yes; not no; not guilty; guilty; on; off; enabled; disabled; checked; unchecked; not yet; both",
    "positive or negative": "not detected; non reactive; not done; weakly positive; false positive; false negative",
    "sex or gender": "non binary; third gender; gender fluid; genderqueer; trans man; trans woman; other gender",
    "smoking": "never smoked; never smoker; non smoker; ex smoker; former smoker; current smoker; occasional smoker",
    "marital status": (
        "never married; civil partnership; in a relationship; living together; domestic partnership; common law; "
        "married civ spouse; married af spouse; married spouse absent; civil union; eingetragene partnerschaft; "
        "en couple; union libre; pareja de hecho; legally separated; not married"
    ),
}

MONTHS = """
    jan january januar janvier enero gennaio januari styczeń janeiro
    | feb february februar février febrero febbraio februari luty fevereiro fev fév
    | mar march märz mär mars marzo maart marzec março mrz
    | apr april avril abril aprile kwiecień avr abr
    | may mai mayo maggio mei maj maio mag
    | jun june juni juin junio giugno czerwiec junho giu
    | jul july juli juillet julio luglio lipiec julho lug juil
    | aug august août agosto augustus sierpień ago aou
    | sep sept september septembre septiembre settembre wrzesień setembro set
    | oct october okt oktober octobre octubre ottobre październik outubro ott out
    | nov november novembre noviembre listopad novembro
    | dec december dez dezember décembre diciembre dicembre grudzień dezembro dic déc"""
WEEKDAYS = """
    mon monday mo montag lundi lunes lunedì maandag poniedziałek segunda lun
    | tue tues tuesday di dienstag mardi martes martedì dinsdag wtorek terça mar
    | wed weds wednesday mi mittwoch mercredi miércoles mercoledì woensdag środa quarta mer mié
    | thu thur thurs thursday do donnerstag jeudi jueves giovedì donderdag czwartek quinta jeu jue gio
    | fri friday fr freitag vendredi viernes venerdì vrijdag piątek sexta ven vie
    | sat saturday sa samstag sonnabend samedi sábado sabato zaterdag sobota sam sab
    | sun sunday so sonntag dimanche domingo domenica zondag niedziela dim dom"""

_SCALES = {
    "months": MONTHS,
    "days of the week": WEEKDAYS,
    "seasons": "spring frühling printemps primavera | summer sommer été verano estate | "
    "autumn fall herbst automne otoño autunno | winter hiver invierno inverno",
    "sizes": """xxxs | xxs 2xs | xs extra_small x-small | s small klein petit pequeño piccolo
        | m medium med mittel moyen mediano medio | l large groß gross grand grande | xl extra_large x-large
        | xxl 2xl xx-large | xxxl 3xl | 4xl | 5xl""",
    "sizes of clothes": """3-4 | 5-6 | 7-8 | 9-10 | 11-12 | 12-13 13-14 | xxs 2xs | xs | s small | m medium | l large
        | xl | xxl 2xl | xxxl 3xl | 4xl""",
    "agreement": """strongly_disagree completely_disagree disagree_strongly totally_disagree fully_disagree
        stimme_überhaupt_nicht_zu stimme_gar_nicht_zu pas_du_tout_d_accord totalmente_en_desacuerdo
        muy_en_desacuerdo fortemente_in_disaccordo helemaal_oneens
        | disagree mostly_disagree tend_to_disagree stimme_nicht_zu stimme_eher_nicht_zu pas_d_accord
        plutôt_pas_d_accord
        en_desacuerdo in_disaccordo oneens
        | somewhat_disagree slightly_disagree
        | neutral neither neither_agree_nor_disagree undecided neutre teils_teils weder_noch neutro
        ni_de_acuerdo_ni_en_desacuerdo
        unentschieden sans_opinion
        | somewhat_agree slightly_agree
        | agree mostly_agree tend_to_agree stimme_zu stimme_eher_zu d_accord plutôt_d_accord de_acuerdo d'accordo eens
        | strongly_agree completely_agree agree_strongly totally_agree fully_agree stimme_voll_zu
        stimme_voll_und_ganz_zu
        stimme_völlig_zu tout_à_fait_d_accord totalmente_de_acuerdo muy_de_acuerdo fortemente_d'accordo
        helemaal_eens""",
    "satisfaction": """extremely_dissatisfied completely_dissatisfied | very_dissatisfied very_unsatisfied
        very_unhappy
        sehr_unzufrieden très_insatisfait très_mécontent muy_insatisfecho molto_insoddisfatto
        | dissatisfied unsatisfied unhappy unzufrieden insatisfait mécontent insatisfecho insoddisfatto
        | somewhat_dissatisfied slightly_dissatisfied fairly_dissatisfied quite_dissatisfied
        rather_dissatisfied eher_unzufrieden plutôt_insatisfait
        | neutral neither neither_satisfied_nor_dissatisfied teils_teils neutre neutro ok okay mixed
        | somewhat_satisfied slightly_satisfied fairly_satisfied quite_satisfied rather_satisfied
        eher_zufrieden plutôt_satisfait
        | satisfied happy zufrieden satisfait satisfecho soddisfatto
        | very_satisfied very_happy sehr_zufrieden très_satisfait muy_satisfecho molto_soddisfatto
        | extremely_satisfied completely_satisfied""",
    "quality": """terrible awful | very_poor very_bad sehr_schlecht très_mauvais muy_malo pessimo
        | poor bad schlecht mauvais malo cattivo unsatisfactory
        | fair average acceptable adequate mittelmäßig moyen regular passabel mediocre passable so_so ok okay neutral
        sufficient
        | satisfactory befriedigend
        | good gut bon assez_bon bueno buono | very_good sehr_gut très_bon muy_bueno molto_buono great
        | excellent outstanding ausgezeichnet hervorragend excelente eccellente perfect superb""",
    "frequency": """never nie jamais nunca mai nooit | almost_never hardly_ever very_rarely fast_nie
        | rarely seldom selten rarement raramente zelden raramente once once_a_year yearly annually
        | occasionally gelegentlich few_times_a_year once_in_a_while
        | sometimes manchmal parfois a_veces qualche_volta soms monthly once_a_month
        | often frequently oft souvent a_menudo spesso vaak weekly once_a_week regularly usually
        | very_often almost_always mostly meistens most_of_the_time
        | daily every_day täglich
        | always immer toujours siempre sempre altijd all_the_time""",
    "likelihood": """definitely_not certainly_not very_unlikely extremely_unlikely auf_keinen_fall
        | probably_not unlikely rather_unlikely eher_nicht | somewhat_unlikely
        | not_sure maybe possibly neutral vielleicht undecided perhaps fifty_fifty | somewhat_likely
        | probably likely rather_likely eher_ja wahrscheinlich
        | definitely certainly very_likely extremely_likely auf_jeden_fall certain""",
    "degree": """none not_at_all gar_nicht nil absent no keine aucun ninguno nessuno
        | very_low minimal very_mild trace negligible very_weak sehr_niedrig very_slight
        | low mild slight minor a_little a_little_bit not_very_much not_much standard niedrig leicht gering faible
        léger bajo leve basso lieve
        little weak
        | medium moderate some somewhat a_fair_amount a_moderate_amount middle mittel mäßig moyen modéré medio
        moderado moderato intermediate average
        | high severe major substantial a_lot strong quite_a_bit hoch schwer stark élevé sévère alto grave severo
        elevated serious
        | very_high very_severe extreme critical extremely a_great_deal sehr_hoch sehr_stark très_élevé very_strong
        life_threatening
        | maximal complete total""",
    "importance": """not_important not_at_all_important unimportant unwichtig | slightly_important less_important
        | moderately_important somewhat_important neutral | important wichtig fairly_important
        | very_important sehr_wichtig | extremely_important essential crucial""",
    "trend": """much_worse much_decreased | worse decreased decreasing declining falling schlechter down deteriorated
        | same stable unchanged no_change about_the_same gleich steady
        | better improved increased increasing rising besser up | much_better much_improved much_increased""",
    "expectations": """well_below_expectations far_below_expectations unsatisfactory
        | below_expectations does_not_meet_expectations needs_improvement below_average below does_not_meet
        | partially_meets_expectations partially_meets | meets_some_expectations satisfactory average
        meets_expectations meets met_expectations fully_meets_expectations
        | exceeds_expectations exceeds above_expectations above_average exceeded_expectations
        | far_exceeds far_exceeds_expectations greatly_exceeds greatly_exceeds_expectations
        well_above_expectations outstanding exceptional""",
    "education": """none no_schooling no_education uneducated preschool illiterate no_formal_education keine
        ohne_abschluss
        | kindergarten nursery pre_school | primary primary_school elementary elementary_school primaria grundschule
        1st_4th primary_education école_primaire primaire basic less_than_primary
        | 5th_6th | middle middle_school junior_high lower_secondary 7th_8th hauptschule hauptschulabschluss
        collège mittelschule
        | 9th | 10th realschule realschulabschluss mittlere_reife gcse gcses o_level o_levels brevet | 11th | 12th
        some_high_school less_than_high_school
        | secondary secondary_school secondary_education high_school highschool hs_grad high_school_graduate
        high_school_diploma upper_secondary abitur baccalauréat bac lycée a_level a_levels ged secundaria bachillerato
        matura hs diploma fachabitur hochschulreife matric high_school_or_equivalent
        | vocational apprenticeship trade_school lehre berufsausbildung ausbildung vocational_training trade
        technical_school post_secondary postsecondary certificate
        | some_college some_university college_no_degree
        | associate associates associate_degree associates_degree associate_s_degree assoc_voc assoc_acdm
        foundation_degree
        tertiary college
        | bachelor bachelors bachelor_s bachelors_degree bachelor_s_degree bachelor_degree undergraduate
        undergraduate_degree
        ba bsc bs licence grado university university_degree degree graduate college_graduate hochschule
        universität higher
        higher_education
        | postgraduate post_graduate some_graduate graduate_degree graduate_school prof_school professional
        professional_degree
        | master masters master_s masters_degree master_s_degree ma msc ms mba magister diplom maîtrise máster
        | doctorate doctoral phd ph_d doctor doctoral_degree doktor promotion doctorat doctorado md postdoctoral""",
    "years of school": "freshman first_year | sophomore second_year | junior third_year | senior fourth_year "
    "final_year | graduate_student",
    "marks": "ungenügend | mangelhaft | ausreichend | befriedigend | gut | sehr_gut",
    "risk classes": "very_low_risk | low_risk | medium_risk moderate_risk intermediate_risk | high_risk | "
    "very_high_risk",
    "achievement": """far_below_basic well_below_basic minimal | below_basic limited working_towards emerging not_met
        below_standard | basic approaching developing partially_met nearly_met | proficient accomplished
        meeting expected expected_standard met secure on_track | advanced exceeding greater_depth higher_standard
        exceeded mastery distinguished""",
    "classes of a degree": """fail failed | pass ordinary unclassified | third 3rd 3 third_class 3rd_class
        | 2:2 2.2 2ii lower_second lower_second_class second_lower | merit 2:1 2.1 2i upper_second upper_second_class
        second_upper | distinction first 1st 1 first_class 1st_class""",
    "beside the average": """well_below_average far_below_average far_below weit_unterdurchschnittlich | below_average
        below under_average unterdurchschnittlich ondergemiddeld inférieur_à_la_moyenne bajo_la_media por_debajo
        sotto_la_media | average at_average durchschnittlich gemiddeld moyenne en_la_media promedio nella_media
        | above_average above überdurchschnittlich bovengemiddeld supérieur_à_la_moyenne sobre_la_media por_encima
        sopra_la_media | well_above_average far_above_average far_above weit_überdurchschnittlich""",
    "social classes": """lower lower_class baja clase_baja unterschicht populaire bassa classe_bassa underclass
        | working working_class obrera arbeiterschicht arbeiterklasse ouvrière | lower_middle lower_middle_class
        media_baja untere_mittelschicht media_bassa classe_moyenne_inférieure | middle middle_class media media_media
        clase_media
        mittelschicht mittlere_mittelschicht classe_moyenne moyenne | upper_middle upper_middle_class media_alta
        obere_mittelschicht classe_moyenne_supérieure | upper upper_class alta clase_alta oberschicht supérieure""",
    "urgency": """non_urgent not_urgent routine planned elective green nicht_dringend geplant non_urgente | standard
        normal normal_priority less_urgent semi_urgent | urgent soon yellow dringend urgente | very_urgent orange
        sehr_dringend
        | immediate emergency resuscitation life_threatening red sofort notfall""",
    "priority": "lowest p5 sev5 | low p4 sev4 niedrig basse baja bassa laag | normal medium standard p3 sev3 mittel "
    "moyenne normale media middel | high p2 sev2 hoch haute élevée alta hoog | "
    "urgent highest critical p1 sev1 dringend urgente kritisch critique crítica | emergency immediate p0 sev0",
    "age": "newborn neonate infant baby | toddler | child children kid kids | teenager adolescent teen youth | "
    "young_adult young | adult adults | middle_aged middle_age | senior seniors elderly old older_adult",
    "rank": """1st first i | 2nd second ii | 3rd third iii | 4th fourth iv | 5th fifth v | 6th sixth vi | 7th
        seventh vii
        | 8th eighth viii | 9th ninth ix | 10th tenth""",
    "tiers": """none no_tier | free trial freemium | basic starter lite bronze classic blue essential entry member
        standard regular ivory | silver plus team growth | gold pro professional premium business ruby | platinum
        enterprise sapphire | diamond titanium black elite ambassador ultimate vip""",
    "years of study": """access pre-entry preparatory | foundation year_0 y0 0 f | 1 y1 year_1 first 1st
        | 2 y2 year_2 second 2nd
        | 3 y3 year_3 third 3rd | 4 y4 year_4 fourth 4th 4+ | 5 y5 year_5 5+ | 6 y6 6+
        | pgt pg pgce taught_postgraduate masters master postgraduate | pgr phd doctoral research_postgraduate""",
    "quarters": "q1 1q | q2 2q | q3 3q | q4 4q",
    "stages": "stage_0 0 | stage_1 stage_i i ia ib | stage_2 stage_ii ii iia iib | stage_3 stage_iii iii iiia iiib | "
    "stage_4 stage_iv iv iva ivb",
}
"""Scales with their levels, lowest first, each with its names; `_` stands for a space."""

_GRADES = tuple("u g f- f f+ e- e e+ d- d d+ c- c c+ b- b b+ a- a a+ a*".split())  # noqa: SIM905
_CLASSES = tuple("a+++ a++ a+ a b c d e f g h".split())  # noqa: SIM905

_NUMBER = r"[€$£]?\s*\d[\d.,' ]*\s*[k%€$£]?"
_BAND = re.compile(rf"^\D{{0,3}}?({_NUMBER})\s*(?:-|–|—|to|bis|à|a|until|<)\s*<?({_NUMBER})\D{{0,12}}$", re.I)
_BELOW = re.compile(
    r"^(?:<|<=|≤|under|below|less than|fewer than|up to|younger than|smaller than|unter|bis|bis zu|kleiner als|"
    r"weniger als|jünger als|moins de|jusqu'à|menos de|hasta|meno di|fino a)"
    rf"\s*({_NUMBER})\D{{0,12}}$",
    re.I,
)
_ABOVE = re.compile(
    r"^(?:>|>=|≥|over|above|more than|greater than|larger than|older than|at least|über|ab|mehr als|größer als|"
    r"älter als|mindestens|plus de|au moins|más de|al menos|oltre|più di)"
    rf"\s*({_NUMBER})\D{{0,12}}$|^({_NUMBER})\s*(?:\+|plus|"
    r"(?:and|or|und|oder|et|ou|y|o|e)\s+(?:\+|over|above|up|more|older|mehr|älter|darüber|plus|más|più|oltre))\D{0,12}$",
    re.I,
)
_SAID = frozenset(
    """under below less fewer than up to younger smaller over above more greater larger older at least until plus and or
    unter bis zu kleiner als weniger jünger über ab mehr größer älter mindestens und oder darüber moins de du jusqu à
    plus
    au et ou menos hasta más al y o meno di fino a oltre più e k""".split()  # noqa: SIM905
)
"""Words that say how the ends of a band are meant; others beside a number are its unit."""
_UNITS = frozenset(
    """year years yr yrs y month months mth week weeks day days hour hours h hrs min minute minutes time times old jahr
    jahre jahren monat monate tag tage stunde stunden mal an ans mois jour jours heure heures fois año años mes
    meses día
    días hora horas vez veces anno anni mese mesi giorno giorni ore volte km mile miles kg cm people persons employees
    person personen mitarbeiter personnes personas child children kinder enfants hijos""".split()  # noqa: SIM905
)
_STEPS = frozenset(
    """year grade level band stage tier step phase class form quintile quartile decile tercile wave round
    klasse stufe jahrgang niveau classe nivel curso livello fase etapa rank lvl trede trap quotient priority severity
    deprivation asa schaal pflegegrad pflegestufe steuerklasse""".split()  # noqa: SIM905
)
"""Nouns whose numbers are in order: year 7 comes before year 8, but ward 7 is not more than ward 6."""
_STEP = re.compile(r"(?:(\d+)(?:st|nd|rd|th|\.|º|ª|e|er)\s+)?([^\W\d]+(?: [^\W\d]+)?)(?:\s*(\d+)([a-z]?))?", re.I)
_SPEAKER = re.compile(r"^\s*(?:i|i'd|i would|we)\s+", re.I)
_FLAG = re.compile(r"\s*[01](?:\.0)?\s*")


@dataclass(frozen=True)
class Scale:
    """A recognised scale."""

    kind: Literal["nominal", "ordinal"]
    what: str
    """Its name, such as `months`."""
    levels: tuple[str, ...] = ()
    """The values of an ordinal scale as the column writes them, lowest first."""


def recognise(values: Iterable[str], words: Iterable[str] = ()) -> Scale | None:
    """The scale that all values of a column lie on; ``words`` are those of its name.

    Example:
        >>> recognise(["often", "never", "sometimes"]).levels
        ('never', 'sometimes', 'often')
        >>> recognise(["65+", "<5", "25–34"]).levels, recognise(["Yes", "no", "unknown"]).what
        (('<5', '25–34', '65+'), 'yes or no')
        >>> recognise(["nurse", "baker"])
    """
    told = sorted({value.strip() for value in values if value.strip()})
    answers = [*islice((value for value in told if not is_no_answer(value)), _MOST + 1)]
    if not answers or len(answers) > _MOST:
        return None
    named = set(words)
    if len(answers) < len(told):
        if whole := _ordinal(told, named):  # `not sure` is a level where people were asked how likely it is
            return whole
        found = _any(answers, named)
        return found and Scale("nominal", found.what + ", and answers without a place in an order" * bool(found.levels))
    return _any(answers, named)


def _any(answers: Sequence[str], words: set[str]) -> Scale | None:
    """The first scale that has all of the answers."""
    found = _flags(answers, words) or _category(answers) or _ordinal(answers, words) or _steps(answers, words)
    return found or _bands(answers) or _phrased(answers, words) or _numbered(answers, words)


_MOST = 60  # levels of a scale


_NUMERIC = re.compile(r"[-+.,:/ ]*\d[-+.,:/ \d]*", re.ASCII)
"""Numbers, dates and times, of which a column may have a million."""


_ASIDE = re.compile(r"[(\[][^)\]\n]*([)\]])?")
"""What stands in brackets, and a bracket that is not closed with all after it, so that this is looked at once."""


def _fold(text: str) -> str:
    """A value in one case, with single spaces in place of signs."""
    plain = unicodedata.normalize("NFKC", text).casefold().replace("’", "'")
    without = _ASIDE.sub(lambda found: " " if found[1] else found[0], plain)
    return re.sub(r"[\s_\-./']+", " ", without).strip(" :;,!?")


def is_no_answer(value: str) -> bool:
    """Whether a value says that there is none, also in two ways: `Unknown/Invalid`."""
    if _NUMERIC.fullmatch(value):
        return False
    value = _SPEAKER.sub("", value)
    return _fold(value) in _NO_ANSWERS or all(_fold(part) in _NO_ANSWERS for part in re.split(r"[/,;]|\bor\b", value))


def _flags(answers: Sequence[str], words: set[str]) -> Scale | None:
    if all(map(_FLAG.fullmatch, answers)) and len(answers) <= 2:
        return Scale("nominal", "flags, 0 or 1")
    numbers = {answer.strip() for answer in answers}
    if numbers <= {"1", "2", "9"} and words & {"sex", "gender", "geschlecht", "sexe", "sexo", "sesso"}:
        return Scale("nominal", "codes of sex or gender")
    if words & {"month", "monat", "mois", "mes", "mese"} and numbers <= {
        f"{n:{f}}" for n in range(1, 13) for f in ("", "02")
    }:
        return Scale("ordinal", "months", tuple(sorted(answers, key=int)))
    if words & {"weekday", "dow", "wochentag"} and numbers <= {str(n) for n in range(8)}:
        return Scale("ordinal", "days of the week", tuple(sorted(answers, key=int)))
    return None


def _category(answers: Sequence[str]) -> Scale | None:
    folded = {_fold(answer) or answer for answer in answers}
    for what, words in _CATEGORIES.items():
        if folded <= _known(words, _PHRASES[what]) and (len(folded) > 1 or what == "yes or no"):
            return Scale("nominal", what)
    plain, explained = _known(_CATEGORIES["yes or no"], ""), {answer for answer in folded if " " in answer}
    if len(folded - explained) > 1 and folded - explained <= plain and all(a.split()[0] in plain for a in explained):
        return Scale("nominal", "yes or no")  # `yes`, `no` and `no internet service`
    return None


def is_answer(text: str) -> bool:
    """Whether a text is a word for yes, no or a sex.

    Example:
        >>> is_answer("no"), is_answer("Male"), is_answer("Norway")
        (True, True, False)
    """
    return any(_fold(text) in _known(_CATEGORIES[what], _PHRASES[what]) for what in ("yes or no", "sex or gender"))


@cache
def _known(words: str, phrases: str) -> frozenset[str]:
    """The words and phrases of a category, as values are compared with them."""
    return frozenset({_fold(word) or word for word in words.split()} | {_fold(p) for p in phrases.split(";")})


def _ordinal(answers: Sequence[str], words: set[str]) -> Scale | None:
    """The scale with levels for all values; of several the one named by the column, else the first."""
    grades = [answer.casefold().replace("−", "-").replace(" ", "") for answer in answers]
    if len(set(grades)) > 2 and words & {"class", "energy", "epc", "label"} and set(grades) <= set(_CLASSES):
        return Scale("ordinal", "classes", _sorted(answers, lambda value: _CLASSES[::-1].index(value.casefold())))
    if len(set(grades)) > 2 and set(grades) <= set(_GRADES) and _looks_graded(set(grades), words):
        order = {answer: _GRADES.index(grade) for answer, grade in zip(answers, grades, strict=True)}
        return Scale("ordinal", "grades", _sorted(answers, order.__getitem__))
    folded = [_level(answer) for answer in answers]
    fitting = [
        (what, rank)
        for what, levels in _SCALES.items()
        if all(answer in (rank := _ranks(levels)) for answer in folded) and len({rank[answer] for answer in folded}) > 1
    ]
    spelt = any(map(str.isalpha, "".join(answers)))
    fitting = [one for one in fitting if one[0] not in _ONLY_IN or (spelt and words & _ONLY_IN[one[0]])]
    fitting = [one for one in fitting if one[0] != "sizes" or _looks_sized(folded, words)]
    if not fitting:
        return None
    what, rank = next((one for one in fitting if words & {one[0], one[0].rstrip("s")}), fitting[0])
    order = {answer: rank[fold] for answer, fold in zip(answers, folded, strict=True)}
    return Scale("ordinal", what, _sorted(answers, order.__getitem__))


def _level(answer: str) -> str:
    """What an answer says before a remark: *High - review* is high."""
    return _fold(_REMARK.split(answer, maxsplit=1)[0])


_REMARK = re.compile(r"(?<=\w)\s+[-–—:]\s+")
_ONLY_IN = {
    "classes of a degree": frozenset("degree class classification honours award result".split()),  # noqa: SIM905
    "social classes": frozenset("class social clase classe schicht klasse gruppo group".split()),  # noqa: SIM905
    "urgency": frozenset("triage urgency priority category cat urg dringlichkeit urgence urgencia".split()),  # noqa: SIM905
    "tiers": frozenset("tier tiers plan loyalty membership status package subscription card edition level".split()),  # noqa: SIM905
    "years of study": frozenset("year study yearofstudy studyyear studienjahr année jaar curso schoolyear".split()),  # noqa: SIM905
    "sizes of clothes": frozenset("size sizes shirt jersey kit clothing größe taille talla taglia maat".split()),  # noqa: SIM905
}
"""Scales whose words mean something else elsewhere, and the words in names of columns on them."""


def _looks_graded(grades: set[str], words: set[str]) -> bool:
    """Whether letters are grades: by the name, or by their signs; A, B, AB and O are blood groups."""
    named = words & {"grade", "grades", "mark", "marks", "score", "rating", "result", "note"}
    return bool(named) or (any(grade.endswith(("+", "-")) for grade in grades) and len(grades & {"c", "c+", "d"}) > 0)


def _looks_sized(answers: Sequence[str], words: set[str]) -> bool:
    """Whether letters are sizes: by the name, or as there are three of them or a whole word; M and S may be married."""
    return (
        bool(words & {"size", "sizes", "größe", "taille", "talla", "taglia"})
        or len(set(answers)) > 2
        or any(len(answer) > 1 for answer in answers)
    )


@cache
def _ranks(levels: str) -> dict[str, int]:
    """Every name of a level, and its rank."""
    found: dict[str, int] = {}
    for rank, names in enumerate(levels.split("|")):
        for name in names.split():
            found.setdefault(_fold(name), rank)
    return found


def _bands(answers: Sequence[str]) -> Scale | None:
    """Intervals of numbers by their lower ends: `<5`, `25-34`, `65+`, `2 years or more`."""
    nothing = [answer for answer in answers if _fold(answer) in _NOTHING]
    if 0 < len(nothing) < len(answers) - 1 and (some := _bands([one for one in answers if one not in nothing])):
        return Scale("ordinal", some.what, (*nothing, *some.levels))
    bare, units = _without_units(
        [_NUMERAL.sub(lambda found: str(_NUMERALS.index(found[0].lower())), a) for a in answers]
    )
    ends = {answer: _ends(text) for answer, text in zip(answers, bare, strict=True)}
    if len(answers) < 2 or any(end is None for end in ends.values()) or len(units) > _FEW_UNITS:
        return None
    alone = sum(bool(_NUMBER_ALONE.fullmatch(text)) for text in bare)
    measured = (bool(units) and units <= _UNITS) or _top_coded([end for end in ends.values() if end])
    measured = measured and len(set(ends.values())) == len(answers)
    if (2 * alone > len(bare) and not measured) or all(_DATE_LIKE.fullmatch(answer) for answer in answers):
        return None
    what = "bands" if 2 * alone <= len(bare) else "amounts"
    return Scale("ordinal", what, _sorted(answers, lambda answer: ends[answer]))


def _top_coded(ends: Sequence[tuple[float, float]]) -> bool:
    """Whether single numbers end with one for all that are larger: `0, 1, 2, 3+`."""
    above = [low for low, high in ends if high == float("inf")]
    return len(above) == 1 and all(low == high < above[0] for low, high in ends if high != float("inf"))


def _without_units(answers: Sequence[str]) -> tuple[list[str], set[str]]:
    """The answers without the words that only say what is counted, and these words."""
    units: set[str] = set()

    def part(found: re.Match[str]) -> str:
        if found[0].lower() in _SAID:
            return found[0]
        units.add(found[0].lower())
        return ""

    bare = [" ".join(re.sub(r"(?<![\d.,])[^\W\d_]+", part, answer).split()) for answer in answers]
    return bare, units


_FEW_UNITS = 4
_NOTHING = frozenset(
    " ".join(answer.split())
    for answer in """none; nil; no; no time; no time at all; not at all; never; keine; keiner; kein; gar nicht; aucun;
    aucune; jamais; ninguno; ninguna; nunca; nessuno; geen; nenhum; brak""".split(";")  # noqa: SIM905
)
"""Answers below all bands."""
_NUMERALS = tuple("zero one two three four five six seven eight nine ten eleven twelve".split())  # noqa: SIM905
_NUMERAL = re.compile(rf"\b(?:{'|'.join(_NUMERALS)})\b", re.I)


def _steps(answers: Sequence[str], words: set[str]) -> Scale | None:
    """Numbered steps: `Year 7`, `3rd class`; or years of school, with letters for those before the first."""
    years = {answer: _BEFORE_SCHOOL.get(answer.casefold(), answer) for answer in answers}
    if words & {"grade", "level", "year"} and any(a != y for a, y in years.items()) and _all_numbers(years.values()):
        return Scale("ordinal", "steps", _sorted(answers, lambda answer: whole(years[answer])))
    found = [_STEP.fullmatch(answer.strip()) for answer in answers]
    nouns = {one[2].lower() if one and (one[1] or one[3]) else "" for one in found}
    named = len(answers) >= _LEVELS and words & _STEPS  # `G6` of a grade
    if len(answers) < 2 or len(nouns) != 1 or "" in nouns or not (nouns <= _STEPS or named):
        return None
    order = {a: (whole(one[1] or one[3]), one[4] or "") for a, one in zip(answers, found, strict=True) if one}
    return Scale("ordinal", "steps", _sorted(answers, order.__getitem__))


def _numbered(answers: Sequence[str], words: set[str]) -> Scale | None:
    """Answers with their numbers, `1 - Immediate`: as without these, or steps of which only the ends are explained."""
    found = [_NUMBERED.fullmatch(answer.strip()) for answer in answers]
    told = {int(one[1]): one[2] or "" for one in found if one}
    if len(told) < max(len(answers), _LEVELS) or max(told) - min(told) >= len(told):
        return None
    rest = {text: answer for answer, text in zip(answers, told.values(), strict=True) if text}
    if len(rest) == len(told):
        without = _any([*rest], words)
        if without is None or without.what in ("bands", "amounts"):
            return None
        return Scale(without.kind, without.what, tuple(rest[level] for level in without.levels))
    if not 0 < len(rest) <= _EXPLAINED:
        return None
    return Scale("ordinal", "steps", tuple(answer for _, answer in sorted(zip(told, answers, strict=True))))


_NUMBERED = re.compile(r"(\d{1,2})(?:\s*[-–—.:=)]+\s*|\s+|$)(\D.*)?", re.DOTALL)
_EXPLAINED = 2  # ends of a scale whose numbers between them say nothing


def _all_numbers(texts: Iterable[str]) -> bool:
    return all(re.fullmatch(r"-?\d+", text) for text in texts)


_BEFORE_SCHOOL = {"pk": "-1", "prek": "-1", "pre-k": "-1", "k": "0", "kg": "0", "r": "0"}


def _phrased(answers: Sequence[str], words: set[str]) -> Scale | None:
    """Levels told by the words of their phrases."""
    folded = [_fold(answer) for answer in answers]
    finders = [*PHRASED, *([("education", schooling)] if words & ABOUT_EDUCATION else [])]
    for what, ranks_of in finders:
        if len(answers) >= _LEVELS and (ranks := ranks_of(folded)):
            order = dict(zip(answers, ranks, strict=True))
            return Scale("ordinal", what, _sorted(answers, order.__getitem__))
    return None


_LEVELS = 3  # of a scale told by its phrases
ABOUT_EDUCATION = frozenset(
    """education schooling qualification qualifications degree school abschluss schulabschluss bildung
    bildungsabschluss bildungsstand ausbildung études diplôme formation scolarité estudios educación
    escolaridad formación
    istruzione titolo opleiding""".split()  # noqa: SIM905
)

_NUMBER_ALONE = re.compile(rf"{_NUMBER}")
_DATE_LIKE = re.compile(r"\d{1,4}-\d{1,2}-\d{1,4}")


def _ends(text: str) -> tuple[float, float] | None:
    """The ends of an interval, or of a single number."""
    plain = text.strip()
    if found := _BELOW.match(plain):
        return float("-inf"), _value(found[1])
    if found := _ABOVE.match(plain):
        return _value(found[1] or found[2]), float("inf")
    if (found := _BAND.match(plain)) and _value(found[1]) <= _value(found[2]):
        return _value(found[1]), _value(found[2])
    if _NUMBER_ALONE.fullmatch(plain):
        return _value(plain), _value(plain)
    return None


def _value(text: str) -> float:
    """A number written with separators, a currency or k for thousands."""
    thousands = 1000.0 if "k" in text.casefold() else 1.0
    digits = re.sub(r"[^\d.,]", "", text)
    digits = re.sub(r"[.,](?=\d{3}(?:\D|$))", "", digits).replace(",", ".").strip(".")
    try:
        return float(digits) * thousands
    except ValueError:
        return float("nan")


def _sorted(answers: Sequence[str], key: Callable[[str], object]) -> tuple[str, ...]:
    return tuple(sorted(answers, key=lambda answer: (key(answer), answer)))
