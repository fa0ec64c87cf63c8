/** The licence. */
package com.example.forms; // not part of the name

import java.util.*;
import java.util.Map.Entry;
import static java.lang.Math.max;
import static java.lang.Math.*;

/**
 * A class of everything.
 *
 * @param <T> anything
 */
@Deprecated(since = "1") @SuppressWarnings({"a", "b"})
public abstract sealed class Forms<T extends Number & Comparable<T>> extends Base<T>.Inner<T> implements One, two.Two<? super T> permits Sub {
    private static final int A = 1, B[] = {1, 2L, 3f, 4.0, 'c'};
    volatile Map<String, List<int[]>> map;
    { map = null; }
    static { int x = A; }

    protected <Q> Forms(final Q q, @Nonnull int... rest) throws java.io.IOException, Other { <Q>super(q); rest[0]++; }
    Forms() { this(null); }

    public abstract <R extends Forms<R>> R[] make(Forms<T> this, int a[])[];

    static synchronized void run(Object o) {
        int i = 0, j;
        final var list = new ArrayList<Entry<String, Integer>>();
        label: for (int k = 0; k < i; k++, i--) { if (k > 1) continue label; else break label; }
        for (final Entry<String, Integer> e : list) e.getKey();
        do i += -j; while (!(i > 1));
        while (true) { ; }
        switch (i) { case 1: case A: int z = 1; default: z = 2; }
        Object r = switch (o) {
            case String s when s.isEmpty() -> s;
            case Pair(var a, Pair(int b, String c)) -> c;
            case null, default -> { yield new Object() { int f = 1; void m() { f = 2; } }; }
        };
        if (!(o instanceof String t)) throw new RuntimeException("x" + i, null);
        t.trim();
        boolean u = o instanceof Pair(int p, var q) && p > 0 || o instanceof final Integer n ? n == 1 : false;
        try (var in = open(); list) { in.read(); } catch (final A | b.B e) { e.x(); } finally { i = 1; }
        synchronized (o) { assert i > 0 : "no"; }
        Runnable f = () -> { return; }, g = Forms::run, h = Forms[]::new, l = super::toString, m = Forms<String>::new;
        BiFunction<A, B, C> bi = (a, b) -> a.b(b), bj = (A a, final B b) -> { return a; };
        int[][] arr = new int[3][], brr = new int[][] {{1}, {2}};
        Forms.this.map.get("x").<String>foo(Forms.super.bar(), int.class, ((Forms<?> & One) o).map);
        outer.new Inner<>(1).x = arr[0][1] = i << 2;
        String text = """
            block
            """ + 'c';
        class Local<V> { V v; Local(V v) { this.v = v; } }
        interface LocalInterface { void x(); }
        enum LocalEnum { X }
        record LocalRecord(int x) {}
        new Local<>(1).v.intValue();
    }
}

enum Level implements One { LOW(1) { int f() { return n; } }, @Deprecated HIGH(2); final int n; Level(int n) { this.n = n; } int f() { return 0; } }

record Range<T>(@Nonnull T from, T... to) implements One {
    static int count;
    Range { if (from == null) throw null; }
    Range(T x) { this(x, x); }
    public T from() { return from; }
}

@interface Note { int value() default 1; String[] names() default {}; Class<? extends One> type(); int MAX = 3; @interface Nested {} }

interface Shape extends One, Two { double PI = 3.14; double area(); default void draw() { draw(PI); } private void draw(double x) {} static Shape of() { return null; } }
