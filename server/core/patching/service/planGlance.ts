import type { Knex } from 'knex';
import type { PlanGlance } from '../api.ts';
import { JobHostModel, type StoredPlan } from '../models.ts';

/** Plans in memory at once: one may be a megabyte. */
const BATCH = 50;
const MOST_NAMES = 10;
/** Kernel packages, by the names that the supported distributions use. */
const KERNEL = /^(?:linux-image-|kernel(?:-(?:core|default|rt|uek|lt|ml|azure))?$)/;

interface Seen {
  hosts: number;
  isSecurity: boolean;
  isRemoved: boolean;
}

/** Summarises the plans of these hosts, reading a few at a time. */
export async function planGlance(
  knex: Knex,
  planJobId: string,
  hostIds: readonly string[],
): Promise<PlanGlance> {
  const seen = new Map<string, Seen>();
  const glance = { hostsKernel: 0, hostsReboot: 0 };
  for (let at = 0; at < hostIds.length; at += BATCH) {
    const rows = await JobHostModel.query(knex)
      .select('plan')
      .where('job_id', planJobId)
      .whereIn('host_id', hostIds.slice(at, at + BATCH));
    for (const { plan } of rows) {
      if (!plan) continue;
      const names = addTo(seen, plan);
      if (names.some((name) => KERNEL.test(name))) glance.hostsKernel += 1;
      if (plan.reboot_expected === true) glance.hostsReboot += 1;
    }
  }
  const all = [...seen];
  const byHosts = all.toSorted(([a, { hosts: m }], [b, { hosts: n }]) => n - m || (a < b ? -1 : 1));
  return {
    packages: all.length,
    packagesSecurity: all.filter(([, { isSecurity }]) => isSecurity).length,
    packagesRemoved: all.filter(([, { isRemoved }]) => isRemoved).length,
    names: byHosts.slice(0, MOST_NAMES).map(([name]) => name),
    ...glance,
  };
}

/** Counts the plan's packages in `seen`; returns the names that the plan installs, without removed packages. */
function addTo(seen: Map<string, Seen>, plan: StoredPlan): string[] {
  const { install, upgrade, downgrade, remove, manager_does: acts = [] } = plan;
  const brought = [...install, ...upgrade, ...downgrade];
  const secure = new Set([...install, ...upgrade].flatMap(({ name, security }) => (security ? name : [])));
  const removed = new Set(remove.map(({ name }) => name));
  const held = acts.flatMap(({ package: name }) => name ?? []);
  const names = new Set([...brought.map(({ name }) => name), ...removed, ...held]);
  for (const name of names) {
    const { hosts, isSecurity, isRemoved } = seen.get(name) ?? {
      hosts: 0,
      isSecurity: false,
      isRemoved: false,
    };
    seen.set(name, {
      hosts: hosts + 1,
      isSecurity: isSecurity || secure.has(name),
      isRemoved: isRemoved || removed.has(name),
    });
  }
  return brought.map(({ name }) => name);
}
