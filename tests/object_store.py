"""A local S3 server, and a store that fails, for tests."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, ClassVar

import pytest

fsspec = pytest.importorskip("fsspec")
from fsspec.implementations.memory import MemoryFileSystem  # noqa: E402

BUCKET = "crawl"


@contextmanager
def serve_s3() -> Iterator[dict[str, str]]:
    """Run a server with an empty bucket; yield the environment variables that lead to it."""
    server_module = pytest.importorskip("moto.server")
    pytest.importorskip("s3fs")
    server = server_module.ThreadedMotoServer(port=0, verbose=False)
    server.start()
    try:
        host, port = server.get_host_and_port()
        yield {
            "AWS_ENDPOINT_URL": f"http://{host}:{port}",
            "AWS_ACCESS_KEY_ID": "test",
            "AWS_SECRET_ACCESS_KEY": "test",
            "AWS_DEFAULT_REGION": "us-east-1",
        }
    finally:
        fsspec.get_filesystem_class("s3").clear_instance_cache()  # they know this server
        server.stop()


class FlakyFileSystem(MemoryFileSystem):  # type: ignore[misc]
    """A store in memory whose next steps fail, before they are done or after."""

    protocol = ("flaky",)
    store: ClassVar[dict[str, Any]] = {}
    pseudo_dirs: ClassVar[list[str]] = [""]
    failures: ClassVar[list[Exception]] = []  # one for each of the next steps
    fails_at: ClassVar[str] = ""  # the only step that fails, when there is one
    fails_late: ClassVar[bool] = False  # after the step was done, as when the answer is lost
    steps: ClassVar[list[str]] = []

    @classmethod
    def clear(cls) -> None:
        """Forget all files and faults."""
        cls.store.clear()
        cls.pseudo_dirs[:] = [""]
        cls.failures.clear()
        cls.steps.clear()
        cls.fails_late = False
        cls.fails_at = ""

    def _step(self, name: str, *args: Any, **options: Any) -> Any:
        type(self).steps.append(name)
        method = getattr(super(), name)
        if not self.failures or self.fails_at not in ("", name):
            return method(*args, **options)
        error = self.failures.pop(0)
        if self.fails_late:
            method(*args, **options)
        raise error

    def info(self, *args: Any, **options: Any) -> Any:
        """Fail, or do it."""
        return self._step("info", *args, **options)

    def ls(self, *args: Any, **options: Any) -> Any:
        """Fail, or do it."""
        return self._step("ls", *args, **options)

    def cat_file(self, *args: Any, **options: Any) -> Any:
        """Fail, or do it."""
        return self._step("cat_file", *args, **options)

    def put_file(self, *args: Any, **options: Any) -> Any:
        """Fail, or do it."""
        return self._step("put_file", *args, **options)

    def pipe_file(self, *args: Any, **options: Any) -> Any:
        """Fail, or do it."""
        return self._step("pipe_file", *args, **options)

    def mv(self, *args: Any, **options: Any) -> Any:
        """Fail, or do it."""
        return self._step("mv", *args, **options)

    def rm(self, *args: Any, **options: Any) -> Any:
        """Fail, or do it."""
        return self._step("rm", *args, **options)


fsspec.register_implementation("flaky", FlakyFileSystem, clobber=True)
