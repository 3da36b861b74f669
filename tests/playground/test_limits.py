"""Discord's limits and cross-field rules at their boundaries."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from playground import limits
from playground.commands import read_commands
from playground.errors import ApiError, ErrorCode
from playground.form import Form
from playground.messages import Draft, Upload, read_message
from playground.modals import read_modal
from playground.service import Playground

Json = dict[str, Any]
LAYOUT = 1 << 15


@pytest.fixture
def playground(tmp_path: Path) -> Iterator[Playground]:
    one = Playground(tmp_path / "world", "http://127.0.0.1:1", "bot")
    yield one
    one.world.close()


@pytest.fixture
def read(playground: Playground) -> Callable[..., Draft]:
    channel = next(iter(playground.world.channels.values()))

    def read(files: dict[str, bytes] | None = None, **body: Any) -> Draft:
        uploads = {str(index): Upload(name, content) for index, (name, content) in enumerate((files or {}).items())}
        return read_message(playground, channel, Form(body), uploads)

    return read


def places(errors: Json, path: str = "") -> Iterator[tuple[str, str]]:
    """Yield the path and code of every error in an error body."""
    for key, value in errors.items():
        if key == "_errors":
            yield from ((path, error["code"]) for error in value)
        else:
            yield from places(value, f"{path}.{key}" if path else key)


def validation_errors(act: Callable[[], object]) -> list[tuple[str, str]]:
    """Return the paths and codes of the errors that `act` raises, empty if none."""
    try:
        act()
    except ApiError as refused:
        if refused.error_code is not ErrorCode.INVALID_FORM:
            raise
        return list(places(refused.body["errors"]))
    return []


def button(number: int = 0, **fields: Any) -> Json:
    """Return a button."""
    return {"type": 2, "style": 2, "label": "b", "custom_id": f"b{number}", **fields}


def row(*children: Json) -> Json:
    """Return an action row."""
    return {"type": 1, "components": list(children)}


def select(**fields: Any) -> Json:
    """Return a string select."""
    return {"type": 3, "custom_id": "s", "options": [{"label": "a", "value": "a"}], **fields}


def text(content: str = "x") -> Json:
    """Return a text display."""
    return {"type": 10, "content": content}


def test_content_has_at_most_2000_characters(read: Callable[..., Draft]) -> None:
    assert read(content="x" * 2000).content == "x" * 2000
    assert validation_errors(lambda: read(content="x" * 2001)) == [("content", "BASE_TYPE_MAX_LENGTH")]


@pytest.mark.parametrize("body", [{}, {"content": "  \n"}, {"components": [row(button())]}, {"flags": LAYOUT}])
def test_an_empty_message_is_rejected(read: Callable[..., Draft], body: Json) -> None:
    with pytest.raises(ApiError) as refused:
        read(**body)
    assert refused.value.error_code is ErrorCode.EMPTY_MESSAGE


@pytest.mark.parametrize(
    ("embed", "maximum"),
    [
        (lambda n: {"title": "x" * n}, 256),
        (lambda n: {"description": "x" * n}, 4096),
        (lambda n: {"title": "t", "footer": {"text": "x" * n}}, 2048),
        (lambda n: {"title": "t", "author": {"name": "x" * n}}, 256),
        (lambda n: {"fields": [{"name": "x" * n, "value": "v"}]}, 256),
        (lambda n: {"fields": [{"name": "n", "value": "x" * n}]}, 1024),
        (lambda n: {"fields": [{"name": "n", "value": "v"}] * n}, 25),
    ],
)
def test_embed_fields_have_length_limits(
    read: Callable[..., Draft], embed: Callable[[int], Json], maximum: int
) -> None:
    assert not validation_errors(lambda: read(embeds=[embed(maximum)]))
    assert validation_errors(lambda: read(embeds=[embed(maximum + 1)]))


def test_embeds_have_at_most_6000_characters_in_sum(read: Callable[..., Draft]) -> None:
    assert not validation_errors(lambda: read(embeds=[{"description": "x" * 600}] * 10))
    assert validation_errors(lambda: read(embeds=[{"description": "x" * 600}] * 9 + [{"description": "x" * 601}])) == [
        ("embeds", "MAX_EMBED_SIZE_EXCEEDED")
    ]
    assert validation_errors(lambda: read(embeds=[{"title": "x"}] * 11)) == [("embeds", "BASE_TYPE_MAX_LENGTH")]


def test_five_rows_of_five_buttons_or_one_select(read: Callable[..., Draft]) -> None:
    rows = [row(*(button(line * 5 + place) for place in range(5))) for line in range(5)]
    assert not validation_errors(lambda: read(content="x", components=rows))
    assert validation_errors(lambda: read(content="x", components=[row(button(n)) for n in range(6)])) == [
        ("components", "BASE_TYPE_MAX_LENGTH")
    ]
    assert validation_errors(lambda: read(content="x", components=[row(*(button(n) for n in range(6)))])) == [
        ("components.0.components", "BASE_TYPE_BAD_LENGTH")
    ]
    for wrong in (row(select(), button()), row(select(), select(custom_id="t"))):
        assert ("components.0.components", "COMPONENT_LAYOUT_WIDTH_EXCEEDED") in validation_errors(
            lambda wrong=wrong: read(content="x", components=[wrong])
        )
    assert validation_errors(lambda: read(content="x", components=[row()]))


def test_custom_ids_are_1_to_100_characters_and_unique(read: Callable[..., Draft]) -> None:
    assert not validation_errors(lambda: read(content="x", components=[row(button(custom_id="x" * 100))]))
    for wrong in ("", "x" * 101, None):
        found = validation_errors(lambda wrong=wrong: read(content="x", components=[row(button(custom_id=wrong))]))
        assert [path for path, _ in found] == ["components.0.components.0.custom_id"]
    nested = [{"type": 17, "components": [row(button())]}, row(button())]
    assert validation_errors(lambda: read(flags=LAYOUT, components=nested)) == [
        ("components.1.components.0.custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED")
    ]


@pytest.mark.parametrize(
    "fields",
    [
        {"label": "x" * 81},
        {"label": None},
        {"style": 7},
        {"style": None},
        {"url": "https://example.org"},
        {"style": 5, "custom_id": None},
        {"style": 5, "custom_id": None, "url": "javascript:alert(1)"},
        {"style": 5, "custom_id": None, "url": "https://" + "x" * 505},
        {"style": 5, "url": "https://example.org"},
        {"style": 6, "custom_id": None},
        {"disabled": "no"},
        {"emoji": {}},
        {"id": -1},
    ],
)
def test_invalid_buttons(read: Callable[..., Draft], fields: Json) -> None:
    assert validation_errors(lambda: read(content="x", components=[row(button(**fields))]))


@pytest.mark.parametrize(
    "fields",
    [
        {"label": "x" * 80},
        {"label": None, "emoji": {"id": None, "name": "♟"}},
        {"style": 5, "custom_id": None, "url": "https://example.org"},
        {"disabled": True, "id": 7},
    ],
)
def test_valid_buttons(read: Callable[..., Draft], fields: Json) -> None:
    assert not validation_errors(lambda: read(content="x", components=[row(button(**fields))]))


def options(count: int, **fields: Any) -> list[Json]:
    """Return options of a select."""
    return [{"label": "l", "value": str(number), **fields} for number in range(count)]


@pytest.mark.parametrize(
    "fields",
    [
        {"options": options(26)},
        {"options": []},
        {"options": options(1, label="x" * 101)},
        {"options": options(1, value="x" * 101)},
        {"options": options(1, description="x" * 101)},
        {"options": options(2, value="same")},
        {"options": options(2, default=True)},
        {"placeholder": "x" * 151},
        {"options": options(25), "min_values": 3, "max_values": 2},
        {"options": options(25), "max_values": 26},
        {"options": options(2), "min_values": 3, "max_values": 3},
    ],
)
def test_invalid_selects(read: Callable[..., Draft], fields: Json) -> None:
    assert validation_errors(lambda: read(content="x", components=[row(select(**fields))]))


@pytest.mark.parametrize(
    "fields",
    [
        {"options": options(25, label="x" * 100, description="x" * 100), "min_values": 0, "max_values": 25},
        {"placeholder": "x" * 150},
        {"type": 5, "options": None},
    ],
)
def test_valid_selects(read: Callable[..., Draft], fields: Json) -> None:
    assert not validation_errors(lambda: read(content="x", components=[row(select(**fields))]))


def test_components_v2_require_the_flag(read: Callable[..., Draft]) -> None:
    assert validation_errors(lambda: read(content="x", components=[text()])) == [
        ("components.0.type", "UNION_TYPE_CHOICES")
    ]
    assert not validation_errors(lambda: read(flags=LAYOUT, components=[text()]))


@pytest.mark.parametrize(
    ("key", "value"), [("content", "x"), ("embeds", [{"title": "x"}]), ("poll", {"question": {}}), ("sticker_ids", [1])]
)
def test_components_v2_exclude_legacy_fields(read: Callable[..., Draft], key: str, value: Any) -> None:
    found = validation_errors(lambda: read(flags=LAYOUT, components=[text()], **{key: value}))

    assert found == [(key, "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2")]


def test_components_v2_have_at_most_40_components_including_nested_ones(read: Callable[..., Draft]) -> None:
    def layout(texts: int) -> Json:
        section = {"type": 9, "components": [text()], "accessory": button()}
        return {"type": 17, "components": [section, row(button(1)), *(text() for _ in range(texts))]}

    assert not validation_errors(lambda: read(flags=LAYOUT, components=[layout(34)]))
    assert validation_errors(lambda: read(flags=LAYOUT, components=[layout(35)])) == [
        ("components", "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED")
    ]


def test_components_v2_have_at_most_4000_characters_in_sum(read: Callable[..., Draft]) -> None:
    assert not validation_errors(lambda: read(flags=LAYOUT, components=[text("x" * 4000)]))
    assert validation_errors(lambda: read(flags=LAYOUT, components=[text("x" * 4001)]))
    assert validation_errors(lambda: read(flags=LAYOUT, components=[text("x" * 2000), text("x" * 2001)])) == [
        ("components", "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED")
    ]


ELSEWHERE = {"media": {"url": "https://example.org/a.png"}}


@pytest.mark.parametrize(
    "component",
    [
        {"type": 17, "components": [{"type": 17, "components": [text()]}]},
        {"type": 17, "components": []},
        {"type": 17, "components": [text()], "accent_color": 0x1000000},
        {"type": 9, "components": [text()] * 4, "accessory": button()},
        {"type": 9, "components": [text()]},
        {"type": 9, "components": [text()], "accessory": text()},
        {"type": 9, "components": [row(button())], "accessory": button(1)},
        {"type": 12, "items": []},
        {"type": 12, "items": [ELSEWHERE] * 11},
        {"type": 12, "items": [{**ELSEWHERE, "description": "x" * 1025}]},
        {"type": 12, "items": [{"media": {"url": "file:///etc/passwd"}}]},
        {"type": 12, "items": [{"media": {"url": "attachment://absent.png"}}]},
        {"type": 13, "file": {"url": "https://example.org/a.png"}},
        {"type": 14, "spacing": 3},
        {"type": 10, "content": ""},
        {"type": 10},
        {"type": 11, "media": {"url": "https://example.org/a.png"}},
        {"type": True},
        {"type": 99},
        "text",
    ],
)
def test_invalid_components_v2(read: Callable[..., Draft], component: Json) -> None:
    assert validation_errors(lambda: read(flags=LAYOUT, components=[component]))


@pytest.mark.parametrize(
    "component",
    [
        {"type": 17, "components": [text()], "accent_color": 0xFFFFFF, "spoiler": True},
        {"type": 9, "components": [text()] * 3, "accessory": {"type": 11, **ELSEWHERE}},
        {"type": 12, "items": [{**ELSEWHERE, "description": "x" * 1024}] * 10},
        {"type": 12, "items": [{"media": {"url": "attachment://a.txt"}}]},
        {"type": 13, "file": {"url": "attachment://a.txt"}},
        {"type": 14, "spacing": 2, "divider": False},
    ],
)
def test_valid_components_v2(read: Callable[..., Draft], component: Json) -> None:
    assert not validation_errors(lambda: read({"a.txt": b"a"}, flags=LAYOUT, components=[component]))


def test_component_ids_are_assigned_or_kept(read: Callable[..., Draft]) -> None:
    draft = read(flags=LAYOUT, components=[{"type": 17, "components": [{**text(), "id": 2}, text()]}])

    container = draft.components[0]
    assert [container["id"], *(part["id"] for part in container["components"])] == [1, 2, 3]
    twice = [{**text(), "id": 5}, {**text(), "id": 5}]
    assert validation_errors(lambda: read(flags=LAYOUT, components=twice)) == [
        ("components.1.id", "COMPONENT_ID_DUPLICATED")
    ]


def test_at_most_ten_attachments_with_1024_characters_of_alt_text(read: Callable[..., Draft]) -> None:
    files = {f"{number}.txt": b"x" for number in range(11)}
    ten = dict(list(files.items())[:10])
    described = [{"id": 0, "description": "x" * 1024}]
    assert len(read(ten, attachments=described).attachments) == 10
    assert validation_errors(lambda: read(files)) == [("attachments", "BASE_TYPE_MAX_LENGTH")]
    described = [{"id": 0, "description": "x" * 1025}]
    assert validation_errors(lambda: read(ten, attachments=described)) == [
        ("attachments.0.description", "BASE_TYPE_MAX_LENGTH")
    ]
    assert validation_errors(lambda: read(ten, attachments=[{"id": 10}])) == [
        ("attachments.0.id", "ATTACHMENT_NOT_FOUND")
    ]


def test_file_names_are_sanitized_and_found_by_either_name(read: Callable[..., Draft]) -> None:
    gallery = {"type": 12, "items": [{"media": {"url": "attachment://my board.png"}}]}
    draft = read({"my board.png": b"x"}, flags=LAYOUT, components=[gallery])

    assert draft.attachments[0]["filename"] == "my_board.png"
    assert draft.components[0]["items"][0]["media"]["url"].endswith("/my_board.png")
    assert read({"../../etc/passwd": b"x"}).attachments[0]["filename"] == "_.._etc_passwd"


def command(**fields: Any) -> Json:
    """Return a slash command."""
    return {"name": "play", "description": "Start a game", **fields}


def option(number: int = 0, **fields: Any) -> Json:
    """Return a command's option."""
    return {"type": 3, "name": f"o{number}", "description": "d", **fields}


