"""Words of 64 bits: counting, selecting, rotating, and a small random stream.

Everything takes and gives uint64.  In this language `uint64 + 1` becomes a signed number and a
loop over `uint64 + i` a float, so every literal below is wrapped.
"""

from __future__ import annotations

from typing import Any, Final

import llvmlite.binding as llvm
import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from ohhell.kernel.compiled import FORCE_PORTABLE, inlined

U = np.uint64
ZERO, ONE = U(0), U(1)
PACK: Final = U(0x1FFF1FFF1FFF1FFF)
"""All 52 cards: 13 ranks in the low bits of each of four 16-bit lanes."""
LANE: Final = U(0x1FFF)
TRUMPS: Final = U(0x1FFF << 48)
"""The cards of the trump suit: lane 3."""
LANE_OF: Final = U(48)
"""`index & LANE_OF` is the first bit of the lane a card's bit index lies in."""
HALF, LOW_HALF = U(32), U(0xFFFFFFFF)
STEP, MIX = U(0xA0761D6478BD642F), U(0xE7037ED1A0B428DB)

HAS_BIT_DEPOSIT: Final = bool(llvm.get_host_cpu_features().get("bmi2")) and not FORCE_PORTABLE
"""Whether this processor selects the n-th bit in one instruction (x86 with BMI2)."""

_piece: Any = intrinsic
_WORD: Any = types.uint64
_I64: Any = ir.IntType(64)
_I128: Any = ir.IntType(128)


@_piece
def popcount(_context: Any, _x: Any) -> Any:
    """How many bits are set."""

    def build(_target: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return _WORD(_WORD), build


@_piece
def lowest_index(_context: Any, _x: Any) -> Any:
    """The index of the lowest set bit; undefined for 0."""

    def build(_target: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return _WORD(_WORD), build


@_piece
def leading_zeros(_context: Any, _x: Any) -> Any:
    """How many zero bits stand above the highest set one; undefined for 0."""

    def build(_target: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.ctlz(args[0], ir.Constant(ir.IntType(1), 1))

    return _WORD(_WORD), build


@_piece
def rotate_left(_context: Any, _x: Any, _by: Any) -> Any:
    """`x` rotated left by `by` bits."""

    def build(_target: Any, builder: Any, _signature: Any, args: Any) -> Any:
        shape = ir.FunctionType(_I64, [_I64, _I64, _I64])
        turn = builder.module.declare_intrinsic("llvm.fshl.i64", fnty=shape)
        return builder.call(turn, [args[0], args[0], args[1]])

    return _WORD(_WORD, _WORD), build


@_piece
def _multiply_fold(_context: Any, _a: Any, _b: Any) -> Any:
    """The high and low half of `a * b`, exclusive-or'd (the mixer of wyrand)."""

    def build(_target: Any, builder: Any, _signature: Any, args: Any) -> Any:
        product = builder.mul(builder.zext(args[0], _I128), builder.zext(args[1], _I128))
        high = builder.trunc(builder.lshr(product, ir.Constant(_I128, 64)), _I64)
        return builder.xor(high, builder.trunc(product, _I64))

    return _WORD(_WORD, _WORD), build


@_piece
def _bit_deposit(_context: Any, _x: Any, _mask: Any) -> Any:
    """The low bits of `x` laid into the set bits of `mask` (BMI2)."""

    def build(_target: Any, builder: Any, _signature: Any, args: Any) -> Any:
        shape = ir.FunctionType(_I64, [_I64, _I64])
        deposit = builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", fnty=shape)
        return builder.call(deposit, args)

    return _WORD(_WORD, _WORD), build


@_piece
def choose(_context: Any, _which: Any, _yes: Any, _no: Any) -> Any:
    """`yes if which else no` without a branch: cards are unpredictable, and say so to LLVM."""

    def build(_target: Any, builder: Any, _signature: Any, args: Any) -> Any:
        made = builder.select(args[0], args[1], args[2])
        made.set_metadata("unpredictable", builder.module.add_metadata([]))
        return made

    return _WORD(types.boolean, _WORD, _WORD), build


@inlined
def nth_card_portable(cards, index):
    """The `index`-th lowest card of `cards` (from 0) by halving; any processor."""
    word = U(cards)
    left = U(index)
    place = ZERO
    for step in (U(32), U(16), U(8), U(4), U(2), U(1)):
        below = popcount(word & ((ONE << step) - ONE))
        above = left >= below
        left -= choose(above, below, ZERO)
        move = choose(above, step, ZERO)
        word >>= move
        place += move
    return ONE << place


if HAS_BIT_DEPOSIT:

    @inlined
    def nth_card(cards, index):
        """The `index`-th lowest card of `cards`, from 0, as one bit."""
        return _bit_deposit(ONE << U(index), U(cards))

else:
    nth_card = nth_card_portable


@inlined
def lowest(cards):
    """The lowest set bit of `cards`; 0 for 0."""
    return cards & (~cards + ONE)


@inlined
def highest(cards):
    """The highest set bit of `cards`, which must not be 0."""
    return ONE << (U(63) - leading_zeros(cards))


@inlined
def lane_of(card):
    """All 13 places of the lane that the one bit `card` lies in."""
    return LANE << (lowest_index(card) & LANE_OF)


@inlined
def mixed(state):
    """The random word that belongs to the counter `state` (wyrand)."""
    return _multiply_fold(state, state ^ MIX)


@inlined
def below(word, count):
    """The low half of a random `word` as a number under `count`; off by at most 2**-26."""
    return ((word & LOW_HALF) * count) >> HALF


@inlined
def next_word(dice):
    """Advance `dice` (uint64[1]) and give its next random word."""
    state = dice[0] + STEP
    dice[0] = state
    return mixed(state)


@inlined
def next_fraction(dice):
    """A random number in [0, 1) with 53 bits."""
    return np.float64(next_word(dice) >> U(11)) * (1.0 / 9007199254740992.0)
