import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { headOf, managerRelease, managerVersion } from './version.ts';

const test = suite<{ dir: string; git(...args: string[]): string }>('the version of the manager');

test.before.each((world) => {
  world.dir = mkdtempSync(path.join(tmpdir(), 'fleetmend-version-'));
  const who = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org'];
  world.git = (...args) =>
    execFileSync('git', ['-C', world.dir, ...who, ...args], { encoding: 'utf8' }).trim();
  world.git('init', '--quiet');
  world.git('commit', '--quiet', '--allow-empty', '--message', 'first');
});
test.after.each(({ dir }) => rmSync(dir, { recursive: true, force: true }));

test('the commit is found as git finds it: on a branch, packed, without a branch, in a worktree', ({
  dir,
  git,
}) => {
  const head = git('rev-parse', 'HEAD');
  const own = path.join(dir, '.git');
  assert.is(headOf(own), head);
  git('pack-refs', '--all');
  assert.is(headOf(own), head);
  git('worktree', 'add', '--quiet', '-b', 'other', 'beside');
  assert.is(headOf(path.join(dir, 'beside/.git')), head);
  git('checkout', '--quiet', '--detach');
  assert.is(headOf(own), head);
  assert.is(headOf(path.join(dir, 'none')), null);
});

test('a clone tells its commit after the release', () => {
  assert.match(managerRelease(), /^\d+\.\d+\.\d+$/);
  const commit = headOf(path.join(import.meta.dirname, '../../.git'));
  const told = commit === null ? '' : `+g${commit.slice(0, 7)}`;
  assert.is(managerVersion(), `${managerRelease()}${told}`);
});

test.run();
