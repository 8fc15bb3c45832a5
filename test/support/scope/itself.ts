/** What a scope is, whatever the operation: how it is told, and what becomes of those whom it keeps to some hosts. */
import * as assert from 'uvu/assert';
import { v7 as uuid } from 'uuid';
import { plainClient } from '#plugins/live/clients.testing.ts';
import type { HostScope } from '#sdk';
import { call, codeOf, refused, ticketFor, type Job, type Schemas, type Fleet } from './calls.ts';

/** By their titles, in their order: the last one deletes the operator. */
export const OF_THE_SCOPE_ITSELF: Readonly<Record<string, (w: Fleet) => Promise<void>>> = {
  async 'however a scope is told, the same hosts are in it; an empty one holds nobody'(w) {
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
    assert.equal(
      await seen({ hostIds: [ids[1] ?? ''] }),
      [['mine2.example'], 1, 'JOB_NOT_FOUND'],
      'both hold',
    );
    w.scope = 'all';
  },
  async 'a provider that gives no answer refuses the call, and never an administrator'(w) {
    const before = w.scope;
    Object.defineProperty(w, 'scope', { configurable: true, get: () => assert.unreachable('nobody knows') });
    await refused(call(w, 'listHosts'), 503, 'SERVICE_UNAVAILABLE');
    assert.is((await call(w, 'listHosts', { role: 'admin' })).status, 200);
    Object.defineProperty(w, 'scope', { configurable: true, writable: true, value: before });
  },
  async 'a live connection is closed once its user may see other hosts'(w) {
    const client = await plainClient(w.kit, await ticketFor(w, 'operator'));
    client.send({ subscribe: { job_id: w.jobs.changed } });
    await client.until(1);
    w.scope = { hostIds: [w.mine[0].id] };
    await w.kit.clock.advance(3_000);
    assert.is(await client.closed, 1008);
    w.scope = 'all';
  },
  async 'who is deleted leaves the name at the jobs'(w) {
    const body = { operation: 'patch', target: { host_ids: [w.mine[0].id] } };
    const { id } = (await call(w, 'createJob', { body })).body as Job;
    const olga = await w.kit.ctx.core.identity.accounts.findByName('olga');
    assert.is((await call(w, 'deleteUser', { path: [olga?.id ?? ''], role: 'admin' })).status, 204);
    const { created_by: maker } = (await call(w, 'getJob', { path: [id], role: 'admin' })).body as Job;
    assert.match(maker.username, /^olga(?:: a tool .*)?$/);
  },
};
