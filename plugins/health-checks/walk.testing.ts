/** Rows of the walks through the contract: health checks. */
import * as assert from 'uvu/assert';
import { reads, writes, type FeatureRows } from '../../test/support/rows.ts';
import { METADATA_URL, hostAt, madeAs, of, takenName } from '../../test/support/walk/made.ts';
import { REASON, atWork, here } from '../../test/support/walk/jobs.ts';
import { NOBODY } from '../../test/support/walk/walker.ts';
import type { World } from '../../test/support/walk/world.ts';
import {
  foundBy,
  anew,
  call,
  cut,
  madeOnce,
  refused,
  type Schemas,
  type Fleet,
} from '../../test/support/scope/calls.ts';

const check = (w: World, { ids }: Pick<World, 'ids'> = w, name = 'check') => ({
  path: { ...hostAt(w, 2).path, check_id: ids[name] ?? '' },
});

export const callers: FeatureRows['callers'] = {
  'everybody who is signed in': `
    listHealthChecks getHealthCheck listHealthCheckChanges listHealthCheckOverrides`,
  'administrators and operators': 'createHealthCheck updateHealthCheck deleteHealthCheck testHealthCheck',
  'administrators alone': 'overrideHealthChecks',
  'with a fresh proof': 'overrideHealthChecks',
};

export const valid: FeatureRows['valid'] = {
  overrideHealthChecks: writes('health_check.overridden', async (w) => {
    const takeBack = await atWork(w);
    await w.must('overrideHealthChecks', { ...here(w), body: { reason: REASON } });
    return takeBack();
  }),
  listHealthCheckOverrides: reads((w) => w.must('listHealthCheckOverrides', here(w))),
  createHealthCheck: writes(
    'health_check.created',
    madeAs('check', 'createHealthCheck', (w) => ({
      ...hostAt(w, 2),
      body: { kind: 'service', name: 'Web server', service_name: 'nginx' },
    })),
  ),
  listHealthChecks: reads((w) => w.must('listHealthChecks', hostAt(w, 2))),
  getHealthCheck: reads((w) => w.must('getHealthCheck', check(w))),
  updateHealthCheck: writes('health_check.updated', (w) =>
    w.must('updateHealthCheck', { ...check(w), body: { name: 'Proxy' } }),
  ),
  testHealthCheck: writes('health_check.tested', (w) => {
    const up = { name: 'nginx', active_state: 'active', sub_state: 'running', enabled: true };
    w.kit.hosts[2]?.agent.answers.set('getServiceStatus', up);
    return w.must('testHealthCheck', check(w));
  }),
  listHealthCheckChanges: reads((w) => w.must('listHealthCheckChanges', check(w))),
  deleteHealthCheck: writes('health_check.deleted', (w) => w.must('deleteHealthCheck', check(w))),
};

export const mistakes: FeatureRows['mistakes'] = [
  {
    code: 'JOB_NOT_CANCELLABLE',
    at: { overrideHealthChecks: (_w, made) => ({ ...of('job', 'job_id')(made), body: { reason: REASON } }) },
  },
  {
    code: 'HEALTH_CHECK_OVERRIDE_EXISTS',
    during: atWork,
    at: {
      async overrideHealthChecks(w) {
        const call = { ...here(w), body: { reason: REASON } };
        await w.walker.must('overrideHealthChecks', call);
        return call;
      },
    },
  },
  {
    code: 'NAME_TAKEN',
    at: {
      updateHealthCheck: takenName('createHealthCheck', {
        other: (w) => ({ ...hostAt(w, 2), body: { kind: 'service', service_name: 'nginx' } }),
        renamed: (w, made) => check(w, made),
      }),
    },
  },
  {
    code: 'URL_REFUSED',
    at: {
      createHealthCheck: (w) => ({
        ...hostAt(w, 2),
        body: { kind: 'http', name: 'Of a mistake', url: METADATA_URL },
      }),
      updateHealthCheck: (w, made) => ({ ...check(w, made, 'httpCheck'), body: { url: METADATA_URL } }),
    },
  },
  {
    code: 'TARGET_HOST_INVALID',
    at: { updateHealthCheck: (w, made) => ({ ...check(w, made), body: { target_host_id: NOBODY } }) },
  },
];

