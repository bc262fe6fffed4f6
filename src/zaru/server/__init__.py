"""HTTP: the TSUBAKI API, the JSON API, pages for the browser."""
