import { createServer as createTls } from 'node:https';
import { createServer as createSilent, type AddressInfo } from 'node:net';
import { pino } from 'pino';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { freshDatabase } from '#test/support/databases.ts';
import { createRunTx } from '../db/tx.ts';
import { createOutbound } from './outbound.ts';
import { judge, reasonOf, selfSigned, setUp, type World } from './outbound.testing.ts';
import { judgeOutbound, type OutboundRefusal } from './outboundPolicy.ts';

const test = suite<World>('calls to the outside');

test.before.each(setUp);
test.after.each((world) => world.stop());

test('a call is made by name, to the address that was judged, with method, headers and body', async (world) => {
  const got: string[] = [];
  world.answer = (req, res) => {
    req.on('data', (chunk: Buffer) => got.push(chunk.toString()));
    req.on('end', () => res.writeHead(201, { 'x-id': '7' }).end('made'));
  };
  const result = await world.call('/hook?a=1', {
    method: 'POST',
    body: '{"a":1}',
    headers: { 'x-key': 'k' },
  });
  assert.ok(result.ok);
  assert.equal(
    [result.status, result.headers['x-id'], result.body.toString(), result.address],
    [201, '7', 'made', '127.0.0.1'],
  );
  const [req] = world.seen;
  assert.equal(
    [req?.method, req?.url, req?.headers.host, req?.headers['x-key']],
    ['POST', '/hook?a=1', `hooks.example.org:${world.port}`, 'k'],
  );
  assert.equal([got.join(''), world.asked], ['{"a":1}', ['hooks.example.org']]);
});

test('a DNS answer that changes after the judgement changes nothing: the name is asked for once', async (world) => {
  world.dns = [['127.0.0.1'], ['169.254.169.254']];
  assert.is(reasonOf(await world.call('/')), 'status 200');
  assert.equal(world.asked, ['hooks.example.org']);
  const second = await world.call('/');
  assert.equal([reasonOf(second), world.seen.length], ['ADDRESS_REFUSED', 1]);
});

test('an address is judged before it is kept: what is refused for good is told, what may come right is not', async (world) => {
  const outbound = createOutbound({
    judge,
    resolve: async (name) => {
      if (name === 'unknown.example.org') throw Object.assign(new Error('none'), { code: 'ENOTFOUND' });
      return name === 'bad.example.org' ? ['127.0.0.1', '169.254.169.254'] : ['127.0.0.1'];
    },
  });
  const judged = async (url: string) => (await outbound.judge({ url, reach: 'network' }))?.reason ?? null;
  assert.is(await judged('http://good.example.org/'), null);
  assert.is(await judged('http://unknown.example.org/'), null);
  assert.is(await judged('http://bad.example.org/'), 'ADDRESS_REFUSED');
  assert.is(await judged('http://[::1]/'), 'ADDRESS_REFUSED');
  assert.is(await judged('ftp://good.example.org/'), 'URL_INVALID');
  assert.is(await judged('http://a:b@good.example.org/'), 'URL_INVALID');
  assert.is(world.seen.length, 0, 'nothing was called');
});

test('one refused address among those of a name refuses the name', async (world) => {
  for (const bad of [
    '127.0.0.2',
    '::1',
    '10.1.2.3',
    'fe80::1%eth0',
    '::ffff:169.254.169.254',
    '64:ff9b::7f00:1',
  ]) {
    world.dns = [['127.0.0.1', bad]];
    assert.is(reasonOf(await world.call('/')), 'ADDRESS_REFUSED', bad);
  }
  world.dns = [[]];
  assert.is(reasonOf(await world.call('/')), 'NAME_NOT_FOUND');
  assert.is(world.seen.length, 0);
});

