// npm run kill-night -- --what managers --count 50 --seed 1
// npm run kill-night -- --what mariadb --count 20 --seed 1
// Kills what the wave night needs at random moments, night after night until it has killed so often, and counts: hosts
// on which the work was lost or done twice, standstills, mails and calls that came twice. Needs root and the lab.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import * as assert from 'uvu/assert';
import type { components } from '../generated/manager.ts';
import { jobPath, type FleetHost } from './support/fleet.ts';
import { lab } from './support/lab.ts';
import { enrollAll, ManagerPair } from './support/patchNight.ts';
import { seeded } from './support/random.ts';
import { waitFor } from './support/wait.ts';
import { BEFORE, AFTER, WaveNight } from './support/waveNight.ts';

type Job = components['schemas']['Job'];

const { values } = parseArgs({
  options: {
    what: { type: 'string', default: 'managers' },
    count: { type: 'string', default: '50' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e6)) },
  },
});
const wanted = Number(values.count);
const random = seeded(Number(values.seed));
const NAMES = Array.from({ length: 20 }, (_, index) => `web-${String(index + 1).padStart(2, '0')}`);
const WATCHED = { canary: 'web-20', broken: 'web-03', last: 'web-12' };
const STUCK_MS = 60_000;
/** If the server read a mail this shortly before a kill, its acknowledgement may be lost. */
const CUT_MS = 1_500;

interface Figures {
  kills: number[];
  nights: number;
  lost: string[];
  twice: string[];
  longestStandstillMs: number;
}
const figures: Figures = { kills: [], nights: 0, lost: [], twice: [], longestStandstillMs: 0 };
const isEnough = (): boolean => figures.kills.length >= wanted;

const faketime = (): string => {
  const folders = readdirSync('/usr/lib').map((name) =>
    path.join('/usr/lib', name, 'faketime/libfaketime.so.1'),
  );
  return process.env['TEST_FAKETIME_LIB'] ?? folders.find((file) => existsSync(file)) ?? '';
};

/** Kills one of the two managers, or both at once; or the database under both. */
async function killSomething(pair: ManagerPair): Promise<void> {
  if (values.what === 'mariadb') return pair.killDatabase();
  const which = Math.floor(random() * 3);
  const chosen = pair.managers.filter((_, index) => which === 2 || which === index);
  await Promise.all(chosen.map((manager) => manager.kill()));
  for (const manager of chosen) await manager.start();
}

