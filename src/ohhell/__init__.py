"""Oh Hell by any house rules: play, CPU players, score sheet, verifiable deals."""
