"""The studio: see what zaru sees, label it, choose it, subscribe to it; a browser application."""
