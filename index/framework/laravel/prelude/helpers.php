<?php
/** @return \Illuminate\Foundation\Application */
function app() {}
/**
 * @template T
 * @param class-string<T> $abstract
 * @return T
 */
function app($abstract, array $parameters = []) {}
/**
 * @template T
 * @param class-string<T> $name
 * @return T
 */
function resolve($name, array $parameters = []) {}
function auth(): \Illuminate\Auth\AuthManager {}
function auth($guard): \Illuminate\Contracts\Auth\StatefulGuard {}
function request(): \Illuminate\Http\Request {}
function request($key, $default = null) {}
function response(): \Illuminate\Routing\ResponseFactory {}
function response($content, $status = 200, array $headers = []): \Illuminate\Http\Response {}
function redirect(): \Illuminate\Routing\Redirector {}
function redirect($to, $status = 302, $headers = [], $secure = null): \Illuminate\Http\RedirectResponse {}
function view(): \Illuminate\View\Factory {}
function view($view, $data = [], $mergeData = []): \Illuminate\View\View {}
function session(): \Illuminate\Session\SessionManager {}
function session($key, $default = null) {}
function cache(): \Illuminate\Cache\CacheManager {}
function cache($key, $default = null) {}
function config(): \Illuminate\Config\Repository {}
function config($key, $default = null) {}
function cookie(): \Illuminate\Cookie\CookieJar {}
function cookie($name, $value = null, $minutes = 0, $path = null, $domain = null, $secure = null, $httpOnly = true, $raw = false, $sameSite = null) {}
function logger(): \Illuminate\Log\LogManager {}
function logger($message, array $context = []) {}
function validator(): \Illuminate\Validation\Factory {}
function validator(array $data, array $rules = [], array $messages = [], array $attributes = []): \Illuminate\Validation\Validator {}
function url(): \Illuminate\Routing\UrlGenerator {}
function url($path, $parameters = [], $secure = null): string {}
function trans(): \Illuminate\Translation\Translator {}
function trans($key, $replace = [], $locale = null) {}
function str(): \Illuminate\Support\Str {}
function str($string): \Illuminate\Support\Stringable {}
function now($tz = null): \Illuminate\Support\Carbon {}
function today($tz = null): \Illuminate\Support\Carbon {}
function to_route($route, $parameters = [], $status = 302, $headers = []): \Illuminate\Http\RedirectResponse {}
function back($status = 302, $headers = [], $fallback = false): \Illuminate\Http\RedirectResponse {}
/**
 * @template TKey
 * @template TValue
 * @param iterable<TValue> $value
 * @return \Illuminate\Support\Collection<int, TValue>
 */
function collect($value = []) {}
/**
 * @template T
 * @param T $value
 * @param (callable(T): mixed)|null $callback
 * @return T
 */
function tap($value, $callback = null) {}
/**
 * @template T
 * @param T $value
 * @return T
 */
function with($value, ?callable $callback = null) {}
/**
 * @template T
 * @param T $value
 * @return T
 */
function optional($value = null, ?callable $callback = null) {}
/**
 * @template T
 * @param callable(): T $callback
 * @return T
 */
function once(callable $callback) {}
/**
 * @template T
 * @param callable(): T $callback
 * @return T
 */
function retry($times, callable $callback, $sleepMilliseconds = 0, $when = null) {}
/**
 * @template T
 * @param callable(): T $callback
 * @return T
 */
function rescue(callable $callback, $rescue = null, $report = true) {}
/**
 * @template T
 * @param T $condition
 * @return T
 */
function throw_if($condition, $exception = 'RuntimeException', ...$parameters) {}
/**
 * @template T
 * @param T $condition
 * @return T
 */
function throw_unless($condition, $exception = 'RuntimeException', ...$parameters) {}
/**
 * @template T
 * @param T $default
 * @return T
 */
function env($key, $default = null) {}
function dispatch($job): \Illuminate\Foundation\Bus\PendingDispatch {}
function dispatch_sync($job, $handler = null) {}
function event(...$args) {}
function broadcast($event = null) {}
function policy($class) {}
function abort($code, $message = '', array $headers = []) {}
function abort_if($boolean, $code, $message = '', array $headers = []) {}
function abort_unless($boolean, $code, $message = '', array $headers = []) {}
function action($name, $parameters = [], $absolute = true): string {}
function route($name, $parameters = [], $absolute = true): string {}
function signed_route($name, $parameters = [], $expiration = null, $absolute = true): string {}
function asset($path, $secure = null): string {}
function secure_asset($path): string {}
function secure_url($path, $parameters = []): string {}
function mix($path, $manifestDirectory = '') {}
function app_path($path = ''): string {}
function base_path($path = ''): string {}
function config_path($path = ''): string {}
function database_path($path = ''): string {}
function lang_path($path = ''): string {}
function public_path($path = ''): string {}
function resource_path($path = ''): string {}
function storage_path($path = ''): string {}
function bcrypt($value, $options = []): string {}
function encrypt($value, $serialize = true): string {}
function decrypt($value, $unserialize = true) {}
function csrf_field() {}
function csrf_token(): string {}
function method_field($method) {}
function info($message, $context = []) {}
function report($exception) {}
function report_if($boolean, $exception) {}
function report_unless($boolean, $exception) {}
function old($key = null, $default = null) {}
function __($key = null, $replace = [], $locale = null) {}
function trans_choice($key, $number, array $replace = [], $locale = null): string {}
function e($value, $doubleEncode = true): string {}
function blank($value): bool {}
function filled($value): bool {}
function class_basename($class): string {}
function class_uses_recursive($class): array {}
function trait_uses_recursive($trait): array {}
function data_get($target, $key, $default = null) {}
function data_set(&$target, $key, $value, $overwrite = true) {}
function data_fill(&$target, $key, $value) {}
function data_forget(&$target, $key) {}
function head($array) {}
function last($array) {}
function value($value, ...$args) {}
function transform($value, callable $callback, $default = null) {}
function when($condition, $value, $default = null) {}
function windows_os(): bool {}
function literal(...$arguments) {}
function laravel_cloud(): bool {}
function defer($callback = null, $name = null, $always = false) {}
function context($key = null, $default = null) {}
function fake($locale = null) {}
function precognitive($callable = null) {}
function preg_replace_array($pattern, array $replacements, $subject): string {}
function dd(...$vars) {}
function dump(...$vars) {}
