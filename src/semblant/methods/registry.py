"""The function behind every method of the catalogue, for every shape of data."""

from collections.abc import Callable, Mapping

from semblant.catalogue import Shape
from semblant.methods.job import Job
from semblant.methods.logs.erola import log_erola
from semblant.methods.logs.grouplog import LogParts
from semblant.methods.logs.korolova import log_korolova
from semblant.methods.logs.microaggregation import auto_log, log_mdav
from semblant.methods.logs.navarro import log_navarro
from semblant.methods.logs.poblete import log_poblete
from semblant.methods.masking import LogMasking, Masking, SetMasking
from semblant.methods.refine import auto
from semblant.methods.sets.generalise import km_sets, top_down_sets
from semblant.methods.sets.microaggregation import microaggregated
from semblant.methods.table.generalise import best_first, datafly, incognito
from semblant.methods.table.mdav import fixed_mdav, sa_mdav, sa_mdav_static
from semblant.methods.table.moderecord import mdav_mode_record
from semblant.methods.table.recode import recode, recode_dm, recode_fusion, recode_h1, recode_random
from semblant.methods.table.resample import resample, resample_heer
from semblant.methods.table.suppress import suppress
from semblant.space.product import Product
from semblant.space.setreader import SetReader
from semblant.space.sets import SetSpace

TABLE: dict[str, Callable[[Product, Job], Masking]] = {
    "auto": auto,
    "sa-mdav": sa_mdav,
    "sa-mdav-static": sa_mdav_static,
    "s-mdav": fixed_mdav,
    "mdav-mode": fixed_mdav,
    "mdav-mode-record": mdav_mode_record,
    "mdav-lcs": fixed_mdav,
    "mdav": fixed_mdav,
    "recode": recode,
    "recode-fusion": recode_fusion,
    "recode-h1": recode_h1,
    "recode-dm": recode_dm,
    "recode-random": recode_random,
    "resample": resample,
    "resample-heer": resample_heer,
    "datafly": datafly,
    "incognito": incognito,
    "best-first": best_first,
    "suppress": suppress,
}

SETS: dict[str, Callable[[SetSpace, SetReader, Job], SetMasking]] = {
    "auto": microaggregated,
    "set-mdav": microaggregated,
    "km-apriori": km_sets,
    "top-down": top_down_sets,
}

LOGS: dict[str, Callable[[LogParts, Job], LogMasking]] = {
    "auto": auto_log,
    "log-mdav": log_mdav,
    "log-erola": log_erola,
    "log-navarro": log_navarro,
    "log-korolova": log_korolova,
    "log-poblete": log_poblete,
}

BOUND: Mapping[Shape, Mapping[str, Callable[..., object]]] = {"table": TABLE, "sets": SETS, "log": LOGS}
"""The functions of all methods, by shape and name; the facts about them are in the catalogue."""
