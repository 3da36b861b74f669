"""All that is measured, as one table: `python -m benchmarks`, or `python -m benchmarks NAME…` for some parts of it.

What the rows mean is told in docs/performance.md. CPU time and medians, with each reference taken in turns in the same
run; what a person waits for is by the clock on the wall.
"""

import asyncio
import os
import platform
import sys
from collections.abc import Sequence

from benchmarks import (
    click_path,
    clicks,
    commit,
    connect_four,
    crowd,
    demos,
    edits,
    engine,
    hex_battle_wars,
    hive_mind,
    leagues,
    length,
    lessons,
    pictures,
    processes,
    queries,
    thinking,
)
from benchmarks.rows import Part, Row, heading, line

PARTS: dict[str, Part] = {
    "engine": engine.rows,
    "hive_mind": hive_mind.rows,
    "hex_battle_wars": hex_battle_wars.rows,
    "commit": commit.rows,
    "queries": queries.rows,
    "length": length.rows,
    "pictures": pictures.rows,
    "connect_four": connect_four.rows,
    "leagues": leagues.rows,
    "lessons": lessons.rows,
    "demos": demos.rows,
    "crowd": crowd.rows,
    "edits": edits.rows,
    "thinking": thinking.rows,
    "clicks": clicks.rows,
    "click_path": click_path.rows,
    "processes": processes.rows,
}


def machine() -> str:
    """What the figures depend on: version, cores, and how busy the machine is."""
    load = " ".join(f"{number:.2f}" for number in os.getloadavg())
    return f"Python {platform.python_version()}, {os.cpu_count()} cores, load {load}"


async def shown(part: Part) -> list[Row]:
    """Prints a part's rows, and gives them."""
    rows: list[Row] = []
    async for row in part():
        print(line(row.cells()), flush=True)
        rows.append(row)
    return rows


def main(names: Sequence[str]) -> int:
    """Prints the rows of the named parts (none: all) as they come; gives the exit status."""
    unknown = [name for name in names if name not in PARTS]
    if unknown:
        print(f"There is no part {unknown[0]}; the parts are: {', '.join(PARTS)}.", file=sys.stderr)
        return 2
    print(f"{machine()}\n\n{heading()}", flush=True)
    met = [row.met for name in names or PARTS for row in asyncio.run(shown(PARTS[name])) if row.met is not None]
    print(f"\n{sum(met)} of {len(met)} aims are met. {machine()}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
