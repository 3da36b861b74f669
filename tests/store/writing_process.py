"""A process of its own that opens a store and moves at its table, as told by its arguments and by lines of input.

`open URL`: says "ready", waits for a line, opens the store, says "open".
`move URL ACTOR COUNT`: says "ready", waits for a line, makes so many moves, says "done".
`run URL [STEP]`: moves until it is killed and says each step it has committed; before committing the step given, it
says "inside" and waits.
"""

import asyncio
import itertools
import sys

from data.store import Store

TABLE = "first"


def say(text: str) -> None:
    print(text, flush=True)


def wait_for_the_start() -> None:
    say("ready")
    sys.stdin.readline()


async def open_at_once(url: str) -> None:
    wait_for_the_start()
    store = await Store.open(url)
    await store.close()
    say("open")


async def move(url: str, actor: str, count: str) -> None:
    store = await Store.open(url)
    wait_for_the_start()
    for number in range(int(count)):
        async with store.write(TABLE) as writer:
            row = await writer.table(TABLE)
            assert row is not None
            await writer.append_entries(TABLE, row.step, [(actor, str(number), "")])
            await writer.update_table(TABLE, row.step, step=row.step + 1)
    await store.close()
    say("done")


async def run(url: str, last_words_in: str = "") -> None:
    store = await Store.open(url)
    for step in itertools.count():
        async with store.write(TABLE) as writer:
            await writer.append_entries(TABLE, 2 * step, [("0", "a", ""), ("0", "b", "")])
            await writer.update_table(TABLE, step, step=step + 1)
            await writer.save_snapshot(TABLE, 2 * step + 2, step + 1, b"state")
            await writer.queue("card", TABLE, step + 1, "{}")
            if str(step + 1) == last_words_in:
                say("inside")
                sys.stdin.readline()
        say(str(step + 1))


if __name__ == "__main__":
    what, *arguments = sys.argv[1:]
    asyncio.run({"open": open_at_once, "move": move, "run": run}[what](*arguments))
