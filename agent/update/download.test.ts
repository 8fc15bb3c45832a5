import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
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

interface World {
  /** The answers to the next requests; the last one is repeated. */
  answers: ((res: ServerResponse) => void)[];
  asked: string[];
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
    const answer = world.answers.length > 1 ? world.answers.shift() : world.answers[0];
    answer?.(res);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(`https://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const dir = mkdtempSync(path.join(tmpdir(), 'download-'));
  Object.assign(world, { answers: [whole], asked: [], waitsMs: [] });
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
  answers.splice(0, answers.length, cut);
  assert.is((await failureOf(download))[0], 'FETCH_FAILED');
  assert.is(waitsMs.length, 2 + 3);
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
