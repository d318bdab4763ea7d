"""The views of the page that are audited and drawn, and the run and the matches that they show."""

import contextlib
import pathlib
import subprocess
import tempfile

# What is behind # in the address, and the selector of what is there when the view is ready.
VIEWS = {
    "home": ("", ".card"),
    "play": ("#play?game=russian&seats=p,p&seed=1&moves=c3-d4+d6-c5+b2-c3+f6-g5+c3-b4+g5-h4", ".cell"),
    "points": ("#play?game=renju&seats=p,p&moves=h8+i9+j8", ".cell"),
    "star": ("#play?game=chinese-checkers:players=6&seats=p,p,p,p,p,p", ".cell"),
    "prediction": ("#play?game=gomoku-predicted&seats=p,p&moves=h8+h9+g7+i7", ".prediction"),
    "review": ("#review?game=russian&moves=c3-d4+f6-g5+d4-e5+d6:f4", ".graph"),
    "analyse": ("#analyse?game=chess&moves=e4+c5+Nf3", ".lines li"),
}


@contextlib.contextmanager
def with_games(program):
    """Yields options of `damier serve` for a run and for matches, which are made for it in a few seconds."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        yield []


def show(browser, server, name):
    """Opens a view and waits until it is there."""
    fragment, ready = VIEWS[name]
    browser.open(server.url + fragment)
    browser.until(f"document.querySelector({ready!r})")
