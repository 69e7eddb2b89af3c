"""Attacks on Semblant by random cases: each is a function of its kind and seed, and is checked by code of its own.

``python -m campaign`` runs them; ``docs/reliability.md`` says what was tried and found.
"""
