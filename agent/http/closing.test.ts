import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { Agent, createServer, request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import * as tls from 'node:tls';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { watchConnections } from './closing.ts';
import { createAuthority, issuePair } from '../testing/fakeManager.ts';

const test = suite('closing a listener');

/** Only a defect takes this long, however busy the machine is. */
const patienceMs = 30_000;
const switching = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';
const never = 10 * 60_000;

async function setup() {
  const pair = await issuePair(await createAuthority(), { kind: 'web', names: [] });
  const held: ServerResponse[] = [];
  const server = createServer({ ...pair, keepAliveTimeout: never }, (req, res) => {
    if (req.url === '/held') held.push(res);
    else res.end('done');
  });
  server.on('upgrade', (_req, socket) => socket.write(switching));
  const close = watchConnections(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const target = { host: '127.0.0.1', port, rejectUnauthorized: false };
  const agent = new Agent({ ...target, keepAlive: true });
  const get = async (path: string): Promise<string> => {
    const [answer] = await once(request({ ...target, agent, path }).end(), 'response');
    let body = '';
    for await (const part of answer.setEncoding('utf8')) body += part;
    return body;
  };
  return { target, get, held, close };
}

const inTime = <Value>(work: Promise<Value>): Promise<Value | 'late'> =>
  Promise.race([work, sleep(patienceMs, 'late' as const, { ref: false })]);

test('connections that wait for nothing are closed at once: used, unused, and before their handshake', async () => {
  const { target, get, close } = await setup();
  assert.is(await get('/'), 'done');
  const unused = tls.connect(target);
  await once(unused, 'secureConnect');
  const silent = connect(target);
  await once(silent, 'connect');
  // The server accepts connections in this order, so once it knows the later one it also knows the silent one.
  const later = tls.connect(target);
  await once(later, 'secureConnect');
  for (const socket of [unused, silent, later]) socket.on('error', () => undefined);
  assert.is(await inTime(close(never)), undefined);
});

test('a request that runs is answered whole, and its connection is not kept', async () => {
  const { get, held, close } = await setup();
  const answer = get('/held');
  while (held.length === 0) await sleep(5);
  const closed = close(never);
  held[0]?.write('the first half, ');
  await sleep(20);
  held[0]?.end('the second half');
  assert.is(await inTime(answer), 'the first half, the second half');
  assert.is(await inTime(closed), undefined);
});

test('at the limit nothing is waited for: neither a request nor an upgraded connection', async () => {
  const { target, get, held, close } = await setup();
  get('/held').catch(() => undefined);
  const upgrade = request({ ...target, headers: { Connection: 'Upgrade', Upgrade: 'websocket' } }).end();
  const [, socket] = await once(upgrade, 'upgrade');
  socket.on('error', () => undefined);
  while (held.length === 0) await sleep(5);
  const ended = once(socket.resume(), 'end');
  const closed = close(300);
  assert.is(await Promise.race([closed, ended, sleep(50, 'still open')]), 'still open');
  assert.is(await inTime(closed), undefined);
});

test.run();
