type DOMHighResTimeStamp = number;
type EpochTimeStamp = number;
type HeadersInit = [string, string][] | Record<string, string> | Headers;
type BodyInit = ReadableStream | XMLHttpRequestBodyInit;
type XMLHttpRequestBodyInit = Blob | BufferSource | FormData | URLSearchParams | string;
type BufferSource = ArrayBufferView | ArrayBuffer;
type BlobPart = BufferSource | Blob | string;
type RequestInfo = Request | string;
type FormDataEntryValue = File | string;
type TimerHandler = string | Function;
type Transferable = MessagePort | ReadableStream | WritableStream | TransformStream | ArrayBuffer;
type MessageEventSource = WindowProxy | MessagePort | ServiceWorker;
type WindowProxy = Window;
type EventListenerOrEventListenerObject = EventListener | EventListenerObject;
type BinaryType = "arraybuffer" | "blob";
type DocumentReadyState = "complete" | "interactive" | "loading";
type DocumentVisibilityState = "hidden" | "visible";
type InsertPosition = "afterbegin" | "afterend" | "beforebegin" | "beforeend";
type ReferrerPolicy = string;
type RequestCache = "default" | "force-cache" | "no-cache" | "no-store" | "only-if-cached" | "reload";
type RequestCredentials = "include" | "omit" | "same-origin";
type RequestDestination = string;
type RequestMode = "cors" | "navigate" | "no-cors" | "same-origin";
type RequestPriority = "auto" | "high" | "low";
type RequestRedirect = "error" | "follow" | "manual";
type ResponseType = "basic" | "cors" | "default" | "error" | "opaque" | "opaqueredirect";
type ScrollBehavior = "auto" | "instant" | "smooth";
type ScrollLogicalPosition = "center" | "end" | "nearest" | "start";
type ShadowRootMode = "closed" | "open";
type XMLHttpRequestResponseType = "" | "arraybuffer" | "blob" | "document" | "json" | "text";
type HTMLOrSVGScriptElement = HTMLScriptElement | SVGScriptElement;
type CanvasImageSource = HTMLImageElement | HTMLVideoElement | HTMLCanvasElement | ImageBitmap | OffscreenCanvas;
type RenderingContext = CanvasRenderingContext2D | WebGLRenderingContext;
type AlgorithmIdentifier = Algorithm | string;
type KeyFormat = "jwk" | "pkcs8" | "raw" | "spki";
type KeyUsage = "decrypt" | "deriveBits" | "deriveKey" | "encrypt" | "sign" | "unwrapKey" | "verify" | "wrapKey";
type KeyType = "private" | "public" | "secret";
type PermissionState = "denied" | "granted" | "prompt";
type NotificationPermission = "default" | "denied" | "granted";
type ReadableStreamController<T> = ReadableStreamDefaultController<T> | ReadableByteStreamController;
type ReadableStreamReader<T> = ReadableStreamDefaultReader<T> | ReadableStreamBYOBReader;
type ReadableStreamReadResult<T> = ReadableStreamReadValueResult<T> | ReadableStreamReadDoneResult<T>;
type ReadableStreamType = "bytes";
type ReadableStreamReaderMode = "byob";
type CompressionFormat = "deflate" | "deflate-raw" | "gzip";
type IDBValidKey = number | string | Date | BufferSource | IDBValidKey[];
type IDBTransactionMode = "readonly" | "readwrite" | "versionchange";

interface AddEventListenerOptions extends EventListenerOptions { once?: boolean; passive?: boolean; signal?: AbortSignal }
interface EventListenerOptions { capture?: boolean }
interface EventListener { (evt: Event): void }
interface EventListenerObject { handleEvent(object: Event): void }
interface EventInit { bubbles?: boolean; cancelable?: boolean; composed?: boolean }
interface CustomEventInit<T = any> extends EventInit { detail?: T }
interface UIEventInit extends EventInit { detail?: number; view?: Window | null; which?: number }
interface EventModifierInit extends UIEventInit { altKey?: boolean; ctrlKey?: boolean; metaKey?: boolean; shiftKey?: boolean }
interface MouseEventInit extends EventModifierInit {
  button?: number; buttons?: number; clientX?: number; clientY?: number; relatedTarget?: EventTarget | null; screenX?: number; screenY?: number;
}
interface KeyboardEventInit extends EventModifierInit { code?: string; isComposing?: boolean; key?: string; location?: number; repeat?: boolean }
interface MessageEventInit<T = any> extends EventInit {
  data?: T; lastEventId?: string; origin?: string; ports?: MessagePort[]; source?: MessageEventSource | null;
}
interface ErrorEventInit extends EventInit { colno?: number; error?: any; filename?: string; lineno?: number; message?: string }
interface BlobPropertyBag { endings?: string; type?: string }
interface FilePropertyBag extends BlobPropertyBag { lastModified?: number }
interface RequestInit {
  body?: BodyInit | null; cache?: RequestCache; credentials?: RequestCredentials; headers?: HeadersInit; integrity?: string; keepalive?: boolean;
  method?: string; mode?: RequestMode; priority?: RequestPriority; redirect?: RequestRedirect; referrer?: string; referrerPolicy?: ReferrerPolicy;
  signal?: AbortSignal | null; window?: null;
}
interface ResponseInit { headers?: HeadersInit; status?: number; statusText?: string }
interface StructuredSerializeOptions { transfer?: Transferable[] }
interface WindowPostMessageOptions extends StructuredSerializeOptions { targetOrigin?: string }
interface QueuingStrategy<T = any> { highWaterMark?: number; size?: QueuingStrategySize<T> }
interface QueuingStrategySize<T = any> { (chunk: T): number }
interface QueuingStrategyInit { highWaterMark: number }
interface UnderlyingSource<R = any> {
  autoAllocateChunkSize?: number; cancel?: UnderlyingSourceCancelCallback;
  pull?: (controller: ReadableStreamDefaultController<R>) => void | PromiseLike<void>; start?: (controller: ReadableStreamDefaultController<R>) => any;
  type?: ReadableStreamType;
}
interface UnderlyingDefaultSource<R = any> {
  cancel?: UnderlyingSourceCancelCallback; pull?: (controller: ReadableStreamDefaultController<R>) => void | PromiseLike<void>;
  start?: (controller: ReadableStreamDefaultController<R>) => any; type?: undefined;
}
interface UnderlyingByteSource {
  autoAllocateChunkSize?: number; cancel?: UnderlyingSourceCancelCallback;
  pull?: (controller: ReadableByteStreamController) => void | PromiseLike<void>; start?: (controller: ReadableByteStreamController) => any;
  type: "bytes";
}
interface UnderlyingSink<W = any> {
  abort?: UnderlyingSinkAbortCallback; close?: UnderlyingSinkCloseCallback; start?: UnderlyingSinkStartCallback; type?: undefined;
  write?: UnderlyingSinkWriteCallback<W>;
}
interface UnderlyingSourceCancelCallback { (reason?: any): void | PromiseLike<void> }
interface UnderlyingSinkAbortCallback { (reason?: any): void | PromiseLike<void> }
interface UnderlyingSinkCloseCallback { (): void | PromiseLike<void> }
interface UnderlyingSinkStartCallback { (controller: WritableStreamDefaultController): any }
interface UnderlyingSinkWriteCallback<W> { (chunk: W, controller: WritableStreamDefaultController): void | PromiseLike<void> }
interface Transformer<I = any, O = any> {
  flush?: TransformerFlushCallback<O>; readableType?: undefined; start?: TransformerStartCallback<O>; transform?: TransformerTransformCallback<I, O>;
  writableType?: undefined;
}
interface TransformerFlushCallback<O> { (controller: TransformStreamDefaultController<O>): void | PromiseLike<void> }
interface TransformerStartCallback<O> { (controller: TransformStreamDefaultController<O>): any }
interface TransformerTransformCallback<I, O> { (chunk: I, controller: TransformStreamDefaultController<O>): void | PromiseLike<void> }
interface StreamPipeOptions { preventAbort?: boolean; preventCancel?: boolean; preventClose?: boolean; signal?: AbortSignal }
interface ReadableWritablePair<R = any, W = any> { readable: ReadableStream<R>; writable: WritableStream<W> }
interface ReadableStreamGetReaderOptions { mode?: ReadableStreamReaderMode }
interface ReadableStreamReadDoneResult<T> { done: true; value: T | undefined }
interface ReadableStreamReadValueResult<T> { done: false; value: T }
interface ReadableStreamGenericReader { closed: Promise<void>; cancel(reason?: any): Promise<void> }
interface TextDecoderOptions { fatal?: boolean; ignoreBOM?: boolean }
interface TextDecodeOptions { stream?: boolean }
interface TextDecoderCommon { encoding: string; fatal: boolean; ignoreBOM: boolean }
interface TextEncoderCommon { encoding: string }
interface GenericTransformStream { readable: ReadableStream; writable: WritableStream }
interface ScrollOptions { behavior?: ScrollBehavior }
interface ScrollToOptions extends ScrollOptions { left?: number; top?: number }
interface ScrollIntoViewOptions extends ScrollOptions { block?: ScrollLogicalPosition; inline?: ScrollLogicalPosition }
interface FocusOptions { preventScroll?: boolean }
interface GetRootNodeOptions { composed?: boolean }
interface ShadowRootInit { delegatesFocus?: boolean; mode: ShadowRootMode }
interface ElementCreationOptions { is?: string }
interface MutationObserverInit {
  attributeFilter?: string[]; attributeOldValue?: boolean; attributes?: boolean; characterData?: boolean; childList?: boolean; subtree?: boolean;
}
interface IntersectionObserverInit { root?: Element | Document | null; rootMargin?: string; threshold?: number | number[] }
interface ResizeObserverOptions { box?: string }
interface PerformanceMarkOptions { detail?: any; startTime?: number }
interface PerformanceMeasureOptions { detail?: any; duration?: number; end?: string | number; start?: string | number }
interface PerformanceObserverInit { buffered?: boolean; entryTypes?: string[]; type?: string }
interface Algorithm { name: string }
interface JsonWebKey {
  alg?: string; crv?: string; d?: string; e?: string; ext?: boolean; k?: string; key_ops?: string[]; kty?: string; n?: string; use?: string; x?: string;
  y?: string;
}
interface CryptoKeyPair { privateKey: CryptoKey; publicKey: CryptoKey }
interface DOMRectInit { height?: number; width?: number; x?: number; y?: number }
interface DOMPointInit { w?: number; x?: number; y?: number; z?: number }
interface MediaStreamConstraints { audio?: boolean | MediaTrackConstraints; video?: boolean | MediaTrackConstraints }
interface MediaTrackConstraints { deviceId?: any; facingMode?: any; height?: any; width?: any; frameRate?: any }
interface NotificationOptions { badge?: string; body?: string; data?: any; icon?: string; tag?: string; silent?: boolean | null }
interface ImageDataSettings { colorSpace?: string }
interface CloseEventInit extends EventInit { code?: number; reason?: string; wasClean?: boolean }
interface EventSourceInit { withCredentials?: boolean }
interface WorkerOptions { credentials?: RequestCredentials; name?: string; type?: string }
interface RegistrationOptions { scope?: string; type?: string; updateViaCache?: string }
interface IDBIndexParameters { multiEntry?: boolean; unique?: boolean }
interface IDBObjectStoreParameters { autoIncrement?: boolean; keyPath?: string | string[] | null }
interface ShareData { files?: File[]; text?: string; title?: string; url?: string }
interface IdleRequestOptions { timeout?: number }
interface IdleDeadline { didTimeout: boolean; timeRemaining(): DOMHighResTimeStamp }
interface IdleRequestCallback { (deadline: IdleDeadline): void }
interface FrameRequestCallback { (time: DOMHighResTimeStamp): void }
interface VoidFunction { (): void }
interface OnErrorEventHandlerNonNull { (event: Event | string, source?: string, lineno?: number, colno?: number, error?: Error): any }
type OnErrorEventHandler = OnErrorEventHandlerNonNull | null;
interface MutationCallback { (mutations: MutationRecord[], observer: MutationObserver): void }
interface IntersectionObserverCallback { (entries: IntersectionObserverEntry[], observer: IntersectionObserver): void }
interface ResizeObserverCallback { (entries: ResizeObserverEntry[], observer: ResizeObserver): void }
interface PerformanceObserverCallback { (entries: PerformanceObserverEntryList, observer: PerformanceObserver): void }
interface BlobCallback { (blob: Blob | null): void }
interface FunctionStringCallback { (data: string): void }
interface PositionCallback { (position: GeolocationPosition): void }
interface PositionErrorCallback { (positionError: GeolocationPositionError): void }
interface CustomElementConstructor { new (...params: any[]): HTMLElement }

