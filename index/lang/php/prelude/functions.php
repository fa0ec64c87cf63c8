<?php
function abs(...$arguments) {}
function addcslashes(...$arguments) {}
function addslashes(...$arguments) {}
function apcu_fetch(...$arguments) {}
function apcu_store(...$arguments) {}
function array_all(...$arguments) {}
function array_any(...$arguments) {}
function array_change_key_case(...$arguments) {}
function array_column(...$arguments) {}
function array_combine(...$arguments) {}
function array_count_values(...$arguments) {}
function array_diff_key(...$arguments) {}
function array_fill(...$arguments) {}
function array_fill_keys(...$arguments) {}
function array_flip(...$arguments) {}
function array_is_list(...$arguments) {}
function array_key_exists(...$arguments) {}
function array_key_first(...$arguments) {}
function array_key_last(...$arguments) {}
function array_keys(...$arguments) {}
function array_multisort(...$arguments) {}
function array_product(...$arguments) {}
function array_push(...$arguments) {}
function array_rand(...$arguments) {}
function array_replace_recursive(...$arguments) {}
function array_search(...$arguments) {}
function array_sum(...$arguments) {}
function array_unshift(...$arguments) {}
function array_walk(...$arguments) {}
function array_walk_recursive(...$arguments) {}
function arsort(...$arguments) {}
function asort(...$arguments) {}
function assert(...$arguments) {}
function base64_decode(...$arguments) {}
function base64_encode(...$arguments) {}
function basename(...$arguments) {}
function bin2hex(...$arguments) {}
function call_user_func(...$arguments) {}
function call_user_func_array(...$arguments) {}
function ceil(...$arguments) {}
function chdir(...$arguments) {}
function checkdate(...$arguments) {}
function chmod(...$arguments) {}
function chr(...$arguments) {}
function class_exists(...$arguments) {}
function class_implements(...$arguments) {}
function class_uses(...$arguments) {}
function clearstatcache(...$arguments) {}
function compact(...$arguments) {}
function constant(...$arguments) {}
function copy(...$arguments) {}
function cos(...$arguments) {}
function count(...$arguments) {}
function crc32(...$arguments) {}
function ctype_alnum(...$arguments) {}
function ctype_alpha(...$arguments) {}
function ctype_digit(...$arguments) {}
function ctype_lower(...$arguments) {}
function ctype_punct(...$arguments) {}
function ctype_space(...$arguments) {}
function ctype_upper(...$arguments) {}
function ctype_xdigit(...$arguments) {}
function curl_close(...$arguments) {}
function curl_errno(...$arguments) {}
function curl_error(...$arguments) {}
function curl_exec(...$arguments) {}
function curl_getinfo(...$arguments) {}
function curl_init(...$arguments) {}
function curl_setopt(...$arguments) {}
function curl_setopt_array(...$arguments) {}
function date(...$arguments) {}
function date_default_timezone_get(...$arguments) {}
function date_default_timezone_set(...$arguments) {}
function debug_backtrace(...$arguments) {}
function dechex(...$arguments) {}
function define(...$arguments) {}
function defined(...$arguments) {}
function dirname(...$arguments) {}
function disk_free_space(...$arguments) {}
function dom_import_simplexml(...$arguments) {}
function enum_exists(...$arguments) {}
function error_get_last(...$arguments) {}
function error_log(...$arguments) {}
function error_reporting(...$arguments) {}
function escapeshellarg(...$arguments) {}
function escapeshellcmd(...$arguments) {}
function exec(...$arguments) {}
function explode(...$arguments) {}
function extension_loaded(...$arguments) {}
function extract(...$arguments) {}
function fclose(...$arguments) {}
function feof(...$arguments) {}
function fflush(...$arguments) {}
function fgetc(...$arguments) {}
function fgetcsv(...$arguments) {}
function fgets(...$arguments) {}
function file(...$arguments) {}
function file_exists(...$arguments) {}
function file_get_contents(...$arguments) {}
function file_put_contents(...$arguments) {}
function fileatime(...$arguments) {}
function filemtime(...$arguments) {}
function fileperms(...$arguments) {}
function filesize(...$arguments) {}
function filter_input(...$arguments) {}
function filter_var(...$arguments) {}
function floatval(...$arguments) {}
function flock(...$arguments) {}
function floor(...$arguments) {}
function flush(...$arguments) {}
function fmod(...$arguments) {}
function fnmatch(...$arguments) {}
function fopen(...$arguments) {}
function forward_static_call(...$arguments) {}
function fpassthru(...$arguments) {}
function fprintf(...$arguments) {}
function fputcsv(...$arguments) {}
function fputs(...$arguments) {}
function fread(...$arguments) {}
function fseek(...$arguments) {}
function fsockopen(...$arguments) {}
function fstat(...$arguments) {}
function ftell(...$arguments) {}
function ftruncate(...$arguments) {}
function func_get_arg(...$arguments) {}
function func_get_args(...$arguments) {}
function func_num_args(...$arguments) {}
function function_exists(...$arguments) {}
function fwrite(...$arguments) {}
function gc_collect_cycles(...$arguments) {}
function get_called_class(...$arguments) {}
function get_class(...$arguments) {}
function get_class_methods(...$arguments) {}
function get_class_vars(...$arguments) {}
function get_debug_type(...$arguments) {}
function get_included_files(...$arguments) {}
function get_magic_quotes_gpc(...$arguments) {}
function get_object_vars(...$arguments) {}
function get_parent_class(...$arguments) {}
function get_resource_type(...$arguments) {}
function getcwd(...$arguments) {}
function getdate(...$arguments) {}
function getenv(...$arguments) {}
function gethostbyname(...$arguments) {}
function getimagesize(...$arguments) {}
function getmypid(...$arguments) {}
function getmyuid(...$arguments) {}
function getopt(...$arguments) {}
function gettype(...$arguments) {}
function glob(...$arguments) {}
function gmdate(...$arguments) {}
function gmmktime(...$arguments) {}
function gzcompress(...$arguments) {}
function gzdecode(...$arguments) {}
function gzdeflate(...$arguments) {}
function gzencode(...$arguments) {}
function gzinflate(...$arguments) {}
function gzopen(...$arguments) {}
function gzuncompress(...$arguments) {}
function hash(...$arguments) {}
function hash_algos(...$arguments) {}
function hash_equals(...$arguments) {}
function hash_file(...$arguments) {}
function hash_final(...$arguments) {}
function hash_hmac(...$arguments) {}
function hash_init(...$arguments) {}
function hash_update(...$arguments) {}
function header(...$arguments) {}
function header_remove(...$arguments) {}
function headers_sent(...$arguments) {}
function hex2bin(...$arguments) {}
function hexdec(...$arguments) {}
function highlight_string(...$arguments) {}
function hrtime(...$arguments) {}
function html_entity_decode(...$arguments) {}
function htmlentities(...$arguments) {}
function htmlspecialchars(...$arguments) {}
function htmlspecialchars_decode(...$arguments) {}
function http_build_query(...$arguments) {}
function http_response_code(...$arguments) {}
function iconv(...$arguments) {}
function iconv_strlen(...$arguments) {}
function idate(...$arguments) {}
function ignore_user_abort(...$arguments) {}
function implode(...$arguments) {}
function in_array(...$arguments) {}
function inet_ntop(...$arguments) {}
function inet_pton(...$arguments) {}
function ini_get(...$arguments) {}
function ini_get_all(...$arguments) {}
function ini_set(...$arguments) {}
function intdiv(...$arguments) {}
function interface_exists(...$arguments) {}
function intval(...$arguments) {}
function ip2long(...$arguments) {}
function is_a(...$arguments) {}
function is_array(...$arguments) {}
function is_bool(...$arguments) {}
function is_callable(...$arguments) {}
function is_countable(...$arguments) {}
function is_dir(...$arguments) {}
function is_double(...$arguments) {}
function is_executable(...$arguments) {}
function is_file(...$arguments) {}
function is_finite(...$arguments) {}
function is_float(...$arguments) {}
function is_infinite(...$arguments) {}
function is_int(...$arguments) {}
function is_integer(...$arguments) {}
function is_iterable(...$arguments) {}
function is_link(...$arguments) {}
function is_long(...$arguments) {}
function is_nan(...$arguments) {}
function is_null(...$arguments) {}
function is_numeric(...$arguments) {}
function is_object(...$arguments) {}
function is_readable(...$arguments) {}
function is_resource(...$arguments) {}
function is_scalar(...$arguments) {}
function is_string(...$arguments) {}
function is_subclass_of(...$arguments) {}
function is_uploaded_file(...$arguments) {}
function is_writable(...$arguments) {}
function is_writeable(...$arguments) {}
function iterator_apply(...$arguments) {}
function iterator_count(...$arguments) {}
function join(...$arguments) {}
function json_decode(...$arguments) {}
function json_encode(...$arguments) {}
function json_last_error(...$arguments) {}
function json_last_error_msg(...$arguments) {}
function key(...$arguments) {}
function krsort(...$arguments) {}
function ksort(...$arguments) {}
function lcfirst(...$arguments) {}
function lcg_value(...$arguments) {}
function levenshtein(...$arguments) {}
function libxml_clear_errors(...$arguments) {}
function libxml_use_internal_errors(...$arguments) {}
function link(...$arguments) {}
function localeconv(...$arguments) {}
function log(...$arguments) {}
function log10(...$arguments) {}
function long2ip(...$arguments) {}
function lstat(...$arguments) {}
function ltrim(...$arguments) {}
function mail(...$arguments) {}
function mb_check_encoding(...$arguments) {}
function mb_chr(...$arguments) {}
function mb_convert_case(...$arguments) {}
function mb_convert_encoding(...$arguments) {}
function mb_detect_encoding(...$arguments) {}
function mb_internal_encoding(...$arguments) {}
function mb_list_encodings(...$arguments) {}
function mb_ord(...$arguments) {}
function mb_str_pad(...$arguments) {}
function mb_str_split(...$arguments) {}
function mb_strimwidth(...$arguments) {}
function mb_stripos(...$arguments) {}
function mb_strlen(...$arguments) {}
function mb_strpos(...$arguments) {}
function mb_strrpos(...$arguments) {}
function mb_strstr(...$arguments) {}
function mb_strtolower(...$arguments) {}
function mb_strtoupper(...$arguments) {}
function mb_strwidth(...$arguments) {}
function mb_substitute_character(...$arguments) {}
function mb_substr(...$arguments) {}
function mb_substr_count(...$arguments) {}
function md5(...$arguments) {}
function md5_file(...$arguments) {}
function memory_get_peak_usage(...$arguments) {}
function memory_get_usage(...$arguments) {}
function method_exists(...$arguments) {}
function microtime(...$arguments) {}
function mkdir(...$arguments) {}
function mktime(...$arguments) {}
function move_uploaded_file(...$arguments) {}
function mt_getrandmax(...$arguments) {}
function mt_rand(...$arguments) {}
function mt_srand(...$arguments) {}
function natcasesort(...$arguments) {}
function natsort(...$arguments) {}
function nl2br(...$arguments) {}
function nl_langinfo(...$arguments) {}
function number_format(...$arguments) {}
function ob_clean(...$arguments) {}
function ob_end_clean(...$arguments) {}
function ob_end_flush(...$arguments) {}
function ob_flush(...$arguments) {}
function ob_get_clean(...$arguments) {}
function ob_get_contents(...$arguments) {}
function ob_get_flush(...$arguments) {}
function ob_get_length(...$arguments) {}
function ob_get_level(...$arguments) {}
function ob_implicit_flush(...$arguments) {}
function ob_start(...$arguments) {}
function opcache_get_status(...$arguments) {}
function opcache_invalidate(...$arguments) {}
function opendir(...$arguments) {}
function openssl_decrypt(...$arguments) {}
function openssl_encrypt(...$arguments) {}
function openssl_random_pseudo_bytes(...$arguments) {}
function ord(...$arguments) {}
function pack(...$arguments) {}
function parse_ini_file(...$arguments) {}
function parse_ini_string(...$arguments) {}
function parse_str(...$arguments) {}
function parse_url(...$arguments) {}
function passthru(...$arguments) {}
function password_get_info(...$arguments) {}
function password_hash(...$arguments) {}
function password_needs_rehash(...$arguments) {}
function password_verify(...$arguments) {}
function pathinfo(...$arguments) {}
function pcntl_fork(...$arguments) {}
function pcntl_signal(...$arguments) {}
function php_ini_loaded_file(...$arguments) {}
function php_sapi_name(...$arguments) {}
function php_uname(...$arguments) {}
function phpversion(...$arguments) {}
function pi(...$arguments) {}
function popen(...$arguments) {}
function posix_getpid(...$arguments) {}
function posix_isatty(...$arguments) {}
function pow(...$arguments) {}
function preg_grep(...$arguments) {}
function preg_last_error(...$arguments) {}
function preg_last_error_msg(...$arguments) {}
function preg_match(...$arguments) {}
function preg_match_all(...$arguments) {}
function preg_quote(...$arguments) {}
function preg_replace(...$arguments) {}
function preg_replace_callback(...$arguments) {}
function preg_replace_callback_array(...$arguments) {}
function preg_split(...$arguments) {}
function print_r(...$arguments) {}
function printf(...$arguments) {}
function proc_close(...$arguments) {}
function proc_get_status(...$arguments) {}
function proc_open(...$arguments) {}
function property_exists(...$arguments) {}
function putenv(...$arguments) {}
function quotemeta(...$arguments) {}
function rand(...$arguments) {}
function random_bytes(...$arguments) {}
function random_int(...$arguments) {}
function range(...$arguments) {}
function rawurldecode(...$arguments) {}
function rawurlencode(...$arguments) {}
function readdir(...$arguments) {}
function readfile(...$arguments) {}
function readlink(...$arguments) {}
function realpath(...$arguments) {}
function realpath_cache_size(...$arguments) {}
function register_shutdown_function(...$arguments) {}
function rename(...$arguments) {}
function restore_error_handler(...$arguments) {}
function restore_exception_handler(...$arguments) {}
function rewind(...$arguments) {}
function rmdir(...$arguments) {}
function round(...$arguments) {}
function rsort(...$arguments) {}
function rtrim(...$arguments) {}
function scandir(...$arguments) {}
function serialize(...$arguments) {}
function session_destroy(...$arguments) {}
function session_get_cookie_params(...$arguments) {}
function session_id(...$arguments) {}
function session_name(...$arguments) {}
function session_regenerate_id(...$arguments) {}
function session_start(...$arguments) {}
function session_status(...$arguments) {}
function session_write_close(...$arguments) {}
function set_error_handler(...$arguments) {}
function set_exception_handler(...$arguments) {}
function set_time_limit(...$arguments) {}
function setcookie(...$arguments) {}
function setlocale(...$arguments) {}
function settype(...$arguments) {}
function sha1(...$arguments) {}
function sha1_file(...$arguments) {}
function shell_exec(...$arguments) {}
function shuffle(...$arguments) {}
function similar_text(...$arguments) {}
function simplexml_load_file(...$arguments) {}
function simplexml_load_string(...$arguments) {}
function sin(...$arguments) {}
function sizeof(...$arguments) {}
function sleep(...$arguments) {}
function sodium_memzero(...$arguments) {}
function sort(...$arguments) {}
function spl_autoload_functions(...$arguments) {}
function spl_autoload_register(...$arguments) {}
function spl_autoload_unregister(...$arguments) {}
function spl_object_hash(...$arguments) {}
function spl_object_id(...$arguments) {}
function sprintf(...$arguments) {}
function sqrt(...$arguments) {}
function sscanf(...$arguments) {}
function stat(...$arguments) {}
function str_contains(...$arguments) {}
function str_ends_with(...$arguments) {}
function str_getcsv(...$arguments) {}
function str_ireplace(...$arguments) {}
function str_pad(...$arguments) {}
function str_repeat(...$arguments) {}
function str_replace(...$arguments) {}
function str_rot13(...$arguments) {}
function str_shuffle(...$arguments) {}
function str_split(...$arguments) {}
function str_starts_with(...$arguments) {}
function str_word_count(...$arguments) {}
function strcasecmp(...$arguments) {}
function strchr(...$arguments) {}
function strcmp(...$arguments) {}
function strcspn(...$arguments) {}
function stream_context_create(...$arguments) {}
function stream_filter_append(...$arguments) {}
function stream_get_contents(...$arguments) {}
function stream_get_meta_data(...$arguments) {}
function stream_isatty(...$arguments) {}
function stream_select(...$arguments) {}
function stream_set_blocking(...$arguments) {}
function stream_set_timeout(...$arguments) {}
function stream_socket_client(...$arguments) {}
function strftime(...$arguments) {}
function strip_tags(...$arguments) {}
function stripcslashes(...$arguments) {}
function stripos(...$arguments) {}
function stripslashes(...$arguments) {}
function stristr(...$arguments) {}
function strlen(...$arguments) {}
function strnatcasecmp(...$arguments) {}
function strnatcmp(...$arguments) {}
function strncasecmp(...$arguments) {}
function strncmp(...$arguments) {}
function strpbrk(...$arguments) {}
function strpos(...$arguments) {}
function strrchr(...$arguments) {}
function strrev(...$arguments) {}
function strripos(...$arguments) {}
function strrpos(...$arguments) {}
function strspn(...$arguments) {}
function strstr(...$arguments) {}
function strtok(...$arguments) {}
function strtolower(...$arguments) {}
function strtotime(...$arguments) {}
function strtoupper(...$arguments) {}
function strtr(...$arguments) {}
function strval(...$arguments) {}
function substr(...$arguments) {}
function substr_compare(...$arguments) {}
function substr_count(...$arguments) {}
function substr_replace(...$arguments) {}
function symlink(...$arguments) {}
function sys_get_temp_dir(...$arguments) {}
function system(...$arguments) {}
function tan(...$arguments) {}
function tempnam(...$arguments) {}
function time(...$arguments) {}
function timezone_identifiers_list(...$arguments) {}
function timezone_open(...$arguments) {}
function tmpfile(...$arguments) {}
function token_get_all(...$arguments) {}
function token_name(...$arguments) {}
function touch(...$arguments) {}
function trait_exists(...$arguments) {}
function trigger_error(...$arguments) {}
function trim(...$arguments) {}
function uasort(...$arguments) {}
function ucfirst(...$arguments) {}
function ucwords(...$arguments) {}
function uksort(...$arguments) {}
function umask(...$arguments) {}
function uniqid(...$arguments) {}
function unlink(...$arguments) {}
function unpack(...$arguments) {}
function unserialize(...$arguments) {}
function urldecode(...$arguments) {}
function urlencode(...$arguments) {}
function user_error(...$arguments) {}
function usleep(...$arguments) {}
function usort(...$arguments) {}
function utf8_decode(...$arguments) {}
function utf8_encode(...$arguments) {}
function var_dump(...$arguments) {}
function var_export(...$arguments) {}
function version_compare(...$arguments) {}
function vprintf(...$arguments) {}
function vsprintf(...$arguments) {}
function wordwrap(...$arguments) {}
function xml_parse(...$arguments) {}
function xml_parser_create(...$arguments) {}
function xml_parser_free(...$arguments) {}
function zend_version(...$arguments) {}
/**
 * @template T
 * @param T[] $array
 * @return T[]
 */
