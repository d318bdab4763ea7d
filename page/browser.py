"""A server of the page, and a window of Chromium, for the scripts that measure, audit and draw it."""

import http.client
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
# The browser takes windows of that width for a phone's.
PHONE = 500


class Server:
    """`damier serve` on a free port."""

    def __init__(self, program, *options):
        self.begin = time.monotonic()
        command = [program, "serve", "--address", "127.0.0.1:0", *options]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.url = re.search(r"http://\S+", self.process.stdout.readline())[0]
        self.host, port = self.url.split("/")[2].split(":")
        self.port = int(port)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()

    def call(self, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.url}api/v1/{path}", data, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    def events(self, path, body):
        """Yields the events of a stream."""
        connection = http.client.HTTPConnection(self.host, self.port)
        connection.request("POST", f"/api/v1/{path}", json.dumps(body), {"Content-Type": "application/json"})
        name = None
        for line in connection.getresponse():
            text = line.decode().rstrip("\n")
            if text.startswith("event:"):
                name = text[6:].strip()
            elif text.startswith("data:"):
                yield name, json.loads(text[5:])

    def memory(self):
        """Returns the resident memory in MiB."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024


class Browser:
    """A window of Chromium, by WebDriver."""

    def __init__(self, *more):
        self.folder = tempfile.TemporaryDirectory()
        self.driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE, text=True)
        for line in self.driver.stdout:
            if found := re.search(r"started successfully on port (\d+)", line):
                self.root = f"http://127.0.0.1:{found[1]}/session"
                break
        arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                     "--disable-background-networking", "--disable-component-update", "--disable-sync",
                     "--window-size=1280,900", f"--user-data-dir={self.folder.name}", *more]
        options = {"browserName": "chrome", "goog:chromeOptions": {"args": arguments}}
        self.root += "/" + self.send("", {"capabilities": {"alwaysMatch": options}})["sessionId"]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        urllib.request.urlopen(urllib.request.Request(self.root, method="DELETE")).close()
        self.driver.terminate()
        self.driver.wait()
        self.folder.cleanup()

    def send(self, path, body):
        request = urllib.request.Request(self.root + path, json.dumps(body).encode(), {"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            sys.exit(f"error: chromedriver: {json.load(error)['value']['message']}")

    def cdp(self, command, **parameters):
        """Runs a command of the DevTools protocol."""
        return self.send("/goog/cdp/execute", {"cmd": command, "params": parameters})

    def look(self, width, height, dark):
        """Gives the window a size, and people a taste for light or dark."""
        self.cdp("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < PHONE)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.cdp("Emulation.setEmulatedMedia", features=[scheme])

    def open(self, url):
        self.send("/url", {"url": "about:blank"})
        self.send("/url", {"url": url})

    def script(self, text):
        return self.send("/execute/sync", {"script": text, "args": []})

    def until(self, condition):
        end = time.monotonic() + 60
        while not self.script(f"return !!({condition})"):
            if time.monotonic() > end:
                sys.exit(f"error: this never came about: {condition}")

    def click(self, selector):
        self.until(f"document.querySelector({selector!r})")
        element = self.send("/element", {"using": "css selector", "value": selector})[ELEMENT]
        self.send(f"/element/{element}/click", {})

    def drag(self, path):
        """Presses at the first point, moves over the others, a frame of 60 a second each, and lets go."""
        point = lambda place, millis: {"type": "pointerMove", "duration": millis, "x": round(place[0]), "y": round(place[1])}
        actions = [point(path[0], 0), {"type": "pointerDown", "button": 0}]
        actions += [point(place, 16) for place in path[1:]] + [{"type": "pointerUp", "button": 0}]
        mouse = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": actions}
        self.send("/actions", {"actions": [mouse]})
