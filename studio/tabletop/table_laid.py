"""What may be laid as what, and how things may be called."""

from __future__ import annotations

import re

from engine.tabletop.kinds import feature_kinds
from engine.tabletop.table import FeatureShape, manner_of_shape

GOOD_ID = re.compile(r"""[^\s@,.:;/{}\[\]"'=?]{1,40}""")


def can_have_shape(kind: str, shape: FeatureShape) -> bool:
    """Whether a kind may have such a shape."""
    return manner_of_shape(shape) in feature_kinds()[kind].shapes


def is_valid_id(id_: str) -> bool:
    """Whether a file may call a thing so."""
    return GOOD_ID.fullmatch(id_) is not None
