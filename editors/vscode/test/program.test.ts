import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findProgram, type Where } from '../src/core/program';

const where = (have: string[], more: Partial<Where> = {}): Where => ({
  setting: '', folder: '/repo', home: '/home/me', path: '/usr/bin:/opt/bin', windows: false, runnable: (f) => have.includes(f), ...more,
});

test('the first on PATH is taken', () => {
  assert.deepEqual(findProgram(where(['/opt/bin/ci', '/usr/bin/ci'])), { program: '/usr/bin/ci' });
  assert.deepEqual(findProgram(where(['/opt/bin/ci'])), { program: '/opt/bin/ci' });
});

test('a folder of the workspace is no part of PATH', () => {
  for (const path of ['', '.', 'bin', ':.:']) {
    assert.match(JSON.stringify(findProgram(where(['ci', './ci', 'bin/ci', '/repo/ci'], { path }))), /no \\"ci\\" on PATH/);
  }
});

test('the setting names the program', () => {
  for (const [setting, file] of [
    ['/x/ci', '/x/ci'], ['~/bin/ci', '/home/me/bin/ci'], ['${workspaceFolder}/bin/ci', '/repo/bin/ci'], ['bin/ci', '/repo/bin/ci'], ['  /x/ci ', '/x/ci'], ['ci-next', '/opt/bin/ci-next'],
  ] as const) {
    assert.deepEqual(findProgram(where([file, '/usr/bin/ci'], { setting })), { program: file }, setting);
  }
});

test('a setting that is wrong is said, and not passed over', () => {
  for (const setting of ['/x/ci', '~/bin/ci', 'ci-next', 'bin/ci']) {
    const found = findProgram(where(['/usr/bin/ci'], { setting }));
    assert.ok('problem' in found && found.problem.includes(setting), JSON.stringify(found));
  }
});

test('what stands for something else in replacements stays as it is', () => {
  assert.deepEqual(findProgram(where(['/$&/ci'], { setting: '${workspaceFolder}/ci', folder: '/$&' })), { program: '/$&/ci' });
});
