<?php
/**
 * @template TKey
 * @template TValue
 */
interface Traversable {}
/**
 * @template TKey
 * @template TValue
 * @extends Traversable<TKey, TValue>
 */
interface Iterator extends Traversable {
    /** @return TValue */
    public function current();
    /** @return TKey */
    public function key();
    public function next();
    public function rewind();
    public function valid(): bool;
}
/**
 * @template TKey
 * @template TValue
 * @extends Traversable<TKey, TValue>
 */
interface IteratorAggregate extends Traversable {
    /** @return Traversable<TKey, TValue> */
    public function getIterator();
}
/**
 * @template TKey
 * @template TValue
 */
interface ArrayAccess {
    public function offsetExists($offset): bool;
    /** @return TValue */
    public function offsetGet($offset);
    public function offsetSet($offset, $value);
    public function offsetUnset($offset);
}
interface Countable { public function count(): int; }
interface Stringable { public function __toString(): string; }
interface Serializable { public function serialize(); public function unserialize(string $data); }
interface JsonSerializable { public function jsonSerialize(); }
interface UnitEnum {
    public readonly string $name;
    /** @return static[] */
    public static function cases(): array;
}
interface BackedEnum extends UnitEnum {
    public readonly int|string $value;
    public static function from(int|string $value): static;
    public static function tryFrom(int|string $value): ?static;
}
interface Throwable extends Stringable {
    public function getMessage(): string;
    public function getCode();
    public function getFile(): string;
    public function getLine(): int;
    public function getTrace(): array;
    public function getTraceAsString(): string;
    public function getPrevious(): ?Throwable;
}
class Exception implements Throwable {
    protected $message; protected $code; protected string $file; protected int $line;
    public function __construct(string $message = "", int $code = 0, ?Throwable $previous = null) {}
    public function getMessage(): string {}
    public function getCode() {}
    public function getFile(): string {}
    public function getLine(): int {}
    public function getTrace(): array {}
    public function getTraceAsString(): string {}
    public function getPrevious(): ?Throwable {}
    public function __toString(): string {}
}
class Error implements Throwable {
    protected $message; protected $code; protected string $file; protected int $line;
    public function __construct(string $message = "", int $code = 0, ?Throwable $previous = null) {}
    public function getMessage(): string {}
    public function getCode() {}
    public function getFile(): string {}
    public function getLine(): int {}
    public function getTrace(): array {}
    public function getTraceAsString(): string {}
    public function getPrevious(): ?Throwable {}
    public function __toString(): string {}
}
class ErrorException extends Exception { public function getSeverity(): int {} }
class TypeError extends Error {}
class ValueError extends Error {}
class ArithmeticError extends Error {}
class DivisionByZeroError extends ArithmeticError {}
class ArgumentCountError extends TypeError {}
class AssertionError extends Error {}
class ParseError extends Error {}
class UnhandledMatchError extends Error {}
class LogicException extends Exception {}
class BadFunctionCallException extends LogicException {}
class BadMethodCallException extends BadFunctionCallException {}
class DomainException extends LogicException {}
class InvalidArgumentException extends LogicException {}
class LengthException extends LogicException {}
class OutOfRangeException extends LogicException {}
class RuntimeException extends Exception {}
class OutOfBoundsException extends RuntimeException {}
class OverflowException extends RuntimeException {}
class RangeException extends RuntimeException {}
class UnderflowException extends RuntimeException {}
class UnexpectedValueException extends RuntimeException {}
class JsonException extends Exception {}
class stdClass {}
final class Closure {
    public static function bind(Closure $closure, ?object $newThis, $newScope = 'static'): ?Closure {}
    public static function fromCallable($callback): Closure {}
    public function bindTo(?object $newThis, $newScope = 'static'): ?Closure {}
    public function call(object $newThis, mixed ...$args) {}
    public function __invoke(...$args) {}
}
/**
 * @template TKey
 * @template TValue
 * @template TSend
 * @template TReturn
 * @implements Iterator<TKey, TValue>
 */
final class Generator implements Iterator {
    /** @return TValue */
    public function current() {}
    /** @return TKey */
    public function key() {}
    public function next() {}
    public function rewind() {}
    public function valid(): bool {}
    /** @return TValue */
    public function send($value) {}
    public function throw(Throwable $exception) {}
    /** @return TReturn */
    public function getReturn() {}
}
/** @template T of object */
final class WeakReference {
    /** @return T|null */
    public function get(): ?object {}
    public static function create(object $object): WeakReference {}
}
/**
 * @template TKey
 * @template TValue
 * @implements ArrayAccess<TKey, TValue>
 * @implements IteratorAggregate<TKey, TValue>
 */
final class WeakMap implements ArrayAccess, Countable, IteratorAggregate {
    public function offsetExists($object): bool {}
    /** @return TValue */
    public function offsetGet($object) {}
    public function offsetSet($object, $value) {}
    public function offsetUnset($object) {}
    public function count(): int {}
    /** @return Iterator<TKey, TValue> */
    public function getIterator() {}
}
#[Attribute] final class Attribute {
    const TARGET_CLASS = 1, TARGET_FUNCTION = 2, TARGET_METHOD = 4, TARGET_PROPERTY = 8, TARGET_CLASS_CONSTANT = 16;
    const TARGET_PARAMETER = 32, TARGET_ALL = 63, IS_REPEATABLE = 64;
    public int $flags;
}
final class ReturnTypeWillChange {}
final class AllowDynamicProperties {}
final class SensitiveParameter {}
final class Override {}
