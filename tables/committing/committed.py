"""Whether the current interaction has made something durable."""

from contextvars import ContextVar

committed: ContextVar[bool] = ContextVar("committed", default=False)
"""Whether the current interaction has committed something; later errors must then not be reported as "no change"."""
