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

/** Two managers, each at a node of its own: no node knows of the locks of another. */
const test = suite<{ cluster: Cluster; folder: string }>('managers on a Galera cluster');
const STARTS = 10;
const PAIRS = 200;
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
    ...{ dataDir: path.join(folder, String((begun += 1))), port: 0 },
    ...{ adminPassword: 'seven quiet otters row north', secretKey: Buffer.alloc(32, 7).toString('base64') },
    databaseUrl: cluster.urls[node] ?? null,
  };
  return startManager({ config, log: pino({ level: 'silent' }) });
}

test('two that start at once on an empty database both start, and of two conflicting writes one wins', async (world) => {
  let managers: Manager[] = [];
  for (let round = 1; round <= STARTS; round++) {
    await Promise.all(managers.map((manager) => manager.stop()));
    world.cluster.sql(
      'drop database if exists fleetmend; create database fleetmend character set utf8mb4 collate utf8mb4_bin',
    );
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

test.run();
