"""A cart holds items."""

from shop.price import gross_price


class Cart:
    """What a customer wants to buy."""

    def __init__(self):
        self.items = []

    def add(self, name, cents, count=1):
        """Puts items into the cart."""
        self.items.append({"name": name, "cents": cents, "count": count})

    def total(self):
        """What the customer pays, tax included."""
        return sum(gross_price(item) for item in self.items)
