"""The stages of a build, in their order."""

from __future__ import annotations

from zaru.runs.build import comparing, finishing, linking, making, settling
from zaru.runs.build.made_page import prepare_make
from zaru.runs.judging import JUDGE
from zaru.runs.sketching import SKETCH
from zaru.runs.stages import PageStage, Stage, TableStage

MAKE = PageStage(making.STAGE, prepare_make, making.make_shard)
COMPARE = TableStage(comparing.STAGE, comparing.compare_partition)
SETTLE = TableStage(settling.STAGE, settling.settle_shard)
LINK = TableStage(linking.STAGE, linking.link_partition)
FINISH = TableStage(finishing.STAGE, finishing.finish_shard)

STAGES: tuple[Stage, ...] = (SKETCH, JUDGE, MAKE, COMPARE, SETTLE, LINK, FINISH)
