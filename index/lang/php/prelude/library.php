<?php
interface DateTimeInterface {
    const ATOM = ''; const COOKIE = ''; const RFC822 = ''; const RFC850 = ''; const RFC1036 = ''; const RFC1123 = '';
    const RFC7231 = ''; const RFC2822 = ''; const RFC3339 = ''; const RFC3339_EXTENDED = ''; const ISO8601 = ''; const RSS = ''; const W3C = '';
    public function format(string $format): string;
    public function diff(DateTimeInterface $targetObject, bool $absolute = false): DateInterval;
    public function getTimezone(): DateTimeZone;
    public function getOffset(): int;
    public function getTimestamp(): int;
}
class DateTime implements DateTimeInterface {
    public function __construct(string $datetime = 'now', ?DateTimeZone $timezone = null) {}
    public static function createFromFormat(string $format, string $datetime, ?DateTimeZone $timezone = null): static {}
    public static function createFromImmutable(DateTimeImmutable $object): static {}
    public static function createFromInterface(DateTimeInterface $object): static {}
    public static function getLastErrors(): array {}
    public function format(string $format): string {}
    public function modify(string $modifier): static {}
    public function add(DateInterval $interval): static {}
    public function sub(DateInterval $interval): static {}
    public function setTimezone(DateTimeZone $timezone): static {}
    public function setTime(int $hour, int $minute, int $second = 0, int $microsecond = 0): static {}
    public function setDate(int $year, int $month, int $day): static {}
    public function setISODate(int $year, int $week, int $dayOfWeek = 1): static {}
    public function setTimestamp(int $timestamp): static {}
    public function diff(DateTimeInterface $targetObject, bool $absolute = false): DateInterval {}
    public function getTimezone(): DateTimeZone {}
    public function getOffset(): int {}
    public function getTimestamp(): int {}
}
class DateTimeImmutable implements DateTimeInterface {
    public function __construct(string $datetime = 'now', ?DateTimeZone $timezone = null) {}
    public static function createFromFormat(string $format, string $datetime, ?DateTimeZone $timezone = null): static {}
    public static function createFromMutable(DateTime $object): static {}
    public static function createFromInterface(DateTimeInterface $object): static {}
    public static function getLastErrors(): array {}
    public function format(string $format): string {}
    public function modify(string $modifier): static {}
    public function add(DateInterval $interval): static {}
    public function sub(DateInterval $interval): static {}
    public function setTimezone(DateTimeZone $timezone): static {}
    public function setTime(int $hour, int $minute, int $second = 0, int $microsecond = 0): static {}
    public function setDate(int $year, int $month, int $day): static {}
    public function setISODate(int $year, int $week, int $dayOfWeek = 1): static {}
    public function setTimestamp(int $timestamp): static {}
    public function diff(DateTimeInterface $targetObject, bool $absolute = false): DateInterval {}
    public function getTimezone(): DateTimeZone {}
    public function getOffset(): int {}
    public function getTimestamp(): int {}
}
class DateTimeZone {
    const UTC = 1024; const ALL = 2047; const PER_COUNTRY = 4096;
    public function __construct(string $timezone) {}
    public function getName(): string {}
    public function getOffset(DateTimeInterface $datetime): int {}
    public function getTransitions(int $begin = 0, int $end = 0): array {}
    public static function listIdentifiers(int $group = 2047, ?string $country = null): array {}
}
class DateInterval {
    public $y; public $m; public $d; public $h; public $i; public $s; public $f; public $invert; public $days;
    public function __construct(string $duration) {}
    public static function createFromDateString(string $datetime): DateInterval {}
    public function format(string $format): string {}
}
/** @implements IteratorAggregate<int, DateTimeInterface> */
class DatePeriod implements IteratorAggregate {
    public function getStartDate(): DateTimeInterface {}
    public function getEndDate(): ?DateTimeInterface {}
    /** @return Iterator<int, DateTimeInterface> */
    public function getIterator(): Iterator {}
}
/**
 * @template TKey
 * @template TValue
 * @implements Iterator<TKey, TValue>
 * @implements ArrayAccess<TKey, TValue>
 */
