"""Opens the page with a net and positions in Chromium, without a window, and waits for what it says.

    DAMIER_FOREIGN=FOLDER python3 in_chromium.py NET.onnx POSITIONS.jsonl

FOLDER/node_modules has onnxruntime-web.
"""

import functools
import http.server
import os
import pathlib
import queue
import re
import shutil
import subprocess
import sys
import tempfile
import threading

# Sums of floats depend on the order.
TOLERANCE = 1e-3
SECONDS = 120


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves the page, and takes its report."""

    said = queue.Queue()

    def do_POST(self):
        self.said.put(self.rfile.read(int(self.headers["Content-Length"])).decode())
        self.send_response(204)
        self.end_headers()

    def log_message(self, *arguments):
        pass


def main(net, positions):
    here = pathlib.Path(__file__).parent
    runtime = pathlib.Path(os.environ["DAMIER_FOREIGN"]) / "node_modules" / "onnxruntime-web" / "dist"
    with tempfile.TemporaryDirectory() as folder:
        page = pathlib.Path(folder, "page")
        page.mkdir()
        for name in ("index.html", "judge.js"):
            shutil.copy(here / name, page)
        shutil.copy(net, page / "net.onnx")
        shutil.copy(positions, page / "positions.jsonl")
        (page / "onnxruntime-web").symlink_to(runtime.resolve())
        handler = functools.partial(Handler, directory=page)
        with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            address = f"http://127.0.0.1:{server.server_port}/index.html"
            address += "?net=net.onnx&positions=positions.jsonl&report=report"
            command = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}/profile"]
            browser = subprocess.Popen([*command, "--remote-debugging-port=0", address], stderr=subprocess.DEVNULL)
            try:
                said = Handler.said.get(timeout=SECONDS)
            finally:
                browser.terminate()
                browser.wait()
            server.shutdown()
    print(said)
    difference = re.search(r"largest difference from damier: (\S+)", said)
    sys.exit(0 if difference and float(difference[1]) < TOLERANCE else 1)


if __name__ == "__main__":
    main(*sys.argv[1:])