CHOICE = {"name": "n", "value": "v"}


@pytest.mark.parametrize(
    "wrong",
    [
        command(name="Play"),
        command(name="Ähre"),
        command(name="two words"),
        command(name="x" * 33),
        command(name=""),
        command(name="a.b"),
        command(description=""),
        command(description="x" * 101),
        command(options=[option(n) for n in range(26)]),
        command(options=[option(1), option(1)]),
        command(options=[option(1), option(2, required=True)]),
        command(options=[option(name="Upper")]),
        command(options=[option(choices=[{"name": str(n), "value": str(n)} for n in range(26)])]),
        command(options=[option(choices=[CHOICE], autocomplete=True)]),
        command(options=[option(choices=[CHOICE, CHOICE])]),
        command(options=[option(choices=[{"name": "x" * 101, "value": "v"}])]),
        command(options=[option(choices=[{"name": "n", "value": "x" * 101}])]),
        command(options=[option(choices=[{"name": "n", "value": 1}])]),
        command(options=[option(type=4, choices=[CHOICE])]),
        command(options=[option(type=5, autocomplete=True)]),
        command(options=[option(type=6, choices=[CHOICE])]),
        command(options=[option(min_length=6001)]),
        command(options=[option(type=4, max_value=2**53 + 1)]),
        command(options=[option(type=4, max_value=1.5)]),
        command(options=[option(type=1), option(1)]),
        command(options=[option(type=2, options=[option(type=2)])]),
        command(options=[option(type=99)]),
        command(
            options=[
                option(
                    n,
                    description="x" * 100,
                    choices=[{"name": "x" * 100 + str(m), "value": "x" * 90} for m in range(10)],
                )
                for n in range(4)
            ]
        ),
    ],
)
def test_invalid_commands(wrong: Json) -> None:
    assert validation_errors(lambda: read_commands([wrong]))


