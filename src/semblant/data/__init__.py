"""Input: tables from files and data frames."""
