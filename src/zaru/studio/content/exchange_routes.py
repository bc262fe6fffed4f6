"""The addresses of labels as files, and of the figures of all of them."""

from __future__ import annotations

from fastapi import APIRouter


def make_router() -> APIRouter:
    """Return the routes."""
    return APIRouter(include_in_schema=False)
