"""A stand-in for the Bot API of lichess.org and lidraughts.org on a port of this machine.

It answers the requests of a bot that plays games as the sites do: account, streams, challenges, moves, chat, abort,
resign. Every other request, a wrong token, and a move that is illegal or out of turn are faults, which `Site.faults`
collects.
"""

import http.server
import json
import re
import sys
import threading
import time
import urllib.parse

BOT = {"id": "damierbot", "name": "DamierBot", "title": "BOT", "rating": 2000}
CHALLENGER = {"id": "challenger", "name": "Challenger", "title": None, "rating": 1500}
# Seconds between the empty lines of a stream by which bots see that the connection lives.
KEEP_ALIVE = 1
ROUTES = [
    ("GET", r"/api/account", "account"),
    ("GET", r"/api/account/playing", "playing"),
    ("GET", r"/api/stream/event", "event_stream"),
    ("GET", r"/api/bot/game/stream/(\w+)", "game_stream"),
    ("POST", r"/api/token/test", "token_test"),
    ("POST", r"/api/challenge/(\w+)/accept", "accept"),
    ("POST", r"/api/challenge/(\w+)/decline", "decline"),
    ("POST", r"/api/bot/game/(\w+)/move/(\w+)", "move"),
    ("POST", r"/api/bot/game/(\w+)/chat", "chat"),
    ("POST", r"/api/bot/game/(\w+)/abort", "abort"),
    ("POST", r"/api/bot/game/(\w+)/resign", "resign"),
]


class Refused(Exception):
    """A request that the site answers by an error."""

    def __init__(self, status, reason):
        super().__init__(reason)
        self.status = status


class Game:
    """A game of the bot against the challenger: seconds of the clocks, lines of the stream after the first, chat."""

    def __init__(self, identity, board, bot_is_white, clock, increment, draughts):
        self.identity, self.board, self.bot_is_white, self.draughts = identity, board, bot_is_white, draughts
        self.clock, self.increment = clock, increment
        self.left = {True: clock, False: clock}
        self.since, self.lines, self.over = time.monotonic(), [], None
        self.watched, self.chat = False, []

    def bot_to_move(self):
        return self.over is None and self.board.white_to_move() == self.bot_is_white

    def seconds_left(self):
        """Returns the clock of the side to move; clocks run once both sides have moved."""
        used = time.monotonic() - self.since if self.board.plies >= 2 else 0
        return self.left[self.board.white_to_move()] - used

    def play(self, step):
        """Makes a step of the side to move; raises ValueError where it is illegal."""
        white, plies, left = self.board.white_to_move(), self.board.plies, self.seconds_left()
        self.board.push(step)
        if self.board.plies > plies:
            self.left[white] = left + (self.increment if plies >= 2 else 0)
            self.since = time.monotonic()
            if result := self.board.result():
                self.over = result
        self.lines.append(self.state())

    def end(self, status, winner=None):
        if self.over is None:
            self.over = (status, winner)
            self.lines.append(self.state())

    def say(self, player, room, text):
        self.lines.append({"type": "chatLine", "room": room, "username": player["name"], "text": text})

    def state(self):
        increment = 1000 * self.increment
        state = {"type": "gameState", "moves": " ".join(self.board.steps), "wtime": round(1000 * self.left[True]),
                 "btime": round(1000 * self.left[False]), "winc": increment, "binc": increment,
                 "wdraw": False, "bdraw": False}
        if not self.draughts:
            # lidraughts.org has neither: there the end of the stream is that of the game.
            state["status"] = self.over[0] if self.over else "started"
            if self.over and self.over[1]:
                state["winner"] = self.over[1]
        return state

    def full(self):
        white, black = (BOT, CHALLENGER) if self.bot_is_white else (CHALLENGER, BOT)
        return {"type": "gameFull", "id": self.identity, "rated": False, "createdAt": 1_800_000_000_000,
                "speed": "blitz", "perf": {"name": "Blitz"}, "white": white, "black": black,
                "initialFen": self.board.fen,
                "variant": {"key": self.board.variant, "name": self.board.name, "short": self.board.name},
                "clock": {"initial": 1000 * self.clock, "increment": 1000 * self.increment},
                "state": self.state()}


class Site:
    """The site: waiting challenges and games by identity, events, and faults. `changed` guards and announces them."""

    def __init__(self, token, draughts):
        self.token, self.draughts = token, draughts
        self.changed = threading.Condition()
        self.events, self.challenges, self.games, self.faults = [], {}, {}, []
        self.listeners = 0
        server = Server(("127.0.0.1", 0), type("SiteHandler", (Handler,), {"site": self}))
        self.url = f"http://127.0.0.1:{server.server_port}/"
        threading.Thread(target=server.serve_forever, daemon=True).start()

    def challenge(self, game):
        """Challenges the bot to a game, which begins when it accepts."""
        self.challenges[game.identity] = game
        self.events.append({"type": "challenge", "challenge": {
            "id": game.identity, "url": self.url + game.identity, "status": "created", "rated": False, "speed": "blitz",
            "challenger": CHALLENGER, "destUser": BOT, "color": "black" if game.bot_is_white else "white",
            "finalColor": "black" if game.bot_is_white else "white", "perf": {"name": "Blitz"},
            "variant": {"key": game.board.variant, "name": game.board.name, "short": game.board.name},
            "timeControl": {"type": "clock", "limit": game.clock, "increment": game.increment},
        } | ({} if game.board.fen == "startpos" else {"initialFen": game.board.fen})})
        self.changed.notify_all()

    def fault(self, text):
        self.faults.append(text)
        self.changed.notify_all()


