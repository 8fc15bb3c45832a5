import { once } from 'node:events';
import {
  createServer as createTcp,
  connect as connectTcp,
  type AddressInfo,
  type Server,
  type Socket,
} from 'node:net';
import { createServer as createTls, connect, type TLSSocket } from 'node:tls';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createAuthority, leafOf } from '../../core/agents/pki/pki.testing.ts';
import { helloName, readHelloName } from './helloName.ts';

interface World {
  front: Server;
  port: number;
  /** The hello that OpenSSL sends for a name. */
  hello: Buffer;
  asked: (string | null)[];
}

const test = suite<World>('the name in a TLS hello');

test.before(async (world) => {
  const authority = await createAuthority();
  const tls = await leafOf(authority, { kind: 'web', names: ['a.example'] });
  const behind = createTls(tls, (socket) => socket.end('hello back'));
  world.asked = [];
  world.front = createTcp((socket: Socket) => {
    socket.on('error', () => undefined);
    readHelloName(socket, (name) => {
      world.asked.push(name);
      behind.emit('connection', socket);
    });
  });
  world.front.listen(0, '127.0.0.1');
  await once(world.front, 'listening');
  world.port = (world.front.address() as AddressInfo).port;
  world.hello = await helloOf('manager.fleetmend.internal');
});
test.after(({ front }) => void front.close());

/** What a client of Node sends first. */
async function helloOf(servername: string): Promise<Buffer> {
  const server = createTcp();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', servername });
  client.on('error', () => undefined);
  const [socket] = (await once(server, 'connection')) as [Socket];
  const [bytes] = (await once(socket, 'data')) as [Buffer];
  client.destroy();
  server.close();
  return bytes;
}

async function answered(socket: TLSSocket): Promise<string> {
  let text = '';
  for await (const chunk of socket) text += String(chunk);
  return text;
}

test('it is read, and the handshake goes on as if nobody had looked', async ({ port, asked }) => {
  for (const servername of ['manager.fleetmend.internal', 'Patch.Example.org', '']) {
    const socket = connect({ port, host: '127.0.0.1', servername, rejectUnauthorized: false });
    assert.is(await answered(socket), 'hello back');
  }
  assert.equal(asked.splice(0), ['manager.fleetmend.internal', 'patch.example.org', null]);
});

test('a hello that comes byte by byte is waited for, one in small records is put together', async ({
  hello,
  port,
  asked,
}) => {
  for (let length = 0; length < hello.length; length += 1)
    assert.is(helloName(hello.subarray(0, length)), undefined, String(length));
  assert.is(helloName(hello), 'manager.fleetmend.internal');
  const body = hello.subarray(5);
  const records = Array.from({ length: Math.ceil(body.length / 50) }, (_, nth) => {
    const part = body.subarray(nth * 50, nth * 50 + 50);
    return Buffer.concat([hello.subarray(0, 3), Buffer.from([0, part.length]), part]);
  });
  assert.is(helloName(Buffer.concat(records)), 'manager.fleetmend.internal');
  const slow = connectTcp(port, '127.0.0.1');
  for (const byte of hello.subarray(0, 40)) slow.write(Buffer.from([byte]));
  slow.write(hello.subarray(40));
  const [answer] = (await once(slow, 'data')) as [Buffer];
  assert.is(answer[0], 22, 'the server’s part of the handshake');
  slow.destroy();
  assert.equal(asked.splice(0), ['manager.fleetmend.internal']);
});

test('what is no hello, or a broken one, asks for no name', ({ hello }) => {
  assert.is(helloName(Buffer.from('GET / HTTP/1.1\r\n\r\n')), null);
  assert.is(helloName(Buffer.from([22, 3, 1, 0, 4, 2, 0, 0, 0])), null, 'another message');
  assert.is(helloName(Buffer.from([22, 3, 1, 0, 4, 1, 255, 255, 255])), null, 'longer than any');
  // Each byte of it made wrong, one after the other: never an exception.
  for (let at = 0; at < hello.length; at += 1)
    for (const value of [0, 255]) {
      const wrong = Buffer.from(hello);
      wrong[at] = value;
      const name = helloName(wrong);
      assert.ok(name === null || name === undefined || name.length < hello.length);
    }
});

test.run();
