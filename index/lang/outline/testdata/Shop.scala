package shop.core

import shop.till.{Till, Drawer => D}

/** Something to buy. */
case class Item[T](name: String, price: Int = 0) extends Thing(name) with Priced {
  val extra: Option[T] = None
  private var count = 0
  def total(n: Int)(implicit o: Order): Int = {
    val sum = price * n
    for (i <- 1 to n) yield i + sum
    List(1).map(x => x + this.count)
    helper(sum)
  }
  override def price: Int = 1
  type Unit2 = Int
}

object Item {
  val Limit = 10
  def helper(n: Int): Int = n match {
    case 0 => Limit
    case k => k
  }
}

trait Priced { def price: Int }

enum Color:
  case Red, Green
