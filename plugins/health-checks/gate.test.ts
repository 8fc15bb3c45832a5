// databases: sqlite, mariadb (night)
// time-limit: 240
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { upgrade, type PluginTest, type TestHost } from '#sdk/testing.ts';
import { maintenanceWindowsPlugin } from '../maintenance-windows/plugin.ts';
import {
  addCheck,
  addHosts,
  audited,
  codeOf,
  DOWN,
  made,
  manager,
  MINUTE_MS,
  nginx,
  page,
  setHealth,
  setUp,
  STARTING,
  statusOf,
  tearDown,
  UP,
  type Schemas,
  type World,
} from './checks.testing.ts';

const test = suite<World>('work and health checks');
test.before((world) => setUp(world, [maintenanceWindowsPlugin]));
test.before.each(addHosts);
test.after(tearDown);

type JobHost = Schemas['JobHost'];

const patch = (kit: PluginTest, hosts: readonly TestHost[], more: object = {}) =>
  kit.createJob({ operation: 'patch', target: { host_ids: hosts.map(({ id }) => id) }, ...more });

async function jobHost(kit: PluginTest, jobId: string, { id }: TestHost): Promise<JobHost> {
  const { hosts = [] } = await made<Schemas['Job']>(kit.call('GET', `/api/v1/jobs/${jobId}`), 200);
  const found = hosts.find(({ host_id: hostId }) => hostId === id);
  if (!found) throw new Error('the host is not in the job');
  return found;
}

/** Waits until the host is in this state for this reason; returns the message that people read. */
async function waits(
  kit: PluginTest,
  jobId: string,
  host: TestHost,
  state: string,
  reason: string,
): Promise<string> {
  await kit.until(async () => {
    const now = await jobHost(kit, jobId, host);
    return now.state === state && now.reason === reason;
  });
  return (await jobHost(kit, jobId, host)).message;
}

/** The host's state once the job has ended, with its error code or reason. */
async function ended(kit: PluginTest, jobId: string, host: TestHost): Promise<[string, string | null]> {
  await kit.runJob(jobId, 3 * 60 * MINUTE_MS);
  const { state, reason, error } = await jobHost(kit, jobId, host);
  return [state, error?.code ?? reason];
}

const started = ({ agent }: TestHost): number => agent.started.length;

test('work waits for a red check, which is named, and begins when it passes; a host without checks does not wait', async ({
  kit,
  hosts: [own, free],
}) => {
  await addCheck(kit, own.id, nginx({ interval_secs: 86_400 }));
  await kit.until(async () => (await statusOf(kit, own.id)) === 'passing');
  own.agent.answers.set('getServiceStatus', DOWN);
  const { id } = await patch(kit, [own, free]);
  const message = await waits(kit, id, own, 'waiting_health_check', 'CHECK_FAILING');
  assert.is(message, 'The work begins when all health checks pass. Web server: nginx is failed.');
  await kit.until(async () => (await jobHost(kit, id, free)).state === 'completed');
  const { state } = await made<Schemas['Job']>(kit.call('GET', `/api/v1/jobs/${id}`), 200);
  assert.is(state, 'waiting_health_check');
  // By its interval it would run in a day: where the gate saw something else, it runs at once and the result is shown.
  await kit.until(async () => (await statusOf(kit, own.id)) === 'failing', 5 * MINUTE_MS);
  const { last_seq: before } = await made<Schemas['Job']>(kit.call('GET', `/api/v1/jobs/${id}`), 200);
  await kit.clock.advance(5 * MINUTE_MS);
  const { last_seq: later } = await made<Schemas['Job']>(kit.call('GET', `/api/v1/jobs/${id}`), 200);
  assert.equal([later, started(own)], [before, 0], 'waiting writes nothing');
  own.agent.answers.set('getServiceStatus', UP);
  assert.equal(await ended(kit, id, own), ['completed', 'NOTHING_TO_DO']);
  assert.is((await jobHost(kit, id, own)).attempt, 1, 'waiting uses no attempt');
});

