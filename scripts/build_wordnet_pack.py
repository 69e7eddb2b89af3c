"""Build the bundled WordNet pack from a WordNet 3.0 ``dict`` folder.

    python scripts/build_wordnet_pack.py DICT

``DICT`` comes, for example, from the Debian package ``wordnet-base`` (``/usr/share/wordnet``). Glosses are
left out: they are the bulk of it, and only X-similarity needs them. The same folder gives the same bytes.
"""

import sys
from pathlib import Path

from semblant.knowledge import pack
from semblant.knowledge.wordnet import BUNDLED, read_folder


def main() -> None:
    """Read the folder named on the command line and write the pack."""
    arrays = read_folder(Path(sys.argv[1]), glosses=False)
    BUNDLED.parent.mkdir(exist_ok=True)
    with BUNDLED.open("wb") as file:
        pack.write(file, arrays, compress=True)
    print(f"{BUNDLED.name}: {len(arrays.ids):,} concepts, {BUNDLED.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