interface EventTarget {
  addEventListener(type: string, callback: EventListenerOrEventListenerObject | null, options?: AddEventListenerOptions | boolean): void;
  dispatchEvent(event: Event): boolean;
  removeEventListener(type: string, callback: EventListenerOrEventListenerObject | null, options?: EventListenerOptions | boolean): void;
}
declare var EventTarget: { prototype: EventTarget; new (): EventTarget };
interface Event {
  bubbles: boolean; cancelBubble: boolean; cancelable: boolean; composed: boolean; currentTarget: EventTarget | null; defaultPrevented: boolean;
  eventPhase: number; isTrusted: boolean; returnValue: boolean; srcElement: EventTarget | null; target: EventTarget | null;
  timeStamp: DOMHighResTimeStamp; type: string; composedPath(): EventTarget[]; initEvent(type: string, bubbles?: boolean, cancelable?: boolean): void;
  preventDefault(): void; stopImmediatePropagation(): void; stopPropagation(): void;
}
declare var Event: { prototype: Event; new (type: string, eventInitDict?: EventInit): Event };
interface CustomEvent<T = any> extends Event { detail: T; initCustomEvent(type: string, bubbles?: boolean, cancelable?: boolean, detail?: T): void }
declare var CustomEvent: { prototype: CustomEvent<any>; new <T = any>(type: string, eventInitDict?: CustomEventInit<T>): CustomEvent<T> };
interface UIEvent extends Event { detail: number; view: Window | null; which: number }
declare var UIEvent: { prototype: UIEvent; new (type: string, eventInitDict?: UIEventInit): UIEvent };
interface MouseEvent extends UIEvent {
  altKey: boolean; button: number; buttons: number; clientX: number; clientY: number; ctrlKey: boolean; layerX: number; layerY: number;
  metaKey: boolean; movementX: number; movementY: number; offsetX: number; offsetY: number; pageX: number; pageY: number;
  relatedTarget: EventTarget | null; screenX: number; screenY: number; shiftKey: boolean; x: number; y: number;
  getModifierState(keyArg: string): boolean;
}
declare var MouseEvent: { prototype: MouseEvent; new (type: string, eventInitDict?: MouseEventInit): MouseEvent };
interface PointerEvent extends MouseEvent {
  height: number; isPrimary: boolean; pointerId: number; pointerType: string; pressure: number; tiltX: number; tiltY: number; width: number;
  getCoalescedEvents(): PointerEvent[];
}
declare var PointerEvent: { prototype: PointerEvent; new (type: string, eventInitDict?: MouseEventInit): PointerEvent };
interface WheelEvent extends MouseEvent { deltaMode: number; deltaX: number; deltaY: number; deltaZ: number }
declare var WheelEvent: { prototype: WheelEvent; new (type: string, eventInitDict?: MouseEventInit): WheelEvent };
interface DragEvent extends MouseEvent { dataTransfer: DataTransfer | null }
declare var DragEvent: { prototype: DragEvent; new (type: string, eventInitDict?: MouseEventInit): DragEvent };
interface KeyboardEvent extends UIEvent {
  altKey: boolean; charCode: number; code: string; ctrlKey: boolean; isComposing: boolean; key: string; keyCode: number; location: number;
  metaKey: boolean; repeat: boolean; shiftKey: boolean; getModifierState(keyArg: string): boolean;
}
declare var KeyboardEvent: { prototype: KeyboardEvent; new (type: string, eventInitDict?: KeyboardEventInit): KeyboardEvent };
interface FocusEvent extends UIEvent { relatedTarget: EventTarget | null }
declare var FocusEvent: { prototype: FocusEvent; new (type: string, eventInitDict?: UIEventInit): FocusEvent };
interface InputEvent extends UIEvent { data: string | null; dataTransfer: DataTransfer | null; inputType: string; isComposing: boolean }
declare var InputEvent: { prototype: InputEvent; new (type: string, eventInitDict?: UIEventInit): InputEvent };
interface CompositionEvent extends UIEvent { data: string }
declare var CompositionEvent: { prototype: CompositionEvent; new (type: string, eventInitDict?: UIEventInit): CompositionEvent };
interface TouchEvent extends UIEvent {
  altKey: boolean; changedTouches: TouchList; ctrlKey: boolean; metaKey: boolean; shiftKey: boolean; targetTouches: TouchList; touches: TouchList;
}
declare var TouchEvent: { prototype: TouchEvent; new (type: string, eventInitDict?: UIEventInit): TouchEvent };
interface Touch {
  clientX: number; clientY: number; force: number; identifier: number; pageX: number; pageY: number; screenX: number; screenY: number;
  target: EventTarget;
}
declare var Touch: { prototype: Touch; new (touchInitDict: any): Touch };
interface TouchList { length: number; item(index: number): Touch | null; [index: number]: Touch }
declare var TouchList: { prototype: TouchList; new(): TouchList };
interface ClipboardEvent extends Event { clipboardData: DataTransfer | null }
declare var ClipboardEvent: { prototype: ClipboardEvent; new (type: string, eventInitDict?: EventInit): ClipboardEvent };
interface AnimationEvent extends Event { animationName: string; elapsedTime: number; pseudoElement: string }
declare var AnimationEvent: { prototype: AnimationEvent; new (type: string, init?: EventInit): AnimationEvent };
interface TransitionEvent extends Event { elapsedTime: number; propertyName: string; pseudoElement: string }
declare var TransitionEvent: { prototype: TransitionEvent; new (type: string, init?: EventInit): TransitionEvent };
interface MessageEvent<T = any> extends Event {
  data: T; lastEventId: string; origin: string; ports: readonly MessagePort[]; source: MessageEventSource | null;
}
declare var MessageEvent: { prototype: MessageEvent<any>; new <T = any>(type: string, eventInitDict?: MessageEventInit<T>): MessageEvent<T> };
interface CloseEvent extends Event { code: number; reason: string; wasClean: boolean }
declare var CloseEvent: { prototype: CloseEvent; new (type: string, eventInitDict?: CloseEventInit): CloseEvent };
interface ErrorEvent extends Event { colno: number; error: any; filename: string; lineno: number; message: string }
declare var ErrorEvent: { prototype: ErrorEvent; new (type: string, eventInitDict?: ErrorEventInit): ErrorEvent };
interface ProgressEvent<T extends EventTarget = EventTarget> extends Event {
  lengthComputable: boolean; loaded: number; target: T | null; total: number;
}
declare var ProgressEvent: {
  prototype: ProgressEvent<any>; new <T extends EventTarget = EventTarget>(type: string, eventInitDict?: EventInit): ProgressEvent<T>;
};
interface PromiseRejectionEvent extends Event { promise: Promise<any>; reason: any }
declare var PromiseRejectionEvent: { prototype: PromiseRejectionEvent; new (type: string, init: any): PromiseRejectionEvent };
interface PopStateEvent extends Event { state: any }
declare var PopStateEvent: { prototype: PopStateEvent; new (type: string, init?: EventInit): PopStateEvent };
interface HashChangeEvent extends Event { newURL: string; oldURL: string }
declare var HashChangeEvent: { prototype: HashChangeEvent; new (type: string, init?: EventInit): HashChangeEvent };
interface PageTransitionEvent extends Event { persisted: boolean }
declare var PageTransitionEvent: { prototype: PageTransitionEvent; new (type: string, init?: EventInit): PageTransitionEvent };
interface BeforeUnloadEvent extends Event { returnValue: any }
declare var BeforeUnloadEvent: { prototype: BeforeUnloadEvent; new(): BeforeUnloadEvent };
interface StorageEvent extends Event {
  key: string | null; newValue: string | null; oldValue: string | null; storageArea: Storage | null; url: string;
}
declare var StorageEvent: { prototype: StorageEvent; new (type: string, init?: EventInit): StorageEvent };
interface SubmitEvent extends Event { submitter: HTMLElement | null }
declare var SubmitEvent: { prototype: SubmitEvent; new (type: string, init?: EventInit): SubmitEvent };
interface MediaQueryListEvent extends Event { matches: boolean; media: string }
declare var MediaQueryListEvent: { prototype: MediaQueryListEvent; new (type: string, init?: EventInit): MediaQueryListEvent };

