import numpy as np
import pytest

import damier


def test_a_net_tells_what_it_is_for(net_path):
    net = damier.Net(net_path)
    assert (net.game, net.feature_set) == ("russian", "ps")
    assert (net.sizes["width"], net.sizes["outputs"], net.sizes["players"]) == (32, 4, 2)
    assert "russian" in repr(net)


def test_judgements_are_those_of_the_command(net_path, judged):
    net = damier.Net(str(net_path))
    for position in judged:
        value, left, policy = net.forward(position["features"], np.array(position["rows"]))
        assert np.array_equal(value, np.array(position["value_logits"], np.float32))
        assert np.float32(left) == np.float32(position["moves_left"])
        assert np.array_equal(policy, np.array(position["policy_logits"], np.float32))


def test_what_is_no_net_is_refused(tmp_path):
    with pytest.raises(damier.DamierError, match="absent.dmn"):
        damier.Net(tmp_path / "absent.dmn")
    file = tmp_path / "text.dmn"
    file.write_text("hello")
    with pytest.raises(damier.DamierError, match="text.dmn.*not a net"):
        damier.Net(file)


def test_numbers_out_of_range_are_refused(net_path):
    net = damier.Net(net_path)
    with pytest.raises(damier.DamierError, match="no feature 128: they are below 128"):
        net.forward([128], [])
    with pytest.raises(damier.DamierError, match="no policy row"):
        net.forward([], [net.sizes["policy_rows"]])
    with pytest.raises(damier.DamierError, match="features are active"):
        net.forward([0] * (net.sizes["max_active"] + 1), [])
    for none in ([-1], [0.5], ["one"], np.array([[1]])):
        with pytest.raises((OverflowError, TypeError)):
            net.forward(none, [])
