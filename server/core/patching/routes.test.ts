import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createFakeClock } from '../../kernel/clock.ts';
import { createTestApp } from '../../testing.ts';
import { plansAreRun } from './planRoutes.testing.ts';
import { patchingFeatureOf } from './plugin.ts';
import { codeOf, hosts, json, setUp, type World } from './routes.testing.ts';
import { scriptFailed, upgrade, type Ending } from './testing/fakeAgents.ts';
import { FakeFleet } from './testing/fakeFleet.ts';
import { settled } from './testing/settled.ts';

const UNKNOWN = '01939f6a-7c1e-7b1a-9d2e-5f0c8a4b6e21';
const test = suite<World>('routes of jobs');

test.before.each(setUp);
test.after.each(({ app }) => app.stop());

test('the list leaves a target out that names hundreds of hosts; the job itself shows it', async () => {
  const clock = createFakeClock(new Date());
  const fleet = new FakeFleet(clock, 300);
  const app = await createTestApp({ features: [hosts, patchingFeatureOf(() => fleet)], clock });
  const make = async (hostIds: readonly string[]): Promise<string> => {
    const body = {
      operation: 'patch',
      target: { host_ids: hostIds },
      schedule_at: '2099-01-01T00:00:00.000Z',
    };
    return json(await app.call('POST', '/api/v1/jobs', { body })).id;
  };
  try {
    const few = await make(fleet.hostIds.slice(0, 50));
    const many = await make(fleet.hostIds);
    const { jobs } = (await app.call('GET', '/api/v1/jobs')).body as {
      jobs: { id: string; target: { host_ids: string[] } | null; hosts_total: number }[];
    };
    const listed = new Map(jobs.map((job) => [job.id, job]));
    assert.is(listed.get(few)?.target?.host_ids.length, 50);
    assert.is(listed.get(many)?.target, null);
    assert.is(listed.get(many)?.hosts_total, 300);
    const { body } = await app.call('GET', `/api/v1/jobs/${many}`);
    assert.is((body as { target: { host_ids: string[] } }).target.host_ids.length, 300);
  } finally {
    await app.stop();
  }
});

test('an idempotency key in capitals is the same key, as at the agent', async ({ app, fleet }) => {
  const body = { operation: 'patch', target: { host_ids: fleet.hostIds }, dry_run: true };
  const make = async (key: string): Promise<string> =>
    json(await app.call('POST', '/api/v1/jobs', { body, headers: { 'idempotency-key': key } })).id;
  const key = 'c0ffee00-7c1e-4b1a-9d2e-5f0c8a4b6e21';
  const made = await make(key.toUpperCase());
  assert.is(await make(key), made);
  for (const asked of [key, key.toUpperCase()]) {
    const { body: list } = await app.call('GET', `/api/v1/jobs?idempotency_key=${asked}`);
    assert.equal(
      (list as { jobs: { id: string }[] }).jobs.map(({ id }) => id),
      [made],
    );
  }
});

test('jobs are found by one of several states or none of them, by name, maker and time', async ({
  app,
  fleet,
}) => {
  const make = async (name: string, more: object = {}): Promise<string> => {
    const body = { name, operation: 'patch', target: { host_ids: fleet.hostIds }, ...more };
    return json(await app.call('POST', '/api/v1/jobs', { body })).id;
  };
  const done = await make('now');
  await settled();
  const later = await make('later', { schedule_at: '2099-01-01T00:00:00.000Z' });
  const { created_by: maker, created_at: at } = (await app.call('GET', `/api/v1/jobs/${later}`)).body as {
    created_by: { id: string };
    created_at: string;
  };
  const found = async (query: string): Promise<string[]> => {
    const { body } = await app.call('GET', `/api/v1/jobs?sort=created_at&${query}`);
    return (body as { jobs: { id: string }[] }).jobs.map(({ id }) => id);
  };
  assert.equal(await found('state=completed,scheduled'), [done, later]);
  assert.equal(await found('state=completed&state=scheduled'), [done, later]);
  assert.equal(await found('state_not=completed,failed'), [later]);
  assert.equal(await found('state=completed,scheduled&state_not=scheduled'), [done]);
  assert.equal([await found('name=later'), await found('name=late')], [[later], []]);
  assert.equal(
    [await found(`created_by=${maker.id}`), await found(`created_by=${UNKNOWN}`)],
    [[done, later], []],
  );
  const next = new Date(new Date(at).getTime() + 1).toISOString();
  assert.equal([await found(`created_from=${next}`), await found(`created_to=${next}`)], [[], [done, later]]);
  assert.equal(
    [await found('completed_to=2098-01-01T00:00:00Z'), await found(`completed_from=2098-01-01T00:00:00Z`)],
    [[done], []],
  );
  assert.is((await app.call('GET', '/api/v1/jobs?state=done')).status, 400);
});