interface AbortController { signal: AbortSignal; abort(reason?: any): void }
declare var AbortController: { prototype: AbortController; new (): AbortController };
interface AbortSignal extends EventTarget {
  aborted: boolean; onabort: ((this: AbortSignal, ev: Event) => any) | null; reason: any; throwIfAborted(): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void;
}
declare var AbortSignal: {
  prototype: AbortSignal; new (): AbortSignal; abort(reason?: any): AbortSignal; any(signals: AbortSignal[]): AbortSignal;
  timeout(milliseconds: number): AbortSignal;
};
interface Blob {
  size: number; type: string; arrayBuffer(): Promise<ArrayBuffer>; bytes(): Promise<Uint8Array>;
  slice(start?: number, end?: number, contentType?: string): Blob; stream(): ReadableStream<Uint8Array>; text(): Promise<string>;
}
declare var Blob: { prototype: Blob; new (blobParts?: BlobPart[], options?: BlobPropertyBag): Blob };
interface File extends Blob { lastModified: number; name: string; webkitRelativePath: string }
declare var File: { prototype: File; new (fileBits: BlobPart[], fileName: string, options?: FilePropertyBag): File };
interface FileList { length: number; item(index: number): File | null; [index: number]: File }
declare var FileList: { prototype: FileList; new(): FileList };
interface FileReader extends EventTarget {
  error: DOMException | null; onabort: ((ev: ProgressEvent) => any) | null; onerror: ((ev: ProgressEvent) => any) | null;
  onload: ((ev: ProgressEvent<FileReader>) => any) | null; onloadend: ((ev: ProgressEvent<FileReader>) => any) | null;
  onprogress: ((ev: ProgressEvent<FileReader>) => any) | null; readyState: number; result: string | ArrayBuffer | null; abort(): void;
  readAsArrayBuffer(blob: Blob): void; readAsDataURL(blob: Blob): void; readAsText(blob: Blob, encoding?: string): void;
}
declare var FileReader: { prototype: FileReader; new (): FileReader };
interface FormData {
  append(name: string, value: string | Blob, filename?: string): void; delete(name: string): void; get(name: string): FormDataEntryValue | null;
  getAll(name: string): FormDataEntryValue[]; has(name: string): boolean; set(name: string, value: string | Blob, filename?: string): void;
  forEach(callbackfn: (value: FormDataEntryValue, key: string, parent: FormData) => void, thisArg?: any): void;
}
declare var FormData: { prototype: FormData; new (form?: HTMLFormElement, submitter?: HTMLElement | null): FormData };
interface Headers {
  append(name: string, value: string): void; delete(name: string): void; get(name: string): string | null; getSetCookie(): string[];
  has(name: string): boolean; set(name: string, value: string): void;
  forEach(callbackfn: (value: string, key: string, parent: Headers) => void, thisArg?: any): void;
}
declare var Headers: { prototype: Headers; new (init?: HeadersInit): Headers };
interface Body {
  body: ReadableStream<Uint8Array> | null; bodyUsed: boolean; arrayBuffer(): Promise<ArrayBuffer>; blob(): Promise<Blob>; bytes(): Promise<Uint8Array>;
  formData(): Promise<FormData>; json(): Promise<any>; text(): Promise<string>;
}
interface Request extends Body {
  cache: RequestCache; credentials: RequestCredentials; destination: RequestDestination; headers: Headers; integrity: string; keepalive: boolean;
  method: string; mode: RequestMode; redirect: RequestRedirect; referrer: string; referrerPolicy: ReferrerPolicy; signal: AbortSignal; url: string;
  clone(): Request;
}
declare var Request: { prototype: Request; new (input: RequestInfo | URL, init?: RequestInit): Request };
interface Response extends Body {
  headers: Headers; ok: boolean; redirected: boolean; status: number; statusText: string; type: ResponseType; url: string; clone(): Response;
}
declare var Response: {
  prototype: Response; new (body?: BodyInit | null, init?: ResponseInit): Response; error(): Response; json(data: any, init?: ResponseInit): Response;
  redirect(url: string | URL, status?: number): Response;
};
interface URL {
  hash: string; host: string; hostname: string; href: string; origin: string; password: string; pathname: string; port: string; protocol: string;
  search: string; searchParams: URLSearchParams; username: string; toJSON(): string; toString(): string;
}
declare var URL: {
  prototype: URL; new (url: string | URL, base?: string | URL): URL; canParse(url: string | URL, base?: string | URL): boolean;
  createObjectURL(obj: Blob | MediaSource): string; parse(url: string | URL, base?: string | URL): URL | null; revokeObjectURL(url: string): void;
};
interface URLSearchParams {
  size: number; append(name: string, value: string): void; delete(name: string, value?: string): void; get(name: string): string | null;
  getAll(name: string): string[]; has(name: string, value?: string): boolean; set(name: string, value: string): void; sort(): void; toString(): string;
  forEach(callbackfn: (value: string, key: string, parent: URLSearchParams) => void, thisArg?: any): void;
}
declare var URLSearchParams: {
  prototype: URLSearchParams; new (init?: string[][] | Record<string, string> | string | URLSearchParams): URLSearchParams;
};
interface TextDecoder extends TextDecoderCommon { decode(input?: BufferSource, options?: TextDecodeOptions): string }
declare var TextDecoder: { prototype: TextDecoder; new (label?: string, options?: TextDecoderOptions): TextDecoder };
interface TextDecoderStream extends GenericTransformStream, TextDecoderCommon {
  readable: ReadableStream<string>; writable: WritableStream<BufferSource>;
}
declare var TextDecoderStream: { prototype: TextDecoderStream; new (label?: string, options?: TextDecoderOptions): TextDecoderStream };
interface TextEncoderEncodeIntoResult { read: number; written: number }
interface TextEncoder extends TextEncoderCommon {
  encode(input?: string): Uint8Array; encodeInto(source: string, destination: Uint8Array): TextEncoderEncodeIntoResult;
}
declare var TextEncoder: { prototype: TextEncoder; new (): TextEncoder };
interface TextEncoderStream extends GenericTransformStream, TextEncoderCommon {
  readable: ReadableStream<Uint8Array>; writable: WritableStream<string>;
}
declare var TextEncoderStream: { prototype: TextEncoderStream; new (): TextEncoderStream };
interface ReadableStream<R = any> {
  locked: boolean; cancel(reason?: any): Promise<void>; getReader(options?: ReadableStreamGetReaderOptions): ReadableStreamDefaultReader<R>;
  pipeThrough<T>(transform: ReadableWritablePair<T, R>, options?: StreamPipeOptions): ReadableStream<T>;
  pipeTo(destination: WritableStream<R>, options?: StreamPipeOptions): Promise<void>; tee(): [ReadableStream<R>, ReadableStream<R>];
}
declare var ReadableStream: {
  prototype: ReadableStream<any>; new <R = any>(underlyingSource?: UnderlyingSource<R>, strategy?: QueuingStrategy<R>): ReadableStream<R>;
  from<T>(iterable: AsyncIterable<T> | Iterable<T>): ReadableStream<T>;
};
interface ReadableStreamDefaultReader<R = any> extends ReadableStreamGenericReader {
  read(): Promise<ReadableStreamReadResult<R>>; releaseLock(): void;
}
declare var ReadableStreamDefaultReader: {
  prototype: ReadableStreamDefaultReader<any>; new <R = any>(stream: ReadableStream<R>): ReadableStreamDefaultReader<R>;
};
interface ReadableStreamBYOBReader extends ReadableStreamGenericReader {
  read<T extends ArrayBufferView>(view: T): Promise<ReadableStreamReadResult<T>>; releaseLock(): void;
}
declare var ReadableStreamBYOBReader: { prototype: ReadableStreamBYOBReader; new (stream: ReadableStream): ReadableStreamBYOBReader };
interface ReadableStreamDefaultController<R = any> { desiredSize: number | null; close(): void; enqueue(chunk?: R): void; error(e?: any): void }
declare var ReadableStreamDefaultController: { prototype: ReadableStreamDefaultController<any>; new(): ReadableStreamDefaultController<any> };
interface ReadableByteStreamController {
  byobRequest: any; desiredSize: number | null; close(): void; enqueue(chunk: ArrayBufferView): void; error(e?: any): void;
}
declare var ReadableByteStreamController: { prototype: ReadableByteStreamController; new(): ReadableByteStreamController };
interface WritableStream<W = any> {
  locked: boolean; abort(reason?: any): Promise<void>; close(): Promise<void>; getWriter(): WritableStreamDefaultWriter<W>;
}
declare var WritableStream: {
  prototype: WritableStream<any>; new <W = any>(underlyingSink?: UnderlyingSink<W>, strategy?: QueuingStrategy<W>): WritableStream<W>;
};
interface WritableStreamDefaultController { signal: AbortSignal; error(e?: any): void }
declare var WritableStreamDefaultController: { prototype: WritableStreamDefaultController; new(): WritableStreamDefaultController };
interface WritableStreamDefaultWriter<W = any> {
  closed: Promise<void>; desiredSize: number | null; ready: Promise<void>; abort(reason?: any): Promise<void>; close(): Promise<void>;
  releaseLock(): void; write(chunk?: W): Promise<void>;
}
declare var WritableStreamDefaultWriter: {
  prototype: WritableStreamDefaultWriter<any>; new <W = any>(stream: WritableStream<W>): WritableStreamDefaultWriter<W>;
};
interface TransformStream<I = any, O = any> { readable: ReadableStream<O>; writable: WritableStream<I> }
declare var TransformStream: {
  prototype: TransformStream<any, any>;
  new <I = any, O = any>(transformer?: Transformer<I, O>, writableStrategy?: QueuingStrategy<I>, readableStrategy?: QueuingStrategy<O>): TransformStream<I, O>;
};
interface TransformStreamDefaultController<O = any> {
  desiredSize: number | null; enqueue(chunk?: O): void; error(reason?: any): void; terminate(): void;
}
declare var TransformStreamDefaultController: { prototype: TransformStreamDefaultController<any>; new(): TransformStreamDefaultController<any> };
interface ByteLengthQueuingStrategy { highWaterMark: number; size: QueuingStrategySize<ArrayBufferView> }
declare var ByteLengthQueuingStrategy: { prototype: ByteLengthQueuingStrategy; new (init: QueuingStrategyInit): ByteLengthQueuingStrategy };
interface CountQueuingStrategy { highWaterMark: number; size: QueuingStrategySize }
declare var CountQueuingStrategy: { prototype: CountQueuingStrategy; new (init: QueuingStrategyInit): CountQueuingStrategy };
interface CompressionStream extends GenericTransformStream { readable: ReadableStream<Uint8Array>; writable: WritableStream<BufferSource> }
declare var CompressionStream: { prototype: CompressionStream; new (format: CompressionFormat): CompressionStream };
interface DecompressionStream extends GenericTransformStream { readable: ReadableStream<Uint8Array>; writable: WritableStream<BufferSource> }
declare var DecompressionStream: { prototype: DecompressionStream; new (format: CompressionFormat): DecompressionStream };
interface WebSocket extends EventTarget {
  binaryType: BinaryType; bufferedAmount: number; extensions: string; onclose: ((this: WebSocket, ev: CloseEvent) => any) | null;
  onerror: ((this: WebSocket, ev: Event) => any) | null; onmessage: ((this: WebSocket, ev: MessageEvent) => any) | null;
  onopen: ((this: WebSocket, ev: Event) => any) | null; protocol: string; readyState: number; url: string; close(code?: number, reason?: string): void;
  send(data: string | ArrayBufferLike | Blob | ArrayBufferView): void; CONNECTING: 0; OPEN: 1; CLOSING: 2; CLOSED: 3;
  addEventListener<K extends keyof WebSocketEventMap>(type: K, listener: (ev: WebSocketEventMap[K]) => any, options?: boolean | AddEventListenerOptions): void;
}
declare var WebSocket: {
  prototype: WebSocket; new (url: string | URL, protocols?: string | string[]): WebSocket; CONNECTING: 0; OPEN: 1; CLOSING: 2; CLOSED: 3;
};
interface WebSocketEventMap { close: CloseEvent; error: Event; message: MessageEvent; open: Event }
interface EventSource extends EventTarget {
  onerror: ((this: EventSource, ev: Event) => any) | null; onmessage: ((this: EventSource, ev: MessageEvent) => any) | null;
  onopen: ((this: EventSource, ev: Event) => any) | null; readyState: number; url: string; withCredentials: boolean; close(): void; CONNECTING: 0;
  OPEN: 1; CLOSED: 2;
  addEventListener(type: string, listener: (this: EventSource, event: MessageEvent) => any, options?: boolean | AddEventListenerOptions): void;
}
declare var EventSource: {
  prototype: EventSource; new (url: string | URL, eventSourceInitDict?: EventSourceInit): EventSource; CONNECTING: 0; OPEN: 1; CLOSED: 2;
};
interface XMLHttpRequestEventTargetEventMap {
  abort: ProgressEvent; error: ProgressEvent; load: ProgressEvent; loadend: ProgressEvent; loadstart: ProgressEvent; progress: ProgressEvent;
  timeout: ProgressEvent;
}
interface XMLHttpRequestEventTarget extends EventTarget {
  onabort: ((this: XMLHttpRequest, ev: ProgressEvent) => any) | null; onerror: ((this: XMLHttpRequest, ev: ProgressEvent) => any) | null;
  onload: ((this: XMLHttpRequest, ev: ProgressEvent) => any) | null; onloadend: ((this: XMLHttpRequest, ev: ProgressEvent) => any) | null;
  onloadstart: ((this: XMLHttpRequest, ev: ProgressEvent) => any) | null; onprogress: ((this: XMLHttpRequest, ev: ProgressEvent) => any) | null;
  ontimeout: ((this: XMLHttpRequest, ev: ProgressEvent) => any) | null;
  addEventListener<K extends keyof XMLHttpRequestEventTargetEventMap>(type: K, listener: (ev: XMLHttpRequestEventTargetEventMap[K]) => any, options?: boolean | AddEventListenerOptions): void;
}
declare var XMLHttpRequestEventTarget: { prototype: XMLHttpRequestEventTarget; new(): XMLHttpRequestEventTarget };
interface XMLHttpRequest extends XMLHttpRequestEventTarget {
  onreadystatechange: ((this: XMLHttpRequest, ev: Event) => any) | null; readyState: number; response: any; responseText: string;
  responseType: XMLHttpRequestResponseType; responseURL: string; responseXML: Document | null; status: number; statusText: string; timeout: number;
  upload: XMLHttpRequestUpload; withCredentials: boolean; abort(): void; getAllResponseHeaders(): string;
  getResponseHeader(name: string): string | null;
  open(method: string, url: string | URL, async?: boolean, username?: string | null, password?: string | null): void;
  overrideMimeType(mime: string): void; send(body?: Document | XMLHttpRequestBodyInit | null): void;
  setRequestHeader(name: string, value: string): void;
  addEventListener<K extends keyof XMLHttpRequestEventTargetEventMap>(type: K, listener: (ev: XMLHttpRequestEventTargetEventMap[K]) => any, options?: boolean | AddEventListenerOptions): void;
  UNSENT: 0; OPENED: 1; HEADERS_RECEIVED: 2; LOADING: 3; DONE: 4;
}
declare var XMLHttpRequest: { prototype: XMLHttpRequest; new (): XMLHttpRequest; UNSENT: 0; OPENED: 1; HEADERS_RECEIVED: 2; LOADING: 3; DONE: 4 };
interface XMLHttpRequestUpload extends XMLHttpRequestEventTarget {
  addEventListener<K extends keyof XMLHttpRequestEventTargetEventMap>(type: K, listener: (ev: XMLHttpRequestEventTargetEventMap[K]) => any, options?: boolean | AddEventListenerOptions): void;
}
declare var XMLHttpRequestUpload: { prototype: XMLHttpRequestUpload; new(): XMLHttpRequestUpload };
interface MessageChannel { port1: MessagePort; port2: MessagePort }
declare var MessageChannel: { prototype: MessageChannel; new (): MessageChannel };
interface MessagePort extends EventTarget {
  onmessage: ((this: MessagePort, ev: MessageEvent) => any) | null; onmessageerror: ((this: MessagePort, ev: MessageEvent) => any) | null;
  close(): void; postMessage(message: any, transfer?: Transferable[] | StructuredSerializeOptions): void; start(): void;
}
declare var MessagePort: { prototype: MessagePort; new(): MessagePort };
interface BroadcastChannel extends EventTarget {
  name: string; onmessage: ((this: BroadcastChannel, ev: MessageEvent) => any) | null;
  onmessageerror: ((this: BroadcastChannel, ev: MessageEvent) => any) | null; close(): void; postMessage(message: any): void;
}
declare var BroadcastChannel: { prototype: BroadcastChannel; new (name: string): BroadcastChannel };
interface Worker extends EventTarget {
  onerror: ((ev: ErrorEvent) => any) | null; onmessage: ((this: Worker, ev: MessageEvent) => any) | null;
  onmessageerror: ((this: Worker, ev: MessageEvent) => any) | null;
  postMessage(message: any, transfer?: Transferable[] | StructuredSerializeOptions): void; terminate(): void;
}
declare var Worker: { prototype: Worker; new (scriptURL: string | URL, options?: WorkerOptions): Worker };
interface ServiceWorker extends EventTarget {
  onstatechange: ((ev: Event) => any) | null; scriptURL: string; state: string;
  postMessage(message: any, transfer?: Transferable[] | StructuredSerializeOptions): void;
}
declare var ServiceWorker: { prototype: ServiceWorker; new(): ServiceWorker };
interface ServiceWorkerRegistration extends EventTarget {
  active: ServiceWorker | null; installing: ServiceWorker | null; scope: string; waiting: ServiceWorker | null; unregister(): Promise<boolean>;
  update(): Promise<ServiceWorkerRegistration>;
}
declare var ServiceWorkerRegistration: { prototype: ServiceWorkerRegistration; new(): ServiceWorkerRegistration };
interface ServiceWorkerContainer extends EventTarget {
  controller: ServiceWorker | null; ready: Promise<ServiceWorkerRegistration>;
  getRegistration(clientURL?: string | URL): Promise<ServiceWorkerRegistration | undefined>;
  getRegistrations(): Promise<readonly ServiceWorkerRegistration[]>;
  register(scriptURL: string | URL, options?: RegistrationOptions): Promise<ServiceWorkerRegistration>;
}
declare var ServiceWorkerContainer: { prototype: ServiceWorkerContainer; new(): ServiceWorkerContainer };
interface DOMException extends Error { code: number; message: string; name: string; ABORT_ERR: 20 }
declare var DOMException: { prototype: DOMException; new (message?: string, name?: string): DOMException };
interface Storage {
  length: number; clear(): void; getItem(key: string): string | null; key(index: number): string | null; removeItem(key: string): void;
  setItem(key: string, value: string): void; [name: string]: any;
}
declare var Storage: { prototype: Storage; new(): Storage };
interface Crypto { subtle: SubtleCrypto; getRandomValues<T extends ArrayBufferView>(array: T): T; randomUUID(): string }
declare var Crypto: { prototype: Crypto; new(): Crypto };
interface CryptoKey { algorithm: Algorithm; extractable: boolean; type: KeyType; usages: KeyUsage[] }
declare var CryptoKey: { prototype: CryptoKey; new(): CryptoKey };
interface SubtleCrypto {
  decrypt(algorithm: any, key: CryptoKey, data: BufferSource): Promise<ArrayBuffer>;
  deriveBits(algorithm: any, baseKey: CryptoKey, length?: number | null): Promise<ArrayBuffer>;
  deriveKey(algorithm: any, baseKey: CryptoKey, derivedKeyType: any, extractable: boolean, keyUsages: KeyUsage[]): Promise<CryptoKey>;
  digest(algorithm: AlgorithmIdentifier, data: BufferSource): Promise<ArrayBuffer>;
  encrypt(algorithm: any, key: CryptoKey, data: BufferSource): Promise<ArrayBuffer>;
  exportKey(format: KeyFormat, key: CryptoKey): Promise<ArrayBuffer | JsonWebKey>;
  generateKey(algorithm: any, extractable: boolean, keyUsages: KeyUsage[]): Promise<CryptoKeyPair | CryptoKey>;
  importKey(format: KeyFormat, keyData: any, algorithm: any, extractable: boolean, keyUsages: KeyUsage[]): Promise<CryptoKey>;
  sign(algorithm: any, key: CryptoKey, data: BufferSource): Promise<ArrayBuffer>;
  verify(algorithm: any, key: CryptoKey, signature: BufferSource, data: BufferSource): Promise<boolean>;
}
declare var SubtleCrypto: { prototype: SubtleCrypto; new(): SubtleCrypto };
interface Performance extends EventTarget {
  timeOrigin: DOMHighResTimeStamp; clearMarks(markName?: string): void; clearMeasures(measureName?: string): void; getEntries(): PerformanceEntry[];
  getEntriesByName(name: string, type?: string): PerformanceEntry[]; getEntriesByType(type: string): PerformanceEntry[];
  mark(markName: string, markOptions?: PerformanceMarkOptions): PerformanceMark;
  measure(measureName: string, startOrMeasureOptions?: string | PerformanceMeasureOptions, endMark?: string): PerformanceMeasure;
  now(): DOMHighResTimeStamp; toJSON(): any;
}
declare var Performance: { prototype: Performance; new(): Performance };
interface PerformanceEntry { duration: DOMHighResTimeStamp; entryType: string; name: string; startTime: DOMHighResTimeStamp; toJSON(): any }
declare var PerformanceEntry: { prototype: PerformanceEntry; new(): PerformanceEntry };
interface PerformanceMark extends PerformanceEntry { detail: any }
declare var PerformanceMark: { prototype: PerformanceMark; new (markName: string, markOptions?: PerformanceMarkOptions): PerformanceMark };
interface PerformanceMeasure extends PerformanceEntry { detail: any }
declare var PerformanceMeasure: { prototype: PerformanceMeasure; new(): PerformanceMeasure };
interface PerformanceObserver { disconnect(): void; observe(options?: PerformanceObserverInit): void; takeRecords(): PerformanceEntry[] }
declare var PerformanceObserver: { prototype: PerformanceObserver; new (callback: PerformanceObserverCallback): PerformanceObserver };
interface PerformanceObserverEntryList {
  getEntries(): PerformanceEntry[]; getEntriesByName(name: string, type?: string): PerformanceEntry[];
  getEntriesByType(type: string): PerformanceEntry[];
}
declare var PerformanceObserverEntryList: { prototype: PerformanceObserverEntryList; new(): PerformanceObserverEntryList };
interface Location {
  hash: string; host: string; hostname: string; href: string; origin: string; pathname: string; port: string; protocol: string; search: string;
  assign(url: string | URL): void; reload(): void; replace(url: string | URL): void; toString(): string;
}
declare var Location: { prototype: Location; new(): Location };
interface History {
  length: number; scrollRestoration: string; state: any; back(): void; forward(): void; go(delta?: number): void;
  pushState(data: any, unused: string, url?: string | URL | null): void; replaceState(data: any, unused: string, url?: string | URL | null): void;
}
declare var History: { prototype: History; new(): History };
interface Navigator {
  clipboard: Clipboard; geolocation: Geolocation; hardwareConcurrency: number; language: string; languages: readonly string[]; maxTouchPoints: number;
  mediaDevices: MediaDevices; onLine: boolean; permissions: Permissions; platform: string; serviceWorker: ServiceWorkerContainer;
  storage: StorageManager; userAgent: string; vendor: string; cookieEnabled: boolean; canShare(data?: ShareData): boolean;
  sendBeacon(url: string | URL, data?: BodyInit | null): boolean; share(data?: ShareData): Promise<void>; vibrate(pattern: number | number[]): boolean;
}
declare var Navigator: { prototype: Navigator; new(): Navigator };
interface Clipboard extends EventTarget {
  read(): Promise<ClipboardItem[]>; readText(): Promise<string>; write(data: ClipboardItem[]): Promise<void>; writeText(data: string): Promise<void>;
}
declare var Clipboard: { prototype: Clipboard; new(): Clipboard };
interface ClipboardItem { types: readonly string[]; getType(type: string): Promise<Blob> }
declare var ClipboardItem: { prototype: ClipboardItem; new (items: Record<string, string | Blob | PromiseLike<string | Blob>>): ClipboardItem };
interface Geolocation {
  clearWatch(watchId: number): void;
  getCurrentPosition(successCallback: PositionCallback, errorCallback?: PositionErrorCallback | null, options?: any): void;
  watchPosition(successCallback: PositionCallback, errorCallback?: PositionErrorCallback | null, options?: any): number;
}
declare var Geolocation: { prototype: Geolocation; new(): Geolocation };
interface GeolocationPosition { coords: GeolocationCoordinates; timestamp: EpochTimeStamp }
declare var GeolocationPosition: { prototype: GeolocationPosition; new(): GeolocationPosition };
interface GeolocationCoordinates {
  accuracy: number; altitude: number | null; heading: number | null; latitude: number; longitude: number; speed: number | null;
}
declare var GeolocationCoordinates: { prototype: GeolocationCoordinates; new(): GeolocationCoordinates };
interface GeolocationPositionError { code: number; message: string }
declare var GeolocationPositionError: { prototype: GeolocationPositionError; new(): GeolocationPositionError };
interface StorageManager { estimate(): Promise<any>; getDirectory(): Promise<any>; persist(): Promise<boolean>; persisted(): Promise<boolean> }
declare var StorageManager: { prototype: StorageManager; new(): StorageManager };
interface Permissions { query(permissionDesc: any): Promise<PermissionStatus> }
declare var Permissions: { prototype: Permissions; new(): Permissions };
interface PermissionStatus extends EventTarget { name: string; onchange: ((ev: Event) => any) | null; state: PermissionState }
declare var PermissionStatus: { prototype: PermissionStatus; new(): PermissionStatus };
interface MediaDevices extends EventTarget {
  enumerateDevices(): Promise<any[]>; getDisplayMedia(options?: any): Promise<MediaStream>;
  getUserMedia(constraints?: MediaStreamConstraints): Promise<MediaStream>;
}
declare var MediaDevices: { prototype: MediaDevices; new(): MediaDevices };
interface MediaStream extends EventTarget {
  active: boolean; id: string; addTrack(track: MediaStreamTrack): void; clone(): MediaStream; getAudioTracks(): MediaStreamTrack[];
  getTracks(): MediaStreamTrack[]; getVideoTracks(): MediaStreamTrack[]; removeTrack(track: MediaStreamTrack): void;
}
declare var MediaStream: { prototype: MediaStream; new (tracks?: MediaStreamTrack[]): MediaStream };
interface MediaStreamTrack extends EventTarget {
  enabled: boolean; id: string; kind: string; label: string; muted: boolean; readyState: string; stop(): void; clone(): MediaStreamTrack;
}
declare var MediaStreamTrack: { prototype: MediaStreamTrack; new(): MediaStreamTrack };
interface MediaSource extends EventTarget { duration: number; readyState: string; endOfStream(error?: string): void }
declare var MediaSource: { prototype: MediaSource; new (): MediaSource };
interface Notification extends EventTarget { body: string; data: any; onclick: ((ev: Event) => any) | null; title: string; close(): void }
declare var Notification: {
  prototype: Notification; new (title: string, options?: NotificationOptions): Notification; permission: NotificationPermission;
  requestPermission(): Promise<NotificationPermission>;
};
interface MediaQueryList extends EventTarget {
  matches: boolean; media: string; onchange: ((ev: MediaQueryListEvent) => any) | null;
  addListener(callback: ((ev: MediaQueryListEvent) => any) | null): void; removeListener(callback: ((ev: MediaQueryListEvent) => any) | null): void;
  addEventListener(type: string, listener: (ev: MediaQueryListEvent) => any, options?: boolean | AddEventListenerOptions): void;
}
declare var MediaQueryList: { prototype: MediaQueryList; new(): MediaQueryList };
interface Screen { availHeight: number; availWidth: number; colorDepth: number; height: number; orientation: any; pixelDepth: number; width: number }
declare var Screen: { prototype: Screen; new(): Screen };
interface VisualViewport extends EventTarget {
  height: number; offsetLeft: number; offsetTop: number; pageLeft: number; pageTop: number; scale: number; width: number;
}
declare var VisualViewport: { prototype: VisualViewport; new(): VisualViewport };
interface DataTransfer {
  dropEffect: string; effectAllowed: string; files: FileList; items: DataTransferItemList; types: readonly string[]; clearData(format?: string): void;
  getData(format: string): string; setData(format: string, data: string): void; setDragImage(image: Element, x: number, y: number): void;
}
declare var DataTransfer: { prototype: DataTransfer; new (): DataTransfer };
interface DataTransferItem { kind: string; type: string; getAsFile(): File | null; getAsString(callback: FunctionStringCallback | null): void }
declare var DataTransferItem: { prototype: DataTransferItem; new(): DataTransferItem };
interface DataTransferItemList {
  length: number; add(data: string | File, type?: string): DataTransferItem | null; clear(): void; remove(index: number): void;
  [index: number]: DataTransferItem;
}
declare var DataTransferItemList: { prototype: DataTransferItemList; new(): DataTransferItemList };

