// time-limit: 240
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TLSSocket } from 'node:tls';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { WebSocket } from 'ws';
import {
  ADMIN_PASSWORD,
  BIG_BYTES,
  BIG_PATH,
  bodyOf,
  closed,
  startAgentEdge,
  startManagerEdge,
  statusOf,
} from './support/edges.ts';
import type { Edge } from './support/edges.ts';
import { waitFor } from './support/wait.ts';

/** Peers that hold connections to the manager's listener or the agent's, and do nothing, or hardly anything. */
const test = suite('slow and idle clients');

const LIMITS = { roomSize: 8, stallMs: 600, checkMs: 100, unreadBodyMs: 200 };
/** Well beyond `stallMs`: connections that must not be cut are watched for so long. */
const LONG_MS = 2_500;
const edges: Edge[] = [];

test.before(async () => {
  edges.push(await startManagerEdge(LIMITS), await startAgentEdge(LIMITS));
});
test.after(async () => {
  for (const edge of edges) await edge.stop();
});

const END = 'Host: a\r\nConnection: close\r\n\r\n';
const NEXT = `GET /api/v1/nope HTTP/1.1\r\n${END}`;
const KEPT = 'GET /api/v1/nope HTTP/1.1\r\nHost: a\r\n\r\n';
const forBoth = (name: string, work: (edge: Edge) => Promise<void>): void => {
  for (const which of [0, 1]) {
    test(`${['manager', 'agent'][which]}: ${name}`, async () => {
      const edge = edges[which];
      if (!edge) throw new Error('no edge');
      await work(edge);
      assert.is(statusOf(await edge.answer(NEXT)), 404, 'the next answer');
    });
  }
};

/** How many TCP sockets this process has, counting both ends. */
const connections = (): number =>
  process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap').length;

const idle = (edge: Edge, count: number, localAddress?: string): Promise<Socket[]> =>
  Promise.all(Array.from({ length: count }, () => edge.connectTcp(localAddress)));

const open = (sockets: readonly Socket[]): number => sockets.filter(({ destroyed }) => !destroyed).length;

/** Sends a request on a connection that stays open; returns the next answer. */
async function ask(socket: TLSSocket): Promise<string> {
  socket.write(KEPT);
  const [part] = await once(socket, 'data');
  return String(part);
}

forBoth('idle connections displace each other, and nobody who has proved himself', async (edge) => {
  const proved = await edge.connect();
  assert.is(statusOf(await ask(proved)), 404);
  const [other] = await idle(edge, 1, '127.0.0.3');
  const crowd = await idle(edge, 40, '127.0.0.2');
  for (const socket of crowd) socket.resume();
  await waitFor(() => open(crowd) <= 7, { what: 'a room of eight' });
  assert.is(statusOf(await edge.answer(NEXT)), 404, 'from an address of its own');
  assert.is(statusOf(await ask(proved)), 404, 'on a connection from before');
  assert.is(other?.destroyed, false, 'the lonely one is still there');
  for (const socket of [...crowd, proved, ...(other ? [other] : [])]) socket.destroy();
});

forBoth('whoever shares the address of an idle crowd gets in', async (edge) => {
  const crowd = await idle(edge, 40, '127.0.0.1');
  for (const socket of crowd) socket.resume();
  for (let round = 0; round < 5; round++) assert.is(statusOf(await edge.answer(NEXT)), 404);
  for (const socket of crowd) socket.destroy();
});

forBoth('a reader that stops is cut', async (edge) => {
  await waitFor(() => connections() === 0, { what: 'the end of former connections' });
  const socket = await bigAnswer(edge);
  await waitFor(() => connections() === 2, { what: 'a connection with both its ends' });
  await waitFor(() => connections() === 1, { what: "the edge's end is closed" });
  const got = await readOn(socket);
  assert.ok(got.length < BIG_BYTES / 2, `${got.length} bytes came`);
});

forBoth('a reader that is slow, but reads, gets all of it', async (edge) => {
  const socket = await bigAnswer(edge);
  let slow = '';
  const until = Date.now() + LONG_MS;
  while (Date.now() < until) {
    slow += String(socket.read(16_384) ?? '');
    await sleep(20);
  }
  const got = slow + (await readOn(socket));
  if (edge.name === 'agent') assert.is(bodyOf(got).length, 33_554_432);
  else assert.is(got.split('HTTP/1.1 200 OK').length - 1, 30);
});

