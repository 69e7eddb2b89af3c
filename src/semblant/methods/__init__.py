"""Methods of anonymisation, one file per family."""
