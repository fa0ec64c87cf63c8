import assert from 'node:assert/strict';
import { test } from 'node:test';
import { items, relative, type Hit } from '../src/core/search';

const hit = (uri: string, more: Partial<Hit> = {}): Hit => ({ uri, range: { start: { line: 6, character: 2 }, end: { line: 6, character: 7 } }, ...more });

test('a hit says its name, place and first line', () => {
  const [a, b] = items([hit('file:///repo/a%20b/login.go', { name: 'Login', kind: 'function', text: '  func Login() {\n\tx' }), hit('file:///repo/x.md', { kind: 'section' })], ['file:///repo']);
  assert.deepEqual({ ...a, hit: 0 }, { label: '$(symbol-function) Login', description: 'a b/login.go:7', detail: 'func Login() {', hit: 0 });
  assert.deepEqual({ ...b, hit: 0 }, { label: '$(symbol-misc) x.md', description: 'x.md:7', detail: '', hit: 0 });
});

test('a path is relative to the innermost folder', () => {
  const folders = ['file:///repo', 'file:///repo/sub'];
  assert.equal(relative('file:///repo/sub/x.go', folders), 'x.go');
  assert.equal(relative('file:///repo/subway/x.go', folders), 'subway/x.go');
  assert.equal(relative('file:///other/x%2', folders), '/other/x%2');
});
