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

test('one file is a file', () => assert.equal(describe({ root: '/x', state: 'ready', files: 1 }), 'x: ready, 1 file'));

test('numbers as people read them', () => assert.deepEqual([0, 999, 1000, 1234567].map(count), ['0', '999', '1,000', '1,234,567']));