test('a look at a job before it is made tells of a red check as it was last found, and runs none', async ({
  kit,
  hosts: [own, free],
}) => {
  own.agent.answers.set('getServiceStatus', DOWN);
  const check = await addCheck(kit, own.id, nginx({ interval_secs: 86_400 }));
  await kit.until(async () => (await statusOf(kit, own.id)) === 'failing');
  own.agent.answers.set('getServiceStatus', UP);
  const target = { host_ids: [own.id, free.id] };
  const look = async (more: object = {}) => {
    const body = { operation: 'patch', target, ...more };
    return made<Schemas['JobPreview']>(kit.call('POST', '/api/v1/jobs/preview', { body }), 200);
  };
  const { holds, hosts_free: freeHosts } = await look();
  assert.equal(
    holds.map(({ kind, id, effect, reason, hosts_total: hosts }) => [kind, id, effect, reason, hosts]),
    [['check', check.id, 'wait', 'CHECK_FAILING', 1]],
  );
  assert.is(freeHosts, 1);
  assert.equal((await look({ health_gate: { pre: false } })).holds, []);
  assert.is(await statusOf(kit, own.id), 'failing', 'nothing was run');
});

test('a host whose checks stay red or unknown for too long is left out, with the reason; the job goes on', async ({
  kit,
  hosts: [own, other],
}) => {
  await addCheck(kit, own.id, nginx());
  own.agent.answers.set('getServiceStatus', STARTING);
  const { id } = await patch(kit, [own, other], { health_gate: { pre_timeout_secs: 120 } });
  const message = await waits(kit, id, own, 'waiting_health_check', 'CHECK_UNKNOWN');
  assert.match(message, /Web server: nginx is activating \(start\)\./);
  const sinceMs = kit.clock.now().getTime();
  assert.equal(await ended(kit, id, own), ['skipped', 'HEALTH_GATE_TIMEOUT']);
  const secs = (kit.clock.now().getTime() - sinceMs) / 1_000;
  assert.ok(secs > 90 && secs < 200, `${secs} s`);
  assert.is(
    (await jobHost(kit, id, own)).message,
    'Not all health checks passed within 2 minutes, so the work was not begun. Web server: nginx is activating (start).',
  );
  assert.equal([started(own), started(other)], [0, 1]);
});

test('a host whose target is not well waits; jobs that say so, dry runs and rollbacks do not', async ({
  kit,
  hosts: [own, other],
}) => {
  await addCheck(kit, own.id, nginx({ target_host_id: other.id }));
  await setHealth(kit, other.id, 'degraded');
  own.agent.endings.push({ changes: [upgrade('jq')] });
  const free = await patch(kit, [own], { health_gate: { pre: false } });
  assert.equal(await ended(kit, free.id, own), ['completed', null]);
  const plan = await patch(kit, [own], { dry_run: true });
  assert.is((await kit.runJob(plan.id)).state, 'completed');
  const back = await made<Schemas['Job']>(kit.call('POST', `/api/v1/jobs/${free.id}/rollback`), 202);
  assert.is((await kit.runJob(back.id)).state, 'completed');
  const { id } = await patch(kit, [own]);
  await waits(kit, id, own, 'waiting_health_check', 'CHECK_UNKNOWN');
  await setHealth(kit, other.id, 'healthy');
  assert.is((await ended(kit, id, own))[0], 'completed');
});

test('after the work the checks are watched; two failures in a row fail the host, and its work is undone', async ({
  kit,
  hosts: [own, other],
}) => {
  for (const { id, agent } of [own, other]) {
    await addCheck(kit, id, nginx());
    agent.endings.push({ changes: [upgrade('jq')] });
  }
  const { id } = await patch(kit, [own, other], {
    health_gate: { post: true, soak_secs: 300 },
    rollback_on_failure: true,
  });
  const message = await waits(kit, id, own, 'verifying', 'SOAKING');
  assert.is(message, 'After the work all health checks pass. The host is watched for 5 minutes in all.');
  own.agent.answers.set('getServiceStatus', DOWN);
  assert.equal(await ended(kit, id, own), ['rolled_back', 'HEALTH_CHECK_FAILED']);
  const { error } = await jobHost(kit, id, own);
  assert.is(
    error?.message,
    'The work is done, but health checks of the host fail since. Web server: nginx is failed.',
  );
  const good = await jobHost(kit, id, other);
  const soaked = Date.parse(good.completed_at ?? '') - Date.parse(good.started_at ?? '');
  assert.equal([good.state, good.error], ['completed', null]);
  assert.ok(soaked >= 300_000 && soaked < 420_000, `watched for ${soaked} ms`);
  assert.equal(
    own.agent.started.map(({ operationId }) => operationId),
    ['applyPatches', 'rollbackJob'],
  );
});

