"""Words in the names of columns that one sector uses: housing, police, schools, airlines, farms, charities, courts."""

SENSITIVE_WORDS = {
    "health": """need needs supportneed supportneeds primneed vulnerable vulnerability vulnerabilities fitnote
        fitforwork occhealth ohreferral reasonableadjustment adjustments sicknote sickpay lostdays
        injured bruising whiplash wounded medevac ssrasst wheelchairs mobilityaid
        hearingaid guidedog stairlift dialyses bpe periodontal orthodontic decay plaque denture dentures
        fillings extraction extractions mobilityscheme bluebadge telecare carepackage careplan respite
         bestinterests capacityassessment selfneglect selfinjury restraint restraints seclusion sectioned
        quarantined reactor pathogenic zoonosis tbstatus bovinetb asthmatic epileptic anaemic diabetics
        ehcplan senstatus sensupport senprovision senneed primarysen doping dopingtest antidoping
        fitnesstest medicalcert healthcheck dietary intolerance intolerances glutenfree coeliac celiac
        vegetarian vegan kosher halal concussed physio physiotherapy dosimeter noiseexposure
        psychiatry psychiatrist psychologist counsellor midwife stillborn caesar
        incap incapacity unfit unfitness invalidity sicktotal sickhours illhealth disabl""",
    "money": """arrsbal arrearsbal finesowed latefee latefees legacy legacies bequest bequests legator pledger
        majordonor giftaid lifetimegiving taxbracket taxband taxliability taxable taxrefund incometax
        capitalgains backpay overpayment overpaid underpayment underpaid deduction deductions garnishee
        universalcredit housingbenefit counciltaxreduction hardshipfund bursary bursaries pupilpremium
        freeschoolmeals feewaiver writeoff writtenoff badpayer payer prepayment fueldirect fuelpoverty
        disconnection disconnected paymentplan repaymentplan debtplan bailiff bailiffs
        courtsummons moneyjudgment subsistence wageassignment chargeback chargebacks ncb noclaims noclaimsbonus
         reserves indemnity compensated bonuses overtimepay nettopay grosspay takehomepay
        redundancy redundant creditrating creditrisk bouncedcheque bounced sanctionscreening pepflag pepind
        winnings wager wagers jackpot tithe tithes offerings """,
    "crime": """asb antisocial nuisance penpts penaltypoints licencepoints drivingban banned disqualified
        disqualification speeding drinkdriving seizure seized confiscated confiscation penalty penalties
        contravention contraventions infringement infringements noncompliance smuggled undeclared
        stopsearch searched objofsearch modusoperandi modus informant
        gangmember knifecrime domesticabuse dvflag marac mappa cpplan cinplan section47
        abusecategory grooming exploitation missingepisode missingepisodes absconded absconder escapes
        tagged curfew licencerecall recalled custmths custmonths custdays custodymths prevconv preconvictions
        sanction sanctions blacklist blacklisted watchlist aml fraudind fraudflag fraudsuspected
        jailtime offhistory offcode offencecode breachflag blockreason barred barring
        casualtyseverity drinkdrive tampering meterfraud theftflag""",
    "legal status": """uasc nrpf legalstat legalstatus immigrationstatus asylumstatus residencestatus leavetoremain
        settledstatus statusdetermination removalorder returndecision careorder guardianshiporder caproceedings
        placementorder""",
    "politics": """strike strikes striker striking unionsubs picketing shopsteward donorparty elector postalvote
        absentee absenteeballot polls partymember pressgroup activist canvassed""",
    "religion": """parishioner confirmand communicant communion sacrament sacraments diocese catechism circumcised
        circumcision tither baptismal faithgroup worshipper""",
    "judgements of people": """decision decisions approved approval refused refusal granted shortlisted
        waitlist waitlisted rejections behaviour behavior behavioural
          degreeclass degclassification predgrades predictedgrades tariffpts tariffpoints
        ucaspoints apprrating appraisalrating disciplinaries trustscore hygienerating
        offtask blocked ban bans nonattendance noshow noshows overduebooks misbehaviour
           successor flightrisk productivity errorrate
        handicapindex """,
}
"""What the steward of such a table would not want anyone to learn of somebody."""

QUASI_WORDS = {
    "a personal trait": """hhcomp hholdcomp householdcomp patroncategory patrontype ethgrp ethcode deceasedflag
        nextofkin dependantsno headofhousehold lonecaregiver twinship lookedafterborn countryoforigin
        selfdefeth offdefeth nationalitycode bornabroad firstlanguage eal esol""",
    "what somebody does or has": """hobby hobbies interests pastime pastimes leisure sports pet pets
        membership memberships ffp ffptier frequentflyer loyaltytier
        cabin cabincl cabinclass travelclass fareclass nights
        yrgrp regroup regclass tutorgroup formgroup agegrade squad instrumentplayed allotment
        hectare hectares acre acres acreage herd herds flock flocks cattle sheep pigs poultry livestock ewes cows
        handset devicemodel carmake carmodel vehiclemake vehiclemodel bodystyle enginesize fueltype
        vehicles""",
    "where somebody is": """orig dest departureairport arrivalairport departurestation arrivalstation stopover layover
        terminus housenumberband outward outwardcode pcoutward lsoa21 lsoa21nm oa21 ladcd ladnm celltower cellsite
        celllat celllon cellglob cellid cellglobid cgi
        enodeb basestation ppd pollingdistrict pollingstation substation catchment
           dormitory mooring berth""",
    "work or school": """costcentre costctr payscale spinalpoint crewbase armofservice unitname regiment
        workinghours workpattern jobtype jobdesc jobtitles posttitle posttype pupilyear""",
}
"""What an outsider may know of somebody: what is seen, worn, driven, played, and where."""

