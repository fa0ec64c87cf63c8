import Foundation

/// How much fits.
let limit = 10

/// Something to buy.
@objc
public class Item<T>: Thing, Priced {
    let name: String
    var price: Int = 0
    static let shared = Item()
    init(name: String) { self.name = name }
    deinit { }
    func total(of count: Int, by factor: Int = 1) -> Int {
        let sum = price * count
        for r in 0..<count { print(r + sum) }
        guard let x = find(count) else { return limit }
        let f = { (y: Int) in y + sum }
        return self.price + helper(x)
    }
    var double: Int { return price * 2 }
    subscript(i: Int) -> Int { return i }
}

struct Point { var x: Int; var y: Int }
enum Kind { case plain, sized(Int); case named(String) }
protocol Priced { var price: Int { get }; func sell(n: Int) }
extension Point { func moved(by d: Int) -> Point { return Point(x: x + d, y: y) } }
typealias Items = [Item<Int>]
func helper(_ n: Int) -> Int { return n }
