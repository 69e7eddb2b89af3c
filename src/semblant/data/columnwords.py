"""Words in the names of columns, by what they suggest about the content, in a few languages."""

from collections.abc import Iterable, Mapping

from semblant.data import columnterms, sectorwords

IDENTIFYING_WORDS = frozenset(
    """id ids uid uuid guid pid pseudonym name names surname forename firstname lastname fullname maidenname
    initials email emails mail phone telephone mobile tel fax cellphone ssn nin nino nhs mrn passport iban bic
    swift address addresses street username login nickname screenname url website ip mac imei licenceplate
    licenseplate vin fingerprint signature barcode serial landlord guardian spouse nachname vorname
    familienname telefon handy adresse anschrift straße strasse hausnummer fallnummer patientennummer
    versicherungsnummer kontonummer kennung benutzername personalnummer nom prénom prenom courriel téléphone
    rue identifiant nir apellido apellidos nombre correo teléfono telefono dirección direccion dni nif calle
    cognome nome indirizzo codicefiscale naam achternaam voornaam adres nazwisko imię pesel respid patid
    subjid ssid userid custid empid studentid personid caseid recordid rowid hhid serialno lfdnr laufnummer
    matrikelnummer steuernummer ausweisnummer identificador identificativo matrícula matricule
    usrid upn netid rowguid uprn mpan mprn idfa gaid usubjid hicn mbi itin dln uln husid sevisid pernr kunnr empi
    badge pnr recloc idno plate docid openid iccid imsi ssno ssnum
        useragent  advertisingid deviceid androidid aaid  orcid what3words
        eircode regno regnum vrm utr cell usernr""".split()  # noqa: SIM905
)
"""Words in the names of columns that identify people."""

NAME_WORDS = frozenset(
    """surname forename firstname lastname fullname maidenname nickname nachname vorname familienname prénom prenom
    apellido apellidos cognome""".split()  # noqa: SIM905
)
"""Words in the names of columns that hold names of persons, and of nothing else."""
_PEOPLE = frozenset(
    """patient pt customer client member employee student pupil person individual respondent participant user
    visitor guest tenant citizen driver resident applicant staff teacher doctor nurse full""".split()  # noqa: SIM905
)
NUMBERED_WORDS = frozenset(
    """number no nr num nummer numéro numero número ref reference key code card account
    hash""".split()  # noqa: SIM905
)
ENTITY_WORDS = frozenset(
    """patient customer client member employee student pupil person individual respondent participant subject
    user case order invoice account policy card record file personal registration licence license insurance
    social security national tax household donor claim booking ticket badge enrolment enrollment admission
    visit hospital medical transaction device contact emergency plate credit debit bank staff personnel pt
    cust emp visitor guest tenant citizen voter worker passenger proband driver resident applicant beneficiary
    volunteer encounter episode specimen sample interview questionnaire response respid stay subscriber
    borrower lender debtor owner parent child mother father caller attendee delegate prisoner inmate defendant
    mitarbeiter kunde patientin versicherte
    docket incident tenancy lease meter medicare medicaid visa alien jacket accession loyalty screening confirmation
    parcel dossier loan arrest offence offense""".split()  # noqa: SIM905
)
"""A number of one of these identifies somebody: `customer_no`, `case number`."""

THING_WORDS = frozenset(
    """product company firm brand school hospital country city state region drug medicine department event
    file column category group project course item job disease team organisation organization employer station
    shop store species university college ward clinic branch variable plan song book game supplier vendor bank
    insurer study survey lab laboratory test vaccine ship vessel hotel restaurant model airline route package
    tariff sport status type reason action kind level method race ethnicity lien denial county district practice
    province municipality sector industry degree field language currency seat room flight bed locker""".split()  # noqa: SIM905
)
"""The name of one of these does not name a person."""

FREE_TEXT_WORDS = frozenset(
    """comment comments remark remarks note notes message feedback description narrative text freetext
    transcript summary kommentar kommentare bemerkung bemerkungen anmerkung anmerkungen notiz notizen
    nachricht beschreibung commentaire commentaires remarque remarques comentario comentarios observaciones
    observación obs nota notas commento commenti opmerking opmerkingen essay statement verbatim clinicalnotes
    openended suggestion suggestions complaint complaints letter diary""".split()  # noqa: SIM905
)
"""Words in the names of free-text columns, in which people may mention others."""

