"""HTTP on 127.0.0.1 from when it is made until its context is left; the standard library alone."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Local(ThreadingHTTPServer):
    """Takes requests in a thread of its own."""

    daemon_threads = True
    host = "127.0.0.1"

    def __init__(self, handler: type[BaseHTTPRequestHandler], port: int = 0) -> None:
        super().__init__((self.host, port), handler)
        self._thread = threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        """Listen no more."""
        self.shutdown()
        self.server_close()
        self._thread.join(5)
