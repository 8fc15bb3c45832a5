import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { DetachedResult, PlanEntry } from '../../backend.ts';
import { createDnfDriver } from '../../dnf/dnfBackend.ts';
import { createTool } from '../../dnf/tool.ts';
import { diffStates } from '../read/diff.ts';
import { parseRpmInventory } from '../read/inventory.ts';
import { judge } from './judge.ts';

const test = suite('rpm judge');
const driver = createDnfDriver(createTool(4));
const inventory = (...rows: [name: string, version: string][]) =>
  parseRpmInventory(rows.map(([name, version]) => `${name}\tnoarch\t0\t${version}\t1\t6\tlab\n`).join(''));
const ended: DetachedResult = { exitCode: 0, lost: false, timeLimitHit: false, outputTail: '' };
const upgrade: PlanEntry = { action: 'upgrade', name: 'a', arch: 'noarch', from: '1-1', to: '2-1' };

function verdict(
  after: ReturnType<typeof inventory>,
  result: Partial<DetachedResult>,
  duplicates: string[] = [],
) {
  const before = { 'a:noarch': ['1-1'] };
  return judge(driver, { entries: [upgrade], before, after, duplicates, result: { ...ended, ...result } });
}

test('versions decide, not the exit code', () => {
  assert.is(verdict(inventory(['a', '2']), { exitCode: 1 }).failure, null);
  assert.is(verdict(inventory(['a', '1']), { exitCode: 0 }).failure?.code, 'INTERNAL_ERROR');
});

test('a scriptlet that failed is a failure even where the version is there', () => {
  const outputTail = 'warning: %post(a-2-1.noarch) scriptlet failed, exit status 3\n';
  const { failure, changes } = verdict(inventory(['a', '2']), { outputTail });
  assert.is(failure?.code, 'SCRIPT_FAILED');
  assert.is(failure?.details?.['script'], '%post');
  assert.equal(changes, [{ name: 'a', arch: 'noarch', from: '1-1', to: '2-1' }]);
});

test('both versions side by side are not what was planned', () => {
  const { failure } = verdict(inventory(['a', '1'], ['a', '2']), { lost: true, exitCode: null }, [
    'a:noarch',
  ]);
  assert.is(failure?.code, 'INTERRUPTED');
});

test('what cut the scriptlet off at the limit is the limit', () => {
  const outputTail = 'warning: %post(a-2-1.noarch) scriptlet failed, signal 15\n';
  const { failure } = verdict(inventory(['a', '2']), { outputTail, timeLimitHit: true });
  assert.is(failure?.code, 'TIMED_OUT');
  assert.match(failure?.message ?? '', '%post script of a');
});

test('changes pair what went with what came; kernels come and go alone', () => {
  const before = { 'a:noarch': ['1-1'], 'k:noarch': ['1-1', '2-1'], 'gone:noarch': ['1-1'] };
  const after = inventory(['a', '2'], ['k', '2'], ['k', '3'], ['new', '1']);
  const lines = diffStates(before, after).map(({ name, from, to }) => `${name} ${from} > ${to}`);
  assert.equal(lines, ['a 1-1 > 2-1', 'gone 1-1 > null', 'k 1-1 > null', 'k null > 3-1', 'new null > 1-1']);
  const added = diffStates({ 'k:noarch': ['1-1'] }, inventory(['k', '1'], ['k', '2']));
  assert.equal(added, [{ name: 'k', arch: 'noarch', from: null, to: '2-1' }]);
});

test('a package that turns from noarch to the host’s architecture stays the same one', () => {
  const after = parseRpmInventory('a\tx86_64\t0\t2\t1\t6\tlab\n');
  const [change] = diffStates({ 'a:noarch': ['1-1'] }, after);
  assert.equal(change, { name: 'a', arch: 'x86_64', from: '1-1', to: '2-1' });
});

test.run();