SENSITIVE_WORDS = {
    "health": """diagnosis diagnoses dx icd icd9 icd10 disease diseases illness illnesses condition conditions
        symptom symptoms treatment treatments medication medications medicación medicine drug drugs prescription therapy
        surgery procedure health medical clinical mental psychiatric depression depressed anxiety suicide
        disability disabled handicap impairment pregnant pregnancy pregnancies abortion smoker smoking smokes
        smoke tobacco cigarettes alcohol drinking drinker cannabis substance addiction hiv aids std sti cancer
        tumor tumour diabetes diabetic hypertension asthma stroke heart cardiac blood cholesterol glucose
        hba1c hemoglobin haemoglobin creatinine bmi obesity cd4 viral test tests result results lab covid
        vaccinated vaccination vaccine immunisation infection infected allergy allergies prognosis mortality
        died death deceased dead survival outcome outcomes pain severity comorbidity comorbidities morbidity
        readmitted readmission biopsy dose dosage therapist mood sleep disorder genetic gene genotype dna
        mutation pressure bp pulse stage phenotype diagnose diagnosen krankheit erkrankung behandlung
        medikament medikamente therapie raucher rauchen gesundheit befund schwanger behinderung maladie
        traitement santé fumeur médicament enceinte diagnóstico diagnostico enfermedad tratamiento salud
        fumador medicamento malattia diagnosi farmaco fumatore ziekte choroba snp snps allele alleles genome
        genomic ecg ekg mri xray histology pathology chol lipid ldl hdl insulin hba systolic diastolic
        platelet platelets wbc rbc hematocrit albumin bilirubin troponin psa fever spo spirometry gcs apgar
        triage acuity icu ventilated sickness sick injury injuries wound fracture angina hepatitis
        tuberculosis malaria syphilis sen autism adhd dementia alzheimer epilepsy schizophrenia bipolar ptsd
        phq gad counselling drinks drunk vaping vape opioid opioids heroin cocaine overdose miscarriage
        fertility menopause contraindication remission relapse metastasis chemo chemotherapy radiotherapy
        transplant dialysis survived alive wellbeing burnout leiden symptome krankenstand krankheitstage
        blutgruppe blutdruck impfung geimpft pflegegrad unfall vacciné vacunado sangre grossesse embarazo
        embarazada handicapé discapacidad cáncer sida vih healthcare healthy unhealthy wheezing cough hearing
        vision blind deaf cognitive chd chf cvd copd ckd htn infarction arrhythmia fibrillation oximetry sbp
        dbp egfr crp troponins lactate hgb hct bicarbonate potassium sodium urea bun gestation gestational
        gravida parity gravidity birthweight trimester anaemia anemia arthritis kidney liver lung hospitalised
        hospitalized inpatient outpatient surgical anaesthesia anesthesia complication complications sepsis
        intubated ventilator oxygen onset exposure exposed immunity antibody antibodies nutrition malnutrition
        stunting wasting overweight obese underweight caries hospice cigs cigarette smoked schwerbehindert
        krank krankheiten pflegestufe arbeitsunfähig krankschreibung invalidité hospitalisation
        hospitalización minusvalía dependencia incapacidad ricovero invalidità disabilità
        specialneeds mentalhealth sickleave sickdays familyhistory medicalhistory birthcontrol causeofdeath
        deathcause heartrate
        substanceuse druguse lifestyle senile cholera dengue zika ebola influenza pneumonia bronchitis migraine
        headache headaches seizure seizures
        ulcer crohn colitis lupus sclerosis parkinson parkinsons thyroid hypothyroidism osteoporosis
        hyperlipidemia dyslipidemia cirrhosis renal hepatic pulmonary cardiovascular coronary vascular
        neurological respiratory psychosis psychotic psychological psychology anorexia bulimia suicidal
        ideation selfharm trauma tbi concussion amputation paralysis wheelchair adl iadl frailty frail
        delirium coma sofa apache saps nihss nyha ecog karnofsky tnm metastatic malignant malignancy benign
        neoplasm carcinoma melanoma leukemia leukaemia lymphoma lesion oncology tumors tumours nodule her2
        brca biomarker biomarkers vitals respiration saturation spo2 fio2 urine stool sputum
        swab pcr antigen serology serostatus viralload ferritin calcium magnesium phosphate
        triglycerides triglyceride hcv hbv hpv stis chlamydia gonorrhea antiretroviral arv antidepressant
        antidepressants antipsychotic benzodiazepine benzo opiate opiates methadone buprenorphine naloxone
        metformin statin statins steroid steroids antibiotic antibiotics aspirin warfarin anticoagulant ivf
        embryo stillbirth neonatal cesarean caesarean csection breastfeeding breastfed menstruation menarche
        menopausal postpartum prenatal antenatal caregiver palliative dnr snomed loinc drg cpt hcpcs atc
        rxnorm ndc implant pacemaker stent cabg pci angioplasty endoscopy colonoscopy mammogram mammography
        ultrasound ejection infarct ischemia ischemic waist bodyfat skinfold marijuana weed thc ecstasy mdma
        lsd amphetamine amphetamines meth methamphetamine inhalants hallucinogen hallucinogens stimulant
        stimulants sedative sedatives tranquilizer tranquilizers painkiller painkillers nicotine drank binge
        rehab detox sobriety stress stressed loneliness lonely distress phq2 phq9 gad7 cesd bdi ghq whodas
        eq5d sf36 sf12 mmse moca uninsured illnesses ailment ailments diet snoring apnea insomnia fatigue
        dizziness vomiting nausea diarrhea diarrhoea rash swelling bleeding hemorrhage haemorrhage thrombosis
        embolism edema oedema cataract glaucoma hysterectomy vasectomy prosthesis therapies
        hospitalization hospitalisations hospitalizations ambulance autopsy perinatal
        autistic dyslexia dyslexic impaired impairments handicapped braille caretaker bedridden
        bloodtype bloodgroup hypoglycemia hyperglycemia a1c fvc fev1 ldh tsh esr bnp ptt aptt alp ggt
        cpk nodes estrogen progesterone
        barthel edss gleason mgdl mmoll mmol mmolmol mmhg bpm umoll ngml pgml comorbid
        prosthetic incontinence continence tremor gait palsy syndrome lymph biopsies infections symptomatic pathogen
        quarantine homecare careplan
        tooth teeth dental dentist dmft sperm oocyte apnoea osa ahi epworth psqi apoe apoe4 polygenic charlson
        elixhauser
        braden waterlow ctas icpc bnf pdmp dast vo2max honos wemwbs swemwbs core10 sdq cbcl ehcp ehc rhesus abo epds

        fatal fatality fatalities casualty casualties safeguarding allergic dizzy ache aches incontinent deferral
        immunised immunized sedated lookedafter incare fostercare expireflag expiredflag hospitalexpire substances
        adverse ae aes aeterm sae toxicity toxicology recurrence progression flare esi kdigo meld childpugh cha2ds2vasc
        hasbled news2 ews mews qsofa haq das28 womac oswestry kccq sgrq pefr dlco peakflow ntprobnp ckmb
        ddimer mcv mch rdw vitd b12 folate uacr cotinine cortisol testosterone hormone hormones hrt psychotherapy cbt
        ventilation intubation smear colposcopy bladder bowel panic phobia ocd ki67 receptor eczema psoriasis
        endometriosis hernia appendicitis gallstones anaphylaxis sarcopenia polypharmacy genotypes haplotype
        careleaver childprotection """,
    "money": """salary salaries income incomes wage wages pay payroll earnings bonus compensation debt debts
        loan loans credit default defaulted balance balances wealth assets savings mortgage bankrupt
        bankruptcy tax taxes benefit benefits welfare poverty pension alimony overdraft spending expenditure
        fico networth arrears gehalt lohn einkommen schulden vermögen rente kredit salaire revenu revenus
        dette salario ingreso ingresos deuda renta sueldo stipendio reddito debito inkomen loon wynagrodzenie
        dochód hourly remuneration commission earned revenue profit rent mortgages creditworthiness
        creditscore insolvency insolvent delinquency delinquent delinq repayment repossession foreclosure
        paycheck paygrade payband investments meals fsm foodstamps medicaid eviction evicted verdienst
        bruttolohn nettolohn einkünfte bezüge gehälter miete nettoeinkommen bruttoeinkommen haushaltseinkommen
        sozialhilfe bürgergeld rémunération paie loyer impôt allocations nómina sueldos capital hipoteca
        impuesto impuestos ahorros préstamo stipendi mutuo prestito pensione expense expenses owed owing
        utilization utilisation pastdue checking lien denial denied collateral premium premiums claim claims
        reimbursement allowance allowances subsidy unemployment liabilities equity dividend dividends
        mortgaged leverage solvency grundsicherung wohngeld arbeitslosengeld patrimoine épargne endettement
        subsidio prestación prestaciones desempleo sussidio
        payer payor payers insurancetype insurancestatus
        debtor debtors creditor foodstamps freelunch childsupport socialassistance housingbenefit networth
        heloc refinance dti ltv chargeoff chargedoff collections delinquencies bankruptcies liens
        creditline overlimit garnishment tanf ssi ssdi wic lunch frpm hardship insecurity homeless
        homelessness shelter stipend scholarship scholarships pell tuition severance annuity inheritance
        lowincome affluence wealthindex underbanked payday gambling lottery betting deprived disadvantaged
        creditlimit cardlimit reimb financially finances financial afford
        affordability evictions indebtedness insolvencies salarial hike incentive incentives payout
        payouts settlement settlements paid unpaid
        interestrate apr efc fafsa netto brutto neto bruto lordo
        ccj iva dro npl creditline dunning crisis foodbank arrear
        repossess payable overdue delinquents takehome declined ctc stipends inheritances""",
    "crime": """crime crimes offence offences offense offenses verdict conviction convictions convicted
        sentence sentenced felony misdemeanor charge charges prison jail criminal recidivism recidivist parole
        violation guilt arrests victim victimisation straftat urteil délit crimen delito reato arrest arrested
        bail custody incarcerated incarceration probation reoffended fined lawsuit litigation defendant
        indictment assault theft fraud warrant juvenile abuse harassment contraband citation citations discrimination
        homicide murder robbery burglary shooting weapon weapons narcotics gang vandalism larceny trafficking
        perpetrator suspect suspects frisk frisked vorstrafe vorstrafen haft anklage condamnation condamné
        infraction condena antecedentes condanna
        law laws ordinance domesticviolence priors plea pleas disposition acquitted guilty inmate offender
        offenders registrant parolee
        probationer dui dwi arrestee detainee detained jailed imprisoned imprisonment felonies misdemeanors
        recid recidivate violent violence neglect molestation rape raped stalking trespass gun guns
        firearm firearms knife perp perps ucr nibrs statute penal indicted prosecution prosecuted prosecutor
        deportation deported undocumented bullying bullied cybercrime embezzlement forgery arson manslaughter
        kidnapping extortion terrorism corruption bribery illegal unlawful offending reoffend reoffending
        victimization victimized abused abuser complainant defendants
        remand remanded rearrest rearrested judgment
        cautioned breach trafficked torture ogrs oasys
        yot perpetration smuggling blackmail handcuffed cuffed taser useofforce stolen
        judgments judgement sorna""",
    "politics": """party vote voted voting votes ballot political politics ideology union unionised partisan
        partei gewerkschaft wahl parti voto sindicato partido electoral election democrat republican leftright
        protest activism wahlabsicht parteipräferenz wähler politisch élection politique elección política
        partyid polviews candidate turnout zweitstimme erststimme wahlabsichten parteineigung affiliation
        canvass canvassing petition picket persecution dissident
        izquierda ideología voté votó
        conservative liberal leftwing rightwing trump biden clinton obama brexit referendum presvote
        betriebsrat personalrat workscouncil brmitglied unionmember unionized partisanship congress senate
        nationalism populism voter electorate""",
    "religion": """religion religious faith belief beliefs denomination confession church konfession glaube
        religión religione godsdienst catholic muslim jewish prayer mosque synagogue kirche
        religionszugehörigkeit culte croyance creencia credo religioso worship kirchgang religiosity
        religiosidad confesión
        christian christianity hindu buddhist islam islamic judaism protestant orthodox evangelical atheist
        agnostic congregation baptized baptised baptism pray prays clergy halal kosher spiritual
        spirituality religionen""",
    "sex life": """orientation sexual sexuality contraception contraceptive sexuell lgbt lgbtq
        sexualorientation gay lesbian homosexual bisexual transgender condom intercourse sexpartner fetish sexualité
        sexualidad sessualità
        lgb lgbtqia sogi queer sexpartners sexualpartner sexualactivity sexually asexual pansexual pornography
        pornographic prostitution genderidentity""",
    "judgements of people": """score scores gpa exam exams mark marks performance appraisal evaluation
        assessment disciplinary zensur leistung cgpa toefl ielts percentile ranking fail failed failures
        passed warning warnings misconduct absence absences absenteeism attendance promotion promoted fired
        dismissed termination terminated competency aptitude beurteilung noten punktzahl fehltage kündigung
        évaluation examen calificación calificaciones valutazione suspension suspensions suspended expulsion
        expelled expulsions detention detentions truancy truant tardy tardies sped iep iq sat gre gmat lsat
        remedial dropout retention retained attrition quit grievance complaint complaints proficiency
        dismissal plagiarism cheating demerit demerits neuroticism extraversion openness conscientiousness
        agreeableness narcissism personality grades gpas transcripts pip underperforming reprimand reprimands
        riskscore fraudscore proficient latenesses lateness withdrawn
        exclusion exclusions ninebox unauthorised unauthorized
        psychometric bgcheck backgroundcheck rejected rejection
        resit resits viva predicted bradford""",
}
"""Words in the names of sensitive columns, by what they are about."""

