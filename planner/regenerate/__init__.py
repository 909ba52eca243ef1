"""From a tasks file and a new list to a new file in which nothing is lost."""
