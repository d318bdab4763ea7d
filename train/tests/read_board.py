"""Reads what `train/src/tensorboard/tests.rs` wrote with TensorBoard's own reader (PyPI `tensorboard`):

    DAMIER_TENSORBOARD_FOLDER=/tmp/board cargo test -p damier-train tensorboard
    python train/tests/read_board.py /tmp/board
"""

import sys

from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

reader = EventAccumulator(sys.argv[1], size_guidance={"scalars": 0, "histograms": 0, "tensors": 0})
reader.Reload()
tags = reader.Tags()
assert tags["scalars"] == ["loss/value"], tags
assert set(tags["histograms"]) == {"weights/l1", "weights/constant"}, tags
assert tags["tensors"] == ["config"], tags

scalars = [(event.step, round(event.value, 4)) for event in reader.Scalars("loss/value")]
assert scalars == [(1, 1.0), (2, 0.5), (3, 0.3333), (4, 0.125)], scalars

histograms = reader.Histograms("weights/l1")
assert [event.step for event in histograms] == [1, 2, 3], histograms
value = histograms[2].histogram_value
assert value.num == 1000 and abs(value.max - 2.997) < 1e-6 and sum(value.bucket) == 1000
assert len(value.bucket) == len(value.bucket_limit)

text = reader.Tensors("config")[0].tensor_proto.string_val[0].decode()
assert "width = 256" in text
assert reader.SummaryMetadata("config").plugin_data.plugin_name == "text"
print("TensorBoard reads scalars, histograms and text as written; a resumed run continues one line")
