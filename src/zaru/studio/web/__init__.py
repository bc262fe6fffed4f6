"""What the pages of the studio share: templates, scripts, words."""
