# ruff: noqa: PLR0915, N806, F841, B007  (a prototype kept as it was measured)
import numpy as np
from numba import njit

from yardstick_bits import ctz, mulfold, nth, nth_portable, popcount, rotl, sel

U = np.uint64
ONE, ZERO, TWO = U(1), U(0), U(2)
FULL, TR, LANE = U(0x1FFF1FFF1FFF1FFF), U(0x1FFF000000000000), U(0x1FFF)
C1, C2 = U(0xA0761D6478BD642F), U(0xE7037ED1A0B428DB)
S32, S48 = U(32), U(48)
M32 = U(0xFFFFFFFF)


@njit(inline="always")
def bnd(r, n):  # unbiased enough: (r32*n)>>32
    return ((r & M32) * n) >> S32


def make(np_, h_, nth):
    """np_/h_ are frozen as compile-time constants (closure variables) so LLVM unrolls."""
    NP, H = U(np_), U(h_)

    @njit(nogil=True)
    def run(n, rng, score, h, bid, won):
        s = rng[0]
        r = ZERO
        dealer = ZERO
        for it in range(n):
            deck = FULL
            left = U(52)
            for p in range(np_):
                x = ZERO
                for c in range(h_):
                    if c & 1 == 0:
                        s += C1
                        r = mulfold(s, s ^ C2)
                    else:
                        r >>= S32
                    b = nth(deck, bnd(r, left))
                    deck ^= b
                    x |= b
                    left -= ONE
                h[p] = x
            s += C1
            r = mulfold(s, s ^ C2)
            turn = nth(deck, bnd(r, left))
            k = S48 - (ctz(turn) & S48)
            for p in range(np_):
                h[p] = rotl(h[p], k)
                won[p] = 0
            sm = 0
            seat = dealer
            for i in range(np_):
                seat = seat + ONE if seat + ONE < NP else ZERO
                if i & 1 == 0:
                    s += C1
                    r = mulfold(s, s ^ C2)
                else:
                    r >>= S32
                f = h_ - sm
                hook = 1 if (i == np_ - 1 and f >= 0) else 0
                bd = np.int64(bnd(r, U(h_ + 1 - hook)))
                if hook == 1 and bd >= f:
                    bd += 1
                bid[seat] = bd
                sm += bd
            lead = dealer + ONE if dealer + ONE < NP else ZERO
            for t in range(h_):
                s += C1
                r = mulfold(s, s ^ C2)
                seat = lead
                w = lead
                hh = h[seat]
                b = nth(hh, bnd(r, U(h_ - t)))
                h[seat] = hh ^ b
                lm = LANE << (ctz(b) & S48)
                m = lm | TR
                best = b
                for i in range(1, np_):
                    seat = seat + ONE if seat + ONE < NP else ZERO
                    if i & 1 == 0:
                        s += C1
                        r = mulfold(s, s ^ C2)
                    else:
                        r >>= S32
                    hh = h[seat]
                    f2 = hh & lm
                    f2 = sel(f2 != ZERO, f2, hh)
                    b = nth(f2, bnd(r, popcount(f2)))
                    h[seat] = hh ^ b
                    bm = b & m
                    c = bm > best
                    w = sel(c, seat, w)
                    best = sel(c, bm, best)
                won[w] += 1
                lead = w
            for p in range(np_):
                score[p] += won[p] + (10 if won[p] == bid[p] else 0)
            dealer = dealer + ONE if dealer + ONE < NP else ZERO
        rng[0] = s

    return run


run4x10 = make(4, 10, nth)
run7x7 = make(7, 7, nth)
run4x10_port = make(4, 10, nth_portable)


def args(n):
    return (
        n,
        np.array([1], np.uint64),
        np.zeros(8, np.int64),
        np.zeros(8, np.uint64),
        np.zeros(8, np.int64),
        np.zeros(8, np.int64),
    )


if __name__ == "__main__":
    import sys
    import time

    n = int(sys.argv[1]) if len(sys.argv) > 1 else 1000000
    for name, f, p, H in (
        ("4x10", run4x10, 4, 10),
        ("7x7", run7x7, 7, 7),
        ("4x10_portable", run4x10_port, 4, 10),
    ):
        t = time.process_time()
        f(*args(1))
        tc = time.process_time() - t
        a = args(n)
        t = time.process_time()
        f(*a)
        t = time.process_time() - t
        print(
            f"NUMBAsel {name} compile={tc:.2f}s ns/hand={t / n * 1e9:.1f} Mhands/s={n / t / 1e6:.3f} ns/play={t / n * 1e9 / p / H:.2f} mean={a[2][0] / n:.4f}"
        )
