"""What holds for all tests."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# How fast the machine is, and what else it has to do, says nothing about what is tested.
settings.register_profile("any machine", settings.default, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")
