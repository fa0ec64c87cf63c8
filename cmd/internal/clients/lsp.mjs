// The official client library of the Language Server Protocol against a server:
// what it answers about the shop, its manners, and whether each message that it
// sends fits the meta-model.
//
//   COMMAND  what starts the server, a JSON list
//   SHOP     the file with the questions
//   MODEL    metaModel.json
//
// A line a check: "ok" or "FAIL", a tab, what was checked, a tab, details.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { checker } from './metamodel.mjs';

const require = createRequire(import.meta.url);
const lsp = require('vscode-languageserver-protocol/node');
const { root, questions } = JSON.parse(readFileSync(process.env.SHOP, 'utf8'));
const [program, ...args] = JSON.parse(process.env.COMMAND);
const model = checker(process.env.MODEL);

let failed = 0;
const check = (name, ok, detail = '') => {
  failed += ok ? 0 : 1;
  console.log(`${ok ? 'ok' : 'FAIL'}\t${name}\t${ok ? '' : (typeof detail === 'string' ? detail : JSON.stringify(detail)).replace(/\s+/g, ' ').slice(0, 600)}`);
};

// The checker finds what does not fit.
const zero = { line: 0, character: 0 };
const empty = { start: zero, end: zero };
const misjudged = [
  ['textDocument/hover', null, true], ['textDocument/hover', { contents: { kind: 'markdown', value: 'x' } }, true], ['textDocument/hover', { contents: 5 }, false],
  ['textDocument/definition', { uri: 'file:///x', range: empty }, true], ['textDocument/definition', [{ uri: '/x', range: empty }], false],
  ['textDocument/definition', { uri: 'file:///x', range: { start: { line: -1, character: 0 }, end: zero } }, false],
  ['textDocument/documentSymbol', [{ name: 'a', kind: 12, range: empty, selectionRange: empty }], true], ['textDocument/documentSymbol', [{ name: 'a', kind: 12, range: empty }], false],
  ['textDocument/documentSymbol', [{ name: 'a', kind: 99, range: empty, selectionRange: empty }], false], ['initialize', { capabilities: { textDocumentSync: 'full' } }, false],
  ['initialize', { capabilities: { other: 1 } }, false], ['textDocument/references', {}, false], ['shutdown', null, true],
].filter(([method, value, good]) => (model.result(method, value).length === 0) !== good);
check('the checker finds what does not fit the meta-model', misjudged.length === 0, misjudged);

const server = spawn(program, args, { cwd: root, stdio: ['pipe', 'pipe', 'pipe'] });
let stderr = '';
server.stderr.on('data', (d) => (stderr += d));
const ended = new Promise((done) => server.on('exit', (code, signal) => done(signal ?? code)));

// Every message is looked at on its way.
const asked = new Map();
const wrong = new Map();
let seen = 0;
const note = (list) => {
  seen++;
  for (const w of list) {
    const kind = w.replace(/\[\d+\]/g, '[]');
    wrong.set(kind, (wrong.get(kind) ?? 0) + 1);
  }
};
const reader = new lsp.StreamMessageReader(server.stdout);
const writer = new lsp.StreamMessageWriter(server.stdin);
const listen = reader.listen.bind(reader);
const write = writer.write.bind(writer);
reader.listen = (then) => listen((m) => {
  if (m.method) {
    note(model.params(m.method, m.params));
  } else if ('result' in m) {
    note(model.result(asked.get(m.id), m.result));
  }
  then(m);
});
writer.write = (m) => {
  if (m.method && m.id !== undefined) {
    asked.set(m.id, m.method);
  }
  return write(m);
};
const c = lsp.createProtocolConnection(reader, writer);
const broken = [];
c.onError((e) => broken.push(String(e[0]?.message ?? e)));
const statuses = [];
const ready = new Promise((tell) => c.onNotification('ci/status', (s) => {
  statuses.push(s);
  if (s.root === root && s.state === 'ready') tell(true);
}));
c.onRequest('window/workDoneProgress/create', () => null);
c.onRequest('client/registerCapability', () => null);
c.onRequest('workspace/configuration', (p) => p.items.map(() => null));
c.listen();

const late = (ms, what) => new Promise((_, fail) => setTimeout(() => fail(new Error(`no answer to ${what} in ${ms} ms`)), ms).unref());
/** The result, or the error as { code, message }. */
const ask = async (method, params, token) => {
  try {
    return { result: await Promise.race([c.sendRequest(method, ...(params === undefined ? [] : [params]), ...(token ? [token] : [])), late(30_000, method)]) };
  } catch (e) {
    return { error: { code: e.code, message: e.message } };
  }
};

const uriOf = (file) => pathToFileURL(file).href;
const first = (r) => (Array.isArray(r) ? r[0] : r);
const at = (l) => (l ? `${fileURLToPath(l.targetUri ?? l.uri)}:${(l.targetSelectionRange ?? l.range).start.line}:${(l.targetSelectionRange ?? l.range).start.character}` : 'nothing');
const spot = (p, more = 0) => `${p.file}:${p.line + more}:${p.character}`;
const same = (a, b) => JSON.stringify([...a].sort()) === JSON.stringify([...b].sort());
const position = (p, more = 0) => ({ line: p.line + more, character: p.character });
const names = (symbols) => (symbols ?? []).flatMap((s) => [s.name, ...names(s.children)]);

