defmodule Shop.User do
  @moduledoc "A user."
  alias Shop.Order
  @limit 10

  defstruct [:name, :level]

  # Buys something.
  def buy(user, order \\ nil) do
    total = price(order) + @limit
    Order.add(user, total)
  end

  defp price(%Order{cost: cost}), do: cost

  defmacro twice(x) do
    quote do: unquote(x) * 2
  end

  def run do
    Enum.map([1, 2], fn n -> n + price(n) end)
    buy(%{name: "a"})
  end
end