forBoth('a head that stops is cut, one that comes byte by byte is answered', async (edge) => {
  const stopped = await edge.connect();
  stopped.resume().write('GET /api/v1/nope HT');
  await closed(stopped, 'half a head');
  assert.is(statusOf(await byteByByte(edge, '', NEXT)), 404);
});

forBoth('a body that stops is cut, one that comes byte by byte is read', async (edge) => {
  const target = edge.name === 'manager' ? '/api/v1/auth/login' : '/api/v1/patches';
  const body = JSON.stringify({ username: 'admin', password: 'x', more: 'y'.repeat(40) });
  const head = `POST ${target} HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n${END}`;
  const stopped = await edge.connect();
  stopped.resume().write(head + body.slice(0, 20));
  await closed(stopped, 'half a body');
  assert.is(statusOf(await byteByByte(edge, head, body)), 400);
});

forBoth('heads that go on byte by byte displace each other, and nobody else', async (edge) => {
  const crowd: TLSSocket[] = [];
  for (let count = 0; count < 20; count++) {
    const socket = await edge.connect();
    assert.is(statusOf(await ask(socket)), 404);
    crowd.push(socket.resume());
  }
  const quick = await edge.connect();
  for (const socket of crowd) socket.write('GET /api/v1/nope HTTP/1.1\r\nX: ');
  const until = Date.now() + LONG_MS;
  while (Date.now() < until) {
    for (const socket of crowd) if (!socket.destroyed) socket.write('x');
    assert.is(statusOf(await ask(quick)), 404);
    await sleep(50);
  }
  // The agent's peers are managers, who are never displaced.
  assert.is(open(crowd), edge.name === 'agent' ? 20 : LIMITS.roomSize);
  for (const socket of [...crowd, quick]) socket.destroy();
});

forBoth('a connection between two requests is no slow one', async (edge) => {
  const socket = await edge.connect();
  assert.is(statusOf(await ask(socket)), 404);
  await sleep(LONG_MS);
  assert.is(statusOf(await ask(socket)), 404);
  socket.destroy();
});

forBoth('a body that nobody reads is cut after its answer, however fast it comes', async (edge) => {
  const socket = await edge.connect();
  let answer = '';
  socket.on('data', (part: Buffer) => (answer += part.toString('latin1')));
  socket.write('PUT /api/v1/nope HTTP/1.1\r\nHost: a\r\nContent-Length: 100000000000\r\n\r\n');
  const pump = (): void => {
    while (!socket.destroyed && socket.write(Buffer.alloc(65_536)));
  };
  socket.on('drain', pump);
  pump();
  await closed(socket, 'an endless body');
  assert.is(statusOf(answer), 404);
});

forBoth('a refused upgrade whose peer never closes is cut', async (edge) => {
  await waitFor(() => connections() === 0, { what: 'the end of former connections' });
  const socket = await edge.connect({ allowHalfOpen: true } as object);
  socket
    .resume()
    .write('GET /other HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  await once(socket, 'end');
  await waitFor(() => connections() <= 1, { what: "the edge's end is closed" });
  socket.destroy();
});

test('manager: live connections and long polls live on, over their pings', async () => {
  const [edge] = edges;
  if (!edge) throw new Error('no edge');
  const token = await signIn(edge);
  const url = `127.0.0.1:${edge.port}/api/v1/ws/jobs`;
  const ws = new WebSocket(`wss://${url}?ticket=${await ticket(edge, token)}`, edge.client as object);
  await once(ws, 'open');
  const polling = `/api/v1/ws/jobs?EIO=4&transport=polling`;
  const opened = await edge.answer(`GET ${polling}&ticket=${await ticket(edge, token)} HTTP/1.1\r\n${END}`);
  const sid = /"sid":"([^"]+)"/.exec(opened)?.[1];
  assert.ok(sid, opened);
  const poll = await edge.connect();
  poll.write(`GET ${polling}&sid=${sid} HTTP/1.1\r\nHost: a\r\n\r\n`);
  await sleep(LONG_MS);
  assert.is(poll.destroyed, false, 'the long poll');
  poll.destroy();
  ws.send('nonsense');
  const [answer] = await once(ws, 'message');
  assert.match(String(answer), /VALIDATION_FAILED/);
  ws.terminate();
});