class ArrayIterator implements Iterator, ArrayAccess, Countable {
    /** @param array<TKey, TValue> $array */
    public function __construct(array $array = [], int $flags = 0) {}
    /** @return TValue */
    public function current() {}
    /** @return TKey */
    public function key() {}
    public function next() {}
    public function rewind() {}
    public function valid(): bool {}
    public function offsetExists($key): bool {}
    /** @return TValue */
    public function offsetGet($key) {}
    public function offsetSet($key, $value) {}
    public function offsetUnset($key) {}
    public function count(): int {}
    /** @return array<TKey, TValue> */
    public function getArrayCopy(): array {}
}
/**
 * @template TKey
 * @template TValue
 * @implements IteratorAggregate<TKey, TValue>
 * @implements ArrayAccess<TKey, TValue>
 */
class ArrayObject implements IteratorAggregate, ArrayAccess, Countable {
    const STD_PROP_LIST = 1; const ARRAY_AS_PROPS = 2;
    /** @param array<TKey, TValue> $array */
    public function __construct($array = [], int $flags = 0, string $iteratorClass = '') {}
    public function offsetExists($key): bool {}
    /** @return TValue */
    public function offsetGet($key) {}
    public function offsetSet($key, $value) {}
    public function offsetUnset($key) {}
    public function append($value) {}
    public function count(): int {}
    /** @return array<TKey, TValue> */
    public function getArrayCopy(): array {}
    /** @return ArrayIterator<TKey, TValue> */
    public function getIterator(): Iterator {}
}
/**
 * @template TKey
 * @template TValue
 * @extends Iterator<TKey, TValue>
 */
interface OuterIterator extends Iterator { public function getInnerIterator(): ?Iterator; }
interface RecursiveIterator extends Iterator { public function hasChildren(): bool; public function getChildren(): ?RecursiveIterator; }
interface SeekableIterator extends Iterator { public function seek(int $offset); }
/**
 * @template TKey
 * @template TValue
 * @implements OuterIterator<TKey, TValue>
 */
class IteratorIterator implements OuterIterator {
    public function getInnerIterator(): ?Iterator {}
    /** @return TValue */
    public function current() {}
    /** @return TKey */
    public function key() {}
    public function next() {}
    public function rewind() {}
    public function valid(): bool {}
}
abstract class FilterIterator extends IteratorIterator { abstract public function accept(): bool; }
class CallbackFilterIterator extends FilterIterator { public function accept(): bool {} }
class LimitIterator extends IteratorIterator {}
class AppendIterator extends IteratorIterator { public function append(Iterator $iterator) {} }
class NoRewindIterator extends IteratorIterator {}
class InfiniteIterator extends IteratorIterator {}
class CachingIterator extends IteratorIterator { public function hasNext(): bool {} }
class RegexIterator extends FilterIterator { public function accept(): bool {} }
class MultipleIterator implements Iterator { public function attachIterator(Iterator $iterator, $info = null) {} }
class EmptyIterator implements Iterator {}
class RecursiveIteratorIterator implements OuterIterator {
    const LEAVES_ONLY = 0; const SELF_FIRST = 1; const CHILD_FIRST = 2; const CATCH_GET_CHILD = 16;
    public function getDepth(): int {}
    public function setMaxDepth(int $maxDepth = -1) {}
    public function getInnerIterator(): ?Iterator {}
}
class SplFileInfo implements Stringable {
    public function __construct(string $filename) {}
    public function getPath(): string {}
    public function getFilename(): string {}
    public function getExtension(): string {}
    public function getBasename(string $suffix = ''): string {}
    public function getPathname(): string {}
    public function getPerms() {}
    public function getSize() {}
    public function getMTime() {}
    public function getCTime() {}
    public function getType() {}
    public function isWritable(): bool {}
    public function isReadable(): bool {}
    public function isExecutable(): bool {}
    public function isFile(): bool {}
    public function isDir(): bool {}
    public function isLink(): bool {}
    public function getRealPath() {}
    public function getFileInfo(): SplFileInfo {}
    public function getPathInfo(): ?SplFileInfo {}
    public function openFile(string $mode = 'r'): SplFileObject {}
    public function __toString(): string {}
}
class SplFileObject extends SplFileInfo {
    public function fgets(): string {}
    public function fread(int $length) {}
    public function fwrite(string $data, int $length = 0) {}
    public function eof(): bool {}
    public function rewind() {}
}
class SplTempFileObject extends SplFileObject {}
/** @implements Iterator<int, SplFileInfo> */
class DirectoryIterator extends SplFileInfo implements Iterator { public function isDot(): bool {} public function current(): static {} }
class FilesystemIterator extends DirectoryIterator {
    const CURRENT_AS_FILEINFO = 0; const KEY_AS_PATHNAME = 0; const FOLLOW_SYMLINKS = 16384; const SKIP_DOTS = 4096; const UNIX_PATHS = 8192;
    public function current(): SplFileInfo {}
}
class RecursiveDirectoryIterator extends FilesystemIterator implements RecursiveIterator {
    public function getSubPath(): string {}
    public function getSubPathname(): string {}
}
/**
 * @template TObject of object
 * @template TData
 * @implements Iterator<int, TObject>
 */