interface Node extends EventTarget {
  baseURI: string; childNodes: NodeListOf<ChildNode>; firstChild: ChildNode | null; isConnected: boolean; lastChild: ChildNode | null;
  nextSibling: ChildNode | null; nodeName: string; nodeType: number; nodeValue: string | null; ownerDocument: Document | null;
  parentElement: HTMLElement | null; parentNode: ParentNode | null; previousSibling: ChildNode | null; textContent: string | null;
  appendChild<T extends Node>(node: T): T; cloneNode(subtree?: boolean): Node; compareDocumentPosition(other: Node): number;
  contains(other: Node | null): boolean; getRootNode(options?: GetRootNodeOptions): Node; hasChildNodes(): boolean;
  insertBefore<T extends Node>(node: T, child: Node | null): T; isEqualNode(otherNode: Node | null): boolean;
  isSameNode(otherNode: Node | null): boolean; normalize(): void; removeChild<T extends Node>(child: T): T;
  replaceChild<T extends Node>(node: Node, child: T): T; ELEMENT_NODE: 1; ATTRIBUTE_NODE: 2; TEXT_NODE: 3; COMMENT_NODE: 8; DOCUMENT_NODE: 9;
  DOCUMENT_FRAGMENT_NODE: 11;
}
declare var Node: { prototype: Node; new(): Node; ELEMENT_NODE: 1; TEXT_NODE: 3; COMMENT_NODE: 8; DOCUMENT_NODE: 9 };
interface ChildNode extends Node {
  after(...nodes: (Node | string)[]): void; before(...nodes: (Node | string)[]): void; remove(): void; replaceWith(...nodes: (Node | string)[]): void;
}
interface ParentNode extends Node {
  childElementCount: number; children: HTMLCollection; firstElementChild: Element | null; lastElementChild: Element | null;
  append(...nodes: (Node | string)[]): void; prepend(...nodes: (Node | string)[]): void;
  querySelector<E extends Element = Element>(selectors: string): E | null;
  querySelectorAll<E extends Element = Element>(selectors: string): NodeListOf<E>; replaceChildren(...nodes: (Node | string)[]): void;
}
interface NonDocumentTypeChildNode { nextElementSibling: Element | null; previousElementSibling: Element | null }
interface NonElementParentNode { getElementById(elementId: string): Element | null }
interface InnerHTML { innerHTML: string }
interface NodeList {
  length: number; item(index: number): Node | null; forEach(callbackfn: (value: Node, key: number, parent: NodeList) => void, thisArg?: any): void;
  [index: number]: Node;
}
declare var NodeList: { prototype: NodeList; new(): NodeList };
interface NodeListOf<T extends Node> extends NodeList {
  item(index: number): T; forEach(callbackfn: (value: T, key: number, parent: NodeListOf<T>) => void, thisArg?: any): void; [index: number]: T;
}
interface HTMLCollectionBase { length: number; item(index: number): Element | null; [index: number]: Element }
interface HTMLCollection extends HTMLCollectionBase { namedItem(name: string): Element | null }
declare var HTMLCollection: { prototype: HTMLCollection; new(): HTMLCollection };
interface HTMLCollectionOf<T extends Element> extends HTMLCollectionBase {
  item(index: number): T | null; namedItem(name: string): T | null; [index: number]: T;
}
interface NamedNodeMap {
  length: number; getNamedItem(qualifiedName: string): Attr | null; item(index: number): Attr | null; removeNamedItem(qualifiedName: string): Attr;
  setNamedItem(attr: Attr): Attr | null; [index: number]: Attr;
}
declare var NamedNodeMap: { prototype: NamedNodeMap; new(): NamedNodeMap };
interface Attr extends Node { localName: string; name: string; ownerElement: Element | null; specified: boolean; value: string }
declare var Attr: { prototype: Attr; new(): Attr };
interface CharacterData extends Node {
  data: string; length: number; appendData(data: string): void; deleteData(offset: number, count: number): void; remove(): void;
  replaceWith(...nodes: (Node | string)[]): void;
}
declare var CharacterData: { prototype: CharacterData; new(): CharacterData };
interface Text extends CharacterData { wholeText: string; splitText(offset: number): Text }
declare var Text: { prototype: Text; new (data?: string): Text };
interface Comment extends CharacterData {}
declare var Comment: { prototype: Comment; new (data?: string): Comment };
interface DOMTokenList {
  length: number; value: string; add(...tokens: string[]): void; contains(token: string): boolean; item(index: number): string | null;
  remove(...tokens: string[]): void; replace(token: string, newToken: string): boolean; toggle(token: string, force?: boolean): boolean;
  forEach(callbackfn: (value: string, key: number, parent: DOMTokenList) => void, thisArg?: any): void; [index: number]: string;
}
declare var DOMTokenList: { prototype: DOMTokenList; new(): DOMTokenList };
interface DOMStringMap { [name: string]: string | undefined }
interface DOMRectReadOnly {
  bottom: number; height: number; left: number; right: number; top: number; width: number; x: number; y: number; toJSON(): any;
}
declare var DOMRectReadOnly: { prototype: DOMRectReadOnly; new (x?: number, y?: number, width?: number, height?: number): DOMRectReadOnly };
interface DOMRect extends DOMRectReadOnly { height: number; width: number; x: number; y: number }
declare var DOMRect: { prototype: DOMRect; new (x?: number, y?: number, width?: number, height?: number): DOMRect };
interface DOMRectList { length: number; item(index: number): DOMRect | null; [index: number]: DOMRect }
declare var DOMRectList: { prototype: DOMRectList; new(): DOMRectList };
interface DOMParser { parseFromString(string: string, type: string): Document }
declare var DOMParser: { prototype: DOMParser; new (): DOMParser };
interface XMLSerializer { serializeToString(root: Node): string }
declare var XMLSerializer: { prototype: XMLSerializer; new (): XMLSerializer };
interface ARIAMixin {
  ariaChecked: string | null; ariaDisabled: string | null; ariaExpanded: string | null; ariaHidden: string | null; ariaLabel: string | null;
  ariaSelected: string | null; role: string | null;
}
interface Animatable { animate(keyframes: any, options?: any): Animation; getAnimations(options?: any): Animation[] }
interface Animation extends EventTarget {
  currentTime: any; finished: Promise<Animation>; id: string; onfinish: ((ev: Event) => any) | null; playState: string; cancel(): void; finish(): void;
  pause(): void; play(): void; reverse(): void;
}
declare var Animation: { prototype: Animation; new (effect?: any, timeline?: any): Animation };
interface Slottable { assignedSlot: HTMLSlotElement | null }
interface Element extends Node, ARIAMixin, Animatable, ChildNode, NonDocumentTypeChildNode, ParentNode, Slottable {
  attributes: NamedNodeMap; classList: DOMTokenList; className: string; clientHeight: number; clientLeft: number; clientTop: number;
  clientWidth: number; id: string; innerHTML: string; localName: string; namespaceURI: string | null; outerHTML: string; ownerDocument: Document;
  prefix: string | null; scrollHeight: number; scrollLeft: number; scrollTop: number; scrollWidth: number; shadowRoot: ShadowRoot | null; slot: string;
  tagName: string; attachShadow(init: ShadowRootInit): ShadowRoot; checkVisibility(options?: any): boolean;
  closest<E extends Element = Element>(selectors: string): E | null; getAttribute(qualifiedName: string): string | null; getAttributeNames(): string[];
  getAttributeNS(namespace: string | null, localName: string): string | null; getBoundingClientRect(): DOMRect; getClientRects(): DOMRectList;
  getElementsByClassName(classNames: string): HTMLCollectionOf<Element>; getElementsByTagName(qualifiedName: string): HTMLCollectionOf<Element>;
  hasAttribute(qualifiedName: string): boolean; hasAttributes(): boolean; hasPointerCapture(pointerId: number): boolean;
  insertAdjacentElement(where: InsertPosition, element: Element): Element | null; insertAdjacentHTML(position: InsertPosition, string: string): void;
  insertAdjacentText(where: InsertPosition, data: string): void; matches(selectors: string): boolean; releasePointerCapture(pointerId: number): void;
  removeAttribute(qualifiedName: string): void; removeAttributeNS(namespace: string | null, localName: string): void;
  requestFullscreen(options?: any): Promise<void>; scroll(options?: ScrollToOptions): void; scrollBy(options?: ScrollToOptions): void;
  scrollIntoView(arg?: boolean | ScrollIntoViewOptions): void; scrollTo(options?: ScrollToOptions): void;
  setAttribute(qualifiedName: string, value: string): void; setAttributeNS(namespace: string | null, qualifiedName: string, value: string): void;
  setPointerCapture(pointerId: number): void; toggleAttribute(qualifiedName: string, force?: boolean): boolean;
  addEventListener<K extends keyof HTMLElementEventMap>(type: K, listener: (ev: HTMLElementEventMap[K]) => any, options?: boolean | AddEventListenerOptions): void;
}
declare var Element: { prototype: Element; new(): Element };
interface DocumentFragment extends Node, NonElementParentNode, ParentNode {
  ownerDocument: Document; getElementById(elementId: string): HTMLElement | null;
}
declare var DocumentFragment: { prototype: DocumentFragment; new (): DocumentFragment };
interface DocumentOrShadowRoot {
  activeElement: Element | null; adoptedStyleSheets: CSSStyleSheet[]; fullscreenElement: Element | null; styleSheets: StyleSheetList;
  elementFromPoint(x: number, y: number): Element | null; elementsFromPoint(x: number, y: number): Element[];
}
interface ShadowRoot extends DocumentFragment, DocumentOrShadowRoot {
  delegatesFocus: boolean; host: Element; innerHTML: string; mode: ShadowRootMode;
}
declare var ShadowRoot: { prototype: ShadowRoot; new(): ShadowRoot };
interface GlobalEventHandlersEventMap {
  abort: UIEvent; animationend: AnimationEvent; animationstart: AnimationEvent; beforeinput: InputEvent; blur: FocusEvent; change: Event;
  click: MouseEvent; contextmenu: MouseEvent; dblclick: MouseEvent; drag: DragEvent; dragend: DragEvent; dragenter: DragEvent; dragleave: DragEvent;
  dragover: DragEvent; dragstart: DragEvent; drop: DragEvent; error: ErrorEvent; focus: FocusEvent; focusin: FocusEvent; focusout: FocusEvent;
  input: Event; keydown: KeyboardEvent; keypress: KeyboardEvent; keyup: KeyboardEvent; load: Event; mousedown: MouseEvent; mouseenter: MouseEvent;
  mouseleave: MouseEvent; mousemove: MouseEvent; mouseout: MouseEvent; mouseover: MouseEvent; mouseup: MouseEvent; pointerdown: PointerEvent;
  pointermove: PointerEvent; pointerup: PointerEvent; resize: UIEvent; scroll: Event; submit: SubmitEvent; touchend: TouchEvent; touchmove: TouchEvent;
  touchstart: TouchEvent; transitionend: TransitionEvent; wheel: WheelEvent;
}
interface HTMLElementEventMap extends GlobalEventHandlersEventMap { copy: ClipboardEvent; cut: ClipboardEvent; paste: ClipboardEvent }
interface DocumentEventMap extends GlobalEventHandlersEventMap {
  DOMContentLoaded: Event; readystatechange: Event; selectionchange: Event; visibilitychange: Event;
}
interface WindowEventMap extends GlobalEventHandlersEventMap {
  beforeunload: BeforeUnloadEvent; hashchange: HashChangeEvent; message: MessageEvent; offline: Event; online: Event; pagehide: PageTransitionEvent;
  pageshow: PageTransitionEvent; popstate: PopStateEvent; storage: StorageEvent; unhandledrejection: PromiseRejectionEvent; unload: Event;
}
interface GlobalEventHandlers {
  onblur: ((ev: FocusEvent) => any) | null; onchange: ((ev: Event) => any) | null; onclick: ((ev: MouseEvent) => any) | null;
  oncontextmenu: ((ev: MouseEvent) => any) | null; onerror: OnErrorEventHandler; onfocus: ((ev: FocusEvent) => any) | null;
  oninput: ((ev: Event) => any) | null; onkeydown: ((ev: KeyboardEvent) => any) | null; onkeyup: ((ev: KeyboardEvent) => any) | null;
  onload: ((ev: Event) => any) | null; onmousedown: ((ev: MouseEvent) => any) | null; onmousemove: ((ev: MouseEvent) => any) | null;
  onmouseup: ((ev: MouseEvent) => any) | null; onscroll: ((ev: Event) => any) | null; onsubmit: ((ev: SubmitEvent) => any) | null;
}
interface HTMLOrSVGElement {
  autofocus: boolean; dataset: DOMStringMap; nonce?: string; tabIndex: number; blur(): void; focus(options?: FocusOptions): void;
}
interface ElementContentEditable { contentEditable: string; isContentEditable: boolean }
interface ElementCSSInlineStyle { get style(): CSSStyleDeclaration; set style(cssText: string) }
interface HTMLElement extends Element, ElementCSSInlineStyle, ElementContentEditable, GlobalEventHandlers, HTMLOrSVGElement {
  accessKey: string; dir: string; draggable: boolean; hidden: boolean; inert: boolean; innerText: string; lang: string; offsetHeight: number;
  offsetLeft: number; offsetParent: Element | null; offsetTop: number; offsetWidth: number; outerText: string; popover: string | null;
  spellcheck: boolean; title: string; translate: boolean; attachInternals(): ElementInternals; click(): void; hidePopover(): void; showPopover(): void;
  addEventListener<K extends keyof HTMLElementEventMap>(type: K, listener: (ev: HTMLElementEventMap[K]) => any, options?: boolean | AddEventListenerOptions): void;
}
declare var HTMLElement: { prototype: HTMLElement; new(): HTMLElement };
interface ElementInternals {
  form: HTMLFormElement | null; shadowRoot: ShadowRoot | null; setFormValue(value: File | string | FormData | null, state?: any): void;
  setValidity(flags?: any, message?: string, anchor?: HTMLElement): void;
}
declare var ElementInternals: { prototype: ElementInternals; new(): ElementInternals };
interface HTMLAnchorElement extends HTMLElement {
  download: string; hash: string; host: string; hostname: string; href: string; origin: string; pathname: string; port: string; protocol: string;
  rel: string; search: string; target: string; text: string;
}
declare var HTMLAnchorElement: { prototype: HTMLAnchorElement; new(): HTMLAnchorElement };
interface HTMLAudioElement extends HTMLMediaElement {}
declare var HTMLAudioElement: { prototype: HTMLAudioElement; new(): HTMLAudioElement };
interface HTMLBodyElement extends HTMLElement {}
declare var HTMLBodyElement: { prototype: HTMLBodyElement; new(): HTMLBodyElement };
interface HTMLBRElement extends HTMLElement {}
declare var HTMLBRElement: { prototype: HTMLBRElement; new(): HTMLBRElement };
interface HTMLButtonElement extends HTMLElement {
  disabled: boolean; form: HTMLFormElement | null; labels: NodeListOf<HTMLLabelElement>; name: string; type: "submit" | "reset" | "button";
  value: string; checkValidity(): boolean;
}
declare var HTMLButtonElement: { prototype: HTMLButtonElement; new(): HTMLButtonElement };
interface HTMLCanvasElement extends HTMLElement {
  height: number; width: number; captureStream(frameRequestRate?: number): MediaStream;
  getContext(contextId: string, options?: any): CanvasRenderingContext2D | null; toBlob(callback: BlobCallback, type?: string, quality?: number): void;
  toDataURL(type?: string, quality?: number): string; transferControlToOffscreen(): OffscreenCanvas;
}
declare var HTMLCanvasElement: { prototype: HTMLCanvasElement; new(): HTMLCanvasElement };
interface HTMLDetailsElement extends HTMLElement { open: boolean }
declare var HTMLDetailsElement: { prototype: HTMLDetailsElement; new(): HTMLDetailsElement };
interface HTMLDialogElement extends HTMLElement {
  open: boolean; returnValue: string; close(returnValue?: string): void; show(): void; showModal(): void;
}
declare var HTMLDialogElement: { prototype: HTMLDialogElement; new(): HTMLDialogElement };
interface HTMLDivElement extends HTMLElement { align: string }
declare var HTMLDivElement: { prototype: HTMLDivElement; new(): HTMLDivElement };
interface HTMLFieldSetElement extends HTMLElement { disabled: boolean; elements: HTMLCollection; form: HTMLFormElement | null; name: string }
declare var HTMLFieldSetElement: { prototype: HTMLFieldSetElement; new(): HTMLFieldSetElement };
interface HTMLFormControlsCollection extends HTMLCollectionBase { namedItem(name: string): RadioNodeList | Element | null }
declare var HTMLFormControlsCollection: { prototype: HTMLFormControlsCollection; new(): HTMLFormControlsCollection };
interface RadioNodeList extends NodeList { value: string }
declare var RadioNodeList: { prototype: RadioNodeList; new(): RadioNodeList };
interface HTMLFormElement extends HTMLElement {
  action: string; autocomplete: string; elements: HTMLFormControlsCollection; enctype: string; length: number; method: string; name: string;
  noValidate: boolean; target: string; checkValidity(): boolean; reportValidity(): boolean; requestSubmit(submitter?: HTMLElement | null): void;
  reset(): void; submit(): void; [index: number]: Element;
}
declare var HTMLFormElement: { prototype: HTMLFormElement; new(): HTMLFormElement };
interface HTMLHeadElement extends HTMLElement {}
declare var HTMLHeadElement: { prototype: HTMLHeadElement; new(): HTMLHeadElement };
interface HTMLHeadingElement extends HTMLElement {}
declare var HTMLHeadingElement: { prototype: HTMLHeadingElement; new(): HTMLHeadingElement };
interface HTMLHRElement extends HTMLElement {}
declare var HTMLHRElement: { prototype: HTMLHRElement; new(): HTMLHRElement };
interface HTMLHtmlElement extends HTMLElement {}
declare var HTMLHtmlElement: { prototype: HTMLHtmlElement; new(): HTMLHtmlElement };
interface HTMLIFrameElement extends HTMLElement {
  allow: string; contentDocument: Document | null; contentWindow: WindowProxy | null; height: string; name: string; sandbox: DOMTokenList; src: string;
  srcdoc: string; width: string;
}
declare var HTMLIFrameElement: { prototype: HTMLIFrameElement; new(): HTMLIFrameElement };
interface HTMLImageElement extends HTMLElement {
  alt: string; complete: boolean; crossOrigin: string | null; currentSrc: string; decoding: string; height: number; loading: string;
  naturalHeight: number; naturalWidth: number; sizes: string; src: string; srcset: string; width: number; decode(): Promise<void>;
}
declare var HTMLImageElement: { prototype: HTMLImageElement; new(): HTMLImageElement };
interface HTMLInputElement extends HTMLElement {
  accept: string; autocomplete: string; checked: boolean; defaultChecked: boolean; defaultValue: string; disabled: boolean; files: FileList | null;
  form: HTMLFormElement | null; indeterminate: boolean; labels: NodeListOf<HTMLLabelElement> | null; list: HTMLDataListElement | null; max: string;
  maxLength: number; min: string; minLength: number; multiple: boolean; name: string; pattern: string; placeholder: string; readOnly: boolean;
  required: boolean; selectionDirection: string | null; selectionEnd: number | null; selectionStart: number | null; size: number; src: string;
  step: string; type: string; validationMessage: string; validity: ValidityState; value: string; valueAsDate: Date | null; valueAsNumber: number;
  checkValidity(): boolean; reportValidity(): boolean; select(): void; setCustomValidity(error: string): void;
  setRangeText(replacement: string, start?: number, end?: number): void;
  setSelectionRange(start: number | null, end: number | null, direction?: string): void; showPicker(): void; stepDown(n?: number): void;
  stepUp(n?: number): void;
}
declare var HTMLInputElement: { prototype: HTMLInputElement; new(): HTMLInputElement };
interface HTMLDataListElement extends HTMLElement { options: HTMLCollectionOf<HTMLOptionElement> }
declare var HTMLDataListElement: { prototype: HTMLDataListElement; new(): HTMLDataListElement };
interface HTMLLabelElement extends HTMLElement { control: HTMLElement | null; form: HTMLFormElement | null; htmlFor: string }
declare var HTMLLabelElement: { prototype: HTMLLabelElement; new(): HTMLLabelElement };
interface HTMLLIElement extends HTMLElement { value: number }
declare var HTMLLIElement: { prototype: HTMLLIElement; new(): HTMLLIElement };
interface HTMLLinkElement extends HTMLElement {
  as: string; crossOrigin: string | null; disabled: boolean; href: string; media: string; rel: string; sheet: CSSStyleSheet | null; type: string;
}
declare var HTMLLinkElement: { prototype: HTMLLinkElement; new(): HTMLLinkElement };
interface HTMLMediaElement extends HTMLElement {
  autoplay: boolean; buffered: TimeRanges; controls: boolean; crossOrigin: string | null; currentSrc: string; currentTime: number; duration: number;
  ended: boolean; error: MediaError | null; loop: boolean; muted: boolean; paused: boolean; playbackRate: number; preload: string; readyState: number;
  src: string; srcObject: MediaStream | MediaSource | Blob | null; volume: number; canPlayType(type: string): string; load(): void; pause(): void;
  play(): Promise<void>;
}
declare var HTMLMediaElement: { prototype: HTMLMediaElement; new(): HTMLMediaElement };
interface MediaError { code: number; message: string }
declare var MediaError: { prototype: MediaError; new(): MediaError };
interface TimeRanges { length: number; end(index: number): number; start(index: number): number }
declare var TimeRanges: { prototype: TimeRanges; new(): TimeRanges };
interface HTMLMetaElement extends HTMLElement { content: string; httpEquiv: string; media: string; name: string }
declare var HTMLMetaElement: { prototype: HTMLMetaElement; new(): HTMLMetaElement };
interface HTMLOListElement extends HTMLElement { reversed: boolean; start: number; type: string }
declare var HTMLOListElement: { prototype: HTMLOListElement; new(): HTMLOListElement };
interface HTMLOptGroupElement extends HTMLElement { disabled: boolean; label: string }
declare var HTMLOptGroupElement: { prototype: HTMLOptGroupElement; new(): HTMLOptGroupElement };
interface HTMLOptionElement extends HTMLElement {
  defaultSelected: boolean; disabled: boolean; form: HTMLFormElement | null; index: number; label: string; selected: boolean; text: string;
  value: string;
}
declare var HTMLOptionElement: { prototype: HTMLOptionElement; new(): HTMLOptionElement };
interface HTMLOptionsCollection extends HTMLCollectionOf<HTMLOptionElement> {
  length: number; selectedIndex: number; add(element: HTMLOptionElement | HTMLOptGroupElement, before?: HTMLElement | number | null): void;
  remove(index: number): void;
}
declare var HTMLOptionsCollection: { prototype: HTMLOptionsCollection; new(): HTMLOptionsCollection };
interface HTMLOutputElement extends HTMLElement { value: string }
declare var HTMLOutputElement: { prototype: HTMLOutputElement; new(): HTMLOutputElement };
interface HTMLParagraphElement extends HTMLElement {}
declare var HTMLParagraphElement: { prototype: HTMLParagraphElement; new(): HTMLParagraphElement };
interface HTMLPreElement extends HTMLElement {}
declare var HTMLPreElement: { prototype: HTMLPreElement; new(): HTMLPreElement };
interface HTMLProgressElement extends HTMLElement { max: number; position: number; value: number }
declare var HTMLProgressElement: { prototype: HTMLProgressElement; new(): HTMLProgressElement };
interface HTMLScriptElement extends HTMLElement {
  async: boolean; crossOrigin: string | null; defer: boolean; integrity: string; noModule: boolean; src: string; text: string; type: string;
}
declare var HTMLScriptElement: { prototype: HTMLScriptElement; new(): HTMLScriptElement };
interface HTMLSelectElement extends HTMLElement {
  disabled: boolean; form: HTMLFormElement | null; length: number; multiple: boolean; name: string; options: HTMLOptionsCollection; required: boolean;
  selectedIndex: number; selectedOptions: HTMLCollectionOf<HTMLOptionElement>; size: number; type: string; value: string;
  add(element: HTMLOptionElement | HTMLOptGroupElement, before?: HTMLElement | number | null): void; checkValidity(): boolean;
  item(index: number): HTMLOptionElement | null; remove(index?: number): void; [index: number]: HTMLOptionElement | HTMLOptGroupElement;
}
declare var HTMLSelectElement: { prototype: HTMLSelectElement; new(): HTMLSelectElement };
interface HTMLSlotElement extends HTMLElement { name: string; assignedElements(options?: any): Element[]; assignedNodes(options?: any): Node[] }
declare var HTMLSlotElement: { prototype: HTMLSlotElement; new(): HTMLSlotElement };
interface HTMLSourceElement extends HTMLElement { media: string; sizes: string; src: string; srcset: string; type: string }
declare var HTMLSourceElement: { prototype: HTMLSourceElement; new(): HTMLSourceElement };
interface HTMLSpanElement extends HTMLElement {}
declare var HTMLSpanElement: { prototype: HTMLSpanElement; new(): HTMLSpanElement };
interface HTMLStyleElement extends HTMLElement { disabled: boolean; media: string; sheet: CSSStyleSheet | null }
declare var HTMLStyleElement: { prototype: HTMLStyleElement; new(): HTMLStyleElement };
interface HTMLTableCellElement extends HTMLElement { cellIndex: number; colSpan: number; rowSpan: number; scope: string }
declare var HTMLTableCellElement: { prototype: HTMLTableCellElement; new(): HTMLTableCellElement };
interface HTMLTableElement extends HTMLElement {
  rows: HTMLCollectionOf<HTMLTableRowElement>; tBodies: HTMLCollectionOf<HTMLTableSectionElement>; tFoot: HTMLTableSectionElement | null;
  tHead: HTMLTableSectionElement | null; createTBody(): HTMLTableSectionElement; createTHead(): HTMLTableSectionElement; deleteRow(index: number): void;
  insertRow(index?: number): HTMLTableRowElement;
}
declare var HTMLTableElement: { prototype: HTMLTableElement; new(): HTMLTableElement };
interface HTMLTableRowElement extends HTMLElement {
  cells: HTMLCollectionOf<HTMLTableCellElement>; rowIndex: number; deleteCell(index: number): void; insertCell(index?: number): HTMLTableCellElement;
}
declare var HTMLTableRowElement: { prototype: HTMLTableRowElement; new(): HTMLTableRowElement };
interface HTMLTableSectionElement extends HTMLElement { rows: HTMLCollectionOf<HTMLTableRowElement>; insertRow(index?: number): HTMLTableRowElement }
declare var HTMLTableSectionElement: { prototype: HTMLTableSectionElement; new(): HTMLTableSectionElement };
interface HTMLTemplateElement extends HTMLElement { content: DocumentFragment }
declare var HTMLTemplateElement: { prototype: HTMLTemplateElement; new(): HTMLTemplateElement };
interface HTMLTextAreaElement extends HTMLElement {
  cols: number; defaultValue: string; disabled: boolean; form: HTMLFormElement | null; maxLength: number; minLength: number; name: string;
  placeholder: string; readOnly: boolean; required: boolean; rows: number; selectionEnd: number; selectionStart: number; textLength: number;
  type: string; validity: ValidityState; value: string; wrap: string; checkValidity(): boolean; select(): void; setCustomValidity(error: string): void;
  setRangeText(replacement: string, start?: number, end?: number): void;
  setSelectionRange(start: number | null, end: number | null, direction?: string): void;
}
declare var HTMLTextAreaElement: { prototype: HTMLTextAreaElement; new(): HTMLTextAreaElement };
interface HTMLTimeElement extends HTMLElement { dateTime: string }
declare var HTMLTimeElement: { prototype: HTMLTimeElement; new(): HTMLTimeElement };
interface HTMLTitleElement extends HTMLElement { text: string }
declare var HTMLTitleElement: { prototype: HTMLTitleElement; new(): HTMLTitleElement };
interface HTMLTrackElement extends HTMLElement { default: boolean; kind: string; label: string; src: string; srclang: string }
declare var HTMLTrackElement: { prototype: HTMLTrackElement; new(): HTMLTrackElement };
interface HTMLUListElement extends HTMLElement {}
declare var HTMLUListElement: { prototype: HTMLUListElement; new(): HTMLUListElement };
interface HTMLUnknownElement extends HTMLElement {}
declare var HTMLUnknownElement: { prototype: HTMLUnknownElement; new(): HTMLUnknownElement };
interface HTMLVideoElement extends HTMLMediaElement {
  height: number; playsInline: boolean; poster: string; videoHeight: number; videoWidth: number; width: number; requestPictureInPicture(): Promise<any>;
}
declare var HTMLVideoElement: { prototype: HTMLVideoElement; new(): HTMLVideoElement };
interface ValidityState {
  badInput: boolean; customError: boolean; patternMismatch: boolean; rangeOverflow: boolean; rangeUnderflow: boolean; stepMismatch: boolean;
  tooLong: boolean; tooShort: boolean; typeMismatch: boolean; valid: boolean; valueMissing: boolean;
}
declare var ValidityState: { prototype: ValidityState; new(): ValidityState };
interface SVGElement extends Element, ElementCSSInlineStyle, GlobalEventHandlers, HTMLOrSVGElement {
  ownerSVGElement: SVGSVGElement | null; viewportElement: SVGElement | null;
}
declare var SVGElement: { prototype: SVGElement; new(): SVGElement };
interface SVGGraphicsElement extends SVGElement {
  transform: any; getBBox(options?: any): DOMRect; getCTM(): DOMMatrix | null; getScreenCTM(): DOMMatrix | null;
}
declare var SVGGraphicsElement: { prototype: SVGGraphicsElement; new(): SVGGraphicsElement };
interface SVGSVGElement extends SVGGraphicsElement { height: any; viewBox: any; width: any; createSVGPoint(): DOMPoint }
declare var SVGSVGElement: { prototype: SVGSVGElement; new(): SVGSVGElement };
interface SVGGElement extends SVGGraphicsElement {}
declare var SVGGElement: { prototype: SVGGElement; new(): SVGGElement };
interface SVGPathElement extends SVGGraphicsElement { getPointAtLength(distance: number): DOMPoint; getTotalLength(): number }
declare var SVGPathElement: { prototype: SVGPathElement; new(): SVGPathElement };
interface SVGTextElement extends SVGGraphicsElement { getComputedTextLength(): number }
declare var SVGTextElement: { prototype: SVGTextElement; new(): SVGTextElement };
interface SVGScriptElement extends SVGElement { type: string }
declare var SVGScriptElement: { prototype: SVGScriptElement; new(): SVGScriptElement };
interface DOMPoint { w: number; x: number; y: number; z: number; matrixTransform(matrix?: any): DOMPoint }
declare var DOMPoint: { prototype: DOMPoint; new (x?: number, y?: number, z?: number, w?: number): DOMPoint };
interface DOMMatrix {
  a: number; b: number; c: number; d: number; e: number; f: number; inverse(): DOMMatrix; multiply(other?: any): DOMMatrix;
  scale(scaleX?: number, scaleY?: number): DOMMatrix; translate(tx?: number, ty?: number, tz?: number): DOMMatrix;
}
declare var DOMMatrix: { prototype: DOMMatrix; new (init?: string | number[]): DOMMatrix };
interface HTMLElementTagNameMap {
  a: HTMLAnchorElement; audio: HTMLAudioElement; body: HTMLBodyElement; br: HTMLBRElement; button: HTMLButtonElement; canvas: HTMLCanvasElement;
  details: HTMLDetailsElement; dialog: HTMLDialogElement; div: HTMLDivElement; fieldset: HTMLFieldSetElement; form: HTMLFormElement;
  h1: HTMLHeadingElement; h2: HTMLHeadingElement; h3: HTMLHeadingElement; head: HTMLHeadElement; html: HTMLHtmlElement; iframe: HTMLIFrameElement;
  img: HTMLImageElement; input: HTMLInputElement; label: HTMLLabelElement; li: HTMLLIElement; link: HTMLLinkElement; main: HTMLElement;
  meta: HTMLMetaElement; nav: HTMLElement; ol: HTMLOListElement; option: HTMLOptionElement; p: HTMLParagraphElement; pre: HTMLPreElement;
  progress: HTMLProgressElement; script: HTMLScriptElement; section: HTMLElement; select: HTMLSelectElement; slot: HTMLSlotElement;
  span: HTMLSpanElement; style: HTMLStyleElement; table: HTMLTableElement; tbody: HTMLTableSectionElement; td: HTMLTableCellElement;
  template: HTMLTemplateElement; textarea: HTMLTextAreaElement; thead: HTMLTableSectionElement; tr: HTMLTableRowElement; ul: HTMLUListElement;
  video: HTMLVideoElement;
}
interface HTMLAreaElement extends HTMLElement {}
interface HTMLBaseElement extends HTMLElement {}
interface HTMLDataElement extends HTMLElement {}
interface HTMLDListElement extends HTMLElement {}
interface HTMLEmbedElement extends HTMLElement {}
interface HTMLFontElement extends HTMLElement {}
interface HTMLFrameElement extends HTMLElement {}
interface HTMLFrameSetElement extends HTMLElement {}
interface HTMLLegendElement extends HTMLElement {}
interface HTMLMapElement extends HTMLElement {}
interface HTMLMarqueeElement extends HTMLElement {}
interface HTMLMenuElement extends HTMLElement {}
interface HTMLMeterElement extends HTMLElement {}
interface HTMLModElement extends HTMLElement {}
interface HTMLObjectElement extends HTMLElement {}
interface HTMLParamElement extends HTMLElement {}
interface HTMLPictureElement extends HTMLElement {}
interface HTMLQuoteElement extends HTMLElement {}
interface HTMLTableCaptionElement extends HTMLElement {}
interface HTMLTableColElement extends HTMLElement {}
interface HTMLDirectoryElement extends HTMLElement {}
interface SVGAnimateElement extends SVGElement {}
interface SVGAnimateMotionElement extends SVGElement {}
interface SVGAnimateTransformElement extends SVGElement {}
interface SVGAnimationElement extends SVGElement {}
interface SVGCircleElement extends SVGGraphicsElement {}
interface SVGClipPathElement extends SVGElement {}
interface SVGComponentTransferFunctionElement extends SVGElement {}
interface SVGDefsElement extends SVGGraphicsElement {}
interface SVGDescElement extends SVGElement {}
interface SVGEllipseElement extends SVGGraphicsElement {}
interface SVGFEBlendElement extends SVGElement {}
interface SVGFEColorMatrixElement extends SVGElement {}
interface SVGFEComponentTransferElement extends SVGElement {}
interface SVGFECompositeElement extends SVGElement {}
interface SVGFEConvolveMatrixElement extends SVGElement {}
interface SVGFEDiffuseLightingElement extends SVGElement {}
interface SVGFEDisplacementMapElement extends SVGElement {}
interface SVGFEDistantLightElement extends SVGElement {}
interface SVGFEDropShadowElement extends SVGElement {}
interface SVGFEFloodElement extends SVGElement {}
interface SVGFEFuncAElement extends SVGElement {}
interface SVGFEFuncBElement extends SVGElement {}
interface SVGFEFuncGElement extends SVGElement {}
interface SVGFEFuncRElement extends SVGElement {}
interface SVGFEGaussianBlurElement extends SVGElement {}
interface SVGFEImageElement extends SVGElement {}
interface SVGFEMergeElement extends SVGElement {}
interface SVGFEMergeNodeElement extends SVGElement {}
interface SVGFEMorphologyElement extends SVGElement {}
interface SVGFEOffsetElement extends SVGElement {}
interface SVGFEPointLightElement extends SVGElement {}
interface SVGFESpecularLightingElement extends SVGElement {}
interface SVGFESpotLightElement extends SVGElement {}
interface SVGFETileElement extends SVGElement {}
interface SVGFETurbulenceElement extends SVGElement {}
interface SVGFilterElement extends SVGElement {}
interface SVGForeignObjectElement extends SVGGraphicsElement {}
interface SVGGeometryElement extends SVGElement {}
interface SVGGradientElement extends SVGElement {}
interface SVGImageElement extends SVGGraphicsElement {}
interface SVGLineElement extends SVGGraphicsElement {}
interface SVGLinearGradientElement extends SVGElement {}
interface SVGMPathElement extends SVGElement {}
interface SVGMarkerElement extends SVGElement {}
interface SVGMaskElement extends SVGElement {}
interface SVGMetadataElement extends SVGElement {}
interface SVGPatternElement extends SVGElement {}
interface SVGPolygonElement extends SVGGraphicsElement {}
interface SVGPolylineElement extends SVGGraphicsElement {}
interface SVGRadialGradientElement extends SVGElement {}
interface SVGRectElement extends SVGGraphicsElement {}
interface SVGSetElement extends SVGElement {}
interface SVGStopElement extends SVGElement {}
interface SVGSwitchElement extends SVGGraphicsElement {}
interface SVGSymbolElement extends SVGGraphicsElement {}
interface SVGTSpanElement extends SVGElement {}
interface SVGTextContentElement extends SVGElement {}
interface SVGTextPathElement extends SVGElement {}
interface SVGTextPositioningElement extends SVGElement {}
interface SVGTitleElement extends SVGElement {}
interface SVGUseElement extends SVGGraphicsElement {}
interface SVGViewElement extends SVGElement {}
interface SVGAElement extends SVGGraphicsElement {}
interface SVGStyleElement extends SVGElement {}
interface MathMLElement extends Element, ElementCSSInlineStyle, GlobalEventHandlers, HTMLOrSVGElement {}
interface Document extends Node, DocumentOrShadowRoot, GlobalEventHandlers, NonElementParentNode, ParentNode {
  URL: string; body: HTMLElement; characterSet: string; compatMode: string; contentType: string; cookie: string;
  currentScript: HTMLOrSVGScriptElement | null; defaultView: WindowProxy | null; designMode: string; dir: string; doctype: Node | null;
  documentElement: HTMLElement; documentURI: string; domain: string; fonts: any; forms: HTMLCollectionOf<HTMLFormElement>; fullscreenEnabled: boolean;
  head: HTMLHeadElement; hidden: boolean; images: HTMLCollectionOf<HTMLImageElement>; implementation: DOMImplementation;
  links: HTMLCollectionOf<HTMLAnchorElement>; location: Location; onreadystatechange: ((ev: Event) => any) | null;
  onvisibilitychange: ((ev: Event) => any) | null; ownerDocument: null; readyState: DocumentReadyState; referrer: string;
  scripts: HTMLCollectionOf<HTMLScriptElement>; scrollingElement: Element | null; title: string; visibilityState: DocumentVisibilityState;
  adoptNode<T extends Node>(node: T): T; close(): void; createAttribute(localName: string): Attr; createComment(data: string): Comment;
  createDocumentFragment(): DocumentFragment;
  createElement<K extends keyof HTMLElementTagNameMap>(tagName: K, options?: ElementCreationOptions): HTMLElementTagNameMap[K];
  createElement(tagName: string, options?: ElementCreationOptions): HTMLElement;
  createElementNS(namespace: string | null, qualifiedName: string, options?: string | ElementCreationOptions): Element;
  createEvent(eventInterface: string): Event; createRange(): Range; createTextNode(data: string): Text;
  createTreeWalker(root: Node, whatToShow?: number, filter?: any): TreeWalker;
  execCommand(commandId: string, showUI?: boolean, value?: string): boolean; exitFullscreen(): Promise<void>;
  getElementById(elementId: string): HTMLElement | null; getElementsByClassName(classNames: string): HTMLCollectionOf<Element>;
  getElementsByName(elementName: string): NodeListOf<HTMLElement>; getElementsByTagName(qualifiedName: string): HTMLCollectionOf<Element>;
  getSelection(): Selection | null; hasFocus(): boolean; importNode<T extends Node>(node: T, options?: boolean): T;
  open(url?: string, name?: string, features?: string): Document; queryCommandSupported(commandId: string): boolean; write(...text: string[]): void;
  writeln(...text: string[]): void;
  addEventListener<K extends keyof DocumentEventMap>(type: K, listener: (ev: DocumentEventMap[K]) => any, options?: boolean | AddEventListenerOptions): void;
}
declare var Document: { prototype: Document; new (): Document };
interface HTMLDocument extends Document {}
declare var HTMLDocument: { prototype: HTMLDocument; new(): HTMLDocument };
interface XMLDocument extends Document {}
declare var XMLDocument: { prototype: XMLDocument; new(): XMLDocument };
interface DOMImplementation { createHTMLDocument(title?: string): Document }
declare var DOMImplementation: { prototype: DOMImplementation; new(): DOMImplementation };
interface Range {
  collapsed: boolean; commonAncestorContainer: Node; endContainer: Node; endOffset: number; startContainer: Node; startOffset: number;
  cloneContents(): DocumentFragment; cloneRange(): Range; collapse(toStart?: boolean): void; createContextualFragment(string: string): DocumentFragment;
  deleteContents(): void; extractContents(): DocumentFragment; getBoundingClientRect(): DOMRect; getClientRects(): DOMRectList;
  insertNode(node: Node): void; selectNode(node: Node): void; selectNodeContents(node: Node): void; setEnd(node: Node, offset: number): void;
  setEndAfter(node: Node): void; setEndBefore(node: Node): void; setStart(node: Node, offset: number): void; setStartAfter(node: Node): void;
  setStartBefore(node: Node): void; surroundContents(newParent: Node): void; toString(): string;
}
declare var Range: { prototype: Range; new (): Range };
interface Selection {
  anchorNode: Node | null; anchorOffset: number; focusNode: Node | null; focusOffset: number; isCollapsed: boolean; rangeCount: number; type: string;
  addRange(range: Range): void; collapse(node: Node | null, offset?: number): void;
  containsNode(node: Node, allowPartialContainment?: boolean): boolean; getRangeAt(index: number): Range; removeAllRanges(): void;
  removeRange(range: Range): void; selectAllChildren(node: Node): void; toString(): string;
}
declare var Selection: { prototype: Selection; new(): Selection };
interface TreeWalker {
  currentNode: Node; root: Node; firstChild(): Node | null; nextNode(): Node | null; parentNode(): Node | null; previousNode(): Node | null;
}
declare var TreeWalker: { prototype: TreeWalker; new(): TreeWalker };
interface MutationObserver { disconnect(): void; observe(target: Node, options?: MutationObserverInit): void; takeRecords(): MutationRecord[] }
declare var MutationObserver: { prototype: MutationObserver; new (callback: MutationCallback): MutationObserver };
interface MutationRecord {
  addedNodes: NodeList; attributeName: string | null; nextSibling: Node | null; oldValue: string | null; previousSibling: Node | null;
  removedNodes: NodeList; target: Node; type: string;
}
declare var MutationRecord: { prototype: MutationRecord; new(): MutationRecord };
interface IntersectionObserver {
  root: Element | Document | null; rootMargin: string; thresholds: readonly number[]; disconnect(): void; observe(target: Element): void;
  takeRecords(): IntersectionObserverEntry[]; unobserve(target: Element): void;
}
declare var IntersectionObserver: {
  prototype: IntersectionObserver; new (callback: IntersectionObserverCallback, options?: IntersectionObserverInit): IntersectionObserver;
};
interface IntersectionObserverEntry {
  boundingClientRect: DOMRectReadOnly; intersectionRatio: number; intersectionRect: DOMRectReadOnly; isIntersecting: boolean;
  rootBounds: DOMRectReadOnly | null; target: Element; time: DOMHighResTimeStamp;
}
declare var IntersectionObserverEntry: { prototype: IntersectionObserverEntry; new(): IntersectionObserverEntry };
interface ResizeObserver { disconnect(): void; observe(target: Element, options?: ResizeObserverOptions): void; unobserve(target: Element): void }
declare var ResizeObserver: { prototype: ResizeObserver; new (callback: ResizeObserverCallback): ResizeObserver };
interface ResizeObserverEntry {
  borderBoxSize: readonly ResizeObserverSize[]; contentBoxSize: readonly ResizeObserverSize[]; contentRect: DOMRectReadOnly; target: Element;
}
declare var ResizeObserverEntry: { prototype: ResizeObserverEntry; new(): ResizeObserverEntry };
interface ResizeObserverSize { blockSize: number; inlineSize: number }
declare var ResizeObserverSize: { prototype: ResizeObserverSize; new(): ResizeObserverSize };
interface CSSStyleDeclaration {
  cssText: string; length: number; parentRule: CSSRule | null; alignItems: string; animation: string; background: string; backgroundColor: string;
  backgroundImage: string; border: string; borderColor: string; borderRadius: string; bottom: string; boxShadow: string; boxSizing: string;
  color: string; cursor: string; display: string; flex: string; flexDirection: string; fontFamily: string; fontSize: string; fontWeight: string;
  gap: string; height: string; justifyContent: string; left: string; lineHeight: string; margin: string; marginBottom: string; marginLeft: string;
  marginRight: string; marginTop: string; maxHeight: string; maxWidth: string; minHeight: string; minWidth: string; opacity: string; outline: string;
  overflow: string; overflowX: string; overflowY: string; padding: string; paddingBottom: string; paddingLeft: string; paddingRight: string;
  paddingTop: string; pointerEvents: string; position: string; right: string; textAlign: string; textDecoration: string; top: string; transform: string;
  transformOrigin: string; transition: string; userSelect: string; verticalAlign: string; visibility: string; whiteSpace: string; width: string;
  willChange: string; zIndex: string; getPropertyPriority(property: string): string; getPropertyValue(property: string): string;
  item(index: number): string; removeProperty(property: string): string; setProperty(property: string, value: string | null, priority?: string): void;
  [index: number]: string;
}
declare var CSSStyleDeclaration: { prototype: CSSStyleDeclaration; new(): CSSStyleDeclaration };
interface CSSRule { cssText: string; parentRule: CSSRule | null; parentStyleSheet: CSSStyleSheet | null; type: number }
declare var CSSRule: { prototype: CSSRule; new(): CSSRule };
interface CSSStyleRule extends CSSRule { selectorText: string; style: CSSStyleDeclaration }
declare var CSSStyleRule: { prototype: CSSStyleRule; new(): CSSStyleRule };
interface CSSRuleList { length: number; item(index: number): CSSRule | null; [index: number]: CSSRule }
declare var CSSRuleList: { prototype: CSSRuleList; new(): CSSRuleList };
interface StyleSheet { disabled: boolean; href: string | null; ownerNode: Element | null; title: string | null; type: string }
declare var StyleSheet: { prototype: StyleSheet; new(): StyleSheet };
interface CSSStyleSheet extends StyleSheet {
  cssRules: CSSRuleList; ownerRule: CSSRule | null; deleteRule(index: number): void; insertRule(rule: string, index?: number): number;
  replace(text: string): Promise<CSSStyleSheet>; replaceSync(text: string): void;
}
declare var CSSStyleSheet: { prototype: CSSStyleSheet; new (options?: any): CSSStyleSheet };
interface StyleSheetList { length: number; item(index: number): CSSStyleSheet | null; [index: number]: CSSStyleSheet }
declare var StyleSheetList: { prototype: StyleSheetList; new(): StyleSheetList };
declare namespace CSS { function escape(ident: string): string; function supports(property: string, value?: string): boolean }
interface CustomElementRegistry {
  define(name: string, constructor: CustomElementConstructor, options?: any): void; get(name: string): CustomElementConstructor | undefined;
  upgrade(root: Node): void; whenDefined(name: string): Promise<CustomElementConstructor>;
}
declare var CustomElementRegistry: { prototype: CustomElementRegistry; new(): CustomElementRegistry };
interface ImageData { data: Uint8ClampedArray; height: number; width: number }
declare var ImageData: { prototype: ImageData; new (sw: number, sh: number, settings?: ImageDataSettings): ImageData };
interface ImageBitmap { height: number; width: number; close(): void }
declare var ImageBitmap: { prototype: ImageBitmap; new(): ImageBitmap };
interface OffscreenCanvas extends EventTarget {
  height: number; width: number; convertToBlob(options?: any): Promise<Blob>;
  getContext(contextId: string, options?: any): CanvasRenderingContext2D | null; transferToImageBitmap(): ImageBitmap;
}
declare var OffscreenCanvas: { prototype: OffscreenCanvas; new (width: number, height: number): OffscreenCanvas };
interface CanvasGradient { addColorStop(offset: number, color: string): void }
declare var CanvasGradient: { prototype: CanvasGradient; new(): CanvasGradient };
interface CanvasPattern { setTransform(transform?: any): void }
declare var CanvasPattern: { prototype: CanvasPattern; new(): CanvasPattern };
interface TextMetrics {
  actualBoundingBoxAscent: number; actualBoundingBoxDescent: number; actualBoundingBoxLeft: number; actualBoundingBoxRight: number; width: number;
}
declare var TextMetrics: { prototype: TextMetrics; new(): TextMetrics };
interface Path2D extends CanvasPath { addPath(path: Path2D, transform?: any): void }
declare var Path2D: { prototype: Path2D; new (path?: Path2D | string): Path2D };
interface CanvasPath {
  arc(x: number, y: number, radius: number, startAngle: number, endAngle: number, counterclockwise?: boolean): void;
  arcTo(x1: number, y1: number, x2: number, y2: number, radius: number): void;
  bezierCurveTo(cp1x: number, cp1y: number, cp2x: number, cp2y: number, x: number, y: number): void; closePath(): void;
  ellipse(x: number, y: number, radiusX: number, radiusY: number, rotation: number, startAngle: number, endAngle: number, counterclockwise?: boolean): void;
  lineTo(x: number, y: number): void; moveTo(x: number, y: number): void; quadraticCurveTo(cpx: number, cpy: number, x: number, y: number): void;
  rect(x: number, y: number, w: number, h: number): void; roundRect(x: number, y: number, w: number, h: number, radii?: number | number[]): void;
}
interface CanvasRenderingContext2D extends CanvasPath {
  canvas: HTMLCanvasElement; direction: string; fillStyle: string | CanvasGradient | CanvasPattern; filter: string; font: string; globalAlpha: number;
  globalCompositeOperation: string; imageSmoothingEnabled: boolean; lineCap: string; lineDashOffset: number; lineJoin: string; lineWidth: number;
  miterLimit: number; shadowBlur: number; shadowColor: string; shadowOffsetX: number; shadowOffsetY: number;
  strokeStyle: string | CanvasGradient | CanvasPattern; textAlign: string; textBaseline: string; beginPath(): void;
  clearRect(x: number, y: number, w: number, h: number): void; clip(path?: any): void; createImageData(sw: number, sh: number): ImageData;
  createLinearGradient(x0: number, y0: number, x1: number, y1: number): CanvasGradient;
  createPattern(image: CanvasImageSource, repetition: string | null): CanvasPattern | null;
  createRadialGradient(x0: number, y0: number, r0: number, x1: number, y1: number, r1: number): CanvasGradient;
  drawImage(image: CanvasImageSource, dx: number, dy: number, dw?: number, dh?: number): void; fill(path?: any): void;
  fillRect(x: number, y: number, w: number, h: number): void; fillText(text: string, x: number, y: number, maxWidth?: number): void;
  getImageData(sx: number, sy: number, sw: number, sh: number): ImageData; getLineDash(): number[]; getTransform(): DOMMatrix;
  isPointInPath(x: number, y: number): boolean; measureText(text: string): TextMetrics;
  putImageData(imageData: ImageData, dx: number, dy: number): void; resetTransform(): void; restore(): void; rotate(angle: number): void; save(): void;
  scale(x: number, y: number): void; setLineDash(segments: number[]): void;
  setTransform(a?: any, b?: number, c?: number, d?: number, e?: number, f?: number): void; stroke(path?: Path2D): void;
  strokeRect(x: number, y: number, w: number, h: number): void; strokeText(text: string, x: number, y: number, maxWidth?: number): void;
  transform(a: number, b: number, c: number, d: number, e: number, f: number): void; translate(x: number, y: number): void;
}
declare var CanvasRenderingContext2D: { prototype: CanvasRenderingContext2D; new(): CanvasRenderingContext2D };
interface WebGLRenderingContext { canvas: HTMLCanvasElement | OffscreenCanvas; drawingBufferHeight: number; drawingBufferWidth: number }
declare var WebGLRenderingContext: { prototype: WebGLRenderingContext; new(): WebGLRenderingContext };
interface AudioContext extends EventTarget {
  currentTime: number; destination: any; sampleRate: number; state: string; close(): Promise<void>; createBufferSource(): any; createGain(): any;
  createOscillator(): any; decodeAudioData(audioData: ArrayBuffer): Promise<any>; resume(): Promise<void>; suspend(): Promise<void>;
}
declare var AudioContext: { prototype: AudioContext; new (contextOptions?: any): AudioContext };
interface IDBRequestEventMap { error: Event; success: Event }
interface IDBFactory {
  cmp(first: any, second: any): number; databases(): Promise<any[]>; deleteDatabase(name: string): IDBOpenDBRequest;
  open(name: string, version?: number): IDBOpenDBRequest;
}
declare var IDBFactory: { prototype: IDBFactory; new(): IDBFactory };
interface IDBRequest<T = any> extends EventTarget {
  error: DOMException | null; onerror: ((this: IDBRequest<T>, ev: Event) => any) | null; onsuccess: ((this: IDBRequest<T>, ev: Event) => any) | null;
  readyState: string; result: T; transaction: IDBTransaction | null;
}
declare var IDBRequest: { prototype: IDBRequest<any>; new(): IDBRequest<any> };
interface IDBOpenDBRequest extends IDBRequest<IDBDatabase> {
  onblocked: ((ev: IDBVersionChangeEvent) => any) | null; onupgradeneeded: ((ev: IDBVersionChangeEvent) => any) | null;
}
declare var IDBOpenDBRequest: { prototype: IDBOpenDBRequest; new(): IDBOpenDBRequest };
interface IDBVersionChangeEvent extends Event { newVersion: number | null; oldVersion: number }
declare var IDBVersionChangeEvent: { prototype: IDBVersionChangeEvent; new (type: string, init?: any): IDBVersionChangeEvent };
interface IDBDatabase extends EventTarget {
  name: string; objectStoreNames: DOMStringList; onversionchange: ((ev: IDBVersionChangeEvent) => any) | null; version: number; close(): void;
  createObjectStore(name: string, options?: IDBObjectStoreParameters): IDBObjectStore; deleteObjectStore(name: string): void;
  transaction(storeNames: string | string[], mode?: IDBTransactionMode, options?: any): IDBTransaction;
}
declare var IDBDatabase: { prototype: IDBDatabase; new(): IDBDatabase };
interface DOMStringList { length: number; contains(string: string): boolean; item(index: number): string | null; [index: number]: string }
declare var DOMStringList: { prototype: DOMStringList; new(): DOMStringList };
interface IDBTransaction extends EventTarget {
  db: IDBDatabase; error: DOMException | null; mode: IDBTransactionMode; onabort: ((ev: Event) => any) | null; oncomplete: ((ev: Event) => any) | null;
  onerror: ((ev: Event) => any) | null; abort(): void; commit(): void; objectStore(name: string): IDBObjectStore;
}
declare var IDBTransaction: { prototype: IDBTransaction; new(): IDBTransaction };
interface IDBObjectStore {
  indexNames: DOMStringList; keyPath: string | string[]; name: string; transaction: IDBTransaction;
  add(value: any, key?: IDBValidKey): IDBRequest<IDBValidKey>; clear(): IDBRequest<undefined>; count(query?: any): IDBRequest<number>;
  createIndex(name: string, keyPath: string | string[], options?: IDBIndexParameters): IDBIndex; delete(query: any): IDBRequest<undefined>;
  get(query: any): IDBRequest<any>; getAll(query?: any, count?: number): IDBRequest<any[]>;
  getAllKeys(query?: any, count?: number): IDBRequest<IDBValidKey[]>; index(name: string): IDBIndex;
  openCursor(query?: any, direction?: string): IDBRequest<IDBCursorWithValue | null>; put(value: any, key?: IDBValidKey): IDBRequest<IDBValidKey>;
}
declare var IDBObjectStore: { prototype: IDBObjectStore; new(): IDBObjectStore };
interface IDBIndex {
  keyPath: string | string[]; name: string; objectStore: IDBObjectStore; count(query?: any): IDBRequest<number>; get(query: any): IDBRequest<any>;
  getAll(query?: any, count?: number): IDBRequest<any[]>; openCursor(query?: any, direction?: string): IDBRequest<IDBCursorWithValue | null>;
}
declare var IDBIndex: { prototype: IDBIndex; new(): IDBIndex };
interface IDBCursor {
  key: IDBValidKey; primaryKey: IDBValidKey; advance(count: number): void; continue(key?: IDBValidKey): void; delete(): IDBRequest<undefined>;
  update(value: any): IDBRequest<IDBValidKey>;
}
declare var IDBCursor: { prototype: IDBCursor; new(): IDBCursor };
interface IDBCursorWithValue extends IDBCursor { value: any }
declare var IDBCursorWithValue: { prototype: IDBCursorWithValue; new(): IDBCursorWithValue };
interface IDBKeyRange { lower: any; upper: any; includes(key: any): boolean }
declare var IDBKeyRange: {
  prototype: IDBKeyRange; bound(lower: any, upper: any, lowerOpen?: boolean, upperOpen?: boolean): IDBKeyRange;
  lowerBound(lower: any, open?: boolean): IDBKeyRange; only(value: any): IDBKeyRange; upperBound(upper: any, open?: boolean): IDBKeyRange;
};
interface CacheStorage {
  delete(cacheName: string): Promise<boolean>; has(cacheName: string): Promise<boolean>; keys(): Promise<string[]>;
  match(request: RequestInfo | URL, options?: any): Promise<Response | undefined>; open(cacheName: string): Promise<Cache>;
}
declare var CacheStorage: { prototype: CacheStorage; new(): CacheStorage };
interface Cache {
  add(request: RequestInfo | URL): Promise<void>; addAll(requests: RequestInfo[]): Promise<void>;
  delete(request: RequestInfo | URL, options?: any): Promise<boolean>; keys(request?: RequestInfo | URL, options?: any): Promise<readonly Request[]>;
  match(request: RequestInfo | URL, options?: any): Promise<Response | undefined>; put(request: RequestInfo | URL, response: Response): Promise<void>;
}
declare var Cache: { prototype: Cache; new(): Cache };

