"""From a permit or a refusal to named bytes; there is no other way to a bundle."""