QUASI_WORDS = {
    "a personal trait": """age ages dob birth born birthday birthdate birthyear yob sex gender race ethnicity
        ethnic ethnie etnia nationality citizenship citizen ancestry marital civil married children kids dependents
        dependants siblings household family language tongue veteran military immigrant immigration height
        weight hair eye handedness generation alter geburtsdatum geburtsjahr geburtstag geburt geschlecht
        familienstand kinder haushalt staatsangehörigkeit nationalität größe gewicht muttersprache âge
        naissance sexe nationalité enfants langue situation edad nacimiento sexo género nacionalidad hijos
        estado idioma età nascita sesso nazionalità leeftijd geslacht wiek płeć agegroup ageband agecat ageyrs
        birthplace parents father mother marriage householdsize accent lefthanded migrant migration
        migrationshintergrund refugee asylum indigenous aboriginal tribe caste hispanic latino foreign
        foreigner birthorder twins deprivation haushaltsgröße kinderzahl personenstand zivilstand ehestand
        herkunft ménage taille poids origine relationship hogar altura peso origen stato figli altezza male
        female woman women gebjahr gebjahre geburtsland elternhaus childs nativity cohabitation spouse
        breadwinner orphan adopted polygamous maternal paternal mothertongue speaks homelanguage citizenships
        black nonwhite asian caucasian birthorder dependants citizenry nacido naturalised naturalized pacs
        celibe vivienda convivientes descent parental firstgen siblings
        sibling complexion eyecolor haircolor tattoo tattoos bodytype zodiac immigrants migrants races genders
        nationalities dependent dependant orphaned widowed divorced wed newborn twin kinship guardians offspring
        kid partner pronouns pronoun demographic demographics imd ancestries citizens expatriate expat
        relatives spouses
        visa visas arrival interpreter livalone livingarrangement""",
    "where somebody is": """zip zipcode postcode postal country countries city cities town village region
        state province county district municipality place location lat lon lng long latitude longitude geo
        coordinates residence neighbourhood neighborhood ward borough area home urban rural origin native
        timezone plz postleitzahl ort wohnort stadt gemeinde bundesland landkreis kreis land bezirk ville pays
        région commune département ciudad país provincia municipio código codigo città paese regione cap
        gemeente plaats miasto iso iso2 iso3 fips nuts lsoa msoa tract census suburb parish canton kanton
        constituency hometown msa cbsa latlong pincode landkreise stadtteil straßenzug wohnlage
        siedlung quartier arrondissement población comunidad barrio comune residenza woonplaats block beat
        precinct puma division metro metropolitan geographic geography urbanicity urbanisation urbanization
        rurality birthcountry domicile locality wohnsitz wohngebiet gemeindegröße kreisschlüssel ags
        departement localité domicilio residencia distrito localidad località frazione quartiere destination
        pickup dropoff zone zones premise premises territory prefecture oblast governorate emirate barangay taluk
        hamlet neighbourhoods districts provinces regions counties towns villages townships township rucc
        ruca urbanrural uf geohash geocode geoid continent nation locale
        homeowner homeownership dwelling dwellings
        easting northing hochwert rechtswert xcoord ycoord lambert
        accommodation accomodation bedrooms localauthority zcta""",
    "work or school": """job jobs jobtitle occupation occupations profession position employer workplace
        workclass industry employment career department education degree qualification school university
        college schooling beruf tätigkeit arbeitgeber bildung schulabschluss abschluss schule branche métier
        emploi poste études formation diplôme ocupación ocupacion profesión trabajo estudios educación lavoro
        professione istruzione beroep opleiding zawód workstatus jobrole jobfamily sector naics soc isco nace
        seniority tenure employed unemployed graduation graduated yeargroup schoolyear studyfield alma diploma
        schooltype berufsgruppe stellung wirtschaftszweig ausbildung studienfach bildungsabschluss
        bildungsstand hochschule professionnel secteur scolarité lycée profesional empleo puesto formación
        escolaridad impiego settore titolo scuola worktype jobcategory jobgroup employ employmentstatus
        workstat wrkstat erwerbstätig erwerbsstatus berufsstatus beschäftigung csp pcs socioprofessionnelle
        chômage ocupado laboral cno isic highschool major majors faculty rank designation specialty speciality
        specialisation specialization jobs vocation apprenticeship educational academic schoolname schoolcode
        gradelevel gradelvl classroom homeroom parttime fulltime workforce labor labour laborforce selfemployed worked
        working works company business jobcode joblevel paygrades supervisor manager shift literacy literate
        matriculation alumni coursework undergrad postgrad graduate""",
    "when something happened": """admission admitted admit discharge discharged hired hire hiring joined
        enrolment enrollment
        enrolled""",
}
"""Words in the names of columns that an outsider may know of somebody, by what they are about."""

