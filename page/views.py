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
    "simul": ("#simul?game=russian&seats=p,p&seats=p,p&seats=p,p&seats=p,p&seed=1&seed=2&seed=3&seed=4&moves=c3-d4+d6-c5&moves=c3-b4+b6-a5&moves=g3-f4&moves=&at=1", ".mini"),
    "setup": ("#setup?game=russian&start=W:Wa1,c1,e3:Bb8,d6,Kh8", ".palette"),
    "review": ("#review?game=russian&moves=c3-d4+f6-g5+d4-e5+d6:f4", ".graph"),
    "runs": ("#runs", ".run"),
    "run": ("#runs/first?with=second", ".chart path.series"),
    "generation": ("#runs/first/3", ".game"),
    "recorded": ("#runs/first/3/7?ply=10", ".thought strong"),
    "matches": ("#matches", "[data-name]"),
    "match": ("#matches?name=match", ".sprt .mark"),
    "tournament": ("#matches?name=tournament", "td.cross"),
    "replay": ("#matches?name=match&game=0&ply=12", ".moves [aria-current]"),
    "analyse": ("#analyse?game=chess&moves=e4+c5+Nf3", ".lines li"),
}

# Two runs of some seconds, which learn little but show everything.
RUN = """
game = "russian"
generations = 5
steps = 100

[net]
features = "ps"
width = 32
hidden = 16
policy = 16
value_hidden = 16

[selfplay]
games = 100
games_per_chunk = 50
simulations = 16

[train]
batch_size = 64
window_min = 500

[measure]
opponents = ["random", "ab:material"]
every = 1
games = 10
final_games = 10
move_time_ms = 2
"""

# A tournament of some seconds.
TOURNAMENT = """
name = "Spring tournament"
game = "russian"
format = "round-robin"
nodes = 200
[[player]]
name = "net"
competitor = "suited"
[[player]]
name = "material"
competitor = "ab:material"
[[player]]
name = "greedy"
competitor = "greedy"
[[player]]
name = "random"
competitor = "random"
"""


@contextlib.contextmanager
def with_games(program):
    """Yields options of `damier serve` for a run and for matches, which are made for it in a few seconds."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        config = folder / "run.toml"
        config.write_text(RUN, encoding="utf-8")
        runs = folder / "runs"
        for seed, name in enumerate(("first", "second"), 1):
            command = [program, "run", config, "--dir", runs / name, "--seed", str(seed)]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        games = folder / "games"
        given = ["--game", "russian", "--nodes", "300", "--pairs", "20", "--sprt", "0,10", "--dir", games / "match"]
        subprocess.run([program, "match", "suited", "ab:material", *given], check=True, stdout=subprocess.DEVNULL)
        file = folder / "tournament.toml"
        file.write_text(TOURNAMENT, encoding="utf-8")
        command = [program, "tournament", file, "--dir", games / "tournament"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        yield ["--runs", str(runs), "--games", str(games)]


def show(browser, server, name):
    """Opens a view and waits until it is there."""
    fragment, ready = VIEWS[name]
    browser.open(server.url + fragment)
    browser.until(f"document.querySelector({ready!r})")
