"""CPU players: a `PlayerView` in, an action out; no memory between turns, nothing peeked at."""
