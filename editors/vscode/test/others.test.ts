import assert from 'node:assert/strict';
import { test } from 'node:test';
import { count, nameIn, Others, serverName } from '../src/core/others';

test('answers are counted whatever their form', () => {
  assert.deepEqual([null, undefined, [], [1, 2], {}].map(count), [0, 0, 0, 2, 1]);
});

test('the name of a symbol in its text', () => {
  for (const [text, name, at] of [['Total', 'Total', 0], ['func (m *Money) Total()', 'Total() int', 16], ['def total():', 'total', 4], ['class A<T> {}', 'A<T>', 6], ['func n(a)', 'n', 5], ['let $a = a$', 'a$', 9], ['x', 'y', 0], ['', '', 0]] as const) {
    assert.equal(nameIn(text, name), at, text);
  }
});

test('extensions that are made for a language have its name', () => {
  const make = (id: string, isActive: boolean, more: object): { id: string; isActive: boolean; packageJSON: unknown } => ({
    id, isActive, packageJSON: { name: id, main: './x', categories: ['Programming Languages'], ...more },
  });
  const go = make('golang.go', true, { displayName: 'Go', activationEvents: ['onLanguage:go'] });
  const all = [
    go,
    make('lint', true, { displayName: 'Lint', activationEvents: ['onLanguage:go'], categories: ['Linters'] }),
    make('asleep', false, { displayName: 'Asleep', activationEvents: ['onLanguage:go', 'onLanguage:rust'] }),
    make('grammar', true, { displayName: 'Grammar', main: undefined, contributes: { languages: [{ id: 'go' }] } }),
    make('typescript', true, { displayName: '%displayName%', contributes: { languages: [{ id: 'typescript' }] } }),
    { id: 'bare', isActive: true, packageJSON: {} },
  ];
  assert.equal(serverName(all, 'go'), 'Go');
  assert.equal(serverName(all, 'typescript'), 'typescript');
  assert.equal(serverName(all, 'rust'), 'another extension');
  assert.equal(serverName([...all, make('two', true, { displayName: 'Two', activationEvents: ['onLanguage:go'] })], 'go'), 'Go and Two');
  assert.equal(serverName([go, go, go, go], 'go'), 'another extension');
});

test('what is no news is not told', () => {
  const others = new Others();
  assert.ok(!others.set('go', undefined) && others.set('go', 'Go') && !others.set('go', 'Go') && others.has('go'));
  assert.ok(others.set('css', 'CSS') && others.set('go', 'Other'));
  assert.deepEqual(Object.entries(others.servers), [['css', 'CSS'], ['go', 'Other']]);
  assert.ok(others.set('go', undefined) && !others.has('go'));
  assert.deepEqual(others.servers, { css: 'CSS' });
});
