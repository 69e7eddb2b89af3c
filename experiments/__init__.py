"""The tables and figures of five papers made again, one script each: ``python -m experiments`` runs them all.

A script says which runs it needs (``cells``), how one run is made (``measure``) and what the runs say (``findings``).
Finished runs are kept in ``experiments/runs``, so that an interrupted session goes on where it stopped.
"""