class Server(http.server.ThreadingHTTPServer):
    """A server whose own failures are faults of the try; connections that the bot cuts are none."""

    daemon_threads = True

    def handle_error(self, request, client_address):
        error = sys.exc_info()[1]
        if not isinstance(error, ConnectionError):
            site = self.RequestHandlerClass.site
            with site.changed:
                site.fault(f"the mock server failed: {error!r}")


class Handler(http.server.BaseHTTPRequestHandler):
    """Answers one request; each answer is a method named in ROUTES."""

    protocol_version = "HTTP/1.1"
    site = None

    def log_message(self, *_):
        """Keeps the requests out of the output of the bot."""

    def do_GET(self):
        self.answer("GET")

    def do_POST(self):
        self.answer("POST")

    def answer(self, method):
        self.body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
        path = urllib.parse.urlsplit(self.path).path
        try:
            for verb, pattern, name in ROUTES:
                if verb == method and (found := re.fullmatch(pattern, path)):
                    if name != "token_test" and self.headers.get("Authorization") != f"Bearer {self.site.token}":
                        raise Refused(401, "No such token")
                    return getattr(self, name)(*found.groups())
            raise Refused(404, "Not found")
        except Refused as refused:
            with self.site.changed:
                self.site.fault(f"{method} {self.path}: {refused}")
            self.send({"error": str(refused)}, refused.status)

    def send(self, value, status=200):
        text = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def stream(self, lines):
        """Sends the lines that the iterator yields, as newline-delimited JSON; None is an empty line."""
        self.send_response(200)
        self.send_header("Content-Type", "application/x-ndjson")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for line in lines:
            text = (json.dumps(line) if line else "").encode() + b"\n"
            self.wfile.write(b"%x\r\n%s\r\n" % (len(text), text))
        self.wfile.write(b"0\r\n\r\n")

    def following(self, lines, position, ended):
        """Yields the lines from a position on as they come, and None when none comes, until `ended` with all sent."""
        while True:
            with self.site.changed:
                if position == len(lines) and not ended():
                    self.site.changed.wait(KEEP_ALIVE)
                new, over = lines[position:], ended()
            yield from new or ([] if over else [None])
            position += len(new)
            if over and position == len(lines):
                return

    def game(self, identity):
        if identity not in self.site.games:
            raise Refused(404, "No such game")
        return self.site.games[identity]

    def account(self):
        self.send({"id": BOT["id"], "username": BOT["name"], "title": BOT["title"], "perfs": {}})

    def token_test(self):
        known = {"userId": BOT["id"], "scopes": "bot:play", "expires": None}
        self.send({self.body: known if self.body == self.site.token else None})

    def playing(self):
        with self.site.changed:
            games = [game for game in self.site.games.values() if game.over is None]
            self.send({"nowPlaying": [{"gameId": game.identity, "speed": "blitz", "perf": "blitz", "opponent": {
                "id": CHALLENGER["id"], "username": CHALLENGER["name"]}} for game in games]})

    def event_stream(self):
        with self.site.changed:
            position = len(self.site.events)
            self.site.listeners += 1
            self.site.changed.notify_all()
        self.stream(self.following(self.site.events, position, lambda: False))

    def game_stream(self, identity):
        with self.site.changed:
            game = self.game(identity)
            full, position = game.full(), len(game.lines)
            game.watched = True
            self.site.changed.notify_all()
        self.stream(line for part in ([full], self.following(game.lines, position, lambda: game.over is not None))
                    for line in part)

    def accept(self, identity):
        with self.site.changed:
            if identity not in self.site.challenges:
                raise Refused(404, "No such challenge")
            game = self.site.games[identity] = self.site.challenges.pop(identity)
            self.site.events.append({"type": "gameStart", "game": {
                "id": identity, "gameId": identity, "fullId": identity + "0000", "source": "friend", "speed": "blitz",
                "color": "white" if game.bot_is_white else "black", "isMyTurn": game.bot_to_move(), "perf": "blitz",
                "opponent": {"id": CHALLENGER["id"], "username": CHALLENGER["name"], "rating": CHALLENGER["rating"]},
                "compat": {"bot": True, "board": True}}})
            self.site.changed.notify_all()
        self.send({"ok": True})

    def decline(self, identity):
        with self.site.changed:
            self.site.challenges.pop(identity, None)
            self.site.fault(f"the bot declined the challenge {identity}: {self.body}")
        self.send({"ok": True})

    def move(self, identity, step):
        with self.site.changed:
            game = self.game(identity)
            if not game.bot_to_move():
                raise Refused(400, "Not your turn, or game already over")
            try:
                game.play(step)
            except ValueError as error:
                raise Refused(400, error) from error
            self.site.changed.notify_all()
        self.send({"ok": True})

    def chat(self, identity):
        said = {key: values[0] for key, values in urllib.parse.parse_qs(self.body).items()}
        with self.site.changed:
            game = self.game(identity)
            game.chat.append(said["text"])
            if game.over is None:
                game.say(BOT, said["room"], said["text"])
            self.site.changed.notify_all()
        self.send({"ok": True})

    def abort(self, identity):
        with self.site.changed:
            game = self.game(identity)
            if game.over or game.board.plies >= 2:
                raise Refused(400, "This game can no longer be aborted")
            game.end("aborted")
            self.site.changed.notify_all()
        self.send({"ok": True})

    def resign(self, identity):
        with self.site.changed:
            game = self.game(identity)
            if game.over or game.board.plies < 2:
                raise Refused(400, "This game cannot be resigned")
            game.end("resign", "black" if game.bot_is_white else "white")
            self.site.changed.notify_all()
        self.send({"ok": True})
