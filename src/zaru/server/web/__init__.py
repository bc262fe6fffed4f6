"""The pages that people see in the browser."""
