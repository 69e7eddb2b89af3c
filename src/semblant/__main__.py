"""``python -m semblant`` is the command ``semblant``."""

from semblant.cli import main

if __name__ == "__main__":
    main()
