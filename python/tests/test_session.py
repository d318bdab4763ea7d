import math
import subprocess
import sys
import threading
from xml.etree import ElementTree

import numpy as np
import pytest

import damier

SVG = "http://www.w3.org/2000/svg"


def test_every_game_begins():
    assert {"russian", "chess", "renju"} <= set(damier.games())
    for game in damier.games():
        session = damier.Session(game=game, memory_mib=8, built_in=True)
        assert session.judged_by == "the built-in judgement, without a net"
        assert session.game == game
        assert session.outcome is None
        found = session.search(simulations=4)
        assert found.moves == session.legal_moves
        assert found.best == found.moves[found.index] == found.line[0]


def test_the_nets_that_come_with_it_judge_and_say_so(net_path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for game in damier.games():
        if game == "tic-tac-toe":
            continue
        judged_by = damier.Session(game=game, memory_mib=8).judged_by
        assert judged_by.startswith(f"{game}.dmn, built into the program (a net of {game}, checksum "), judged_by
    for game in ("gomoku-freestyle:size=9", "renju:opening=swap2"):
        assert f"(a net of {game.partition(':')[0]}, " in damier.Session(game=game, memory_mib=8).judged_by
    for game in ("tic-tac-toe", "russian:goal=lose-all"):
        with pytest.raises(damier.DamierError, match=f"no net of {game} .*built_in=True"):
            damier.Session(game=game)
    net = damier.Net(net_path)
    assert damier.Session(net).judged_by.startswith(f"{net_path} (a net of russian, ")
    assert damier.Session(net, "russian:without=d6").game == "russian:without=d6"
    (tmp_path / "nets").mkdir()
    (tmp_path / "nets" / "russian.dmn").write_bytes(net_path.read_bytes())
    assert damier.Session(game="russian").judged_by.startswith("nets/russian.dmn (")
    (tmp_path / "nets" / "russian.dmn").write_bytes(b"no net")
    with pytest.raises(damier.DamierError, match="nets/russian.dmn"):
        damier.Session(game="russian")


def test_notebooks_show_every_board():
    for game in damier.games():
        picture = damier.Session(game=game, memory_mib=8, built_in=True)._repr_svg_()
        assert picture is None or ElementTree.fromstring(picture).tag == f"{{{SVG}}}svg"


@pytest.mark.parametrize(("game", "tag", "name", "value", "pieces"), [
    ("russian", "circle", "r", "16", 24),
    ("chess", "text", "font-size", "34", 32),
    ("chinese-checkers", "circle", "r", "16", 20),
    ("renju", "circle", "r", "16", 0),
])
def test_the_picture_of_a_board_has_its_pieces(game, tag, name, value, pieces):
    session = damier.Session(game=game, memory_mib=8, built_in=True)
    drawn = ElementTree.fromstring(session._repr_svg_()).iter(f"{{{SVG}}}{tag}")
    assert sum(element.get(name) == value for element in drawn) == pieces


def test_a_search_without_limits_ends():
    session = damier.Session(game="russian", memory_mib=8)
    assert session.search().best in session.legal_moves


def test_a_whole_game_is_legal_and_ends(net_path):
    session = damier.Session(damier.Net(net_path), memory_mib=8)
    while session.outcome is None:
        assert session.legal_moves
        session.play(session.search(simulations=8).best)
    assert sum(session.outcome) == 1
    assert session.legal_moves == []
    again = damier.Session(game="russian")
    again.set_position(moves=session.played)
    assert (again.position, again.outcome) == (session.position, session.outcome)
    for over in (session.search, session.judge):
        with pytest.raises(damier.DamierError, match="the game is over"):
            over()


def test_judgements_and_inputs_are_those_of_the_command(net_path, judged):
    session = damier.Session(damier.Net(net_path))
    for position in judged:
        session.set_position(position["position"])
        assert session.to_move == position["to_move"]
        assert session.legal_moves == position["moves"]
        features, rows = session.inputs()
        assert sorted(features) == sorted(position["features"])
        assert list(rows) == position["rows"]
        judgement = session.judge()
        assert judgement.moves == position["moves"]
        assert np.array_equal(judgement.logits, np.array(position["policy_logits"], np.float32))
        logits = np.exp(position["value_logits"] - np.max(position["value_logits"]))
        assert np.allclose(judgement.value, logits / logits.sum(), atol=1e-5)
        assert np.isclose(judgement.priors.sum(), 1, atol=1e-4)


@pytest.mark.parametrize("search", ["suited", "tree", "alpha-beta"])
def test_a_search_finds_the_same_every_time(search):
    def found():
        return damier.Session(game="english", memory_mib=8, search=search).search(simulations=300)

    one, two = found(), found()
    assert (one.best, one.line) == (two.best, two.line)
    assert np.array_equal(one.visits, two.visits)
    assert one.simulations >= 300 and one.visits.sum() > 0
    if search == "tree":
        assert np.array_equal(np.isnan(one.shares), one.visits == 0)
    assert not np.isnan(one.shares[one.index])


def test_there_are_three_searches():
    with pytest.raises(damier.DamierError, match="suited"):
        damier.Session(game="english", search="minimax")


def test_moves_are_taken_back():
    session = damier.Session(game="russian")
    start = session.position
    session.play("c3-d4")
    assert session.played == ["c3-d4"]
    assert session.undo() and session.position == start
    assert not session.undo()


def test_more_than_two_players_have_a_share_each():
    session = damier.Session(game="chinese-checkers:players=3", memory_mib=8)
    assert session.players == 3
    assert session.search(simulations=8).value.shape == (3,)


def test_what_is_wrong_is_refused_and_changes_nothing(net_path):
    session = damier.Session(game="russian")
    session.play("c3-d4")
    position = session.position
    for wrong in (
        lambda: session.play("c3-d4"),
        lambda: session.set_position("W:Wz9"),
        lambda: session.set_position(moves=["c3-d4", "c3-d4"]),
        lambda: damier.Session(game="russian", built_in=True).inputs(),
        lambda: session.search(simulations=0),
        lambda: session.search(seconds=-1.0),
        lambda: session.search(seconds=float("nan")),
        lambda: damier.Session(game="rusian"),
        lambda: damier.Session(),
        lambda: damier.Session(damier.Net(net_path), "english"),
        lambda: damier.Session(damier.Net(net_path), built_in=True),
        lambda: damier.Session(game="russian", level=21),
        lambda: damier.Session(game="russian", threads=0),
        lambda: damier.Session(game="russian", contempt=101),
    ):
        with pytest.raises(damier.DamierError):
            wrong()
    assert session.position == position


def test_a_search_leaves_python_free_and_stops():
    session = damier.Session(game="russian", memory_mib=64)
    found = []

    def search():
        while not found:
            try:
                found.append(session.search(seconds=math.inf))
            except damier.DamierError:
                pass  # The other thread held the session, to see whether this one does.

    thread = threading.Thread(target=search)
    thread.start()
    with pytest.raises(damier.DamierError, match="another thread"):
        while True:
            session.position
    while thread.is_alive():
        session.stop()
        thread.join(0.01)
    assert found[0].best in session.legal_moves


def test_ctrl_c_ends_a_search_and_the_session_goes_on():
    program = """
import math, os, signal, threading, damier
signal.signal(signal.SIGINT, signal.default_int_handler)  # A shell may have it ignored in the background.
session = damier.Session(game="russian", memory_mib=64)
threading.Timer(0.2, os.kill, [os.getpid(), signal.SIGINT]).start()
try:
    session.search(seconds=math.inf)
except KeyboardInterrupt:
    print("interrupted", session.search(simulations=1).best)
"""
    # The time is for a search that does not end at all.
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=300)
    assert done.stdout.startswith("interrupted "), done.stderr
