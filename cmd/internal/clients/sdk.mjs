// An official TypeScript SDK client against ci. The environment says which:
//   SDK       v1 (@modelcontextprotocol/sdk) or v2 (@modelcontextprotocol/client)
//   MODE      of v2: legacy, auto, or the protocol version to pin
//   PROTOCOL  the protocol version that must come of it
//   COMMAND   what to start, as a JSON array, in the folder ROOT; or
//   URL       where the server is, which wants TOKEN
//   TOOLS     the tools that must be there, as a JSON array
// Prints a line a check, and ends with status 1 when one failed.
import assert from 'node:assert/strict';

const env = process.env;
const v2 = env.SDK === 'v2';
const { Client } = await import(v2 ? '@modelcontextprotocol/client' : '@modelcontextprotocol/sdk/client/index.js');
const { StdioClientTransport } = await import(v2 ? '@modelcontextprotocol/client/stdio' : '@modelcontextprotocol/sdk/client/stdio.js');
const { StreamableHTTPClientTransport } = await import(v2 ? '@modelcontextprotocol/client' : '@modelcontextprotocol/sdk/client/streamableHttp.js');

let failed = 0;
async function check(name, run) {
  try {
    const detail = await run();
    console.log(`ok    ${name}${detail ? `: ${detail}` : ''}`);
  } catch (e) {
    failed++;
    console.log(`FAIL  ${name}: ${String(e.message ?? e).replace(/\s+/g, ' ').slice(0, 2000)}`);
  }
}

// refused is the text of an error, of the protocol or of a tool.
async function refused(call) {
  let result;
  try {
    result = await call();
  } catch (e) {
    return String(e.message ?? e);
  }
  assert.equal(result.isError, true, `accepted: ${JSON.stringify(result)}`);
  return result.content[0].text;
}

let transport, errors = '';
if (env.URL) {
  transport = new StreamableHTTPClientTransport(new URL(env.URL), { requestInit: { headers: { Authorization: `Bearer ${env.TOKEN}` } } });
} else {
  const [command, ...args] = JSON.parse(env.COMMAND);
  transport = new StdioClientTransport({ command, args, cwd: env.ROOT, env: { ...env }, stderr: 'pipe' });
  transport.stderr?.on('data', d => { errors += d; });
}
const options = v2 ? { versionNegotiation: { mode: /^\d/.test(env.MODE) ? { pin: env.MODE } : env.MODE } } : {};
const client = new Client({ name: 'ci-clients', version: '1' }, options);
const broken = [];
client.onerror = e => {
  // The answer to a cancelled call may come all the same.
  if (!/unknown message ID/.test(String(e.message ?? e))) broken.push(String(e.message ?? e));
};
let protocol;
if (!v2) transport.setProtocolVersion = (set => function (v) { protocol = v; return set?.call(this, v); })(transport.setProtocolVersion);
const call = (name, args, options) => v2 ? client.callTool({ name, arguments: args }, options) : client.callTool({ name, arguments: args }, undefined, options);

await check('connect', async () => {
  await client.connect(transport);
  if (v2) protocol = client.getNegotiatedProtocolVersion();
  assert.equal(protocol, env.PROTOCOL);
  return `protocol ${protocol}`;
});
if (failed) {
  console.log(errors);
  process.exit(1);
}
await check('server', () => {
  assert.equal(client.getServerVersion().name, 'code-intel');
  return JSON.stringify(client.getServerVersion());
});
await check('instructions', () => {
  const n = client.getInstructions().length;
  assert.ok(n > 0 && n < 2000, `${n} characters`);
  return `${n} characters`;
});
if (!v2 || client.getProtocolEra() === 'legacy') await check('ping', async () => { await client.ping(); });
let tools = [];
await check('tools/list', async () => {
  ({ tools } = await client.listTools());
  const names = tools.map(t => t.name);
  for (const name of JSON.parse(env.TOOLS)) assert.ok(names.includes(name), `${name} is missing`);
  const text = JSON.stringify(tools);
  assert.ok(text.length <= 20000, `${text.length} characters`);
  assert.deepEqual((await client.listTools()).tools, tools, 'the second list is another');
  return `${tools.length} tools, ${text.length} characters`;
});
await check('each tool', () => {
  for (const t of tools) {
    assert.match(t.name, /^[A-Za-z0-9_-]{1,64}$/);
    assert.ok(t.title, `${t.name}: no title`);
    assert.ok(t.description.length > 0 && t.description.length <= 2000, `${t.name}: description`);
    assert.equal(t.inputSchema.type, 'object', t.name);
    assert.equal(t.inputSchema.additionalProperties, false, t.name);
    assert.equal(t.outputSchema?.type, 'object', t.name);
    for (const hint of ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint']) {
      assert.equal(typeof t.annotations?.[hint], 'boolean', `${t.name}: ${hint}`);
    }
  }
});
// The SDK checks structured content with the tool's output schema.
const question = { symbol: 'greet' };
await check('a call', async () => {
  const r = await call('find_definitions', question);
  assert.ok(!r.isError, r.content[0].text);
  assert.deepEqual(JSON.parse(r.content[0].text), r.structuredContent);
  const [d] = r.structuredContent.definitions;
  assert.equal(`${d.file}:${d.line}`, 'hello.py:1');
  return `${d.file}:${d.line}`;
});
await check('no such tool', () => refused(() => call('no_such_tool', {})));
await check('an argument is missing', async () => {
  const text = await refused(() => call('find_definitions', {}));
  assert.match(text, /symbol/);
  return text;
});
await check('an argument is unknown', async () => {
  const text = await refused(() => call('find_definitions', { ...question, colour: 'red' }));
  assert.match(text, /colour/);
  return text;
});
await check('a cancelled call', async () => {
  const stop = new AbortController();
  const answer = call('find_references', question, { signal: stop.signal }).then(() => 'was answered before', () => 'was cancelled');
  stop.abort('enough');
  const what = await answer;
  assert.ok(!(await call('find_definitions', question)).isError);
  return `${what}; the next is answered`;
});
await check('progress is asked for', async () => {
  const r = await call('sync_index', {}, { onprogress: () => {} });
  assert.ok(!r.isError, r.content[0].text);
});
await check('20 at a time', async () => {
  for (const r of await Promise.all(Array.from({ length: 20 }, () => call('find_references', question)))) {
    assert.equal(r.structuredContent.total, 3, r.content[0].text);
  }
});
await check('resources', async () => {
  const { resources } = await client.listResources();
  assert.ok(resources.some(r => r.uri === 'ci://status'), JSON.stringify(resources));
  const { contents } = await client.readResource({ uri: 'ci://status' });
  assert.ok(contents[0].text.length > 0);
  assert.match(await refused(() => client.readResource({ uri: 'ci://file/../../etc/passwd' })), /./);
  return resources.map(r => r.uri).join(' ');
});
await check('prompts', async () => {
  const { prompts } = await client.listPrompts();
  return prompts.map(p => p.name).join(' ');
});
await check('close', async () => {
  if (env.URL && (!v2 || client.getProtocolEra() === 'legacy')) await transport.terminateSession();
  await client.close();
});
await check('nothing else was sent', () => {
  assert.deepEqual(broken, []);
  assert.doesNotMatch(errors, /panic|error/i);
});
process.exit(failed ? 1 : 0);
