"""`python -m tests.end_to_end.screens FOLDER [FLOW ...]`: plays each flow of asynchronous play and photographs it.

Pictures are taken in Chromium at 390 pixels; time jumps, so days take seconds. Without names all flows are played; a
name is that of a function in the modules beside this one. With `--documents` only those that documents show are kept,
small enough for that: `python -m tests.end_to_end.screens --documents docs/pictures/flows`.
"""

import argparse
import asyncio
import inspect
import tempfile
import traceback
from pathlib import Path

from tests.browser import chromium
from tests.end_to_end.screens import documents, move_flows, seat_flows, server_flows, time_flows
from tests.end_to_end.screens.scene import Flow, Scene
from tests.end_to_end.screens.stage import open_stage


def flows() -> dict[str, Flow]:
    """Every flow by its name, in the order of the modules."""
    return {
        name: flow
        for module in (time_flows, move_flows, seat_flows, server_flows)
        for name, flow in vars(module).items()
        if inspect.iscoroutinefunction(flow) and list(inspect.signature(flow).parameters) == ["scene"]
    }


async def _run(folder: Path, wanted: dict[str, Flow]) -> int:
    """Play the flows one after the other; return how many failed."""
    failed = 0
    with tempfile.TemporaryDirectory() as program:
        async with chromium() as browser, open_stage(Path(program)) as stage:
            for name, flow in wanted.items():
                scene = Scene(stage, browser, folder)
                try:
                    await flow(scene)
                    print(name, flush=True)
                except Exception:
                    failed += 1
                    print(f"{name} failed:\n{traceback.format_exc()}", flush=True)
                finally:
                    await scene.close()
    return failed


def main() -> None:
    """Read the arguments and play."""
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
        raise SystemExit(asyncio.run(_run(given.folder, wanted)))
    with tempfile.TemporaryDirectory() as taken:
        failed = asyncio.run(_run(Path(taken), wanted))
        documents.keep(Path(taken), given.folder)
    raise SystemExit(failed)


if __name__ == "__main__":
    main()