test("agent: the manager's event stream lives on, with nothing to tell", async () => {
  const edge = edges[1];
  if (!edge) throw new Error('no edge');
  const ws = new WebSocket(`wss://127.0.0.1:${edge.port}/api/v1/ws/jobs`, edge.client as object);
  await once(ws, 'open');
  await sleep(LONG_MS);
  ws.ping();
  await once(ws, 'pong');
  ws.terminate();
});

test('a connection is kept between requests for seconds, and for longer than a proxy does where one is trusted', async () => {
  const behind = await startManagerEdge({}, { trustedProxies: ['loopback'] });
  const kept = async (edge: Edge | undefined): Promise<string | undefined> => {
    const socket = await edge?.connect();
    socket?.write(KEPT);
    const [head] = socket ? ((await once(socket.setEncoding('latin1'), 'data')) as [string]) : [''];
    socket?.destroy();
    return /^Keep-Alive: timeout=(\d+)/m.exec(head)?.[1];
  };
  assert.equal([await kept(edges[0]), await kept(behind)], ['5', '75']);
  await behind.stop();
});

test('as shipped: 520 idle connections from the same address, and each listener answers; handshakes end after 5 s', async () => {
  for (const start of [startManagerEdge, startAgentEdge]) {
    const edge = await start();
    const startedMs = performance.now();
    const crowd = await idle(edge, 520);
    for (const socket of crowd) socket.resume();
    assert.is(statusOf(await edge.answer(NEXT)), 404, edge.name);
    const last = crowd.at(-1);
    if (last) await closed(last, 'a silent handshake');
    const tookMs = performance.now() - startedMs;
    assert.ok(tookMs > 4_500 && tookMs < 20_000, `${edge.name}: ${tookMs} ms`);
    await edge.stop();
  }
});

/** A connection on which more comes than the kernel takes; nothing of it was read yet. */
async function bigAnswer(edge: Edge): Promise<TLSSocket> {
  const socket = await edge.connect();
  socket.pause();
  const asset = 'GET /api/docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: a\r\n';
  if (edge.name === 'agent') socket.write(`GET ${BIG_PATH} HTTP/1.1\r\n${END}`);
  else socket.write(`${`${asset}\r\n`.repeat(29)}${asset}Connection: close\r\n\r\n`);
  return socket.setEncoding('latin1');
}

/** Reads all that still comes. */
async function readOn(socket: TLSSocket): Promise<string> {
  const parts: string[] = [];
  socket.on('data', (part: string) => parts.push(part));
  socket.resume();
  await closed(socket, 'the answer never ended');
  return parts.join('');
}

/** Sends `slow` byte by byte, over a time in which an idle peer is cut several times. */
async function byteByByte(edge: Edge, head: string, slow: string): Promise<string> {
  const socket = await edge.connect();
  let answer = '';
  socket.on('data', (part: Buffer) => (answer += part.toString('latin1')));
  socket.write(head);
  for (const byte of slow) {
    socket.write(byte);
    await sleep(LONG_MS / slow.length);
  }
  await closed(socket, 'no answer');
  return answer;
}

async function call(edge: Edge, target: string, body: object, token = ''): Promise<Record<string, unknown>> {
  const text = JSON.stringify(body);
  const headers = `Authorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${text.length}\r\n`;
  const answer = await edge.answer(
    `POST ${target} HTTP/1.1\r\n${token ? headers : headers.replace(/^.*\r\n/, '')}${END}${text}`,
  );
  assert.is(Math.floor(statusOf(answer) / 100), 2, answer);
  return JSON.parse(bodyOf(answer)) as Record<string, unknown>;
}

const signIn = async (edge: Edge): Promise<string> =>
  String(
    (await call(edge, '/api/v1/auth/login', { username: 'admin', password: ADMIN_PASSWORD })).access_token,
  );

const ticket = async (edge: Edge, token: string): Promise<string> =>
  String((await call(edge, '/api/v1/ws/ticket', {}, token)).ticket);

test.run();
