"""What readers see, and what a page says about itself: one reading for all rooms above."""
