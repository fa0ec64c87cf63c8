<?php
namespace Illuminate\Support\Facades {
    abstract class Facade {
        protected static $app; protected static $resolvedInstance; protected static $cached;
        public static function resolved(\Closure $callback) {}
        public static function spy() {}
        public static function partialMock() {}
        public static function shouldReceive(...$args) {}
        public static function expects() {}
        public static function swap($instance) {}
        public static function isFake(): bool {}
        public static function getFacadeRoot() {}
        protected static function getFacadeAccessor() {}
        public static function clearResolvedInstance($name = null) {}
        public static function clearResolvedInstances() {}
        public static function defaultAliases() {}
        public static function getFacadeApplication() {}
        public static function setFacadeApplication($app) {}
    }
    /** @mixin \Illuminate\Foundation\Application */
    class App extends Facade {}
    /** @mixin \Illuminate\Contracts\Console\Kernel */
    class Artisan extends Facade {}
    /** @mixin \Illuminate\Auth\AuthManager */
    class Auth extends Facade { public static function routes(array $options = []) {} }
    /** @mixin \Illuminate\View\Compilers\BladeCompiler */
    class Blade extends Facade {}
    /** @mixin \Illuminate\Bus\Dispatcher */
    class Bus extends Facade { public static function fake($jobsToFake = []) {} public static function assertDispatched($command, $callback = null) {} public static function assertNotDispatched($command, $callback = null) {} }
    /** @mixin \Illuminate\Cache\CacheManager */
    class Cache extends Facade {}
    /** @mixin \Illuminate\Config\Repository */
    class Config extends Facade {}
    /** @mixin \Illuminate\Cookie\CookieJar */
    class Cookie extends Facade {}
    /** @mixin \Illuminate\Contracts\Encryption\Encrypter */
    class Crypt extends Facade {}
    /** @mixin \Illuminate\Database\DatabaseManager */
    class DB extends Facade {}
    /** @mixin \Illuminate\Support\Carbon */
    class Date extends Facade {}
    /** @mixin \Illuminate\Events\Dispatcher */
    class Event extends Facade { public static function fake($eventsToFake = []) {} public static function assertDispatched($event, $callback = null) {} public static function assertNotDispatched($event, $callback = null) {} public static function assertListening($expectedEvent, $expectedListener) {} }
    /** @mixin \Illuminate\Filesystem\Filesystem */
    class File extends Facade {}
    /** @mixin \Illuminate\Contracts\Auth\Access\Gate */
    class Gate extends Facade {}
    /** @mixin \Illuminate\Hashing\HashManager */
    class Hash extends Facade {}
    /** @mixin \Illuminate\Http\Client\PendingRequest */
    class Http extends Facade { public static function fake($callback = null) {} public static function response($body = null, $status = 200, $headers = []) {} public static function assertSent($callback) {} public static function pool(callable $callback) {} }
    /** @mixin \Illuminate\Translation\Translator */
    class Lang extends Facade {}
    /** @mixin \Illuminate\Log\LogManager */
    class Log extends Facade {}
    /** @mixin \Illuminate\Mail\Mailer */
    class Mail extends Facade { public static function fake() {} public static function assertSent($mailable, $callback = null) {} public static function assertQueued($mailable, $callback = null) {} public static function mailer($name = null): \Illuminate\Mail\Mailer {} }
    /** @mixin \Illuminate\Notifications\ChannelManager */
    class Notification extends Facade { public static function fake() {} public static function assertSentTo($notifiable, $notification, $callback = null) {} public static function route($channel, $route) {} }
    /** @mixin \Illuminate\Auth\Passwords\PasswordBroker */
    class Password extends Facade { const RESET_LINK_SENT = 'passwords.sent'; const PASSWORD_RESET = 'passwords.reset'; const INVALID_USER = 'passwords.user'; const INVALID_TOKEN = 'passwords.token'; const RESET_THROTTLED = 'passwords.throttled'; public static function broker($name = null): \Illuminate\Auth\Passwords\PasswordBroker {} }
    /** @mixin \Illuminate\Queue\QueueManager */
    class Queue extends Facade { public static function fake($jobsToFake = []) {} public static function assertPushed($job, $callback = null) {} }
    /** @mixin \Illuminate\Cache\RateLimiter */
    class RateLimiter extends Facade {}
    /** @mixin \Illuminate\Routing\Redirector */
    class Redirect extends Facade {}
    /** @mixin \Illuminate\Http\Request */
    class Request extends Facade {}
    /** @mixin \Illuminate\Routing\ResponseFactory */
    class Response extends Facade {}
    /** @mixin \Illuminate\Routing\Router */
    class Route extends Facade {}
    /** @mixin \Illuminate\Console\Scheduling\Schedule */
    class Schedule extends Facade {}
    /** @mixin \Illuminate\Database\Schema\Builder */
    class Schema extends Facade { public static function connection($name): \Illuminate\Database\Schema\Builder {} }
    /** @mixin \Illuminate\Session\SessionManager */
    class Session extends Facade {}
    /** @mixin \Illuminate\Filesystem\FilesystemManager */
    class Storage extends Facade { public static function fake($disk = null, array $config = []) {} }
    /** @mixin \Illuminate\Routing\UrlGenerator */
    class URL extends Facade {}
    /** @mixin \Illuminate\Validation\Factory */
    class Validator extends Facade {}
    /** @mixin \Illuminate\View\Factory */
    class View extends Facade {}
    /** @mixin \Illuminate\Foundation\Vite */
    class Vite extends Facade {}
}
namespace Illuminate\Contracts\Console {
    class Kernel {
        public function call($command, array $parameters = [], $outputBuffer = null): int {}
        public function queue($command, array $parameters = []) {}
        public function all(): array {}
        public function output(): string {}
        public function command($signature, \Closure $callback): \Illuminate\Foundation\Console\ClosureCommand {}
        public function handle($input, $output = null): int {}
        public function terminate($input, $status) {}
        public function bootstrap() {}
    }
}
namespace Illuminate\Foundation\Console {
    class ClosureCommand extends \Illuminate\Console\Command {
        public function purpose($description): static {}
        public function describe($description): static {}
        /** @mixin \Illuminate\Console\Scheduling\Event */
    }
    class Kernel extends \Illuminate\Contracts\Console\Kernel {
        protected $commands;
        protected function schedule(\Illuminate\Console\Scheduling\Schedule $schedule) {}
        protected function commands() {}
        protected function load($paths) {}
    }
}
namespace Illuminate\Console {
    class Command {
        public function run($input, $output): int {}
        public function handle() {}
        public function call($command, array $arguments = []): int {}
        public function callSilently($command, array $arguments = []): int {}
        public function callSilent($command, array $arguments = []): int {}
        public function argument($key = null) {}
        public function arguments(): array {}
        public function option($key = null) {}
        public function options(): array {}
        public function hasArgument($name): bool {}
        public function hasOption($name): bool {}
        public function confirm($question, $default = false): bool {}
        public function ask($question, $default = null) {}
        public function anticipate($question, $choices, $default = null) {}
        public function askWithCompletion($question, $choices, $default = null) {}
        public function secret($question, $fallback = true) {}
        public function choice($question, array $choices, $default = null, $attempts = null, $multiple = false) {}
        public function table($headers, $rows, $tableStyle = 'default', array $columnStyles = []) {}
        public function withProgressBar($totalSteps, \Closure $callback) {}
        public function info($string, $verbosity = null) {}
        public function line($string, $style = null, $verbosity = null) {}
        public function comment($string, $verbosity = null) {}
        public function question($string, $verbosity = null) {}
        public function error($string, $verbosity = null) {}
        public function warn($string, $verbosity = null) {}
        public function alert($string, $verbosity = null) {}
        public function newLine($count = 1) {}
        public function fail($exception = null) {}
        public function getOutput() {}
        public function getLaravel(): \Illuminate\Contracts\Foundation\Application {}
        public function setLaravel($laravel) {}
        public function isHidden(): bool {}
        public function setHidden($hidden = true): static {}
        public function trap($signals, $callback) {}
        public function getName(): ?string {}
        public function setName($name): static {}
        public function setDescription($description): static {}
        public function getDescription(): string {}
        const SUCCESS = 0; const FAILURE = 1; const INVALID = 2;
        protected $laravel; protected $signature; protected $name; protected $description; protected $help; protected $hidden; protected $input; protected $output; protected $components; protected $isolated; protected $aliases;
    }
}
namespace Illuminate\Contracts\Auth {
    interface Authenticatable { public function getAuthIdentifierName(); public function getAuthIdentifier(); public function getAuthPassword(); public function getAuthPasswordName(); public function getRememberToken(); public function setRememberToken($value); public function getRememberTokenName(); }
    interface CanResetPassword { public function getEmailForPasswordReset(); public function sendPasswordResetNotification($token); }
    interface MustVerifyEmail { public function hasVerifiedEmail(); public function markEmailAsVerified(); public function sendEmailVerificationNotification(); public function getEmailForVerification(); }
    interface Guard { public function check(): bool; public function guest(): bool; public function user(): ?Authenticatable; public function id(); public function validate(array $credentials = []); public function hasUser(): bool; public function setUser(Authenticatable $user); }
    interface StatefulGuard extends Guard { public function attempt(array $credentials = [], $remember = false): bool; public function once(array $credentials = []): bool; public function login(Authenticatable $user, $remember = false); public function loginUsingId($id, $remember = false): ?Authenticatable; public function onceUsingId($id); public function viaRemember(): bool; public function logout(); }
    interface Factory { public function guard($name = null): StatefulGuard; public function shouldUse($name); }
    interface UserProvider {}
}
namespace Illuminate\Contracts\Auth\Access {
    interface Authorizable { public function can($abilities, $arguments = []); }
    class Gate {
        public function define($ability, $callback): static {}
        public function resource($name, $class, ?array $abilities = null): static {}
        public function policy($class, $policy): static {}
        public function before(callable $callback): static {}
        public function after(callable $callback): static {}
        public function forUser($user): static {}
        public function guessPolicyNamesUsing(callable $callback): static {}
        public function has($ability): bool {}
        public function allows($ability, $arguments = []): bool {}
        public function denies($ability, $arguments = []): bool {}
        public function check($abilities, $arguments = []): bool {}
        public function any($abilities, $arguments = []): bool {}
        public function none($abilities, $arguments = []): bool {}
        public function authorize($ability, $arguments = []): \Illuminate\Auth\Access\Response {}
        public function inspect($ability, $arguments = []): \Illuminate\Auth\Access\Response {}
        public function allowIf($condition, $message = null, $code = null) {}
        public function denyIf($condition, $message = null, $code = null) {}
        public function raw($ability, $arguments = []) {}
        public function getPolicyFor($class) {}
        public function abilities(): array {}
        public function policies(): array {}
    }
}
namespace Illuminate\Auth {
    /** @mixin SessionGuard */
    class AuthManager implements \Illuminate\Contracts\Auth\Factory {
        public function guard($name = null): \Illuminate\Contracts\Auth\StatefulGuard {}
        public function getDefaultDriver() {}
        public function setDefaultDriver($name) {}
        public function viaRequest($driver, callable $callback) {}
        public function userResolver() {}
        public function resolveUsersUsing(\Closure $userResolver) {}
        public function extend($driver, \Closure $callback) {}
        public function provider($name, \Closure $callback) {}
        public function hasResolvedGuards(): bool {}
        public function forgetGuards() {}
        public function shouldUse($name) {}
    }
    class SessionGuard implements \Illuminate\Contracts\Auth\StatefulGuard {
        public function authenticate(): \Illuminate\Contracts\Auth\Authenticatable {}
        public function logoutCurrentDevice() {}
        public function logoutOtherDevices($password) {}
        public function attemptWhen(array $credentials = [], $callbacks = null, $remember = false): bool {}
        public function basic($field = 'email', $extraConditions = []) {}
        public function onceBasic($field = 'email', $extraConditions = []) {}
        public function getName() {}
        public function forgetUser() {}
        public function getProvider() {}
    }
    trait Authenticatable { protected $rememberTokenName; public function getAuthIdentifierName(): string {} public function getAuthIdentifier() {} public function getAuthIdentifierForBroadcasting() {} public function getAuthPasswordName(): string {} public function getAuthPassword(): string {} public function getRememberToken(): ?string {} public function setRememberToken($value) {} public function getRememberTokenName(): string {} }
    trait MustVerifyEmail { public function hasVerifiedEmail(): bool {} public function markEmailAsVerified(): bool {} public function sendEmailVerificationNotification() {} public function getEmailForVerification(): string {} }
    class AuthenticationException extends \Exception { public function guards(): array {} public function redirectTo($request) {} }
}
namespace Illuminate\Auth\Access {
    class Policy {}
    class Response { public static function allow($message = null, $code = null): static {} public static function deny($message = null, $code = null): static {} public static function denyWithStatus($status, $message = null, $code = null): static {} public static function denyAsNotFound($message = null, $code = null): static {} public function allowed(): bool {} public function denied(): bool {} public function message(): ?string {} public function code() {} public function authorize() {} }
    trait HandlesAuthorization { protected function allow($message = null, $code = null): Response {} protected function deny($message = null, $code = null): Response {} public function denyWithStatus($status, $message = null, $code = null): Response {} public function denyAsNotFound($message = null, $code = null): Response {} }
    class AuthorizationException extends \Exception {}
    class Gate extends \Illuminate\Contracts\Auth\Access\Gate {}
}
namespace Illuminate\Auth\Events {
    class Registered { public $user; public $guard; }
    class Login { public $user; public $guard; }
    class Logout { public $user; public $guard; }
    class Failed { public $user; public $guard; }
    class Verified { public $user; public $guard; }
    class PasswordReset { public $user; public $guard; }
    class Authenticated { public $user; public $guard; }
    class Lockout { public $user; public $guard; }
    class CurrentDeviceLogout { public $user; public $guard; }
    class OtherDeviceLogout { public $user; public $guard; }
    class Attempting { public $user; public $guard; }
    class Validated { public $user; public $guard; }
}
namespace Illuminate\Auth\Passwords {
    trait CanResetPassword { public function getEmailForPasswordReset(): string {} public function sendPasswordResetNotification($token) {} }
    class PasswordBroker {
        public function sendResetLink(array $credentials, ?\Closure $callback = null): string {}
        public function reset(array $credentials, \Closure $callback) {}
        public function getUser(array $credentials) {}
        public function createToken($user): string {}
        public function deleteToken($user) {}
        public function tokenExists($user, $token): bool {}
    }
}
namespace Illuminate\Foundation\Auth {
    class User extends \Illuminate\Database\Eloquent\Model implements \Illuminate\Contracts\Auth\Authenticatable, \Illuminate\Contracts\Auth\Access\Authorizable, \Illuminate\Contracts\Auth\CanResetPassword { use \Illuminate\Auth\Authenticatable, Access\Authorizable, \Illuminate\Auth\Passwords\CanResetPassword, \Illuminate\Auth\MustVerifyEmail; }
    class EmailVerificationRequest extends \Illuminate\Foundation\Http\FormRequest { public function fulfill() {} }
}
namespace Illuminate\Foundation\Auth\Access {
    trait Authorizable { public function can($abilities, $arguments = []): bool {} public function canAny($abilities, $arguments = []): bool {} public function cant($abilities, $arguments = []): bool {} public function cannot($abilities, $arguments = []): bool {} }
    trait AuthorizesRequests { public function authorize($ability, $arguments = []): \Illuminate\Auth\Access\Response {} public function authorizeForUser($user, $ability, $arguments = []): \Illuminate\Auth\Access\Response {} public function authorizeResource($model, $parameter = null, array $options = [], $request = null) {} }
}
namespace Illuminate\Foundation\Validation {
    trait ValidatesRequests { public function validateWith($validator, $request = null): array {} public function validate($request, array $rules, array $messages = [], array $attributes = []): array {} public function validateWithBag($errorBag, $request, array $rules, array $messages = [], array $attributes = []): array {} }
}
namespace Illuminate\Foundation\Bus {
    trait Dispatchable {
        public static function dispatch(...$arguments): PendingDispatch {}
        public static function dispatchIf($boolean, ...$arguments): PendingDispatch {}
        public static function dispatchUnless($boolean, ...$arguments): PendingDispatch {}
        public static function dispatchSync(...$arguments) {}
        public static function dispatchAfterResponse(...$arguments) {}
        public static function withChain($chain) {}
    }
    trait DispatchesJobs { protected function dispatch($job) {} public function dispatchSync($job) {} }
    class PendingDispatch {
        public function onConnection($connection): static {}
        public function onQueue($queue): static {}
        public function allOnConnection($connection): static {}
        public function allOnQueue($queue): static {}
        public function delay($delay): static {}
        public function withoutDelay(): static {}
        public function afterCommit(): static {}
        public function beforeCommit(): static {}
        public function chain($chain): static {}
        public function afterResponse(): static {}
        public function getJob() {}
    }
}
namespace Illuminate\Foundation\Events {
    trait Dispatchable { public static function dispatch(...$arguments) {} public static function dispatchIf($boolean, ...$arguments) {} public static function dispatchUnless($boolean, ...$arguments) {} public static function broadcast(...$arguments) {} }
}
namespace Illuminate\Foundation\Queue {
    trait Queueable { use \Illuminate\Bus\Queueable, \Illuminate\Foundation\Bus\Dispatchable, \Illuminate\Queue\InteractsWithQueue, \Illuminate\Queue\SerializesModels; }
}
namespace Illuminate\Foundation\Support\Providers {
    class EventServiceProvider extends \Illuminate\Support\ServiceProvider { protected $listen; protected $subscribe; protected $observers; public function listens(): array {} public function shouldDiscoverEvents(): bool {} }
    class RouteServiceProvider extends \Illuminate\Support\ServiceProvider { protected $namespace; protected function routes(\Closure $routesCallback): static {} }
    class AuthServiceProvider extends \Illuminate\Support\ServiceProvider { protected $policies; public function registerPolicies() {} public function policies(): array {} }
}
namespace Illuminate\Foundation\Http {
    class Kernel { protected $middleware; protected $middlewareGroups; protected $middlewareAliases; protected $routeMiddleware; protected $middlewarePriority; }
    class FormRequest extends \Illuminate\Http\Request {
        public function setContainer($container): static {}
        public function validated($key = null, $default = null) {}
        public function safe(?array $keys = null): \Illuminate\Support\ValidatedInput {}
        public function messages(): array {}
        public function attributes(): array {}
        public function validateResolved() {}
        protected $redirect; protected $redirectRoute; protected $errorBag; protected $stopOnFirstFailure;
        protected function prepareForValidation() {}
        protected function passedValidation() {}
        protected function failedValidation($validator) {}
        protected function failedAuthorization() {}
        protected function getValidatorInstance() {}
    }
}
namespace Illuminate\Foundation {
    class Vite {
        public function useScriptTagAttributes($attributes): static {}
        public function useStyleTagAttributes($attributes): static {}
        public function useHotFile($path): static {}
        public function useBuildDirectory($path): static {}
        public function withEntryPoints($entryPoints): static {}
        public function prefetch($concurrency = null): static {}
        public function asset($asset, $buildDirectory = null): string {}
        public function content($asset, $buildDirectory = null): string {}
        public function isRunningHot(): bool {}
    }
    class Inspiring { public static function quote() {} }
}
namespace Illuminate\Bus {
    class Dispatcher {
        public function dispatch($command) {}
        public function dispatchSync($command, $handler = null) {}
        public function dispatchNow($command, $handler = null) {}
        public function dispatchToQueue($command) {}
        public function dispatchAfterResponse($command, $handler = null) {}
        public function chain($jobs = null): PendingChain {}
        public function batch($jobs): PendingBatch {}
        public function findBatch(string $batchId): ?Batch {}
    }
    class PendingBatch {
        public function add($jobs): static {}
        public function then($callback): static {}
        public function catch($callback): static {}
        public function finally($callback): static {}
        public function progress($callback): static {}
        public function before($callback): static {}
        public function allowFailures($param = true): static {}
        public function name(string $name): static {}
        public function onConnection(string $connection): static {}
        public function onQueue($queue): static {}
        public function dispatch(): Batch {}
    }
    class Batch { public $id; public $name; public $totalJobs; public $pendingJobs; public $failedJobs; public function progress(): int {} public function finished(): bool {} public function cancelled(): bool {} public function cancel() {} public function add($jobs): static {} public function processedJobs(): int {} public function hasFailures(): bool {} }
    class PendingChain {
        public function onConnection($connection): static {}
        public function onQueue($queue): static {}
        public function delay($delay): static {}
        public function catch($callback): static {}
        public function dispatch() {}
    }
    trait Batchable { public $batchId; public function batch(): ?Batch {} public function batching(): bool {} public function withBatchId(string $batchId): static {} }
    trait Queueable { public $connection; public $queue; public $delay; public $afterCommit; public $middleware; public $chained; public function onConnection($connection): static {} public function onQueue($queue): static {} public function allOnConnection($connection): static {} public function allOnQueue($queue): static {} public function delay($delay): static {} public function withoutDelay(): static {} public function afterCommit(): static {} public function beforeCommit(): static {} public function through($middleware): static {} public function chain($chain): static {} }
}
namespace Illuminate\Queue {
    trait InteractsWithQueue { public $job; public function attempts(): int {} public function delete() {} public function fail($exception = null) {} public function release($delay = 0) {} public function setJob($job): static {} }
    trait SerializesModels {}
    trait SerializesAndRestoresModelIdentifiers {}
    class QueueManager {
        public function connection($name = null) {}
        public function push($job, $data = '', $queue = null) {}
        public function pushOn($queue, $job, $data = '') {}
        public function later($delay, $job, $data = '', $queue = null) {}
        public function laterOn($queue, $delay, $job, $data = '') {}
        public function bulk($jobs, $data = '', $queue = null) {}
        public function size($queue = null): int {}
        public function before($callback) {}
        public function after($callback) {}
        public function failing($callback) {}
        public function looping($callback) {}
        public function exceptionOccurred($callback) {}
        public function extend($driver, \Closure $resolver) {}
    }
}
namespace Illuminate\Contracts\Queue {
    interface ShouldQueue {}
    interface ShouldBeUnique {}
    interface ShouldBeUniqueUntilProcessing extends ShouldBeUnique {}
    interface ShouldBeEncrypted {}
    interface ShouldQueueAfterCommit extends ShouldQueue {}
}
namespace Illuminate\Contracts\Broadcasting {
    interface ShouldBroadcast { public function broadcastOn(); }
    interface ShouldBroadcastNow extends ShouldBroadcast {}
}
namespace Illuminate\Broadcasting {
    class Channel { public $name; public function __construct($name) {} }
    class PrivateChannel extends Channel {}
    class PresenceChannel extends Channel {}
    class EncryptedPrivateChannel extends Channel {}
    trait InteractsWithSockets { public $socket; public function dontBroadcastToCurrentUser(): static {} public function broadcastToEveryone(): static {} }
    trait InteractsWithBroadcasting { public function broadcastVia($connection = null): static {} }
}
namespace Illuminate\Support\Facades {
    /** @mixin \Illuminate\Broadcasting\BroadcastManager */
    class Broadcast extends Facade {}
}
namespace Illuminate\Broadcasting {
    class BroadcastManager {
        public function routes(?array $attributes = null) {}
        public function channel($channel, $callback, $options = []) {}
        public function socket($request = null) {}
        public function event($event = null) {}
        public function connection($driver = null) {}
        public function on($channels) {}
        public function private(string $channel) {}
        public function presence(string $channel) {}
    }
}
namespace Illuminate\Events {
    class Dispatcher {
        public function listen($events, $listener = null) {}
        public function hasListeners($eventName): bool {}
        public function push($event, $payload = []) {}
        public function flush($event) {}
        public function subscribe($subscriber) {}
        public function until($event, $payload = []) {}
        public function dispatch($event, $payload = [], $halt = false) {}
        public function forget($event) {}
        public function forgetPushed() {}
        public function getListeners($eventName): array {}
        public function createClassListener($listener, $wildcard = false) {}
        public function defer(callable $callback, ?array $events = null) {}
    }
}
namespace Illuminate\Contracts\Events {
    interface ShouldDispatchAfterCommit {}
    interface ShouldHandleEventsAfterCommit {}
    /** @mixin \Illuminate\Events\Dispatcher */
    interface Dispatcher {}
}
namespace Illuminate\Cache {
    /** @mixin Repository */
    class CacheManager {
        public function store($name = null): Repository {}
        public function driver($driver = null): Repository {}
        public function memo($driver = null): Repository {}
        public function build(array $config): Repository {}
        public function extend($driver, \Closure $callback) {}
        public function forgetDriver($name = null) {}
        public function getDefaultDriver() {}
        public function setDefaultDriver($name) {}
    }
    class Repository {
        public function has($key): bool {}
        public function missing($key): bool {}
        public function get($key, $default = null) {}
        public function many(array $keys): array {}
        public function pull($key, $default = null) {}
        public function put($key, $value, $ttl = null): bool {}
        public function set($key, $value, $ttl = null): bool {}
        public function putMany(array $values, $ttl = null): bool {}
        public function add($key, $value, $ttl = null): bool {}
        public function increment($key, $value = 1) {}
        public function decrement($key, $value = 1) {}
        public function forever($key, $value): bool {}
        public function touch($key, $ttl = null): bool {}
        public function forget($key): bool {}
        public function delete($key): bool {}
        public function flush(): bool {}
        public function clear(): bool {}
        public function tags($names): static {}
        public function supportsTags(): bool {}
        public function getStore() {}
        public function lock($name, $seconds = 0, $owner = null) {}
        public function restoreLock($name, $owner) {}
        public function string($key, $default = null): string {}
        public function integer($key, $default = null): int {}
        public function boolean($key, $default = null): bool {}
        public function array($key, $default = null): array {}
        /** @template T
         * @param callable(): T $callback
         * @return T */
        public function remember($key, $ttl, \Closure $callback) {}
        /** @template T
         * @param callable(): T $callback
         * @return T */
        public function rememberForever($key, \Closure $callback) {}
        /** @template T
         * @param callable(): T $callback
         * @return T */
        public function sear($key, \Closure $callback) {}
        /** @template T
         * @param callable(): T $callback
         * @return T */
        public function flexible($key, $ttl, $callback, $lock = null, $alwaysDefer = false) {}
    }
    class RateLimiter {
        public function for($name, \Closure $callback) {}
        public function limiter($name) {}
        public function attempt($key, $maxAttempts, \Closure $callback, $decaySeconds = 60) {}
        public function tooManyAttempts($key, $maxAttempts): bool {}
        public function hit($key, $decaySeconds = 60): int {}
        public function increment($key, $decaySeconds = 60, $amount = 1): int {}
        public function attempts($key) {}
        public function resetAttempts($key) {}
        public function remaining($key, $maxAttempts): int {}
        public function retriesLeft($key, $maxAttempts): int {}
        public function clear($key) {}
        public function availableIn($key): int {}
    }
}
namespace Illuminate\Cache\RateLimiting {
    class Limit {
        public static function perSecond($maxAttempts, $decaySeconds = 1): static {}
        public static function perMinute($maxAttempts, $decayMinutes = 1): static {}
        public static function perMinutes($decayMinutes, $maxAttempts): static {}
        public static function perHour($maxAttempts, $decayHours = 1): static {}
        public static function perDay($maxAttempts, $decayDays = 1): static {}
        public static function none(): static {}
        public function by($key): static {}
        public function response(callable $callback): static {}
    }
}
namespace Illuminate\Contracts\Cache {
    /** @mixin \Illuminate\Cache\Repository */
    interface Repository {}
    /** @mixin \Illuminate\Cache\CacheManager */
    interface Factory {}
    interface Lock {}
    class LockTimeoutException extends \Exception {}
}
namespace Illuminate\Config {
    class Repository implements \ArrayAccess {
        public function has($key): bool {}
        public function get($key, $default = null) {}
        public function getMany($keys): array {}
        public function string($key, $default = null): string {}
        public function integer($key, $default = null): int {}
        public function float($key, $default = null): float {}
        public function boolean($key, $default = null): bool {}
        public function array($key, $default = null): array {}
        public function collection($key, $default = null): \Illuminate\Support\Collection {}
        public function set($key, $value = null) {}
        public function prepend($key, $value) {}
        public function push($key, $value) {}
        public function all(): array {}
        public function offsetExists($key): bool {}
        public function offsetGet($key): mixed {}
        public function offsetSet($key, $value): void {}
        public function offsetUnset($key): void {}
    }
}
namespace Illuminate\Contracts\Config {
    /** @mixin \Illuminate\Config\Repository */
    interface Repository {}
}
namespace Illuminate\Cookie {
    class CookieJar {
        public function make($name, $value, $minutes = 0, $path = null, $domain = null, $secure = null, $httpOnly = true, $raw = false, $sameSite = null) {}
        public function forever($name, $value) {}
        public function forget($name, $path = null, $domain = null) {}
        public function queue(...$parameters) {}
        public function queued($key, $default = null, $path = null) {}
        public function expire($name) {}
        public function unqueue($name, $path = null) {}
        public function hasQueued($key): bool {}
    }
}
namespace Illuminate\Contracts\Encryption {
    class Encrypter {
        public function encrypt($value, $serialize = true): string {}
        public function decrypt($payload, $unserialize = true) {}
        public function encryptString($value): string {}
        public function decryptString($payload): string {}
        public function getKey() {}
    }
    class DecryptException extends \RuntimeException {}
}
namespace Illuminate\Filesystem {
    class Filesystem {
        public function exists($path): bool {}
        public function missing($path): bool {}
        public function get($path, $lock = false): string {}
        public function json($path, $flags = 0, $lock = false): array {}
        public function sharedGet($path): string {}
        public function getRequire($path, array $data = []) {}
        public function requireOnce($path, array $data = []) {}
        public function lines($path) {}
        public function hash($path, $algorithm = 'md5') {}
        public function put($path, $contents, $lock = false) {}
        public function replace($path, $content, $mode = null) {}
        public function replaceInFile($search, $replace, $path) {}
        public function prepend($path, $data) {}
        public function append($path, $data, $lock = false) {}
        public function chmod($path, $mode = null) {}
        public function delete($paths): bool {}
        public function move($path, $target): bool {}
        public function copy($path, $target): bool {}
        public function link($target, $link) {}
        public function name($path): string {}
        public function basename($path): string {}
        public function dirname($path): string {}
        public function extension($path): string {}
        public function guessExtension($path) {}
        public function type($path) {}
        public function mimeType($path) {}
        public function size($path): int {}
        public function lastModified($path): int {}
        public function isDirectory($directory): bool {}
        public function isReadable($path): bool {}
        public function isWritable($path): bool {}
        public function isFile($file): bool {}
        public function glob($pattern, $flags = 0): array {}
        public function files($directory, $hidden = false): array {}
        public function allFiles($directory, $hidden = false): array {}
        public function directories($directory): array {}
        public function ensureDirectoryExists($path, $mode = 0755, $recursive = true) {}
        public function makeDirectory($path, $mode = 0755, $recursive = false, $force = false): bool {}
        public function moveDirectory($from, $to, $overwrite = false): bool {}
        public function copyDirectory($directory, $destination, $options = null): bool {}
        public function deleteDirectory($directory, $preserve = false): bool {}
        public function cleanDirectory($directory): bool {}
    }
    /** @mixin FilesystemAdapter */
    class FilesystemManager {
        public function drive($name = null): FilesystemAdapter {}
        public function disk($name = null): FilesystemAdapter {}
        public function cloud(): FilesystemAdapter {}
        public function build($config): FilesystemAdapter {}
        public function extend($driver, \Closure $callback) {}
        public function forgetDisk($disk): static {}
    }
    class FilesystemAdapter implements \Illuminate\Contracts\Filesystem\Filesystem {
        public function exists($path): bool {}
        public function missing($path): bool {}
        public function fileExists($path): bool {}
        public function directoryExists($path): bool {}
        public function path($path): string {}
        public function get($path): ?string {}
        public function json($path, $flags = 0): ?array {}
        public function response($path, $name = null, array $headers = [], $disposition = 'inline') {}
        public function download($path, $name = null, array $headers = []) {}
        public function put($path, $contents, $options = []) {}
        public function putFile($path, $file = null, $options = []) {}
        public function putFileAs($path, $file, $name = null, $options = []) {}
        public function getVisibility($path): string {}
        public function setVisibility($path, $visibility): bool {}
        public function prepend($path, $data, $separator = PHP_EOL): bool {}
        public function append($path, $data, $separator = PHP_EOL): bool {}
        public function delete($paths): bool {}
        public function copy($from, $to): bool {}
        public function move($from, $to): bool {}
        public function size($path): int {}
        public function checksum(string $path, array $options = []) {}
        public function mimeType($path) {}
        public function lastModified($path): int {}
        public function readStream($path) {}
        public function writeStream($path, $resource, array $options = []): bool {}
        public function url($path): string {}
        public function providesTemporaryUrls(): bool {}
        public function temporaryUrl($path, $expiration, array $options = []): string {}
        public function temporaryUploadUrl($path, $expiration, array $options = []): array {}
        public function files($directory = null, $recursive = false): array {}
        public function allFiles($directory = null): array {}
        public function directories($directory = null, $recursive = false): array {}
        public function allDirectories($directory = null): array {}
        public function makeDirectory($path): bool {}
        public function deleteDirectory($directory): bool {}
        public function assertExists($path, $content = null): static {}
        public function assertMissing($path): static {}
    }
}
namespace Illuminate\Contracts\Filesystem {
    interface Filesystem {}
    class FileNotFoundException extends \Exception {}
    /** @mixin \Illuminate\Filesystem\FilesystemManager */
    interface Factory {}
}
namespace Illuminate\Hashing {
    class HashManager {
        public function make($value, array $options = []): string {}
        public function check($value, $hashedValue, array $options = []): bool {}
        public function needsRehash($hashedValue, array $options = []): bool {}
        public function isHashed($value): bool {}
        public function info($hashedValue): array {}
        public function driver($driver = null) {}
    }
}
namespace Illuminate\Contracts\Hashing {
    /** @mixin \Illuminate\Hashing\HashManager */
    interface Hasher {}
}
namespace Illuminate\Log {
    class LogManager implements \Psr\Log\LoggerInterface {
        public function channel($channel = null): Logger {}
        public function driver($driver = null): Logger {}
        public function stack(array $channels, $channel = null): Logger {}
        public function build(array $config): Logger {}
        public function shareContext(array $context): static {}
        public function withContext(array $context = []): static {}
        public function withoutContext(): static {}
        public function sharedContext(): array {}
        public function emergency($message, array $context = []): void {}
        public function alert($message, array $context = []): void {}
        public function critical($message, array $context = []): void {}
        public function error($message, array $context = []): void {}
        public function warning($message, array $context = []): void {}
        public function notice($message, array $context = []): void {}
        public function info($message, array $context = []): void {}
        public function debug($message, array $context = []): void {}
        public function log($level, $message, array $context = []): void {}
    }
    class Logger extends LogManager {}
}
namespace Psr\Log {
    interface LoggerInterface { public function emergency($message, array $context = []); public function alert($message, array $context = []); public function critical($message, array $context = []); public function error($message, array $context = []); public function warning($message, array $context = []); public function notice($message, array $context = []); public function info($message, array $context = []); public function debug($message, array $context = []); public function log($level, $message, array $context = []); }
}
namespace Illuminate\Mail {
    class Mailer {
        public function to($users, $name = null): PendingMail {}
        public function cc($users, $name = null): PendingMail {}
        public function bcc($users, $name = null): PendingMail {}
        public function send($view, array $data = [], $callback = null) {}
        public function sendNow($mailable, array $data = [], $callback = null) {}
        public function queue($view, $queue = null) {}
        public function onQueue($queue, $view) {}
        public function later($delay, $view, $queue = null) {}
        public function raw($text, $callback) {}
        public function html($html, $callback) {}
        public function plain($view, array $data, $callback) {}
        public function render($view, array $data = []): string {}
        public function alwaysFrom($address, $name = null) {}
        public function alwaysTo($address, $name = null) {}
    }
    class PendingMail {
        public function locale($locale): static {}
        public function to($users): static {}
        public function cc($users): static {}
        public function bcc($users): static {}
        public function send($mailable) {}
        public function sendNow($mailable) {}
        public function queue($mailable) {}
        public function later($delay, $mailable) {}
    }
    class Mailable implements \Illuminate\Contracts\Support\Renderable {
        public function from($address, $name = null): static {}
        public function to($address, $name = null): static {}
        public function cc($address, $name = null): static {}
        public function bcc($address, $name = null): static {}
        public function replyTo($address, $name = null): static {}
        public function subject($subject): static {}
        public function markdown($view, array $data = []): static {}
        public function view($view, array $data = []): static {}
        public function html($html): static {}
        public function text($textView, array $data = []): static {}
        public function with($key, $value = null): static {}
        public function attach($file, array $options = []): static {}
        public function attachMany($files): static {}
        public function attachFromStorage($path, $name = null, array $options = []): static {}
        public function attachFromStorageDisk($disk, $path, $name = null, array $options = []): static {}
        public function attachData($data, $name, array $options = []): static {}
        public function tag($value): static {}
        public function metadata($key, $value): static {}
        public function mailer($mailer): static {}
        public function locale($locale): static {}
        public function priority($level = 3): static {}
        public function withSymfonyMessage($callback): static {}
        public function send($mailer) {}
        public function queue($queue) {}
        public function later($delay, $queue) {}
        public function render(): string {}
        public $locale; public $from; public $to; public $cc; public $bcc; public $replyTo; public $subject; public $markdown; public $view; public $textView; public $viewData; public $attachments; public $theme; public $mailer;
    }
    class Attachment { public static function fromPath($path): static {} public static function fromUrl($url): static {} public static function fromData(\Closure $data, $name = null): static {} public static function fromStorage($path): static {} public static function fromStorageDisk($disk, $path): static {} public function as($name): static {} public function withMime($mime): static {} }
}
namespace Illuminate\Mail\Mailables {
    class Envelope { public function __construct($from = null, $to = [], $cc = [], $bcc = [], $replyTo = [], ?string $subject = null, array $tags = [], array $metadata = [], $using = []) {} public function subject(string $subject): static {} public function to($address, $name = null): static {} public function from($address, $name = null): static {} public function tag(string $tag): static {} }
    class Content { public $view; public $markdown; public function __construct(?string $view = null, ?string $html = null, ?string $text = null, $markdown = null, array $with = [], ?string $htmlString = null) {} public function view(string $view): static {} public function markdown(string $view): static {} public function with($key, $value = null): static {} }
    class Address { public function __construct(string $address, ?string $name = null) {} }
    class Headers { public function __construct(?string $messageId = null, array $references = [], array $text = []) {} }
    class Attachment extends \Illuminate\Mail\Attachment {}
}
namespace Illuminate\Contracts\Mail {
    interface Mailable {}
    interface Attachable { public function toMailAttachment(); }
    /** @mixin \Illuminate\Mail\Mailer */
    interface Mailer {}
}
namespace Illuminate\Notifications {
    trait RoutesNotifications { public function notify($instance) {} public function notifyNow($instance, ?array $channels = null) {} public function routeNotificationFor($driver, $notification = null) {} }
    trait HasDatabaseNotifications { public function notifications(): \Illuminate\Database\Eloquent\Relations\MorphMany { return $this->morphMany(DatabaseNotification::class, 'notifiable'); } public function readNotifications() {} public function unreadNotifications() {} }
    trait Notifiable { use HasDatabaseNotifications, RoutesNotifications; }
    class Notification { use \Illuminate\Queue\SerializesModels; public $id; public $locale; public function broadcastOn(): array {} public function locale($locale): static {} }
    class DatabaseNotification extends \Illuminate\Database\Eloquent\Model { public function markAsRead() {} public function markAsUnread() {} public function read(): bool {} public function unread(): bool {} }
    class AnonymousNotifiable { public function route($channel, $route): static {} public function notify($notification) {} }
    class ChannelManager {
        public function send($notifiables, $notification) {}
        public function sendNow($notifiables, $notification, ?array $channels = null) {}
        public function channel($name = null) {}
        public function extend($driver, \Closure $callback) {}
        public function locale($locale): static {}
    }
}
namespace Illuminate\Notifications\Messages {
    class SimpleMessage {
        public function success(): static {}
        public function error(): static {}
        public function level($level): static {}
        public function subject($subject): static {}
        public function greeting($greeting): static {}
        public function salutation($salutation): static {}
        public function line($line): static {}
        public function lineIf($boolean, $line): static {}
        public function lines($lines): static {}
        public function with($line): static {}
        public function action($text, $url): static {}
        public function mailer($mailer): static {}
        public $level; public $subject; public $greeting; public $salutation; public $introLines; public $outroLines; public $actionText; public $actionUrl;
    }
    class MailMessage extends SimpleMessage {
        public function view($view, array $data = []): static {}
        public function text($textView, array $data = []): static {}
        public function markdown($view, array $data = []): static {}
        public function template($template): static {}
        public function theme($theme): static {}
        public function from($address, $name = null): static {}
        public function replyTo($address, $name = null): static {}
        public function cc($address, $name = null): static {}
        public function bcc($address, $name = null): static {}
        public function attach($file, array $options = []): static {}
        public function attachData($data, $name, array $options = []): static {}
        public function tag($value): static {}
        public function metadata($key, $value): static {}
        public function priority($level): static {}
        public function render() {}
    }
    class BroadcastMessage { public $data; public function __construct(array $data) {} public function data($data): static {} }
    class DatabaseMessage { public $data; public function __construct(array $data = []) {} }
}
namespace Illuminate\Contracts\Http {
    interface Kernel { public function handle($request); }
}
namespace Illuminate\Http {
    class Request implements \Illuminate\Contracts\Support\Arrayable, \ArrayAccess {
        public function merge(array $input): static {}
        public function mergeIfMissing(array $input): static {}
        public function replace(array $input): static {}
        public function setUserResolver(\Closure $callback): static {}
        public function setRouteResolver(\Closure $callback): static {}
        public function duplicate(?array $query = null, ?array $request = null, ?array $attributes = null, ?array $cookies = null, ?array $files = null, ?array $server = null): static {}
        public static function capture(): static {}
        public static function create(string $uri, string $method = 'GET', array $parameters = [], array $cookies = [], array $files = [], array $server = [], $content = null): static {}
        public static function createFrom($from, $to = null): static {}
        public function method(): string {}
        public function uri(): \Illuminate\Support\Uri {}
        public function root(): string {}
        public function url(): string {}
        public function fullUrl(): string {}
        public function fullUrlWithQuery(array $query): string {}
        public function fullUrlWithoutQuery($keys): string {}
        public function path(): string {}
        public function decodedPath(): string {}
        public function segment($index, $default = null): ?string {}
        public function segments(): array {}
        public function is(...$patterns): bool {}
        public function routeIs(...$patterns): bool {}
        public function fullUrlIs(...$patterns): bool {}
        public function host(): string {}
        public function httpHost(): string {}
        public function schemeAndHttpHost(): string {}
        public function ajax(): bool {}
        public function pjax(): bool {}
        public function prefetch(): bool {}
        public function secure(): bool {}
        public function ip(): ?string {}
        public function ips(): array {}
        public function userAgent(): ?string {}
        public function get(string $key, $default = null) {}
        public function json($key = null, $default = null) {}
        public function getHost(): string {}
        public function getMethod(): string {}
        public function getContent(bool $asResource = false) {}
        public function getClientIp(): ?string {}
        public function getRequestUri(): string {}
        public function isMethod(string $method): bool {}
        public function isSecure(): bool {}
        public function isJson(): bool {}
        public function expectsJson(): bool {}
        public function wantsJson(): bool {}
        public function accepts($contentTypes): bool {}
        public function prefers($contentTypes): ?string {}
        public function acceptsJson(): bool {}
        public function acceptsHtml(): bool {}
        public function server($key = null, $default = null) {}
        public function hasHeader($key): bool {}
        public function header($key = null, $default = null) {}
        public function bearerToken(): ?string {}
        public function keys(): array {}
        public function input($key = null, $default = null) {}
        public function fluent($key = null, array $default = []): \Illuminate\Support\Fluent {}
        public function query($key = null, $default = null) {}
        public function post($key = null, $default = null) {}
        public function hasCookie($key): bool {}
        public function cookie($key = null, $default = null) {}
        public function allFiles(): array {}
        public function hasFile($key): bool {}
        public function file($key = null, $default = null): ?UploadedFile {}
        public function dump($keys = []) {}
        public function dd(...$keys) {}
        public function old($key = null, $default = null) {}
        public function flash() {}
        public function flashOnly($keys) {}
        public function flashExcept($keys) {}
        public function flush() {}
        public function session(): \Illuminate\Session\Store {}
        public function hasSession(bool $skipIfUninitialized = false): bool {}
        public function getSession(): \Illuminate\Session\Store {}
        public function setLaravelSession($session) {}
        public function user($guard = null): ?\Illuminate\Contracts\Auth\Authenticatable {}
        public function route($param = null, $default = null) {}
        public function fingerprint(): string {}
        public function validate(array $rules, ...$params): array {}
        public function validateWithBag(string $errorBag, array $rules, ...$params): array {}
        public function hasValidSignature(bool $absolute = true): bool {}
        public function hasValidRelativeSignature(): bool {}
        public function inertia(): bool {}
        public function toArray(): array {}
        public function offsetExists($offset): bool {}
        public function offsetGet($offset): mixed {}
        public function offsetSet($offset, $value): void {}
        public function offsetUnset($offset): void {}
        use \Illuminate\Support\Traits\InteractsWithData, \Illuminate\Support\Traits\Macroable, \Illuminate\Support\Traits\Conditionable;
        public $attributes; public $request; public $query; public $server; public $files; public $cookies; public $headers;
    }
    class UploadedFile extends \SplFileInfo {
        public static function fake(): static {}
        public function store($path = '', $options = []) {}
        public function storePublicly($path = '', $options = []) {}
        public function storePubliclyAs($path, $name = null, $options = []) {}
        public function storeAs($path, $name = null, $options = []) {}
        public function get() {}
        public function clientExtension(): string {}
        public function extension(): string {}
        public function hashName($path = null): string {}
        public function dimensions() {}
        public function path(): string {}
        public function getClientOriginalName(): string {}
        public function getClientOriginalExtension(): string {}
        public function getClientMimeType(): string {}
        public function getMimeType(): ?string {}
        public function guessExtension(): ?string {}
        public function isValid(): bool {}
        public function move(string $directory, ?string $name = null) {}
    }
    trait ResponseTrait {
        public function header($key, $values, $replace = true): static {}
        public function withHeaders($headers, $value = null): static {}
        public function withoutHeader($key): static {}
        public function cookie($cookie): static {}
        public function withCookie($cookie): static {}
        public function withoutCookie($cookie, $path = null, $domain = null): static {}
        public function withException(\Throwable $e): static {}
        public function status(): int {}
        public function statusText(): string {}
        public function content() {}
        public function getOriginalContent() {}
        public function throwResponse() {}
        public function setStatusCode(int $code, ?string $text = null): static {}
        public function getStatusCode(): int {}
        public function getContent() {}
        public function setContent($content): static {}
    }
    class Response { use ResponseTrait; public $headers; public $original; public $exception; public function __construct($content = '', $status = 200, array $headers = []) {} const HTTP_OK = 200; const HTTP_CREATED = 201; const HTTP_ACCEPTED = 202; const HTTP_NO_CONTENT = 204; const HTTP_MOVED_PERMANENTLY = 301; const HTTP_FOUND = 302; const HTTP_BAD_REQUEST = 400; const HTTP_UNAUTHORIZED = 401; const HTTP_PAYMENT_REQUIRED = 402; const HTTP_FORBIDDEN = 403; const HTTP_NOT_FOUND = 404; const HTTP_CONFLICT = 409; const HTTP_GONE = 410; const HTTP_UNPROCESSABLE_ENTITY = 422; const HTTP_TOO_MANY_REQUESTS = 429; const HTTP_INTERNAL_SERVER_ERROR = 500; const HTTP_SERVICE_UNAVAILABLE = 503; }
    class JsonResponse { use ResponseTrait; public $headers; public function __construct($data = null, $status = 200, $headers = [], $options = 0, $json = false) {} public function getData($assoc = false, $depth = 512) {} public function setData($data = []): static {} public function withCallback($callback = null): static {} public function setEncodingOptions($options): static {} }
    class RedirectResponse {
        public function with($key, $value = null): static {}
        public function withCookies(array $cookies): static {}
        public function withInput(?array $input = null): static {}
        public function onlyInput(...$args): static {}
        public function exceptInput(...$args): static {}
        public function withErrors($provider, $key = 'default'): static {}
        public function withFragment($fragment): static {}
        public function withoutFragment(): static {}
        public function setTargetUrl(string $url): static {}
        public function getTargetUrl(): string {}
        public function getSession() {}
        public function setSession($session) {}
        use ResponseTrait;
        public $headers;
    }
}
namespace Illuminate\Http\Exceptions {
    class HttpResponseException extends \RuntimeException { public function __construct($response) {} public function getResponse() {} }
    class ThrottleRequestsException extends \RuntimeException {}
    class PostTooLargeException extends \RuntimeException {}
}
namespace Illuminate\Http\Client {
    class PendingRequest {
        public function baseUrl(string $url): static {}
        public function withBody($content, string $contentType = 'application/json'): static {}
        public function asJson(): static {}
        public function asForm(): static {}
        public function attach($name, $contents = '', $filename = null, array $headers = []): static {}
        public function asMultipart(): static {}
        public function bodyFormat(string $format): static {}
        public function withQueryParameters(array $parameters): static {}
        public function contentType(string $contentType): static {}
        public function acceptJson(): static {}
        public function accept(string $contentType): static {}
        public function withHeaders(array $headers): static {}
        public function withHeader(string $name, mixed $value): static {}
        public function replaceHeaders(array $headers): static {}
        public function withBasicAuth(string $username, string $password): static {}
        public function withDigestAuth($username, $password): static {}
        public function withToken($token, $type = 'Bearer'): static {}
        public function withUserAgent($userAgent): static {}
        public function withUrlParameters(array $parameters = []): static {}
        public function withCookies(array $cookies, string $domain): static {}
        public function maxRedirects(int $max): static {}
        public function withoutRedirecting(): static {}
        public function withoutVerifying(): static {}
        public function sink($to): static {}
        public function timeout($seconds): static {}
        public function connectTimeout($seconds): static {}
        public function retry($times, $sleepMilliseconds = 0, $when = null, $throw = true): static {}
        public function withOptions(array $options): static {}
        public function withMiddleware(callable $middleware): static {}
        public function withRequestMiddleware(callable $middleware): static {}
        public function withResponseMiddleware(callable $middleware): static {}
        public function beforeSending($callback): static {}
        public function throw($callback = null): static {}
        public function throwIf($condition): static {}
        public function throwUnless($condition): static {}
        public function dump(): static {}
        public function async(bool $async = true): static {}
        public function stub($callback): static {}
        public function preventStrayRequests($prevent = true): static {}
        public function allowStrayRequests($only = null): static {}
        public function get(string $url, $query = null): Response {}
        public function head(string $url, $query = null): Response {}
        public function post(string $url, $data = []): Response {}
        public function patch(string $url, $data = []): Response {}
        public function put(string $url, $data = []): Response {}
        public function delete(string $url, $data = []): Response {}
        public function send(string $method, string $url, array $options = []): Response {}
        public function pool(callable $callback): array {}
        public function dd() {}
        public function macro($name, $macro) {}
    }
    class Response implements \ArrayAccess {
        public function throw(): static {}
        public function throwIf($condition): static {}
        public function throwUnless($condition): static {}
        public function throwIfStatus($statusCode): static {}
        public function throwIfClientError(): static {}
        public function throwIfServerError(): static {}
        public function onError(callable $callback): static {}
        public function close(): static {}
        public function body(): string {}
        public function json($key = null, $default = null) {}
        public function object() {}
        public function collect($key = null): \Illuminate\Support\Collection {}
        public function fluent($key = null): \Illuminate\Support\Fluent {}
        public function resource() {}
        public function header(string $header): string {}
        public function headers(): array {}
        public function status(): int {}
        public function reason(): string {}
        public function effectiveUri() {}
        public function successful(): bool {}
        public function redirect(): bool {}
        public function failed(): bool {}
        public function clientError(): bool {}
        public function serverError(): bool {}
        public function ok(): bool {}
        public function created(): bool {}
        public function accepted(): bool {}
        public function noContent(): bool {}
        public function movedPermanently(): bool {}
        public function found(): bool {}
        public function badRequest(): bool {}
        public function unauthorized(): bool {}
        public function paymentRequired(): bool {}
        public function forbidden(): bool {}
        public function notFound(): bool {}
        public function conflict(): bool {}
        public function unprocessableEntity(): bool {}
        public function tooManyRequests(): bool {}
        public function cookies() {}
        public function toException() {}
        public function toPsrResponse() {}
        public function offsetExists($offset): bool {}
        public function offsetGet($offset): mixed {}
        public function offsetSet($offset, $value): void {}
        public function offsetUnset($offset): void {}
    }
    class ConnectionException extends \Exception {}
    class RequestException extends \Exception { public $response; }
    /** @mixin PendingRequest */
    class Factory {}
    class Pool {}
}
namespace Illuminate\Http\Resources\Json {
    class JsonResource implements \Illuminate\Contracts\Support\Arrayable, \ArrayAccess, \JsonSerializable, \Illuminate\Contracts\Support\Responsable {
        public static function make(...$parameters): static {}
        public function additional(array $data): static {}
        public static function collection($resource): AnonymousResourceCollection {}
        public function resolve($request = null): array {}
        public function toArray($request) {}
        public function with($request): array {}
        public function response($request = null): \Illuminate\Http\JsonResponse {}
        public function toResponse($request): \Illuminate\Http\JsonResponse {}
        public function withResponse($request, $response) {}
        public static function wrap($value) {}
        public static function withoutWrapping() {}
        public function jsonSerialize(): array {}
        public function toJson($options = 0): string {}
        public function offsetExists($offset): bool {}
        public function offsetGet($offset): mixed {}
        public function offsetSet($offset, $value): void {}
        public function offsetUnset($offset): void {}
        public $resource; public $with; public $additional; public static $wrap;
        public function __construct($resource) {}
        protected function when($condition, $value, $default = null) {}
        protected function unless($condition, $value, $default = null) {}
        protected function merge($value) {}
        protected function mergeWhen($condition, $value, $default = null) {}
        protected function whenHas($attribute, $value = null, $default = null) {}
        protected function whenNull($value, $default = null) {}
        protected function whenNotNull($value, $default = null) {}
        protected function whenAppended($attribute, $value = null, $default = null) {}
        protected function whenLoaded($relationship, $value = null, $default = null) {}
        protected function whenCounted($relationship, $value = null, $default = null) {}
        protected function whenAggregated($relationship, $column, $aggregate, $value = null, $default = null) {}
        protected function whenExistsLoaded($relationship, $value = null, $default = null) {}
        protected function whenPivotLoaded($table, $value, $default = null) {}
        protected function transform($value, callable $callback, $default = null) {}
        protected function attributes($attributes) {}
    }
    class ResourceCollection extends JsonResource implements \Countable { public $collects; public $collection; public function count(): int {} public function preserveQuery(): static {} public function withQuery(array $query): static {} }
    class AnonymousResourceCollection extends ResourceCollection {}
}
namespace Illuminate\Routing {
    abstract class Controller {
        public function middleware($middleware, array $options = []) {}
        public function getMiddleware(): array {}
        public function callAction($method, $parameters) {}
    }
    /** @mixin RouteRegistrar */
    class Router {
        public function aliasMiddleware($name, $class): static {}
        public function middlewareGroup($name, array $middleware): static {}
        public function prependMiddlewareToGroup($group, $middleware): static {}
        public function pushMiddlewareToGroup($group, $middleware): static {}
        public function get($uri, $action = null): Route {}
        public function post($uri, $action = null): Route {}
        public function put($uri, $action = null): Route {}
        public function patch($uri, $action = null): Route {}
        public function delete($uri, $action = null): Route {}
        public function options($uri, $action = null): Route {}
        public function any($uri, $action = null): Route {}
        public function match($methods, $uri, $action = null): Route {}
        public function fallback($action): Route {}
        public function redirect($uri, $destination, $status = 302): Route {}
        public function permanentRedirect($uri, $destination): Route {}
        public function view($uri, $view, $data = [], $status = 200, array $headers = []): Route {}
        public function addRoute($methods, $uri, $action): Route {}
        public function resources(array $resources, array $options = []) {}
        public function softDeletableResources(array $resources, array $options = []) {}
        public function resource($name, $controller, array $options = []): PendingResourceRegistration {}
        public function apiResources(array $resources, array $options = []) {}
        public function apiResource($name, $controller, array $options = []): PendingResourceRegistration {}
        public function singleton($name, $controller, array $options = []): PendingSingletonResourceRegistration {}
        public function apiSingleton($name, $controller, array $options = []): PendingSingletonResourceRegistration {}
        public function group(array $attributes, $routes) {}
        public function substituteBindings($route) {}
        public function bind($key, $binder) {}
        public function model($key, $class, ?\Closure $callback = null) {}
        public function pattern($key, $pattern) {}
        public function patterns($patterns) {}
        public function current(): ?Route {}
        public function currentRouteName(): ?string {}
        public function currentRouteAction(): ?string {}
        public function getCurrentRoute(): ?Route {}
        public function getCurrentRequest() {}
        public function currentRouteNamed(...$patterns): bool {}
        public function is(...$patterns): bool {}
        public function has($name): bool {}
        public function input($key, $default = null) {}
        public function getRoutes() {}
        public function dispatch($request) {}
        public function matched($callback) {}
        public function getLastGroupPrefix() {}
        public function getMiddleware(): array {}
        public function getMiddlewareGroups(): array {}
        public function hasMiddlewareGroup($name): bool {}
        public function singularResourceParameters($singular = true) {}
        public function resourceParameters(array $parameters = []) {}
        public function resourceVerbs(array $verbs = []) {}
        public function macro($name, $macro) {}
    }
    class Route {
        public function can($ability, $models = []): static {}
        public function controller($controller): static {}
        public function domain($value): static {}
        public function middleware($middleware = null): static {}
        public function missing($callback): static {}
        public function name($value): static {}
        public function namespace($value): static {}
        public function prefix($prefix): static {}
        public function scopeBindings(): static {}
        public function where($name, $expression = null): static {}
        public function withoutMiddleware($middleware): static {}
        public function withoutScopedBindings(): static {}
        public function whereAlpha($parameters): static {}
        public function whereAlphaNumeric($parameters): static {}
        public function whereNumber($parameters): static {}
        public function whereUlid($parameters): static {}
        public function whereUuid($parameters): static {}
        public function whereIn($parameters, array $values): static {}
        public function defaults($key, $value): static {}
        public function setDefaults(array $defaults): static {}
        public function fallback(): static {}
        public function block($lockSeconds = 10, $waitSeconds = 10): static {}
        public function withTrashed($withTrashed = true): static {}
        public function setUri($uri): static {}
        public function setAction(array $action): static {}
        public function uri(): string {}
        public function getName(): ?string {}
        public function named(...$patterns): bool {}
        public function methods(): array {}
        public function getAction($key = null) {}
        public function getActionName(): string {}
        public function getActionMethod(): string {}
        public function getController() {}
        public function getPrefix(): ?string {}
        public function getDomain(): ?string {}
        public function parameter($name, $default = null) {}
        public function parameters(): array {}
        public function hasParameter($name): bool {}
        public function originalParameter($name, $default = null) {}
        public function setParameter($name, $value) {}
        public function forgetParameter($name) {}
        public function parameterNames(): array {}
        public function gatherMiddleware(): array {}
        public function run() {}
        public function matches($request, $includingMethod = true): bool {}
        public $uri; public $methods; public $action; public $controller; public $defaults; public $wheres; public $parameters; public $parameterNames;
    }
    class RouteRegistrar {
        public function as($value): static {}
        public function can($ability, $models = []): static {}
        public function controller($controller): static {}
        public function domain($value): static {}
        public function middleware($middleware = null): static {}
        public function missing($callback): static {}
        public function name($value): static {}
        public function namespace($value): static {}
        public function prefix($prefix): static {}
        public function scopeBindings(): static {}
        public function where($name, $expression = null): static {}
        public function withoutMiddleware($middleware): static {}
        public function withoutScopedBindings(): static {}
        public function whereAlpha($parameters): static {}
        public function whereAlphaNumeric($parameters): static {}
        public function whereNumber($parameters): static {}
        public function whereUlid($parameters): static {}
        public function whereUuid($parameters): static {}
        public function whereIn($parameters, array $values): static {}
        public function group($callback) {}
        public function get($uri, $action = null): Route {}
        public function post($uri, $action = null): Route {}
        public function put($uri, $action = null): Route {}
        public function patch($uri, $action = null): Route {}
        public function delete($uri, $action = null): Route {}
        public function options($uri, $action = null): Route {}
        public function any($uri, $action = null): Route {}
        public function match($methods, $uri, $action = null): Route {}
        public function resource($name, $controller, array $options = []): PendingResourceRegistration {}
        public function apiResource($name, $controller, array $options = []): PendingResourceRegistration {}
        public function singleton($name, $controller, array $options = []): PendingSingletonResourceRegistration {}
    }
    class PendingResourceRegistration {
        public function only($methods): static {}
        public function except($methods): static {}
        public function names($names): static {}
        public function name($method, $name): static {}
        public function parameters($parameters): static {}
        public function parameter($previous, $new): static {}
        public function middleware($middleware): static {}
        public function withoutMiddleware($middleware): static {}
        public function where($wheres): static {}
        public function shallow($shallow = true): static {}
        public function missing($callback): static {}
        public function scoped(array $fields = []): static {}
        public function withTrashed(array $methods = []): static {}
        public function register() {}
    }
    class PendingSingletonResourceRegistration {
        public function only($methods): static {}
        public function except($methods): static {}
        public function creatable(): static {}
        public function destroyable(): static {}
        public function names($names): static {}
        public function name($method, $name): static {}
        public function parameter($previous, $new): static {}
        public function middleware($middleware): static {}
        public function withoutMiddleware($middleware): static {}
        public function where($wheres): static {}
        public function register() {}
    }
    class Redirector {
        public function home($status = 302): \Illuminate\Http\RedirectResponse {}
        public function back($status = 302, $headers = [], $fallback = false): \Illuminate\Http\RedirectResponse {}
        public function refresh($status = 302, $headers = []): \Illuminate\Http\RedirectResponse {}
        public function guest($path, $status = 302, $headers = [], $secure = null): \Illuminate\Http\RedirectResponse {}
        public function intended($default = '/', $status = 302, $headers = [], $secure = null): \Illuminate\Http\RedirectResponse {}
        public function to($path, $status = 302, $headers = [], $secure = null): \Illuminate\Http\RedirectResponse {}
        public function away($path, $status = 302, $headers = []): \Illuminate\Http\RedirectResponse {}
        public function secure($path, $status = 302, $headers = []): \Illuminate\Http\RedirectResponse {}
        public function route($route, $parameters = [], $status = 302, $headers = []): \Illuminate\Http\RedirectResponse {}
        public function signedRoute($route, $parameters = [], $expiration = null, $status = 302, $headers = []): \Illuminate\Http\RedirectResponse {}
        public function temporarySignedRoute($route, $expiration, $parameters = [], $status = 302, $headers = []): \Illuminate\Http\RedirectResponse {}
        public function action($action, $parameters = [], $status = 302, $headers = []): \Illuminate\Http\RedirectResponse {}
        public function getIntendedUrl(): ?string {}
        public function setIntendedUrl($url): static {}
        public function getUrlGenerator(): UrlGenerator {}
    }
    class ResponseFactory {
        public function make($content = '', $status = 200, array $headers = []): \Illuminate\Http\Response {}
        public function noContent($status = 204, array $headers = []): \Illuminate\Http\Response {}
        public function view($view, $data = [], $status = 200, array $headers = []): \Illuminate\Http\Response {}
        public function json($data = [], $status = 200, array $headers = [], $options = 0): \Illuminate\Http\JsonResponse {}
        public function jsonp($callback, $data = [], $status = 200, array $headers = [], $options = 0): \Illuminate\Http\JsonResponse {}
        public function stream($callback, $status = 200, array $headers = []) {}
        public function streamJson($data, $status = 200, $headers = [], $encodingOptions = 15) {}
        public function eventStream(\Closure $callback, array $headers = []) {}
        public function streamDownload($callback, $name = null, array $headers = [], $disposition = 'attachment') {}
        public function download($file, $name = null, array $headers = [], $disposition = 'attachment') {}
        public function file($file, array $headers = []) {}
        public function redirectTo($path, $status = 302, $headers = [], $secure = null): \Illuminate\Http\RedirectResponse {}
        public function redirectToRoute($route, $parameters = [], $status = 302, $headers = []): \Illuminate\Http\RedirectResponse {}
        public function redirectToAction($action, $parameters = [], $status = 302, $headers = []): \Illuminate\Http\RedirectResponse {}
        public function redirectGuest($path, $status = 302, $headers = [], $secure = null): \Illuminate\Http\RedirectResponse {}
        public function redirectToIntended($default = '/', $status = 302, $headers = [], $secure = null): \Illuminate\Http\RedirectResponse {}
    }
    class UrlGenerator {
        public function full(): string {}
        public function current(): string {}
        public function previous($fallback = false): string {}
        public function previousPath($fallback = false): string {}
        public function to($path, $extra = [], $secure = null): string {}
        public function query($path, $query = [], $extra = [], $secure = null): string {}
        public function secure($path, $parameters = []): string {}
        public function asset($path, $secure = null): string {}
        public function secureAsset($path): string {}
        public function signedRoute($name, $parameters = [], $expiration = null, $absolute = true): string {}
        public function temporarySignedRoute($name, $expiration, $parameters = [], $absolute = true): string {}
        public function hasValidSignature($request, $absolute = true, array $ignoreQuery = []): bool {}
        public function route($name, $parameters = [], $absolute = true): string {}
        public function action($action, $parameters = [], $absolute = true): string {}
        public function formatScheme($secure = null): string {}
        public function isValidUrl($path): bool {}
        public function defaults(array $defaults) {}
        public function getDefaultParameters(): array {}
        public function forceScheme($scheme) {}
        public function forceHttps($force = true) {}
        public function forceRootUrl($root) {}
        public function useOrigin(?string $root) {}
    }
}
namespace Illuminate\Contracts\Routing {
    /** @mixin \Illuminate\Routing\ResponseFactory */
    interface ResponseFactory {}
    /** @mixin \Illuminate\Routing\UrlGenerator */
    interface UrlGenerator {}
    /** @mixin \Illuminate\Routing\Router */
    interface Registrar {}
}
namespace Illuminate\Routing\Controllers {
    interface HasMiddleware { public static function middleware(); }
    class Middleware { public function __construct($middleware, ?array $only = null, ?array $except = null) {} public function only($only): static {} public function except($except): static {} }
}
namespace Illuminate\Session {
    /** @mixin Store */
    class SessionManager {
        public function driver($driver = null): Store {}
        public function getDefaultDriver() {}
        public function extend($driver, \Closure $callback) {}
    }
    class Store {
        public function start(): bool {}
        public function save() {}
        public function all(): array {}
        public function only(array $keys): array {}
        public function except(array $keys): array {}
        public function exists($key): bool {}
        public function missing($key): bool {}
        public function has($key): bool {}
        public function hasAny($key): bool {}
        public function get($key, $default = null) {}
        public function pull($key, $default = null) {}
        public function hasOldInput($key = null): bool {}
        public function getOldInput($key = null, $default = null) {}
        public function replace(array $attributes) {}
        public function put($key, $value = null) {}
        public function remember($key, \Closure $callback) {}
        public function push($key, $value) {}
        public function increment($key, $amount = 1) {}
        public function decrement($key, $amount = 1) {}
        public function flash(string $key, $value = true) {}
        public function now($key, $value) {}
        public function reflash() {}
        public function keep($keys = null) {}
        public function flashInput(array $value) {}
        public function remove($key) {}
        public function forget($keys) {}
        public function flush() {}
        public function invalidate(): bool {}
        public function regenerate($destroy = false): bool {}
        public function migrate($destroy = false): bool {}
        public function isStarted(): bool {}
        public function getName(): string {}
        public function setName($name) {}
        public function getId(): string {}
        public function setId($id) {}
        public function token(): string {}
        public function regenerateToken() {}
        public function previousUrl(): ?string {}
        public function setPreviousUrl($url) {}
        public function passwordConfirmed() {}
    }
}
namespace Illuminate\Contracts\Session {
    /** @mixin \Illuminate\Session\Store */
    interface Session {}
}
namespace Illuminate\Translation {
    class Translator {
        public function hasForLocale($key, $locale = null): bool {}
        public function has($key, $locale = null, $fallback = true): bool {}
        public function get($key, array $replace = [], $locale = null, $fallback = true) {}
        public function choice($key, $number, array $replace = [], $locale = null): string {}
        public function addLines(array $lines, $locale, $namespace = '*') {}
        public function getLocale(): string {}
        public function locale(): string {}
        public function setLocale($locale) {}
        public function getFallback(): string {}
        public function setFallback($fallback) {}
        public function addNamespace($namespace, $hint) {}
        public function addJsonPath($path) {}
        public function handleMissingKeysUsing(?callable $callback) {}
    }
}
namespace Illuminate\Contracts\Translation {
    /** @mixin \Illuminate\Translation\Translator */
    interface Translator {}
    interface HasLocalePreference { public function preferredLocale(); }
}
namespace Illuminate\Validation {
    class Factory {
        public function make(array $data, array $rules, array $messages = [], array $attributes = []): Validator {}
        public function validate(array $data, array $rules, array $messages = [], array $attributes = []): array {}
        public function extend($rule, $extension, $message = null) {}
        public function extendImplicit($rule, $extension, $message = null) {}
        public function extendDependent($rule, $extension, $message = null) {}
        public function replacer($rule, $replacer) {}
    }
    class Validator implements \Illuminate\Contracts\Validation\Validator {
        public function after($callback): static {}
        public function sometimes($attribute, $rules, callable $callback): static {}
        public function stopOnFirstFailure($stopOnFirstFailure = true): static {}
        public function setRules(array $rules): static {}
        public function setData(array $data): static {}
        public function setCustomMessages(array $messages): static {}
        public function setAttributeNames(array $attributes): static {}
        public function appendRules(array $rules): static {}
        public function passes(): bool {}
        public function fails(): bool {}
        public function validate(): array {}
        public function validateWithBag(string $errorBag): array {}
        public function safe(?array $keys = null) {}
        public function validated(): array {}
        public function valid(): array {}
        public function invalid(): array {}
        public function failed(): array {}
        public function messages(): \Illuminate\Support\MessageBag {}
        public function errors(): \Illuminate\Support\MessageBag {}
        public function getMessageBag(): \Illuminate\Support\MessageBag {}
        public function getData(): array {}
        public function getRules(): array {}
        public function getValue($attribute) {}
        public function addFailure($attribute, $rule, $parameters = []) {}
    }
    class ValidationException extends \Exception { public $validator; public $response; public $status; public $errorBag; public $redirectTo; public static function withMessages(array $messages): static {} public function errors(): array {} public function status($status): static {} public function errorBag($errorBag): static {} public function redirectTo($url): static {} }
    class Rule {
        public static function can($ability, ...$arguments) {}
        public static function when($condition, $rules, $defaultRules = []) {}
        public static function unless($condition, $rules, $defaultRules = []) {}
        public static function array($keys = null) {}
        public static function forEach($callback) {}
        public static function unique($table, $column = 'NULL'): Rules\Unique {}
        public static function exists($table, $column = 'NULL'): Rules\Exists {}
        public static function in($values): Rules\In {}
        public static function notIn($values): Rules\NotIn {}
        public static function contains($values) {}
        public static function requiredIf($callback) {}
        public static function excludeIf($callback) {}
        public static function prohibitedIf($callback) {}
        public static function date() {}
        public static function dateTime() {}
        public static function email() {}
        public static function enum($type): Rules\Enum {}
        public static function file(): Rules\File {}
        public static function imageFile(): Rules\File {}
        public static function dimensions(array $constraints = []) {}
        public static function numeric() {}
        public static function anyOf($rules) {}
    }
}
namespace Illuminate\Validation\Rules {
    class Unique {
        public function where($column, $value = null): static {}
        public function whereNot($column, $value): static {}
        public function whereNull($column): static {}
        public function whereNotNull($column): static {}
        public function whereIn($column, $values): static {}
        public function whereNotIn($column, $values): static {}
        public function withoutTrashed($deletedAtColumn = 'deleted_at'): static {}
        public function onlyTrashed($deletedAtColumn = 'deleted_at'): static {}
        public function using(\Closure $callback): static {}
        public function ignore($id, $idColumn = null): static {}
        public function ignoreModel($model, $idColumn = null): static {}
    }
    class Exists {
        public function where($column, $value = null): static {}
        public function whereNot($column, $value): static {}
        public function whereNull($column): static {}
        public function whereNotNull($column): static {}
        public function whereIn($column, $values): static {}
        public function whereNotIn($column, $values): static {}
        public function withoutTrashed($deletedAtColumn = 'deleted_at'): static {}
        public function onlyTrashed($deletedAtColumn = 'deleted_at'): static {}
        public function using(\Closure $callback): static {}
    }
    class In { public function __construct($values) {} }
    class NotIn { public function __construct($values) {} }
    class Enum { public function __construct($type) {} public function only($values): static {} public function except($values): static {} }
    class File {
        public static function types($mimetypes): static {}
        public static function image($allowSvg = false): static {}
        public function size($size): static {}
        public function between($minSize, $maxSize): static {}
        public function min($size): static {}
        public function max($size): static {}
        public function extensions($extensions): static {}
        public function rules($rules): static {}
    }
    class Password {
        public static function min($size): static {}
        public function max($size): static {}
        public function uncompromised($threshold = 0): static {}
        public function mixedCase(): static {}
        public function letters(): static {}
        public function numbers(): static {}
        public function symbols(): static {}
        public function rules($rules): static {}
        public static function defaults($callback = null): static {}
        public static function default(): static {}
        public static function required(): array {}
        public static function sometimes(): array {}
    }
}
namespace Illuminate\Contracts\Validation {
    interface Rule { public function passes($attribute, $value); public function message(); }
    interface ValidationRule { public function validate(string $attribute, mixed $value, \Closure $fail): void; }
    interface InvokableRule {}
    interface ImplicitRule extends Rule {}
    interface DataAwareRule { public function setData(array $data); }
    interface ValidatorAwareRule { public function setValidator($validator); }
    interface Validator { public function validate(); public function validated(); public function fails(); public function errors(): \Illuminate\Support\MessageBag; }
    /** @mixin \Illuminate\Validation\Factory */
    interface Factory {}
}
namespace Illuminate\View {
    class Factory {
        public function file($path, $data = [], $mergeData = []): View {}
        public function make($view, $data = [], $mergeData = []): View {}
        public function first(array $views, $data = [], $mergeData = []): View {}
        public function renderWhen($condition, $view, $data = [], $mergeData = []): string {}
        public function renderUnless($condition, $view, $data = [], $mergeData = []): string {}
        public function renderEach($view, $data, $iterator, $empty = 'raw|'): string {}
        public function exists($view): bool {}
        public function share($key, $value = null) {}
        public function composer($views, $callback): array {}
        public function composers(array $composers): array {}
        public function creator($views, $callback): array {}
        public function addLocation($location) {}
        public function addNamespace($namespace, $hints): static {}
        public function prependNamespace($namespace, $hints): static {}
        public function replaceNamespace($namespace, $hints): static {}
        public function getShared(): array {}
        public function shared($key, $default = null) {}
        public function yieldContent($section, $default = '') {}
        public function hasSection($name): bool {}
    }
    class View implements \Illuminate\Contracts\View\View {
        public function with($key, $value = null): static {}
        public function nest($key, $view, array $data = []): static {}
        public function withErrors($provider, $bag = 'default'): static {}
        public function render(?callable $callback = null): string {}
        public function fragment($fragment): string {}
        public function fragments(?array $fragments = null): string {}
        public function fragmentIf($boolean, $fragment): string {}
        public function renderSections(): array {}
        public function name(): string {}
        public function getName(): string {}
        public function getData(): array {}
        public function getPath(): string {}
        public function getFactory(): Factory {}
        public function toHtml(): string {}
    }
    abstract class Component {
        public function withName($name): static {}
        public function withAttributes(array $attributes): static {}
        public function render() {}
        public function resolveView() {}
        public function data(): array {}
        public function shouldRender(): bool {}
        public function view($view, $data = [], $mergeData = []): View {}
        public static function resolve($data) {}
        public static function resolveComponentsUsing($resolver) {}
        /** @var ComponentAttributeBag */
        public $attributes;
        public $componentName;
        protected $except;
    }
    class ComponentSlot implements \Illuminate\Contracts\Support\Htmlable { /** @var ComponentAttributeBag */ public $attributes; public function withAttributes(array $attributes): static {} public function toHtml(): string {} public function isEmpty(): bool {} public function isNotEmpty(): bool {} public function hasActualContent($callable = null): bool {} }
    class AnonymousComponent extends Component {}
    class ComponentAttributeBag implements \ArrayAccess, \IteratorAggregate, \Illuminate\Contracts\Support\Htmlable {
        public function only($keys): static {}
        public function except($keys): static {}
        public function filter($callback): static {}
        public function whereStartsWith($needles): static {}
        public function whereDoesntStartWith($needles): static {}
        public function thatStartWith($needles): static {}
        public function onlyProps($keys): static {}
        public function exceptProps($keys): static {}
        public function class($classList): static {}
        public function style($styleList): static {}
        public function merge(array $attributeDefaults = [], $escape = true): static {}
        public function all(): array {}
        public function first($default = null) {}
        public function get($key, $default = null) {}
        public function has($key): bool {}
        public function hasAny($key): bool {}
        public function missing($key): bool {}
        public function isEmpty(): bool {}
        public function isNotEmpty(): bool {}
        public function prepends($value) {}
        public function getAttributes(): array {}
        public function setAttributes(array $attributes) {}
        public function toHtml(): string {}
        public function getIterator(): \Traversable {}
        public function offsetExists($offset): bool {}
        public function offsetGet($offset): mixed {}
        public function offsetSet($offset, $value): void {}
        public function offsetUnset($offset): void {}
    }
}
namespace Illuminate\View\Compilers {
    class BladeCompiler {
        public function compile($path = null) {}
        public function compileString($value): string {}
        public function render($string, $data = [], $deleteCachedView = false): string {}
        public function renderComponent($component): string {}
        public function extend(callable $compiler) {}
        public function if($name, callable $callback) {}
        public function check($name, ...$parameters): bool {}
        public function component($class, $alias = null, $prefix = '') {}
        public function components(array $components, $prefix = '') {}
        public function anonymousComponentPath(string $path, ?string $prefix = null) {}
        public function anonymousComponentNamespace(string $directory, ?string $prefix = null) {}
        public function componentNamespace($namespace, $prefix) {}
        public function aliasComponent($path, $alias = null) {}
        public function include($path, $alias = null) {}
        public function aliasInclude($path, $alias = null) {}
        public function bind($name, callable $handler) {}
        public function directive($name, callable $handler, bool $bind = false) {}
        public function getCustomDirectives(): array {}
        public function precompiler(callable $precompiler) {}
        public function withoutDoubleEncoding() {}
        public function withDoubleEncoding() {}
        public function stringable($class, $handler = null) {}
    }
}
namespace Illuminate\Contracts\View {
    interface View extends \Illuminate\Contracts\Support\Renderable { public function name(); public function with($key, $value = null): static; public function getData(); }
    /** @mixin \Illuminate\View\Factory */
    interface Factory {}
}
