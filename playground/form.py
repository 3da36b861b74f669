"""One JSON object read field by field; mistakes are collected under their paths, as Discord reports them."""

from collections.abc import Collection, Iterator
from typing import Any

from playground.refusals import Json, Reason, RefusedError


class Form:
    """An object of a request's body; the forms of its parts share its list of mistakes."""

    def __init__(self, body: object, path: tuple[str, ...] = (), errors: Json | None = None) -> None:
        self.path = path
        self.errors: Json = {} if errors is None else errors
        self.body: Json = body if isinstance(body, dict) else {}
        if not isinstance(body, dict):
            self._note(path, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")

    def wrong(self, key: str, code: str, message: str) -> None:
        """Note a mistake in the field `key`; an empty key means the object itself."""
        self._note((*self.path, key) if key else self.path, code, message)

    def _note(self, path: tuple[str, ...], code: str, message: str) -> None:
        place = self.errors
        for key in path:
            place = place.setdefault(key, {})
        place.setdefault("_errors", []).append({"code": code, "message": message})

    def finish(self) -> None:
        """Raise the refusal if any field of the whole body was wrong."""
        if self.errors:
            raise RefusedError(Reason.INVALID_FORM, self.errors)

    def get(self, key: str) -> Any:
        """Return the raw value; null and absent are the same."""
        return self.body.get(key)

    def need(self, key: str) -> bool:
        """Say whether a required field is there, noting its absence."""
        if self.body.get(key) is not None:
            return True
        self.wrong(key, "BASE_TYPE_REQUIRED", "This field is required")
        return False

    def _wrong_length(self, key: str, least: int, most: int) -> None:
        if least:
            self.wrong(key, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")
        else:
            self.wrong(key, "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")

    def text(self, key: str, most: int, least: int = 0, *, required: bool = False) -> str | None:
        """Return a string of `least` to `most` characters."""
        value = self.body.get(key)
        if value is None:
            if required:
                self.need(key)
            return None
        if not isinstance(value, str):
            self.wrong(key, "STRING_TYPE_CONVERT", "Could not interpret value as string.")
            return None
        if required and not value and least:
            self.wrong(key, "BASE_TYPE_REQUIRED", "This field is required")
        elif not least <= len(value) <= most:
            self._wrong_length(key, least, most)
        return value

    def whole(self, key: str, least: int, most: int, *, required: bool = False) -> int | None:
        """Return an integer from `least` to `most`."""
        value = self.body.get(key)
        if value is None:
            if required:
                self.need(key)
            return None
        if not isinstance(value, int) or isinstance(value, bool):
            self.wrong(key, "NUMBER_TYPE_COERCE", f'Value "{str(value)[:80]}" is not int.')
            return None
        if value < least:
            self.wrong(key, "NUMBER_TYPE_MIN", f"int value should be greater than or equal to {least}.")
        elif value > most:
            self.wrong(key, "NUMBER_TYPE_MAX", f"int value should be less than or equal to {most}.")
        return value

    def flag(self, key: str, default: bool | None = None) -> bool | None:
        """Return a boolean, or the default where it is absent."""
        value = self.body.get(key)
        if value is None:
            return default
        if not isinstance(value, bool):
            self.wrong(key, "BOOLEAN_TYPE_CONVERT", "Must be either true or false.")
        return bool(value)

    def choice(self, key: str, allowed: Collection[int], *, required: bool = True) -> int | None:
        """Return an integer that is one of those allowed."""
        value = self.body.get(key)
        if value is None:
            if required:
                self.need(key)
            return None
        if not isinstance(value, int) or isinstance(value, bool) or value not in allowed:
            numbers = ", ".join(str(number) for number in sorted(allowed))
            self.wrong(key, "BASE_TYPE_CHOICES", f"Value must be one of {{{numbers}}}.")
            return None
        return value

    def array(self, key: str, most: int, least: int = 0) -> list[Any]:
        """Return an array of `least` to `most` elements; absent is empty."""
        value = self.body.get(key)
        if value is None and not least:
            return []
        if value is None:
            self.need(key)
            return []
        if not isinstance(value, list):
            self.wrong(key, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            return []
        if not least <= len(value) <= most:
            self._wrong_length(key, least, most)
        return value[:most]

    def parts(self, key: str, most: int, least: int = 0) -> Iterator["Form"]:
        """Yield the objects of an array as forms."""
        for index, value in enumerate(self.array(key, most, least)):
            yield Form(value, (*self.path, key, str(index)), self.errors)

    def part(self, key: str) -> "Form | None":
        """Return the object under `key` as a form."""
        value = self.body.get(key)
        return None if value is None else Form(value, (*self.path, key), self.errors)