test('when nobody can tell after the work whether a check passes, the host fails and keeps its work', async ({
  kit,
  hosts: [own],
}) => {
  await addCheck(kit, own.id, nginx());
  own.agent.endings.push({ changes: [upgrade('jq')] });
  const { id } = await patch(kit, [own], {
    health_gate: { pre: false, post: true, soak_secs: 300 },
    rollback_on_failure: true,
  });
  await waits(kit, id, own, 'verifying', 'SOAKING');
  own.agent.answers.set('getServiceStatus', STARTING);
  assert.equal(await ended(kit, id, own), ['failed', 'HEALTH_CHECK_UNKNOWN']);
  const { reason, error } = await jobHost(kit, id, own);
  assert.is(reason, 'UNVERIFIED');
  assert.match(
    error?.message ?? '',
    /^The work is done, but nobody knows whether the host is well\. Web server: /,
  );
  assert.equal(
    own.agent.started.map(({ operationId }) => operationId),
    ['applyPatches'],
    'nothing is undone',
  );
});

test('what was red before the work does not count against it; what was not does', async ({
  kit,
  hosts: [own, other],
  pages,
}) => {
  pages.answer = (req, res) => void res.writeHead(req.url === '/old' ? 500 : 200).end();
  for (const { id } of [own, other]) {
    await addCheck(kit, id, page(`${pages.url}/old`, { name: 'Old page' }));
    await addCheck(kit, id, nginx());
  }
  other.agent.endings.push({ hold: true });
  const { id } = await patch(kit, [own, other], { health_gate: { pre: false, post: true } });
  await kit.until(async () => (await jobHost(kit, id, own)).state === 'completed');
  await kit.until(() => started(other) === 1);
  other.agent.answers.set('getServiceStatus', DOWN);
  other.agent.end();
  assert.equal(await ended(kit, id, other), ['failed', 'HEALTH_CHECK_FAILED']);
  assert.match((await jobHost(kit, id, other)).error?.message ?? '', /since\. Web server: nginx is failed/);
  const left = await kit.ctx.db.knex('health_checks_gates').where('job_id', id);
  assert.equal(left, [], 'nothing is kept of a job that has ended');
});

test('the watch goes on after the manager was started again, and pauses while the host that is asked is at work', async (world) => {
  const { kit, hosts } = world;
  const [own, other] = hosts;
  await addCheck(kit, own.id, nginx({ target_host_id: other.id }));
  const { id } = await patch(kit, [own], { health_gate: { post: true, soak_secs: 600 } });
  await waits(kit, id, own, 'verifying', 'SOAKING');
  // Moves the clock in steps: the soak counts from one look at the checks to the next, and each look takes statements.
  const soakedMs = kit.clock.now().getTime() + 4 * MINUTE_MS;
  await kit.until(() => kit.clock.now().getTime() >= soakedMs);
  other.agent.endings.push({ hold: true });
  const busy = await patch(kit, [other]);
  await kit.until(() => started(other) === 1);
  other.agent.answers.set('getServiceStatus', DOWN);
  await waits(kit, id, own, 'verifying', 'SOAK_PAUSED');
  await kit.clock.advance(20 * MINUTE_MS);
  assert.is((await jobHost(kit, id, own)).state, 'verifying');
  await kit.stop();
  world.kit = await manager(world, { beside: kit });
  const again = world.kit;
  await waits(again, id, own, 'verifying', 'SOAK_PAUSED');
  other.agent.answers.set('getServiceStatus', UP);
  other.agent.end();
  await waits(again, id, own, 'verifying', 'SOAKING');
  const sinceMs = again.clock.now().getTime();
  assert.is((await ended(again, id, own))[0], 'completed');
  const leftMs = again.clock.now().getTime() - sinceMs;
  assert.ok(leftMs > 3 * MINUTE_MS && leftMs < 8 * MINUTE_MS, `${leftMs / 1_000} s were left`);
  assert.is(started(own), 1);
  assert.is(
    (await made<Schemas['Job']>(again.call('GET', `/api/v1/jobs/${busy.id}`), 200)).state,
    'completed',
  );
});

