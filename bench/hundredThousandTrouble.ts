import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WireJob } from '../test/support/fleet.ts';
import type { Part, ThinBed } from './support/thinBed.ts';
import { between } from './support/thinWatch.ts';

const backLimitMs = 600_000;
const lookMs = 250;
const askEveryMs = 2_000;
/** Written to the copy of the database, which is thrown away. */
const movedTable = 'bench_moved';

/**
 * Kills the last manager by SIGKILL, and counts until each of its hosts has its link elsewhere, and has answered there.
 */
export async function afterKill({ managers, watch, db, say }: ThinBed): Promise<Part> {
  const victim = managers.at(-1);
  if (!victim || managers.length < 2) throw new Error('to kill a manager takes two');
  const before = (await watch.look('before the kill')).links;
  const [row] = await db('kernel_managers').where('address', 'like', `%:${victim.port}`).select('id');
  const id = (row as { id: string } | undefined)?.id;
  if (id === undefined) throw new Error(`no row of the manager at port ${victim.port}`);
  // The rows are read first: a table made of a question would lock them.
  const held = await db('agents_links').where('manager', id).whereNull('lost_at').select('host_id');
  await db.raw(
    `create table ${movedTable} (host_id char(36) character set ascii collate ascii_bin primary key)`,
  );
  await db.batchInsert(movedTable, held, 1_000);
  const moved = held.length;
  say(`a manager with ${moved} links is killed`);
  const [[{ now }]] = (await db.raw('select utc_timestamp(3) as now')) as [[{ now: Date }]];
  watch.noteKilled(victim);
  await victim.kill();
  const killedAt = performance.now();
  const passedSecs = (): number => (performance.now() - killedAt) / 1_000;
  const linkedSecs = await until('every link is back', async () => {
    const { links } = await watch.report();
    const left = await countOf(
      db.raw(`select count(*) as hosts from agents_links where manager = ? and lost_at is null`, [id]),
    );
    return links >= before && left === 0 ? passedSecs() : null;
  });
  say(`linked again after ${linkedSecs.toFixed(1)} s`);
  const answeredSecs = await until('every one has answered', async () => {
    // A poll that failed has its time too.
    const silent = await countOf(
      db.raw(
        `select count(*) as hosts from ${movedTable} m join hosts_hosts h on h.id = m.host_id where h.last_polled_at is null or h.last_polled_at < ? or h.poll_failures > 0`,
        [now],
      ),
    );
    return silent === 0 ? passedSecs() : null;
  });
  await watch.look('after the kill');
  return {
    figures: [
      { name: `a manager with ${moved} links killed: all linked elsewhere`, value: linkedSecs, unit: 's' },
      { name: `a manager with ${moved} links killed: all have answered`, value: answeredSecs, unit: 's' },
    ],
  };
}

async function until(what: string, probe: () => Promise<number | null>): Promise<number> {
  const deadline = performance.now() + backLimitMs;
  for (;;) {
    const found = await probe();
    if (found !== null) return found;
    if (performance.now() > deadline) throw new Error(`${what}: not within ${backLimitMs / 1_000} s`);
    await sleep(lookMs);
  }
}

async function countOf(query: PromiseLike<unknown>): Promise<number> {
  const [[row]] = (await query) as [[{ hosts: number | string }]];
  return Number(row.hosts);
}

/** A patch job over 5,000 hosts, or over a quarter of a smaller fleet; throws unless each host has done it once. */
export async function jobOver({ fleet, managers, watch, db, say }: ThinBed): Promise<Part> {
  const [manager] = managers;
  if (!manager) throw new Error('there is no manager');
  const wanted = Math.min(5_000, fleet.names.length >> 2);
  const rows = (await db('agents_links')
    .whereNull('lost_at')
    .orderBy('host_id')
    .limit(wanted)
    .select('host_id')) as {
    host_id: string;
  }[];
  const hostIds = rows.map(({ host_id: hostId }) => hostId);
  say(`a job over ${hostIds.length} hosts`);
  await manager.signIn();
  const from = await watch.look('before the job');
  const startedAt = performance.now();
  const { id } = await manager.must<WireJob>('POST', '/api/v1/jobs', {
    operation: 'patch',
    mode: 'all',
    reboot: 'never',
    max_parallel: 200,
    target: { host_ids: hostIds },
  });
  const limitMs = backLimitMs + hostIds.length * 500;
  let signedInAt = performance.now();
  for (;;) {
    const left = await countOf(
      db.raw(
        `select count(*) as hosts from patching_job_hosts where job_id = ? and state not in ('completed', 'failed', 'timedout', 'skipped', 'cancelled')`,
        [id],
      ),
    );
    if (left === 0) break;
    if (performance.now() - startedAt > limitMs)
      throw new Error(`${left} hosts of the job are not at an end`);
    await watch.look('job');
    // A token lives for a quarter of an hour.
    if (performance.now() - signedInAt > 600_000) {
      await manager.signIn();
      signedInAt = performance.now();
    }
    await sleep(askEveryMs);
  }
  const elapsedMs = performance.now() - startedAt;
  const to = await watch.look('after the job');
  await manager.signIn();
  const job = await manager.must<WireJob>('GET', `/api/v1/jobs/${id}`);
  say(`  ${JSON.stringify(job.counts)}`);
  const done = journalsIn(fleet.agentsDir);
  const once = [...done.values()].filter((jobs) => jobs === 1).length;
  const { completed = 0 } = job.counts as Record<string, number>;
  if (completed !== hostIds.length || once !== hostIds.length || done.size !== hostIds.length)
    throw new Error(
      `of ${hostIds.length} hosts ${completed} completed, ${once} did the job once, and ${done.size} did one at all`,
    );
  const { cpuOfManagers, cpuOfDatabase } = between(from, to);
  const cpuMs = cpuOfManagers.reduce((total, secs) => total + secs, 0) * 1_000;
  const name = `job over ${hostIds.length} hosts, 200 at once`;
  return {
    figures: [
      { name, value: elapsedMs / 1_000, unit: 's' },
      { name: `${name}: CPU of all managers per host`, value: cpuMs / hostIds.length, unit: 'ms' },
      {
        name: `${name}: CPU of MariaDB per host`,
        value: (cpuOfDatabase * 1_000) / hostIds.length,
        unit: 'ms',
      },
    ],
  };
}

/** How many jobs each host has in its journal, by its name; of hosts that have one. */
function journalsIn(agentsDir: string): Map<string, number> {
  const found = new Map<string, number>();
  for (const part of readdirSync(agentsDir).filter((name) => name.startsWith('journals-')))
    for (const host of readdirSync(path.join(agentsDir, part))) {
      const journal = path.join(agentsDir, part, host, 'journal');
      const jobs = existsSync(journal) ? readdirSync(journal).filter((name) => !name.startsWith('.')) : [];
      if (jobs.length > 0) found.set(host, jobs.length);
    }
  return found;
}
