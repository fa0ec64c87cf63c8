"""The receipt of a cart."""

from shop.cart import Cart


def receipt(cart):
    """The text of a receipt."""
    return f"total: {cart.total()}"


if __name__ == "__main__":
    cart = Cart()
    cart.add("tea", 250, 2)
    print(receipt(cart))
