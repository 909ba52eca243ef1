"""Two doors: `admit` before anything is spent, `release` before anything leaves."""
