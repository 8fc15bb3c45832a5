import * as assert from 'uvu/assert';
import { patch } from '../labBackend.ts';
import { readPatches } from './lists.ts';
import type { Part } from './subject.ts';

/** Sources that do not say which of their updates are for security. */
export const unknownTests: Part = (test, conformance) => {
  const { host, key, vendor, addVendor } = conformance;

  test('of updates from a source without advisories nobody can tell, and a job of security updates says so', async () => {
    await addVendor();
    await vendor().publish('t1');
    const { result, logs } = await host().job('first-list', 'refresh', ['$env']);
    assert.is(result.failure, null, logs.join('\n'));
    const patches = await readPatches(conformance);
    const security = ['lab-sec', 'lab-hello', 'lab-vendor'].map((name) => patches.get(key(name))?.security);
    assert.equal(security, [true, false, null]);
    for (const names of [null, ['lab-vendor']]) {
      const plan = await host().plan(patch(names, { securityOnly: true }));
      assert.is(
        plan.entries.some(({ name }) => name === 'lab-sec'),
        names === null,
      );
      assert.not.ok(plan.entries.some(({ name }) => name === 'lab-vendor'));
      const kept = plan.keptBack.filter(({ reason }) => reason === 'SECURITY_UNKNOWN');
      assert.equal(
        kept.map(({ name }) => name),
        ['lab-vendor'],
      );
      assert.match(kept[0]?.message ?? '', /^Nobody can tell .* source, (?:LabCorp|vendor|Vendor Ltd),/);
    }
  });
};
