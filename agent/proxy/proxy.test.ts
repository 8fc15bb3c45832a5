import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { freePort } from '../../test/support/ports.ts';
import { HttpProxy, ProxyError } from './proxy.ts';

interface Context {
  server: Server;
  /** What each connection sent first. */
  asked: string[];
  answer: (socket: Socket) => void;
  url: (login?: string) => string;
}

const test = suite<Context>('connections through a proxy');
const manager = new URL('https://patch.example.org:8443');

test.before.each(async (context) => {
  context.asked = [];
  context.server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (bytes) => {
      context.asked.push(String(bytes));
      context.answer(socket);
    });
  });
  context.server.listen(0, '127.0.0.1');
  await once(context.server, 'listening');
  const { port } = context.server.address() as AddressInfo;
  context.url = (login = '') => `http://${login}127.0.0.1:${port}`;
});

test.after.each(({ server }) => void server.close());

const open = (url: string): Promise<Socket> => new HttpProxy(url, null).open(manager);

async function failureOf(url: string): Promise<ProxyError> {
  try {
    (await open(url)).destroy();
  } catch (error) {
    assert.instance(error, ProxyError);
    return error as ProxyError;
  }
  throw new Error('it opened');
}

test('it asks for the manager by name with the credentials of the URL, and passes bytes on', async (context) => {
  context.answer = (socket) => {
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    socket.pipe(socket);
  };
  const socket = await open(context.url('jo%40hn:p%3Ass@'));
  const [first = ''] = context.asked;
  assert.match(first, /^CONNECT patch\.example\.org:8443 HTTP\/1\.1\r\n/);
  assert.ok(first.toLowerCase().includes('proxy-authorization: basic '));
  assert.ok(first.includes(Buffer.from('jo@hn:p:ss').toString('base64')));
  socket.write('ping');
  assert.is(String((await once(socket, 'data'))[0]), 'ping');
  socket.destroy();
  const plain = await open(context.url());
  plain.destroy();
  assert.not.match(context.asked[1] ?? '', /authorization/i);
});

test('each answer names the hop that fails, and no credentials', async (context) => {
  const secret = 'user:geheim@';
  const basic = 'proxy-authenticate: Basic realm="x"\r\n';
  const rows: [head: string, login: string, hop: string, said: RegExp][] = [
    [`407 no\r\n${basic}`, '', 'credentials', /asks for a user name and a password/],
    [`407 no\r\n${basic}`, secret, 'credentials', /refuses the user name or the password/],
    [
      '407 no\r\nproxy-authenticate: Negotiate\r\n',
      secret,
      'credentials',
      /by Negotiate, and this agent has Basic/,
    ],
    ['403 no\r\n', secret, 'address', /forbids connections to patch\.example\.org:8443 \(403\)/],
    [
      '503 no\r\nx-squid-error: ERR_DNS_FAIL 0\r\n',
      secret,
      'manager',
      /cannot reach the manager .* \(503, ERR_DNS_FAIL\)/,
    ],
    ['504 no\r\n', secret, 'manager', /cannot reach the manager/],
    ['400 no\r\n', secret, 'answer', /answered 400/],
    [`200 yes\r\nx: ${'y'.repeat(20_000)}\r\n`, secret, 'answer', /larger than 16 KiB/],
  ];
  for (const [head, login, hop, said] of rows) {
    context.answer = (socket) => socket.end(`HTTP/1.1 ${head}\r\n`);
    const failure = await failureOf(context.url(login));
    assert.is(failure.hop, hop, head);
    assert.match(failure.message, said);
    assert.not.match(failure.message, /geheim|user:/);
    assert.ok(failure.advice.length > 10);
  }
});

test('what is no proxy, cuts the connection or says too much is named', async (context) => {
  context.answer = (socket) => socket.end('SSH-2.0-OpenSSH\r\n');
  assert.match((await failureOf(context.url())).message, /is no HTTP proxy/);
  context.answer = (socket) => socket.destroy();
  assert.match((await failureOf(context.url())).message, /cut the connection/);
  context.answer = (socket) => socket.write('HTTP/1.1 200 OK\r\n\r\nwelcome');
  assert.match((await failureOf(context.url())).message, /sent more than an answer/);
  const nobody = await failureOf(`http://127.0.0.1:${await freePort()}`);
  assert.equal([nobody.hop, nobody.message.includes('ECONNREFUSED')], ['port', true]);
  const nameless = await failureOf('http://proxy.invalid:3128');
  assert.equal([nameless.hop, nameless.message.includes('cannot be resolved')], ['name', true]);
});

test('whoever gives up gets his own reason, and the connection ends', async (context) => {
  const giveUp = new AbortController();
  context.answer = () => giveUp.abort(new Error('enough'));
  const opening = new HttpProxy(context.url(), null).open(manager, { signal: giveUp.signal });
  const error = await opening.then(
    () => null,
    (thrown: Error) => thrown,
  );
  assert.is(error?.message, 'enough');
});

test.run();
