"""The pages of rules: a rule in plain words with its picture, related rules, and posting it publicly.

The pages need no table: custom ids hold the number of the rule, so old pages keep working.
"""

from collections.abc import Sequence
from functools import cache
from itertools import takewhile
from typing import Any

import discord
import msgspec
from discord import app_commands, ui
from discord.ext import commands

from cogs.client import Hexcade
from cogs.learning.catalogue import find_lesson_for_rule
from cogs.starting.new_table import require_game
from cogs.ui.kit.answers import Answer, Interaction, respond, respond_first, send_followup
from cogs.ui.kit.command_answers import give_answer
from cogs.ui.kit.custom_ids import CustomId, lesson_id
from cogs.ui.kit.errors import BESIDE_PAGE, RULE
from cogs.ui.kit.guide import NO_TABLE, GuidePage, guide_id, list_pages
from cogs.ui.kit.interactions import get_selected_values, on, on_form
from cogs.ui.kit.interface import interface, playable_games
from cogs.ui.kit.layouts import button, layout, rows_of_buttons
from cogs.ui.kit.private_pages import draw
from cogs.ui.kit.selects import build_selects
from cogs.ui.requests.interaction_user import require_may_write
from cogs.ui.requests.limits import ChannelQuiet
from cogs.ui.requests.table_lookup import CHOICES, find_game_here, game_choices
from cogs.ui.texts import texts
from engine.games import game_type
from engine.rule_book import Rule, find_rule, game_of, rules_of
from engine.rule_search import find, find_near, find_parts
from language.messages import N_, _, ngettext, spoken_language
from tables.opening import choose_seat_count
from tables.refusal import Refusal
from tables.texts import quote

BUTTON_LESSON = N_("Lesson")

RELATED, SHOW = "rule_related", "rule_show"
SECONDS = 30
"""Minimum interval between two rules posted in one channel, in seconds."""

RULES_NEED_GAME = N_("Choose a game too: no game is played in this channel.")
RELATED_TITLE = N_("Related")

SHOWN_IN_FULL = 3
"""The number of matching rules that are shown in full."""
_SEPARATOR = ", "
"""The separator of the words with which people ask for a rule, in their message."""
TITLE_WORDS = 2
"""The number of words of a game's title that name it in a question."""
MOST_FOUND = 8
"""The maximum number of matching rules in a list."""


