"""What can be no path is told like a file that cannot be read, and never as a bug."""

from pathlib import Path

import pytest

from planner.adapters.input_file import open_regular, read_input
from planner.errors import UsageError


@pytest.mark.parametrize("path", ["a\0b.md", "a\ud800.md"])
def test_a_text_that_can_be_no_path_is_told(path: str) -> None:
    for read in (read_input, open_regular):
        with pytest.raises(UsageError, match="is no path of a file: "):
            read(Path(path))
