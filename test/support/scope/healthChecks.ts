/** Health checks. */
import * as assert from 'uvu/assert';
import { call, cut, madeOnce, refused, type Schemas, type World } from './calls.ts';
import type { Rows } from './row.ts';

export const healthCheckRows: Rows = {
  async listHealthChecks(w) {
    const { mine } = await checksOf(w);
    const { checks } = await cut<Schemas['HealthCheckList']>(
      w,
      call(w, 'listHealthChecks', { path: [w.mine[0].id] }),
    );
    assert.ok(checks.some(({ id }) => id === mine));
    await refused(call(w, 'listHealthChecks', { path: [w.theirs[0].id] }), 404, 'HOST_NOT_FOUND');
  },
  async createHealthCheck(w) {
    const create = (id: string, more: object = {}) =>
      call(w, 'createHealthCheck', { path: [id], body: { ...CHECK, ...more } });
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
  listHealthCheckHistory: (w) => checkOfMine(w, 'listHealthCheckHistory'),
  async listHealthCheckOverrides(w) {
    await cut(w, call(w, 'listHealthCheckOverrides', { path: [w.jobs.changed] }));
    await refused(call(w, 'listHealthCheckOverrides', { path: [w.jobs.theirs] }), 404, 'JOB_NOT_FOUND');
  },
  overrideHealthChecks: 'role',
};

const CHECK = { kind: 'service', name: 'nginx', service_name: 'nginx', enabled: false };

/** One check for each host, made by an administrator. */
const checksOf = madeOnce(async (w) => {
  const add = async (id: string): Promise<string> => {
    const answer = await call(w, 'createHealthCheck', { path: [id], body: CHECK, role: 'admin' });
    return (answer.body as Schemas['HealthCheck']).id;
  };
  return { mine: await add(w.mine[0].id), theirs: await add(w.theirs[0].id) };
});

async function checkOfMine(w: World, operationId: string, body?: object): Promise<void> {
  const { mine, theirs } = await checksOf(w);
  await refused(call(w, operationId, { path: [w.theirs[0].id, theirs], body }), 404, 'HOST_NOT_FOUND');
  await refused(call(w, operationId, { path: [w.mine[0].id, theirs], body }), 404, 'HEALTH_CHECK_NOT_FOUND');
  await cut(w, call(w, operationId, { path: [w.mine[0].id, mine], body }));
}
