import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { AppError } from '../../server/shared/wire/appError.ts';
import { connectToManager } from '../identity/managerClient.ts';
import { createAuthority, issuePair } from '../testing/fakeManager.ts';
import { downloadAgent } from './download.ts';
import type { Download } from './download.ts';

const test = suite<World>('the download of a new agent');

const bytes = Buffer.from('a package of the agent, of some length');

type Answer = (res: ServerResponse, headers: IncomingHttpHeaders) => void;

interface World {
  /** The answers to the next requests; the last one is repeated. */
  answers: Answer[];
  asked: string[];
  heads: IncomingHttpHeaders[];
  waitsMs: number[];
  download: Download;
  close(): Promise<void>;
}

const whole = (res: ServerResponse): void => void res.end(bytes);
const refuse =
  (status: number, headers: Record<string, string> = {}) =>
  (res: ServerResponse): void =>
    void res
      .writeHead(status, headers)
      .end(JSON.stringify({ success: false, error: { code: 'SERVICE_UNAVAILABLE', message: 'later' } }));

test.before.each(async (world) => {
  const ca = await createAuthority();
  const pair = await issuePair(ca, { kind: 'web', names: [] });
  const server = createServer({ key: pair.key, cert: pair.cert + ca.certificatePem }, (req, res) => {
    world.asked.push(req.url ?? '');
    world.heads.push(req.headers);
    const answer = world.answers.length > 1 ? world.answers.shift() : world.answers[0];
    answer?.(res, req.headers);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(`https://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const dir = mkdtempSync(path.join(tmpdir(), 'download-'));
  Object.assign(world, { answers: [whole], asked: [], heads: [], waitsMs: [] });
  world.download = {
    connect: () => connectToManager(url, { rootPems: [ca.certificatePem] }, {}),
    file: 'fleetmend-agent_0.1.1_amd64.deb',
    sizeBytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    into: path.join(dir, 'new'),
    wait: async (ms) => void world.waitsMs.push(ms),
    random: () => 0.5,
    say: () => undefined,
  };
  world.close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    rmSync(dir, { recursive: true });
  };
});

test.after.each((world) => world.close());

async function failureOf(download: Download): Promise<[string, string]> {
  try {
    await downloadAgent(download);
    return ['', ''];
  } catch (error) {
    assert.instance(error, AppError);
    return [(error as AppError).code, (error as AppError).message];
  }
}

test('the file that was planned lies on the disk afterwards', async ({ download, asked }) => {
  await downloadAgent(download);
  assert.equal(readFileSync(download.into), bytes);
  assert.equal(asked, ['/api/v1/enroll/packages/fleetmend-agent_0.1.1_amd64.deb']);
});

test('it waits for its turn as it is told, with a time of its own', async ({
  answers,
  waitsMs,
  download,
}) => {
  const busy = { 'retry-after': '40' };
  answers.splice(0, 1, refuse(503, busy), refuse(429, busy), refuse(429), whole);
  await downloadAgent(download);
  assert.equal(waitsMs, [40_000 + 12_500, 40_000 + 12_500, 60_000 + 17_500]);
});

test('a download that breaks off is tried again, and not for ever', async ({
  answers,
  waitsMs,
  download,
}) => {
  const cut = (res: ServerResponse): void => {
    res.writeHead(200, { 'content-length': String(bytes.length) });
    res.write(bytes.subarray(0, 5), () => res.destroy());
  };
  answers.splice(0, 1, cut, refuse(500), whole);
  await downloadAgent(download);
  assert.equal(waitsMs, [2_000, 10_000]);
  rmSync(download.into);
  answers.splice(0, answers.length, cut);
  assert.is((await failureOf(download))[0], 'FETCH_FAILED');
  assert.is(waitsMs.length, 2 + 3);
});

/** Sends `all` from the byte that Range names, and breaks off after so many; null: it sends all of it. */
const rest =
  (all: Buffer, most: number | null = null): Answer =>
  (res, { range }) => {
    const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
    const end = { 'content-range': `bytes ${from}-${all.length - 1}/${all.length}` };
    res.writeHead(from > 0 ? 206 : 200, { 'content-length': all.length - from, ...(from > 0 && end) });
    if (most === null) res.end(all.subarray(from));
    else res.write(all.subarray(from, from + most), () => res.destroy());
  };

test('only the rest is asked for after a break, with the tag of the file, also by an agent that has started anew', async ({
  answers,
  heads,
  waitsMs,
  download,
}) => {
  answers.splice(0, 1, rest(bytes, 10), rest(bytes));
  await downloadAgent(download);
  assert.equal(readFileSync(download.into), bytes);
  const tag = `"${createHash('sha256').update(bytes).digest('base64url')}"`;
  const asked = heads.map(({ range, 'if-range': known }) => [range, known]);
  assert.equal(asked, [
    [undefined, undefined],
    ['bytes=10-', tag],
  ]);
  assert.equal(waitsMs, [2_000]);

  writeFileSync(download.into, bytes.subarray(0, 30));
  await downloadAgent(download);
  assert.is(heads.at(-1)?.range, 'bytes=30-');
  assert.equal(readFileSync(download.into), bytes);
  const count = heads.length;
  await downloadAgent(download);
  assert.is(heads.length, count, 'what is here as a whole is not asked for');
});

test('the beginning of another file costs one more download, and a manager that knows no ranges sends all', async ({
  answers,
  heads,
  download,
}) => {
  const other = Buffer.alloc(bytes.length, 'x');
  for (const there of [other.subarray(0, 12), other, Buffer.concat([other, other])]) {
    writeFileSync(download.into, there);
    answers.splice(0, answers.length, rest(bytes));
    await downloadAgent(download);
    assert.equal(readFileSync(download.into), bytes);
    assert.is(heads.at(-1)?.range, undefined);
  }
  writeFileSync(download.into, bytes.subarray(0, 12));
  answers.splice(0, answers.length, whole);
  await downloadAgent(download);
  assert.equal([readFileSync(download.into), heads.at(-1)?.range], [bytes, 'bytes=12-']);
});

test('as long as each try brings something, a link that breaks again and again does not end the job', async ({
  answers,
  waitsMs,
  download,
}) => {
  const large = Buffer.alloc(9 * 1_048_576, 'package');
  answers.splice(0, 1, rest(large, 1_200_000));
  const sha256 = createHash('sha256').update(large).digest('hex');
  await downloadAgent({ ...download, sizeBytes: large.length, sha256 });
  assert.ok(readFileSync(download.into).equals(large));
  assert.equal(waitsMs, Array(7).fill(2_000));
});

test('what is not exactly that file is refused, and a redirect is not followed', async ({
  answers,
  asked,
  download,
}) => {
  const cases: [(res: ServerResponse) => void, string, string][] = [
    [(res) => res.end(Buffer.concat([bytes, Buffer.from('!')])), 'SIGNATURE_INVALID', 'is larger than the'],
    [(res) => res.end(bytes.subarray(1)), 'SIGNATURE_INVALID', 'bytes instead of'],
    [(res) => res.end(Buffer.alloc(bytes.length)), 'SIGNATURE_INVALID', 'has the SHA-256'],
    [refuse(404), 'FETCH_FAILED', 'later'],
    [refuse(302, { location: '/elsewhere' }), 'FETCH_FAILED', 'the manager refused'],
  ];
  for (const [answer, code, said] of cases) {
    answers.splice(0, answers.length, answer);
    const [found, message] = await failureOf(download);
    assert.is(found, code, message);
    assert.match(message, said);
  }
  assert.is(asked.length, cases.length, 'none of them is asked for again, nor anything else');
});

test.run();
