<?php
namespace Illuminate\Contracts\Routing {
    interface UrlRoutable {
        public function getRouteKey();
        public function getRouteKeyName();
        public function resolveRouteBinding($value, $field = null);
        public function resolveChildRouteBinding($childType, $value, $field);
    }
}
namespace Psr\Container {
    interface ContainerInterface { public function get(string $id); public function has(string $id): bool; }
}
namespace Illuminate\Contracts\Container {
    interface Container extends \Psr\Container\ContainerInterface {
        /**
         * @template T
         * @param class-string<T> $id
         * @return T
         */
        public function get(string $id);
        public function bound($abstract): bool;
        public function alias($abstract, $alias);
        public function tag($abstracts, $tags);
        public function tagged($tag);
        public function bind($abstract, $concrete = null, $shared = false);
        public function bindMethod($method, $callback);
        public function bindIf($abstract, $concrete = null, $shared = false);
        public function singleton($abstract, $concrete = null);
        public function singletonIf($abstract, $concrete = null);
        public function scoped($abstract, $concrete = null);
        public function scopedIf($abstract, $concrete = null);
        public function extend($abstract, \Closure $closure);
        /**
         * @template T
         * @param T $instance
         * @return T
         */
        public function instance($abstract, $instance);
        public function addContextualBinding($concrete, $abstract, $implementation);
        public function when($concrete): ContextualBindingBuilder;
        /**
         * @template T
         * @param class-string<T> $abstract
         * @return callable(): T
         */
        public function factory($abstract);
        public function flush();
        /**
         * @template T
         * @param class-string<T> $abstract
         * @return T
         */
        public function make($abstract, array $parameters = []);
        public function call($callback, array $parameters = [], $defaultMethod = null);
        public function resolved($abstract): bool;
        public function beforeResolving($abstract, ?\Closure $callback = null);
        public function resolving($abstract, ?\Closure $callback = null);
        public function afterResolving($abstract, ?\Closure $callback = null);
    }
    interface ContextualBindingBuilder {
        public function needs($abstract): static;
        public function give($implementation);
        public function giveTagged($tag);
        public function giveConfig($key, $default = null);
    }
    class BindingResolutionException extends \Exception {}
}
namespace Illuminate\Container {
    class Container implements \Illuminate\Contracts\Container\Container, \ArrayAccess {
        public static function getInstance(): static {}
        public static function setInstance($container = null) {}
        /**
         * @template T
         * @param class-string<T> $abstract
         * @return T
         */
        public function makeWith($abstract, array $parameters = []) {}
        public function build($concrete) {}
        public function getBindings(): array {}
        public function getAlias($abstract) {}
        public function isAlias($name): bool {}
        public function isShared($abstract): bool {}
        public function rebinding($abstract, \Closure $callback) {}
        public function refresh($abstract, $target, $method) {}
        public function wrap(\Closure $callback, array $parameters = []) {}
        public function forgetInstance($abstract) {}
        public function forgetInstances() {}
        public function forgetScopedInstances() {}
        public function offsetExists($key): bool {}
        public function offsetGet($key): mixed {}
        public function offsetSet($key, $value): void {}
        public function offsetUnset($key): void {}
    }
}
namespace Illuminate\Contracts\Foundation {
    interface Application extends \Illuminate\Contracts\Container\Container {
        public function version(): string;
        public function basePath($path = ''): string;
        public function bootstrapPath($path = ''): string;
        public function configPath($path = ''): string;
        public function databasePath($path = ''): string;
        public function langPath($path = ''): string;
        public function publicPath($path = ''): string;
        public function resourcePath($path = ''): string;
        public function storagePath($path = ''): string;
        public function environment(...$environments);
        public function runningInConsole(): bool;
        public function runningUnitTests(): bool;
        public function hasDebugModeEnabled(): bool;
        public function maintenanceMode();
        public function isDownForMaintenance(): bool;
        public function registerConfiguredProviders();
        public function register($provider, $force = false);
        public function registerDeferredProvider($provider, $service = null);
        public function resolveProvider($provider);
        public function boot();
        public function booting($callback);
        public function booted($callback);
        public function bootstrapWith(array $bootstrappers);
        public function getLocale(): string;
        public function getNamespace(): string;
        public function getProviders($provider): array;
        public function hasBeenBootstrapped(): bool;
        public function loadDeferredProviders();
        public function setLocale($locale);
        public function shouldSkipMiddleware(): bool;
        public function terminating($callback): static;
        public function terminate();
    }
    interface CachesRoutes {}
    interface CachesConfiguration {}
}
namespace Illuminate\Foundation {
    class Application extends \Illuminate\Container\Container implements \Illuminate\Contracts\Foundation\Application {
        const VERSION = '';
        public static function configure(?string $basePath = null): Configuration\ApplicationBuilder {}
        public static function inferBasePath(): string {}
        public function path($path = ''): string {}
        public function viewPath($path = ''): string {}
        public function isLocal(): bool {}
        public function isProduction(): bool {}
        public function detectEnvironment(\Closure $callback) {}
        public function routesAreCached(): bool {}
        public function configurationIsCached(): bool {}
        public function currentLocale(): string {}
        public function getFallbackLocale(): string {}
        public function setFallbackLocale($fallbackLocale) {}
        public function isLocale($locale): bool {}
        public function getProvider($provider) {}
        public function handleRequest($request) {}
        public function handleCommand($input): int {}
        public function abort($code, $message = '', array $headers = []) {}
        public function useStoragePath($path): static {}
        public function usePublicPath($path): static {}
    }
}
namespace Illuminate\Foundation\Configuration {
    class ApplicationBuilder {
        public function withKernels(): static {}
        public function withProviders(array $providers = [], bool $withBootstrapProviders = true): static {}
        public function withEvents($discover = true): static {}
        public function withBroadcasting(string $channels, array $attributes = []): static {}
        public function withRouting(?\Closure $using = null, $web = null, $api = null, ?string $commands = null, ?string $channels = null, ?string $pages = null, ?string $health = null, string $apiPrefix = 'api', ?callable $then = null): static {}
        /** @param callable(Middleware): mixed $callback */
        public function withMiddleware(?callable $callback = null): static {}
        public function withCommands(array $commands = []): static {}
        /** @param callable(\Illuminate\Console\Scheduling\Schedule): mixed $callback */
        public function withSchedule(callable $callback): static {}
        /** @param (callable(Exceptions): mixed)|null $using */
        public function withExceptions(?callable $using = null): static {}
        public function withBindings(array $bindings): static {}
        public function withSingletons(array $singletons): static {}
        public function registered(callable $callback): static {}
        public function booting(callable $callback): static {}
        public function booted(callable $callback): static {}
        public function create(): \Illuminate\Foundation\Application {}
    }
    class Middleware {
        public function prepend($middleware): static {}
        public function append($middleware): static {}
        public function remove($middleware): static {}
        public function replace(string $search, string $replace): static {}
        public function use(array $middleware): static {}
        public function group(string $group, array $middleware): static {}
        public function prependToGroup(string $group, $middleware): static {}
        public function appendToGroup(string $group, $middleware): static {}
        public function removeFromGroup(string $group, $middleware): static {}
        public function web($append = [], $prepend = [], $remove = [], $replace = []): static {}
        public function api($append = [], $prepend = [], $remove = [], $replace = []): static {}
        public function priority(array $priority): static {}
        public function alias(array $aliases): static {}
        public function authenticateSessions(): static {}
        public function redirectGuestsTo($redirect): static {}
        public function redirectUsersTo($redirect): static {}
        public function redirectTo($guests = null, $users = null): static {}
        public function encryptCookies(array $except = []): static {}
        public function validateCsrfTokens(array $except = []): static {}
        public function validateSignatures($except = []): static {}
        public function convertEmptyStringsToNull(array $except = []): static {}
        public function trimStrings(array $except = []): static {}
        public function trustHosts($at = null, bool $subdomains = true): static {}
        public function trustProxies($at = null, ?int $headers = null): static {}
        public function preventRequestsDuringMaintenance(array $except = []): static {}
        public function statefulApi(): static {}
        public function throttleApi($limiter = 'api', $redis = false): static {}
        public function throttleWithRedis(): static {}
    }
    class Exceptions {
        public function report(callable $using) {}
        public function reportable(callable $reportUsing) {}
        public function render(callable $using): static {}
        public function renderable(callable $renderUsing): static {}
        public function respond(callable $using): static {}
        public function throttle(callable $throttleUsing): static {}
        public function map($from, $to = null): static {}
        public function level(string $type, string $level): static {}
        public function context(\Closure $contextCallback): static {}
        public function dontReport($class): static {}
        public function dontReportWhen(\Closure $dontReportWhen): static {}
        public function stopIgnoring($class): static {}
        public function dontReportDuplicates(): static {}
        public function dontFlash($attributes): static {}
        public function shouldRenderJsonWhen(callable $callback): static {}
    }
}
namespace Illuminate\Pagination {
    use Illuminate\Support\Collection;
    /**
     * @template TKey
     * @template TValue
     * @mixin Collection<TKey, TValue>
     * @implements \ArrayAccess<TKey, TValue>
     * @implements \IteratorAggregate<TKey, TValue>
     */
    abstract class AbstractPaginator implements \ArrayAccess, \Countable, \IteratorAggregate, \JsonSerializable, \Illuminate\Contracts\Support\Arrayable, \Illuminate\Contracts\Support\Htmlable {
        public $onEachSide;
        public function previousPageUrl(): ?string {}
        public function nextPageUrl(): ?string {}
        public function url($page): string {}
        public function fragment($fragment = null) {}
        public function appends($key, $value = null): static {}
        public function withQueryString(): static {}
        public function loadMorph($relation, $relations): static {}
        public function loadMorphCount($relation, $relations): static {}
        /** @return TValue[] */
        public function items() {}
        public function firstItem(): int {}
        public function lastItem(): int {}
        public function through(callable $callback): static {}
        public function perPage(): int {}
        public function hasPages(): bool {}
        public function onFirstPage(): bool {}
        public function onLastPage(): bool {}
        public function hasMorePages(): bool {}
        public function currentPage(): int {}
        public function getPageName(): string {}
        public function setPageName($name): static {}
        public function withPath($path): static {}
        public function setPath($path): static {}
        public function onEachSide($count): static {}
        public function path(): ?string {}
        /** @return \Traversable<TKey, TValue> */
        public function getIterator(): \Traversable {}
        public function isEmpty(): bool {}
        public function isNotEmpty(): bool {}
        public function count(): int {}
        /** @return Collection<TKey, TValue> */
        public function getCollection() {}
        public function setCollection(Collection $collection): static {}
        public function getOptions(): array {}
        /** @return TValue */
        public function offsetGet($key): mixed {}
        public function offsetExists($key): bool {}
        public function offsetSet($key, $value): void {}
        public function offsetUnset($key): void {}
        public function links($view = null, $data = []) {}
        public function render($view = null, $data = []) {}
        public function toHtml(): string {}
        public function toArray(): array {}
        public function jsonSerialize(): array {}
        public function toJson($options = 0): string {}
        public static function useTailwind() {}
        public static function useBootstrap() {}
        public static function useBootstrapFour() {}
        public static function useBootstrapFive() {}
        public static function defaultView($view) {}
        public static function defaultSimpleView($view) {}
    }
    /**
     * @template TKey
     * @template TValue
     * @extends AbstractPaginator<TKey, TValue>
     */
    class Paginator extends AbstractPaginator { public function hasMorePagesWhen($hasMore = true): static {} }
    /**
     * @template TKey
     * @template TValue
     * @extends AbstractPaginator<TKey, TValue>
     */
    class LengthAwarePaginator extends AbstractPaginator {
        public function __construct($items, $total, $perPage, $currentPage = null, array $options = []) {}
        public function total(): int {}
        public function lastPage(): int {}
        public function linkCollection(): Collection {}
    }
    /**
     * @template TKey
     * @template TValue
     * @extends AbstractPaginator<TKey, TValue>
     */
    class CursorPaginator extends AbstractPaginator {
        public function cursor() {}
        public function previousCursor() {}
        public function nextCursor() {}
    }
}
namespace Illuminate\Contracts\Pagination {
    /**
     * @template TKey
     * @template TValue
     * @mixin \Illuminate\Pagination\Paginator<TKey, TValue>
     */
    interface Paginator {}
    /**
     * @template TKey
     * @template TValue
     * @mixin \Illuminate\Pagination\LengthAwarePaginator<TKey, TValue>
     */
    interface LengthAwarePaginator extends Paginator {}
    /**
     * @template TKey
     * @template TValue
     * @mixin \Illuminate\Pagination\CursorPaginator<TKey, TValue>
     */
    interface CursorPaginator {}
}
namespace Illuminate\Console\Scheduling {
    class Schedule {
        public function call($callback, array $parameters = []): Event {}
        public function command($command, array $parameters = []): Event {}
        public function job($job, $queue = null, $connection = null): Event {}
        public function exec($command, array $parameters = []): Event {}
        public function group(\Closure $events) {}
        public function useCache($store): static {}
    }
    class Event {
        public $command; public $expression; public $timezone; public $description; public $output;
        public function everySecond(): static {}
        public function everyFiveSeconds(): static {}
        public function everyTenSeconds(): static {}
        public function everyFifteenSeconds(): static {}
        public function everyThirtySeconds(): static {}
        public function everyMinute(): static {}
        public function everyTwoMinutes(): static {}
        public function everyThreeMinutes(): static {}
        public function everyFourMinutes(): static {}
        public function everyFiveMinutes(): static {}
        public function everyTenMinutes(): static {}
        public function everyFifteenMinutes(): static {}
        public function everyThirtyMinutes(): static {}
        public function hourly(): static {}
        public function daily(): static {}
        public function weekdays(): static {}
        public function weekends(): static {}
        public function mondays(): static {}
        public function tuesdays(): static {}
        public function wednesdays(): static {}
        public function thursdays(): static {}
        public function fridays(): static {}
        public function saturdays(): static {}
        public function sundays(): static {}
        public function weekly(): static {}
        public function monthly(): static {}
        public function quarterly(): static {}
        public function yearly(): static {}
        public function evenInMaintenanceMode(): static {}
        public function runInBackground(): static {}
        public function onOneServer(): static {}
        public function cron($expression): static {}
        public function hourlyAt($offset): static {}
        public function everyOddHour($offset = 0): static {}
        public function everyTwoHours($offset = 0): static {}
        public function everyThreeHours($offset = 0): static {}
        public function everyFourHours($offset = 0): static {}
        public function everySixHours($offset = 0): static {}
        public function at($time): static {}
        public function dailyAt($time): static {}
        public function twiceDaily($first = 1, $second = 13): static {}
        public function twiceDailyAt($first = 1, $second = 13, $offset = 0): static {}
        public function weeklyOn($dayOfWeek, $time = '0:0'): static {}
        public function monthlyOn($dayOfMonth = 1, $time = '0:0'): static {}
        public function twiceMonthly($first = 1, $second = 16, $time = '0:0'): static {}
        public function lastDayOfMonth($time = '0:0'): static {}
        public function quarterlyOn($dayOfQuarter = 1, $time = '0:0'): static {}
        public function yearlyOn($month = 1, $dayOfMonth = 1, $time = '0:0'): static {}
        public function days($days): static {}
        public function between($startTime, $endTime): static {}
        public function unlessBetween($startTime, $endTime): static {}
        public function timezone($timezone): static {}
        public function user($user): static {}
        public function environments($environments): static {}
        public function withoutOverlapping($expiresAt = 1440): static {}
        public function when($callback): static {}
        public function skip($callback): static {}
        public function name($description): static {}
        public function description($description): static {}
        public function sendOutputTo($location, $append = false): static {}
        public function appendOutputTo($location): static {}
        public function emailOutputTo($addresses): static {}
        public function emailOutputOnFailure($addresses): static {}
        public function pingBefore($url): static {}
        public function thenPing($url): static {}
        public function pingOnSuccess($url): static {}
        public function pingOnFailure($url): static {}
        public function before($callback): static {}
        public function after($callback): static {}
        public function then($callback): static {}
        public function onSuccess($callback): static {}
        public function onFailure($callback): static {}
    }
}
