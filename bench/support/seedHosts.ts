import path from 'node:path';
import { pino } from 'pino';
import { v7 as uuid } from 'uuid';
import { addressSortKey } from '../../server/kernel/http/address.ts';
import { searchTextOf } from '../../server/core/hosts/domain.ts';
import { HostDetailsModel, HostModel } from '../../server/core/hosts/models.ts';
import { severityOrder } from '../../server/core/hosts/severity.ts';
import { DEFAULT_SPEC } from '../../server/core/patching/domain/jobSpec.ts';
import { JobModel } from '../../server/core/patching/models.ts';
import { searchTextOf as searchTextOfJob } from '../../server/core/patching/service/search.ts';
import { openDatabase } from '../../server/kernel/db/open.ts';
import { insertModels } from '../../server/kernel/db/model.ts';

const systems = [
  { osFamily: 'debian', osName: 'Debian GNU/Linux 12 (bookworm)', osVersion: '12', kernel: '6.1.0-26-amd64' },
  { osFamily: 'debian', osName: 'Ubuntu 24.04.1 LTS', osVersion: '24.04', kernel: '6.8.0-45-generic' },
  { osFamily: 'rhel', osName: 'Rocky Linux 9.4', osVersion: '9.4', kernel: '5.14.0-427.el9' },
  { osFamily: 'suse', osName: 'openSUSE Leap 15.6', osVersion: '15.6', kernel: '6.4.0-150600' },
] as const;
const healths = ['healthy', 'healthy', 'healthy', 'healthy', 'degraded', 'unreachable', 'unknown'] as const;
const tags = ['web', 'db', 'edge', 'test'] as const;
const dayMs = 86_400_000;

/**
 * Puts `count` hosts into the database of a stopped manager: mixed, with some of every kind that a filter names, and
 * none of them due for a poll or for a reading of its packages. The same ones each time, except for ids.
 */
export async function seedHosts(dataDir: string, count: number): Promise<void> {
  const log = pino({ level: 'silent' });
  const db = await openDatabase({ file: path.join(dataDir, 'fleetmend.sqlite'), log });
  try {
    await db.knex.transaction(async (trx) => {
      const rows = Array.from({ length: count }, (_, index) => hostRow(index));
      await insertModels(HostModel, trx, rows);
      const tagged = rows.flatMap(({ id, tags: own }) => own.map((tag) => ({ host_id: id, tag })));
      for (let from = 0; from < tagged.length; from += 400)
        await trx('hosts_tags').insert(tagged.slice(from, from + 400));
      const details = rows.map(({ id }) => ({
        hostId: id,
        rebootReasons: [],
        capabilities: ['packages', 'patches', 'rollback'],
        problems: [],
      }));
      await insertModels(HostDetailsModel, trx, details);
      // A manager that finds 10,000 hosts without a list tries to read them all, which takes a core for half a minute.
      const notDue = { live: 1, revision: 0, failures: 0, lane: 0, next_at: Date.now() + 30 * dayMs };
      const unread = rows.map(({ id }) => ({ host_id: id, ...notDue }));
      for (let from = 0; from < unread.length; from += 400)
        await trx('packages_hosts').insert(unread.slice(from, from + 400));
    });
  } finally {
    await db.close();
  }
}

/** Puts jobs that ended into the database of a stopped manager, one an hour. */
export async function seedJobs(dataDir: string, count: number): Promise<void> {
  const db = await openDatabase({
    file: path.join(dataDir, 'fleetmend.sqlite'),
    log: pino({ level: 'silent' }),
  });
  try {
    const rows = Array.from({ length: count }, (_, index): Partial<JobModel> => {
      const at = new Date(Date.now() - index * 3_600_000);
      const name = index % 3 === 0 ? null : `Patch night ${index}`;
      return {
        id: uuid(),
        name,
        operation: 'patch',
        state: 'completed',
        spec: DEFAULT_SPEC,
        createdByName: 'olga',
        hostsTotal: 20,
        counts: { completed: 20 },
        version: 1,
        lastSeq: 1,
        round: 1,
        createdAt: at,
        startedAt: at,
        completedAt: at,
        updatedAt: at,
        searchText: searchTextOfJob({ name, operation: 'patch', author: 'olga' }),
      };
    });
    await db.knex.transaction(async (trx) => insertModels(JobModel, trx, rows));
  } finally {
    await db.close();
  }
}