@pytest.mark.parametrize(
    "right",
    [
        command(name="x" * 32, description="x" * 100),
        command(name="größe-1_it's"),
        command(name="играть"),
        command(options=[option(n, required=n < 12) for n in range(25)]),
        command(options=[option(choices=[{"name": str(n), "value": str(n)} for n in range(25)])]),
        command(options=[option(type=10, min_value=0.5, autocomplete=True)]),
        command(options=[option(type=2, options=[option(type=1, options=[option()])])]),
        {"type": 2, "name": "Two Words"},
    ],
)
def test_valid_commands(right: Json) -> None:
    assert not validation_errors(lambda: read_commands([right]))


def test_a_command_has_at_most_8000_characters() -> None:
    def choices(count: int) -> list[Json]:
        return [{"name": f"{number:0100}", "value": "x" * 100} for number in range(count)]

    def command_with_descriptions(description: int) -> Json:
        # Its own 16, two options' names 4, the first one's description 1, 39 choices of 200 and one of 100.
        second = option(1, description="x" * description, choices=[*choices(14), {"name": "x" * 50, "value": "x" * 50}])
        return command(options=[option(choices=choices(25)), second])

    assert not validation_errors(lambda: read_commands([command_with_descriptions(8000 - 16 - 4 - 1 - 39 * 200 - 100)]))
    assert validation_errors(
        lambda: read_commands([command_with_descriptions(8000 - 16 - 4 - 1 - 39 * 200 - 100 + 1)])
    ) == [("0", "APPLICATION_COMMAND_TOO_LARGE")]


