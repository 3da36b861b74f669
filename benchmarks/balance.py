"""How even the games are: prints the tables of docs/balance.md, those of the named parts or of all.

The seeds are fixed, so the same program gives the same tables.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Callable, Mapping, Sequence
from time import process_time
from typing import Final

from benchmarks import balance_connect_four, balance_head_start, balance_hex_battle_wars, balance_monster_hex

PARTS: Final[Mapping[str, Callable[[float], None]]] = {
    **balance_connect_four.PARTS,
    **balance_monster_hex.PARTS,
    **balance_head_start.PARTS,
    **balance_hex_battle_wars.PARTS,
}


def main(arguments: Sequence[str]) -> int:
    """Prints the named parts (none: all); gives the exit status."""
    parser = ArgumentParser(prog="python -m benchmarks.balance", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"one of {', '.join(PARTS)}")
    parser.add_argument("--scale", type=float, default=1.0, help="how many times the usual number of games to play")
    given = parser.parse_args(arguments)
    unknown = [name for name in given.parts if name not in PARTS]
    if unknown:
        print(f"There is no part {unknown[0]}; the parts are: {', '.join(PARTS)}.", file=sys.stderr)
        return 2
    for name in given.parts or PARTS:
        start = process_time()
        PARTS[name](given.scale)
        print(f"{name}: {process_time() - start:.0f} s of CPU time\n", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
