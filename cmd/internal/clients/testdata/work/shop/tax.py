"""Taxes, in percent."""

RATE = 19


def tax_of(cents):
    """The tax on an amount, rounded down."""
    return cents * RATE // 100
