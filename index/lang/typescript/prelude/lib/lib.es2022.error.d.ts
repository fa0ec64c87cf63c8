interface ErrorOptions { cause?: unknown }
interface Error { cause?: unknown }
interface ErrorConstructor {}
interface EvalErrorConstructor {}
interface RangeErrorConstructor {}
interface ReferenceErrorConstructor {}
interface SyntaxErrorConstructor {}
interface TypeErrorConstructor {}
interface URIErrorConstructor {}
interface AggregateErrorConstructor {}
