package shop

import java.util.List

// A user.
class User extends Base implements Named {
    String name
    private int level = 1

    int total(int extra) {
        int sum = level + extra
        return price(sum)
    }

    static int price(int n) { n * 2 }
}

interface Named {
    String getName()
}

enum Level { LOW, HIGH }

def twice(x) {
    def y = x
    y + y
}

int z = twice(3)
println z