WEAK_WORDS = frozenset("category count total amount size unit units mode index source plan model tier".split())  # noqa: SIM905
"""Words that say how something is told, not what it is about."""
KEPT_WORDS = (
    frozenset(
        """price prices fare fares fee fees hour hours minute minutes weekday
    cost quantity qty rating ratings satisfaction satisfied recommend recommendation product
    products item items size colour color category channel consent steps wgt fnlwgt weighting version rooms
    experience returned response likelihood opinion agreement preference preferred favourite favorite amount
    count total discount unit units visits feedback survey wave zufriedenheit satisfait satisfacción bewertung
    preis menge browser basket duration campaign stars nps recommendability ease usability purpose term terms
    tariff shipping delivery sku batch currency weightings sampling stratum strata psu promo promotional make
    channelname gewichtung gewichte hochrechnung pondération ponderación replicate instrument interviewer mode
    proxy commute commuting sprachversion weights sampleweight finalweight grund avis prix quantité motivo
    precio cantidad prezzo quantità gradimento acuerdo created updated modified inserted loaded exported
    imported timestamp processed processing synced expiry expires online logged platform app locale latency
    clicks views impressions likes followers following posts module modules presentation credits semester round cohort
    arm randomised randomized randomisation randomization uom lot qc etl source version format encoding
    subscription newsletter optin optout notification notifications tier plan
    wait waiting waited queue utm referrer referer viewport room raum saal salle sala aula zaal
    distance mileage vehicle car model warranty coupon voucher stock inventory""".split()  # noqa: SIM905
    )
    | sectorwords.KEPT_WORDS
    | sectorwords.PROCESSED_WORDS
)
"""Words in the names of columns that are about things, opinions or the survey itself."""

