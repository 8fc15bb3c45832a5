import { AppError } from '#server/shared/wire/appError.ts';
import type { Context } from '#server/kernel/boot/feature.ts';
import { lockThing } from '#server/kernel/db/locks.ts';
import { judgeAddress } from '#server/kernel/http/address.ts';
import type { HostsService } from '../api.ts';
import { configurationNames } from './names.ts';
import { GroupModel } from '../models.ts';
import { pollingSection, pollingSettingsOf, serviceLevelSection } from '../settings.ts';
import { hostTargetOf } from '../domain.ts';
import { describeHosts } from './describe.ts';
import * as enrolled from './enrolled.ts';
import { fleetFigures } from './figures.ts';
import { enteringGroupIdsOf, groupsOfHosts, visibleGroups } from './groupHosts.ts';
import { requireGroup, toGroup } from './groups.ts';
import { idsInScope } from './groupSql.ts';
import { byFqdn, resolveTarget } from './lists.ts';
import { moveDueTimes } from './pollIntervals.ts';
import { patchStates, patchStatesIn } from './patchStates.ts';
import { createPolls } from './polls.ts';
import { holdPolls, pollSoon, releasePolls } from './pollTimes.ts';
import * as queries from './queries.ts';

/** The service for other features. */
export function createHostsService(ctx: Context): HostsService {
  const { reader } = ctx.db;
  ctx.settings.inUpdate(pollingSection, (tx, { before, after }) =>
    moveDueTimes(ctx, tx, { before: pollingSettingsOf(before), after: pollingSettingsOf(after) }),
  );
  ctx.settings.inUpdate(serviceLevelSection, (tx, { after }) =>
    ctx.steps.join(tx, 'hosts.serviceLevelsChanged', { after }),
  );
  const pollingSettings = async () => pollingSettingsOf(await ctx.settings.get(pollingSection));
  return {
    get: (id) => queries.getHost(reader, id),
    async getIn(tx, id) {
      await lockThing(tx, 'hosts.host', id);
      return queries.getHost(tx.knex, id, true);
    },
    require: (id, scope) => queries.requireHost(ctx, id, scope),
    getMany: (ids) => queries.getHosts(reader, ids),
    byFqdn: (query) => byFqdn(ctx.db, query),
    atEndpoint: (endpoint) => queries.atEndpoint(reader, endpoint),
    findByMachineId: queries.findByMachineId,
    namesakes: (claims, tx) => queries.namesakes(tx?.knex ?? reader, claims),
    targetOf: hostTargetOf,
    resolveTarget: (target, scope) => resolveTarget(ctx, target, scope),
    patchesOf: (hostId, scope) => queries.patchesOf(ctx, hostId, scope),
    toWire: (hosts) => describeHosts(ctx, hosts),
    idsIn: (scope) => idsInScope(reader, scope),
    unwellWith: (tags) => queries.unwellWith(reader, tags),
    visible: (ids, scope) => queries.visibleIds(reader, ids, scope),
    requireGroup: (id, scope) => requireGroup(reader, id, scope),
    async requireWholeGroup(id, scope, what) {
      await requireGroup(reader, id, scope);
      if (scope === 'all') return;
      const held = await resolveTarget(ctx, { groupIds: [id] }, 'all');
      const ids = held.map((host) => host.id);
      if ((await queries.visibleIds(reader, ids, scope)).size === ids.length) return;
      throw new AppError('FORBIDDEN', {
        message: `This group holds hosts that you may not see; only a person who sees all of them may edit its ${what}.`,
      });
    },
    async getGroupIn(tx, id) {
      await lockThing(tx, 'hosts.group', id);
      const row = await GroupModel.query(tx.knex).findById(id).forUpdate();
      return row ? toGroup(row) : null;
    },
    async groupIdsOf(hostIds) {
      const groups = await groupsOfHosts(reader, await queries.getHosts(reader, hostIds));
      return new Map([...groups].map(([hostId, own]) => [hostId, own.map(({ id }) => id)]));
    },
    enteringGroupIdsOf: (hostIds) => enteringGroupIdsOf(reader, hostIds),
    async groupNames(ids) {
      const rows = await GroupModel.query(reader)
        .select('id', 'name')
        .whereIn('id', [...ids]);
      return new Map(rows.map(({ id, name }) => [id, name]));
    },
    visibleGroups: (ids, scope) => visibleGroups(reader, ids, scope),
    createEnrolled: (tx, host, by) => enrolled.createEnrolled(ctx, tx, host, by),
    rekey: (tx, hostId, host, by) => enrolled.rekey(ctx, tx, hostId, host, by),
    move: (tx, hostId, move, by) => enrolled.moveHost(ctx, tx, hostId, move, by),
    setConnection: (tx, hostId, connection, by) => enrolled.setConnection(ctx, tx, hostId, connection, by),
    holdPolls: (tx, hostIds, manager) => holdPolls(ctx, tx, hostIds, manager),
    releasePolls: (tx, hostIds, manager) => releasePolls(ctx, tx, hostIds, manager),
    noteSeen: (tx, hostIds, at) => enrolled.noteSeen(tx, hostIds, at),
    flagDuplicate: (tx, hostId, by) => enrolled.flagDuplicate(ctx, tx, hostId, by),
    setCertificateExpiry: (tx, hostId, expiresAt) =>
      enrolled.setCertificateExpiry(ctx, tx, hostId, expiresAt),
    setHealthCheckStatus: (tx, hostId, status) => enrolled.setHealthCheckStatus(ctx, tx, hostId, status),
    notePatched: (tx, hostIds, at) => enrolled.notePatched(ctx, tx, hostIds, at),
    pollSoon: (tx, hostIds, kinds) => pollSoon(ctx, tx, hostIds, { kinds }),
    pollingSettings,
    judgeAddress: (address, options) => judgeAddress(address, options?.loopbackAllowed),
    osNames: () => queries.osNames(reader),
    endpoints: (query) => queries.endpoints(ctx, query),
    patchStates: (scope) => patchStates(reader, scope),
    patchStatesIn,
    serviceLevels: (tx) =>
      tx ? ctx.settings.getIn(tx, serviceLevelSection) : ctx.settings.get(serviceLevelSection),
    figures: (scope) => fleetFigures(reader, scope, ctx.clock.now()),
    configurationNames: (groups) => configurationNames(ctx, groups),
    polls: createPolls(ctx),
  };
}
