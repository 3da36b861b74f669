"""The marks between the parts of a text in Japanese and French."""

import pytest
from discord import ui

from cogs.ui.kit.layouts import layout
from language.messages import speaking
from language.punctuation import localize_marks

WRITTEN = {
    "霊: 当てにくい. ほかの手": "霊：当てにくい。ほかの手",
    "**Zero:** 石. **Ann**: 石": "**Zero：**石。**Ann**：石",
    "**霊**: 3": "**霊**：3",
    "Ann, コンピューター1人": "Ann、コンピューター1人",
    "命中 72 %; 反撃なし.": "命中 72 %。反撃なし。",
    "押してください。 *参加*を": "押してください。*参加*を",
    "従者の反撃 −2. はぐれ狼が破壊": "従者の反撃 −2。はぐれ狼が破壊",
    "残りHPは 3.\n1. 石\n### 12. 石": "残りHPは 3。\n1. 石\n### 12. 石",
    "a1, b2 · `/play a: 石`": "a1, b2 · `/play a: 石`",
    "命中 72%, 3クリック中2": "命中 72%、3クリック中2",
    "撃破点60; Annさん (石). Ben": "撃破点60。Annさん (石)。Ben",
    "**コンピューター1**さんの番. 共有勢力さんが, Annさんの": "**コンピューター1**の番。共有勢力が、Annさんの",
    "```\n石, 石.\n1. a\n```": "```\n石、石。\n1. a\n```",
    "```\n高さ\nd ...3. .1ww.\n```": "```\n高さ\nd ...3. .1ww.\n```",
    "**席1は10点.**\n次": "**席1は10点。**\n次",
    "駒1: HP 25; 巣12: C1": "駒1：HP 25。巣12：C1",
    "**正解：** 石。 **次**": "**正解：**石。**次**",
    "Annさんの駒1さんはBenさんのタイル2さん": "Annさんの駒1はBenさんのタイル2",
}


@pytest.mark.parametrize(("text", "written"), WRITTEN.items())
def test_marks_beside_japanese_are_those_of_japanese(text: str, written: str) -> None:
    with speaking("ja"):
        assert localize_marks(text) == written
        assert localize_marks(written) == written


def test_other_languages_keep_their_marks() -> None:
    with speaking("fr"):
        assert localize_marks("太郎, Ann.") == "太郎, Ann."


def test_colons_and_semicolons_of_french_have_a_no_break_space() -> None:
    with speaking("fr"):
        assert localize_marks("**Acide**: raté; 12:30 `a: b`") == "**Acide**\u00a0: raté\u00a0; 12:30 `a: b`"
        assert localize_marks("Tournant:") == "Tournant\u00a0:"
        assert localize_marks("Acide\u00a0: raté, <:seat:12> Ann :") == "Acide\u00a0: raté, <:seat:12> Ann :"


def test_marks_make_no_text_longer_than_discord_allows() -> None:
    gallery: ui.MediaGallery[ui.LayoutView] = ui.MediaGallery()
    gallery.add_item(media="https://example.com/1.png", description="Eau: " * 200)
    gallery.add_item(media="https://example.com/2.png", description="Eau: b3")
    with speaking("fr"):
        layout(gallery)
    assert [each.description for each in gallery.items] == ["Eau: " * 200, "Eau\u00a0: b3"]
