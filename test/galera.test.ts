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
import { createGroup } from '../server/core/hosts/service/groupEdits.ts';
import { createHost } from '../server/core/hosts/service/edits.ts';
import { systemActor } from '../server/kernel/security/actor.ts';
import type { Context } from '../server/kernel/boot/feature.ts';
import { startManager, type Manager } from '../server/manager.ts';
import { startGalera, type Cluster } from './support/galera.ts';
import { createManager } from './support/manager.ts';
import { AppError } from '../server/shared/wire/appError.ts';
import { waitFor } from './support/wait.ts';

/** Two managers, each at a node of its own: no node knows of the locks of another. */
const test = suite<{ cluster: Cluster; folder: string }>('managers on a Galera cluster');
const STARTS = 10;
const PAIRS = 200;
const NAME_ROUNDS = 25;
const EIGHT = 8;
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

test('of eight who give one name at once at three nodes, one gets it, and the others are told who has it', async (world) => {
  world.cluster.sql(EMPTY);
  const managers = [await start(world, 0), await start(world, 1), await start(world, 2)];
  const contexts = managers.map(({ loaded }) => loaded.ctx);
  const editor = { by, scope: 'all' } as const;
  try {
    for (let round = 1; round <= NAME_ROUNDS; round++) {
      // Names that differ in upper and lower case alone are one.
      const names = [`Größe ${round}`, `GRÖßE ${round}`, `größe ${round}`];
      const made = await Promise.allSettled(
        Array.from({ length: EIGHT }, (_, at) =>
          createGroup(
            contexts[at % contexts.length] as Context,
            { name: names[at % names.length] ?? '', description: null, rule: null, hostIds: [] },
            editor,
          ),
        ),
      );
      const winners = made.flatMap((one) => (one.status === 'fulfilled' ? [one.value.id] : []));
      const refusals = made.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
      assert.is(winners.length, 1, `round ${round}: ${refusals.map(String).join('; ')}`);
      const told = refusals.map((error) =>
        error instanceof AppError ? [error.code, error.details?.['id']] : String(error),
      );
      assert.equal(
        told,
        Array.from({ length: EIGHT - 1 }, () => ['NAME_TAKEN', winners[0]]),
      );
    }
    const rows = await contexts[1]?.db.reader('hosts_groups').count({ rows: '*' });
    assert.is(Number((rows as { rows: number }[])[0]?.rows), NAME_ROUNDS);
  } finally {
    await Promise.all(managers.map((manager) => manager.stop()));
  }
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
