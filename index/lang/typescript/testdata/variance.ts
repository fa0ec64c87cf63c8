interface Box<in out A, out E = never, in R = unknown> { a: A; e: E; r: R }
export const dual: {
  <A>(that: A): (self: A) => Box<A>
  <A>(self: A, that: A): Box<A>
  (plain: string): void
} = null!
type Text = `no \`escape\` ${string}`
class In<out> { in: out }
const after = 1