const early = await ask('textDocument/hover', { textDocument: { uri: uriOf(questions[0].use.file) }, position: { line: 0, character: 0 } });
check('before initialize there is an error', early.error?.code === -32002, early);
const hello = await ask('initialize', {
  processId: process.pid,
  rootUri: uriOf(root),
  workspaceFolders: [{ uri: uriOf(root), name: 'shop' }],
  clientInfo: { name: 'ci-clients', version: '1' },
  initializationOptions: { ci: { status: true } },
  capabilities: {
    general: { positionEncodings: ['utf-16'] },
    window: { workDoneProgress: true },
    workspace: { workspaceFolders: true, workspaceEdit: { documentChanges: true }, symbol: { resolveSupport: { properties: ['location.range'] } } },
    textDocument: {
      definition: { linkSupport: true }, references: {}, documentHighlight: {}, documentLink: {}, foldingRange: {}, selectionRange: {}, callHierarchy: {}, typeHierarchy: {}, codeLens: {},
      documentSymbol: { hierarchicalDocumentSymbolSupport: true }, hover: { contentFormat: ['markdown', 'plaintext'] }, rename: { prepareSupport: true },
      semanticTokens: { requests: { full: true, range: true }, tokenTypes: [], tokenModifiers: [], formats: ['relative'] }, synchronization: { didSave: true },
    },
  },
});
const offered = hello.result?.capabilities ?? {};
check('initialize', !!hello.result, hello);
check('no formatting or diagnostics are offered', !offered.documentFormattingProvider && !offered.diagnosticProvider, offered);
c.sendNotification('initialized', {});

for (const q of questions) {
  const name = (what) => `${q.language}: ${what}`;
  const uri = uriOf(q.use.file);
  const textDocument = { uri };
  const text = readFileSync(q.use.file, 'utf8');
  const here = { textDocument, position: position(q.use) };
  c.sendNotification('textDocument/didOpen', { textDocument: { uri, languageId: q.language, version: 1, text } });
  let x = await ask('textDocument/definition', here);
  check(name('definition'), at(first(x.result)) === spot(q.def) && [x.result].flat().length === 1, x);
  x = await ask('textDocument/references', { ...here, context: { includeDeclaration: true } });
  check(name('references'), same((x.result ?? []).map(at), q.all.map((p) => spot(p))), x);
  x = await ask('textDocument/references', { ...here, context: { includeDeclaration: false } });
  check(name('references without the declaration'), same((x.result ?? []).map(at), q.all.map((p) => spot(p)).filter((s) => s !== spot(q.def))), x);
  x = await ask('textDocument/documentHighlight', here);
  check(name('highlights'), same((x.result ?? []).map((h) => `${h.range.start.line}:${h.range.start.character}`), q.all.filter((p) => p.file === q.use.file).map((p) => `${p.line}:${p.character}`)), x);
  x = await ask('textDocument/hover', here);
  check(name('hover'), JSON.stringify(x.result?.contents ?? '').includes(q.hover), x);
  x = await ask('textDocument/documentSymbol', { textDocument });
  check(name('document symbols'), !x.error && (q.symbol === '' || names(x.result).includes(q.symbol)), x);
  x = await ask('workspace/symbol', { query: q.def.name });
  check(name('workspace symbols'), (x.result ?? []).some((s) => s.name === q.def.name && s.location.uri === uriOf(q.def.file)), x);
  x = await ask('textDocument/prepareCallHierarchy', here);
  const item = x.result?.[0];
  if (q.caller) {
    check(name('call hierarchy'), item?.name === q.def.name && item.uri === uriOf(q.def.file), x);
    x = item ? await ask('callHierarchy/incomingCalls', { item }) : {};
    check(name('incoming calls'), (x.result ?? []).some((call) => call.from.name === q.caller), x);
    x = item ? await ask('callHierarchy/outgoingCalls', { item }) : {};
    check(name('outgoing calls'), Array.isArray(x.result), x);
  }
  for (const [method, params] of [
    ['documentLink', {}], ['foldingRange', {}], ['selectionRange', { positions: [position(q.use)] }], ['semanticTokens/full', {}], ['codeLens', {}],
    ['semanticTokens/range', { range: { start: { line: 0, character: 0 }, end: position(q.use) } }],
  ]) {
    x = await ask(`textDocument/${method}`, { textDocument, ...params });
    check(name(method), !x.error || x.error.code === -32601, x);
  }
  x = await ask('textDocument/prepareRename', here);
  check(name('prepareRename'), !x.error && x.result !== null, x);
  x = await ask('textDocument/rename', { ...here, newName: q.rename });
  const edits = [...(x.result?.documentChanges ?? []), ...Object.entries(x.result?.changes ?? {}).map(([u, e]) => ({ textDocument: { uri: u }, edits: e }))];
  check(name('rename'), same(edits.flatMap((e) => e.edits.map((edit) => at({ uri: e.textDocument.uri, range: edit.range }))), q.all.map((p) => spot(p))) && edits.every((e) => e.edits.every((edit) => edit.newText === q.rename)), x);

  // What is not saved counts: a line comes on top, or the use moves to the right.
  const down = q.comment ? 1 : 0;
  const right = q.comment ? 0 : 6;
  const start = q.comment ? { line: 0, character: 0 } : { line: q.use.line, character: 0 };
  c.sendNotification('textDocument/didChange', { textDocument: { uri, version: 2 }, contentChanges: [{ range: { start, end: start }, text: q.comment ? `${q.comment}\n` : ' '.repeat(right) }] });
  const moved = { line: q.use.line + down, character: q.use.character + right };
  x = await ask('textDocument/definition', { textDocument, position: moved });
  check(name('definition after an edit that is not saved'), at(first(x.result)) === spot(q.def), x);
  x = await ask('textDocument/references', { textDocument, position: moved, context: { includeDeclaration: true } });
  const want = q.all.map((p) => (p.file === q.use.file ? `${p.file}:${p.line + down}:${p.character + (p.line === q.use.line ? right : 0)}` : spot(p)));
  check(name('references after an edit that is not saved'), same((x.result ?? []).map(at), want), x);
  c.sendNotification('textDocument/didChange', { textDocument: { uri, version: 3 }, contentChanges: [{ text }] });
  x = await ask('textDocument/definition', here);
  check(name('definition after the whole text'), at(first(x.result)) === spot(q.def), x);
  c.sendNotification('textDocument/didClose', { textDocument });
}

