"""Runs data sets through the planner and judges what came out; above `compose`."""
