// needs: chromium
import type { WebSocketRoute } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { launchBrowser, openWindow, untilTrue, type Browser, type Page } from '../../test/support/browser.ts';
import { openBundle } from '../../test/support/browserBundle.ts';
import { waitFor } from '../../test/support/wait.ts';

const test = suite('LiveTopic');
let browser: Browser;

test.before(async () => {
  browser = await launchBrowser();
});
test.after(() => browser?.close());

const CODE = `
  import { LitElement } from 'lit';
  import { connection } from '/web/core/connection.ts';
  import { LiveTopic } from '/web/core/liveTopic.ts';
  import { session } from '/web/core/session.ts';
  session.state = 'signed-in';
  class Probe extends LitElement {
    static properties = { topic: {} };
    seqs = [];
    resyncs = 0;
    live = new LiveTopic(this, { topic: () => this.topic ?? null,
      onEvents: (events) => this.seqs.push(...events.map(({ data }) => data.n)), onResync: () => { this.resyncs += 1; } });
  }
  customElements.define('x-probe', Probe);
  const add = (topic) => {
    const probe = Object.assign(document.createElement('x-probe'), { topic });
    document.querySelector('main').append(probe);
    return probe;
  };
  Object.assign(globalThis, { add, connection });`;

interface Fake {
  page: Page;
  sockets: WebSocketRoute[];
  sent: string[];
  closed: number[];
}

async function open(): Promise<Fake> {
  const { context } = await openWindow(browser);
  await context.route('**/api/v1/ws/ticket', (route) => route.fulfill({ json: { ticket: 't1' } }));
  await context.route('**/favicon.svg', (route) => route.fulfill({ body: '' }));
  const fake = { sockets: [] as WebSocketRoute[], sent: [] as string[], closed: [] as number[] };
  await context.routeWebSocket(/\/api\/v1\/ws\/jobs\?ticket=t1$/, (socket) => {
    const at = fake.sockets.push(socket) - 1;
    socket.onMessage((text) => void fake.sent.push(String(text)));
    socket.onClose(() => void fake.closed.push(at));
  });
  return { page: await openBundle(context, CODE), ...fake };
}

const message = (n: number): string =>
  JSON.stringify({ seq: null, at: '2026-01-01T00:00:00.000Z', kind: 'fleet.updated', data: { n } });

test('all who follow the fleet share one connection, which ends with the last of them', async () => {
  const { page, sockets, sent, closed } = await open();
  await page.evaluate(`globalThis.one = add('fleet'); globalThis.other = add('fleet')`);
  await waitFor(() => sent.length === 1);
  sockets[0]?.send(message(1));
  await untilTrue(page, 'one.seqs.length === 1 && other.seqs.length === 1');
  await page.evaluate('one.remove()');
  sockets[0]?.send(message(2));
  await untilTrue(page, 'other.seqs.length === 2');
  assert.equal(await page.evaluate('one.seqs'), [1], 'who left is told no more');
  assert.equal([sockets.length, closed], [1, []]);
  await page.evaluate(
    `globalThis.third = add('fleet'); third.live.ready.then(() => { globalThis.isReady3 = true; })`,
  );
  await untilTrue(page, 'globalThis.isReady3');
  assert.is(await page.evaluate('third.live.state'), 'live');
  await page.evaluate('other.remove(); third.remove()');
  await waitFor(() => closed.length === 1);
  assert.is(sockets.length, 1);
});

test('after a gap each is asked to read again, and a cut connection is told once, to the shell', async () => {
  const { page, sockets, sent } = await open();
  await page.evaluate(`globalThis.one = add('fleet'); globalThis.other = add('fleet')`);
  await waitFor(() => sent.length === 1);
  await untilTrue(page, `one.live.state === 'live'`);
  await sockets[0]?.close({ code: 1013 });
  await waitFor(() => sent.length === 2);
  await untilTrue(page, 'one.resyncs === 1 && other.resyncs === 1');
  assert.is(await page.evaluate('connection.state'), 'connected', 'it was back within the grace');
});

test('another job is another stream, and no job is none', async () => {
  const { page, sent, closed } = await open();
  await page.evaluate(`globalThis.one = add({ jobId: 'a', fromSeq: 3 })`);
  await waitFor(() => sent.length === 1);
  await page.evaluate(`one.topic = { jobId: 'a', fromSeq: 9 }`);
  await page.evaluate(`one.updateComplete.then(() => { one.topic = { jobId: 'b', fromSeq: 0 }; })`);
  await waitFor(() => sent.length === 2 && closed.length === 1);
  assert.equal(
    sent.map((text) => JSON.parse(text) as unknown),
    [{ subscribe: { job_id: 'a', from_seq: 3 } }, { subscribe: { job_id: 'b', from_seq: 0 } }],
  );
  await page.evaluate('one.topic = null');
  await waitFor(() => closed.length === 2);
  assert.is(await page.evaluate('one.live.state'), 'off');
});

test.run();