test('odd spellings of an address are judged as what they mean, and nothing is asked of the DNS', async (world) => {
  const outbound = createOutbound({
    judge: (address, reach) => judgeOutbound(address, reach, []),
    resolve: async () => ['127.0.0.1'],
  });
  const spellings = [
    '0x7f.1',
    '2130706433',
    '0177.0.0.1',
    '127.1',
    '１２７.０.０.１',
    '0x7f000001',
    '127。0。0。1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[0:0:0:0:0:0:0:1]',
    '0',
    '[::]',
    '①②⑦.⓪.⓪.①',
    '127.0.0.1.',
    '%31%32%37.0.0.1',
  ];
  for (const host of spellings) {
    const result = await outbound.fetch({ url: `http://${host}:${world.port}/`, reach: 'network' });
    assert.is(reasonOf(result), 'ADDRESS_REFUSED', host);
  }
  for (const host of ['localhost', 'LOCALHOST', 'a.example.org']) {
    const result = await outbound.fetch({ url: `http://${host}:${world.port}/`, reach: 'network' });
    assert.is(reasonOf(result), 'ADDRESS_REFUSED', host);
  }
  assert.is(world.seen.length, 0);
});

test('what is no plain http address is refused, and its secrets are not told', async (world) => {
  const urls = [
    'ftp://a.example/',
    'file:///etc/passwd',
    'http://olga:geheim@a.example/',
    '//a.example',
    'http://[fe80::1%25eth0]/',
    'http://a b/',
    'geheim',
    `http://a.example/${'x'.repeat(9_000)}`,
  ];
  for (const url of urls) {
    const result = await world.call('', { url });
    assert.is(reasonOf(result), 'URL_INVALID', url);
    assert.not.match(JSON.stringify(result), /geheim/);
  }
  assert.is(world.asked.length, 0);
});

test('redirects are told and not followed', async (world) => {
  world.answer = (_req, res) => res.writeHead(302, { location: 'http://169.254.169.254/' }).end();
  const result = await world.call('/');
  assert.ok(result.ok);
  assert.equal(
    [result.status, result.headers.location, world.seen.length],
    [302, 'http://169.254.169.254/', 1],
  );
});

test('headers that are too long end the call', async (world) => {
  world.answer = (_req, res) => res.writeHead(200, { 'x-long': 'x'.repeat(20_000) }).end();
  assert.is(reasonOf(await world.call('/')), 'HEADERS_TOO_LARGE');
});

test('one interim answer after the other ends the call, a few do not', async (world) => {
  const answer =
    (interim: number): World['answer'] =>
    (_req, res) => {
      for (let count = 0; count < interim; count++) res.writeEarlyHints({ link: '</a>; rel=preload' });
      res.end('hello');
    };
  world.answer = answer(3);
  assert.is(reasonOf(await world.call('/')), 'status 200');
  world.answer = answer(50);
  const flooded = await world.call('/');
  assert.ok(!flooded.ok);
  assert.equal(
    [flooded.failure.reason, flooded.failure.message],
    ['ANSWER_BROKEN', 'The other side sent one interim answer after the other.'],
  );
});

test('an answer that drips, stops, or never comes is given up', async (world) => {
  world.answer = (_req, res) => {
    const drip = setInterval(() => res.write('.'), 20);
    res.on('close', () => clearInterval(drip));
  };
  assert.is(reasonOf(await world.call('/', { timeoutMs: 300 })), 'TIMED_OUT');
  world.answer = (_req, res) => void res.write('a');
  assert.is(reasonOf(await world.call('/', { idleMs: 100 })), 'SILENT');
  world.answer = () => undefined;
  assert.is(reasonOf(await world.call('/', { idleMs: 100 })), 'SILENT');
  const stopped = AbortSignal.timeout(100);
  assert.is(reasonOf(await world.call('/', { signal: stopped })), 'ABORTED');
  assert.is(reasonOf(await world.call('/', { signal: AbortSignal.abort() })), 'ABORTED');
});

