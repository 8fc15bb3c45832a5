// A manager whose data directory is taken away while it runs, as by a clean-up or a restore that did not stop it first.
import { mkdirSync, renameSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createManager, type ManagerProcess } from './support/manager.ts';

const test = suite<{ manager: ManagerProcess }>('a data directory that is gone');

test.before.each(async (world) => {
  world.manager = await createManager({ port: 0 });
  await world.manager.start();
  await world.manager.signIn();
});
test.after.each(({ manager }) => manager.stop());

type Health = { status: string; checks: Record<string, string> };

const health = async (manager: ManagerProcess): Promise<[number, string, string, string]> => {
  const { status, body } = await manager.call<Health>('GET', '/api/v1/status/health', undefined, null);
  return [status, body.status, body.checks['database'] ?? '', body.checks['secret_key'] ?? ''];
};

const codeOf = async (manager: ManagerProcess, fqdn: string): Promise<[number, unknown]> => {
  const draft = { fqdn, ip_address: `192.0.2.${fqdn.length}`, port: 9443 };
  const { status, body } = await manager.call('POST', '/api/v1/hosts', draft);
  return [status, (body['error'] as { code: string } | undefined)?.code];
};

test('its manager says so, takes no new work, and is well again once the directory is back', async ({
  manager,
}) => {
  const { dataDir } = manager;
  assert.equal(await health(manager), [200, 'ok', 'ok', 'ok']);
  assert.equal(await codeOf(manager, 'before.example.org'), [201, undefined]);
  renameSync(dataDir, `${dataDir}.away`);
  mkdirSync(dataDir);
  assert.equal(await health(manager), [503, 'degraded', 'failing', 'failing']);
  assert.equal(await codeOf(manager, 'meanwhile.example.org'), [503, 'SERVICE_UNAVAILABLE']);
  const errors = manager.output.split('\n').filter((line) => line.includes('"level":"error"'));
  for (const file of ['fleetmend.sqlite', 'secret.key'])
    assert.ok(
      errors.some((line) => line.includes(`${dataDir}/${file}`)),
      file,
    );
  renameSync(`${dataDir}.away`, dataDir);
  assert.equal(await health(manager), [200, 'ok', 'ok', 'ok']);
  assert.equal(await codeOf(manager, 'after-it.example.org'), [201, undefined]);
});

test('a key file that is gone alone is told, and keeps nobody from work', async ({ manager }) => {
  const file = `${manager.dataDir}/secret.key`;
  renameSync(file, `${file}.away`);
  assert.equal(await health(manager), [200, 'degraded', 'ok', 'failing']);
  assert.equal(await codeOf(manager, 'host.example.org'), [201, undefined]);
  renameSync(`${file}.away`, file);
  assert.equal(await health(manager), [200, 'ok', 'ok', 'ok']);
});

test.run();
