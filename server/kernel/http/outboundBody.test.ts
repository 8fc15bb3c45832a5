import type { ServerResponse } from 'node:http';
import { gzipSync, brotliCompressSync } from 'node:zlib';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { OutboundRequest } from './outbound.ts';
import { reasonOf, setUp, type World } from './outbound.testing.ts';

const test = suite<World>('bodies of calls to the outside');

test.before.each(setUp);
test.after.each((world) => world.stop());

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

test.run();