test('a job goes its way through the API, and every answer fits the contract', async ({ app, fleet }) => {
  for (const id of fleet.hostIds)
    fleet
      .agent(id)
      .endings.push({ lines: ['one', 'two', '\u001b]0;three\u0007three\u001b'], changes: [upgrade('jq')] });
  const created = await app.call('POST', '/api/v1/jobs', {
    body: {
      name: 'n',
      operation: 'patch',
      target: { host_ids: fleet.hostIds },
      max_parallel: 5,
      failure_budget_percent: 50,
    },
    role: 'operator',
  });
  assert.is(created.status, 202);
  await settled();
  const { id } = json(created);
  const job = json(await app.call('GET', `/api/v1/jobs/${id}`, { role: 'reporter' }));
  assert.is(job.state, 'completed');
  const list = await app.call('GET', '/api/v1/jobs?state=completed&sort=-started_at&limit=1');
  assert.is((list.body as { total: number }).total, 1);
  const page = (await app.call('GET', `/api/v1/jobs/${id}/hosts?state=completed&limit=1`)).body as {
    total: number;
    next_cursor: string;
  };
  assert.is(page.total, 2);
  assert.is(
    (await app.call('GET', `/api/v1/jobs/${id}/hosts?state=completed&limit=1&cursor=${page.next_cursor}`))
      .status,
    200,
  );
  const log = await app.call('GET', `/api/v1/jobs/${id}/hosts/${fleet.hostIds[0]}/log?after_seq=1`);
  assert.equal(
    (log.body as { logs: { text: string }[] }).logs.map(({ text }) => text),
    ['two', '\u001b]0;three\u0007three\u001b'],
  );
  const text = await app.call('GET', `/api/v1/jobs/${id}/hosts/${fleet.hostIds[0]}/log/text`);
  assert.match(text.headers.get('content-disposition') ?? '', /attachment/);
  assert.match(text.body as string, /stdout {2}one\n.*stdout {2}two\n.*stdout {2}three⟨U\+001B⟩\n$/);
  const asked = await app.call('GET', `/api/v1/jobs/${id}/hosts/${fleet.hostIds[0]}/log?download=text`);
  assert.equal(
    [asked.body, asked.headers.get('content-type')],
    [text.body, text.headers.get('content-type')],
  );
  const rollback = await app.call('POST', `/api/v1/jobs/${id}/rollback`);
  assert.is(rollback.status, 202);
});