AMOUNT_WORDS = frozenset(
    """amount value due worth payment payments paid bill bills billed billing transaction transactions deposit
    deposits withdrawal withdrawals
    transfer transfers spend spent purchase purchases turnover donation donations donated copay deductible invoice
    invoices pmt pymt remittance remittances instalment installment installments
    contribution contributions gift gifts giving pledge pledges fine fines
    invoiced outstanding eur euro euros usd gbp chf nok dkk pln czk huf brl inr dollars pounds gross net""".split()  # noqa: SIM905
)
"""Words in the names of columns that are about somebody's money where the values are numbers: `bill_amt`."""
NEUTRAL_PARTS = frozenset(
    """new old ever never cat cats high low max min prev curr cur num nbr cnt pct avg std rec flg flag ind any all yn
    recode recoded val value raw imp imputed der calc adj est self own tot ttl sum mean var last first past ago yr
    mon mth wk day days main prim sec other oth type typ code desc descr descript text label num1 usual current
    former total final group grp band class level lvl used use usage mo month week year times time freq amt rate ratio
    index idx score dt dte date tm at of in by to is has had was stat sts
    monthly weekly annual yearly daily estimated expected previous prior initial start end from until status details
    info summary quintile quint quartile decile tercile bracket points pts category number per hist list""".split()  # noqa: SIM905
)
"""Parts of glued names that say nothing about the content: `EDUHIGHCAT` is about education."""
LEADING_PARTS = frozenset(
    "ir dv der imp my cur is has q hv mv fl rf pe pr vict vic bene clm pt stu emp cust usr".split()  # noqa: SIM905
)
"""What may precede a word in a glued name: `IRSEX`."""
NOT_BENT = frozenset(
    """activation activator activating affiliate alteration altering allocator ambulation attendant beats blocking
    branching call calling capitalism capitate cast casting check civility civilization collect collectable collectible
    collecting collection collective communism communicator complicity conditioning conservancy conservation conserve
    coordinate coordination coordinator cult denominator departed deportment design designer designing elect
    elective elector emir expose fertilizer fine fire firing formatting garnish generality generator generic genet
    governor grading guide heroine hospitality initial initiate initiation initiative initiator join joining
    landing liberator liter literal local localization locating locator longing lunge mailing majority
    management marking
    mobilization natural nature naturalness node occupancy offensive open opener opening original origination originator
    pass passing performer politeness population posit positioning positive post posting prescript prior professional
    promoter hear heard pulsing racing ranked recall recalls search searches section sections speed speeds
    refinement refining remedy resultant save saving scoring senator senior
    serialism severing shifting shoot special specialism staging stalk stroking stunt suspense swiftness terminal
    terminator territorial terror testing universal utility utilizer vitality waste work workstation zoning""".split()  # noqa: SIM905
)
"""Words that are about something else than the known words with their stem: `original` is about no origin."""
ENDING_PARTS = {
    "wt": "weighting",
    "wgt": "weighting",
    "wght": "weighting",
    "weight": "weight",
    "rsn": "reason",
    "reason": "reason",
    "grund": "reason",
    "hemmnis": "reason",
}
"""What the end of a glued name says, whatever precedes it: `ANALWT`."""

