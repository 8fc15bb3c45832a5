import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTls } from 'node:https';
import { createServer as createSilent, type AddressInfo } from 'node:net';
import { gzipSync, brotliCompressSync } from 'node:zlib';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { freshDatabase } from '../../../test/support/databases.ts';
import { pino } from 'pino';
import { createRunTx } from '../db/tx.ts';
import { createOutbound, type OutboundParts, type OutboundRequest, type OutboundResult } from './outbound.ts';
import { judgeOutbound, type OutboundRefusal } from './outboundPolicy.ts';
import { selfSigned } from './outbound.testing.ts';

interface World {
  port: number;
  seen: IncomingMessage[];
  answer: (req: IncomingMessage, res: ServerResponse) => void;
  /** The answers of the DNS, one for each question; the last one stays. */
  dns: string[][];
  asked: string[];
  call(path: string, more?: Partial<OutboundRequest>): Promise<OutboundResult>;
  stop(): Promise<void>;
}

const test = suite<World>('calls to the outside');

/** The real policy, with this machine's loopback standing for the internet. */
const judge: OutboundParts['judge'] = (address, reach) =>
  address === '127.0.0.1' ? null : judgeOutbound(address, reach, []);

test.before.each(async (world) => {
  world.seen = [];
  world.dns = [['127.0.0.1']];
  world.asked = [];
  world.answer = (_req, res) => res.end('hello');
  const server = createServer((req, res) => {
    world.seen.push(req);
    world.answer(req, res);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  world.port = (server.address() as AddressInfo).port;
  const outbound = createOutbound({
    judge,
    async resolve(name) {
      world.asked.push(name);
      const [answer = []] = world.dns.length > 1 ? world.dns.splice(0, 1) : world.dns;
      return answer;
    },
  });
  world.call = (path, more = {}) =>
    outbound.fetch({ url: `http://hooks.example.org:${world.port}${path}`, reach: 'internet', ...more });
  world.stop = () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
});
test.after.each((world) => world.stop());

const reasonOf = (result: OutboundResult): string =>
  result.ok ? `status ${result.status}` : result.failure.reason;

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

test('a body that nobody wants is not read, however long it is', async (world) => {
  world.answer = (_req, res) => {
    res.writeHead(200);
    const write = (): void =>
      void (res.destroyed || res.write('x'.repeat(65_536), () => setImmediate(write)));
    write();
  };
  const result = await world.call('/', { skipBody: true });
  assert.ok(result.ok && result.status === 200 && result.body.length === 0);
  assert.is(reasonOf(await world.call('/')), 'TOO_LARGE');
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

test('packed answers are unpacked, and a bomb ends at the limit', async (world) => {
  for (const [name, pack] of [
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ] as const) {
    world.answer = (_req, res) => res.writeHead(200, { 'content-encoding': name }).end(pack('hello hello'));
    const result = await world.call('/');
    assert.ok(result.ok);
    assert.is(result.body.toString(), 'hello hello');
    world.answer = (_req, res) =>
      res.writeHead(200, { 'content-encoding': name }).end(pack(Buffer.alloc(50_000_000)));
    assert.is(reasonOf(await world.call('/')), 'TOO_LARGE', name);
  }
  world.answer = (_req, res) =>
    res.writeHead(200, { 'content-encoding': 'gzip, gzip' }).end(gzipSync(gzipSync('x')));
  assert.is(reasonOf(await world.call('/')), 'ENCODING_UNKNOWN');
  world.answer = (_req, res) => res.writeHead(200, { 'content-encoding': 'gzip' }).end('geheim');
  const broken = await world.call('/');
  assert.is(reasonOf(broken), 'ANSWER_BROKEN');
  assert.not.match(JSON.stringify(broken), /geheim/);
});

test('a body has 1 MB at most, or what the caller allows', async (world) => {
  world.answer = (_req, res) => res.end(Buffer.alloc(1_048_576));
  assert.is(reasonOf(await world.call('/')), 'status 200');
  assert.is(reasonOf(await world.call('/', { maxBytes: 1_048_575 })), 'TOO_LARGE');
  world.answer = (_req, res) => {
    const pour = (): void =>
      void (res.write(Buffer.alloc(65_536)) ? setImmediate(pour) : res.once('drain', pour));
    res.on('close', () => res.destroy());
    pour();
  };
  assert.is(reasonOf(await world.call('/')), 'TOO_LARGE');
});

test('a body that is only quoted fails nothing: too long, broken, unknown, cut or late', async (world) => {
  const quoted = async (more: Partial<OutboundRequest> = {}): Promise<string> => {
    const result = await world.call('/', { quoteBytes: 8, ...more });
    return result.ok ? `${result.status} ${result.body.toString()}` : result.failure.reason;
  };
  const drip = (res: ServerResponse): void => void res.writeHead(200).write('thanks');
  const answers: [string, World['answer'], Partial<OutboundRequest>?][] = [
    ['200 thanks', (_req, res) => res.end('thanks')],
    ['200 xxxxxxxx', (_req, res) => res.end('x'.repeat(5_000_000))],
    ['200 thanks', (_req, res) => drip(res), { idleMs: 100 }],
    ['200 thanks', (_req, res) => drip(res), { timeoutMs: 300 }],
    ['200 thanks', (_req, res) => (drip(res), setTimeout(() => res.destroy(), 50))],
    ['200 ', (_req, res) => res.writeHead(200, { 'content-encoding': 'gzip' }).end('no gzip')],
    ['200 ', (_req, res) => res.writeHead(200, { 'content-encoding': 'x-own' }).end('thanks')],
  ];
  for (const [expected, answer, more] of answers) {
    world.answer = answer;
    assert.is(await quoted(more), expected, String(answer));
  }
});

test('headers that are too long end the call', async (world) => {
  world.answer = (_req, res) => res.writeHead(200, { 'x-long': 'x'.repeat(20_000) }).end();
  assert.is(reasonOf(await world.call('/')), 'HEADERS_TOO_LARGE');
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
