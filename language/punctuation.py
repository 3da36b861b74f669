"""The marks between the parts of a text, in the context's language.

Parts of a text are joined with the marks of English. Japanese has marks of its own, without spaces after them. French
has a no-break space before colons and semicolons.
"""

import re
from typing import Final

from language.messages import spoken_language

_WIDE: Final = "[\u3001-\u30ff\u3400-\u9fff\uff01-\uff60]"
_MARKS: Final = {",": "、", ";": "。", ":": "：", ".": "。"}
# Bounded, since people type asterisks too: without a bound, a long row of them would take quadratic time.
_STARS: Final = "[*_]{0,3}"
_CODE: Final = re.compile("(```.*?```|`[^`\n]*`)", re.DOTALL)
_BLOCK: Final = "```"
_JOINTS: Final = re.compile(
    rf"(?<={_WIDE})(?P<bold>{_STARS})(?P<after>[,;:.])(?P<closed>{_STARS})(?: +|$)"
    rf"|(?:(?<={_WIDE}\d)|(?<={_WIDE}\d\d))(?P<colon>:) +"
    rf"|(?P<before>[,;:]|(?<=[a-z>])\.)(?P<close>{_STARS}) +(?={_STARS}{_WIDE})"
    rf"|(?<=[。：])(?P<kept>{_STARS}) +(?=\S)",
    re.MULTILINE,
)
_NUMBERS_JOINTS: Final = re.compile(
    r"(?:;|(?<=[%)]),|(?:(?<=[%)])|(?<=[^\s*、。：（]\d)(?<!^\d\d)(?<![\s*]\d\d))\.) +(?=\S)", re.MULTILINE
)
"""Marks between parts without Japanese. In a block of code they may belong to a board."""
_FRENCH_JOINTS: Final = re.compile(rf"(?<=[^\s:;])({_STARS})([:;])(?={_STARS}(?: |$))", re.MULTILINE)
_ENDED: Final = re.compile(r"^.*\.$", re.MULTILINE)
_TITLED: Final = re.compile(
    r"((?:コンピューター|Computer )\d+[*_]*|\(あなた\)|共有勢力|相手\d*|の(?:駒|タイル)\d+)さん"
)
"""Names that stand without the title that messages in Japanese give to people."""


def localize_marks(text: str) -> str:
    """Return a text with the marks of the context's language between its parts.

    Commands in backticks stay as they are, and so do boards in blocks of code. In Japanese, only marks beside Japanese
    change, so that lists of hexes and the numbers of a list keep theirs.
    """
    language = spoken_language()
    if language not in ("ja", "fr"):
        return text
    localize = _localize_french if language == "fr" else _localize_japanese
    parts = _CODE.split(text)
    return "".join(part if part.startswith("`") and not part.startswith(_BLOCK) else localize(part) for part in parts)


def _localize_french(text: str) -> str:
    return _FRENCH_JOINTS.sub("\\1\u00a0\\2", text)


def _localize_japanese(text: str) -> str:
    if not text.startswith(_BLOCK):
        text = _NUMBERS_JOINTS.sub(lambda found: _MARKS[found[0][0]], text)
    return _TITLED.sub(r"\1", _ENDED.sub(_localize_end, _JOINTS.sub(_localize_joint, text)))


def _localize_joint(found: re.Match[str]) -> str:
    mark = found["after"] or found["before"] or found["colon"]
    stars = (found["closed"] or "") + (found["close"] or "") + (found["kept"] or "")
    return (found["bold"] or "") + (_MARKS[mark] if mark else "") + stars


def _localize_end(found: re.Match[str]) -> str:
    line = found[0]
    return f"{line[:-1]}。" if re.search(_WIDE, line) else line
