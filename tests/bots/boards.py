"""Games as lichess.org and lidraughts.org write them, by the rules of the bots' own python-chess and pydraughts.

A move is a list of steps: one in chess, and one for each jump of a capture in draughts, since lidraughts.org takes
captures apart.
"""

PLIES_OF_POSITION = 8


class Board:
    """A game from its start: the variant's key and name on the site, and `initialFen`. Subclasses know the rules."""

    NAMES = {}

    def __init__(self, variant):
        self.variant, self.name, self.fen = variant, self.NAMES[variant], "startpos"
        self.plies, self.steps, self.begun = 0, [], []

    def push(self, step):
        """Makes a step of a move; raises ValueError where no legal move goes on so."""
        begun = [*self.begun, step]
        going_on = [move for move in self.moves() if move[:len(begun)] == begun]
        if not going_on:
            raise ValueError(f"{step} is illegal after {' '.join(self.steps) or 'the start'} ({self.name})")
        # lidraughts.org writes a jump that does not end the capture with the squares of those after it; bots wait then.
        self.steps.append(step + "".join(later[2:] for later in going_on[0][len(begun):]))
        self.begun = begun
        if begun in going_on:
            self.make(begun)
            self.plies += 1
            self.begun = []


class ChessBoard(Board):
    NAMES = {"standard": "Standard", "chess960": "Chess960", "fromPosition": "From Position"}

    def __init__(self, variant, chance):
        super().__init__(variant)
        import chess

        number = chance.randrange(960)
        self.board = chess.Board.from_chess960_pos(number) if variant == "chess960" else chess.Board()
        if variant == "fromPosition":
            for _ in range(PLIES_OF_POSITION):
                self.board.push(chance.choice(list(self.board.legal_moves)))
            self.board = chess.Board(self.board.fen())
        if variant != "standard":
            self.fen = self.board.fen()

    def white_to_move(self):
        return self.board.turn

    def moves(self):
        return [[move.uci()] for move in self.board.legal_moves]

    def make(self, move):
        self.board.push_uci(move[0])

    def result(self):
        """Returns the site's `status` and the winner, or None while the game goes on."""
        outcome = self.board.outcome(claim_draw=True)
        if outcome is None:
            return None
        if outcome.winner is None:
            return ("stalemate" if self.board.is_stalemate() else "draw"), None
        return "mate", "white" if outcome.winner else "black"


class DraughtsBoard(Board):
    NAMES = {"standard": "Standard", "fromPosition": "From Position", "breakthrough": "Breakthrough",
             "antidraughts": "Antidraughts", "frisian": "Frisian", "frysk": "Frysk!", "brazilian": "Brazilian",
             "russian": "Russian"}
    # Variants whose start lidraughts.org writes as a position.
    WITH_POSITION = ("fromPosition", "frysk", "brazilian", "russian")

    def __init__(self, variant, chance):
        super().__init__(variant)
        import draughts

        self.draughts = draughts
        self.game = draughts.Game(self.name.lower())
        if variant == "fromPosition":
            for _ in range(PLIES_OF_POSITION):
                self.game.push(chance.choice(self.game.legal_moves()[0]))
        if variant in self.WITH_POSITION:
            self.fen = self.game.get_li_fen() + ":H0:F1"
            self.game = draughts.Game(self.name.lower(), self.fen)

    def white_to_move(self):
        return self.game.whose_turn() == self.draughts.WHITE

    def moves(self):
        return [[f"{start:02}{end:02}" for start, end in move] for move in self.game.legal_moves()[0]]

    def make(self, move):
        self.game.push([[int(step[:2]), int(step[2:])] for step in move])

    def result(self):
        """Returns the site's `status` and the winner, or None while the game goes on."""
        winner = self.game.get_winner()
        if winner is None:
            return None
        if winner == 0:
            return "draw", None
        return "mate", "white" if winner == self.draughts.WHITE else "black"
