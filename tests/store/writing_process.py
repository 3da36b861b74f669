"""A process that opens a store and moves at its table, controlled by its arguments and by lines of input.

`open URL`: prints "ready", waits for a line, opens the store, prints "open". `move URL ACTOR COUNT`: prints "ready",
waits for a line, makes COUNT moves, prints "done". `run URL [STEP]`: moves until it is killed and prints each step it
has committed. Before committing STEP, it prints "inside" and waits. `hold URL`: opens the store exclusively and prints
"held". For each line of input it writes a row and prints "written", until it is killed.
"""

import asyncio
import itertools
import sys

from data.store import Store

TABLE = "first"


def report(text: str) -> None:
    print(text, flush=True)


def wait_for_the_start() -> None:
    report("ready")
    sys.stdin.readline()


async def open_at_once(url: str) -> None:
    wait_for_the_start()
    store = await Store.open(url)
    await store.close()
    report("open")


async def move(url: str, actor: str, count: str) -> None:
    store = await Store.open(url)
    wait_for_the_start()
    for number in range(int(count)):
        async with store.write(TABLE) as writer:
            row = await writer.tables.get(TABLE)
            assert row is not None
            await writer.logs.append_entries(TABLE, row.step, [(actor, str(number), "", None)])
            await writer.tables.update(TABLE, row.step, step=row.step + 1)
    await store.close()
    report("done")


async def run(url: str, last_words_in: str = "") -> None:
    store = await Store.open(url)
    for step in itertools.count():
        async with store.write(TABLE) as writer:
            await writer.logs.append_entries(TABLE, 2 * step, [("0", "a", "", None), ("0", "b", "", None)])
            await writer.tables.update(TABLE, step, step=step + 1)
            await writer.logs.save_snapshot(TABLE, 2 * step + 2, step + 1, b"state")
            await writer.outbox.queue("card", TABLE, step + 1, "{}")
            if str(step + 1) == last_words_in:
                report("inside")
                sys.stdin.readline()
        report(str(step + 1))


async def hold(url: str) -> None:
    store = await Store.open(url, exclusive=True)
    report("held")
    while word := sys.stdin.readline():
        async with store.write() as writer:
            await writer.facts.set("word", word.strip())
        report("written")


async def claim(url: str) -> None:
    store = await Store.open(url, shared=True)
    async with store.claims.hold("a"):
        report("held")
        await asyncio.to_thread(sys.stdin.readline)


if __name__ == "__main__":
    what, *arguments = sys.argv[1:]
    asyncio.run({"open": open_at_once, "move": move, "run": run, "hold": hold, "claim": claim}[what](*arguments))
