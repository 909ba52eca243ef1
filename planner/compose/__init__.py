"""Where adapters meet use cases; `doors` holds the typed door for programs."""
