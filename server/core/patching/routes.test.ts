import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createTestApp, type TestApp } from '../../testing.ts';
import { defineCore } from '../../kernel/boot/feature.ts';
import { createFakeClock } from '../../kernel/clock.ts';
import { hostsErrors } from '../hosts/errors.ts';
import { patchingFeatureOf } from './plugin.ts';
import { planWith, scriptFailed, upgrade, type Ending } from './testing/fakeAgents.ts';
import { FakeFleet } from './testing/fakeFleet.ts';
import { settled } from './testing/settled.ts';

interface World {
  app: TestApp;
  fleet: FakeFleet;
}

const UNKNOWN = '01939f6a-7c1e-7b1a-9d2e-5f0c8a4b6e21';
const test = suite<World>('routes of jobs');

/** The error codes of the real hosts feature, without hosts. */
const hosts = defineCore({
  name: 'test-hosts',
  errors: hostsErrors,
  setup: () => ({ routes: {}, service: undefined as never }),
});

test.before.each(async (context) => {
  const clock = createFakeClock(new Date());
  context.fleet = new FakeFleet(clock, 2);
  context.app = await createTestApp({ features: [hosts, patchingFeatureOf(() => context.fleet)], clock });
});
test.after.each(({ app }) => app.stop());

const json = (answer: { body: unknown }) =>
  answer.body as Record<string, never> & { id: string; state: string };
const codeOf = (answer: { body: unknown }) => (answer.body as { error?: { code: string } }).error?.code;

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
  const text = await app.call('GET', `/api/v1/jobs/${id}/hosts/${fleet.hostIds[0]}/log?download=text`);
  assert.match(text.headers.get('content-disposition') ?? '', /attachment/);
  assert.match(text.body as string, /stdout {2}one\n.*stdout {2}two\n.*stdout {2}three⟨U\+001B⟩\n$/);
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
  assert.equal([refused.status, codeOf(refused)], [409, 'PLUGIN_DISABLED']);
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

const ALL_FIELDS = [
  'respect_windows',
  'health_gate.pre',
  'health_gate.post',
  'health_gate.soak_secs',
  'health_gate.pre_timeout_secs',
];

/** Makes a dry run over the first host with these fields, and waits for its end. */
async function plan({ app, fleet }: World, fields: object): Promise<{ id: string }> {
  const [first = ''] = fleet.hostIds;
  fleet.agent(first).endings.push({ plan: planWith('a'.repeat(64)) });
  const body = { operation: 'patch', dry_run: true, target: { host_ids: [first] }, ...fields };
  const created = await app.call('POST', '/api/v1/jobs', { body });
  assert.is(created.status, 202, JSON.stringify(created.body));
  await settled();
  return json(created);
}

const specOf = (answer: { body: unknown }) => {
  const { reboot, rollback_on_failure, max_parallel, failure_budget_percent } = json(answer);
  const { health_gate, waves, respect_windows, exclude, strict_sources } = json(answer);
  return {
    reboot,
    rollback_on_failure,
    max_parallel,
    failure_budget_percent,
    health_gate,
    waves,
    respect_windows,
    exclude,
    strict_sources,
  };
};

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

test('what a plan was made with holds for its run, unless the approval names another value', async (world) => {
  const { app } = world;
  app.ctx.hooks.add('windows', { 'patching.beforeCreate': () => Promise.resolve({ fields: ALL_FIELDS }) });
  const asked = {
    reboot: 'if_required',
    rollback_on_failure: true,
    max_parallel: 7,
    failure_budget_percent: 30,
    health_gate: { pre: false, post: true, soak_secs: 5, pre_timeout_secs: 600 },
    waves: [{ percent: 50 }],
    respect_windows: false,
    exclude: ['linux'],
    strict_sources: true,
  };
  const { id } = await plan(world, asked);
  assert.equal(specOf(await app.call('GET', `/api/v1/jobs/${id}`)), asked, 'the plan shows it');
  const run = await app.call('POST', '/api/v1/jobs', { body: { from_plan_job_id: id } });
  assert.is(run.status, 202, JSON.stringify(run.body));
  assert.equal(specOf(run), asked);
  await settled();
  const other = await plan(world, asked);
  const named = await app.call('POST', '/api/v1/jobs', {
    body: {
      from_plan_job_id: other.id,
      reboot: 'never',
      rollback_on_failure: false,
      max_parallel: 50,
      health_gate: { soak_secs: 0 },
    },
  });
  assert.equal(specOf(named), {
    ...asked,
    reboot: 'never',
    rollback_on_failure: false,
    max_parallel: 50,
    health_gate: { pre: false, post: true, soak_secs: 0, pre_timeout_secs: 600 },
  });
});

