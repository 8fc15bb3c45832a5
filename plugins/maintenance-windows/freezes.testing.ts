import type { Test } from 'uvu';
import * as assert from 'uvu/assert';
import { tellVersion } from '../../server/core/hosts/hosts.testing.ts';
import { lockHeld, scriptFailed, upgrade } from '#sdk/testing.ts';
import {
  addFreeze,
  addGroup,
  addWindow,
  at,
  audited,
  begun,
  codeOf,
  HOUR_MS,
  ids,
  jobHosts,
  made,
  MINUTE_MS,
  once,
  patch,
  standing,
  type Schemas,
  type World,
} from './windows.testing.ts';

/** Freezes: what they hold, what passes them, and what an administrator lets pass. */
export function freezesHold(test: Test<World>): void {
  test('a freeze laid on while a job runs lets it finish what it has begun, and begins nothing more', async ({
    kit,
  }) => {
    const [first, second] = ids(kit);
    const [agent] = kit.hosts.map((host) => host.agent);
    agent?.endings.push({ hold: true });
    const { id } = await patch(kit, [first, second], { max_parallel: 1 });
    await kit.until(() => agent?.started.length === 1);
    await addFreeze(kit, once(0, 5 * HOUR_MS));
    await kit.clock.advance(MINUTE_MS);
    assert.equal(begun(kit), [1, 0]);
    agent?.end({ changes: [upgrade('jq')] });
    await kit.until(async () => (await jobHosts(kit, id))[1]?.reason === 'FREEZE', 2 * MINUTE_MS);
    assert.equal(
      (await jobHosts(kit, id)).map(({ state }) => state),
      ['completed', 'waiting_window'],
    );
  });

  test('a host does not leave a frozen group by its own word, and a freeze holds for one that would enter', async ({
    kit,
  }) => {
    const [leaving, entering] = ids(kit);
    await tellVersion(kit, leaving, '12');
    await tellVersion(kit, entering, '13');
    const rule = { match: 'all', conditions: [{ field: 'os_version', operator: 'equals', value: '12' }] };
    const group = await made<Schemas['Group']>(
      kit.call('POST', '/api/v1/groups', { body: { name: 'twelve', rule } }),
    );
    await addFreeze(kit, { ...once(0, 5 * HOUR_MS), group_id: group.id });
    await made(
      kit.call('POST', `/api/v1/groups/${group.id}/maintenance-windows`, {
        body: once(9 * HOUR_MS, HOUR_MS),
      }),
    );
    await tellVersion(kit, leaving, '13');
    await tellVersion(kit, entering, '12');
    const waits = async (hostId: string) => standing(kit, (await patch(kit, [hostId])).id);
    assert.equal(await waits(leaving), ['waiting_window', 'FREEZE', at(9 * HOUR_MS)]);
    assert.equal(await waits(entering), ['waiting_window', 'FREEZE', at(5 * HOUR_MS)]);
  });

  test('an override ends with the run that it was given for: a retry by a person waits again, and takes another', async ({
    kit,
  }) => {
    const [held] = ids(kit);
    await addFreeze(kit, once(0, 5 * HOUR_MS));
    const { id } = await patch(kit, [held]);
    await standing(kit, id);
    const path = `/api/v1/jobs/${id}/window-overrides`;
    const body = { gate: 'freeze', reason: 'Actively exploited hole in openssl.' };
    const overrides = async () =>
      (await made<Schemas['WindowOverrideList']>(kit.call('GET', path), 200)).overrides;
    await made(kit.call('POST', path, { body }));
    const { agent } = kit.hosts[0] ?? {};
    // The manager's own attempts belong to the run.
    agent?.endings.push({ status: 'failed', error: lockHeld }, { status: 'failed', error: scriptFailed });
    assert.is((await kit.runJob(id)).state, 'failed');
    assert.equal([begun(kit)[0], (await overrides()).map((one) => one.in_force)], [2, [true]]);
    await made(kit.call('POST', `/api/v1/jobs/${id}/retry`, { role: 'operator' }), 202);
    assert.equal(await standing(kit, id), ['waiting_window', 'FREEZE', at(5 * HOUR_MS)]);
    assert.equal([begun(kit)[0], (await overrides()).map((one) => one.in_force)], [2, [false]]);
    await made(kit.call('POST', path, { body }));
    assert.is(codeOf(await kit.call('POST', path, { body })), '409 OVERRIDE_EXISTS');
    await kit.until(async () => (await jobHosts(kit, id))[0]?.state === 'completed', 2 * MINUTE_MS);
  });

  test('an override of a paused job is for the run that its resume begins, and ends with the job', async ({
    kit,
  }) => {
    const body = { gate: 'freeze', reason: 'Actively exploited hole in openssl.' };
    for (const act of ['resume', 'end', 'cancel'] as const) {
      const { id } = await patch(kit, ids(kit), { max_parallel: 1, failure_budget_percent: 0 });
      kit.hosts[0]?.agent.endings.push({ status: 'failed', error: scriptFailed });
      const job = () => made<Schemas['Job']>(kit.call('GET', `/api/v1/jobs/${id}`), 200);
      await kit.until(async () => (await job()).state === 'paused');
      const freeze = await addFreeze(kit, once(0, 5 * HOUR_MS));
      await made(kit.call('POST', `/api/v1/jobs/${id}/window-overrides`, { body }));
      const before = begun(kit)[1] ?? 0;
      await made(kit.call('POST', `/api/v1/jobs/${id}/${act}`, { role: 'operator' }), 202);
      await kit.until(async () => (await job()).completed_at !== null, 2 * MINUTE_MS);
      if (act !== 'resume') {
        await made(kit.call('POST', `/api/v1/jobs/${id}/retry`, { role: 'operator' }), 202);
        assert.equal(await standing(kit, id), ['waiting_window', 'FREEZE', at(5 * HOUR_MS)], act);
        await made(kit.call('POST', `/api/v1/jobs/${id}/cancel`), 202);
        await kit.until(async () => (await job()).state === 'cancelled', 2 * MINUTE_MS);
      }
      assert.is(begun(kit)[1], before + Number(act === 'resume'), act);
      await made(kit.call('DELETE', `/api/v1/freezes/${freeze.id}`), 204);
    }
  });

  test('a freeze holds everything, also in its window, until an administrator overrides it with a reason', async ({
    kit,
  }) => {
    const [held] = ids(kit);
    await addWindow(kit, held, once(0, 10 * HOUR_MS));
    await addFreeze(kit, once(0, 5 * HOUR_MS, { name: 'Turn of the year' }));
    const { id } = await patch(kit, [held], { respect_windows: false });
    assert.equal(await standing(kit, id), ['waiting_window', 'FREEZE', at(5 * HOUR_MS)]);
    const [frozen] = await jobHosts(kit, id);
    assert.equal(
      [frozen?.next_window_start_at, frozen?.next_window_end_at],
      [null, null],
      'it waits for none',
    );
    assert.match(
      (await jobHosts(kit, id))[0]?.message ?? '',
      /The freeze Turn of the year is active until 2026-01-15 17:00/,
    );

    const path = `/api/v1/jobs/${id}/window-overrides`;
    const reason = 'Actively exploited hole in openssl.';
    const override = (gate: string, more: object = {}) =>
      kit.call('POST', path, { body: { gate, reason, ...more }, role: 'admin' });
    assert.is(
      codeOf(await kit.call('POST', path, { body: { gate: 'freeze', reason }, role: 'operator' })),
      '403 FORBIDDEN',
    );
    assert.is(codeOf(await override('freeze', { reason: 'short' })), '400 VALIDATION_FAILED');
    await made(override('window'));
    await kit.clock.advance(2 * MINUTE_MS);
    assert.equal(begun(kit), [0, 0], 'who passes windows does not pass freezes');
    const given = await made<Schemas['WindowOverride']>(override('freeze'));
    assert.equal([given.gate, given.reason, given.created_by.username], ['freeze', reason, 'test-admin']);
    assert.is(codeOf(await override('freeze')), '409 OVERRIDE_EXISTS');
    assert.is((await kit.runJob(id)).state, 'completed');
    assert.is(codeOf(await override('freeze')), '409 JOB_NOT_CANCELLABLE');

    const { overrides } = await made<Schemas['WindowOverrideList']>(kit.call('GET', path), 200);
    assert.equal(
      overrides.map(({ gate }) => gate),
      ['window', 'freeze'],
    );
    const [row] = await audited(kit, 'freeze.overridden');
    assert.equal(
      [row?.by, row?.resource.kind, row?.resource.id, row?.after],
      ['test-admin', 'job', id, { gate: 'freeze', reason }],
    );
    const other = await patch(kit, [held]);
    assert.equal(
      await standing(kit, other.id),
      ['waiting_window', 'FREEZE', at(5 * HOUR_MS)],
      'no other job passes',
    );
  });

  test('a freeze of a group holds its hosts alone, and rollbacks and plans pass it', async ({ kit }) => {
    const [held, free] = ids(kit);
    const [agent] = kit.hosts.map((host) => host.agent);
    agent?.endings.push({ changes: [upgrade('jq')] });
    const changed = await patch(kit, [held]);
    await kit.runJob(changed.id);
    const group = await addGroup(kit, [held]);
    await addFreeze(kit, once(0, 5 * HOUR_MS, { group_id: group.id }));
    const { id } = await patch(kit, [held, free]);
    await kit.until(async () => (await jobHosts(kit, id)).some(({ state }) => state === 'completed'));
    assert.equal(
      (await jobHosts(kit, id)).map(({ state, reason }) => [state, reason]),
      [
        ['waiting_window', 'FREEZE'],
        ['completed', 'NOTHING_TO_DO'],
      ],
    );
    const plan = await patch(kit, [held], { dry_run: true });
    assert.is((await kit.runJob(plan.id)).state, 'completed');
    const back = await made<Schemas['Job']>(kit.call('POST', `/api/v1/jobs/${changed.id}/rollback`), 202);
    assert.is((await kit.runJob(back.id)).state, 'completed');
  });

  test('nobody but an administrator takes a host out of a frozen group, until the freeze is over', async ({
    kit,
  }) => {
    const [listed, tagged] = ids(kit);
    const call = (method: 'DELETE' | 'POST' | 'PUT', path: string, body?: object, role?: 'admin') =>
      kit.call(method, path, { role: role ?? 'operator', ...(body ? { body } : {}) });
    await call('PUT', `/api/v1/hosts/${tagged}`, { tags: ['till'] });
    const rule = { match: 'all', conditions: [{ field: 'tag', operator: 'equals', value: 'till' }] };
    const byRule = await made<Schemas['Group']>(call('POST', '/api/v1/groups', { name: 'tills', rule }));
    const byList = await addGroup(kit, [listed]);
    for (const { id } of [byRule, byList]) await addFreeze(kit, once(HOUR_MS, 4 * HOUR_MS, { group_id: id }));
    await kit.clock.advance(2 * HOUR_MS);
    const job = await patch(kit, [listed, tagged]);
    await kit.until(async () => (await jobHosts(kit, job.id)).every(({ reason }) => reason === 'FREEZE'));

    const ways = [
      () => call('DELETE', `/api/v1/groups/${byList.id}/hosts/${listed}`),
      () => call('POST', `/api/v1/groups/${byList.id}/hosts`, { host_ids: [tagged] }),
      () => call('PUT', `/api/v1/groups/${byRule.id}`, { rule: { ...rule, match: 'any' } }),
      () => call('PUT', `/api/v1/hosts/${tagged}`, { tags: [] }),
    ];
    for (const way of ways) assert.is(codeOf(await way()), '403 FORBIDDEN');
    assert.is((await call('PUT', `/api/v1/hosts/${tagged}`, { tags: ['till', 'shop'] })).status, 200);
    await kit.clock.advance(2 * MINUTE_MS);
    assert.equal(begun(kit), [0, 0]);
    const asAdmin = await call('PUT', `/api/v1/hosts/${tagged}`, { tags: [] }, 'admin');
    assert.is(asAdmin.status, 200);
    await kit.until(() => begun(kit)[1] === 1);
    await kit.clock.advance(5 * HOUR_MS);
    assert.is((await call('DELETE', `/api/v1/groups/${byList.id}/hosts/${listed}`)).status, 204);
  });
}
