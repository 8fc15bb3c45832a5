// tier: night
// needs: root, galera
// time-limit: 900
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { loadConfig } from '../server/config.ts';
import type { ActedBy } from '../server/core/hosts/api.ts';
import { createHost } from '../server/core/hosts/service/edits.ts';
import { systemActor } from '../server/kernel/security/actor.ts';
import { startManager, type Manager } from '../server/manager.ts';
import { startGalera, type Cluster } from './support/galera.ts';
import { createManager } from './support/manager.ts';
import { waitFor } from './support/wait.ts';

/** Two managers, each at a node of its own: no node knows of the locks of another. */
const test = suite<{ cluster: Cluster; folder: string }>('managers on a Galera cluster');
const STARTS = 10;
const PAIRS = 200;
const EMPTY =
  'drop database if exists fleetmend; create database fleetmend character set utf8mb4 collate utf8mb4_bin';
/** All managers have it. */
const SECRET = { FLEETMEND_SECRET_KEY: Buffer.alloc(32, 7).toString('base64') };
const by: ActedBy = { actor: systemActor, address: null };

test.before(async (world) => {
  world.folder = mkdtempSync(path.join(tmpdir(), 'fleetmend-managers-'));
  world.cluster = await startGalera(process.env['TEST_GALERA_LIB'] ?? '');
});
test.after(async ({ cluster, folder }) => {
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
});

let begun = 0;
function start({ cluster, folder }: { cluster: Cluster; folder: string }, node: number): Promise<Manager> {
  const config = {
    ...loadConfig({}, null),
    dataDir: path.join(folder, String((begun += 1))),
    port: 0,
    adminPassword: 'seven quiet otters row north',
    secretKey: SECRET.FLEETMEND_SECRET_KEY,
    databaseUrl: cluster.urls[node] ?? null,
  };
  return startManager({ config, log: pino({ level: 'silent' }) });
}

test('two that start at once on an empty database both start, and of two conflicting writes one wins', async (world) => {
  let managers: Manager[] = [];
  for (let round = 1; round <= STARTS; round++) {
    await Promise.all(managers.map((manager) => manager.stop()));
    world.cluster.sql(EMPTY);
    managers = await Promise.all([start(world, 0), start(world, 1)]);
  }
  const contexts = managers.map(({ loaded }) => loaded.ctx);
  const winners = new Map<number, number>();
  for (let pair = 0; pair < PAIRS; pair++) {
    const ipAddress = `10.9.${pair >> 8}.${pair & 255}`;
    const made = await Promise.allSettled(
      contexts.map((ctx, at) =>
        createHost(
          ctx,
          { fqdn: `h${pair}-${at}.example.org`, ipAddress, port: 9_443, displayName: null, tags: [] },
          by,
        ),
      ),
    );
    const count = made.filter(({ status }) => status === 'fulfilled').length;
    winners.set(count, (winners.get(count) ?? 0) + 1);
  }
  await Promise.all(managers.map((manager) => manager.stop()));
  assert.equal([...winners], [[1, PAIRS]], 'by the number of winners');
});

test('one whose node is cut off from the others says in its health what its calls meet', async ({
  cluster,
}) => {
  cluster.sql(EMPTY);
  const manager = await createManager({ port: 0, env: { DATABASE_URL: cluster.urls[0] ?? '', ...SECRET } });
  try {
    await manager.start();
    await manager.signIn();
    const health = () => manager.call<{ checks: { database: string } }>('GET', '/api/v1/status/health');
    assert.is((await health()).status, 200);
    for (const node of [1, 2]) cluster.signal(node, 'SIGSTOP');
    const cutOff = await waitFor(
      async () => {
        const answer = await health();
        return answer.status === 503 && answer;
      },
      { timeoutMs: 90_000, what: 'a health that says it' },
    );
    assert.is(cutOff.body.checks.database, 'failing');
    const { status, body } = await manager.call<{ error: { code: string } }>('GET', '/api/v1/hosts');
    assert.equal([status, body.error.code], [503, 'SERVICE_UNAVAILABLE']);
    for (const node of [1, 2]) cluster.signal(node, 'SIGCONT');
    await manager.until('/api/v1/hosts', () => true);
    await manager.until('/api/v1/status/health', () => true);
  } finally {
    for (const node of [1, 2]) cluster.signal(node, 'SIGCONT');
    await manager.kill();
  }
});

test.run();
