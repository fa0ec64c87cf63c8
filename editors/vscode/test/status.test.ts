import assert from 'node:assert/strict';
import { test } from 'node:test';
import { count, describe, show, type Status } from '../src/core/status';

const running = { life: 'running' } as const;
const ready: Status = { root: '/a/app', state: 'ready', files: 1234, generation: 3 };

test('what the bar says', () => {
  for (const [life, folders, text, level, says] of [
    [{ life: 'starting' }, [], '$(sync~spin) ci', 'normal', 'being started'],
    [{ life: 'stopped' }, [ready], '$(circle-slash) ci', 'warning', 'not running'],
    [{ life: 'failed', problem: 'no ci' }, [ready], '$(error) ci', 'error', 'no ci'],
    [running, [], '$(check) ci', 'normal', 'ci runs'],
    [running, [ready], '$(check) ci', 'normal', 'app: ready, 1,234 files, generation 3'],
    [running, [ready, { root: '/a/b', state: 'indexing', phase: 'reading', done: 1200, total: 4000 }], '$(sync~spin) ci 1,200/4,000', 'normal', 'b: indexing: reading 1,200 of 4,000'],
    [
      running,
      [{ ...ready, phase: 'embed', done: 300, total: 12000, rate: 30.2, left_seconds: 388 }],
      '$(sync~spin) ci 300/12,000',
      'normal',
      'app: ready, 1,234 files, generation 3, embed 300 of 12,000, 30/s, 6 min left',
    ],
    [running, [{ ...ready, phase: 'embed', done: 1, total: 20000, rate: 2.54, left_seconds: 7874 }], '$(sync~spin) ci 1/20,000', 'normal', ', 2.5/s, 2 h 11 min left'],
    [running, [{ ...ready, phase: 'embed', done: 9, total: 20, rate: 1, left_seconds: 11 }], '$(sync~spin) ci 9/20', 'normal', ', 1.0/s, 11 s left'],
    [running, [{ ...ready, phase: 'extract', done: 1, total: 2 }], '$(check) ci', 'normal', 'generation 3'],
    [running, [{ root: '/a/b', state: 'indexing' }], '$(sync~spin) ci', 'normal', 'b: indexing'],
    [running, [ready, { root: '/c', state: 'failed', problem: 'the disk is full' }], '$(warning) ci', 'warning', 'the disk is full'],
    [running, [{ ...ready, problem: '2 files could not be read' }], '$(warning) ci', 'warning', '2 files could not be read'],
  ] as const) {
    const shown = show(life, [...folders]);
    assert.equal(shown.text, text);
    assert.equal(shown.level, level);
    assert.ok(shown.tooltip.includes(says), shown.tooltip);
  }
});

test('only full answers have a tick', () => {
  const languages = [
    { language: 'go', mode: 'companion', servers: ['gopls'], text: 'adds to gopls' },
    { language: 'php', mode: 'primary', text: 'full: no other server' },
    { language: 'vue', mode: 'primary', text: 'full: no other server' },
    { language: 'css', mode: 'companion', set: true, text: 'adds to another server: set by you' },
    { language: 'html', mode: 'off', set: true, text: 'off: set by you' },
  ];
  const other: Status = { root: '/a/app/inner', state: 'ready', languages: [{ language: 'go', mode: 'primary', text: 'full: no other server' }] };
  const text = (path: string, language: string): string => show(running, [{ ...ready, languages }, other], { path, language }).text;
  assert.equal(text('/a/app/x.go', 'go'), '$(check) ci: adds to gopls');
  assert.equal(text('/a/app/inner/x.go', 'go'), '$(check) ci');
  assert.equal(text('/a/apple/x.go', 'go'), '$(check) ci');
  assert.equal(text('/a/app/x.php', 'php'), '$(check) ci');
  assert.equal(text('/a/app/x.css', 'css'), '$(info) ci: companion');
  assert.equal(text('/a/app/x.html', 'html'), '$(circle-slash) ci: off here');
  assert.equal(show(running, [{ ...ready, languages }], { path: '/link/x.go', language: 'go' }).text, '$(check) ci: adds to gopls');
  assert.equal(
    describe({ ...ready, languages, problem: 'slow disk' }),
    'app: ready, 1,234 files, generation 3\nadds to gopls: go\nfull: no other server: php, vue\nadds to another server: set by you: css\noff: set by you: html\nslow disk',
  );
});

test('one file is a file', () => assert.equal(describe({ root: '/x', state: 'ready', files: 1 }), 'x: ready, 1 file'));

test('numbers as people read them', () => assert.deepEqual([0, 999, 1000, 1234567].map(count), ['0', '999', '1,000', '1,234,567']));
