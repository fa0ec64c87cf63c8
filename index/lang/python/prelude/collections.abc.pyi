from _collections_abc import (
    Set, AsyncGenerator, AsyncIterable, AsyncIterator, Awaitable, ByteString, Callable, Collection, Container,
    Coroutine, Generator, Hashable, ItemsView, Iterable, Iterator, KeysView, Mapping, MappingView, MutableMapping,
    MutableSequence, MutableSet, Reversible, Sequence, Sized, ValuesView,
)