const q = questions[0];
const here = { textDocument: { uri: uriOf(q.use.file) }, position: position(q.use) };
c.sendNotification('textDocument/didOpen', { textDocument: { uri: here.textDocument.uri, languageId: q.language, version: 1, text: readFileSync(q.use.file, 'utf8') } });
const token = new lsp.CancellationTokenSource();
const pending = ask('workspace/symbol', { query: '' }, token.token);
token.cancel();
let x = await pending;
check('a request that is cancelled is answered', x.result !== undefined || x.error?.code === -32800, x);
x = await ask('ci/noSuchMethod', {});
check('a request that there is not has an error', x.error?.code === -32601, x);
c.sendNotification('$/noSuchNotification', {});
c.sendNotification('textDocument/didChange', { nothing: 'of it' });
for (const [what, method, params] of [
  ['parameters that are none', 'textDocument/definition', { textDocument: 3 }],
  ['a line that there is not', 'textDocument/definition', { ...here, position: { line: 100_000, character: 0 } }],
  ['a file that there is not', 'textDocument/definition', { textDocument: { uri: `${here.textDocument.uri}.none` }, position: here.position }],
  ['a URI of another kind', 'textDocument/hover', { textDocument: { uri: 'untitled:Untitled-1' }, position: here.position }],
]) {
  x = await ask(method, params);
  check(`${what}: answered, or an error`, x.error ? Number.isInteger(x.error.code) && x.error.code !== -32603 : true, x);
}
const many = await Promise.all(Array.from({ length: 40 }, (_, i) => ask(i % 2 ? 'textDocument/hover' : 'textDocument/definition', here)));
check('40 requests at once', many.every(({ result }, i) => (i % 2 ? result?.contents : at(first(result)) === spot(q.def))), many.find((m) => m.error));
x = await ask('workspace/executeCommand', { command: 'ci.search', arguments: ['adds up amounts'] });
check('ci.search', (x.result ?? []).some((h) => questions.some((y) => h.uri === uriOf(y.def.file) && Number.isInteger(h.range?.start?.line))), x);
x = await ask('workspace/executeCommand', { command: 'ci.showSession', arguments: [] });
check('ci.showSession', (x.result ?? []).some((s) => s.root === root && s.sessions.some((y) => y.phase === 'EXPLORATION' && y.refusals === 1)), x);
x = await ask('workspace/executeCommand', { command: 'ci.reindex', arguments: [] });
check('ci.reindex', !x.error, x);
check('ci/status says that the index is ready', await Promise.race([ready, late(30_000, 'ci/status')]).catch(() => false), statuses);

x = await ask('shutdown');
check('shutdown', x.result === null, x);
x = await ask('textDocument/hover', here);
check('after shutdown there is an error', x.error?.code === -32600, x);
c.sendNotification('exit');
const code = await Promise.race([ended, late(10_000, 'exit')]).catch((e) => e.message);
check('it ends', code === 0, `${code} ${stderr}`);
check('only messages of the protocol are written', broken.length === 0, broken);
check(`each of ${seen} messages fits the meta-model`, wrong.size === 0, [...wrong].map(([w, n]) => `${w} (${n})`).join('; '));
if (failed) {
  server.kill();
}
process.exit(failed ? 1 : 0);
