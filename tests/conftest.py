"""What holds for every test; that sockets are shut stands in pyproject.toml.

* A property test draws the same examples on every continuous-integration run; a developer's
  own runs look further.
* Nothing is remembered between runs, so a red test is red for everybody.
"""

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "developer",
    deadline=None,
    database=None,
    max_examples=50,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("ci", settings.get_profile("developer"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "developer")