export const limits: FeatureRows['limits'] = {
  createHealthCheck: { code: 'HEALTH_CHECK_LIMIT_REACHED', table: 'health_checks_checks', most: 50 },
};

export const scope: FeatureRows['scope'] = {
  async listHealthChecks(w) {
    const { mine, theirs } = await checksOf(w);
    const { checks } = await cut<Schemas['HealthCheckList']>(
      w,
      call(w, 'listHealthChecks', { path: [w.mine[0].id] }),
    );
    assert.ok(checks.some(({ id }) => id === mine));
    const ofTheirs = call(w, 'getHealthCheck', { path: [w.theirs[0].id, theirs], role: 'admin' });
    const theirName = ((await ofTheirs).body as Schemas['HealthCheck']).name;
    const myName = checks.find(({ id }) => id === mine)?.name ?? '';
    const found = [await foundBy(w, 'health-check', myName), await foundBy(w, 'health-check', theirName)];
    assert.equal(found, [[mine], []], 'nor is it found by its name');
    await refused(call(w, 'listHealthChecks', { path: [w.theirs[0].id] }), 404, 'HOST_NOT_FOUND');
  },
  async createHealthCheck(w) {
    const create = (id: string, more: object = {}) =>
      call(w, 'createHealthCheck', { path: [id], body: anew({ ...CHECK, ...more }) });
    await refused(create(w.theirs[0].id), 404, 'HOST_NOT_FOUND');
    await refused(create(w.mine[0].id, { target_host_id: w.theirs[0].id }), 409, 'TARGET_HOST_INVALID');
    const { id } = await cut<Schemas['HealthCheck']>(w, create(w.mine[1].id), 201);
    assert.is((await call(w, 'deleteHealthCheck', { path: [w.mine[1].id, id] })).status, 204);
  },
  getHealthCheck: (w) => checkOfMine(w, 'getHealthCheck'),
  updateHealthCheck: (w) => checkOfMine(w, 'updateHealthCheck', { name: 'renamed' }),
  async deleteHealthCheck(w) {
    const { theirs } = await checksOf(w);
    const remove = (hostId: string) => call(w, 'deleteHealthCheck', { path: [hostId, theirs] });
    await refused(remove(w.theirs[0].id), 404, 'HOST_NOT_FOUND');
    await refused(remove(w.mine[0].id), 404, 'HEALTH_CHECK_NOT_FOUND');
  },
  testHealthCheck: (w) => checkOfMine(w, 'testHealthCheck'),
  listHealthCheckChanges: (w) => checkOfMine(w, 'listHealthCheckChanges'),
  async listHealthCheckOverrides(w) {
    await cut(w, call(w, 'listHealthCheckOverrides', { path: [w.jobs.changed] }));
    await refused(call(w, 'listHealthCheckOverrides', { path: [w.jobs.theirs] }), 404, 'JOB_NOT_FOUND');
  },
};

const CHECK = { kind: 'service', name: 'nginx', service_name: 'nginx', enabled: false };

/** One check for each host, made by an administrator. */
const checksOf = madeOnce(async (w) => {
  const add = async (id: string): Promise<string> => {
    const answer = await call(w, 'createHealthCheck', { path: [id], body: anew(CHECK), role: 'admin' });
    return (answer.body as Schemas['HealthCheck']).id;
  };
  return { mine: await add(w.mine[0].id), theirs: await add(w.theirs[0].id) };
});

async function checkOfMine(w: Fleet, operationId: string, body?: object): Promise<void> {
  const { mine, theirs } = await checksOf(w);
  await refused(call(w, operationId, { path: [w.theirs[0].id, theirs], body }), 404, 'HOST_NOT_FOUND');
  await refused(call(w, operationId, { path: [w.mine[0].id, theirs], body }), 404, 'HEALTH_CHECK_NOT_FOUND');
  await cut(w, call(w, operationId, { path: [w.mine[0].id, mine], body }));
}
