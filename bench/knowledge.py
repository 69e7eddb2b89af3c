"""How long knowledge takes to load, and what it costs in memory.

    python bench/knowledge.py            # 350,000 concepts, SNOMED's size
    python bench/knowledge.py 1000000
"""
import random, sys
from pathlib import Path

def write_rf2(folder: Path, n: int, seed: int = 7) -> None:
    rng = random.Random(seed)
    t = folder / "Snapshot" / "Terminology"; l = folder / "Snapshot" / "Refset" / "Language"
    t.mkdir(parents=True); l.mkdir(parents=True)
    words = [a + b for a in ("card", "neur", "hepat", "derm", "oste", "gastr", "ren", "pulm", "hem", "cyst") for b in ("itis", "oma", "osis", "algia", "ectomy", "opathy", "ogram", "ology")]
    mod="900000000000207008"
    with (t/"sct2_Concept_Snapshot_INT_20240101.txt").open("w") as c, (t/"sct2_Description_Snapshot-en_INT_20240101.txt").open("w") as d, (t/"sct2_Relationship_Snapshot_INT_20240101.txt").open("w") as r, (l/"der2_cRefset_LanguageSnapshot-en_INT_20240101.txt").open("w") as g:
        c.write("id\teffectiveTime\tactive\tmoduleId\tdefinitionStatusId\n")
        d.write("id\teffectiveTime\tactive\tmoduleId\tconceptId\tlanguageCode\ttypeId\tterm\tcaseSignificanceId\n")
        r.write("id\teffectiveTime\tactive\tmoduleId\tsourceId\tdestinationId\trelationshipGroup\ttypeId\tcharacteristicTypeId\tmodifierId\n")
        g.write("id\teffectiveTime\tactive\tmoduleId\trefsetId\treferencedComponentId\tacceptabilityId\n")
        ids=[str(138875005 + 7919*i) for i in range(n)]
        did=rid=10**9
        for i,me in enumerate(ids):
            c.write(f"{me}\t20240101\t1\t{mod}\t900000000000074008\n")
            label=f"{rng.choice(words)} of {rng.choice(words)} {i}"
            for typ,term in (("900000000000003001",label+" (disorder)"),("900000000000013009",label),("900000000000013009",f"{rng.choice(words)} {rng.choice(words)} {i}")):
                did+=1
                d.write(f"{did}\t20240101\t1\t{mod}\t{me}\ten\t{typ}\t{term}\t900000000000448009\n")
                g.write(f"80000000-0000-0000-0000-{did:012}\t20240101\t1\t{mod}\t900000000000509007\t{did}\t{'900000000000548007' if term.startswith(label) else '900000000000549004'}\n")
            if i:
                for p in {rng.randrange(max(0,i//20-40),i//20+1) if i>19 else 0 for _ in range(1 + (rng.random()<.6) )}:
                    rid+=1
                    r.write(f"{rid}\t20240101\t1\t{mod}\t{me}\t{ids[p]}\t0\t116680003\t900000000000011006\t900000000000451002\n")
                for _ in range(2):
                    rid+=1
                    r.write(f"{rid}\t20240101\t1\t{mod}\t{me}\t{ids[rng.randrange(i)]}\t1\t363698007\t900000000000011006\t900000000000451002\n")