function array_filter(array $array, ...$rest) {}
/**
 * @template T
 * @param T[] $array
 * @return T[]
 */
function array_values(array $array, ...$rest) {}
/**
 * @template T
 * @param T[] $array
 * @return T[]
 */
function array_merge(array $array, ...$rest) {}
/**
 * @template T
 * @param T[] $array
 * @return T[]
 */
function array_merge_recursive(array $array, ...$rest) {}
/**
 * @template T
 * @param T[] $array
 * @return T[]
 */
function array_slice(array $array, ...$rest) {}
/**
 * @template T
 * @param T[] $array
 * @return T[]
 */
function array_splice(array $array, ...$rest) {}
/**
 * @template T
 * @param T[] $array
 * @return T[]
 */
function array_reverse(array $array, ...$rest) {}
/**
 * @template T
 * @param T[] $array
 * @return T[]
 */
function array_unique(array $array, ...$rest) {}
/**
 * @template T
 * @param T[] $array
 * @return T[]
 */
function array_diff(array $array, ...$rest) {}
/**
 * @template T
 * @param T[] $array
 * @return T[]
 */
function array_diff_assoc(array $array, ...$rest) {}
/**
 * @template T
 * @param T[] $array
 * @return T[]
 */
function array_intersect(array $array, ...$rest) {}
/**
 * @template T
 * @param T[] $array
 * @return T[]
 */
