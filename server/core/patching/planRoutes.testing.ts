import type { Test } from 'uvu';
import * as assert from 'uvu/assert';
import { codeOf, json, type World } from './routes.testing.ts';
import { planWith, scriptFailed, upgrade } from './testing/fakeAgents.ts';
import { settled } from './testing/settled.ts';

const ALL_FIELDS = [
  'respect_windows',
  'health_gate.pre',
  'health_gate.post',
  'health_gate.soak_secs',
  'health_gate.pre_timeout_secs',
];

/** Plans, and runs of them. */
export function plansAreRun(test: Test<World>): void {
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
    for (const fixed of [
      { mode: 'all' },
      { dry_run: false },
      { purge: false },
      { autoremove: false },
      { connection: 'dial' },
    ]) {
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
}

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
