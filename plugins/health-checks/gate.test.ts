// time-limit: 240
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  addHosts,
  audited,
  codeOf,
  made,
  setUp,
  tearDown,
  type Schemas,
  type World,
} from './checks.testing.ts';

const test = suite<World>('work and health checks');
test.before(setUp);
test.before.each(addHosts);
test.after(tearDown);

test('an administrator lets a job begin whatever its checks say: once, by name and with a reason', async ({
  kit,
  hosts: [own],
}) => {
  const { id } = await kit.createJob({
    ...{ operation: 'patch', target: { host_ids: [own.id] } },
    schedule_at: '2026-02-15T12:00:00.000Z',
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
  assert.equal([row?.by, row?.resource.kind, row?.after], ['test-admin', 'job', { reason }]);
  assert.is((await kit.call('POST', `/api/v1/jobs/${id}/cancel`)).status, 202);
  await kit.until(async () => codeOf(await override({ reason })) === '409 JOB_NOT_CANCELLABLE');
});

test.run();
