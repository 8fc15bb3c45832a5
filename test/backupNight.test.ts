// tier: rare
// time-limit: 900
// An installation at full work is backed up at twenty moments that nobody chose, and each of the files is restored: what
// belongs together is there together, and the audit log is whole.
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import Database from 'better-sqlite3';
import { pino } from 'pino';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { loadConfig } from '../server/config.ts';
import { restoreFrom } from '../server/restore.ts';
import { jobPath, type WireJob } from './support/fleet.ts';
import { fleetmend } from './support/fleetmend.ts';
import { createManager, type ManagerProcess } from './support/manager.ts';
import { startSimulatedFleet, type SimulatedFleet } from './support/simulated.ts';

const HOSTS = 1_000;
const WRITES_A_SECOND = 200;
const BACKUPS = 20;
const MOST_PAUSE_MS = 1_500;

interface World {
  dir: string;
  manager: ManagerProcess;
  fleet: SimulatedFleet;
}

interface HostPage {
  hosts: { id: string }[];
  next_cursor: string | null;
}

const test = suite<World>('backups of a manager at work');

test.before(async (world) => {
  world.dir = mkdtempSync(path.join(tmpdir(), 'fleetmend-backups-'));
  world.manager = await createManager({ port: 0 });
  await world.manager.start();
  await world.manager.signIn();
  world.fleet = await startSimulatedFleet(world.manager, HOSTS, { patches: 3, latencyMs: 200 });
});
test.after(async ({ manager, fleet, dir }) => {
  await fleet.stop();
  await manager.stop();
  rmSync(dir, { recursive: true });
});

const WRITERS = 8;

/** Renames groups until it is told to end, at most so many times a second; answers how often, and in how long. */
function writing(manager: ManagerProcess): { end(): Promise<{ made: number; ms: number }> } {
  let made = 0;
  let isOver = false;
  const startedMs = performance.now();
  const writers = Array.from({ length: WRITERS }, async (_, nth) => {
    const { id } = await manager.must<{ id: string }>('POST', '/api/v1/groups', { name: `written ${nth}` });
    while (!isOver) {
      const dueMs = startedMs + (made / WRITES_A_SECOND) * 1_000;
      await sleep(Math.max(0, dueMs - performance.now()));
      await manager.must('PUT', `/api/v1/groups/${id}`, { name: `written ${nth} ${made++}` });
    }
  });
  return {
    async end() {
      isOver = true;
      await Promise.all(writers);
      return { made, ms: performance.now() - startedMs };
    },
  };
}

/** What a restored installation holds of what was written together. */
function together(dataDir: string): { edits: number; told: number; jobs: number; jobHosts: number } {
  const db = new Database(path.join(dataDir, 'fleetmend.sqlite'), { readonly: true });
  try {
    const count = (sql: string): number => (db.prepare(sql).get() as { n: number }).n;
    return {
      edits: count(
        "select coalesce(sum(edit_version - 1), 0) as n from hosts_groups where name like 'written %'",
      ),
      told: count("select count(*) as n from kernel_audit where action = 'group.updated'"),
      jobs: count('select count(*) as n from patching_jobs'),
      jobHosts: count('select count(*) as n from patching_job_hosts'),
    };
  } finally {
    db.close();
  }
}

test(`${BACKUPS} backups at random moments of a job over ${HOSTS} hosts and other writes`, async ({
  dir,
  manager,
}) => {
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  const hostIds: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: HostPage = await manager.must(
      'GET',
      `/api/v1/hosts?limit=500&fields=id${cursor && `&cursor=${cursor}`}`,
    );
    hostIds.push(...page.hosts.map(({ id }) => id));
    cursor = page.next_cursor;
  }
  assert.is(hostIds.length, HOSTS);
  const writes = writing(manager);
  const target = { host_ids: hostIds };
  const job = await manager.must<WireJob>('POST', '/api/v1/jobs', { target, operation: 'patch' });
  const files: string[] = [];
  for (let at = 0; at < BACKUPS; at += 1) {
    await sleep(Math.random() * MOST_PAUSE_MS);
    const file = path.join(dir, `${at}.age`);
    const { code, stderr } = await fleetmend(manager.dataDir, ['backup', file, '--recipient', recipient]);
    assert.is(code, 0, stderr);
    files.push(file);
  }
  const { made, ms } = await writes.end();
  const { state } = await manager.must<WireJob>('GET', jobPath(job));
  process.stdout.write(`${Math.round((made * 1_000) / ms)} writes a second; the job is ${state}\n`);
  const seen: number[] = [];
  for (const file of files) {
    const place = `${file}.restored`;
    mkdirSync(place);
    const config = loadConfig({ FLEETMEND_DATA_DIR: place });
    const log = pino({ level: 'silent' });
    await restoreFrom({ file, by: { identity }, config, log, print: () => undefined });
    const verified = await fleetmend(place, ['audit', 'verify']);
    assert.is(verified.code, 0, `${file}: ${verified.stdout}${verified.stderr}`);
    const { edits, told, jobs, jobHosts } = together(place);
    assert.is(edits, told, file);
    assert.ok(jobHosts === 0 ? jobs === 0 : jobs > 0 && jobHosts === HOSTS, `${file}: ${jobs}, ${jobHosts}`);
    seen.push(edits);
    rmSync(place, { recursive: true });
    assert.not.ok(existsSync(place));
  }
  assert.equal(
    seen,
    [...seen].sort((a, b) => a - b),
  );
  assert.ok(new Set(seen).size === BACKUPS, `the moments differ: ${seen.join(' ')}`);
});

test.run();
