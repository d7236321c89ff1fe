"""Teach the bid model from self-play of the policy: one pass over fresh examples, fixed seeds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from ohhell.kernel.bid_model import INPUTS, OUTPUTS, BidModel, bid_examples
from ohhell.kernel.rollout import scratch
from ohhell.players.tables import policy_tables
from ohhell.players.training import LARGEST_SIZE, scoring_tables

WIDTHS = (96, 48)


def example_blocks(blocks: int, rounds: int, seed: int) -> Iterator[tuple[Any, Any]]:
    """Shuffled blocks of examples, each from a few kinds of round: seats and sizes at random.

    Four seats and sizes up to ten are the commonest games and get half of the rounds.
    """
    luck = np.random.default_rng(seed)
    dice = np.array([seed], np.uint64)
    works = {seats: scratch(seats) for seats in LARGEST_SIZE}
    for _ in range(blocks):
        inputs: list[Any] = []
        answers: list[Any] = []
        for _ in range(24):
            seats = 4 if luck.random() < 0.35 else int(luck.integers(2, 8))
            most = LARGEST_SIZE[seats]
            size = int(luck.integers(1, (min(most, 10) if luck.random() < 0.85 else most) + 1))
            tables = policy_tables(seats, size)
            count = rounds // seats
            some = np.zeros((count * seats, INPUTS), np.float32)
            true = np.zeros(count * seats, np.int64)
            bid_examples(
                count, seats, size, scoring_tables(size), tables, works[seats], dice, some, true
            )
            inputs.append(some)
            answers.append(true)
        order = luck.permutation(sum(map(len, answers)))
        yield np.concatenate(inputs)[order], np.concatenate(answers)[order]


def train_bid_model(
    *,
    blocks: int = 150,
    rounds: int = 4000,
    batch: int = 1024,
    seed: int = 5,
    say: Callable[[str], None] = print,
) -> BidModel:
    """Adam on the cross-entropy of the outputs; the rate falls to a tenth in a straight line."""
    luck = np.random.default_rng(seed)
    shapes = [(INPUTS, WIDTHS[0]), (WIDTHS[0], WIDTHS[1]), (WIDTHS[1], OUTPUTS)]
    weights: list[Any] = []
    for rows, columns in shapes:
        weights.append(luck.normal(0, (2 / rows) ** 0.5, (rows, columns)).astype(np.float32))
        weights.append(np.zeros(columns, np.float32))
    first = [np.zeros_like(weight) for weight in weights]
    second = [np.zeros_like(weight) for weight in weights]
    step = 0
    for block, (inputs, answers) in enumerate(example_blocks(blocks, rounds, seed)):
        loss = 0.0
        batches = len(answers) // batch
        for index in range(batches):
            x = inputs[index * batch : (index + 1) * batch]
            y = answers[index * batch : (index + 1) * batch]
            one = np.maximum(x @ weights[0] + weights[1], 0)
            two = np.maximum(one @ weights[2] + weights[3], 0)
            out = two @ weights[4] + weights[5]
            out -= out.max(axis=1, keepdims=True)
            chance = np.exp(out)
            chance /= chance.sum(axis=1, keepdims=True)
            rows = np.arange(batch)
            loss -= float(np.log(chance[rows, y] + 1e-9).mean())
            slope = chance
            slope[rows, y] -= 1
            slope /= batch
            back_two = (slope @ weights[4].T) * (two > 0)
            back_one = (back_two @ weights[2].T) * (one > 0)
            slopes = [
                x.T @ back_one, back_one.sum(0), one.T @ back_two, back_two.sum(0),
                two.T @ slope, slope.sum(0),
            ]  # fmt: skip
            step += 1
            rate = 2e-3 * (1 - 0.95 * block / blocks)
            for place, change in enumerate(slopes):
                first[place] = 0.9 * first[place] + 0.1 * change
                second[place] = 0.999 * second[place] + 0.001 * change**2
                lean = first[place] / (1 - 0.9**step)
                size = np.sqrt(second[place] / (1 - 0.999**step)) + 1e-8
                weights[place] = (weights[place] - rate * lean / size).astype(np.float32)
        if block % 10 == 9:
            say(f"bid model, block {block + 1} of {blocks}: loss {loss / batches:.4f}")
    return BidModel(*weights)
