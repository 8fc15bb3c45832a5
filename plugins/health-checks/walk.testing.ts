/** Rows of the walks through the contract: health checks. */
import * as assert from 'uvu/assert';
import { reads, writes, type FeatureRows } from '../../test/support/rows.ts';
import { METADATA_URL, again, hostAt, idOf, madeAs, of, takenName } from '../../test/support/walk/made.ts';
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

const onGroup = of('group', 'group_id');
const ofGroup = ({ ids }: Pick<World, 'ids'>, group = 'group') => ({
  path: { group_id: ids[group] ?? '', check_id: ids['groupCheck'] ?? '' },
});
const OF_GROUP = { kind: 'service', name: 'SSH', service_name: 'ssh' };

export const callers: FeatureRows['callers'] = {
  'everybody who is signed in': `
    listHealthChecks getHealthCheck listHealthCheckChanges listHealthCheckOverrides listGroupHealthChecks
    getGroupHealthCheck listFleetHealthChecks listHealthCheckResults`,
  'administrators and operators': `
    createHealthCheck updateHealthCheck deleteHealthCheck testHealthCheck createGroupHealthCheck
    updateGroupHealthCheck deleteGroupHealthCheck`,
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
  createGroupHealthCheck: writes(
    'health_check.created',
    madeAs('groupCheck', 'createGroupHealthCheck', (w) => ({ ...onGroup(w), body: OF_GROUP })),
  ),
  listGroupHealthChecks: reads((w) => w.must('listGroupHealthChecks', onGroup(w))),
  getGroupHealthCheck: reads((w) => w.must('getGroupHealthCheck', ofGroup(w))),
  updateGroupHealthCheck: writes('health_check.updated', (w) =>
    w.must('updateGroupHealthCheck', { ...ofGroup(w), body: { enabled: false } }),
  ),
  listFleetHealthChecks: reads(({ must }) => must('listFleetHealthChecks')),
  listHealthCheckResults: reads(({ must }) => must('listHealthCheckResults')),
  deleteGroupHealthCheck: writes('health_check.deleted', (w) => w.must('deleteGroupHealthCheck', ofGroup(w))),
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
      updateGroupHealthCheck: takenName('createGroupHealthCheck', {
        other: (_w, made) => ({ ...of('list', 'group_id')(made), body: OF_GROUP }),
        renamed: (_w, made) => ofGroup(made, 'list'),
      }),
    },
  },
  {
    code: 'HEALTH_CHECK_NOT_FOUND',
    at: {
      getGroupHealthCheck: (_w, { ids }) => ({ path: { group_id: ids['list'] ?? '', check_id: NOBODY } }),
      updateGroupHealthCheck: (_w, { ids }) => ({
        path: { group_id: ids['list'] ?? '', check_id: NOBODY },
        body: { name: 'None' },
      }),
    },
  },
  {
    code: 'HEALTH_CHECK_OF_GROUP',
    at: {
      updateHealthCheck: async (w, made) => ({ ...(await rowOfGroup(w, made)), body: { name: 'Mine' } }),
      deleteHealthCheck: rowOfGroup,
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

/** The check that a host has of a group, once it is there. */
async function rowOfGroup(w: World, { ids }: Pick<World, 'ids'>) {
  const knex = w.kit.ctx.db.knex('health_checks_checks').where('group_check_id', ids['groupCheck'] ?? '');
  const row = () => knex.clone().first<{ id: string; host_id: string } | undefined>('id', 'host_id');
  await w.kit.until(async () => (await row()) !== undefined);
  const found = await row();
  return { path: { host_id: found?.host_id ?? '', check_id: found?.id ?? '' } };
}

export const limits: FeatureRows['limits'] = {
  createGroupHealthCheck: {
    code: 'HEALTH_CHECK_LIMIT_REACHED',
    table: 'health_checks_group_checks',
    most: 50,
    async call(w, name) {
      // The group that the table made is gone by now.
      w.ids['checked'] ??= await idOf(w, 'createGroup', { body: { name: 'Those with checks' } });
      return { ...again(w, 'createGroupHealthCheck', { name }), path: { group_id: w.ids['checked'] } };
    },
  },
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
  async listGroupHealthChecks(w) {
    const { everybody } = await groupChecksOf(w);
    const seen = call(w, 'listGroupHealthChecks', { path: [w.groups.everybody] });
    const { checks } = await cut<Schemas['GroupHealthCheckList']>(w, seen);
    assert.ok(checks.some(({ id }) => id === everybody));
    await refused(call(w, 'listGroupHealthChecks', { path: [w.groups.theirs] }), 404, 'GROUP_NOT_FOUND');
  },
  async getGroupHealthCheck(w) {
    const { everybody, theirs } = await groupChecksOf(w);
    const at = (groupId: string, id: string) => call(w, 'getGroupHealthCheck', { path: [groupId, id] });
    await cut(w, at(w.groups.everybody, everybody));
    await refused(at(w.groups.theirs, theirs), 404, 'GROUP_NOT_FOUND');
    await refused(at(w.groups.everybody, theirs), 404, 'HEALTH_CHECK_NOT_FOUND');
  },
  async createGroupHealthCheck(w) {
    const create = (id: string) => call(w, 'createGroupHealthCheck', { path: [id], body: anew(CHECK) });
    await refused(create(w.groups.theirs), 404, 'GROUP_NOT_FOUND');
    await refused(create(w.groups.everybody), 403, 'FORBIDDEN');
    const { id } = await cut<Schemas['GroupHealthCheck']>(w, create(w.groups.mine), 201);
    assert.is((await call(w, 'deleteGroupHealthCheck', { path: [w.groups.mine, id] })).status, 204);
  },
  updateGroupHealthCheck: (w) => wholeGroupsOnly(w, 'updateGroupHealthCheck', { name: 'renamed' }),
  deleteGroupHealthCheck: (w) => wholeGroupsOnly(w, 'deleteGroupHealthCheck'),
  async listFleetHealthChecks(w) {
    const { everybody, theirs } = await groupChecksOf(w);
    const list = call(w, 'listFleetHealthChecks');
    const { checks } = await cut<Schemas['FleetHealthCheckList']>(w, list);
    const ofEverybody = checks.find((one) => one.group_check_id === everybody);
    assert.is(ofEverybody?.hosts_total, w.mine.length, 'only his hosts are counted');
    assert.not.ok(checks.some((one) => one.group_check_id === theirs));
  },
  async listHealthCheckResults(w) {
    const { everybody } = await groupChecksOf(w);
    const query = `?group_check_id=${everybody}`;
    const list = call(w, 'listHealthCheckResults', { query });
    const { results } = await cut<Schemas['HealthCheckHostResultList']>(w, list);
    assert.equal(results.map(({ host_id: id }) => id).sort(), w.mine.map(({ id }) => id).sort());
  },
  async listHealthCheckOverrides(w) {
    await cut(w, call(w, 'listHealthCheckOverrides', { path: [w.jobs.changed] }));
    await refused(call(w, 'listHealthCheckOverrides', { path: [w.jobs.theirs] }), 404, 'JOB_NOT_FOUND');
  },
};

/** A check of a group with hosts of both, and of one that holds none of the operator's. */
const groupChecksOf = madeOnce(async (w) => {
  const add = async (groupId: string): Promise<string> => {
    const body = anew({ ...CHECK, enabled: true });
    const answer = await call(w, 'createGroupHealthCheck', { path: [groupId], body, role: 'admin' });
    return (answer.body as Schemas['GroupHealthCheck']).id;
  };
  const made = { everybody: await add(w.groups.everybody), theirs: await add(w.groups.theirs) };
  const rows = () => w.kit.ctx.db.knex('health_checks_checks').where('group_check_id', made.theirs).first();
  await w.kit.until(async () => (await rows()) !== undefined);
  return made;
});

async function wholeGroupsOnly(w: Fleet, operationId: string, body?: object): Promise<void> {
  const { everybody, theirs } = await groupChecksOf(w);
  const at = (groupId: string, id: string) => call(w, operationId, { path: [groupId, id], body });
  await refused(at(w.groups.everybody, everybody), 403, 'FORBIDDEN');
  await refused(at(w.groups.theirs, theirs), 404, 'GROUP_NOT_FOUND');
}

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
