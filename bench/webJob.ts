import { setTimeout as sleep } from 'node:timers/promises';
import path from 'node:path';
import type { ManagerProcess } from '../test/support/manager.ts';
import type { Figure } from './bench.ts';
import { heapBytes, openContext, signIn } from './support/chromium.ts';
import type { Browser, Page } from './support/chromium.ts';
import { JobFeed } from './support/jobFeed.ts';
import { slopeOf } from './support/stats.ts';

const HOSTS = 1_000;
const EVENTS_A_SEC = 1_000;
const SECS = 12;
const MAX_BLOCK_MS = 100;
const HOUR_EVENTS = 3_600 * EVENTS_A_SEC;
/** Events that fill what the page keeps of the log, so that its bounded growth is not taken for a leak. */
const WARM_UP_EVENTS = 60_000;
const SAMPLES = 8;
const EVENTS = Number(process.env['BENCH_WEB_EVENTS'] ?? 240_000);
const PER_FRAME = 500;
/** Memory that an hour may add, with the noise of a garbage collector that is called ten times. */
const MAX_GROWTH_MB = 10;

export const pageScript = path.join(import.meta.dirname, 'processes/webPage.mjs');

export interface Measured {
  figures: Figure[];
  details: Record<string, number>;
}

interface Watched {
  gapsMs: number[];
  tasksMs: number[];
  messages: number;
}

/** Measures the page of a job over a thousand hosts with the log of one open, at rest and at 1,000 events a second. */
export async function measureJobPage(
  browser: Browser,
  manager: ManagerProcess,
  say: (line: string) => void,
): Promise<Measured> {
  const feed = await JobFeed.take(manager.dataDir, await laterJob(manager));
  const context = await openContext(browser, pageScript);
  try {
    const page = await context.newPage();
    await page.goto(`${manager.url}/jobs/${feed.jobId}?host=${feed.loudest.hostId}`);
    await signIn(page);
    await page.getByText('Live', { exact: true }).waitFor();
    await feed.emit(100);
    await untilShown(page, feed);
    say(`the page at ${EVENTS_A_SEC} events a second for ${SECS} s`);
    const quiet = await watch(page, () => sleep(3_000));
    const busy = await watch(page, () => emitSteadily(feed));
    if (busy.messages < EVENTS_A_SEC * SECS) throw new Error(`only ${busy.messages} events reached the page`);
    await untilShown(page, feed);
    say(`${EVENTS} events as fast as the page takes them`);
    const memory = await measureMemory(page, feed);
    return { figures: [...frameFigures(quiet, busy), ...memory.figures], details: memory.details };
  } finally {
    await context.close();
    await feed.close();
  }
}

/** A job that the manager leaves alone, for the feed to take. */
async function laterJob(manager: ManagerProcess): Promise<string> {
  const ids: string[] = [];
  for (let cursor: string | null = null; ids.length < HOSTS;) {
    const after: string = cursor === null ? '' : `&cursor=${cursor}`;
    const list: HostList = await manager.must('GET', `/api/v1/hosts?limit=500${after}`);
    ids.push(...list.hosts.map(({ id }) => id));
    cursor = list.next_cursor;
  }
  const body = {
    operation: 'patch',
    mode: 'all',
    target: { host_ids: ids.slice(0, HOSTS) },
    schedule_at: new Date(Date.now() + 86_400_000).toISOString(),
  };
  return (await manager.must<{ id: string }>('POST', '/api/v1/jobs', body)).id;
}

interface HostList {
  hosts: { id: string }[];
  next_cursor: string | null;
}

async function watch(page: Page, meanwhile: () => Promise<void>): Promise<Watched> {
  await page.evaluate('fmBench.watch()');
  await meanwhile();
  return page.evaluate<Watched>('fmBench.watched()');
}

/** Emits in tenths of a second, by the clock: a late tenth does not delay those after it. */
async function emitSteadily(feed: JobFeed): Promise<void> {
  const startedAt = performance.now();
  for (let tenth = 1; tenth <= SECS * 10; tenth += 1) {
    await feed.emit(EVENTS_A_SEC / 10);
    await sleep(Math.max(0, startedAt + tenth * 100 - performance.now()));
  }
  // The manager's next look finds the last events.
  await sleep(2_500);
}

