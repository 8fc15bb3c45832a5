import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { DetachedResult, PlanEntry } from '../../backend.ts';
import { parseInventory } from '../read/inventory.ts';
import type { Inventory } from '../read/inventory.ts';
import { judge, toStates } from './judge.ts';

const test = suite('apt judge');

/** An inventory from `name arch version status` lines, plus dpkg, whose architecture is the host's. */
function inventory(...lines: string[]): Inventory {
  const rows = ['dpkg amd64 1 installed', ...lines].map((line) => {
    const [name, arch, version, status] = line.split(' ');
    return [name, arch, version, 'install', 'ok', status, 'misc', '1'].join('\t');
  });
  return parseInventory(rows.join('\n'));
}

const ended = (exitCode: number | null, outputTail = ''): DetachedResult => ({
  exitCode,
  lost: exitCode === null,
  timeLimitHit: false,
  outputTail,
});
const upgrade: PlanEntry = { action: 'upgrade', name: 'a', arch: 'all', from: '1', to: '2' };
const before = toStates(inventory('a all 1 installed', 'b all 1 installed'));
const of = (after: Inventory, result: DetachedResult, entries = [upgrade], stopped = false) =>
  judge({ entries, before }, after, result, { stopped, begun: entries });

test('the database decides: a bad exit code alone is no failure', () => {
  const after = inventory('a all 2 installed', 'b all 1 installed');
  assert.equal(of(after, ended(100)), {
    changes: [{ name: 'a', arch: 'all', from: '1', to: '2' }],
    others: [],
    failure: null,
  });
});

test('a good exit code alone is no success', () => {
  const after = inventory('a all 1 installed', 'b all 1 installed');
  assert.is(of(after, ended(0)).failure?.code, 'INTERNAL_ERROR');
});

test('the target version, half configured, is a failure', () => {
  const verdict = of(inventory('a all 2 half-configured', 'b all 1 installed'), ended(100));
  assert.is(verdict.failure?.code, 'SCRIPT_FAILED');
  assert.is(verdict.changes.length, 1);
});

test('waiting for triggers is done', () => {
  assert.is(of(inventory('a all 2 triggers-awaited', 'b all 1 installed'), ended(0)).failure, null);
});

test('another package that broke meanwhile is a failure; one that was broken before is not', () => {
  const after = inventory('a all 2 installed', 'b all 1 half-configured');
  assert.is(of(after, ended(100)).failure?.code, 'SCRIPT_FAILED');
  const broken = toStates(inventory('a all 1 installed', 'b all 1 half-configured'));
  const guarded = { stopped: false, begun: [upgrade] };
  assert.is(judge({ entries: [upgrade], before: broken }, after, ended(100), guarded).failure, null);
});

test('a package that turns from all to amd64 is the same one', () => {
  const entry: PlanEntry = { ...upgrade, arch: 'amd64' };
  const verdict = of(inventory('a amd64 2 installed', 'b all 1 installed'), ended(0), [entry]);
  const changes = [{ name: 'a', arch: 'amd64', from: '1', to: '2' }];
  assert.equal(verdict, { changes, others: [], failure: null });
});

test('lost, stopped and timed out are told as such, with the packages that are wrong', () => {
  const after = inventory('a all 1 installed', 'b all 1 installed');
  assert.is(of(after, ended(null)).failure?.code, 'INTERRUPTED');
  assert.is(of(after, ended(100), [upgrade], true).failure?.code, 'PLAN_CHANGED');
  const slow = of(after, { ...ended(100), timeLimitHit: true }).failure;
  assert.is(slow?.code, 'TIMED_OUT');
  assert.equal(slow?.details?.['packages'], ['a']);
  assert.equal(slow?.details?.['unreached'], [{ name: 'a', arch: 'all', version: '1', status: 'installed' }]);
});

test('a removal is done when the package is gone, whatever conffiles are left', () => {
  const entry: PlanEntry = { action: 'remove', name: 'a', arch: 'all', from: '1', to: null };
  const gone = of(inventory('a all 1 config-files', 'b all 1 installed'), ended(0), [entry]);
  const changes = [{ name: 'a', arch: 'all', from: '1', to: null }];
  assert.equal(gone, { changes, others: [], failure: null });
});

test('what somebody else upgrades or installs meanwhile is neither a change nor a failure of the job', async () => {
  const after = inventory('a all 2 installed', 'b all 2 unpacked', 'c all 1 half-installed');
  const { changes, others, failure } = of(after, ended(0));
  assert.equal(
    changes.map(({ name }) => name),
    ['a'],
  );
  assert.equal(
    others.map(({ name }) => name),
    ['b', 'c'],
  );
  assert.is(failure, null);
});

test('changes are told by name, those of one name by architecture', () => {
  const of = (version: string) =>
    inventory(...['c all', 'a i386', 'b all', 'a amd64'].map((one) => `${one} ${version} installed`));
  const entries = [...of('1').byKey.values()].map(({ name, arch }) => ({ ...upgrade, name, arch }));
  const guarded = { stopped: false, begun: entries };
  const { changes } = judge({ entries, before: toStates(of('1')) }, of('2'), ended(0), guarded);
  assert.equal(
    changes.flatMap(({ name, arch }) => (name === 'dpkg' ? [] : [`${name} ${arch}`])),
    ['a amd64', 'a i386', 'b all', 'c all'],
  );
});

test('a package that went with the work counts as the job’s: a planned one may have replaced it', async () => {
  const { changes } = of(inventory('a all 2 installed'), ended(0));
  assert.equal(
    changes.map(({ name, to }) => `${name} ${to}`),
    ['a 2', 'b null'],
  );
});

test.run();