class SplObjectStorage implements Countable, Iterator, ArrayAccess {
    public function attach(object $object, $info = null) {}
    public function detach(object $object) {}
    public function contains(object $object): bool {}
    public function count(): int {}
    /** @return TObject */
    public function current() {}
    /** @return TData */
    public function offsetGet($object) {}
    public function offsetExists($object): bool {}
    /** @return TData */
    public function getInfo() {}
}
/**
 * @template TValue
 * @implements Iterator<int, TValue>
 * @implements ArrayAccess<int, TValue>
 */
class SplDoublyLinkedList implements Iterator, Countable, ArrayAccess {
    /** @return TValue */
    public function pop() {}
    /** @return TValue */
    public function shift() {}
    public function push($value) {}
    public function unshift($value) {}
    /** @return TValue */
    public function top() {}
    /** @return TValue */
    public function bottom() {}
    /** @return TValue */
    public function current() {}
    /** @return TValue */
    public function offsetGet($index) {}
    public function isEmpty(): bool {}
    public function count(): int {}
}
/**
 * @template TValue
 * @extends SplDoublyLinkedList<TValue>
 */
class SplQueue extends SplDoublyLinkedList {
    public function enqueue($value) {}
    /** @return TValue */
    public function dequeue() {}
}
/**
 * @template TValue
 * @extends SplDoublyLinkedList<TValue>
 */
class SplStack extends SplDoublyLinkedList {}
/** @template TValue */
abstract class SplHeap implements Iterator, Countable {
    /** @return TValue */
    public function extract() {}
    public function insert($value) {}
    /** @return TValue */
    public function top() {}
    /** @return TValue */
    public function current() {}
    public function isEmpty(): bool {}
    public function count(): int {}
}
class SplMinHeap extends SplHeap {}
class SplMaxHeap extends SplHeap {}
/**
 * @template TPriority
 * @template TValue
 */
class SplPriorityQueue implements Iterator, Countable {
    public function insert($value, $priority) {}
    /** @return TValue */
    public function extract() {}
    /** @return TValue */
    public function top() {}
    /** @return TValue */
    public function current() {}
    public function isEmpty(): bool {}
    public function count(): int {}
}
/**
 * @template TValue
 * @implements ArrayAccess<int, TValue>
 */
