// needs: chromium
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { WebSocketRoute } from 'playwright-core';
import { launchBrowser, openWindow, untilTrue, type Browser, type Page } from '../../test/support/browser.ts';
import { openBundle } from '../../test/support/browserBundle.ts';
import { waitFor } from '../../test/support/wait.ts';

const test = suite('live stream');
const JOB = '01939f6b-0c52-7d3a-8f4e-2a6b9c1d7e30';
let browser: Browser;

test.before(async () => {
  browser = await launchBrowser();
});
test.after(() => browser?.close());

interface Fake {
  page: Page;
  /** The connections that the page made, and what it sent on each. */
  sockets: WebSocketRoute[];
  sent: string[];
}

const message = (seq: number | null): string =>
  JSON.stringify({ seq, at: '2026-01-01T00:00:00.000Z', kind: 'job.updated', data: { n: seq } });

/** Opens a page. `ticket`: the page waits for it before it connects; its clock then stands still. */
async function open(subscribe: string, ticket?: Promise<void>): Promise<Fake> {
  const { context } = await openWindow(browser);
  await context.route('**/api/v1/ws/ticket', (route) =>
    Promise.resolve(ticket).then(() => route.fulfill({ json: { ticket: 't1' } })),
  );
  if (ticket) {
    await context.clock.install({ time: 0 });
    await context.clock.pauseAt(1_000);
  }
  const sockets: WebSocketRoute[] = [];
  const sent: string[] = [];
  await context.routeWebSocket(/\/api\/v1\/ws\/jobs\?ticket=t1$/, (socket) => {
    sockets.push(socket);
    socket.onMessage((text) => void sent.push(String(text)));
  });
  const code = `import { openLive } from '/web/core/live.ts';
    import { session } from '/web/core/session.ts';
    session.state = 'signed-in';
    Object.assign(globalThis, { seqs: [], batches: 0, states: [], resyncs: 0 });
    globalThis.stream = openLive({ subscribe: ${subscribe},
      onEvents: (events) => { globalThis.batches += 1; globalThis.seqs.push(...events.map(({ seq }) => seq)); },
      onState: (state) => globalThis.states.push(state), onResync: () => { globalThis.resyncs += 1; } });
    void globalThis.stream.ready.then(() => globalThis.states.push('ready'));`;
  const page = await openBundle(context, code);
  if (!ticket) await waitFor(() => sent.length === 1);
  return { page, sockets, sent };
}

test('a cut connection resumes after the last event: none lost, none twice, and the page is told meanwhile', async () => {
  const { page, sockets, sent } = await open(`{ jobId: '${JOB}', fromSeq: 2 }`);
  assert.equal(JSON.parse(sent[0] ?? ''), { subscribe: { job_id: JOB, from_seq: 2 } });
  for (const seq of [3, 4, 5]) sockets[0]?.send(message(seq));
  await untilTrue(page, 'globalThis.seqs.length === 3');
  await sockets[0]?.close({ code: 1013 });
  await untilTrue(page, `globalThis.states.includes('offline')`);
  await waitFor(() => sent.length === 2);
  assert.equal(JSON.parse(sent[1] ?? ''), { subscribe: { job_id: JOB, from_seq: 5 } });
  for (const seq of [5, 6]) sockets[1]?.send(message(seq));
  await untilTrue(page, 'globalThis.seqs.length === 4');
  assert.equal(await page.evaluate('globalThis.seqs'), [3, 4, 5, 6]);
  const states = await page.evaluate<string[]>('globalThis.states');
  assert.equal(
    states.filter((state) => state !== 'ready'),
    ['live', 'offline', 'live'],
  );
});

test('a thousand events at once are a few deliveries', async () => {
  const { page, sockets } = await open(`{ jobId: '${JOB}', fromSeq: 0 }`);
  for (let seq = 1; seq <= 1_000; seq += 1) sockets[0]?.send(message(seq));
  await untilTrue(page, 'globalThis.seqs.length === 1000');
  assert.ok(Number(await page.evaluate('globalThis.batches')) < 500);
});

test('the fleet has no history: after a gap the page is asked to read again', async () => {
  const { page, sockets, sent } = await open(`'fleet'`);
  sockets[0]?.send(message(null));
  await untilTrue(page, 'globalThis.seqs.length === 1');
  const before = Number(await page.evaluate('globalThis.resyncs'));
  await sockets[0]?.close();
  await waitFor(() => sent.length === 2);
  await untilTrue(page, `globalThis.resyncs === ${before + 1}`);
});

test('the fleet tells of many jobs, each with numbers of its own: none is taken for an old one', async () => {
  const { page, sockets } = await open(`'fleet'`);
  for (const seq of [9, 3, 4, 9]) sockets[0]?.send(message(seq));
  await untilTrue(page, 'globalThis.seqs.length === 4');
  assert.equal(await page.evaluate('globalThis.seqs'), [9, 3, 4, 9]);
});

test('a page that begins to read once it is live misses nothing, and is not asked to read twice', async () => {
  const ticket = Promise.withResolvers<void>();
  const { page, sent } = await open(`'fleet'`, ticket.promise);
  assert.equal(await page.evaluate('globalThis.states'), []);
  ticket.resolve();
  await waitFor(() => sent.length === 1);
  await untilTrue(page, 'globalThis.states.length === 2');
  assert.equal(await page.evaluate('globalThis.states'), ['live', 'ready']);
  assert.is(await page.evaluate('globalThis.resyncs'), 0);
});

test('a connection that is long on its way keeps no page waiting, which then reads again', async () => {
  const ticket = Promise.withResolvers<void>();
  const { page, sent } = await open(`'fleet'`, ticket.promise);
  await page.clock.runFor(1_000);
  await untilTrue(page, `globalThis.states.includes('ready')`);
  ticket.resolve();
  await waitFor(() => sent.length === 1);
  await untilTrue(page, 'globalThis.resyncs === 1');
  assert.equal(await page.evaluate('globalThis.states'), ['ready', 'live']);
});

test('a tab that is hidden before its frame came gets its events, and piles up none', async () => {
  const { page, sockets } = await open(`{ jobId: '${JOB}', fromSeq: 0 }`);
  await page.evaluate('globalThis.requestAnimationFrame = () => 0');
  sockets[0]?.send(message(1));
  for (let seq = 2; seq <= 3_000; seq += 1) sockets[0]?.send(message(seq));
  await untilTrue(page, 'globalThis.seqs.length === 2000');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await untilTrue(page, 'globalThis.seqs.length === 3000');
});

test('a network that comes back twice opens one connection', async () => {
  const { page, sockets, sent } = await open(`'fleet'`);
  await sockets[0]?.close();
  await untilTrue(page, `globalThis.states.includes('offline')`);
  await page.evaluate(() => {
    for (let times = 0; times < 5; times += 1) dispatchEvent(new Event('online'));
  });
  await waitFor(() => sent.length === 2);
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1_000)));
  assert.is(sockets.length, 2);
});

test('a closed stream stays closed', async () => {
  const { page, sockets } = await open(`'fleet'`);
  await page.evaluate('globalThis.stream.close()');
  sockets[0]?.send(message(null));
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1_200)));
  assert.is(sockets.length, 1);
  assert.equal(await page.evaluate('globalThis.seqs'), []);
});

test.run();
