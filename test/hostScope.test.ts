// time-limit: 300
/**
 * Every operation of the contract, called by an operator who may see half of the fleet, or with `SCOPED_AS=token` by an
 * API token that may, while its owner sees all. The expectations are written by hand in support/scope/; an operation
 * that is not in its table fails the suite, so that none is forgotten.
 */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { v7 as uuid } from 'uuid';
import { managerOperations } from '../generated/managerOperations.ts';
import { plainClient } from '../plugins/live/clients.testing.ts';
import type { HostScope } from '../server/plugin.ts';
import {
  call,
  codeOf,
  refused,
  ticketFor,
  type Job,
  type Schemas,
  type World,
} from './support/scope/calls.ts';
import { prepareScopedFleet } from './support/scope/prepare.ts';
import { EXPECTED } from './support/scope/table.ts';

const test = suite<World>('host scope');

test.before(prepareScopedFleet);
test.after(async ({ kit }) => kit.stop());

test('each operation of the contract is in the table, and nothing else is', () => {
  const inContract = new Set<string>(managerOperations.map(({ operationId }) => operationId));
  assert.equal([...inContract.symmetricDifference(new Set(Object.keys(EXPECTED)))], []);
});

for (const [operationId, expected] of Object.entries(EXPECTED)) {
  if (expected === 'no hosts' || expected === 'agents') continue;
  test(`${operationId} keeps to the scope`, async (w) => {
    if (expected === 'role') return refused(call(w, operationId), 403, 'FORBIDDEN');
    return expected(w);
  });
}

test('however a scope is told, the same hosts are in it; an empty one holds nobody', async (w) => {
  await w.keepTo(null);
  const ids = w.mine.map(({ id }) => id);
  const seen = async (scope: HostScope): Promise<unknown[]> => {
    w.scope = scope;
    const hosts = (await call(w, 'listHosts')).body as Schemas['HostList'];
    const { hosts_total: total } = (await call(w, 'getFleetStatus')).body as Schemas['FleetStatus'];
    const job = await call(w, 'getJob', { path: [w.jobs.changed] });
    return [hosts.hosts.map(({ fqdn }) => fqdn), total, (job.body as Job).hosts_total ?? codeOf(job)];
  };
  const { mine, everybody } = w.groups;
  for (const scope of [
    { hostIds: ids },
    { groupIds: [mine] },
    { allOf: [{ groupIds: [everybody] }, { hostIds: ids }] },
    { allOf: [{ groupIds: [mine, everybody] }, { groupIds: [mine] }] },
  ])
    assert.equal(await seen(scope), [['mine1.example', 'mine2.example'], 2, 1], JSON.stringify(scope));
  for (const scope of [{ hostIds: [] }, { groupIds: [] }, { groupIds: [uuid()] }, { allOf: [] }])
    assert.equal(await seen(scope), [[], 0, 'JOB_NOT_FOUND'], JSON.stringify(scope));
  w.scope = 'all';
  await w.keepTo([]);
  assert.equal(await seen('all'), [[], 0, 'JOB_NOT_FOUND'], 'no group at all');
  await w.keepTo([w.groups.mine]);
  assert.equal(await seen({ hostIds: [ids[1] ?? ''] }), [['mine2.example'], 1, 'JOB_NOT_FOUND'], 'both hold');
  w.scope = 'all';
});

test('a provider that gives no answer refuses the call, and never an administrator', async (w) => {
  const before = w.scope;
  Object.defineProperty(w, 'scope', { configurable: true, get: () => assert.unreachable('nobody knows') });
  await refused(call(w, 'listHosts'), 503, 'SERVICE_UNAVAILABLE');
  assert.is((await call(w, 'listHosts', { role: 'admin' })).status, 200);
  Object.defineProperty(w, 'scope', { configurable: true, writable: true, value: before });
});

test('a live connection is closed once its user may see other hosts', async (w) => {
  const client = await plainClient(w.kit, await ticketFor(w, 'operator'));
  client.send({ subscribe: { job_id: w.jobs.changed } });
  await client.until(1);
  w.scope = { hostIds: [w.mine[0].id] };
  await w.kit.clock.advance(3_000);
  assert.is(await client.closed, 1008);
  w.scope = 'all';
});

test('who is deleted leaves the name at the jobs', async (w) => {
  const body = { operation: 'patch', target: { host_ids: [w.mine[0].id] } };
  const { id } = (await call(w, 'createJob', { body })).body as Job;
  const olga = await w.kit.ctx.core.identity.accounts.findByName('olga');
  assert.is((await call(w, 'deleteUser', { path: [olga?.id ?? ''], role: 'admin' })).status, 204);
  const { created_by: maker } = (await call(w, 'getJob', { path: [id], role: 'admin' })).body as Job;
  assert.match(maker.username, /^olga(?:: a tool)?$/);
});

test.run();
