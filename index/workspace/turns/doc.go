// Package turns decides which of many questions is worked on next, where more are asked
// than the processors can answer at once.
//
// A Gate has a small number of places, two for each processor. A request
// gets a ticket when it comes (With), which says whose it is and of which class. Before
// it computes something it takes a place (Take), and it gives the place back when it is
// done; while it waits for other things, such as a refresh of the index, it has none. So
// a hundred clients who ask at once are answered one after the other, each with a whole
// processor, instead of all of them at the same late time.
//
// Who gets a free place:
//
//   - Interactive requests, of which somebody waits at an editor, have places of their
//     own. They never wait behind those of agents.
//   - Of the others, a request that has waited for longer than aged is first, the oldest
//     before others: nothing starves.
//   - Then cheap requests are before heavy ones, and have one place more, which heavy
//     ones never get: who asks for a definition does not wait behind a search.
//   - Among equals the client is first that was served least recently: a client that
//     asks sixteen questions at a time gets no more than one that asks one.
//
// A request whose context is done leaves the queue at once. Background work asks with
// Yield, which returns once nobody waits, or after a bounded time.
//
// The package starts no goroutines, and has no clock of its own but the one it is given.
package turns
