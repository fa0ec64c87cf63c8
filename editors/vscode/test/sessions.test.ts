import assert from 'node:assert/strict';
import { test } from 'node:test';
import { oneLine, tree, type Node, type Session } from '../src/core/sessions';

const session: Session = {
  session_id: 's_1', phase: 'EXPLORATION', risk_level: 'HIGH', intent: 'MODIFY', query: 'Login fails\nwhen \u001b[31m', active_at: '2026-11-21T10:00:00Z', owner: { client: 'claude' },
  next_step: 'submit_understanding: say what you found', missing: [{ requirement: 'symbols_identified', have: 2, need: 3, do: 'find more' }],
  plan: { steps: ['find_references', 'query'], reasoning: 'Risk is HIGH.' },
  query_frame: [{ slot: 'target_feature', value: 'Login', source: 'FACT', evidence: [{ tool: 'find_definitions', call: 1, result_summary: '1 result' }] }],
  mapped_symbols: [{ name: 'Login', file: 'auth/login.go', line: 7, source: 'FACT', confidence: 1, confirmed: true }],
  calls: [{ call: 1, tool: 'find_definitions', params: { symbol: 'Login' }, summary: '1 result' }, { call: 2, tool: 'search_text', params: { pattern: 'x' }, failed: true }], calls_made: 2,
  explored_files: ['auth/login.go'], added: [{ path: 'web', reason: 'routes' }],
  refusals: 3, refused: [{ tool: 'Edit', code: 'phase_forbidden', reason: 'explore first' }, { tool: 'Bash', code: 'phase_forbidden', reason: 'it writes a.go' }],
  violations: [{ tool: 'Bash', files: ['auth/login.go'] }], outcomes: [],
};

const find = (nodes: Node[], label: string): Node => {
  const all = (n: Node): Node[] => [n, ...(n.children ?? []).flatMap(all)];
  const found = nodes.flatMap(all).find((n) => n.label === label);
  assert.ok(found, `${label} is not in ${JSON.stringify(nodes)}`);
  return found;
};

test('a session says its phase, what was explored, and what was refused and why', () => {
  const nodes = tree([session]);
  assert.equal(nodes[0]!.label, 'Login fails when [31m');
  assert.equal(nodes[0]!.description, 'EXPLORATION · MODIFY · risk HIGH · 3 refused');
  assert.equal(find(nodes, 'Phase EXPLORATION').description, 'submit_understanding: say what you found');
  assert.equal(find(nodes, 'symbols_identified').description, '2 of 3; find more');
  assert.deepEqual(find(nodes, 'auth/login.go').place, { path: 'auth/login.go' });
  assert.equal(find(nodes, 'web').description, 'routes');
  assert.deepEqual(find(nodes, 'Login').place, { path: 'auth/login.go', line: 7 });
  assert.equal(find(nodes, 'target_feature = Login').tooltip, 'find_definitions #1 1 result');
  assert.equal(find(nodes, 'Refused').description, '3, the newest 2 shown');
  assert.deepEqual(find(nodes, 'Refused').children!.map((n) => [n.label, n.description]), [['Bash', 'phase_forbidden: it writes a.go'], ['Edit', 'phase_forbidden: explore first']]);
  assert.deepEqual(find(nodes, 'Calls').children!.map((n) => n.label), ['#2 search_text', '#1 find_definitions']);
  assert.equal(find(nodes, '#2 search_text').icon, 'error');
  assert.equal(find(nodes, 'Changed without leave').children![0]!.description, 'auth/login.go');
});

test('ids are unique, and stay the same when more happens', () => {
  const ids = (nodes: Node[]): string[] => nodes.flatMap((n) => [n.id, ...ids(n.children ?? [])]);
  const before = ids(tree([session]));
  assert.equal(new Set(before).size, before.length);
  const after = new Set(ids(tree([{
    ...session, calls: [...session.calls!, { call: 3, tool: 'query' }], calls_made: 3, refusals: 4, refused: [...session.refused!.slice(1), { tool: 'Write', reason: 'no' }],
  }])));
  // The oldest refusal is not shown any more.
  assert.deepEqual(before.filter((id) => !after.has(id)), ['s_1/Refused/1']);
});

test('open sessions come first, then the newest', () => {
  const list = tree([
    { session_id: 'a', phase: 'CLOSED', active_at: '2026-11-21T12:00:00Z', closed_because: 'done' },
    { session_id: 'b', phase: 'READY', active_at: '2026-11-21T10:00:00Z' },
    { session_id: 'c', phase: 'EXPLORATION', active_at: '2026-11-21T11:00:00Z' },
    { session_id: 'd', damaged: 'unexpected EOF' },
  ]);
  assert.deepEqual(list.map((n) => n.id), ['c', 'b', 'd', 'a']);
  assert.deepEqual(list.map((n) => n.icon), ['compass', 'pass-filled', 'error', 'circle-slash']);
});

test('what is missing or null is nothing to show', () => {
  const [node] = tree([{ session_id: 's', phase: 'READY', missing: null, plan: null, query_frame: null, calls: null, explored_files: null, refused: null, violations: null, outcomes: null, mapped_symbols: null, hypotheses: null, added: null }]);
  assert.deepEqual(node!.children!.map((n) => n.label), ['Phase READY']);
});

test('texts of agents are one line', () => assert.equal(oneLine('a\n\tb\u202e\u0000c  d '), 'a b c d'));
