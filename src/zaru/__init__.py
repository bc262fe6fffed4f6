"""zaru: pour the web in, keep the text."""

from zaru.page import Page
