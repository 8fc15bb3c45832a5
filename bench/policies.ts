import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { v7 as uuid } from 'uuid';
import { startsAfter } from '../plugins/policies/domain/schedule.ts';
import { PolicyModel, TargetModel } from '../plugins/policies/models.ts';
import { DEFAULT_SPEC } from '../server/core/patching/domain/jobSpec.ts';
import type { Database } from '../server/kernel/db/database.ts';
import { openDatabase } from '../server/kernel/db/open.ts';
import type { Bench, Figure } from './bench.ts';
import { prepareManager, startManager } from './support/manager.ts';
import { cpuMicros } from './support/proc.ts';
import { seedHosts } from './support/seedHosts.ts';
import { withDirectory } from './support/temporary.ts';

const HOSTS = 10_000;
const POLICIES = 2_000;
const HOSTS_OF_EACH = 5;
const DUE = 20;
const MINUTE_MS = 60_000;
/** Time in which a manager that has just started does what it does once. */
const SETTLE_MS = 15_000;
/** Switches polling off: only the cost of the policies is measured. */
const OFF = { FLEETMEND_DISABLED_PLUGINS: 'polling' };
const ZONES = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'UTC', 'Asia/Tokyo'];
const RULES = ['FREQ=WEEKLY;BYDAY=SU', 'FREQ=MONTHLY;BYDAY=2TU', 'FREQ=WEEKLY;BYDAY=MO,TH'];

export const policies: Bench = {
  name: 'policies',
  about: '2,000 policies over 10,000 hosts: what an idle minute of the manager costs, and one with 20 due',
  run: async (say) => ({ figures: await withDirectory((dir) => measure(dir, say)) }),
};

async function measure(dir: string, say: (line: string) => void): Promise<Figure[]> {
  const dataDir = path.join(dir, 'manager');
  await prepareManager(dataDir);
  await seedHosts(dataDir, HOSTS);
  say('a minute without policies');
  const without = await minuteOf(dataDir, { FLEETMEND_DISABLED_PLUGINS: 'policies,polling' });
  await inDatabase(dataDir, seed);
  say(`a minute of ${POLICIES} policies, none due`);
  const idle = await minuteOf(dataDir, OFF);
  await inDatabase(dataDir, makeDue);
  say(`a minute of ${POLICIES} policies, ${DUE} due`);
  const busy = await minuteOf(dataDir, OFF);
  const runs = await inDatabase(dataDir, ({ knex }) => knex('policies_runs').count('* as total').first());
  if (Number((runs as { total: number }).total) !== DUE) throw new Error('not all that were due have begun');
  const base = { name: 'without policies', value: without };
  return [
    { name: `an idle minute of ${POLICIES} policies`, value: idle, unit: 'ms CPU', base },
    { name: `a minute in which ${DUE} of them start`, value: busy, unit: 'ms CPU', base },
  ];
}

async function minuteOf(dataDir: string, env: Record<string, string>): Promise<number> {
  const manager = await startManager({ dataDir, env });
  try {
    await sleep(SETTLE_MS);
    const before = cpuMicros(manager.pid);
    await sleep(MINUTE_MS);
    return (cpuMicros(manager.pid) - before) / 1_000;
  } finally {
    await manager.stop();
  }
}

async function inDatabase<T>(dataDir: string, work: (db: Database) => Promise<T>): Promise<T> {
  const log = pino({ level: 'silent' });
  const db = await openDatabase({ file: path.join(dataDir, 'fleetmend.sqlite'), log });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

/** Seeds the policies; the next start of each is at least an hour away. */
async function seed({ knex }: Database): Promise<void> {
  const hosts = (await knex('hosts_hosts').select('id')) as { id: string }[];
  const after = new Date(Date.now() + 60 * MINUTE_MS);
  await knex.transaction(async (trx) => {
    for (let index = 0; index < POLICIES; index++) {
      const own = hosts.slice((index * HOSTS_OF_EACH) % HOSTS).slice(0, HOSTS_OF_EACH);
      const policy = policyOf(
        index,
        own.map(({ id }) => id),
        after,
      );
      await PolicyModel.query(trx).insert(policy);
      for (const { id } of own)
        await TargetModel.query(trx).insert({ policyId: policy.id, kind: 'host', value: id });
    }
  });
}

function policyOf(index: number, hostIds: string[], after: Date): Partial<PolicyModel> & { id: string } {
  const timezone = ZONES[index % ZONES.length] ?? 'UTC';
  const hour = String(index % 24).padStart(2, '0');
  const rrule = `DTSTART:20260101T${hour}0000\nRRULE:${RULES[index % RULES.length]}`;
  const [next] = startsAfter({ timezone, rrule, daysAfter: index % 4 }, after, 1);
  const now = new Date();
  return {
    ...{ id: uuid(), name: `policy ${index}`, timezone, rrule, daysAfter: index % 4 },
    ...{ target: { host_ids: hostIds }, scope: { hosts: 'all' }, spec: DEFAULT_SPEC },
    ...{ catchUp: false, maxLateSecs: 14_400, planLeadSecs: 86_400 },
    ...{ nextStartAt: next?.startsAt ?? null, nextLocalStart: next?.localStart ?? null },
    ...{
      nextClockChange: null,
      dueAt: next?.startsAt ?? null,
      createdByName: 'bench',
      editedByName: 'bench',
    },
    ...{ authorIds: [], editVersion: 1, createdAt: now, updatedAt: now },
  };
}

/** Makes some policies due within the minute that is measured. */
async function makeDue({ knex }: Database): Promise<void> {
  const rows = await PolicyModel.query(knex).select('id').orderBy('id').limit(DUE);
  const at = new Date(Date.now() + SETTLE_MS + MINUTE_MS / 2);
  const ids = rows.map(({ id }) => id);
  await PolicyModel.query(knex).whereIn('id', ids).patch({ nextStartAt: at, dueAt: at });
}
