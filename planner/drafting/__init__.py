"""From a brief to a draft: labels, composition, and the ask/advance flow. No model in sight."""
