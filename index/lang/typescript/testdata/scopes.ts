var hoisted = 1;
function f(a, { b, c: renamed = a, ...others }, [d, , e = b] = [], ...rest) {
  if (a) { var deep = 1; let block = 2; const fixed = 3; function nested() {} }
  for (let i = 0; i < 1; i++) { i; }
  for (const k in others) k;
  for (const [x, y] of rest) { x; y; }
  for await (const z of rest) z;
  try { throw a; } catch ({ message }) { message; } finally { let last; }
  switch (a) { case 1: let inCase; break; default: inCase; }
  label: while (true) { continue label; }
  hoisted = deep; hoisted += 1; hoisted++; [hoisted, rest[0]] = [1, 2]; ({ a: hoisted, ...others } = a);
  return function named() { return named; };
}
const arrow = async (p, q = p) => { await p; return { p, q, m() { return this.p; }, get g() { return 1; }, [p]: 1, "s": 2, 3: 4, ...q }; };
const single = x => x.y?.z!["w"][0].v(`t${x}`) ?? (x || arrow) && tag`a${x}`;
let assigned; assigned = new Map<string, number>();
x1.handler = (e) => e; x1.obj = { inner: 1 };
using resource = open();
var twice = 1; var twice = 2;