BIRTH_WORDS = frozenset(
    "dob birth born birthday birthdate geburt geburtsdatum geburtstag geboren naissance nacimiento nac nascita".split()  # noqa: SIM905
)
"""Words in the names of columns that say when somebody was born."""
CODE_WORDS = frozenset("zip zipcode postcode postal plz postleitzahl code codes cap".split())  # noqa: SIM905
"""Words in the names of columns whose numbers are codes, of which a mean makes no sense."""
COUNT_WORDS = frozenset(
    """year years count amount duration days months hours mths mnths mos wks hrs mins secs anzahl jahre años ans
    anni""".split()  # noqa: SIM905
)
"""Words in the names of columns that count something, whatever else they say."""
QUANTITY_WORDS = COUNT_WORDS | frozenset(
    """
    age ages number numbers num nr n no nb pers nbr cnt count counts total sum amount amounts quantity qty score
    scores rating ratings rate rank ranking level levels scale grade grades points index percent percentage pct
    share ratio income salary wage wages pay price cost costs fee fees charge charges fare money balance budget
    debt loan loans revenue sales tax value hours hour minutes minute seconds days day weeks week months month
    years year time duration length distance speed km weight height bmi size width depth area dose dosage
    temperature pressure pulse heartrate glucose cholesterol children child kids adults persons people members
    siblings dependents dependants residents visits visit stays calls orders items purchases attempts times
    episodes admissions falls rooms bedrooms bathrooms beds cars vehicles pets floors quintile quartile decile
    tercile percentile order stars suspensions convictions arrests offences accidents claims triage apgar asa
    ecog nyha gcs karnofsky since absences credits gpa severity intensity satisfaction pain stage parity
    gravidity pregnancies births marks mark alter anzahl zahl summe betrag einkommen gehalt lohn umsatz preis
    kosten dauer tage wochen monate jahre stunden kinder personen zimmer note punkte stufe grad größe groesse
    gewicht menge edad numero número cantidad importe ingresos salario precio horas dias días semanas meses
    hijos miembros nota puntos nivel âge nombre montant revenu revenus salaire prix duree durée heures jours
    semaines mois enfants enf personnes pieces pièces niveau taille poids età eta importo reddito stipendio
    prezzo ore giorni settimane mesi figli componenti voto livello leeftijd aantal bedrag inkomen loon prijs
    uren dagen weken maanden kinderen cijfer wiek liczba kwota dochód dochod cena godziny dni dzieci osób osob
    ocena idade quantidade valor renda preço preco filhos pessoas
    """.split()  # noqa: SIM905
)
"""Words in the names of columns whose whole numbers are amounts, ages, counts or positions on a scale."""


def _by_word(*several: Mapping[str, str]) -> dict[str, str]:
    """What each word is about; the earlier lists know better."""
    return {word: about for groups in reversed(several) for about, words in groups.items() for word in words.split()}


SENSITIVE = _by_word(SENSITIVE_WORDS, sectorwords.SENSITIVE_WORDS)
"""What each word in the name of a sensitive column is about."""
QUASI = _by_word(QUASI_WORDS, sectorwords.QUASI_WORDS)
"""What each word in the name of a quasi-identifier is about."""
_QUANTITY_ENDS = (
    "time",
    "size",
    "level",
    "score",
    "count",
    "rate",
    "amount",
    "scale",
    "years",
    "hours",
    "days",
    "number",
)


