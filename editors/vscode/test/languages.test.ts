import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { companions, documentSelector, filePatterns, hierarchySelector, languageIds, languageModes } from '../src/core/languages';

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
  assert.deepEqual(languageModes({ php: 'primary', go: 'off', vue: 'loud', css: 3 }), { php: 'primary', go: 'off' });
  for (const bad of [undefined, null, 'php', 3, []]) {
    assert.deepEqual(languageModes(bad), {});
  }
});

test('package.json offers the modes that there are', () => {
  const setting = JSON.parse(readFileSync('package.json', 'utf8')).contributes.configuration.properties['ci.languages'];
  assert.deepEqual(setting.additionalProperties.enum, ['primary', 'companion', 'off']);
});

test('where ci is a companion, another server has the hierarchies', () => {
  const ids = (set: Parameters<typeof hierarchySelector>[0]): string[] => hierarchySelector(set).map((f) => f.language ?? f.pattern!);
  const usual = ids({});
  for (const id of companions) {
    assert.ok(languageIds.includes(id) && !usual.includes(id), id);
  }
  assert.ok(['vue', '**/*.vue', '**/*.blade.php', 'html'].every((id) => usual.includes(id)), String(usual));
  assert.ok(ids({ go: 'primary', bash: 'primary' }).includes('go') && ids({ bash: 'primary' }).includes('shellscript'));
  assert.ok(!ids({ vue: 'companion' }).some((id) => id.includes('vue')));
});
