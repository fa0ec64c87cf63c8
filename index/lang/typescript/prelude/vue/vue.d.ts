export interface Ref<T = any, S = T> {
	value: T;
}
export interface ShallowRef<T = any, S = T> extends Ref<T, S> {
	value: T;
}
export interface ComputedRef<T = any> extends Ref<T> {
	readonly value: T;
}
export interface WritableComputedRef<T, S = T> extends Ref<T, S> {
	value: T;
}
export interface ModelRef<T> extends Ref<T> {
	value: T;
}
export type MaybeRef<T = any> = T | Ref<T>;
export type MaybeRefOrGetter<T = any> = MaybeRef<T> | (() => T);
export type UnwrapRef<T> = T extends Ref<infer V> ? V : T;
export type ToRefs<T> = T;
export type PropType<T> = T;

export declare function ref<T>(value: T): Ref<T>;
export declare function ref<T = any>(): Ref<T>;
export declare function shallowRef<T>(value: T): ShallowRef<T>;
export declare function shallowRef<T = any>(): ShallowRef<T>;
export declare function computed<T>(getter: (previous?: T) => T): ComputedRef<T>;
export declare function computed<T>(options: { get: (previous?: T) => T; set: (value: T) => void }): WritableComputedRef<T>;
export declare function reactive<T extends object>(target: T): T;
export declare function shallowReactive<T extends object>(target: T): T;
export declare function readonly<T extends object>(target: T): T;
export declare function shallowReadonly<T extends object>(target: T): T;
export declare function markRaw<T extends object>(value: T): T;
export declare function toRaw<T>(observed: T): T;
export declare function unref<T>(ref: Ref<T>): T;
export declare function unref<T>(ref: T): T;
export declare function toValue<T>(source: () => T): T;
export declare function toValue<T>(source: Ref<T>): T;
export declare function toValue<T>(source: T): T;
export declare function inject<T>(key: any, defaultValue?: T): T;
export declare function isRef(value: any): boolean;
export declare function triggerRef(ref: ShallowRef): void;
export declare function watch<T>(source: Ref<T>, callback: (value: T, oldValue: T, onCleanup: (fn: () => void) => void) => any, options?: any): any;
export declare function watch<T>(source: () => T, callback: (value: T, oldValue: T, onCleanup: (fn: () => void) => void) => any, options?: any): any;
export declare function watch(source: any, callback: (value: any, oldValue: any, onCleanup: (fn: () => void) => void) => any, options?: any): any;
export declare function watchEffect(effect: (onCleanup: (fn: () => void) => void) => void, options?: any): any;
export declare function provide<T>(key: any, value: T): void;
export declare function nextTick<T = void>(fn?: () => T): Promise<T>;
export declare function onBeforeMount(hook: () => any): void;
export declare function onMounted(hook: () => any): void;
export declare function onBeforeUpdate(hook: () => any): void;
export declare function onUpdated(hook: () => any): void;
export declare function onBeforeUnmount(hook: () => any): void;
export declare function onUnmounted(hook: () => any): void;
export declare function onActivated(hook: () => any): void;
export declare function onDeactivated(hook: () => any): void;
export declare function onErrorCaptured(hook: (error: any, instance: any, info: string) => any): void;
