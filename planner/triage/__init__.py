"""What kind of thing came in, and whether it is ours to plan."""