def is_quantity(words: Iterable[str]) -> bool:
    """Whether a column's name says that its numbers are amounts, ages, counts or positions on a scale.

    Example:
        >>> is_quantity({"number", "of", "adults"}), is_quantity({"traveltime"}), is_quantity({"region"})
        (True, True, False)
    """
    return any(
        word in QUANTITY_WORDS or SENSITIVE.get(word) == "money" or word.endswith(_QUANTITY_ENDS) for word in words
    )


KNOWN = (
    IDENTIFYING_WORDS | ENTITY_WORDS | NUMBERED_WORDS | FREE_TEXT_WORDS | KEPT_WORDS | CODE_WORDS | THING_WORDS
    | SENSITIVE.keys() | QUASI.keys()
    | {"status", "type", "level", "group", "year", "date", "first", "last", "full", "main", "title"}
    | {"activity", "activities", "active", "general", "universe"}  # by their stems, activism, generation, university
    # others of which known words have the beginning or the stem
    | {"communication", "communications", "community", "house", "houses", "percent", "percentage", "views", "home"}
    | {"reported"}
    | {"reason", "gross", "net", "start", "total", "month", "grade", "history", "value", "violence", "updated"}
    | {"payment", "payments", "medium", "media", "police", "polite", "policy", "parted", "parting", "clinical"}
    | {"class", "classes"} | sectorwords.STAFF_WORDS
)  # fmt: skip
"""Every word that says something about a column."""

