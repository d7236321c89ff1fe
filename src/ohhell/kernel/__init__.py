"""The fast twin of the rules: whole rounds on 52-bit hands, compiled, unchecked, by the million.

Nothing here refuses an illegal action.  The way in from rules values, with every check, is
`ohhell.kernel.bridge`.  Seats are numbered in bidding order: 0 bids first (the dealer's left)
and the dealer is the last.  A card is bit `16 * lane + rank` of a uint64; the trump suit always
lies in lane 3, the highest, so that one comparison decides a trick.
"""
