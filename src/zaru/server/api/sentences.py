"""`/api/v1/pages/{page}/sentences`: the sentences of a page with their annotations."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from zaru.io.schema import SENTENCES
from zaru.server.api.answer import FAULTS, Slice, to_model, to_slice_model
from zaru.server.api.pages import PageName
from zaru.server.lookup import Looked, find_page

router = APIRouter(tags=["pages"], responses=FAULTS)
SentencesAnswer = to_slice_model("Sentences", "sentences", to_model("Sentence", SENTENCES))


@router.get("/pages/{page}/sentences", response_model=SentencesAnswer)
def read_sentences(
    page: PageName, some: Annotated[Slice, Query()], view: Looked
) -> dict[str, object]:
    """Read the sentences of a page in their order, each with its span and annotations."""
    found = find_page(view, page)
    return {"page": found.id, **some.of("sentences", view.corpus.sentence_rows(found))}
