interface ReadableStreamAsyncIterator<T> extends AsyncIteratorObject<T, BuiltinIteratorReturn, unknown> { [Symbol.asyncIterator](): AsyncIterable<T> }
interface ReadableStream<R> { [Symbol.asyncIterator](): ReadableStreamAsyncIterator<R>; values(): ReadableStreamAsyncIterator<R> }
