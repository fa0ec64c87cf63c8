package a;

import b.C;
import b.D;

class A {
    @Override
    int m(int here) {
        try {
            return here;
        } finally {
            x();
        }
    }
}