def test_at_most_a_hundred_commands_with_unique_names() -> None:
    assert not validation_errors(lambda: read_commands([command(name=f"c{n}") for n in range(100)]))
    with pytest.raises(ApiError) as refused:
        read_commands([command(name=f"c{n}") for n in range(101)])
    assert refused.value.error_code is ErrorCode.TOO_MANY_COMMANDS
    assert validation_errors(lambda: read_commands([command(), command()])) == [
        ("1.name", "APPLICATION_COMMANDS_DUPLICATE_NAME")
    ]
    assert validation_errors(lambda: read_commands("play"))


def label(**component: Any) -> Json:
    """Return a label with a text input or the given component."""
    return {"type": 18, "label": "l", "component": {"type": 4, "custom_id": "c", "style": 1, **component}}


def modal(*components: Json, **fields: Any) -> Form:
    """Return a modal."""
    return Form({"custom_id": "m", "title": "t", "components": list(components) or [label()], **fields})


def modal_validation_errors(form: Form) -> list[tuple[str, str]]:
    """Return the errors of a modal."""
    read_modal(form, {})
    return validation_errors(form.raise_errors)


@pytest.mark.parametrize(
    "wrong",
    [
        modal(title="x" * 46),
        modal(title=""),
        modal(title=None),
        modal(custom_id="x" * 101),
        modal(components=[]),
        modal(*(label(custom_id=str(n)) for n in range(6))),
        modal(label(), label()),
        modal({**label(), "label": "x" * 46}),
        modal({**label(), "label": ""}),
        modal({**label(), "description": "x" * 101}),
        modal({"type": 18, "label": "l"}),
        modal(label(style=3)),
        modal(label(min_length=4001)),
        modal(label(max_length=4001)),
        modal(label(max_length=0)),
        modal(label(min_length=3, max_length=2)),
        modal(label(max_length=2, value="xxx")),
        modal(label(placeholder="x" * 101)),
        modal(row(button())),
        modal(row({"type": 4, "custom_id": "c", "style": 1})),
        modal({"type": 17, "components": [text()]}),
        modal(label(type=21, options=options(1))),
        modal(label(type=21, options=options(11))),
        modal(label(type=22, options=options(11))),
        modal(label(type=3, options=options(26))),
        modal(label(type=3, options=options(1), disabled=True)),
        modal(label(type=2)),
        modal(label(type=19, max_values=11)),
        modal(label(type=19, min_values=2)),
        modal(label(type=21, options=[{**option, "default": True} for option in options(2)])),
        modal(label(type=22, options=[{**option, "default": True} for option in options(2)], max_values=1)),
        modal(label(type=22, options=options(2), min_values=2, max_values=1)),
        modal(label(type=3, options=[{"label": "l", "value": "v", "emoji": {"id": "1"}}])),
        modal(label(type=5, default_values=[{"id": "1", "type": "role"}])),
        modal(label(type=5, default_values=[{"type": "user"}])),
        modal(label(type=8, default_values=[{"id": "1", "type": "channel"}, {"id": "2", "type": "channel"}])),
    ],
)
def test_invalid_modals(wrong: Form) -> None:
    assert modal_validation_errors(wrong)


