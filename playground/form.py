"""Field-by-field validation of JSON objects; errors are collected by path, as Discord reports them."""

from collections.abc import Collection, Iterator
from typing import Any

from playground.errors import ApiError, ErrorCode, Json

_LONGEST_NUMBER = 20


class FormText(str):
    """A value of an urlencoded body, in which numbers and booleans are texts too."""


class Form:
    """An object in a request body, read field by field; the forms of nested objects add to the same `errors`."""

    def __init__(self, body: object, path: tuple[str, ...] = (), errors: Json | None = None) -> None:
        self.path = path
        self.errors: Json = {} if errors is None else errors
        self.body: Json = body if isinstance(body, dict) else {}
        if not isinstance(body, dict):
            self._add_error_at(path, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")

    def add_error(self, key: str, code: str, message: str) -> None:
        """Add an error to the field `key`, or to the object itself if `key` is empty."""
        self._add_error_at((*self.path, key) if key else self.path, code, message)

    def _add_error_at(self, path: tuple[str, ...], code: str, message: str) -> None:
        place = self.errors
        for key in path:
            place = place.setdefault(key, {})
        place.setdefault("_errors", []).append({"code": code, "message": message})

    def raise_errors(self) -> None:
        """Raise ApiError 50035 if any field of the body is invalid."""
        if self.errors:
            raise ApiError(ErrorCode.INVALID_FORM, self.errors)

    def get(self, key: str) -> Any:
        """Return the raw value, None if it is null or absent."""
        return self.body.get(key)

    def require(self, key: str) -> bool:
        """Return whether a required field is present; add an error if not."""
        if self.body.get(key) is not None:
            return True
        self.add_error(key, "BASE_TYPE_REQUIRED", "This field is required")
        return False

    def _add_length_error(self, key: str, minimum: int, maximum: int) -> None:
        if minimum:
            self.add_error(key, "BASE_TYPE_BAD_LENGTH", f"Must be between {minimum} and {maximum} in length.")
        else:
            self.add_error(key, "BASE_TYPE_MAX_LENGTH", f"Must be {maximum} or fewer in length.")

    def text(self, key: str, maximum: int, minimum: int = 0, *, required: bool = False) -> str | None:
        """Return the string under `key`, None if it is absent; add an error for a wrong type or length."""
        value = self.body.get(key)
        if value is None:
            if required:
                self.require(key)
            return None
        if not isinstance(value, str):
            self.add_error(key, "STRING_TYPE_CONVERT", "Could not interpret value as string.")
            return None
        if required and not value and minimum:
            self.add_error(key, "BASE_TYPE_REQUIRED", "This field is required")
        elif not minimum <= len(value) <= maximum:
            self._add_length_error(key, minimum, maximum)
        return value

    def integer(self, key: str, minimum: int, maximum: int, *, required: bool = False) -> int | None:
        """Return the integer under `key`, None if it is absent; add an error for a wrong type or range."""
        value = self.body.get(key)
        if value is None:
            if required:
                self.require(key)
            return None
        value = _parse_number(value)
        if not isinstance(value, int) or isinstance(value, bool):
            self.add_error(key, "NUMBER_TYPE_COERCE", f'Value "{str(value)[:80]}" is not int.')
            return None
        if value < minimum:
            self.add_error(key, "NUMBER_TYPE_MIN", f"int value should be greater than or equal to {minimum}.")
        elif value > maximum:
            self.add_error(key, "NUMBER_TYPE_MAX", f"int value should be less than or equal to {maximum}.")
        return value

    def boolean(self, key: str, default: bool | None = None) -> bool | None:
        """Return the boolean under `key`, or the default if it is absent; add an error for another type."""
        value = self.body.get(key)
        if value is None:
            return default
        if isinstance(value, FormText):
            value = {"true": True, "1": True, "false": False, "0": False}.get(value.lower(), value)
        if not isinstance(value, bool):
            self.add_error(key, "BOOLEAN_TYPE_CONVERT", "Must be either true or false.")
        return bool(value)

    def choice(self, key: str, allowed: Collection[int], *, required: bool = True) -> int | None:
        """Return the integer under `key`, None if it is absent or not one of `allowed`.

        Adds an error if it is not allowed, or absent although it is required.
        """
        value = self.body.get(key)
        if value is None:
            if required:
                self.require(key)
            return None
        value = _parse_number(value)
        if not isinstance(value, int) or isinstance(value, bool) or value not in allowed:
            numbers = ", ".join(str(number) for number in sorted(allowed))
            self.add_error(key, "BASE_TYPE_CHOICES", f"Value must be one of {{{numbers}}}.")
            return None
        return value

    def array(self, key: str, maximum: int, minimum: int = 0) -> list[Any]:
        """Return the array under `key`, empty if it is absent; add an error for a wrong type or number of elements."""
        value = self.body.get(key)
        if value is None and not minimum:
            return []
        if value is None:
            self.require(key)
            return []
        if not isinstance(value, list):
            self.add_error(key, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            return []
        if not minimum <= len(value) <= maximum:
            self._add_length_error(key, minimum, maximum)
        return value[:maximum]

    def parts(self, key: str, maximum: int, minimum: int = 0) -> Iterator["Form"]:
        """Yield a form for each object in the array under `key`."""
        for index, value in enumerate(self.array(key, maximum, minimum)):
            yield Form(value, (*self.path, key, str(index)), self.errors)

    def part(self, key: str) -> "Form | None":
        """Return a form for the object under `key`, None if it is absent."""
        value = self.body.get(key)
        return None if value is None else Form(value, (*self.path, key), self.errors)


def _parse_number(value: object) -> object:
    """Return the integer in a value of an urlencoded body, any other value unchanged."""
    if isinstance(value, FormText) and value.removeprefix("-").isdecimal() and len(value) <= _LONGEST_NUMBER:
        return int(value)
    return value
