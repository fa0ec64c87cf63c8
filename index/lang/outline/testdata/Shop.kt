package shop.core

import shop.till.Till
import shop.other.*

/** How much fits. */
const val LIMIT = 10
val twice: (Int) -> Int = { it * 2 }

/**
 * Something to buy.
 */
@Serializable
open class Item<T>(val name: String, private var price: Int = 0) : Thing(name), Priced {
    var extra: T? = null
    init { price += 1 }
    constructor(n: Int) : this("x", n)
    fun total(count: Int, vararg rest: Int): Int {
        val sum = price * count
        for (r in rest) { println(r + sum) }
        rest.forEach { x -> use(x) }
        return this.name.length + helper(sum)
    }
    override fun price() = price
    companion object { fun make() = Item<Int>("a") }
    enum class Kind(val n: Int) { PLAIN(1), SIZED(2); fun up() = n }
}

interface Priced { fun price(): Int }
data class Pair(val a: Int, val b: Int)
object Registry { val items = mutableListOf<Item<Int>>() }
typealias Items = List<Item<Int>>

fun String.shout(): String = uppercase()
fun helper(n: Int): Int = when (n) { 0 -> LIMIT else -> n }