class RulePages(commands.Cog):
    """A cog for `/rules` and its private pages.

    Their custom ids have no version, so the pages never become stale.
    """

    def __init__(self, bot: Hexcade) -> None:
        self.bot = bot
        self._quiet = ChannelQuiet(SECONDS, format_shown_recently)

    @app_commands.command(name="rules", description=N_("Look up a rule of a game"))
    @app_commands.describe(
        words=N_("Your question, such as “tie” or “how do I win”; suggestions appear as you type"),
        game_name=N_("Which game; leave empty for the game of this channel"),
    )
    @app_commands.rename(game_name="game", words="find")
    @app_commands.choices(game_name=game_choices())
    async def rules(
        self,
        interaction: Interaction,
        words: app_commands.Range[str, 1, 100] | None = None,
        game_name: str | None = None,
    ) -> None:
        """Show a rule, or a list of rules to choose from, privately."""
        async with give_answer(interaction, self.bot.service, "rules") as answer:
            named, asked = split_game((words or "").strip())
            wanted = game_name or named or await find_game_here(self.bot.service.store, interaction)
            if wanted is None:
                raise Refusal(_(RULES_NEED_GAME))
            game = require_game(wanted).name
            answer.content = await search_answer(self.bot, interaction, game, asked)

    @rules.autocomplete("words")
    async def _words(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        chosen = interaction.namespace.game or await find_game_here(self.bot.service.store, interaction)
        game = playable_games().get(str(chosen or ""))
        found = () if game is None else _search(game.name, typed)
        return [
            app_commands.Choice(name=rule_name(each.number, each.title), value=each.number) for each in found[:CHOICES]
        ]

    @on(RULE, RELATED)
    async def _page(self, interaction: Interaction, pressed: CustomId) -> None:
        found = _require_rule(*get_selected_values(interaction)[:1] or pressed.details[:1])
        show = send_followup if BESIDE_PAGE in pressed.details else respond
        await show(interaction, await rule_answer(self.bot, interaction, *found))

    @on_form(SHOW)
    async def _show_everybody(self, interaction: Interaction, pressed: CustomId) -> None:
        """Post a rule in the channel without pings.

        The public message itself is the first response to the press, because Discord accepts only one.
        """
        game, found = _require_rule(*pressed.details[:1])
        require_may_write(interaction)
        view = layout(ui.TextDisplay(_text(game, found)), colour=interface(game).colour)
        mentions = discord.AllowedMentions.none()
        with self._quiet.turn(interaction.channel_id or 0):
            await respond_first(
                interaction, lambda: interaction.response.send_message(view=view, allowed_mentions=mentions)
            )


def split_game(typed: str) -> tuple[str | None, str]:
    """Return the game with whose title typed words begin, by at least two words, and the words after it.

    Without such a title, return None and all words.
    """
    words = typed.split()
    for name, game in playable_games().items():
        pairs = zip(game.title.casefold().split(), typed.casefold().split(), strict=False)
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        if same >= TITLE_WORDS:
            return name, " ".join(words[same:])
    return None, typed


def _require_rule(number: str = "") -> tuple[str, Rule]:
    """Return the game to which a rule number belongs, and the rule.

    Raises Refusal if the number belongs to no game, and UnknownRule if the game has no such rule.
    """
    game = game_of(number)
    if game is None:
        raise Refusal(no_such_rule(number))
    return game, _read_rule(game, number)


@cache
def _translate_rules(game: str, language: str) -> tuple[Rule, ...]:
    """Return the rules of a game in the context's language; `language` is its code, the key of the cache."""
    return tuple(
        msgspec.structs.replace(
            rule,
            title=_(rule.title),
            text=_(rule.text),
            asked=tuple(_(_SEPARATOR.join(rule.asked)).split(_SEPARATOR)),
            parts=tuple((_(name), _(told)) for name, told in rule.parts),
        )
        for rule in rules_of(game)
    )


def _read_rules(game: str) -> tuple[Rule, ...]:
    return _translate_rules(game, spoken_language())


def _read_rule(game: str, number: str) -> Rule:
    """Return a rule in the context's language. Raises UnknownRule."""
    return _read_rules(game)[rules_of(game).index(find_rule(game, number))]


def _search(game: str, typed: str) -> tuple[Rule, ...]:
    rules = _read_rules(game)
    return find(game, typed, rules) or find_near(game, typed, rules)


def _text(game: str, found: Rule, typed: str = "") -> str:
    """Format a rule with the parts of it that the typed question names, or with all of them if it names none."""
    told = describe_rule(found, find_parts(found, typed) or [name for name, _told in found.parts])
    return rule_page(_(game_type(game).title), found.number, found.title, told)


async def rule_answer(bot: Hexcade, interaction: Interaction, game: str, found: Rule, typed: str = "") -> Answer:
    """Build the page of a rule; `typed` is the question that it answers."""
    taught = find_guide_page(game, found.number)
    picture = None if taught is None else await draw(bot, interaction, taught.draw)
    buttons = [
        button(_("Show everybody"), CustomId(NO_TABLE, None, SHOW, (found.number,))),
        button(_(texts.BUTTON_HOW_TO_PLAY), guide_id(None, game, "" if taught is None else taught.name)),
    ]
    lesson = find_lesson_for_rule(game, found.number)
    if lesson is not None:
        buttons.append(button(_(BUTTON_LESSON), lesson_id(game, lesson.id)))
    related = _options([_read_rule(game, number) for number in found.related])
    further = build_selects(CustomId(NO_TABLE, None, RELATED), _(RELATED_TITLE), related)
    return Answer(_text(game, found, typed), (*further, *rows_of_buttons(buttons)), picture, interface(game).colour)


async def search_answer(bot: Hexcade, interaction: Interaction, game: str, typed: str) -> Answer:
    """Build the page of the rule that answers the typed question, or a list of rules to choose from.

    If several rules match, the best ones are shown in full above the list. If none matches, the list has rules with
    words that are spelled alike; without those, and if nothing was typed, all rules.
    """
    title, known, found = (
        _(game_type(game).title),
        _read_rules(game),
        find(game, typed, _read_rules(game)) if typed else (),
    )
    if len(found) == 1:
        return await rule_answer(bot, interaction, game, found[0], typed)
    near = () if found or not typed else find_near(game, typed, known)
    if not typed:
        text = format_rules_heading(title, len(known))
    elif found:
        best = [(each.title, describe_rule(each, find_parts(each, typed))) for each in found[:SHOWN_IN_FULL]]
        text = format_matches(title, typed, best)
    else:
        text = nothing_found(title, typed, len(near), len(known))
    rows: tuple[ui.Item[Any], ...] = build_selects(
        CustomId(NO_TABLE, None, RELATED), _("Choose a rule"), _options((found or near)[:MOST_FOUND] or known)
    )
    return Answer(text, rows, colour=interface(game).colour)


def _options(rules: Sequence[Rule]) -> list[discord.SelectOption]:
    return [discord.SelectOption(label=rule_name(each.number, each.title), value=each.number) for each in rules]


def find_guide_page(game: str, number: str) -> GuidePage | None:
    """Return the page of *How to play* that teaches a rule, or None if there is none."""
    ours, found = interface(game), game_type(game)
    usual = {}, choose_seat_count(found, None, ours.default_seats)
    for options, seats in (usual, *ours.teaching.taught_tables):
        for page in list_pages(game, found.options(seats, dict(options)), seats):
            if number in page.teaches:
                return page
    return None


def describe_rule(found: Rule, parts: Sequence[str]) -> str:
    """Format the sentences of some parts of a rule, a line for each, and then its text."""
    return "\n".join(
        [*(f"**{name.capitalize()}**: {told}." for name, told in found.parts if name in parts), found.text]
    )


def rule_page(game: str, number: str, title: str, text: str) -> str:
    """Format a rule's number, title and text."""
    return f"### {title}\n{text}\n-# {game} · {number}"


def rule_name(number: str, title: str) -> str:
    """Format a rule's number and title for an option of the select."""
    return f"{number} · {title}"


def format_rules_heading(game: str, number: int) -> str:
    """Format the heading above the list of all rules of a game; `number` is their count."""
    head = ngettext(
        "{number} rule. Choose one, or type a word after `/rules`.",
        "{number} rules. Choose one, or type a word after `/rules`.",
        number,
    )
    return f"### {game}\n{head}"


def format_matches(game: str, typed: str, best: Sequence[tuple[str, str]]) -> str:
    """Format title and text of the rules that answer the typed question best, above the list of all that match."""
    found = "\n".join(f"**{rule}**\n{text}" for rule, text in best)
    return f"### {game}: {quote(typed)}\n{found}"


def nothing_found(game: str, typed: str, near: int, number: int) -> str:
    """Format the message that no rule matches the typed text, above a list of rules.

    The list has `near` rules with words that are spelled alike; if there are none, all `number` rules.
    """
    said = _("I found no rule about {words}.", words=quote(typed))
    if near:
        advice = _("Perhaps you mean one of these.")
    else:
        advice = _("Try one word, such as “tie” or “win”, or choose from all {number}.", number=number)
    return f"### {game}\n{said} {advice}"


def no_such_rule(number: str) -> str:
    """Format the message that the rule of a pressed button no longer exists."""
    return _("Rule {rule} no longer exists. `/rules` lists all rules.", rule=quote(number))


def format_shown_recently(seconds: int) -> str:
    """Format the message that a rule was just shown here, with the seconds until the next one is allowed."""
    return _("A rule was just shown here. Try again in {seconds} s.", seconds=seconds)