function array_intersect_key(array $array, ...$rest) {}
/**
 * @template T
 * @param T[] $array
 * @return T[]
 */
function array_pad(array $array, ...$rest) {}
/**
 * @template T
 * @param T[] $array
 * @return T[]
 */
function array_replace(array $array, ...$rest) {}
/**
 * @template T
 * @param T[] $array
 * @return T[]
 */
function array_udiff(array $array, ...$rest) {}
/**
 * @template T
 * @param T[] $array
 * @return T[]
 */
function array_diff_ukey(array $array, ...$rest) {}
/**
 * @template T
 * @param T[] $array
 * @return T[]
 */
function array_intersect_assoc(array $array, ...$rest) {}
/**
 * @template T
 * @param T[] $array
 * @return T
 */
function current(array $array) {}
/**
 * @template T
 * @param T[] $array
 * @return T
 */
function reset(array $array) {}
/**
 * @template T
 * @param T[] $array
 * @return T
 */
function end(array $array) {}
/**
 * @template T
 * @param T[] $array
 * @return T
 */
function next(array $array) {}
/**
 * @template T
 * @param T[] $array
 * @return T
 */
function prev(array $array) {}
/**
 * @template T
 * @param T[] $array
 * @return T
 */
function array_pop(array $array) {}
/**
 * @template T
 * @param T[] $array
 * @return T
 */
