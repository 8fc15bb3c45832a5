import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { StartError, usingDataDir } from './dataDir.ts';

const test = suite('the data directory');

const dataDir = '/var/lib/fleetmend-agent';

function failing(changes: Partial<NodeJS.ErrnoException>): Promise<unknown> {
  const error = Object.assign(new Error(`${changes.code}: it failed`), changes);
  return usingDataDir(dataDir, () => Promise.reject(error)).catch((caught: unknown) =>
    caught === error ? 'as it was' : caught,
  );
}

test('what fails in it names it, also where the error itself does not', async () => {
  const refused = await failing({ code: 'EACCES', syscall: 'open', path: `${dataDir}/journal` });
  assert.instance(refused, StartError);
  assert.match((refused as Error).message, `the data directory ${dataDir} cannot be used: EACCES`);
  const full = await failing({ code: 'ENOSPC', syscall: 'write' });
  assert.match((full as Error).message, /cannot be used: ENOSPC.*; free some space on its disk$/);
});

test('what fails elsewhere is not laid at its door', async () => {
  const elsewhere = { code: 'EACCES', syscall: 'open', path: '/etc/machine-id' };
  const missing = { code: 'ENOENT', syscall: 'spawn apt-get', path: 'apt-get' };
  const taken = { code: 'EADDRINUSE', syscall: 'listen', address: '0.0.0.0' };
  for (const error of [elsewhere, missing, taken]) assert.is(await failing(error), 'as it was');
});

test.run();
