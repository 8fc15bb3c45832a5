import { reply, type Routes, wire } from '#sdk';
import { listHostChanges } from './service/history.ts';
import { listPackageHosts } from './service/packageHosts.ts';
import {
  compareHosts,
  listFleetPackages,
  listGroupDifferences,
  listHostPackages,
  listPackageVersions,
  type Reads,
} from './service/read.ts';
import { changeToWire, coverageToWire, entryToWire, hostToWire, stateToWire } from './wire.ts';

/** The most versions of one package that are told of a host. */
const MOST_VERSIONS = 20;

export const packageRoutes = (reads: Reads): Routes<'packages'> => ({
  async listFleetPackages({ query, scope }) {
    const { packages, total, nextCursor, coverage } = await listFleetPackages(
      reads,
      wire.fromWire(query),
      scope,
    );
    return reply(200, {
      packages: packages.map((one) => wire.toWire(one)),
      total,
      next_cursor: nextCursor,
      coverage: coverageToWire(coverage),
    });
  },
  async listPackageVersions({ query, scope }) {
    const found = await listPackageVersions(reads, wire.fromWire(query), scope);
    const { name, hosts, rows, total, nextCursor, coverage } = found;
    return reply(200, {
      name,
      hosts,
      versions: rows.map((one) => wire.toWire(one)),
      total,
      next_cursor: nextCursor,
      coverage: coverageToWire(coverage),
    });
  },
  async listPackageHosts({ query, scope }) {
    const found = await listPackageHosts(reads, wire.fromWire(query), scope);
    return reply(200, {
      hosts: found.hosts.map(hostToWire),
      total: found.total,
      not_comparable: found.notComparable,
      next_cursor: found.nextCursor,
      coverage: coverageToWire(found.coverage),
    });
  },
  async listHostPackages({ params, query, scope }) {
    const asked = { ...wire.fromWire(query), hostId: params.host_id };
    const { packages, total, nextCursor, state } = await listHostPackages(reads, asked, scope);
    return reply(200, {
      packages: packages.map(entryToWire),
      total,
      next_cursor: nextCursor,
      state: stateToWire(state),
    });
  },
  async listHostPackageChanges({ params, query, scope }) {
    const asked = { ...wire.fromWire(query), hostId: params.host_id };
    const { changes, total, nextCursor, state } = await listHostChanges(reads.ctx, asked, scope);
    return reply(200, {
      changes: changes.map(changeToWire),
      total,
      next_cursor: nextCursor,
      state: stateToWire(state),
    });
  },
  async listHostPackageDifferences({ params, query, scope }) {
    const { other_host_id: otherId, ...page } = query;
    const found = await compareHosts(reads, { ...page, hostId: params.host_id, otherId }, scope);
    return reply(200, {
      differences: found.differences.map((one) => ({
        ...one,
        here: one.here.slice(0, MOST_VERSIONS),
        there: one.there.slice(0, MOST_VERSIONS),
      })),
      total: found.total,
      only_here: found.onlyHere,
      only_there: found.onlyThere,
      next_cursor: found.nextCursor,
      here: stateToWire(found.here),
      there: stateToWire(found.there),
    });
  },
  async listGroupPackageDifferences({ params, query, scope }) {
    const found = await listGroupDifferences(reads, { ...query, groupId: params.group_id }, scope);
    return reply(200, {
      differences: found.differences.map((one) => wire.toWire(one)),
      total: found.total,
      next_cursor: found.nextCursor,
      coverage: coverageToWire(found.coverage),
    });
  },
});
