require 'json'
require_relative 'till'

# Everything about selling.
module Shop
  LIMIT = 10

  # Something to buy.
  class Item < Thing
    include Comparable
    attr_reader :name, :price
    @@count = 0

    def initialize(name, price = 0, *rest, key:, **more, &block)
      @name = name
      @price = price
      total = price + LIMIT
      total += 1
      rest.each { |r| puts r, total }
    end

    def self.build(name)
      new(name)
    end

    def label
      "#{name}: #{helper(1)}"
    end

    class << self
      def all; end
    end

    private

    def helper(n)
      n.times do |i; j|
        n += i
      end
    end
  end
end

class Shop::Till
  def open = Shop::Item.build("x").label
end

def top_level(a)
  a, b = b, a
  Shop::LIMIT
end
