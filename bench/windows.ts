import path from 'node:path';
import { pino } from 'pino';
import { RRuleTemporal } from 'rrule-temporal';
import { v7 as uuid } from 'uuid';
import { openDatabase } from '../server/kernel/db/open.ts';
import { judge } from '../plugins/maintenance-windows/domain/judge.ts';
import { EntryModel } from '../plugins/maintenance-windows/models.ts';
import { Calendar } from '../plugins/maintenance-windows/service/calendar.ts';
import type { Bench, Figure } from './bench.ts';
import { Caller } from './support/caller.ts';
import { prepareManager, startManager } from './support/manager.ts';
import { seedHosts } from './support/seedHosts.ts';
import { median } from './support/stats.ts';
import { withDirectory } from './support/temporary.ts';

const HOSTS = 10_000;
const MAX_MS = 100;
const TIMES = 7;
const PAGES = 21;
const ZONES = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'UTC', 'Asia/Tokyo'];
const RULES = ['FREQ=DAILY', 'FREQ=WEEKLY;BYDAY=SU', 'FREQ=MONTHLY;BYDAY=2TU', 'FREQ=WEEKLY;BYDAY=MO,TH'];

export const windows: Bench = {
  name: 'windows',
  about: 'maintenance windows of 10,000 hosts, one of its own each: evaluated, and shown in the host list',
  async run(say) {
    say(`${HOSTS} windows`);
    return { figures: [...(await evaluate()), ...(await withDirectory((dir) => list(dir, say)))] };
  },
};

function entryOf(index: number, hostId: string): Partial<EntryModel> {
  const timezone = ZONES[index % ZONES.length] ?? 'UTC';
  const hour = String(index % 24).padStart(2, '0');
  const minute = String(index % 60).padStart(2, '0');
  const now = new Date();
  return {
    ...{ id: uuid(), kind: 'window', hostId, groupId: null, name: `night ${index}`, timezone },
    rrule: `DTSTART;TZID=${timezone}:20260101T${hour}${minute}00\nRRULE:${RULES[index % RULES.length]}`,
    ...{ startsAt: null, durationSecs: 7_200, enabled: true, editVersion: 1, createdAt: now, updatedAt: now },
  };
}

/** Measures whether work may begin on each host: the rules once, and then as often as a waiting job asks. */
async function evaluate(): Promise<Figure[]> {
  const entries = Array.from({ length: HOSTS }, (_, index) =>
    Object.assign(new EntryModel(), entryOf(index, uuid())),
  );
  const calendar = new Calendar();
  const now = new Date();
  const firstMs = await timed(() => calendar.spansOf(entries, now));
  const all: number[] = [];
  for (let time = 0; time < TIMES; time += 1)
    all.push(await timed(() => judgeAll(entries, calendar, new Date(now.getTime() + time * 30_000))));
  const aloneMs = await timed(async () => entries.forEach((entry) => void nextAlone(entry, now)));
  const base = { name: 'rrule-temporal, next start of each', value: aloneMs };
  const target = { of: 'value', max: MAX_MS } as const;
  return [
    { name: `${HOSTS} hosts judged (p50 of ${TIMES})`, value: median(all), unit: 'ms', base, target },
    { name: `${HOSTS} windows, their next 64 openings for the first time`, value: firstMs, unit: 'ms', base },
  ];
}

async function judgeAll(entries: readonly EntryModel[], calendar: Calendar, now: Date): Promise<void> {
  const spans = await calendar.spansOf(entries, now);
  let decided = 0;
  for (const { id } of entries) {
    const windows = [spans.get(id) ?? []];
    const situation = {
      nowMs: now.getTime(),
      windows,
      freezes: [],
      estimateMs: 600_000,
      waitingSinceMs: null,
    };
    const { verdict } = judge(situation);
    if (verdict === 'go' || verdict === 'wait') decided += 1;
  }
  if (decided !== HOSTS) throw new Error(`${decided} hosts were decided on`);
}

function nextAlone({ rrule, timezone }: EntryModel, now: Date): void {
  const rruleString = rrule?.replace(/^DTSTART;TZID=[^:]+/, `DTSTART;TZID=${timezone}`) ?? '';
  if (!new RRuleTemporal({ rruleString }).next(now)) throw new Error('a rule without a next start');
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** Measures a page of 500 of the hosts, beside the same page where no host has a window. */
async function list(dir: string, say: (line: string) => void): Promise<Figure[]> {
  const dataDir = path.join(dir, 'manager');
  await prepareManager(dataDir);
  await seedHosts(dataDir, HOSTS);
  say('a page of hosts without windows');
  const without = await pageMs(dataDir, 0);
  await seedWindows(dataDir);
  say('a page of hosts with windows');
  const value = await pageMs(dataDir, 1);
  const base = { name: 'without windows', value: without };
  return [{ name: `a page of 500 of ${HOSTS} hosts, a window each`, value, unit: 'ms', base }];
}

async function pageMs(dataDir: string, windowsOfEach: number): Promise<number> {
  const manager = await startManager({ dataDir });
  const caller = new Caller(manager.url, manager.accessToken);
  try {
    const { hosts } = await manager.must<{ hosts: { next_window_start_at: string | null }[] }>(
      'GET',
      '/api/v1/hosts?limit=500',
    );
    const shown = hosts.filter((host) => host.next_window_start_at !== null).length;
    if (shown !== windowsOfEach * hosts.length) throw new Error(`${shown} hosts tell their next window`);
    return await caller.p50('/api/v1/hosts?limit=500', PAGES);
  } finally {
    await caller.close();
    await manager.stop();
  }
}

async function seedWindows(dataDir: string): Promise<void> {
  const log = pino({ level: 'silent' });
  const db = await openDatabase({ file: path.join(dataDir, 'fleetmend.sqlite'), log });
  try {
    const hosts = (await db.knex('hosts_hosts').select('id')) as { id: string }[];
    await db.knex.transaction(async (trx) => {
      for (const [index, { id }] of hosts.entries()) await EntryModel.query(trx).insert(entryOf(index, id));
    });
  } finally {
    await db.close();
  }
}