interface WindowOrWorkerGlobalScope {
  caches: CacheStorage; crossOriginIsolated: boolean; crypto: Crypto; indexedDB: IDBFactory; isSecureContext: boolean; origin: string;
  performance: Performance; atob(data: string): string; btoa(data: string): string; clearInterval(id: number | undefined): void;
  clearTimeout(id: number | undefined): void; createImageBitmap(image: any, options?: any): Promise<ImageBitmap>;
  fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response>; queueMicrotask(callback: VoidFunction): void; reportError(e: any): void;
  setInterval(handler: TimerHandler, timeout?: number, ...arguments: any[]): number;
  setTimeout(handler: TimerHandler, timeout?: number, ...arguments: any[]): number;
  structuredClone<T = any>(value: T, options?: StructuredSerializeOptions): T;
}
interface WindowLocalStorage { localStorage: Storage }
interface WindowSessionStorage { sessionStorage: Storage }
interface AnimationFrameProvider { cancelAnimationFrame(handle: number): void; requestAnimationFrame(callback: FrameRequestCallback): number }
interface Window extends EventTarget, AnimationFrameProvider, GlobalEventHandlers, WindowLocalStorage, WindowOrWorkerGlobalScope, WindowSessionStorage {
  closed: boolean; customElements: CustomElementRegistry; devicePixelRatio: number; document: Document; frameElement: Element | null;
  frames: WindowProxy; history: History; innerHeight: number; innerWidth: number; length: number; get location(): Location; set location(href: string);
  name: string; navigator: Navigator; onbeforeunload: ((ev: BeforeUnloadEvent) => any) | null; onmessage: ((ev: MessageEvent) => any) | null;
  onpopstate: ((ev: PopStateEvent) => any) | null; opener: any; outerHeight: number; outerWidth: number; pageXOffset: number; pageYOffset: number;
  parent: WindowProxy; screen: Screen; screenX: number; screenY: number; scrollX: number; scrollY: number; self: Window; top: WindowProxy | null;
  visualViewport: VisualViewport | null; window: Window; alert(message?: any): void; blur(): void; cancelIdleCallback(handle: number): void;
  close(): void; confirm(message?: string): boolean; focus(): void; getComputedStyle(elt: Element, pseudoElt?: string | null): CSSStyleDeclaration;
  getSelection(): Selection | null; matchMedia(query: string): MediaQueryList; moveTo(x: number, y: number): void;
  open(url?: string | URL, target?: string, features?: string): WindowProxy | null;
  postMessage(message: any, targetOrigin?: string | WindowPostMessageOptions, transfer?: Transferable[]): void; print(): void;
  prompt(message?: string, value?: string): string | null; requestIdleCallback(callback: IdleRequestCallback, options?: IdleRequestOptions): number;
  resizeTo(width: number, height: number): void; scroll(options?: ScrollToOptions): void; scrollBy(options?: ScrollToOptions): void;
  scrollTo(options?: ScrollToOptions): void; stop(): void;
  addEventListener<K extends keyof WindowEventMap>(type: K, listener: (ev: WindowEventMap[K]) => any, options?: boolean | AddEventListenerOptions): void;
  [index: number]: Window;
}
declare var Window: { prototype: Window; new(): Window };
interface Console {
  assert(condition?: boolean, ...data: any[]): void; clear(): void; count(label?: string): void; countReset(label?: string): void;
  debug(...data: any[]): void; dir(item?: any, options?: any): void; dirxml(...data: any[]): void; error(...data: any[]): void;
  group(...data: any[]): void; groupCollapsed(...data: any[]): void; groupEnd(): void; info(...data: any[]): void; log(...data: any[]): void;
  table(tabularData?: any, properties?: string[]): void; time(label?: string): void; timeEnd(label?: string): void;
  timeLog(label?: string, ...data: any[]): void; timeStamp(label?: string): void; trace(...data: any[]): void; warn(...data: any[]): void;
}
declare var console: Console;

