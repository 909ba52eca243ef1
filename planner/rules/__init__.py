"""What may not be: one generator function for each rule, one family for each file."""
