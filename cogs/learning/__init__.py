"""Learning: lessons as pages of the real engine."""
