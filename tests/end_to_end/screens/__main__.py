"""Screenshots of flows of asynchronous play: `python -m tests.end_to_end.screens FOLDER [FLOW ...]`.

Chromium takes the pictures at 390 pixels; time jumps, so days take seconds. Each flow has its own program and world, so
it looks the same alone and among others. A failed flow doesn't affect the others; failures are listed at the end with
their reasons. A flow's name is that of a function in the modules beside this one; without names all flows are played.
`--documents` keeps only the pictures that documents show, reduced in size: `python -m tests.end_to_end.screens
--documents docs/pictures/flows`.
"""

import argparse
import asyncio
import inspect
import tempfile
import traceback
from pathlib import Path

from playwright.async_api import Browser

from tests.browser import chromium
from tests.end_to_end.screens import (
    documents,
    hint_flows,
    league_flows,
    learning_flows,
    move_flows,
    review_flows,
    seat_flows,
    server_flows,
    time_flows,
    whatif_flows,
)
from tests.end_to_end.screens.scene import Flow, Scene
from tests.end_to_end.screens.stage import open_stage

FLOW_SECONDS = 600.0
"""Time limit of a flow, in seconds."""


def flows() -> dict[str, Flow]:
    """Return every flow by name, in the order of the modules."""
    return {
        name: flow
        for module in (
            time_flows,
            move_flows,
            hint_flows,
            seat_flows,
            server_flows,
            league_flows,
            learning_flows,
            whatif_flows,
            review_flows,
        )
        for name, flow in vars(module).items()
        if not name.startswith("_")
        and inspect.iscoroutinefunction(flow)
        and list(inspect.signature(flow).parameters) == ["scene"]
    }


async def _run(folder: Path, wanted: dict[str, Flow]) -> dict[str, str]:
    """Play the flows one after the other; return the failed ones with their reasons."""
    failed: dict[str, str] = {}
    async with chromium() as browser:
        for name, flow in wanted.items():
            try:
                async with asyncio.timeout(FLOW_SECONDS):
                    await _play(folder, browser, flow)
                print(name, flush=True)
            except Exception as error:
                failed[name] = f"{type(error).__name__}: {error}".partition("\n")[0]
                print(f"{name} failed:\n{traceback.format_exc()}", flush=True)
    return failed


async def _play(folder: Path, browser: Browser, flow: Flow) -> None:
    """Play one flow with a program and a world of its own."""
    with tempfile.TemporaryDirectory() as program:
        async with open_stage(Path(program)) as stage:
            scene = Scene(stage, browser, folder)
            try:
                await flow(scene)
            finally:
                await scene.close()


def main() -> None:
    """Read the arguments and play the flows."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("flows", nargs="*", metavar="FLOW", help=", ".join(flows()))
    parser.add_argument("--documents", action="store_true", help="keep only what documents show, and make it small")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    known = flows()
    if unknown := [name for name in given.flows if name not in known]:
        parser.error(f"there is no flow {unknown[0]}; there are {', '.join(known)}")
    wanted = {name: known[name] for name in given.flows} if given.flows else known
    if not given.documents:
        raise SystemExit(_told(asyncio.run(_run(given.folder, wanted)), len(wanted)))
    with tempfile.TemporaryDirectory() as taken:
        failed = asyncio.run(_run(Path(taken), wanted))
        documents.keep(Path(taken), given.folder)
    raise SystemExit(_told(failed, len(wanted)))


def _told(failed: dict[str, str], played: int) -> int:
    """Print how many flows were played, and the failed ones with their reasons; return the exit code."""
    print(f"{played - len(failed)} of {played} flows were played to their end.")
    for name, reason in failed.items():
        print(f"{name} failed: {reason}")
    return int(bool(failed))


if __name__ == "__main__":
    main()