@pytest.mark.parametrize(
    "right",
    [
        modal(title="x" * 45),
        modal(*(label(custom_id=str(n)) for n in range(5))),
        modal({**label(), "label": "x" * 45, "description": "x" * 100}),
        modal(label(min_length=0, max_length=4000, placeholder="x" * 100, value="x" * 4000)),
        modal(row({"type": 4, "custom_id": "c", "style": 2, "label": "l"})),
        modal(text(), label()),
        modal(label(type=21, options=options(10))),
        modal(label(type=22, options=options(10))),
        modal(label(type=23)),
        modal(label(type=3, options=options(25), max_values=25)),
        modal(label(type=5)),
        modal(label(type=19, min_values=0, max_values=10)),
        modal(label(type=22, options=[{**option, "default": True} for option in options(2)])),
        modal(label(type=7, default_values=[{"id": "1", "type": "role"}, {"id": "2", "type": "user"}], max_values=2)),
    ],
)
def test_valid_modals(right: Form) -> None:
    assert modal_validation_errors(right) == []


def test_an_error_body_has_discords_shape(read: Callable[..., Draft]) -> None:
    with pytest.raises(ApiError) as refused:
        read(content="x" * 2001, components=[row(button(label="x" * 81))])

    message = {"code": "BASE_TYPE_MAX_LENGTH", "message": "Must be 2000 or fewer in length."}
    label = {"code": "BASE_TYPE_MAX_LENGTH", "message": "Must be 80 or fewer in length."}
    assert refused.value.body == {
        "message": "Invalid Form Body",
        "code": 50035,
        "errors": {
            "content": {"_errors": [message]},
            "components": {"0": {"components": {"0": {"label": {"_errors": [label]}}}}},
        },
    }


def test_limits_are_discords() -> None:
    assert (limits.CALLBACK_SECONDS, limits.TOKEN_SECONDS, limits.NONCE_SECONDS) == (3, 900, 300)
    assert (limits.ATTACHMENT_BYTES, limits.REQUEST_BYTES) == (10 * 2**20, 25 * 2**20)
    assert (limits.GATEWAY_BYTES, limits.GATEWAY_SENDS, limits.GATEWAY_SEND_SECONDS) == (4096, 120, 60)