test('a peer that takes the connection and never greets does not outlast the call', async () => {
  const silent = createSilent((socket) => socket.on('error', () => undefined));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  const outbound = createOutbound({ judge: () => null, resolve: () => Promise.resolve(['127.0.0.1']) });
  const before = performance.now();
  const result = await outbound.fetch({
    url: `https://a.example:${port}/`,
    reach: 'internet',
    timeoutMs: 200,
  });
  silent.close();
  assert.is(reasonOf(result), 'TIMED_OUT');
  assert.ok(performance.now() - before < 6_000, 'not what a connection may take');
});

test('a DNS that never answers does not outlast the call', async () => {
  const outbound = createOutbound({ judge, resolve: () => new Promise(() => {}) });
  const result = await outbound.fetch({ url: 'http://a.example/', reach: 'internet', timeoutMs: 50 });
  assert.is(reasonOf(result), 'TIMED_OUT');
});

test('a port where nobody listens, an answer that is no HTTP: told as such', async (world) => {
  await world.stop();
  assert.is(reasonOf(await world.call('/')), 'CONNECTION_REFUSED');
});

test('a certificate must be trusted and must carry the name of the URL', async (world) => {
  const { key, cert } = selfSigned('hooks.example.org');
  const server = createTls({ key, cert }, (_req, res) => res.end('secret'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    const url = `https://hooks.example.org:${port}/`;
    assert.is(reasonOf(await world.call('', { url })), 'CERTIFICATE_INVALID');
    assert.is(reasonOf(await world.call('', { url, ca: cert })), 'status 200');
    const other = `https://other.example.org:${port}/`;
    assert.is(reasonOf(await world.call('', { url: other, ca: cert })), 'CERTIFICATE_INVALID');
    assert.is(
      reasonOf(await world.call('', { url: `https://127.0.0.1:${port}/`, ca: cert })),
      'CERTIFICATE_INVALID',
    );
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test('inside a transaction nothing is called', async (world) => {
  const { db, cleanup } = await freshDatabase('sqlite');
  const runTx = createRunTx(db, pino({ level: 'silent' }));
  const thrown = await runTx(() => world.call('/'), { name: 'greedy' }).catch(
    (error: Error) => error.message,
  );
  assert.match(String(thrown), /inside transaction "greedy"/);
  assert.is(world.seen.length, 0);
  await cleanup();
});

test('other protocols get the addresses that were judged, in any spelling, and refusals that do not count for them', async () => {
  const asked: string[] = [];
  const dns = new Map([
    ['mail.example.org', ['10.0.0.7', '10.0.0.8']],
    ['mixed.example.org', ['10.0.0.7', '169.254.169.254']],
  ]);
  const outbound = createOutbound({
    judge: (address, reach) => judgeOutbound(address, reach, ['192.0.2.9']),
    async resolve(name) {
      asked.push(name);
      return dns.get(name) ?? [];
    },
  });
  const signal = new AbortController().signal;
  const of = async (hostname: string, allow?: readonly OutboundRefusal[]) => {
    const found = await outbound.addressesOf({ hostname, reach: 'network', allow, signal });
    return found.ok ? found.addresses.join(' ') : (found.failure.refusal ?? found.failure.reason);
  };
  assert.is(await of('mail.example.org'), '10.0.0.7 10.0.0.8');
  assert.is(await of('mixed.example.org'), 'LINK_LOCAL');
  assert.is(await of('none.example.org'), 'NAME_NOT_FOUND');
  assert.is(await of('0x7f.1'), 'LOOPBACK');
  assert.is(await of('0x7f.1', ['LOOPBACK']), '127.0.0.1');
  assert.is(await of('::1', ['LOOPBACK']), '::1');
  assert.is(await of('2852039166', ['LOOPBACK', 'OWN_ADDRESS']), 'LINK_LOCAL');
  for (const odd of ['', 'a/b', 'olga@mail.example.org', 'mail.example.org:25', 'a b'])
    assert.is(await of(odd), 'URL_INVALID', odd);
  assert.equal(asked, ['mail.example.org', 'mixed.example.org', 'none.example.org']);
});

test.run();
