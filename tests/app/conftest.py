"""Bundles that several tests of this folder change."""

import pytest

from tests.app.bundles import Files, activation, bundle_of
from tests.builders import INTAKE


@pytest.fixture(scope="session")
def short(tmp_path_factory: pytest.TempPathFactory) -> Files:
    return bundle_of(tmp_path_factory.mktemp("plans") / "short")


@pytest.fixture(scope="session")
def activated(tmp_path_factory: pytest.TempPathFactory) -> Files:
    folder = tmp_path_factory.mktemp("plans") / "activated"
    return bundle_of(folder, INTAKE, activation=activation())


@pytest.fixture(scope="session")
def withheld(tmp_path_factory: pytest.TempPathFactory) -> Files:
    folder = tmp_path_factory.mktemp("plans") / "withheld"
    return bundle_of(folder, INTAKE, activation=activation(planner_contract="both"))
