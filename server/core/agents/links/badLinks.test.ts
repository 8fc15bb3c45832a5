// time-limit: 60
/** Links that somebody opens who holds a certificate of the fleet and means ill, or holds none: slow, endless, compressed, many. */
import { once } from 'node:events';
import { connect, type TLSSocket } from 'node:tls';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { v7 as uuid } from 'uuid';
import { managerServerName } from '#server/shared/pki/names.ts';
import { linkLimits, linkPath, linkProtocol } from '#server/shared/wire/link.ts';
import { askForLink, statusOfUpgrade, type DialingAgent, type FakeTls } from '../fakeAgent.testing.ts';
import { leafOf } from '../pki/pki.testing.ts';
import { setUp, tearDown, type World } from '../transport/transport.testing.ts';

const test = suite<World>('links of those who mean ill');
test.before.each((world) => setUp(world, 'dial'));
test.after.each(tearDown);

const KEY = 'dGhlIHNhbXBsZSBub25jZQ==';
const EXTENSION = 'permessage-deflate';

/** Opens a link by hand: the socket behind the answer to the upgrade, and that answer. */
async function openByHand(port: number, tls: FakeTls): Promise<{ socket: TLSSocket; answer: string }> {
  const socket = connect({ host: '127.0.0.1', port, servername: managerServerName, ...tls });
  socket.on('error', () => undefined);
  await once(socket, 'secureConnect');
  const answer = await askForLink(socket, [`Sec-WebSocket-Extensions: ${EXTENSION}`]);
  socket.resume();
  return { socket, answer };
}

/** A frame of RFC 6455, section 5.2, masked with zeros. */
function frame(first: number, payload: string): Buffer {
  assert.ok(payload.length < 126);
  return Buffer.concat([
    Buffer.from([first, 0x80 + payload.length, 0, 0, 0, 0]),
    Buffer.from(payload, 'latin1'),
  ]);
}

const TEXT = 0x01;
const CONTINUED = 0x00;
const FINAL = 0x80;
const COMPRESSED = 0x40;

test('a hello that does not come, comes byte by byte, or has no end, is waited for as long as any', async (world) => {
  const { port, ca, links } = world;
  const before = links.size;
  const startedMs = performance.now();
  const open = async () =>
    (await openByHand(port, await leafOf(ca, { kind: 'host', hostId: uuid() }))).socket;
  const [silent, bytewise, endless] = [await open(), await open(), await open()];
  const hello = frame(FINAL + TEXT, '{"kind":"hello","version":"1","host_id":"a"');
  let sent = 0;
  endless.write(frame(TEXT, '{"kind":"hello"'));
  const timer = setInterval(() => {
    bytewise.write(hello.subarray(sent, sent + 1));
    sent += 1;
    endless.write(frame(CONTINUED, ' '));
  }, 400);
  try {
    await Promise.all(
      [silent, bytewise, endless].map(async (socket) => socket.destroyed || (await once(socket, 'close'))),
    );
  } finally {
    clearInterval(timer);
  }
  assert.ok(performance.now() - startedMs >= linkLimits.helloMs - 100, 'none was cut for another reason');
  assert.is(links.size, before);
});

test('nothing is decompressed: the offer is not taken, and a frame that is compressed ends the link', async (world) => {
  const { port, ca } = world;
  const { socket, answer } = await openByHand(port, await leafOf(ca, { kind: 'host', hostId: uuid() }));
  assert.match(answer, /^HTTP\/1\.1 101 /);
  assert.not.match(answer, EXTENSION);
  socket.write(frame(FINAL + COMPRESSED + TEXT, 'x'.repeat(100)));
  await once(socket, 'close');
});

test('hundreds without a certificate get no link, and a host of the fleet is called as ever', async (world) => {
  const { port, transport } = world;
  const agent = world.agent as DialingAgent;
  const headers = {
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': KEY,
    'sec-websocket-protocol': linkProtocol,
    origin: 'https://evil.example',
  };
  const tries = Array.from({ length: 300 }, () => statusOfUpgrade(port, {}, { path: linkPath, headers }));
  await transport.call(agent.target, 'getHealth');
  assert.equal([...new Set(await Promise.all(tries))], [403]);
  await transport.call(agent.target, 'getHealth');
  assert.is(agent.link.readyState, agent.link.OPEN);
});

test.run();
