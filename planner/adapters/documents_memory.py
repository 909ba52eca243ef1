"""A design document's folder in memory: for data sets, and for programs that own their files."""

from collections.abc import Mapping
from pathlib import PurePosixPath

from planner.errors import WriteConflict


class MemoryDocuments:
    """The documents of one folder, and the tasks files that were kept there."""

    def __init__(
        self, documents: Mapping[str, bytes], tasks_files: Mapping[str, bytes] | None = None
    ) -> None:
        """Hold *documents* by name, and the *tasks_files* that are there already."""
        self._documents = dict(documents)
        self.tasks_files = dict(tasks_files or {})

    def read(self, path: str, /) -> bytes | None:
        """Return the bytes of a document."""
        return self._documents.get(path)

    def roots(self) -> tuple[str, ...]:
        """Return the names of the solution roots, sorted."""
        return tuple(sorted(name for name in self._documents if name.endswith("-solution-sdd.md")))

    def cited(self, name: str, tasks_file: str, /) -> str:
        """Return the path of document *name* as the tasks file at *tasks_file* cites it."""
        above = len(PurePosixPath(tasks_file).parts) - 1
        return "../" * above + name

    def place(self, tasks_file: str, /) -> str:
        """Return where the tasks file is, or would be."""
        return tasks_file

    def kept(self, tasks_file: str, /) -> bytes | None:
        """Return the bytes of the tasks file."""
        return self.tasks_files.get(tasks_file)

    def keep(self, tasks_file: str, data: bytes, was: bytes | None, /) -> str:
        """Hold the tasks file from now on.

        Raises:
            WriteConflict: it holds something else by now.
        """
        if self.tasks_files.get(tasks_file) != was:
            message = f"{tasks_file} was changed while this was planned"
            raise WriteConflict(message, path=tasks_file)
        self.tasks_files[tasks_file] = data
        return tasks_file
