"""What holds of every test: Hypothesis takes the same examples everywhere, and measures no time."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "deterministic", deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
)
settings.load_profile("deterministic")