function hostRow(index: number) {
  // A fixed shuffle (2,654,435,761 is prime), so that no order of the list is the order of insertion.
  const mixed = Math.imul(index + 1, 2_654_435_761) >>> 0;
  const system = systems[mixed % systems.length] ?? systems[0];
  const patchesTotal = mixed % 11 === 0 ? null : mixed % 80;
  const lacks = mixed % 4 === 0 ? (patchesTotal ?? 0) >> 2 : 0;
  const patchesSecurity = patchesTotal === null ? null : lacks;
  const severityRank = lacks > 0 ? 1 + ((mixed % 5) % 4) : null;
  const at = new Date(Date.now() - (mixed % (30 * dayMs)));
  const names = {
    fqdn: `srv-${mixed.toString(36)}.dc${mixed % 5}.example.org`,
    displayName: mixed % 3 === 0 ? `Server ${mixed % 10_000}` : null,
    ipAddress: `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`,
    machineId: mixed.toString(16).padStart(8, '0').repeat(4),
  };
  return {
    id: uuid(),
    live: 1,
    ...names,
    ipSort: addressSortKey(names.ipAddress),
    port: 9443,
    ...system,
    arch: mixed % 9 === 0 ? 'arm64' : 'amd64',
    agentVersion: `0.1.${mixed % 4}`,
    healthStatus: healths[mixed % healths.length] ?? 'unknown',
    statusReason: null,
    healthCheckStatus: 'none' as const,
    duplicateIdentity: false,
    patchesTotal,
    patchesSecurity,
    severityRank,
    severityOrder: severityOrder(severityRank, patchesSecurity),
    lastPatchedAt: mixed % 7 === 0 ? null : new Date(at.getTime() - (mixed % 120) * dayMs),
    problemsTotal: mixed % 23 === 0 ? 1 : 0,
    rebootRequired: patchesTotal === null ? null : mixed % 6 === 0,
    tags: tags.filter((_, bit) => (mixed >> bit) & 1),
    maintenanceMode: mixed % 50 === 0,
    loopbackAllowed: false,
    apiLevel: 1,
    bootId: null,
    packageManager: 'apt',
    lastSeenAt: at,
    lastPolledAt: at,
    patchesPolledAt: patchesTotal === null ? null : at,
    patchesRefreshedAt: at,
    certificateExpiresAt: new Date(at.getTime() + 90 * dayMs),
    editVersion: 1,
    createdAt: new Date(at.getTime() - 100 * dayMs),
    updatedAt: at,
    deletedAt: null,
    searchText: searchTextOf(names),
    healthDigest: null,
    patchesEtag: null,
    pollLane: 0,
    pollFailures: 0,
    pollSpread: mixed % 1_000,
    nextPollAt: null,
    nextHealthAt: null,
    nextPatchesAt: null,
    nextInfoAt: null,
    pollOwner: null,
    pollLeaseUntil: null,
  };
}

/** Gives all hosts these releases of Debian, in turns. The manager must not run. */
export async function seedDebian(dataDir: string, releases: readonly string[]): Promise<void> {
  const db = await openDatabase({
    file: path.join(dataDir, 'fleetmend.sqlite'),
    log: pino({ level: 'silent' }),
  });
  try {
    const hosts = (await db.knex('hosts_hosts').orderBy('id').select('id')) as { id: string }[];
    await db.knex.transaction(async (trx) => {
      for (const [at, { id }] of hosts.entries()) {
        const osName = `Debian GNU/Linux ${12 + (at % releases.length)} (${releases[at % releases.length]})`;
        await trx('hosts_hosts').where('id', id).update({ os_name: osName });
      }
    });
  } finally {
    await db.close();
  }
}
