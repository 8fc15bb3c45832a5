import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { RpmDriver } from '../rpmDriver.ts';
import { nativeArch } from '../read/inventory.ts';
import type { RpmRecord } from '../rpmRecord.ts';
import { prepareRollback } from './plan.ts';
import type { RpmContext } from '../rpmContext.ts';

const test = suite('rpm rollback plan');

/** The refusal, if any; it follows from the record alone, without asking a package manager. */
async function refusal(name: string, version: string): Promise<unknown> {
  const context = { kernelRelease: `6.4.0-2.${nativeArch}` } as RpmContext;
  const changes = [{ name, arch: nativeArch, from: null, to: version }];
  const record = { changes, stash: [] as RpmRecord['stash'] } as RpmRecord;
  const inventory = { rows: [], byKey: new Map() };
  const found = await prepareRollback(context, { name: 'zypper' } as RpmDriver, inventory, record, []);
  return 'code' in found ? { code: found.code, packages: found.details?.['packages'] } : null;
}

test('neither the agent nor the kernel that runs by now is taken away by a rollback', async () => {
  const code = 'ROLLBACK_CONFLICT';
  assert.equal(await refusal('fleetmend-agent', '1-1'), { code, packages: ['fleetmend-agent'] });
  assert.equal(await refusal('kernel', '6.4.0-2'), { code, packages: ['kernel'] });
});

test.run();