test('an approval that names what its plan fixes is refused', async (world) => {
  const { id } = await plan(world, { mode: 'security' });
  for (const fixed of [{ mode: 'all' }, { dry_run: false }, { purge: false }, { autoremove: false }]) {
    const refused = await world.app.call('POST', '/api/v1/jobs', {
      body: { from_plan_job_id: id, ...fixed },
    });
    assert.equal([refused.status, codeOf(refused)], [400, 'VALIDATION_FAILED'], JSON.stringify(fixed));
  }
});

test('a job that wants every source to answer says so to each agent, planned and approved alike, and no other does', async (world) => {
  const { app, fleet } = world;
  const [first = ''] = fleet.hostIds;
  const { id } = await plan(world, { strict_sources: true });
  const run = await app.call('POST', '/api/v1/jobs', { body: { from_plan_job_id: id } });
  assert.is(run.status, 202, JSON.stringify(run.body));
  await settled();
  const target = { host_ids: [first] };
  for (const body of [
    { operation: 'install', packages: [{ name: 'jq' }], strict_sources: true, target },
    { operation: 'remove', packages: [{ name: 'jq' }], strict_sources: true, target },
    { operation: 'update', packages: [{ name: 'jq' }], target },
  ]) {
    const created = await app.call('POST', '/api/v1/jobs', { body });
    assert.is(created.status, 202, JSON.stringify(created.body));
    await settled();
  }
  const sent = fleet
    .agent(first)
    .started.map(({ operationId, body }) => [
      operationId,
      (body as { strict_sources?: true }).strict_sources,
    ]);
  assert.equal(sent, [
    ['applyPatches', true],
    ['applyPatches', true],
    ['installPackages', true],
    ['removePackages', true],
    ['updatePackages', undefined],
  ]);
  const senseless = await app.call('POST', '/api/v1/jobs', {
    body: { operation: 'reboot', strict_sources: true, target },
  });
  assert.equal([senseless.status, codeOf(senseless)], [400, 'VALIDATION_FAILED']);
});

test('a plan does not pause by the budget of its run, and restarts nothing', async (world) => {
  const { app, fleet } = world;
  const [first = '', second = ''] = fleet.hostIds;
  fleet.agent(second).endings.push({ status: 'failed', error: scriptFailed, changes: [upgrade('jq')] });
  fleet.agent(first).endings.push({ plan: planWith('a'.repeat(64)), rebootRequired: true });
  const { id } = json(
    await app.call('POST', '/api/v1/jobs', {
      body: {
        operation: 'patch',
        dry_run: true,
        max_parallel: 1,
        failure_budget_percent: 0,
        reboot: 'always',
        rollback_on_failure: true,
        target: { host_ids: [second, first] },
      },
    }),
  );
  await settled();
  const job = json(await app.call('GET', `/api/v1/jobs/${id}`));
  assert.equal([job.state, job.counts?.['completed'], job.counts?.['failed']], ['partial', 1, 1]);
  const calls = [first, second].flatMap((host) =>
    fleet.agent(host).started.map(({ operationId }) => operationId),
  );
  assert.equal(calls, ['applyPatches', 'applyPatches']);
});

test.run();
