<?php
namespace Illuminate\Support {
    use Illuminate\Contracts\Support\Arrayable;
    use Illuminate\Contracts\Support\Jsonable;
    use Illuminate\Contracts\Support\Htmlable;
    /**
     * @template TKey
     * @template TValue
     * @extends \IteratorAggregate<TKey, TValue>
     */
    interface Enumerable extends Arrayable, \Countable, \IteratorAggregate, Jsonable, \JsonSerializable {}
    /**
     * @template TKey
     * @template TValue
     * @implements \ArrayAccess<TKey, TValue>
     * @implements Enumerable<TKey, TValue>
     */
    class Collection implements \ArrayAccess, Enumerable {
        use Traits\EnumeratesValues, Traits\Macroable;
        protected $items;
        public static function make($items = []): static {}
        public static function wrap($value): static {}
        public static function unwrap($value): array {}
        public static function empty(): static {}
        public static function times($number, ?callable $callback = null): static {}
        public static function range($from, $to, $step = 1): static {}
        public static function fromJson($json): static {}
        public static function proxy($method) {}
        /** @return TValue[] */
        public function all() {}
        /** @return TValue[] */
        public function toArray(): array {}
        public function toJson($options = 0): string {}
        public function toPrettyJson(int $options = 0): string {}
        public function jsonSerialize(): array {}
        /** @return \Traversable<TKey, TValue> */
        public function getIterator(): \Traversable {}
        public function getCachingIterator($flags = 1) {}
        /**
         * @param (callable(TValue, TKey): bool)|null $callback
         * @return TValue|null
         */
        public function first(?callable $callback = null, $default = null) {}
        /**
         * @param (callable(TValue, TKey): bool)|null $callback
         * @return TValue|null
         */
        public function last(?callable $callback = null, $default = null) {}
        /** @return TValue */
        public function firstOrFail($key = null, $operator = null, $value = null) {}
        /** @return TValue|null */
        public function firstWhere($key, $operator = null, $value = null) {}
        /** @return TValue */
        public function sole($key = null, $operator = null, $value = null) {}
        /** @return TValue|null */
        public function get($key, $default = null) {}
        /** @return TValue */
        public function getOrPut($key, $value) {}
        /** @return TValue */
        public function random($number = null, $preserveKeys = false) {}
        /** @return TValue|null */
        public function before($value, $strict = false) {}
        /** @return TValue|null */
        public function after($value, $strict = false) {}
        /** @param callable(TValue, TKey): mixed $callback */
        public function each(callable $callback): static {}
        public function eachSpread(callable $callback): static {}
        /**
         * @template T
         * @param callable(TValue, TKey): T $callback
         * @return Collection<TKey, T>
         */
        public function map(callable $callback) {}
        public function mapSpread(callable $callback): static {}
        /**
         * @template T
         * @param class-string<T> $class
         * @return Collection<TKey, T>
         */
        public function mapInto($class) {}
        /** @param callable(TValue, TKey): mixed $callback */
        public function mapWithKeys(callable $callback): Collection {}
        /** @param callable(TValue, TKey): mixed $callback */
        public function mapToGroups(callable $callback): Collection {}
        /** @param callable(TValue, TKey): mixed $callback */
        public function mapToDictionary(callable $callback): Collection {}
        /**
         * @template T
         * @param callable(TValue, TKey): iterable<T> $callback
         * @return Collection<int, T>
         */
        public function flatMap(callable $callback) {}
        public function flatten($depth = INF): Collection {}
        public function flip(): Collection {}
        public function collapse(): Collection {}
        public function collapseWithKeys(): Collection {}
        public function crossJoin(...$lists): Collection {}
        public function combine($values): Collection {}
        public function dot(): Collection {}
        public function undot(): Collection {}
        public function keys(): Collection {}
        public function pluck($value, $key = null): Collection {}
        public function countBy($countBy = null): Collection {}
        public function zip($items): Collection {}
        /**
         * @param (callable(TValue, TKey): mixed)|string|array $groupBy
         * @return Collection<mixed, static>
         */
        public function groupBy($groupBy, $preserveKeys = false) {}
        /** @param (callable(TValue, TKey): mixed)|string|array $keyBy */
        public function keyBy($keyBy): static {}
        /** @return Collection<int, static> */
        public function chunk($size) {}
        /** @return Collection<int, static> */
        public function split($numberOfGroups) {}
        /** @return Collection<int, static> */
        public function splitIn($numberOfGroups) {}
        /** @return Collection<int, static> */
        public function sliding($size = 2, $step = 1) {}
        /**
         * @param (callable(TValue, TKey): bool)|mixed $key
         * @return Collection<int, static>
         */
        public function partition($key, $operator = null, $value = null) {}
        /** @return Collection<TKey, TValue> */
        public function collect() {}
        /** @return Collection<TKey, TValue> */
        public function toBase() {}
        public function avg($callback = null) {}
        public function average($callback = null) {}
        public function median($key = null) {}
        public function mode($key = null) {}
        /** @param (callable(TValue, TKey): mixed)|string|null $callback */
        public function sum($callback = null) {}
        /** @param (callable(TValue): mixed)|string|null $callback */
        public function min($callback = null) {}
        /** @param (callable(TValue): mixed)|string|null $callback */
        public function max($callback = null) {}
        public function percentage(callable $callback, int $precision = 2) {}
        /** @param (callable(TValue, TKey): bool)|mixed $key */
        public function contains($key, $operator = null, $value = null): bool {}
        public function containsStrict($key, $value = null): bool {}
        public function doesntContain($key, $operator = null, $value = null): bool {}
        public function containsOneItem(): bool {}
        public function containsManyItems(): bool {}
        /** @param (callable(TValue, TKey): bool)|mixed $key */
        public function some($key, $operator = null, $value = null): bool {}
        /** @param (callable(TValue, TKey): bool)|mixed $key */
        public function every($key, $operator = null, $value = null): bool {}
        public function has($key): bool {}
        public function hasAny($key): bool {}
        public function hasSole($key = null, $operator = null, $value = null): bool {}
        public function hasMany($key = null, $operator = null, $value = null): bool {}
        public function count(): int {}
        public function isEmpty(): bool {}
        public function isNotEmpty(): bool {}
        public function implode($value, $glue = null): string {}
        public function join($glue, $finalGlue = ''): string {}
        public function search($value, $strict = false) {}
        public function value($key, $default = null) {}
        /** @template T
         * @param callable(static): T $callback
         * @return T */
        public function pipe(callable $callback) {}
        public function pipeInto($class) {}
        public function pipeThrough($callbacks) {}
        /** @template T
         * @param callable(T, TValue, TKey): T $callback
         * @param T $initial
         * @return T */
        public function reduce(callable $callback, $initial = null) {}
        public function reduceSpread(callable $callback, ...$initial) {}
        public function ensure($type): static {}
        public function when($value = null, ?callable $callback = null, ?callable $default = null): static {}
        public function unless($value = null, ?callable $callback = null, ?callable $default = null): static {}
        public function dd(...$args) {}
        public function diff($items): static {}
        public function diffAssoc($items): static {}
        public function diffKeys($items): static {}
        public function diffUsing($items, callable $callback): static {}
        public function except($keys): static {}
        /** @param (callable(TValue, TKey): mixed)|mixed $callback */
        public function filter(?callable $callback = null): static {}
        public function forget($keys): static {}
        public function intersect($items): static {}
        public function intersectByKeys($items): static {}
        public function merge($items): static {}
        public function mergeRecursive($items): static {}
        public function nth($step, $offset = 0): static {}
        public function only($keys): static {}
        public function prepend($value, $key = null): static {}
        public function push(...$values): static {}
        public function unshift(...$values): static {}
        public function concat($source): static {}
        public function put($key, $value): static {}
        /** @param (callable(TValue, TKey): mixed)|mixed $callback */
        public function reject($callback = true): static {}
        public function reverse(): static {}
        public function shuffle(): static {}
        public function skip($count): static {}
        /** @param (callable(TValue, TKey): mixed)|mixed $value */
        public function skipUntil($value): static {}
        /** @param (callable(TValue, TKey): mixed)|mixed $value */
        public function skipWhile($value): static {}
        public function slice($offset, $length = null): static {}
        public function sort($callback = null): static {}
        public function sortDesc($options = 0): static {}
        /** @param (callable(TValue, TKey): mixed)|mixed $callback */
        public function sortBy($callback, $options = 0, $descending = false): static {}
        /** @param (callable(TValue, TKey): mixed)|mixed $callback */
        public function sortByDesc($callback, $options = 0): static {}
        public function sortKeys($options = 0, $descending = false): static {}
        public function sortKeysDesc($options = 0): static {}
        public function sortKeysUsing(callable $callback): static {}
        public function splice($offset, $length = null, $replacement = []): static {}
        public function take($limit): static {}
        /** @param (callable(TValue, TKey): mixed)|mixed $value */
        public function takeUntil($value): static {}
        /** @param (callable(TValue, TKey): mixed)|mixed $value */
        public function takeWhile($value): static {}
        /** @param (callable(TValue, TKey): mixed)|mixed $callback */
        public function transform(callable $callback): static {}
        /** @param (callable(TValue, TKey): mixed)|mixed $key */
        public function unique($key = null, $strict = false): static {}
        public function uniqueStrict($key = null): static {}
        public function values(): static {}
        public function where($key, $operator = null, $value = null): static {}
        public function whereNull($key = null): static {}
        public function whereNotNull($key = null): static {}
        public function whereStrict($key, $value): static {}
        public function whereIn($key, $values, $strict = false): static {}
        public function whereInStrict($key, $values): static {}
        public function whereBetween($key, $values): static {}
        public function whereNotBetween($key, $values): static {}
        public function whereNotIn($key, $values, $strict = false): static {}
        public function whereInstanceOf($type): static {}
        public function add($item): static {}
        public function multiply(int $multiplier): static {}
        public function union($items): static {}
        public function pad($size, $value): static {}
        public function replace($items): static {}
        public function replaceRecursive($items): static {}
        public function duplicates($callback = null, $strict = false): static {}
        public function forPage($page, $perPage): static {}
        public function dump(...$args): static {}
        public function unlessEmpty(callable $callback, ?callable $default = null): static {}
        public function whenEmpty(callable $callback, ?callable $default = null): static {}
        public function whenNotEmpty(callable $callback, ?callable $default = null): static {}
        public function tap(callable $callback): static {}
        /** @param iterable<TValue> $items */
        public function __construct($items = []) {}
        /** @return TValue */
        public function offsetGet($key) {}
        public function offsetExists($key): bool {}
        public function offsetSet($key, $value): void {}
        public function offsetUnset($key): void {}
        /** @return TValue|null */
        public function pull($key, $default = null) {}
        /** @return TValue|null */
        public function shift($count = 1) {}
        /** @return TValue|null */
        public function pop($count = 1) {}
        /** @return LazyCollection<TKey, TValue> */
        public function lazy() {}
    }
    /**
     * @template TKey
     * @template TValue
     * @implements Enumerable<TKey, TValue>
     * @mixin Collection<TKey, TValue>
     */
    class LazyCollection implements Enumerable {
        use Traits\EnumeratesValues, Traits\Macroable;
        /** @return \Traversable<TKey, TValue> */
        public function getIterator(): \Traversable {}
        public $source;
        public function eager(): Collection {}
        public function remember(): static {}
        public function tapEach(callable $callback): static {}
        public function throttle(float $seconds): static {}
        public function takeUntilTimeout($timeout): static {}
        public function chunkWhile(callable $callback): static {}
    }
    class HigherOrderCollectionProxy {}
    class HigherOrderTapProxy {}
    class ItemNotFoundException extends \RuntimeException {}
    class MultipleItemsFoundException extends \RuntimeException {}
}
namespace Illuminate\Support\Traits {
    use Illuminate\Support\Collection;
    trait EnumeratesValues {}
    trait Macroable {
        public static function macro($name, $macro) {}
        public static function mixin($mixin, $replace = true) {}
        public static function hasMacro($name): bool {}
        public static function flushMacros() {}
    }
    trait Conditionable {
        public function when($value = null, ?callable $callback = null, ?callable $default = null): static {}
        public function unless($value = null, ?callable $callback = null, ?callable $default = null): static {}
    }
    trait Tappable { public function tap($callback = null): static {} }
    trait Dumpable { public function dd(...$args) {} public function dump(...$args): static {} }
    trait ForwardsCalls {}
    trait Localizable { public function withLocale($locale, $callback) {} }
    trait InteractsWithData {
        public function all($keys = null): array {}
        public function exists($key): bool {}
        public function has($key): bool {}
        public function hasAny($keys): bool {}
        public function whenHas($key, callable $callback, ?callable $default = null) {}
        public function filled($key): bool {}
        public function isNotFilled($key): bool {}
        public function anyFilled($keys): bool {}
        public function whenFilled($key, callable $callback, ?callable $default = null) {}
        public function missing($key): bool {}
        public function whenMissing($key, callable $callback, ?callable $default = null) {}
        public function str($key, $default = null): \Illuminate\Support\Stringable {}
        public function string($key, $default = null): \Illuminate\Support\Stringable {}
        public function boolean($key = null, $default = false): bool {}
        public function integer($key, $default = 0): int {}
        public function float($key, $default = 0.0): float {}
        public function clamp($key, $min, $max, $default = 0) {}
        public function date($key, $format = null, $tz = null): ?\Illuminate\Support\Carbon {}
        /** @template T
         * @param class-string<T> $enumClass
         * @return T|null */
        public function enum($key, $enumClass, $default = null) {}
        /** @template T
         * @param class-string<T> $enumClass
         * @return T[] */
        public function enums($key, $enumClass) {}
        public function array($key = null): array {}
        public function collect($key = null): Collection {}
        public function only($keys): array {}
        public function except($keys): array {}
    }
}
namespace Illuminate\Contracts\Support {
    interface Arrayable { public function toArray(); }
    interface Jsonable { public function toJson($options = 0); }
    interface Htmlable { public function toHtml(); }
    interface Renderable { public function render(); }
    interface Responsable { public function toResponse($request); }
    interface DeferrableProvider { public function provides(); }
    interface MessageBag extends Arrayable, \Countable {}
    interface MessageProvider { public function getMessageBag(); }
    interface ValidatedData extends Arrayable, \ArrayAccess, \IteratorAggregate {}
}
namespace Illuminate\Support {
    class Carbon extends \Carbon\Carbon {}
    /** @implements \ArrayAccess<string, mixed> */
    class Fluent implements \ArrayAccess, \Illuminate\Contracts\Support\Arrayable {
        use Traits\InteractsWithData;
        public function __construct($attributes = []) {}
        public function get($key, $default = null) {}
        public function set($key, $value): static {}
        public function fill($attributes): static {}
        public function value($key, $default = null) {}
        public function scope($key, $default = null): static {}
        public function getAttributes(): array {}
        public function toArray(): array {}
        public function isEmpty(): bool {}
        public function offsetExists($offset): bool {}
        public function offsetGet($offset): mixed {}
        public function offsetSet($offset, $value): void {}
        public function offsetUnset($offset): void {}
    }
    class Optional {}
    class HtmlString implements \Illuminate\Contracts\Support\Htmlable, \Stringable { public function __construct($html = '') {} public function toHtml(): string {} public function isEmpty(): bool {} public function isNotEmpty(): bool {} public function __toString(): string {} }
    class Js implements \Illuminate\Contracts\Support\Htmlable { public static function from($data, $flags = 0, $depth = 512) {} public static function encode($data, $flags = 0, $depth = 512) {} public function toHtml(): string {} }
    class MessageBag implements \Illuminate\Contracts\Support\MessageBag {
        public function keys(): array {}
        public function add($key, $message): static {}
        public function addIf($boolean, $key, $message): static {}
        public function merge($messages): static {}
        public function has($key): bool {}
        public function hasAny($keys = []): bool {}
        public function missing($key): bool {}
        public function first($key = null, $format = null): string {}
        public function get($key, $format = null): array {}
        public function all($format = null): array {}
        public function unique($format = null): array {}
        public function forget($key): static {}
        public function messages(): array {}
        public function isEmpty(): bool {}
        public function isNotEmpty(): bool {}
        public function any(): bool {}
        public function count(): int {}
        public function toArray(): array {}
    }
    /** @mixin MessageBag */
    class ViewErrorBag implements \Countable { public function hasBag($key = 'default'): bool {} public function getBag($key): MessageBag {} public function getBags(): array {} public function any(): bool {} public function count(): int {} }
    class ValidatedInput implements \Illuminate\Contracts\Support\ValidatedData { use Traits\InteractsWithData; public function merge(array $items): static {} public function toArray(): array {} public function input($key = null, $default = null) {} public function keys(): array {} }
    class Sleep { public static function for($duration): static {} public static function until($timestamp): static {} public static function usleep($duration): static {} public static function sleep($duration): static {} public function seconds(): static {} public function milliseconds(): static {} public function minutes(): static {} public static function fake($value = true, $syncWithCarbon = false) {} }
    class Benchmark { public static function measure($benchmarkables, int $iterations = 1) {} public static function value(callable $callback) {} public static function dd($benchmarkables, int $iterations = 1) {} }
    class Lottery { public static function odds($chances, $outOf = null): static {} public function winner($callback): static {} public function loser($callback): static {} public function choose($times = null) {} }
    class Number { public static function format($number, ?int $precision = null, ?int $maxPrecision = null, ?string $locale = null) {} public static function currency($number, string $in = '', ?string $locale = null, ?int $precision = null) {} public static function fileSize($bytes, int $precision = 0, ?int $maxPrecision = null): string {} public static function abbreviate($number, int $precision = 0, ?int $maxPrecision = null) {} public static function forHumans($number, int $precision = 0, ?int $maxPrecision = null, bool $abbreviate = false) {} public static function percentage($number, int $precision = 0, ?int $maxPrecision = null, ?string $locale = null) {} public static function spell($number, ?string $locale = null, ?int $after = null, ?int $until = null) {} public static function ordinal($number, ?string $locale = null) {} public static function clamp($number, $min, $max) {} public static function trim($number) {} }
    class Uri implements \Stringable { public static function of($uri = ''): static {} public static function to(string $path): static {} public static function route($name, $parameters = [], $absolute = true): static {} public function withQuery(array $query, bool $merge = true): static {} public function withPath($path): static {} public function withFragment(string $fragment): static {} public function value(): string {} public function path(): ?string {} public function host(): ?string {} public function __toString(): string {} }
    class ConfigurationUrlParser {}
    class EncodedHtmlString {}
    class Once { public static function flush() {} }
    class Env { public static function get($key, $default = null) {} public static function getOrFail($key) {} }
    class Composer {}
    abstract class Manager {
        protected $container; protected $config; protected $drivers;
        abstract public function getDefaultDriver();
        public function driver($driver = null) {}
        public function extend($driver, \Closure $callback): static {}
        public function getDrivers(): array {}
        public function forgetDrivers(): static {}
    }
    class MultipleInstanceManager {}
    class NamespacedItemResolver {}
    class Pluralizer { public static function plural($value, $count = 2): string {} public static function singular($value): string {} }
    class Timebox {}
    abstract class ServiceProvider {
        /** @var \Illuminate\Contracts\Foundation\Application */
        protected $app;
        public function __construct($app) {}
        public function register() {}
        public function booting(\Closure $callback) {}
        public function booted(\Closure $callback) {}
        protected function mergeConfigFrom($path, $key) {}
        protected function replaceConfigRecursivelyFrom($path, $key) {}
        protected function loadRoutesFrom($path) {}
        protected function loadViewsFrom($path, $namespace) {}
        protected function loadViewComponentsAs($prefix, array $components) {}
        protected function loadTranslationsFrom($path, $namespace = null) {}
        protected function loadJsonTranslationsFrom($path) {}
        protected function loadMigrationsFrom($paths) {}
        protected function loadFactoriesFrom($paths) {}
        protected function callAfterResolving($name, $callback) {}
        protected function publishes(array $paths, $groups = null) {}
        protected function publishesMigrations(array $paths, $groups = null) {}
        public function commands($commands) {}
        protected function optimizes(?string $optimize = null, ?string $clear = null, ?string $key = null) {}
        public function provides(): array {}
        public function when(): array {}
        public function isDeferred(): bool {}
        public static function defaultProviders() {}
        public static function addProviderToBootstrapFile(string $provider, ?string $path = null) {}
    }
    class AggregateServiceProvider extends ServiceProvider { protected $providers; }
    class Stringable implements \ArrayAccess, \JsonSerializable, \Stringable {
        public function __construct($value = '') {}
        public function after($search): static {}
        public function afterLast($search): static {}
        public function apa(): static {}
        public function append(...$values): static {}
        public function newLine($count = 1): static {}
        public function ascii($language = 'en'): static {}
        public function basename($suffix = ''): static {}
        public function before($search): static {}
        public function beforeLast($search): static {}
        public function between($from, $to): static {}
        public function betweenFirst($from, $to): static {}
        public function camel(): static {}
        public function chopStart($needle): static {}
        public function chopEnd($needle): static {}
        public function classBasename(): static {}
        public function convertCase(int $mode = 0, ?string $encoding = 'UTF-8'): static {}
        public function deduplicate(string $character = ' '): static {}
        public function dirname($levels = 1): static {}
        public function encrypt(bool $serialize = false): static {}
        public function decrypt(bool $serialize = false): static {}
        public function excerpt($phrase, $options = []): static {}
        public function finish($cap): static {}
        public function hash(string $algorithm): static {}
        public function headline(): static {}
        public function inlineMarkdown(array $options = [], array $extensions = []): static {}
        public function kebab(): static {}
        public function lcfirst(): static {}
        public function limit($limit = 100, $end = '...', $preserveWords = false): static {}
        public function lower(): static {}
        public function ltrim($characters = null): static {}
        public function markdown(array $options = [], array $extensions = []): static {}
        public function mask($character, $index, $length = null, $encoding = 'UTF-8'): static {}
        public function match($pattern): static {}
        public function numbers(): static {}
        public function padBoth($length, $pad = ' '): static {}
        public function padLeft($length, $pad = ' '): static {}
        public function padRight($length, $pad = ' '): static {}
        public function pipe(callable $callback): static {}
        public function plural($count = 2, $prependCount = false): static {}
        public function pluralStudly($count = 2): static {}
        public function pluralPascal($count = 2): static {}
        public function prepend(...$values): static {}
        public function remove($search, $caseSensitive = true): static {}
        public function repeat(int $times): static {}
        public function replace($search, $replace, $caseSensitive = true): static {}
        public function replaceArray($search, $replace): static {}
        public function replaceFirst($search, $replace): static {}
        public function replaceLast($search, $replace): static {}
        public function replaceStart($search, $replace): static {}
        public function replaceEnd($search, $replace): static {}
        public function replaceMatches($pattern, $replace, $limit = -1): static {}
        public function reverse(): static {}
        public function rtrim($characters = null): static {}
        public function singular(): static {}
        public function slug($separator = '-', $language = 'en', $dictionary = []): static {}
        public function snake($delimiter = '_'): static {}
        public function squish(): static {}
        public function start($prefix): static {}
        public function stripTags($allowedTags = null): static {}
        public function studly(): static {}
        public function pascal(): static {}
        public function substr($start, $length = null, $encoding = 'UTF-8'): static {}
        public function substrReplace($replace, $offset = 0, $length = null): static {}
        public function swap(array $map): static {}
        public function take(int $limit): static {}
        public function tap($callback): static {}
        public function title(): static {}
        public function toBase64(): static {}
        public function fromBase64($strict = false): static {}
        public function transliterate($unknown = '?', $strict = false): static {}
        public function trim($characters = null): static {}
        public function ucfirst(): static {}
        public function unwrap($before, $after = null): static {}
        public function upper(): static {}
        public function when($value = null, ?callable $callback = null, ?callable $default = null): static {}
        public function unless($value = null, ?callable $callback = null, ?callable $default = null): static {}
        public function whenContains($needles, $callback, $default = null): static {}
        public function whenEmpty($callback, $default = null): static {}
        public function whenNotEmpty($callback, $default = null): static {}
        public function whenEndsWith($needles, $callback, $default = null): static {}
        public function whenExactly($value, $callback, $default = null): static {}
        public function whenIs($pattern, $callback, $default = null): static {}
        public function whenStartsWith($needles, $callback, $default = null): static {}
        public function whenTest($pattern, $callback, $default = null): static {}
        public function words($words = 100, $end = '...'): static {}
        public function wordWrap($characters = 75, $break = PHP_EOL, $cutLongWords = false): static {}
        public function wrap($before, $after = null): static {}
        public function ucwords(): static {}
        public function charAt($index) {}
        public function contains($needles, $ignoreCase = false): bool {}
        public function containsAll($needles, $ignoreCase = false): bool {}
        public function doesntContain($needles, $ignoreCase = false): bool {}
        public function endsWith($needles): bool {}
        public function doesntEndWith($needles): bool {}
        public function exactly($value): bool {}
        public function is($pattern, $ignoreCase = false): bool {}
        public function isAscii(): bool {}
        public function isJson(): bool {}
        public function isUrl(array $protocols = []): bool {}
        public function isUuid($version = null): bool {}
        public function isUlid(): bool {}
        public function isEmpty(): bool {}
        public function isNotEmpty(): bool {}
        public function isMatch($pattern): bool {}
        public function length($encoding = null): int {}
        public function position($needle, $offset = 0, $encoding = null) {}
        public function startsWith($needles): bool {}
        public function doesntStartWith($needles): bool {}
        public function substrCount($needle, $offset = 0, $length = null): int {}
        public function test($pattern): bool {}
        public function wordCount($characters = null): int {}
        public function explode($delimiter, $limit = PHP_INT_MAX): Collection {}
        public function split($pattern, $limit = -1, $flags = 0): Collection {}
        public function matchAll($pattern): Collection {}
        public function scan($format): Collection {}
        public function ucsplit(): Collection {}
        public function parseCallback($default = null): array {}
        public function toHtmlString(): HtmlString {}
        public function toString(): string {}
        public function value(): string {}
        public function toInteger($base = 10): int {}
        public function toFloat(): float {}
        public function toBoolean(): bool {}
        public function toDate($format = null, $tz = null): Carbon {}
        public function toUri(): Uri {}
        public function dd(...$args) {}
        public function dump(...$args): static {}
        public function jsonSerialize(): string {}
        public function __toString(): string {}
        public function offsetExists($offset): bool {}
        public function offsetGet($offset): mixed {}
        public function offsetSet($offset, $value): void {}
        public function offsetUnset($offset): void {}
        public static function macro($name, $macro) {}
    }
    class Str {
        public static function of($string): Stringable {}
        public static function macro($name, $macro) {}
        public static function mixin($mixin, $replace = true) {}
        public static function hasMacro($name): bool {}
        public static function after($value, $search): string {}
        public static function afterLast($value, $search): string {}
        public static function apa($value): string {}
        public static function ascii($value, $language = 'en'): string {}
        public static function before($value, $search): string {}
        public static function beforeLast($value, $search): string {}
        public static function between($value, $from, $to): string {}
        public static function betweenFirst($value, $from, $to): string {}
        public static function camel($value): string {}
        public static function chopStart($value, $needle): string {}
        public static function chopEnd($value, $needle): string {}
        public static function convertCase($value, int $mode = 0, ?string $encoding = 'UTF-8'): string {}
        public static function deduplicate($value, string $character = ' '): string {}
        public static function excerpt($value, $phrase, $options = []): string {}
        public static function finish($value, $cap): string {}
        public static function headline($value): string {}
        public static function inlineMarkdown($value, array $options = [], array $extensions = []): string {}
        public static function kebab($value): string {}
        public static function lcfirst($value): string {}
        public static function limit($value, $limit = 100, $end = '...', $preserveWords = false): string {}
        public static function lower($value): string {}
        public static function ltrim($value, $characters = null): string {}
        public static function markdown($value, array $options = [], array $extensions = []): string {}
        public static function mask($value, $character, $index, $length = null, $encoding = 'UTF-8'): string {}
        public static function match($value, $pattern): string {}
        public static function numbers($value): string {}
        public static function padBoth($value, $length, $pad = ' '): string {}
        public static function padLeft($value, $length, $pad = ' '): string {}
        public static function padRight($value, $length, $pad = ' '): string {}
        public static function plural($value, $count = 2, $prependCount = false): string {}
        public static function pluralStudly($value, $count = 2): string {}
        public static function pluralPascal($value, $count = 2): string {}
        public static function remove($value, $search, $caseSensitive = true): string {}
        public static function repeat($value, int $times): string {}
        public static function replace($value, $search, $replace, $caseSensitive = true): string {}
        public static function replaceArray($value, $search, $replace): string {}
        public static function replaceFirst($value, $search, $replace): string {}
        public static function replaceLast($value, $search, $replace): string {}
        public static function replaceStart($value, $search, $replace): string {}
        public static function replaceEnd($value, $search, $replace): string {}
        public static function replaceMatches($value, $pattern, $replace, $limit = -1): string {}
        public static function reverse($value): string {}
        public static function rtrim($value, $characters = null): string {}
        public static function singular($value): string {}
        public static function slug($value, $separator = '-', $language = 'en', $dictionary = []): string {}
        public static function snake($value, $delimiter = '_'): string {}
        public static function squish($value): string {}
        public static function start($value, $prefix): string {}
        public static function studly($value): string {}
        public static function pascal($value): string {}
        public static function substr($value, $start, $length = null, $encoding = 'UTF-8'): string {}
        public static function substrReplace($value, $replace, $offset = 0, $length = null): string {}
        public static function swap($value, array $map): string {}
        public static function take($value, int $limit): string {}
        public static function title($value): string {}
        public static function toBase64($value): string {}
        public static function fromBase64($value, $strict = false): string {}
        public static function transliterate($value, $unknown = '?', $strict = false): string {}
        public static function trim($value, $characters = null): string {}
        public static function ucfirst($value): string {}
        public static function unwrap($value, $before, $after = null): string {}
        public static function upper($value): string {}
        public static function words($value, $words = 100, $end = '...'): string {}
        public static function wordWrap($value, $characters = 75, $break = PHP_EOL, $cutLongWords = false): string {}
        public static function wrap($value, $before, $after = null): string {}
        public static function ucwords($value): string {}
        public static function charAt($subject, $index) {}
        public static function contains($haystack, $needles, $ignoreCase = false): bool {}
        public static function containsAll($haystack, $needles, $ignoreCase = false): bool {}
        public static function doesntContain($haystack, $needles, $ignoreCase = false): bool {}
        public static function endsWith($haystack, $needles): bool {}
        public static function startsWith($haystack, $needles): bool {}
        public static function doesntStartWith($haystack, $needles): bool {}
        public static function doesntEndWith($haystack, $needles): bool {}
        public static function is($pattern, $value, $ignoreCase = false): bool {}
        public static function isAscii($value): bool {}
        public static function isJson($value): bool {}
        public static function isUrl($value, array $protocols = []): bool {}
        public static function isUuid($value, $version = null): bool {}
        public static function isUlid($value): bool {}
        public static function isMatch($pattern, $value): bool {}
        public static function length($value, $encoding = null): int {}
        public static function matchAll($pattern, $subject): Collection {}
        public static function parseCallback($callback, $default = null): array {}
        public static function password($length = 32, $letters = true, $numbers = true, $symbols = true, $spaces = false): string {}
        public static function position($haystack, $needle, $offset = 0, $encoding = null) {}
        public static function random($length = 16): string {}
        public static function createRandomStringsUsing(?callable $factory = null) {}
        public static function substrCount($haystack, $needle, $offset = 0, $length = null): int {}
        public static function uuid() {}
        public static function uuid7($time = null) {}
        public static function orderedUuid() {}
        public static function ulid($time = null) {}
        public static function ucsplit($string): array {}
        public static function wordCount($string, $characters = null): int {}
        public static function flushCache() {}
    }
    class Arr {
        public static function accessible($value): bool {}
        public static function arrayable($value): bool {}
        public static function add($array, $key, $value): array {}
        public static function array($array, $key, $default = null): array {}
        public static function boolean($array, $key, $default = null): bool {}
        public static function collapse($array): array {}
        public static function crossJoin(...$arrays): array {}
        public static function divide($array): array {}
        public static function dot($array, $prepend = ''): array {}
        public static function undot($array): array {}
        public static function every($array, callable $callback): bool {}
        public static function except($array, $keys): array {}
        public static function exists($array, $key): bool {}
        public static function first($array, ?callable $callback = null, $default = null) {}
        public static function last($array, ?callable $callback = null, $default = null) {}
        public static function take($array, $limit): array {}
        public static function flatten($array, $depth = INF): array {}
        public static function float($array, $key, $default = null): float {}
        public static function forget(&$array, $keys) {}
        public static function from($items): array {}
        public static function get($array, $key, $default = null) {}
        public static function has($array, $keys): bool {}
        public static function hasAll($array, $keys): bool {}
        public static function hasAny($array, $keys): bool {}
        public static function integer($array, $key, $default = null): int {}
        public static function isAssoc(array $array): bool {}
        public static function isList($array): bool {}
        public static function join($array, $glue, $finalGlue = ''): string {}
        public static function keyBy($array, $keyBy): array {}
        public static function prependKeysWith($array, $prependWith): array {}
        public static function only($array, $keys): array {}
        public static function partition($array, callable $callback): array {}
        public static function select($array, $keys): array {}
        public static function pluck($array, $value, $key = null): array {}
        public static function map(array $array, callable $callback): array {}
        public static function mapWithKeys(array $array, callable $callback): array {}
        public static function mapSpread(array $array, callable $callback): array {}
        public static function prepend($array, $value, $key = null): array {}
        public static function pull(&$array, $key, $default = null) {}
        public static function push(array &$array, $key, ...$values): array {}
        public static function query($array): string {}
        public static function random($array, $number = null, $preserveKeys = false) {}
        public static function reject($array, callable $callback): array {}
        public static function set(&$array, $key, $value): array {}
        public static function shuffle($array): array {}
        public static function sole($array, ?callable $callback = null) {}
        public static function some($array, callable $callback): bool {}
        public static function sort($array, $callback = null): array {}
        public static function sortDesc($array, $callback = null): array {}
        public static function sortRecursive($array, $options = 0, $descending = false): array {}
        public static function string($array, $key, $default = null): string {}
        public static function toCssClasses($array): string {}
        public static function toCssStyles($array): string {}
        public static function where($array, callable $callback): array {}
        public static function whereNotNull($array): array {}
        public static function wrap($value): array {}
        public static function macro($name, $macro) {}
    }
}