declare var Audio: { new (src?: string): HTMLAudioElement };
declare var Image: { new (width?: number, height?: number): HTMLImageElement };
declare var Option: { new (text?: string, value?: string, defaultSelected?: boolean, selected?: boolean): HTMLOptionElement };
declare var closed: boolean;
declare var customElements: CustomElementRegistry;
declare var devicePixelRatio: number;
declare var document: Document;
declare var frames: WindowProxy;
declare var history: History;
declare var innerHeight: number;
declare var innerWidth: number;
declare var location: Location;
declare const name: void;
declare var navigator: Navigator;
declare var opener: any;
declare var outerHeight: number;
declare var outerWidth: number;
declare var pageXOffset: number;
declare var pageYOffset: number;
declare var parent: WindowProxy;
declare var screen: Screen;
declare var scrollX: number;
declare var scrollY: number;
declare var self: Window & typeof globalThis;
declare var top: WindowProxy | null;
declare var visualViewport: VisualViewport | null;
declare var window: Window & typeof globalThis;
declare var localStorage: Storage;
declare var sessionStorage: Storage;
declare var caches: CacheStorage;
declare var crossOriginIsolated: boolean;
declare var crypto: Crypto;
declare var indexedDB: IDBFactory;
declare var isSecureContext: boolean;
declare var origin: string;
declare var performance: Performance;
declare var onmessage: ((ev: MessageEvent) => any) | null;
declare function alert(message?: any): void;
declare function blur(): void;
declare function cancelIdleCallback(handle: number): void;
declare function close(): void;
declare function confirm(message?: string): boolean;
declare function focus(): void;
declare function getComputedStyle(elt: Element, pseudoElt?: string | null): CSSStyleDeclaration;
declare function getSelection(): Selection | null;
declare function matchMedia(query: string): MediaQueryList;
declare function open(url?: string | URL, target?: string, features?: string): WindowProxy | null;
declare function postMessage(message: any, targetOrigin?: string | WindowPostMessageOptions, transfer?: Transferable[]): void;
declare function print(): void;
declare function prompt(message?: string, value?: string): string | null;
declare function requestIdleCallback(callback: IdleRequestCallback, options?: IdleRequestOptions): number;
declare function scroll(options?: ScrollToOptions): void;
declare function scrollBy(options?: ScrollToOptions): void;
declare function scrollTo(options?: ScrollToOptions): void;
declare function stop(): void;
declare function dispatchEvent(event: Event): boolean;
declare function cancelAnimationFrame(handle: number): void;
declare function requestAnimationFrame(callback: FrameRequestCallback): number;
declare function atob(data: string): string;
declare function btoa(data: string): string;
declare function clearInterval(id: number | undefined): void;
declare function clearTimeout(id: number | undefined): void;
declare function createImageBitmap(image: any, options?: any): Promise<ImageBitmap>;
declare function fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response>;
declare function queueMicrotask(callback: VoidFunction): void;
declare function reportError(e: any): void;
declare function setInterval(handler: TimerHandler, timeout?: number, ...arguments: any[]): number;
declare function setTimeout(handler: TimerHandler, timeout?: number, ...arguments: any[]): number;
declare function structuredClone<T = any>(value: T, options?: StructuredSerializeOptions): T;
declare function addEventListener<K extends keyof WindowEventMap>(type: K, listener: (ev: WindowEventMap[K]) => any, options?: boolean | AddEventListenerOptions): void;
declare function removeEventListener<K extends keyof WindowEventMap>(type: K, listener: (this: Window, ev: WindowEventMap[K]) => any, options?: boolean | EventListenerOptions): void;
