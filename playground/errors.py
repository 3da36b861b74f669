"""API errors with Discord's status, code and body."""

from enum import Enum
from typing import Any

Json = dict[str, Any]


class ErrorCode(Enum):
    """Discord's JSON error codes: HTTP status, code and message."""

    BAD_REQUEST = (400, 0, "400: Bad Request")
    UNAUTHORIZED = (401, 0, "401: Unauthorized")
    FORBIDDEN = (403, 0, "403: Forbidden")
    NOT_FOUND = (404, 0, "404: Not Found")
    TOO_MANY_CONNECTIONS = (503, 0, "503: Too many connections")
    UNKNOWN_APPLICATION = (404, 10002, "Unknown Application")
    UNKNOWN_CHANNEL = (404, 10003, "Unknown Channel")
    UNKNOWN_GUILD = (404, 10004, "Unknown Guild")
    UNKNOWN_MEMBER = (404, 10007, "Unknown Member")
    UNKNOWN_MESSAGE = (404, 10008, "Unknown Message")
    UNKNOWN_ROLE = (404, 10011, "Unknown Role")
    UNKNOWN_USER = (404, 10013, "Unknown User")
    UNKNOWN_EMOJI = (404, 10014, "Unknown Emoji")
    UNKNOWN_WEBHOOK = (404, 10015, "Unknown Webhook")
    UNKNOWN_INTERACTION = (404, 10062, "Unknown interaction")
    UNKNOWN_COMMAND = (404, 10063, "Unknown application command")
    UNKNOWN_REACTION_EMOJI = (400, 10014, "Unknown Emoji")
    TOO_MANY_PINS = (400, 30003, "Maximum number of pins reached for the channel (250)")
    TOO_MANY_REACTIONS = (400, 30010, "Maximum number of reactions reached (20)")
    TOO_MANY_EMOJIS = (400, 30008, "Maximum number of emojis reached (2000)")
    TOO_MANY_COMMANDS = (400, 30032, "Maximum number of application commands reached (100)")
    TOO_MANY_OLD_EDITS = (
        429,
        30046,
        "Maximum number of edits to messages older than 1 hour reached. Try again later",
    )
    TOO_LARGE = (413, 40005, "Request entity too large")
    TOO_MANY_FOLLOW_UPS = (400, 40094, "This interaction has reached the maximum number of follow-up messages")
    ALREADY_ACKNOWLEDGED = (400, 40060, "Interaction has already been acknowledged.")
    MISSING_ACCESS = (403, 50001, "Missing Access")
    NOT_THE_AUTHOR = (403, 50005, "Cannot edit a message authored by another user")
    EMPTY_MESSAGE = (400, 50006, "Cannot send an empty message")
    CANNOT_MESSAGE = (403, 50007, "Cannot send messages to this user")
    MISSING_PERMISSIONS = (403, 50013, "Missing Permissions")
    SYSTEM_MESSAGE = (403, 50021, "Cannot execute action on a system message")
    WRONG_CHANNEL_TYPE = (400, 50024, "Cannot execute action on this channel type")
    INVALID_WEBHOOK_TOKEN = (401, 50027, "Invalid Webhook Token")
    INVALID_FORM = (400, 50035, "Invalid Form Body")
    INVALID_VERSION = (400, 50041, "Invalid API version provided.")
    ARCHIVED = (400, 50083, "Thread is archived")
    INVALID_JSON = (400, 50109, "The request body contains invalid JSON.")
    RATE_LIMITED = (429, 0, "You are being rate limited.")
    THREAD_EXISTS = (400, 160004, "A thread has already been created for this message")


class ApiError(Exception):
    """A request that Discord would reject, with the response's `status` and `body`."""

    def __init__(self, error_code: ErrorCode, errors: Json | None = None) -> None:
        self.error_code = error_code
        self.status, code, message = error_code.value
        self.body: Json = {"message": message, "code": code}
        if errors:
            self.body["errors"] = errors
        super().__init__(message)


def invalid_form(path: str, code: str, message: str) -> ApiError:
    """Return error 50035 for one field, given by its dotted path."""
    errors: Json = {"_errors": [{"code": code, "message": message}]}
    for key in reversed(path.split(".")):
        errors = {key: errors}
    return ApiError(ErrorCode.INVALID_FORM, errors)


def rate_limited(retry_after: float, error_code: ErrorCode = ErrorCode.RATE_LIMITED) -> ApiError:
    """Return the error for an exceeded rate limit; `retry_after` is in seconds.

    The body has a code only if the error code has one.
    """
    error = ApiError(error_code)
    _, code, message = error_code.value
    error.body = {"message": message, "retry_after": round(retry_after, 3), "global": False}
    if code:
        error.body["code"] = code
    return error
