"""Prices of what a shop sells, in cents."""

from shop.tax import tax_of


def net_price(item):
    """The price of an item without tax."""
    return item["cents"] * item["count"]


def gross_price(item):
    """The price of an item with tax."""
    net = net_price(item)
    return net + tax_of(net)
