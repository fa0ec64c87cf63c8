package broken;

import java.util.;
import ;

class A {
    int x = ;
    void m( { int y = 1; y.; foo(; }
    void n() { if (x  { return x; }
    String s = "unterminated;
    int after;
}

class B extends { void ok() { after(); } }

enum { X }

class C { C( { } void last() { x.y.z } }