function array_shift(array $array) {}
/**
 * @template T
 * @param T[] $array
 * @return T
 */
function max(array $array) {}
/**
 * @template T
 * @param T[] $array
 * @return T
 */
function min(array $array) {}
/**
 * @template T
 * @param T[] $array
 * @return T
 */
function array_find(array $array) {}
/**
 * @template T
 * @param T[] $array
 * @return T
 */
function pos(array $array) {}
/**
 * @template T
 * @param T[] $array
 * @return T[][]
 */
function array_chunk(array $array, int $length, bool $preserve_keys = false) {}
/**
 * @template T
 * @template U
 * @param callable(T): U $callback
 * @param T[] $array
 * @return U[]
 */
function array_map($callback, array $array, ...$arrays) {}
/**
 * @template T
 * @template U
 * @param T[] $array
 * @param callable(U, T): U $callback
 * @param U $initial
 * @return U
 */
function array_reduce(array $array, $callback, $initial = null) {}
/**
 * @template T
 * @param iterable<T> $iterator
 * @return T[]
 */
function iterator_to_array($iterator, bool $preserve_keys = true) {}
/** @return DateTime */
function date_create(string $datetime = 'now', ?DateTimeZone $timezone = null) {}
/** @return DateTimeImmutable */
function date_create_immutable(string $datetime = 'now', ?DateTimeZone $timezone = null) {}
const PHP_VERSION = 0, PHP_VERSION_ID = 0, PHP_MAJOR_VERSION = 0, PHP_MINOR_VERSION = 0, PHP_OS = 0, PHP_OS_FAMILY = 0, PHP_EOL = 0, PHP_INT_MAX = 0, PHP_INT_MIN = 0, PHP_INT_SIZE = 0, PHP_FLOAT_EPSILON = 0, PHP_SAPI = 0, PHP_BINARY = 0, DIRECTORY_SEPARATOR = 0, PATH_SEPARATOR = 0, E_ALL = 0, E_ERROR = 0, E_WARNING = 0, E_NOTICE = 0, E_STRICT = 0, E_DEPRECATED = 0, E_PARSE = 0, E_USER_ERROR = 0, E_USER_WARNING = 0, E_USER_NOTICE = 0, E_USER_DEPRECATED = 0, E_CORE_ERROR = 0, E_COMPILE_ERROR = 0, E_RECOVERABLE_ERROR = 0, M_PI = 0, STDIN = 0, STDOUT = 0, STDERR = 0, LOCK_EX = 0, LOCK_SH = 0, LOCK_UN = 0, FILE_APPEND = 0, FILE_IGNORE_NEW_LINES = 0, FILE_SKIP_EMPTY_LINES = 0, SEEK_SET = 0, SEEK_CUR = 0, SEEK_END = 0, JSON_PRETTY_PRINT = 0, JSON_UNESCAPED_SLASHES = 0, JSON_UNESCAPED_UNICODE = 0, JSON_THROW_ON_ERROR = 0, JSON_ERROR_NONE = 0, JSON_HEX_TAG = 0, JSON_HEX_AMP = 0, JSON_HEX_APOS = 0, JSON_HEX_QUOT = 0, JSON_PRESERVE_ZERO_FRACTION = 0, JSON_PARTIAL_OUTPUT_ON_ERROR = 0, JSON_FORCE_OBJECT = 0, JSON_NUMERIC_CHECK = 0, JSON_BIGINT_AS_STRING = 0, JSON_OBJECT_AS_ARRAY = 0, ENT_QUOTES = 0, ENT_COMPAT = 0, ENT_NOQUOTES = 0, ENT_HTML401 = 0, ENT_HTML5 = 0, ENT_SUBSTITUTE = 0, SORT_REGULAR = 0, SORT_NUMERIC = 0, SORT_STRING = 0, SORT_FLAG_CASE = 0, SORT_NATURAL = 0, SORT_ASC = 0, SORT_DESC = 0, COUNT_RECURSIVE = 0, ARRAY_FILTER_USE_KEY = 0, ARRAY_FILTER_USE_BOTH = 0, PREG_SPLIT_NO_EMPTY = 0, PREG_SPLIT_DELIM_CAPTURE = 0, PREG_SET_ORDER = 0, PREG_PATTERN_ORDER = 0, PREG_OFFSET_CAPTURE = 0, PREG_UNMATCHED_AS_NULL = 0, STR_PAD_LEFT = 0, STR_PAD_RIGHT = 0, STR_PAD_BOTH = 0, PHP_URL_HOST = 0, PHP_URL_PATH = 0, PHP_URL_SCHEME = 0, PHP_URL_QUERY = 0, PHP_URL_PORT = 0, PHP_QUERY_RFC3986 = 0, PHP_QUERY_RFC1738 = 0, PATHINFO_EXTENSION = 0, PATHINFO_FILENAME = 0, PATHINFO_BASENAME = 0, PATHINFO_DIRNAME = 0, FILTER_VALIDATE_INT = 0, FILTER_VALIDATE_EMAIL = 0, FILTER_VALIDATE_URL = 0, FILTER_VALIDATE_BOOLEAN = 0, FILTER_VALIDATE_BOOL = 0, FILTER_VALIDATE_IP = 0, FILTER_VALIDATE_FLOAT = 0, FILTER_VALIDATE_REGEXP = 0, FILTER_DEFAULT = 0, FILTER_NULL_ON_FAILURE = 0, FILTER_FLAG_IPV4 = 0, FILTER_FLAG_IPV6 = 0, FILTER_REQUIRE_ARRAY = 0, FILTER_FORCE_ARRAY = 0, PASSWORD_DEFAULT = 0, PASSWORD_BCRYPT = 0, PASSWORD_ARGON2I = 0, PASSWORD_ARGON2ID = 0, DATE_ATOM = 0, DATE_RFC2822 = 0, DATE_RFC3339 = 0, DATE_ISO8601 = 0, DATE_COOKIE = 0, LC_ALL = 0, LC_CTYPE = 0, LC_NUMERIC = 0, DEBUG_BACKTRACE_IGNORE_ARGS = 0, DEBUG_BACKTRACE_PROVIDE_OBJECT = 0, EXTR_SKIP = 0, EXTR_OVERWRITE = 0, EXTR_PREFIX_ALL = 0, PHP_ROUND_HALF_UP = 0, INF = 0, NAN = 0, LIBXML_NOENT = 0, LIBXML_NONET = 0, LIBXML_VERSION = 0, CURLOPT_URL = 0, CURLOPT_RETURNTRANSFER = 0, CURLOPT_POST = 0, CURLOPT_POSTFIELDS = 0, CURLOPT_HTTPHEADER = 0, CURLOPT_TIMEOUT = 0, CURLINFO_HTTP_CODE = 0, MB_CASE_TITLE = 0, MB_CASE_UPPER = 0, MB_CASE_LOWER = 0, XML_ELEMENT_NODE = 0, XML_TEXT_NODE = 0, SIGINT = 0, SIGTERM = 0, SIGKILL = 0, SIGHUP = 0, SIGALRM = 0;
