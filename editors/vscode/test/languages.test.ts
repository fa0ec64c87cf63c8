import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { documentSelector, filePatterns, hierarchySelector, languageIds, languageModes, languageOf } from '../src/core/languages';

// The tests are run in the folder of the extension.
const documented = readFileSync('../../docs/languages.md', 'utf8').split('\n').flatMap((line) => {
  const row = /^\| (\w+) \| \w+ \| (.*) \|$/.exec(line);
  return row ? [{ language: row[1]!, names: [...row[2]!.matchAll(/`([^`]+)`/g)].map((m) => m[1]!) }] : [];
});

// Of names with a language in them the documentation has examples.
const families: Readonly<Record<string, string>> = { catalogue: '{lang,locales}/**/*.json', properties: '*_*.properties' };

test('every file name that ci reads is covered', () => {
  assert.ok(documented.length > 30, `${documented.length} rows`);
  const covered = new Set(filePatterns);
  for (const { language, names } of documented) {
    for (const name of names.filter((n) => !n.startsWith('#!'))) {
      assert.ok(covered.has(name) || covered.has(families[language] ?? ''), `${language}: ${name}`);
    }
  }
});

test('every language is covered by an id or its names', () => {
  const ids = new Set(languageIds);
  for (const { language, names } of documented) {
    assert.ok(ids.has(language) || names.every((n) => !n.startsWith('#!')) || language === 'bash', language);
  }
});

test('the selector is of files alone, and its pattern has no nested groups', () => {
  const filters = documentSelector();
  assert.ok(filters.every((f) => f.scheme === 'file'));
  const pattern = filters.find((f) => f.pattern)!.pattern!;
  assert.equal(pattern.match(/\{/g)!.length, 1);
  assert.ok(pattern.includes('lang/**/*.json,locales/**/*.json'));
});

test('modes that there are not are left out', () => {
  assert.deepEqual(languageModes({ php: 'primary', go: 'off', vue: 'loud', css: 3, '*': 'auto' }), { php: 'primary', go: 'off', '*': 'auto' });
  for (const bad of [undefined, null, 'php', 3, []]) {
    assert.deepEqual(languageModes(bad), {});
  }
});

test('package.json offers the modes that there are', () => {
  const setting = JSON.parse(readFileSync('package.json', 'utf8')).contributes.configuration.properties['ci.languages'];
  assert.deepEqual(setting.additionalProperties.enum, ['auto', 'primary', 'companion', 'off']);
});

test('another server has the hierarchies where there is one', () => {
  const ids = (set: Parameters<typeof hierarchySelector>[0], others: Record<string, string> = {}): string[] => hierarchySelector(set, others).map((f) => f.language ?? f.pattern!);
  assert.deepEqual(ids({}).sort(), [...languageIds, '**/*.blade.php', '**/*.svelte', '**/*.vue'].sort());
  assert.ok(!ids({}, { go: 'Go' }).includes('go') && ids({}, { go: 'Go' }).includes('php'));
  assert.ok(!ids({}, { bash: 'x' }).includes('shellscript') && !ids({}, { vue: 'Vue' }).some((id) => id.includes('vue')));
  assert.ok(ids({ go: 'primary' }, { go: 'Go' }).includes('go') && !ids({ '*': 'primary', go: 'auto' }, { go: 'Go' }).includes('go'));
  assert.ok(!ids({ vue: 'companion' }).some((id) => id.includes('vue')) && !ids({ '*': 'off' }).length);
});

test('languages of documents', () => {
  for (const [id, path, language] of [
    ['go', '/a/x.go', 'go'], ['shellscript', '/a/x', 'bash'], ['php', '/a/cart.blade.php', 'blade'], ['php', '/a/cart.php', 'php'], ['plaintext', '/a/App.vue', 'vue'],
    ['plaintext', '/a/x.txt', undefined], ['log', '/a/x.log', undefined],
  ] as const) {
    assert.equal(languageOf(id, path), language, path);
  }
});
