import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { AppError } from '#server/shared/wire/appError.ts';
import { createDnfDriver } from '../../dnf/dnfBackend.ts';
import { createTool } from '../../dnf/tool.ts';
import type { Offer, RpmCommand, RpmDriver, RpmResolution } from '../rpmDriver.ts';
import { parseRpmInventory } from '../read/inventory.ts';
import { resolveUpgrades } from './resolveUpgrades.ts';
import type { RpmContext } from '../rpmContext.ts';

const test = suite('rpm resolve upgrades');
const inventory = parseRpmInventory(
  ['a', 'b', 'c', 'old'].map((name) => `${name}\tnoarch\t0\t1\t1\t6\tlab\n`).join(''),
);
const offer = (name: string): Offer => ({
  name,
  arch: 'noarch',
  version: '2-1',
  repository: 'lab',
  downloadSizeBytes: 1,
  installedSizeBytes: 1,
});
const upgraded = (name: string) => ({ name, arch: 'noarch', from: '1-1', to: '2-1' });

/** Resolves against a fake package manager that answers by the targets it is given; records its questions. */
async function resolve(answer: (targets: string[], excludes: string[]) => Partial<RpmResolution>) {
  const asked: string[][] = [];
  const driver: RpmDriver = {
    ...createDnfDriver(createTool(4)),
    resolve: async (_context, _inventory, { targets, excludes }: RpmCommand) => {
      asked.push(targets);
      return { changes: [], skipped: [], error: null, ...answer(targets, excludes) };
    },
  };
  const targets = ['a', 'b', 'c'].map(offer);
  const upgrades = { targets, excludes: [] };
  const resolved = await resolveUpgrades({} as RpmContext, driver, inventory, upgrades);
  return { ...resolved, asked };
}

const names = (targets: readonly string[]) => targets.map((text) => text[0] ?? '');
const all = (targets: readonly string[]) => ({ changes: names(targets).map(upgraded) });

test('an upgrade that would take another package away is left out, the others resolved again', async () => {
  const gone = { name: 'old', arch: 'noarch', from: '1-1', to: null, because: 'b' };
  const { changes, skipped, command, asked } = await resolve((targets) =>
    names(targets).includes('b') ? { changes: [...all(targets).changes, gone] } : all(targets),
  );
  assert.equal(
    changes.map(({ name }) => name),
    ['a', 'c'],
  );
  assert.equal(skipped, [{ name: 'b', arch: 'noarch', reason: 'NEEDS_REMOVAL' }]);
  assert.equal(command?.targets, asked.at(-1), 'the command is the one that was resolved');
});

test('an upgrade that needs a new package which replaces another is left out, the others go on', async () => {
  const gone = { name: 'old', arch: 'noarch', from: '1-1', to: null, because: 'renamed' };
  const arrives = { name: 'renamed', arch: 'noarch', from: null, to: '2-1' };
  const { changes, skipped, command } = await resolve((targets, excludes) => {
    if (!names(targets).includes('b')) return all(targets);
    if (!excludes.includes('renamed')) return { changes: [...all(targets).changes, arrives, gone] };
    const others = all(targets.filter((target) => !target.startsWith('b')));
    return { ...others, skipped: [{ name: 'b', arch: 'noarch', reason: 'DEPENDENCY' }] };
  });
  assert.equal(changes, ['a', 'c'].map(upgraded));
  assert.equal(skipped, [{ name: 'b', arch: 'noarch', reason: 'NEEDS_REMOVAL' }]);
  assert.equal(command?.excludes, ['renamed'], 'the command is the one that was resolved');
});

test('what the package manager skips, or names as the reason to do nothing, does not keep the others', async () => {
  const skipping = await resolve((targets) =>
    names(targets).includes('c')
      ? { ...all(targets.slice(0, -1)), skipped: [{ name: 'c', arch: 'noarch', reason: 'DEPENDENCY' }] }
      : all(targets),
  );
  assert.equal(names(skipping.command?.targets ?? []), ['a', 'b']);
  const refusing = await resolve((targets) =>
    names(targets).includes('a') ? { error: 'No match for argument: a-2-1.noarch' } : all(targets),
  );
  assert.equal(refusing.skipped, [{ name: 'a', arch: 'noarch', reason: 'DEPENDENCY' }]);
  assert.equal(names(refusing.command?.targets ?? []), ['b', 'c']);
});

test('a refusal that names none of them is an error, and so is a removal that nobody owns up to', async () => {
  for (const answer of [
    () => ({ error: 'Error: something else' }),
    (targets: string[]) => ({
      changes: [...all(targets).changes, { name: 'old', arch: 'noarch', from: '1-1', to: null }],
    }),
  ]) {
    try {
      await resolve(answer);
      assert.unreachable();
    } catch (error) {
      assert.instance(error, AppError);
      assert.is((error as AppError).code, 'CONFLICT');
    }
  }
});

test.run();
