import * as assert from 'uvu/assert';
import type { InstalledPackage } from '../../backend.ts';
import type { Part } from './subject.ts';
import { failureOf, patch, update } from '../labBackend.ts';
import { readPatches } from './lists.ts';

export const holdTests: Part = (test, conformance) => {
  const { subject, host, key } = conformance;

  test('a held package is listed as held and left alone, until it is released', async () => {
    const before = await host().versions();
    const held = await host().job('hold', 'hold', [['lab-held'], true, '$env']);
    assert.is(held.result.failure, null, held.logs.join('\n'));
    const packages = await host().call<InstalledPackage[]>('listPackages');
    assert.equal(
      packages.filter((one) => one.held).map(({ name }) => name),
      ['lab-held'],
    );
    const listed = (await readPatches(conformance)).get(key('lab-held'));
    assert.is(listed?.held, true);
    assert.is(listed?.keptBackReason, 'HELD');
    // A held patch is still listed as a security update.
    if (subject.advisories) assert.is(listed?.security, true);
    const plan = await host().plan(patch(null));
    assert.not.ok(plan.entries.some(({ name }) => name === 'lab-held'));
    assert.ok(plan.keptBack.some(({ name, reason }) => name === 'lab-held' && reason === 'HELD'));
    assert.is((await host().refusal(patch(['lab-held']))).code, 'PACKAGE_HELD');
    assert.is((await host().refusal(update('lab-held'))).code, 'PACKAGE_HELD');
    const released = await host().job('release', 'hold', [['lab-held'], false, '$env']);
    assert.is(released.result.failure, null, released.logs.join('\n'));
    assert.is((await readPatches(conformance)).get(key('lab-held'))?.keptBackReason, null);
    assert.equal(await host().versions(), before);
  });

  test('what is not installed cannot be held', async () => {
    const job = await host().job('hold', 'hold', [['lab-extra'], true, '$env']);
    assert.is(failureOf(job).code, 'PACKAGE_NOT_FOUND');
  });
};
