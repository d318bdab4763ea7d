import numpy as np
import pytest

import damier


@pytest.fixture(scope="module")
def records(run):
    return damier.read_records(run / "games")


def test_columns_fit_each_other(records):
    positions = len(records)
    assert positions > 50
    assert (records.game, records.feature_set, records.players) == ("russian", "ps", 2)
    for offsets, numbers in [(records.feature_offsets, records.features), (records.row_offsets, records.rows)]:
        assert len(offsets) == positions + 1
        assert (offsets[0], offsets[-1]) == (0, len(numbers))
        assert np.all(np.diff(offsets) > 0)
    assert records.policy.shape == records.rows.shape
    assert records.features.max() < records.features_count
    assert records.rows.max() < records.rows_count
    for values in (records.outcome, records.root):
        assert values.shape == (positions, 3)
        assert np.allclose(values.sum(1), 1, atol=1e-4)
    assert set(np.unique(records.record)) <= set(range(8))
    assert f"{positions} positions" in repr(records)


def test_policy_targets_are_distributions(records):
    assert records.has_policy.any()
    for index, has_policy in enumerate(records.has_policy):
        policy = records.policy_of(index)
        assert len(policy) == len(records.rows_of(index))
        assert records.played[index] < len(policy)
        if has_policy:
            assert np.isclose(policy.sum(), 1, atol=1e-3)
        else:
            assert np.isnan(policy).all()


def test_a_position_is_what_a_session_sees(records, net_path):
    session = damier.Session(damier.Net(net_path))
    # Games begin with random plies; the start position is seen where there are none.
    starts = np.flatnonzero(records.ply == 0)
    assert len(starts) > 0
    features, rows = session.inputs()
    for index in starts:
        assert sorted(records.features_of(index)) == sorted(features)
        assert list(records.rows_of(index)) == list(rows)


def test_outcomes_change_with_the_player_to_move(records):
    for index in range(1, len(records)):
        if records.record[index] == records.record[index - 1]:
            before, now = records.outcome[index - 1], records.outcome[index]
            same_player = records.to_move[index] == records.to_move[index - 1]
            assert np.array_equal(now, before if same_player else before[::-1])


def test_multi_hot_rows_are_the_features(records):
    every = records.multi_hot()
    assert every.shape == (len(records), records.features_count)
    for index, row in enumerate(every):
        assert np.array_equal(np.flatnonzero(row), np.sort(records.features_of(index)))
    assert np.array_equal(records.multi_hot(slice(3, 9)), every[3:9])
    assert np.array_equal(records.multi_hot(records.ply > 20), every[records.ply > 20])
    assert np.array_equal(records.multi_hot(np.array([5, 2, -1])), every[[5, 2, -1]])
    assert records.multi_hot(slice(0)).shape == (0, records.features_count)


def test_positions_count_from_the_end_too_and_end(records):
    assert np.array_equal(records.features_of(-1), records.features_of(len(records) - 1))
    with pytest.raises(IndexError):
        records.rows_of(len(records))


def test_a_single_chunk_and_another_feature_set(run):
    chunk = sorted((run / "games").glob("*.dmr"))[0]
    records = damier.read_records(chunk, "ps+men6")
    assert records.feature_set == "ps+men6"
    assert records.features_count > 128
    assert records.record.max() < 3


def test_what_is_no_record_is_refused(run, net_path, tmp_path):
    with pytest.raises(damier.DamierError, match='no feature set "none"'):
        damier.read_records(run / "games", "none")
    with pytest.raises(damier.DamierError, match="no chunk"):
        damier.read_records(tmp_path)
    for path in (net_path, tmp_path / "absent.dmr"):
        with pytest.raises(damier.DamierError, match=path.name):
            damier.read_records(path)


def test_damage_is_refused_or_left_out_with_a_warning(run, tmp_path):
    chunk = sorted((run / "games").glob("*.dmr"))[0]
    damaged = tmp_path / chunk.name
    damaged.write_bytes(chunk.read_bytes()[:-40])
    for path in (damaged, tmp_path):
        with pytest.raises(damier.DamierError, match=chunk.name):
            damier.read_records(path)
        with pytest.warns(UserWarning, match=f"left out.*{chunk.name}"):
            rest = damier.read_records(path, skip_damaged=True)
        assert len(rest) < len(damier.read_records(chunk))