KEPT_WORDS = frozenset(
    """page pages choice choices bag bags baggage luggage
    crops fertiliser tractor barrel
    firmware hardware fwver swver checksum hash md5 sequence schemaver schemaversion recversion rectype
    recordtype linetype filename sourcefile sourcesystem importid upd updusr updatedby createdby enteredby
    keyedby modifiedby lastupdate lastmodified lstupd slip slipformat
    letterhead template barcodeformat itemformat recversn recver recvers
    dewey callnumber shelfmark isbn issn audiobook paperback copies renewals
    boiler gaschk gascheck gassafety calibration calibrated maintenance inspection
    assettype meterread imputed imputation dqflag edited editflag
    consents permission permissions einwilligung toestemming
    consentimiento consenso zustimmung samtykke samtycke anonymous anoniem anonym anonyme
    mutatie wijziging gewijzigd änderung geändert modif modificado modificação modification
    qaflag validated validation docpages pagecount attachments scanned
    envelope postage stocktake shelf aisle pier runway gauge
    hemolyzed lipemic assay reagent analyser plateid wellid wellpos centrifuge
    wagon carriage bogie""".split()  # noqa: SIM905
)
"""What is about things, machines and the handling of records."""

PROCESSED_WORDS = frozenset(
    """load loaded loading etl export exported import imported extract extracted extraction sync synced synchronised
    synchronized batch uploaded upload ingested ingest archived backup reindexed updated modified inserted
    mutatie wijziging gewijzigd änderung geändert modif modificado modificação modification
    processing""".split()  # noqa: SIM905
)
"""Words in the names of dates at which a computer did something, which nobody saw."""

RECORD_WORDS = frozenset(
    """last lst first date dates dt dte ts tms time timestamp datetime stamp day datum at on by the of in to utc gmt
    record rec rcd row line file table tbl data database db dw dwh warehouse system sys source src job run version
    dd dat datum fecha data moment tijd heure hora uhrzeit tijdstip
    ver xml json csv api feed entry mod upd updt chg ins crt ld ext""".split()  # noqa: SIM905
)
"""Words beside those that only say which record, and in what form; any other may say when somebody came: `seen`."""

SHORT = dict(
    pair.split("=")
    for pair in """
    inj=injury injtype=injury injsev=injury uc=benefit hbuc=benefit upd=updated observ=obs
    observs=obs carelvr=careleaver carelvrs=careleaver  sgo=careorder cpp=childprotection cin=cinplan
    cinstart=cinplan cinend=cinplan
    rm=room bedrms=bedrooms nbeds=bedrooms ha=hectares totha=hectares shphd=livestock tothd=livestock numhd=livestock
    ptsn=penaltypoints endorsements=penaltypoints endorse=penaltypoints ffpno=loyalty cabcl=cabin
    yrgroup=yrgrp nxtofkin=nextofkin emcontact=emergency ethgp=ethnicity hhtype=household hhcmp=household
    tenst=tenancy stb=deduction odbal=overdraft ccjs=ccj iva=insolvency dmp=debt pip=benefit esa=benefit jsa=benefit
    dla=benefit uel=benefit hsgben=benefit ctb=benefit cts=benefit wpn=weapon mo=modus hoff=offence hooff=offence
    hooffcode=offence offdesc=offence offtype=offence prevconvs=prevconv precon=prevconv antecedents=prevconv
    dispos=disposition sntnc=sentence sents=sentence adjud=disciplinary adjudications=disciplinary
    discip=disciplinary detn=detention excl=exclusion susp=suspension exclusn=exclusion behpts=disciplinary
    mealcd=diet ssrmeal=diet dietreq=diet dietcd=diet specmeal=diet assist=needs assistance=needs ssr=needs
    sccode=disability disabcd=disability disabty=disability impairmt=impairment sennd=sen
    oic=officer sio=officer insp=inspector agt=agent opr=operator hndlr=handler undwtr=underwriter adjr=adjuster
    vuln=vulnerable vulnb=vulnerable loa=absence fmla=absence leavetype=absence leavetyp=absence
    abstype=absence leavrsn=termination leaverrsn=termination leaver=termination blockrsn=blocked
    """.split()  # noqa: SIM905
)
"""Abbreviations of these sectors."""

STAFF_WORDS = frozenset(
    """collar officer warden teller cashier clerk agent inspector caseworker socialworker keyworker judge surgeon
    consultant physician prescriber clinician examiner assessor
    adviser advisor handler operator conductor pilot crew
    instructor coach interviewer enumerator registrar librarian vet trainer tutor lecturer supervisor steward
    adjuster underwriter broker paralegal
    handler investigator surveyor auditor valuer technician assignee advocate estimator engineer enterer
    midwife dispatcher sachbearbeiter betreuer berater""".split()  # noqa: SIM905
)
"""Who serves or judges others: a number, a key or a login of one names a person, although many records share it."""
