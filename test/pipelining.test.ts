// time-limit: 120
import type { ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { selfSigned } from '../server/kernel/http/outbound.testing.ts';
import { superviseConnections } from '../server/shared/connections/supervise.ts';
import { closed, startAgentEdge, startManagerEdge, statusOf } from './support/edges.ts';
import { waitFor } from './support/wait.ts';

interface World {
  server: Server;
  socket: TLSSocket;
  /** Everything that the client has received. */
  received: string;
  /** The targets of the requests that were begun. */
  begun: string[];
  /** Answers that the server owes. */
  open: ServerResponse[];
}

/** Peers that send requests before they have the answers to the earlier ones. */
const test = suite<World>('pipelined requests');

test.before.each(async (world) => {
  Object.assign(world, { received: '', begun: [], open: [] });
  world.server = createServer(selfSigned('a.example'), (req, res) => {
    world.begun.push(req.url ?? '');
    world.open.push(res);
  });
  superviseConnections(world.server);
  await once(world.server.listen(0, '127.0.0.1'), 'listening');
  const { port } = world.server.address() as AddressInfo;
  world.socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
  world.socket.on('data', (part: Buffer) => (world.received += part.toString('latin1')));
  world.socket.on('error', () => undefined);
  await once(world.socket, 'secureConnect');
});
test.after.each(({ server, socket }) => {
  socket.destroy();
  server.closeAllConnections();
  server.close();
});

const requests = (count: number, headers = ''): string =>
  Array.from({ length: count }, (_, at) => `GET /${at} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`).join('');

test('they are worked on one after the other, and all are answered', async (world) => {
  world.socket.write(requests(20));
  for (let count = 1; count <= 20; count++) {
    await waitFor(() => world.begun.length === count, { what: `request ${count}` });
    assert.is(world.open.length, 1, 'no other was begun');
    world.open.pop()?.end(`answer ${count}.`);
  }
  await waitFor(() => world.received.includes('answer 20.'), { what: 'the last answer' });
  assert.equal(
    world.begun,
    Array.from({ length: 20 }, (_, at) => `/${at}`),
  );
});

test('a body that comes with the next request is read in its turn', async (world) => {
  const body = 'x'.repeat(50);
  world.socket.write(requests(1));
  world.socket.write(`POST /last HTTP/1.1\r\nHost: a\r\nContent-Length: 50\r\n\r\n${body}`);
  await waitFor(() => world.begun.length === 1, { what: 'the first request' });
  world.open.pop()?.end();
  await waitFor(() => world.begun.length === 2, { what: 'the second request' });
  const [last] = world.open as [ServerResponse];
  let got = '';
  last.req.on('data', (part: Buffer) => (got += part.toString()));
  await once(last.req, 'end');
  assert.is(got, body);
});

test('more than a hundred that wait end the connection, and none of them is begun', async (world) => {
  world.socket.write(requests(1_400));
  await closed(world.socket, 'a flood');
  assert.equal(world.begun, ['/0']);
});

test('manager and agent end such a connection too, and answer the next', async () => {
  for (const start of [startManagerEdge, startAgentEdge]) {
    const edge = await start();
    const socket = await edge.connect();
    socket.resume().on('error', () => undefined);
    socket.write(requests(1_400));
    await closed(socket, edge.name);
    assert.is(statusOf(await edge.answer(requests(1, 'Connection: close\r\n'))), 404, edge.name);
    await edge.stop();
  }
});

test.run();