/** Waits until the log of the open host has the last line that was fed: nothing was lost on the way. */
async function untilShown(page: Page, feed: JobFeed): Promise<void> {
  const text = `${new Intl.NumberFormat('en').format(feed.loudest.lastLine)} lines`;
  await page.getByText(text).first().waitFor({ timeout: 30_000 });
}

function frameFigures(quiet: Watched, busy: Watched): Figure[] {
  const most = (values: readonly number[]): number => Math.max(0, ...values);
  const sorted = busy.gapsMs.toSorted((a, b) => a - b);
  return [
    {
      name: `job of ${HOSTS} hosts, ${EVENTS_A_SEC} events/s: longest block of the main thread`,
      value: most(busy.tasksMs),
      unit: 'ms',
      base: { name: 'no events', value: most(quiet.tasksMs) },
      target: { of: 'value', max: MAX_BLOCK_MS },
    },
    {
      name: `job of ${HOSTS} hosts, ${EVENTS_A_SEC} events/s: frame p99`,
      value: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
      unit: 'ms',
      base: { name: 'no events', value: quiet.gapsMs.toSorted((a, b) => a - b).at(-1) ?? 0 },
    },
  ];
}

/**
 * Measures memory. Far more events than the manager could send in that time are handed to the page's own socket, inside
 * the page. What an hour adds follows from the slope over the samples.
 */
async function measureMemory(page: Page, feed: JobFeed): Promise<Measured> {
  const session = await page.context().newCDPSession(page);
  const { jobId, loudest, lastSeq, someHosts: hosts } = feed;
  let fromSeq = lastSeq;
  let fromLine = loudest.lastLine;
  const play = async (count: number): Promise<number> => {
    const startedAt = performance.now();
    fromLine = await replay(page, { jobId, hosts, fromSeq, fromLine, count, perFrame: PER_FRAME });
    fromSeq += count;
    return performance.now() - startedAt;
  };
  await play(WARM_UP_EVENTS);
  const samples: { events: number; bytes: number }[] = [{ events: 0, bytes: await heapBytes(session) }];
  let tookMs = 0;
  for (let sample = 1; sample <= SAMPLES; sample += 1) {
    tookMs += await play(Math.round(EVENTS / SAMPLES));
    samples.push({ events: fromSeq - lastSeq - WARM_UP_EVENTS, bytes: await heapBytes(session) });
  }
  await page.getByText('(the last lines; download for the full log)').waitFor();
  return memoryFigures(samples, tookMs);
}

interface Replay {
  jobId: string;
  hosts: object[];
  fromSeq: number;
  fromLine: number;
  count: number;
  perFrame: number;
}

/** Resolves with the number of the last line. */
function replay(page: Page, options: Replay): Promise<number> {
  type InPage = typeof globalThis & { fmBench: { replay(options: Replay): Promise<number> } };
  return page.evaluate((given) => (globalThis as InPage).fmBench.replay(given), options);
}

function memoryFigures(samples: readonly { events: number; bytes: number }[], tookMs: number): Measured {
  const mb = (bytes: number): number => bytes / 1e6;
  const first = mb(samples[0]?.bytes ?? 0);
  const count = samples.at(-1)?.events ?? 0;
  const growth = slopeOf(samples.map(({ events, bytes }) => [events, mb(bytes)] as const)) * HOUR_EVENTS;
  const details = Object.fromEntries(
    samples.map(({ events, bytes }) => [`heap after ${events} more events, MB`, mb(bytes)]),
  );
  return {
    figures: [
      {
        name: `job page: events/s that it takes`,
        value: (count / tookMs) * 1_000,
        unit: '/s',
      },
      {
        name: `job page: JS heap after ${count.toLocaleString('en')} events more`,
        value: mb(samples.at(-1)?.bytes ?? 0),
        unit: 'MB',
        base: { name: 'before them', value: first },
      },
      {
        name: `job page: JS heap that an hour of them (3.6 million) adds, by slope`,
        value: growth,
        unit: 'MB',
        target: { of: 'value', max: MAX_GROWTH_MB },
      },
    ],
    details,
  };
}
