import { gzipSync } from 'node:zlib';
import * as assert from 'uvu/assert';
import { v7 as uuid } from 'uuid';
import { healthData, patchData } from '../agentAnswers.testing.ts';
import { type FakeRoute, onlyInterim, refusal, success, wellBehaved } from '../fakeAgent.testing.ts';
import { Exchange, ReceivingRoom } from './exchange.ts';
import { failure, overBothModes } from './transport.testing.ts';

overBothModes('calls to agents', (test) => {
  test('an unchanged list is a 304 without data, with its age', async ({ transport, agent }) => {
    const full = await transport.call(agent.target, 'listPatches');
    assert.is(full.data?.total, 1);
    const again = await transport.call(agent.target, 'listPatches', { ifNoneMatch: full.etag ?? '' });
    assert.is(again.status, 304);
    assert.is(again.data, null);
    assert.is(again.lastModified?.toISOString(), '2026-01-15T06:00:00.000Z');
  });

  test('what the caller knows by its digest is not read again, and a refusal always is', async ({
    transport,
    agent,
  }) => {
    const digests: string[] = [];
    const first = await transport.call(agent.target, 'listPatches', {
      isKnown: (digest) => digests.push(digest) === 0,
    });
    assert.is(first.data?.total, 1);
    const isKnown = (digest: string): boolean => digest === digests[0];
    const again = await transport.call(agent.target, 'listPatches', { isKnown });
    assert.equal([again.status, again.data, again.etag], [200, null, first.etag]);
    agent.routes['GET /api/v1/patches'] = (_req, res) => success(res, { ...patchData, total: 2 });
    assert.is((await transport.call(agent.target, 'listPatches', { isKnown })).data?.total, 2);
    agent.routes['GET /api/v1/patches'] = (_req, res) => refusal(res, 500, 'INTERNAL_ERROR');
    const refused = await failure(transport.call(agent.target, 'listPatches', { isKnown: () => true }));
    assert.is(refused.code, 'INTERNAL_ERROR');
  });

  test('an agent that says "unchanged" to who asked for no change has broken the contract', async ({
    transport,
    agent,
  }) => {
    const unchanged: FakeRoute = (_req, res) => void res.writeHead(304, { ETag: '"x"' }).end();
    for (const path of ['/health', '/api/v1/system/info', '/api/v1/patches'])
      agent.routes[`GET ${path}`] = unchanged;
    for (const operation of ['getHealth', 'getSystemInfo', 'listPatches'] as const) {
      const { kind, code } = await failure(transport.call(agent.target, operation));
      assert.equal([kind, code], ['answer', 'ANSWER_INVALID'], operation);
    }
    assert.is((await transport.call(agent.target, 'listPatches', { ifNoneMatch: '"x"' })).status, 304);
  });

  test('path parameters, query, body and key reach the agent; dots are no path', async ({
    transport,
    agent,
  }) => {
    let seen: unknown;
    agent.routes['POST /api/v1/patches'] = (req, res, body) => {
      seen = {
        body: JSON.parse(body) as unknown,
        key: req.headers['idempotency-key'],
        type: req.headers['content-type'],
      };
      success(res, { job_id: uuid(), status: 'pending', operation: 'patch' }, {}, 202);
    };
    const key = uuid();
    const answer = await transport.call(agent.target, 'applyPatches', {
      body: { dry_run: true },
      idempotencyKey: key,
    });
    assert.is(answer.data.status, 'pending');
    assert.equal(seen, { body: { dry_run: true }, key, type: 'application/json' });
    await failure(transport.call(agent.target, 'getServiceStatus', { params: { name: 'a/b c' } }));
    assert.is(agent.calls.at(-1), 'GET /api/v1/system/services/a%2Fb%20c');
    await failure(
      transport.call(agent.target, 'getJobLogs', { params: { id: 'x' }, query: { after_seq: 3 } }),
    );
    assert.is(agent.calls.at(-1), 'GET /api/v1/jobs/x/logs?after_seq=3');
    assert.match(
      (await failure(transport.call(agent.target, 'getJob', { params: { id: '..' } }))).message,
      /path parameter/,
    );
  });

  test("an agent's refusal keeps its code, details and retryable", async ({ transport, agent }) => {
    agent.routes['GET /health'] = (_req, res) => refusal(res, 409, 'PACKAGE_MANAGER_BUSY', true);
    const refused = await failure(transport.call(agent.target, 'getHealth'));
    assert.equal(
      [refused.kind, refused.code, refused.status, refused.retryable],
      ['refused', 'PACKAGE_MANAGER_BUSY', 409, true],
    );
  });

  const HOSTILE: Record<string, { route: FakeRoute; kind: string; code: string }> = {
    'a body beyond ten megabytes': {
      route: (_req, res) => {
        const chunk = Buffer.alloc(1024 * 1024, 32);
        const send = (): void => {
          while (!res.destroyed && res.write(chunk));
        };
        res.on('drain', send).on('error', () => undefined);
        send();
      },
      kind: 'answer',
      code: 'ANSWER_TOO_LARGE',
    },
    'a length beyond ten megabytes': {
      route: (_req, res) => void res.writeHead(200, { 'Content-Length': 11_000_000 }).write('{'),
      kind: 'answer',
      code: 'ANSWER_TOO_LARGE',
    },
    'a compressed body': {
      route: (_req, res) => void res.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync('{}')),
      kind: 'answer',
      code: 'ANSWER_INVALID',
    },
    'more than its operation has to say': {
      route: (_req, res) => success(res, { ...healthData, more: 'x'.repeat(600_000) }),
      kind: 'answer',
      code: 'ANSWER_TOO_LARGE',
    },
    'one interim answer after the other': { route: onlyInterim, kind: 'answer', code: 'ANSWER_INVALID' },
    'a hundred levels': {
      route: (_req, res) => void res.end(`{"data":${'['.repeat(100)}${']'.repeat(100)}}`),
      kind: 'answer',
      code: 'ANSWER_INVALID',
    },
    'a new word that is long': {
      route: (_req, res) => success(res, { ...healthData, status: 'x'.repeat(65) }),
      kind: 'answer',
      code: 'ANSWER_INVALID',
    },
    'a new word of letters that no column holds': {
      route: (_req, res) => success(res, { ...healthData, status: 'größer' }),
      kind: 'answer',
      code: 'ANSWER_INVALID',
    },
    'no JSON': { route: (_req, res) => void res.end('<html>'), kind: 'answer', code: 'ANSWER_INVALID' },
    'another shape': {
      route: (_req, res) => success(res, { status: 1 }),
      kind: 'answer',
      code: 'ANSWER_INVALID',
    },
    'an error without an envelope': {
      route: (_req, res) => void res.writeHead(500).end('{}'),
      kind: 'answer',
      code: 'ANSWER_INVALID',
    },
    'a redirect': {
      route: (_req, res) => void res.writeHead(302, { Location: 'https://169.254.169.254/' }).end('{}'),
      kind: 'answer',
      code: 'ANSWER_INVALID',
    },
    'an envelope with a code that is none': {
      route: (_req, res) => void res.writeHead(500).end(JSON.stringify({ error: { code: 'x\n<b>' } })),
      kind: 'answer',
      code: 'ANSWER_INVALID',
    },
  };

  for (const [what, { route, kind, code }] of Object.entries(HOSTILE)) {
    test(`${what} is refused, and the next call works`, async ({ transport, agent }) => {
      agent.routes['GET /health'] = route;
      const failed = await failure(transport.call(agent.target, 'getHealth'));
      assert.equal([failed.kind, failed.code], [kind, code]);
      Object.assign(agent.routes, wellBehaved());
      assert.is((await transport.call(agent.target, 'getHealth')).status, 200);
    });
  }

  test('fields that the contract does not know are no reason to refuse an answer', async ({
    transport,
    agent,
  }) => {
    agent.routes['GET /health'] = (_req, res) =>
      success(res, { ...healthData, new_field: 1, status: 'resting', capabilities: ['fly'] });
    assert.is((await transport.call(agent.target, 'getHealth')).data.status as string, 'resting');
  });

  test('an answer that drips is cut at the time limit of the call', async ({
    transport,
    agent,
    cleanups,
  }) => {
    agent.routes['GET /health'] = (_req, res) => {
      const timer = setInterval(() => res.write(' '), 50);
      cleanups.push(() => clearInterval(timer));
      res.on('error', () => undefined);
    };
    // Opens the connection first, so that the time limit is not spent on the handshake.
    await transport.call(agent.target, 'getSystemInfo');
    const failed = await failure(transport.call(agent.target, 'getHealth', { timeoutMs: 300 }));
    assert.equal([failed.kind, failed.code], ['timeout', 'TIMEOUT']);
  });

  test('a call that is given up ends at once', async ({ transport, agent }) => {
    const stop = new AbortController();
    agent.routes['GET /health'] = () => stop.abort();
    assert.is(
      (await failure(transport.call(agent.target, 'getHealth', { signal: stop.signal }))).code,
      'ABORTED',
    );
  });

  test('what a refusal says besides is cut, and says so', async ({ transport, agent }) => {
    agent.routes['GET /health'] = (_req, res) => {
      const error = { code: 'NO_SPACE', message: 'm'.repeat(5_000), details: { text: 'x'.repeat(90_000) } };
      res.writeHead(409).end(JSON.stringify({ success: false, error }));
    };
    const refused = await failure(transport.call(agent.target, 'getHealth'));
    assert.equal([refused.code, refused.message.length], ['NO_SPACE', 4_096]);
    assert.equal(refused.details, { text: `${'x'.repeat(1_024)}…`, cut: true });
  });

  test('of a list of patches so many are kept as a host can have, and the total tells of the others', async ({
    transport,
    agent,
  }) => {
    const patches = Array.from({ length: 6_000 }, () => patchData.patches[0]);
    agent.routes['GET /api/v1/patches'] = (_req, res) => success(res, { ...patchData, patches });
    const { data } = await transport.call(agent.target, 'listPatches');
    assert.equal([data?.patches.length, data?.total], [5_000, 6_000]);
  });

  test('of bodies that come at once and together are too many bytes, the largest is given up', async () => {
    const outcomes: string[] = [];
    const room = new ReceivingRoom(1_000);
    const receive = (name: string): ((bytes: number) => void) => {
      const exchange = new Exchange(
        { maxBytes: 10_000, room },
        () => outcomes.push(`${name} answered`),
        ({ code }) => outcomes.push(`${name} ${code}`),
      );
      return (bytes) => exchange.onResponseData({ abort: () => undefined } as never, Buffer.alloc(bytes));
    };
    const [small, large, third] = [receive('small'), receive('large'), receive('third')];
    small(300);
    large(600);
    assert.equal(outcomes, []);
    third(101);
    assert.equal(outcomes, ['large ANSWER_TOO_LARGE']);
    third(500);
    assert.is(outcomes.length, 1, 'the room of the one that was given up is free again');
  });
});
