"""The yardstick of examples/: positions of games, what an engine says of them, and what nets do."""

import json
import sys
from argparse import Namespace

import pytest
from conftest import PROGRAM, ROOT, damier as command

import damier

sys.path.append(str(ROOT / "python" / "examples"))
import accuracy  # noqa: E402

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


@pytest.fixture(scope="module")
def positions(tmp_path_factory):
    folder = tmp_path_factory.mktemp("accuracy")
    command("match", "ab:material,depth=1", "random", "--game", "chess", "--pairs", "1", "--dir", folder / "games")
    file = folder / "positions.jsonl"
    engine = [PROGRAM, "engine", "--game", "chess"]
    wanted = {"games": [folder / "games"], "nodes": 50, "count": 10, "seed": 1, "families": False}
    accuracy.label(Namespace(engine=engine, output=file, **wanted))
    return file


def test_labels_are_scores_of_positions_within_nine_pawns(positions):
    lines = [json.loads(line) for line in positions.read_text().splitlines()]
    assert 0 < len(lines) <= 10
    session = damier.Session(game="chess")
    for line in lines:
        session.set_position(line["position"])
        assert session.legal_moves and abs(line["score"]) < 900


def test_captures_are_told_by_the_square_that_is_moved_to():
    assert not accuracy.is_capture(START, "e2e4")
    assert accuracy.is_capture(START, "e2e7")
    assert accuracy.is_capture("8/8/8/3p4/4P3/8/8/K1k5 w - - 0 1", "e4d5")
    assert not accuracy.is_capture("8/8/8/3p4/4P3/8/8/K1k5 w - - 0 1", "e4e5")


def test_a_net_is_off_by_nothing_from_what_it_says_itself(tmp_path, capsys):
    net = ROOT / "nets" / "chess.dmn"
    session = damier.Session(game="chess")
    positions = []
    for move in ["e2e4", "e7e5", "d1h5", "b8c6", "h5e5", "c6e5"]:
        session.play(move)
        positions.append(session.position)
    scores = 100 / accuracy.LOG_ODDS_OF_PAWN * accuracy.log_odds(net, positions)
    lines = [json.dumps({"position": p, "score": float(s)}) for p, s in zip(positions, scores, strict=True)]
    file = tmp_path / "positions.jsonl"
    file.write_text("\n".join(lines))
    accuracy.measure(Namespace(positions=file, nets=[net]))
    assert "off by 0.0000 with a factor of 1.00, correlation 1.000, 6 positions" in capsys.readouterr().out


def test_a_family_is_what_comes_after_the_moves_of_one_position_that_take_nothing(tmp_path, capsys):
    position = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1"
    family = list(accuracy.family_of(position))
    # Five squares for the king and one for the pawn, which may also take.
    assert len(family) == len(set(family)) == 6
    assert all(child.split()[1] == "b" for child in family)

    # A net agrees with itself about the families' positions.
    net = ROOT / "nets" / "chess.dmn"
    families = [family, list(accuracy.family_of(START))]
    lines = []
    for number, members in enumerate(families):
        scores = 100 / accuracy.LOG_ODDS_OF_PAWN * accuracy.log_odds(net, members)
        scored = zip(members, scores, strict=True)
        lines += [json.dumps({"position": p, "score": float(s), "family": number}) for p, s in scored]
    file = tmp_path / "families.jsonl"
    file.write_text("\n".join(lines))
    accuracy.measure(Namespace(positions=file, nets=[net]))
    assert "within 2 families 1.000" in capsys.readouterr().out


def test_positions_are_told_apart_within_their_family_alone():
    lines = [{"family": number} for number in [0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2]] + [{}]
    shares = accuracy.np.array([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.6, 0.6, 0.6, 0.6, 0.9, 0.9])
    within, families = accuracy.within_families(lines, shares)
    assert families == 2, "a family of one says nothing"
    assert abs(within - accuracy.np.array([-0.2, -0.1, 0, 0.1, 0.2, 0, 0, 0, 0, 0])).max() < 1e-12
