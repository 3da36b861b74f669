"""`/stats`: a person's wins on this server, as a picture and in words, if they agreed to be listed."""

from dataclasses import replace
from typing import Any

from cogs.personal.stats import content, format_statistics
from data.store import HighScoreRow
from tables.after_the_end.statistics import GameResults, Opponent, SoloResults, Statistics
from tables.preferences import change_preferences
from tests.cog_tables import ANN, BEN, play, start_table
from tests.fake_discord import parts
from tests.in_process_program import InProcessProgram, InteractionResult

MANY = Statistics(
    tallies=(GameResults("monster_hex", 2, 3, (3, 1)), GameResults("hive_mind", 7, 0, (0, 0, 1, 0, 0, 0, 1))),
    streak=1,
    best_streak=2,
    opponents=(Opponent(BEN.id, "*Ben*", 4, 3),),
    practice_games=2,
    practice_wins=1,
    alone=(SoloResults("monster_hex", 3, 21),),
    high_scores=(HighScoreRow("monster_hex", BEN.id, "*Ben*", 31),),
    capped=True,
)


async def stats_of(program: InProcessProgram, person: Any = None, *, bot: bool = False) -> InteractionResult:
    """Request somebody's statistics as Ann."""
    data: dict[str, Any] = {"id": "1", "name": "stats", "type": 1, "options": []}
    if person is not None:
        user = {"id": str(person.id), "username": person.name, "discriminator": "0", "avatar": None, "bot": bot}
        data["options"] = [{"type": 6, "name": "person", "value": str(person.id)}]
        data["resolved"] = {"users": {str(person.id): user}}
    return await program.dispatch(program.interaction(2, ANN, {"data": data}))


def described(result: InteractionResult) -> str:
    """Return the alt text of the picture."""
    return next(
        item["description"] for one in result.requests for part in parts(one.body) for item in part.get("items", ())
    )


async def test_ones_own_and_anothers_finished_game_is_told_in_a_picture_and_in_words(program: InProcessProgram) -> None:
    await start_table(program.service)
    table = await play(program.service)
    has_won = bool(table.seats[0].won)

    own, other = await stats_of(program), await stats_of(program, BEN)

    assert list(own.files) == ["private.png"]
    assert f"**1 game, {int(has_won)} won**" in own.text
    assert f"2 players: 1 game, {int(has_won)} won (1 × {'1st' if has_won else '2nd'})" in own.text
    assert f"Ben (1 game, {int(has_won)} won)" in own.text
    assert f"**1 game, {int(not has_won)} won**" in other.text
    assert described(own).startswith("Ann's games on this server.")


async def test_who_does_not_want_to_be_listed_is_shown_to_nobody_else(program: InProcessProgram) -> None:
    await start_table(program.service)
    await play(program.service)
    await change_preferences(program.store, BEN, listed=False)
    await change_preferences(program.store, ANN, listed=False)

    assert (await stats_of(program, BEN)).text == "Ben doesn't share their statistics."
    own = await stats_of(program)
    assert "**1 game," in own.text
    assert "Ben" not in own.text + described(own)


async def test_nobody_who_has_not_played_and_no_bot_fails(program: InProcessProgram) -> None:
    own = await stats_of(program)

    assert "Ann hasn't finished a game with other people here yet" in own.text
    assert not own.files
    assert "Bots have no statistics" in (await stats_of(program, BEN, bot=True)).text


def test_whoever_has_not_won_yet_is_told_nothing_of_wins_in_a_row() -> None:
    words = format_statistics("Ann", replace(MANY, streak=0, best_streak=0))

    assert "Winning streak" not in words


def test_everything_counted_is_in_the_words_and_in_the_picture() -> None:
    words = format_statistics("Ann", MANY)

    assert words.splitlines() == [
        "### Ann's games on this server",
        "**6 games, 3 won** · Winning streak: 1 now, 2 at best.",
        "**Monster Hex**",
        "2 players: 4 games, 3 won (3 × 1st, 1 × 2nd)",
        "**Hive Mind**",
        "7 players: 2 games, 0 won (1 × 3rd, 1 × 7th)",
        r"**Most frequent opponents** \*Ben\* (4 games, 3 won)",
        "**Monster Hex alone**: 3 games, best 21 points",
        r"**Best solo scores here** \*Ben\* 31",
        "-# Against computer players only: 2 games, 1 won. They are counted separately, and not in streaks.",
        "-# Only the newest 1,000 games are counted.",
    ]
    shown = content("Ann", MANY)
    assert [figure.number for figure in shown.figures] == [6, 3, 1, 2]
    assert [(game.title, game.summary, len(game.rows)) for game in shown.games] == [
        ("Monster Hex", "4 games, 3 won", 1),
        ("Hive Mind", "2 games, 0 won", 1),
    ]
    assert shown.opponents[0].name == "*Ben*"
    assert shown.note.startswith("Monster Hex alone: 3 games, best 21 points. Against computer players only")
