import { spawnSync } from 'node:child_process';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compareDebian } from './debian.ts';
import { compareEvr } from './rpm.ts';
import { comparerOf } from './compare.ts';

const test = suite('versions against the programs that made their order');

/** Versions made of these pieces in ever other ways, and the same at each run, so that a fault can be found again. */
function* made(count: number, pieces: readonly string[]): Generator<string> {
  let state = 7;
  const next = (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
  const part = (): string =>
    `${next(12)}${Array.from({ length: next(5) }, () => pieces[next(pieces.length)]).join('')}`;
  for (let i = 0; i < count; i += 1)
    yield `${next(4) === 0 ? `${next(3)}:` : ''}${part()}-${part().replaceAll('-', '.')}`;
}

/** Tells that a program is missing; fails in CI, where everything is installed for the tests. */
function isMissing(program: string, isThere: boolean): boolean {
  if (isThere) return false;
  assert.is.not(process.env['CI'], 'true', `${program} is missing`);
  console.log(`not held to ${program}: it is not installed`);
  return true;
}

const paired = (versions: readonly string[]): [string, string][] =>
  versions.slice(1).map((right, i) => [versions[i] ?? '', right]);

test('dpkg orders 150 pairs alike', () => {
  if (isMissing('dpkg', !spawnSync('dpkg', ['--version']).error)) return;
  const pieces = ['~', '.', '+', '0', '1', '9', '10', 'a', 'B', 'deb12u', '.0', 'rc', '-'];
  for (const [left, right] of paired([...made(151, pieces)])) {
    const relation = ['lt', 'eq', 'gt'][Math.sign(compareDebian(left, right)) + 1] ?? '';
    const { status } = spawnSync('dpkg', ['--compare-versions', left, relation, right]);
    assert.is(status, 0, `${left} ${relation} ${right}`);
  }
});

test('rpm orders 1,500 pairs alike', () => {
  const pieces = ['~', '.', '^', '_', '0', '1', '9', '10', 'a', 'B', 'el9', 'git', 'rc', '.0', '+'];
  const pairs = paired([...made(1_501, pieces)]);
  const lua = pairs.map(([left, right]) => `rpm.vercmp("${left}","${right}")`).join();
  const { error, stdout } = spawnSync('rpm', ['--eval', `%{lua: print(table.concat({${lua}},' '))}`], {
    encoding: 'utf8',
  });
  // Debian has no rpm by default, and an old one has no rpm.vercmp.
  if (isMissing('rpm', !error && /^-?\d/.test(stdout))) return;
  const told = stdout.trim().split(' ').map(Number);
  assert.is(told.length, pairs.length);
  for (const [i, [left, right]] of pairs.entries())
    assert.is(Math.sign(compareEvr(left, right)), told[i], `${left} and ${right}`);
});

test('the order is that of the package manager, and none for one that is not known', () => {
  assert.ok((comparerOf('apt')?.('1.0', '1.0-1') ?? 0) < 0);
  assert.is(comparerOf('zypper')?.('1.0', '1.0-1'), 0);
  assert.is(comparerOf('pacman'), null);
  assert.is(comparerOf(null), null);
});

test.run();