SHORT = dict(
    pair.split("=")
    for pair in """
    acct=account addr=address amt=amount bal=balance bdate=birthdate bday=birthday bene=beneficiary
    birthdt=birthdate bthdate=birthdate bula=bundesland cat=category cd=code citz=citizenship civ=civil
    cntry=country codpost=postcode codpostal=postcode comorb=comorbidity cond=condition crim=criminal
    ctry=country ctz=citizenship cust=customer dept=department diag=diagnosis dip=diploma disab=disability
    disch=discharge dist=district dlq=delinquent dlqin=delinquent dt=date dx=diagnosis edu=education
    educ=education eink=einkommen einkom=einkommen ell=language emailaddress=email emp=employee empl=employment
    empstat=employment empstatus=employment eth=ethnicity ethn=ethnicity ethnos=ethnicity
    fam=family famst=familienstand fed=federal fel=felony finc=income fip=fips fnac=nacimiento fname=firstname
    freq=frequency frl=meals fsize=household geb=geburt gebdat=geburtsdatum gebdatum=geburtsdatum gend=gender
    geschl=geschlecht gew=gewichtung glu=glucose gluc=glucose grad=graduation grp=group hgt=height hh=household
    hhgr=haushaltsgröße hhld=household hhsize=household hinc=income hisp=hispanic hlth=health hosp=hospital
    ht=height hx=history hyp=hypertension ill=illness immig=immigrant inc=income incm=income incom=income
    ingr=ingresos ins=insurance juv=juvenile lang=language lep=language lic=licence lname=lastname lvl=level
    maiden=maidenname mar=marital marst=marital marstat=marital med=medication meds=medication migr=migration
    misd=misdemeanor mort=mortality msisdn=phone mstatus=marital mth=month munic=municipality nac=nacimiento
    nais=naissance nat=nationality natl=nationality natnl=nationality nbr=number nkids=children numkids=children
    occ=occupation occp=occupation occup=occupation ocup=ocupación offn=offence ofns=offence org=organisation
    perf=performance pinc=income pob=birthplace pol=political postcd=postcode pov=poverty preg=pregnancy
    prem=premium presc=prescription prof=profession prov=province prvdr=provider psych=psychiatric pt=patient
    pwt=weighting qual=qualification qualif=qualification rac=race rec=record reg=region
    relig=religion resp=respondent rev=revenu rincom=income rslt=result rx=prescription sal=salary sch=school
    schl=school schul=schule sev=severity smk=smoking smok=smoking sname=surname staatsang=staatsangehörigkeit
    stat=status subj=subject surg=surgery susp=suspension sx=symptom symp=symptom tel=phone tot=total
    trt=treatment tx=treatment vacc=vaccination vax=vaccination vic=victim vict=victim wt=weight yr=year
    yrs=year zipcd=zipcode brth=birth brthord=birthorder numdep=dependents ndep=dependents boro=borough
    coord=coordinates nm=name stu=student stud=student alc=alcohol coc=cocaine mrj=marijuana marij=marijuana
    cig=cigarettes tob=tobacco grd=grade absn=absence dgns=diagnosis prcdr=procedure pmt=payment pymt=payment
    reimb=reimbursement bmt=reimbursement icd9=diagnosis icd10=diagnosis rcv=received insur=insurance insrd=insured
    assmt=assessment assess=assessment eval=evaluation elig=eligibility lang1=language cntct=contact doa=admission
    dod=death dthdate=death adm=admission admit=admission mgr=manager supv=supervisor yob=birthyear
    mob=birth pcp=physician phys=physician hosp=hospital ed=education hied=education mh=mental
    behav=behaviour crm=crime chrg=charge sntc=sentence conv=conviction ofnse=offense offns=offense arr=arrest
    wpn=weapon rlgn=religion natnlty=nationality ntnlty=nationality cob=birthplace cty=city cnty=county
    muni=municipality
    nbhd=neighborhood nghbrhd=neighborhood loc=location resid=residence addr1=address ph=phone ln=surname
    hrly=hourly util=utilization delinq=delinquency dpd=delinquent xfer=transfer txn=transaction
    trx=transaction expend=expenditure univ=university yrsch=schooling empst=employment     wrkstat=employment
    unemp=unemployment disabl=disability dsbl=disability hndcp=handicap prgnt=pregnant gest=gestational
    thx=therapy sbp=systolic dbp=diastolic gluc=glucose creat=creatinine bili=bilirubin
    trig=triglycerides
    agegp=agegroup brthdt=birthdate brthdtc=birthdate natlty=nationality pcd=postcode pcode=postcode outcode=postcode
    blkgrp=census gor=region relhead=relationship reltohoh=relationship hoh=household reln=relationship
    relship=relationship rel=relationship relto=relationship hohrel=relationship hhcomp=household nchild=children
    edlevel=education hiqual=qualification yrsed=education yrseduc=education lfstat=employment lfs=employment
    posn=position mil=military majr=major coll=college degc=degree enrl=enrollment admdt=admission dschg=discharge
    dsch=discharge hsg=home dwell=home aged=age matr=marital situmat=marital custno=customer patno=patient
    staffno=staff caseno=case memb=member mbr=member subscr=subscriber incid=incident accn=accession
    pdx=diagnosis dgn=diagnosis proc=procedure px=procedure los=hospitalization lenofstay=hospitalization
    lengthofstay=hospitalization lengthstay=hospitalization lngthstay=hospitalization mdc=diagnosis ghm=diagnosis
    sysbp=systolic bpsys=systolic diabp=diastolic bpdia=diastolic bpdias=diastolic plt=platelets resprate=respiratory
    bodytemp=fever fbs=glucose tumstage=tumor birthwt=birthweight lmp=pregnancy cpd=cigarettes packyrs=smoking
    packyears=smoking etoh=alcohol ivdu=drugs suic=suicide hep=hepatitis labres=lab
    annualrt=salary ytd=earnings agi=income benamt=benefit credscore=creditscore beacon=creditscore revolv=credit
    bkcy=bankruptcy bankr=bankruptcy fclos=foreclosure garnish=garnishment childsupp=childsupport propval=value
    frpl=lunch intrate=interestrate odlimit=overdraft arrs=arrears ovrdrft=overdraft
    sentlen=sentence sentmo=sentence sentmon=sentence maxsent=sentence minsent=sentence sentdays=sentence
    senttyp=sentence senttype=sentence juvdel=juvenile domviol=domesticviolence lsi=recidivism lsir=recidivism
    oras=recidivism compas=recidivism crimhis=criminal chg=charge judgmt=judgment
    polid=politics polint=politics lrscale=leftright pty=party sexor=orientation abortn=abortion
    prrating=performance mgrrating=performance perfrating=performance hipo=performance 9box=performance
    absdays=absence abscnt=absence unauth=absence termrsn=termination termreason=termination
    leavereason=termination leavingreason=termination exitreason=termination leaversn=termination exitrsn=termination
    rehire=termination cumgpa=gpa hsgpa=gpa finalmk=mark mks=marks scr=score degclass=marks acad=academic
    acadprob=disciplinary susdays=suspension behavpts=disciplinary exclus=exclusion discaction=disciplinary
    subjinit=initials ptinit=initials patinit=initials scrn=screening appt=appointment housetype=home dthfl=death
    dthfn=death adults=household schoolyr=schoolyear ncyear=schoolyear
    careneeds=disability carelevel=disability carehrs=disability crlimit=creditlimit overd=overdue
    hhmem=household imm=immigrant yoa=immigrant livarr=livingarrangement livingarr=livingarrangement accom=accommodation
    accomtype=accommodation livarrang=livingarrangement localauth=localauthority laname=localauthority
    lacode=localauthority nssec=occupation socgrade=occupation socialgrade=occupation mumage=age dadage=age matage=age
    patage=age fathocc=occupation mothocc=occupation momeduc=education dadeduc=education paredu=education
    pared=education matedu=education nsib=siblings yeargp=yeargroup persabs=absence attpct=attendance rej=rejection
    anz=anzahl gdb=disability sbgrad=disability  intvwr=interviewer
    lnglim=disability vehreg=vrm numhistoria=mrn nhistoria=mrn motivoconsulta=diagnosis parq=condition faultpct=guilt
    sash=selfharm cellshare=violence csra=violence maatregel=sanction ontheffing=incapacity butberechtigt=benefit
    daysabs=absence premis=premises fte=employment comptotal=compensation totalcomp=compensation basecomp=compensation
    """.split()  # noqa: SIM905
)
"""Abbreviations in the names of columns."""
SHORT = {**columnterms.terms(KNOWN), **sectorwords.SHORT, **SHORT}


def names_persons(words: frozenset[str]) -> bool:
    """Whether the words of a column's name say that it holds names of persons, and not of things.

    Example:
        >>> [names_persons(frozenset(name.split())) for name in ("vorname", "name", "patient name", "ward name", "id")]
        [True, True, True, False, False]
    """
    return bool(words & NAME_WORDS) or ("name" in words and words <= {"name", "names"} | _PEOPLE)