test('while a host waits for its window none of its checks is run; then they are, before the work', async ({
  kit,
  hosts: [own],
}) => {
  const asked: number[] = [];
  const answer = own.agent.answer.bind(own.agent);
  own.agent.answer = (operationId, options) => {
    if (operationId === 'getServiceStatus') asked.push(kit.clock.now().getTime());
    return answer(operationId, options);
  };
  await addCheck(kit, own.id, nginx({ interval_secs: 86_400 }));
  await kit.until(() => asked.length === 1);
  const opensMs = kit.clock.now().getTime() + 60 * MINUTE_MS;
  const body = {
    name: 'once',
    timezone: 'UTC',
    starts_at: new Date(opensMs).toISOString(),
    duration_secs: 3_600,
  };
  await made(kit.call('POST', `/api/v1/hosts/${own.id}/maintenance-windows`, { body }));
  const { id } = await patch(kit, [own], { health_gate: { pre_timeout_secs: 60 } });
  await waits(kit, id, own, 'waiting_window', 'OUTSIDE_WINDOW');
  const first = asked.length;
  await kit.clock.advance(50 * MINUTE_MS);
  assert.is(asked.length, first);
  assert.is((await ended(kit, id, own))[0], 'completed');
  assert.ok((asked.at(-1) ?? 0) >= opensMs);
});

test('an administrator lets a job begin whatever its checks say: once, by name and with a reason', async ({
  kit,
  hosts: [own],
}) => {
  await addCheck(kit, own.id, nginx());
  own.agent.answers.set('getServiceStatus', DOWN);
  const { id } = await kit.createJob({
    operation: 'patch',
    target: { host_ids: [own.id] },
    health_gate: { post: true },
  });
  const path = `/api/v1/jobs/${id}/health-check-overrides`;
  const reason = 'The check of the old page fails since it was switched off.';
  const override = (body: object, role: 'admin' | 'operator' = 'admin') =>
    kit.call('POST', path, { body, role });
  assert.is(codeOf(await override({ reason }, 'operator')), '403 FORBIDDEN');
  assert.is(codeOf(await override({ reason: 'short' })), '400 VALIDATION_FAILED');
  await made(override({ reason }));
  assert.is(codeOf(await override({ reason })), '409 HEALTH_CHECK_OVERRIDE_EXISTS');
  const { overrides } = await made<Schemas['HealthCheckOverrideList']>(kit.call('GET', path), 200);
  assert.equal(
    overrides.map((one) => [one.reason, one.created_by.username]),
    [[reason, 'test-admin']],
  );
  const row = await audited(kit, 'health_check.overridden', id);
  const after = { gate: 'health_check', reason };
  assert.equal([row?.by, row?.resource.kind, row?.after], ['test-admin', 'job', after]);
  assert.is((await ended(kit, id, own))[0], 'completed', 'red before the work, so red after it is no fault');
  assert.is(codeOf(await override({ reason })), '409 JOB_NOT_CANCELLABLE');
});

test('an override of checks ends with its run: who retries the job waits for them again', async ({
  kit,
  hosts: [own],
}) => {
  await addCheck(kit, own.id, nginx());
  own.agent.answers.set('getServiceStatus', DOWN);
  const { id } = await patch(kit, [own]);
  const path = `/api/v1/jobs/${id}/health-check-overrides`;
  const body = { reason: 'The check of the old page fails since it was switched off.' };
  await made(kit.call('POST', path, { body }));
  own.agent.endings.push({ status: 'failed', error: { code: 'CONFLICT', message: 'no', retryable: false } });
  assert.is((await kit.runJob(id)).state, 'failed');
  await made(kit.call('POST', `/api/v1/jobs/${id}/retry`, { role: 'operator' }), 202);
  await kit.until(async () => (await jobHost(kit, id, own)).state === 'waiting_health_check');
  const listed = await made<Schemas['HealthCheckOverrideList']>(kit.call('GET', path), 200);
  assert.equal(
    listed.overrides.map((one) => one.in_force),
    [false],
  );
  await made(kit.call('POST', path, { body }));
  await kit.until(async () => (await jobHost(kit, id, own)).state === 'completed');
});

test.run();