async function killForEver(pair: ManagerPair, signal: AbortSignal): Promise<void> {
  while (!isEnough() && !signal.aborted) {
    await delay(200 + random() * 5_000, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    figures.kills.push(Date.now());
    await killSomething(pair);
    console.log(`kill ${figures.kills.length} of ${wanted}`);
  }
}

/**
 * Records the longest time in which nothing of the job changed. The parts of the person and the clock are played
 * without delay.
 */
async function watch(night: WaveNight, job: { id: string }, signal: AbortSignal): Promise<void> {
  let [last, since] = ['', Date.now()];
  while (!signal.aborted) {
    const seen = await night.until<Job>(jobPath(job), () => true).catch(() => null);
    const now = JSON.stringify([
      seen?.state,
      seen?.hosts?.map(({ state, attempt, reason }) => [state, attempt, reason]),
    ]);
    // Counted before the change is noted, so that a standstill that has just ended counts as a whole.
    figures.longestStandstillMs = Math.max(figures.longestStandstillMs, Date.now() - since);
    if (seen && now !== last) [last, since] = [now, Date.now()];
    await delay(500);
  }
}

async function watched<T>(night: WaveNight, job: { id: string }, work: Promise<T>): Promise<T> {
  const done = new AbortController();
  const watching = watch(night, job, done.signal);
  try {
    return await work;
  } finally {
    done.abort();
    await watching;
  }
}

/** Runs the whole night, then rolls the canary back too, so that the next night finds everything as it was. */
async function oneNight(night: WaveNight): Promise<void> {
  const job = await night.fire();
  const [first = [], second = []] = night.wavesOf(job);
  const halted = await watched(night, job, night.untilHalted(job));
  note(
    'halted',
    [halted.reason, halted.counts.completed, halted.counts.failed],
    ['FAILURE_BUDGET_USED', 6, 1],
  );
  const made = await night.ask<Job>('POST', `${jobPath(job)}/rollback`, { scope: 'wave' });
  const rollback = await watched(night, made, night.untilEnded(made));
  note('rollback', [rollback.state, rollback.counts.completed], ['completed', 6]);
  const ended = await watched(night, job, night.untilEnded(job));
  note('job', [ended.state, ended.counts.skipped], ['partial', 13]);
  figures.nights += 1;
  await judgeHosts(night, (name) =>
    first.includes(name) ? [1, 0] : second.includes(name) ? [1, 1] : [0, 0],
  );
  const ids = first.map((name) => night.host(name).host.id);
  const last = await night.ask<Job>('POST', `${jobPath(job)}/rollback`, { host_ids: ids });
  const undone = await watched(night, last, night.untilEnded(last));
  note('last rollback', [undone.state, undone.counts.completed], ['completed', 1]);
}

function note(what: string, seen: unknown[], should: unknown[]): void {
  if (JSON.stringify(seen) !== JSON.stringify(should))
    figures.lost.push(`night ${figures.nights}: ${what} was ${JSON.stringify(seen)}`);
}

const before = new Map<string, { upgrades: number; downgrades: number }>();

/** Checks, by dpkg's own log in each host, how often its four packages were upgraded and rolled back in this night. */
async function judgeHosts(
  night: WaveNight,
  times: (name: string) => readonly [number, number],
): Promise<void> {
  for (const [name, { versions, upgrades, downgrades }] of Object.entries(await night.standings())) {
    const known = before.get(name) ?? { upgrades: 0, downgrades: 0 };
    const [forth, back] = times(name);
    const seen = [upgrades - known.upgrades, downgrades - known.downgrades];
    if (seen[0] !== forth * 4 || seen[1] !== back * 4)
      figures.twice.push(`night ${figures.nights}: ${name} changed ${seen.join(' and ')} times`);
    if (JSON.stringify(versions) !== JSON.stringify(forth > back ? AFTER : BEFORE))
      figures.lost.push(`night ${figures.nights}: ${name} has ${JSON.stringify(versions)}`);
    before.set(name, { upgrades, downgrades: downgrades + (forth > back ? 4 : 0) });
  }
}

interface Told {
  id: string;
  at: number;
}

/** Notifications that came more than once under one id: `excused` if the one before came shortly before a kill. */
function repeatsOf(told: readonly Told[]): { distinct: number; excused: number; bad: string[] } {
  const byId = Map.groupBy(told, ({ id }) => id);
  const repeats = [...byId.values()].flatMap((all) => all.slice(0, -1));
  const isCut = ({ at }: Told): boolean =>
    figures.kills.some((kill) => kill > at - 300 && kill - at < CUT_MS);
  const bad = repeats.filter((one) => !isCut(one)).map(({ id }) => id);
  return { distinct: byId.size, excused: repeats.length - bad.length, bad };
}

async function main(): Promise<void> {
  console.log(`${wanted} kills of ${values.what}, seed ${values.seed}`);
  await lab.startRepo('t1');
  const pair = await ManagerPair.start(faketime(), { isDurable: true });
  const isSystemd = (name: string): boolean => Object.values(WATCHED).includes(name);
  const fleet: Map<string, FleetHost> = await enrollAll(pair.managers[0], NAMES, (name) =>
    isSystemd(name) ? { image: 'debian12-systemd' } : {},
  );
  const { managers } = pair;
  const night = await WaveNight.prepare({
    managers,
    fleet,
    ...WATCHED,
    clock: pair.clock,
  });
  try {
    const done = new AbortController();
    const killing = killForEver(pair, done.signal);
    while (!isEnough()) {
      await oneNight(night);
      console.log(
        `night ${figures.nights} is over`,
        JSON.stringify({ ...figures, kills: figures.kills.length }),
      );
    }
    done.abort();
    await killing;
    pair.clock.advance(600); // what waits to be sent once more need not be waited for
    await untilTold(night);
    judge(night);
  } catch (error) {
    for (const { warnings } of managers) console.error(warnings);
    throw error;
  } finally {
    await night.stop();
    await pair.stop();
    await lab.down();
  }
}

const mailsOf = ({ mail: { received } }: WaveNight): Told[] =>
  received.map(({ mail, at }) => ({ id: mail.messageId ?? '', at }));
const callsOf = ({ calls }: WaveNight): Told[] => calls.map(({ id, at }) => ({ id, at }));
const distinct = (told: readonly Told[]): number => new Set(told.map(({ id }) => id)).size;
/** Notifications of a night: the halt, and the ends of the job and of both rollbacks. */
const FACTS = 4;

/** Waits until all is told: the last end is known before its mail could wait. `judge` reports what never comes. */
async function untilTold(night: WaveNight): Promise<void> {
  const enough = (): boolean =>
    [mailsOf(night), callsOf(night)].every((told) => distinct(told) >= FACTS * figures.nights);
  await waitFor(enough, { timeoutMs: STUCK_MS, what: 'the last mail and call' }).catch(() => undefined);
  await night.untilAllSent();
}

function judge(night: WaveNight): void {
  const mails = repeatsOf(mailsOf(night));
  const calls = repeatsOf(callsOf(night));
  const { kills, nights, lost, twice, longestStandstillMs } = figures;
  console.log(
    JSON.stringify(
      {
        seed: values.seed,
        what: values.what,
        kills: kills.length,
        nights,
        lost,
        twice,
        longestStandstillMs,
        mails,
        calls,
      },
      null,
      2,
    ),
  );
  assert.equal([lost, twice, mails.bad, calls.bad], [[], [], [], []]);
  assert.equal([mails.distinct, calls.distinct], [FACTS * nights, FACTS * nights], 'mails and calls');
  assert.ok(longestStandstillMs < STUCK_MS, `a standstill of ${longestStandstillMs} ms`);
}

await main();
