import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { connect as connectTcp, type AddressInfo, type Socket } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { waitFor } from '#test/support/wait.ts';
import { createAuthority, leafOf } from './core/agents/pki/pki.testing.ts';
import type { AgentsTls, ListenerTls } from './core/agents/api.ts';
import { createListener, type Listener } from './listener.ts';
import { managerServerName } from './shared/pki/names.ts';

interface World {
  listener: Listener;
  port: number;
  forPeople: ListenerTls;
  forAgents: AgentsTls;
  client: { key: string; cert: string };
  changed: () => void;
}

const NAME = 'patch.example.org';
const test = suite<World>('one port, two TLS servers');

test.before.each(async (world) => {
  const authority = await createAuthority();
  world.forPeople = await leafOf(await createAuthority(), { kind: 'web', names: [NAME] });
  const leaf = await leafOf(authority, { kind: 'web', names: [] });
  world.forAgents = { key: leaf.key, cert: leaf.cert, ca: [leaf.ca] };
  world.client = await leafOf(authority, { kind: 'host', hostId: '01a1fecf-9ffc-70f3-82e1-bbee8202a02d' });
  const tls = {
    options: () => world.forPeople,
    forAgents: () => world.forAgents,
    present: () => undefined,
    onChange(listener: (options: ListenerTls) => void) {
      world.changed = () => listener(world.forPeople);
      return () => undefined;
    },
  };
  const log = pino({ level: 'silent' });
  world.listener = createListener(
    tls,
    {},
    (req, res) => {
      const { authorized } = req.socket as TLSSocket;
      res.setHeader('Connection', 'close').end(authorized ? 'proved' : 'somebody');
    },
    { unreadSize: 4, log },
  );
  world.listener.front.listen(0, '127.0.0.1');
  await once(world.listener.front, 'listening');
  world.port = (world.listener.front.address() as AddressInfo).port;
});
test.after.each(({ listener }) => {
  listener.cut();
  return listener.close();
});

async function ask(
  port: number,
  servername: string,
  more: object = {},
): Promise<{ body: string; cert: string }> {
  const socket = connect({ host: '127.0.0.1', port, servername, rejectUnauthorized: false, ...more });
  await once(socket, 'secureConnect');
  const cert = socket.getPeerX509Certificate()?.fingerprint256 ?? '';
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  let text = '';
  for await (const chunk of socket) text += String(chunk);
  return { body: text.split('\r\n').at(-1) === '' ? text : text.slice(text.lastIndexOf('\n') + 1), cert };
}

/** What OpenSSL's client sees of the handshake. */
async function handshake(port: number, name: string): Promise<string> {
  const args = ['s_client', '-connect', `127.0.0.1:${port}`, '-servername', name];
  const run = promisify(execFile)('openssl', args);
  run.child.stdin?.end();
  return (await run.catch((error: { stdout: string }) => error)).stdout;
}

test('people are asked for no certificate, agents are, and each get their own', async ({ port, client }) => {
  assert.match(await handshake(port, NAME), 'No client certificate CA names sent');
  assert.match(await handshake(port, managerServerName), 'Acceptable client certificate CA names');
  const [person, agent, proved] = [
    await ask(port, NAME),
    await ask(port, managerServerName),
    await ask(port, managerServerName, client),
  ];
  assert.not.equal(person.cert, agent.cert);
  assert.is(agent.cert, proved.cert);
  assert.match(person.body, /somebody/);
  assert.match(agent.body, /somebody/);
  assert.match(proved.body, /proved/);
  assert.match((await ask(port, NAME, client)).body, /somebody/, 'shown to the wrong one, it proves nothing');
});

test('new certificates are shown from the next handshake on', async (world) => {
  const before = await ask(world.port, managerServerName);
  const authority = await createAuthority();
  const leaf = await leafOf(authority, { kind: 'web', names: [] });
  world.forAgents = { key: leaf.key, cert: leaf.cert, ca: [leaf.ca] };
  world.changed();
  assert.not.equal((await ask(world.port, managerServerName)).cert, before.cert);
  assert.match(
    (await ask(world.port, managerServerName, world.client)).body,
    /somebody/,
    'the root was removed',
  );
});

test('connections without a hello displace each other, and end with the listener', async ({
  port,
  listener,
}) => {
  const idle: Socket[] = [];
  for (let count = 0; count < 8; count += 1) {
    const socket = connectTcp(port, '127.0.0.1').on('error', () => undefined);
    idle.push(socket.resume());
    await once(socket, 'connect');
  }
  await waitFor(() => idle.filter(({ destroyed }) => !destroyed).length <= 4, { what: 'a room of four' });
  assert.match((await ask(port, NAME)).body, /somebody/);
  void listener.close();
  listener.cut();
  await waitFor(() => idle.every(({ destroyed }) => destroyed), { what: 'their end' });
});

test.run();