test('what is not there, or not allowed now, is answered by its code', async ({ app, fleet }) => {
  const answers = await Promise.all([
    app.call('GET', `/api/v1/jobs/${UNKNOWN}`),
    app.call('POST', `/api/v1/jobs/${UNKNOWN}/cancel`),
    app.call('POST', `/api/v1/jobs/${UNKNOWN}/rollback`),
    app.call('POST', `/api/v1/jobs/${UNKNOWN}/retry`),
    app.call('GET', `/api/v1/jobs/${UNKNOWN}/hosts`),
    app.call('GET', `/api/v1/jobs/${UNKNOWN}/hosts/${UNKNOWN}/log`),
  ]);
  assert.equal(
    answers.map(codeOf),
    answers.map(() => 'JOB_NOT_FOUND'),
  );
  const { id } = json(
    await app.call('POST', '/api/v1/jobs', {
      body: { operation: 'patch', target: { host_ids: fleet.hostIds } },
    }),
  );
  await settled();
  assert.is(codeOf(await app.call('GET', `/api/v1/jobs/${id}/hosts/${UNKNOWN}/log`)), 'JOB_HOST_NOT_FOUND');
  assert.is(codeOf(await app.call('POST', `/api/v1/jobs/${id}/cancel`)), 'JOB_NOT_CANCELLABLE');
  assert.is(codeOf(await app.call('POST', `/api/v1/jobs/${id}/resume`)), 'JOB_NOT_PAUSED');
  assert.is(codeOf(await app.call('POST', `/api/v1/jobs/${id}/end`)), 'JOB_NOT_PAUSED');
  assert.is(codeOf(await app.call('POST', `/api/v1/jobs/${id}/rollback`)), 'JOB_NOT_ROLLBACKABLE');
  const refused = await app.call('POST', '/api/v1/jobs', {
    body: { operation: 'patch', target: { host_ids: fleet.hostIds }, health_gate: { post: true } },
  });
  assert.equal([refused.status, codeOf(refused)], [409, 'FIELD_DISABLED']);
  for (const wave of [{ percent: 10, count: 1 }, { soak_secs: 5 }, { percent: 101 }, { count: 3 }]) {
    const body = { operation: 'patch', target: { host_ids: fleet.hostIds }, waves: [wave] };
    assert.is(codeOf(await app.call('POST', '/api/v1/jobs', { body })), 'VALIDATION_FAILED');
  }
  const both = { scope: 'wave', host_ids: fleet.hostIds };
  assert.is(
    codeOf(await app.call('POST', `/api/v1/jobs/${id}/rollback`, { body: both })),
    'VALIDATION_FAILED',
  );
  const reader = await app.call('POST', '/api/v1/jobs', {
    role: 'reporter',
    body: { operation: 'patch', target: { host_ids: fleet.hostIds } },
  });
  assert.is(reader.status, 403);
  const nameless = await app.call('POST', '/api/v1/jobs', {
    body: { operation: 'install', target: { host_ids: fleet.hostIds } },
  });
  assert.is(codeOf(nameless), 'VALIDATION_FAILED');
  const noSuchDay = await app.call('POST', '/api/v1/jobs', {
    body: {
      operation: 'patch',
      target: { host_ids: fleet.hostIds },
      schedule_at: '2027-02-31T02:00:00.000Z',
    },
  });
  assert.equal([noSuchDay.status, codeOf(noSuchDay)], [400, 'VALIDATION_FAILED']);
  const lastYear = await app.call('POST', '/api/v1/jobs', {
    body: {
      operation: 'patch',
      target: { host_ids: fleet.hostIds },
      schedule_at: '2025-01-31T02:00:00.000Z',
    },
  });
  assert.equal(
    [lastYear.status, codeOf(lastYear)],
    [400, 'VALIDATION_FAILED'],
    'a wrong year starts nothing',
  );
});

test('a job of waves goes through the API: made, listed by wave, halted and rolled back', async ({
  app,
  fleet,
}) => {
  const failed: Ending = { status: 'failed', error: scriptFailed, changes: [upgrade('jq')] };
  fleet.agent(fleet.hostIds[0]).endings.push(failed);
  const created = await app.call('POST', '/api/v1/jobs', {
    body: {
      operation: 'patch',
      target: { host_ids: fleet.hostIds },
      waves: [{ percent: 50, soak_secs: 60 }],
      failure_budget_percent: 10,
    },
  });
  assert.is(created.status, 202, JSON.stringify(created.body));
  const { id } = json(created);
  await settled();
  const job = (await app.call('GET', `/api/v1/jobs/${id}`)).body as Record<string, unknown>;
  assert.equal(
    [job['state'], job['current_wave'], job['waves']],
    ['paused', 1, [{ percent: 50, soak_secs: 60 }]],
  );
  const second = await app.call('GET', `/api/v1/jobs/${id}/hosts?wave=2&sort=position`);
  const { hosts, total } = second.body as { hosts: { position: number; wave: number }[]; total: number };
  assert.equal([total, hosts[0]?.position, hosts[0]?.wave], [1, 2, 2]);
  const undone = await app.call('POST', `/api/v1/jobs/${id}/rollback`, { body: { scope: 'wave' } });
  assert.is(undone.status, 202, JSON.stringify(undone.body));
  assert.is(json(await app.call('GET', `/api/v1/jobs/${id}`)).state, 'failed');
});

plansAreRun(test);

test.run();