class SplFixedArray implements IteratorAggregate, ArrayAccess, Countable {
    /** @return TValue */
    public function offsetGet($index) {}
    public function getSize(): int {}
    public function setSize(int $size) {}
    public function toArray(): array {}
    public function count(): int {}
}
interface SplObserver { public function update(SplSubject $subject): void; }
interface SplSubject {
    public function attach(SplObserver $observer): void;
    public function detach(SplObserver $observer): void;
    public function notify(): void;
}
class PDO {
    const ATTR_ERRMODE = 3; const ERRMODE_EXCEPTION = 2; const FETCH_ASSOC = 2; const FETCH_OBJ = 5; const FETCH_CLASS = 8;
    const FETCH_COLUMN = 7; const PARAM_INT = 1; const PARAM_STR = 2; const ATTR_DEFAULT_FETCH_MODE = 19; const ATTR_EMULATE_PREPARES = 20;
    public function __construct(string $dsn, ?string $username = null, ?string $password = null, ?array $options = null) {}
    public function prepare(string $query, array $options = []): PDOStatement {}
    public function query(string $query, ?int $fetchMode = null): PDOStatement {}
    public function exec(string $statement) {}
    public function beginTransaction(): bool {}
    public function commit(): bool {}
    public function rollBack(): bool {}
    public function inTransaction(): bool {}
    public function lastInsertId(?string $name = null) {}
    public function quote(string $string, int $type = 2) {}
    public function errorCode(): ?string {}
    public function errorInfo(): array {}
    public function getAttribute(int $attribute) {}
    public function setAttribute(int $attribute, mixed $value): bool {}
}
class PDOStatement implements IteratorAggregate {
    public string $queryString;
    public function execute(?array $params = null): bool {}
    public function fetch(int $mode = 0) {}
    public function fetchAll(int $mode = 0, ...$args): array {}
    public function fetchColumn(int $column = 0) {}
    public function fetchObject(?string $class = 'stdClass', array $constructorArgs = []) {}
    public function bindValue($param, $value, int $type = 2): bool {}
    public function bindParam($param, &$var, int $type = 2): bool {}
    public function rowCount(): int {}
    public function columnCount(): int {}
    public function closeCursor(): bool {}
    public function setFetchMode(int $mode, ...$args) {}
    public function getIterator(): Iterator {}
}
class PDOException extends RuntimeException { public ?array $errorInfo; }
class mysqli {
    public $insert_id; public $affected_rows; public $error; public $errno;
    public function query(string $query, int $mode = 0): mysqli_result {}
    public function prepare(string $query): mysqli_stmt {}
    public function real_escape_string(string $string): string {}
    public function close() {}
}
class mysqli_result { public $num_rows; public function fetch_assoc() {} public function fetch_object() {} public function fetch_array() {} public function free() {} }
class mysqli_stmt { public function bind_param(string $types, &...$vars): bool {} public function execute(): bool {} public function get_result(): mysqli_result {} }
class ReflectionException extends Exception {}
interface Reflector extends Stringable {}
/** @template T of object */
class ReflectionClass implements Reflector {
    /** @var class-string<T> */
    public string $name;
    /** @param class-string<T>|T $objectOrClass */
    public function __construct($objectOrClass) {}
    public function getName(): string {}
    public function getShortName(): string {}
    public function getNamespaceName(): string {}
    public function inNamespace(): bool {}
    public function isInterface(): bool {}
    public function isAbstract(): bool {}
    public function isFinal(): bool {}
    public function isTrait(): bool {}
    public function isEnum(): bool {}
    public function isAnonymous(): bool {}
    public function isInternal(): bool {}
    public function isInstantiable(): bool {}
    public function isInstance(object $object): bool {}
    public function isSubclassOf($class): bool {}
    public function implementsInterface($interface): bool {}
    public function getFileName() {}
    public function getStartLine() {}
    public function getEndLine() {}
    public function getDocComment() {}
    public function getConstructor(): ?ReflectionMethod {}
    public function hasMethod(string $name): bool {}
    public function getMethod(string $name): ReflectionMethod {}
    /** @return ReflectionMethod[] */
    public function getMethods(?int $filter = null): array {}
    public function hasProperty(string $name): bool {}
    public function getProperty(string $name): ReflectionProperty {}
    /** @return ReflectionProperty[] */
    public function getProperties(?int $filter = null): array {}
    public function hasConstant(string $name): bool {}
    public function getConstants(?int $filter = null): array {}
    public function getConstant(string $name) {}
    public function getParentClass(): ReflectionClass {}
    /** @return ReflectionClass[] */
    public function getInterfaces(): array {}
    public function getInterfaceNames(): array {}
    /** @return ReflectionClass[] */
    public function getTraits(): array {}
    public function getTraitNames(): array {}
    /** @return ReflectionAttribute[] */
    public function getAttributes(?string $name = null, int $flags = 0): array {}
    /** @return T */
    public function newInstance(...$args) {}
    /** @return T */
    public function newInstanceArgs(array $args = []) {}
    /** @return T */
    public function newInstanceWithoutConstructor() {}
}
class ReflectionObject extends ReflectionClass {}
class ReflectionEnum extends ReflectionClass { public function getCases(): array {} public function isBacked(): bool {} }
abstract class ReflectionFunctionAbstract implements Reflector {
    public string $name;
    public function getName(): string {}
    public function getShortName(): string {}
    public function getDocComment() {}
    public function getNumberOfParameters(): int {}
    public function getNumberOfRequiredParameters(): int {}
    /** @return ReflectionParameter[] */
    public function getParameters(): array {}
    public function getReturnType(): ?ReflectionType {}
    public function hasReturnType(): bool {}
    public function isStatic(): bool {}
    public function isVariadic(): bool {}
    public function isGenerator(): bool {}
    public function getFileName() {}
    public function getStartLine() {}
    public function getEndLine() {}
    /** @return ReflectionAttribute[] */
    public function getAttributes(?string $name = null, int $flags = 0): array {}
}
class ReflectionFunction extends ReflectionFunctionAbstract { public function invoke(...$args) {} public function invokeArgs(array $args = []) {} public function getClosure(): Closure {} }
class ReflectionMethod extends ReflectionFunctionAbstract {
    const IS_STATIC = 16; const IS_PUBLIC = 1; const IS_PROTECTED = 2; const IS_PRIVATE = 4; const IS_ABSTRACT = 64; const IS_FINAL = 32;
    public string $class;
    public function isPublic(): bool {}
    public function isProtected(): bool {}
    public function isPrivate(): bool {}
    public function isAbstract(): bool {}
    public function isConstructor(): bool {}
    public function invoke(?object $object = null, ...$args) {}
    public function invokeArgs(?object $object = null, array $args = []) {}
    public function setAccessible(bool $accessible) {}
    public function getDeclaringClass(): ReflectionClass {}
    public function getClosure(?object $object = null): Closure {}
}
class ReflectionProperty implements Reflector {
    const IS_STATIC = 16; const IS_PUBLIC = 1; const IS_PROTECTED = 2; const IS_PRIVATE = 4;
    public string $name; public string $class;
    public function getName(): string {}
    public function getValue(?object $object = null) {}
    public function setValue($objectOrValue, $value = null) {}
    public function setAccessible(bool $accessible) {}
    public function getType(): ?ReflectionType {}
    public function hasType(): bool {}
    public function getDocComment() {}
    public function isPublic(): bool {}
    public function isProtected(): bool {}
    public function isPrivate(): bool {}
    public function isStatic(): bool {}
    public function isReadOnly(): bool {}
    public function isInitialized(?object $object = null): bool {}
    public function getDeclaringClass(): ReflectionClass {}
    /** @return ReflectionAttribute[] */
    public function getAttributes(?string $name = null, int $flags = 0): array {}
}
class ReflectionParameter implements Reflector {
    public string $name;
    public function getName(): string {}
    public function getPosition(): int {}
    public function getType(): ?ReflectionType {}
    public function hasType(): bool {}
    public function allowsNull(): bool {}
    public function isOptional(): bool {}
    public function isVariadic(): bool {}
    public function isPassedByReference(): bool {}
    public function isDefaultValueAvailable(): bool {}
    public function getDefaultValue() {}
    public function getDeclaringClass(): ?ReflectionClass {}
    public function getDeclaringFunction(): ReflectionFunctionAbstract {}
    /** @return ReflectionAttribute[] */
    public function getAttributes(?string $name = null, int $flags = 0): array {}
}
abstract class ReflectionType implements Stringable { public function allowsNull(): bool {} public function __toString(): string {} }
class ReflectionNamedType extends ReflectionType { public function getName(): string {} public function isBuiltin(): bool {} }
class ReflectionUnionType extends ReflectionType {
    /** @return ReflectionType[] */
    public function getTypes(): array {}
}
class ReflectionIntersectionType extends ReflectionType {
    /** @return ReflectionType[] */
    public function getTypes(): array {}
}
/** @template T of object */
class ReflectionAttribute {
    const IS_INSTANCEOF = 2;
    public function getName(): string {}
    public function getArguments(): array {}
    /** @return T */
    public function newInstance() {}
}
class DOMNode {
    public $nodeName; public $nodeValue; public $nodeType; public $textContent;
    public ?DOMNode $parentNode; public ?DOMNode $firstChild; public ?DOMNode $lastChild; public ?DOMNode $nextSibling; public ?DOMNode $previousSibling;
    public DOMNodeList $childNodes; public ?DOMDocument $ownerDocument;
    public function appendChild(DOMNode $node): DOMNode {}
    public function removeChild(DOMNode $child): DOMNode {}
    public function insertBefore(DOMNode $node, ?DOMNode $child = null): DOMNode {}
    public function replaceChild(DOMNode $node, DOMNode $child): DOMNode {}
    public function cloneNode(bool $deep = false): DOMNode {}
    public function hasChildNodes(): bool {}
}
/** @implements IteratorAggregate<int, DOMNode> */
class DOMNodeList implements IteratorAggregate, Countable {
    public int $length;
    public function item(int $index): ?DOMNode {}
    public function count(): int {}
    /** @return Iterator<int, DOMNode> */
    public function getIterator(): Iterator {}
}
class DOMElement extends DOMNode {
    public $tagName;
    public function getAttribute(string $qualifiedName): string {}
    public function setAttribute(string $qualifiedName, string $value) {}
    public function hasAttribute(string $qualifiedName): bool {}
    public function removeAttribute(string $qualifiedName): bool {}
    public function getElementsByTagName(string $qualifiedName): DOMNodeList {}
}
class DOMAttr extends DOMNode { public $name; public $value; }
class DOMText extends DOMNode {}
class DOMDocument extends DOMNode {
    public ?DOMElement $documentElement;
    public function createElement(string $localName, string $value = ''): DOMElement {}
    public function createTextNode(string $data): DOMText {}
    public function getElementById(string $elementId): ?DOMElement {}
    public function getElementsByTagName(string $qualifiedName): DOMNodeList {}
    public function load(string $filename, int $options = 0) {}
    public function loadHTML(string $source, int $options = 0) {}
    public function loadXML(string $source, int $options = 0) {}
    public function saveHTML(?DOMNode $node = null) {}
    public function saveXML(?DOMNode $node = null, int $options = 0) {}
}
class DOMXPath { public function __construct(DOMDocument $document) {} public function query(string $expression, ?DOMNode $contextNode = null): DOMNodeList {} }
class SimpleXMLElement { public function attributes(): ?SimpleXMLElement {} public function children(): ?SimpleXMLElement {} public function xpath(string $expression): array {} public function asXML(?string $filename = null) {} }
class ZipArchive { public function open(string $filename, int $flags = 0) {} public function close(): bool {} public function addFile(string $filepath): bool {} public function extractTo(string $pathto): bool {} }
class NumberFormatter { public function format($num) {} }
class Collator { public function compare(string $a, string $b) {} }
class IntlDateFormatter { public function format($datetime) {} }
class Normalizer { const FORM_C = 16; public static function normalize(string $string, int $form = 16) {} }
class Transliterator { public static function create(string $id): ?Transliterator {} public function transliterate(string $string) {} }
class SplEnum {}
