import { spawnSync } from 'node:child_process';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compareDebian } from './debian.ts';

const test = suite('debian versions');

/** Older first; equal neighbours are in `same`. */
const ascending = [
  '0~~',
  '0~',
  '0',
  '0.1~rc1-1',
  '0.1',
  '0.1-1',
  '1.0~rc2-1',
  '1.0',
  '1.0-1',
  '1.0-1+b1',
  '1.0-1+deb12u1',
  '1.0-1+deb12u2',
  '1.0-1+deb12u10',
  '1.0a',
  '1.0+dfsg',
  '1.0.1',
  '1.9',
  '1.10',
  '20240101',
  '1:0.1~rc2-1',
  '1:1.0-1',
  '2:0',
];
const same = [
  ['1.0', '1.00'],
  ['0:1.0', '1.0'],
  ['1.0', '1.0-0'],
  ['1.01', '1.1'],
];

test('orders epochs, tildes, letters and numbers as deb-version(7) says', () => {
  for (const [i, left] of ascending.entries()) {
    for (const [j, right] of ascending.entries()) {
      const found = Math.sign(compareDebian(left, right));
      assert.is(found, Math.sign(i - j), `${left} against ${right}`);
    }
  }
});

test('sees through leading zeros and a missing epoch or revision', () => {
  for (const [left = '', right = ''] of same) assert.is(compareDebian(left, right), 0, `${left} ${right}`);
});

test('agrees with dpkg on every pair, where there is a dpkg', () => {
  if (spawnSync('dpkg', ['--version']).error) return;
  const all = [...ascending, ...same.flat()];
  const pairs = all.flatMap((left, i) => all.slice(i, i + 4).map((right) => [left, right] as const));
  for (const [left, right] of pairs) {
    for (const [relation, holds] of [
      ['lt', compareDebian(left, right) < 0],
      ['eq', compareDebian(left, right) === 0],
    ] as const) {
      const { status } = spawnSync('dpkg', ['--compare-versions', left, relation, right]);
      assert.is(status === 0, holds, `${left} ${relation} ${right}`);
    }
  }
});

test.run();
