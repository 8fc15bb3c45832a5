import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { AppError } from '#server/shared/wire/appError.ts';
import type { Plan, PlanEntry } from '../backend.ts';
import { toReversibility } from './reversibility.ts';

/** Text order by code unit, so that the order is the same on every host whatever its locale. */
function byText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** The entries by name, then architecture: the order in which they are shown and hashed. */
export function sortEntries(entries: readonly PlanEntry[]): PlanEntry[] {
  return entries.toSorted((a, b) => byText(a.name, b.name) || byText(a.arch, b.arch));
}

const agentPackage = 'fleetmend-agent';

/** Whether the plan removes the agent itself. */
export function removesAgent(entries: readonly PlanEntry[]): boolean {
  return entries.some(({ name, to }) => name === agentPackage && to === null);
}

/**
 * The entries of a plan, sorted. Throws CONFLICT where the agent itself would be removed, even as a dependent: it
 * could neither report the end of that job nor undo it.
 */
export function plannedEntries(entries: readonly PlanEntry[]): PlanEntry[] {
  if (!removesAgent(entries)) return sortEntries(entries);
  const message = `This would remove the agent, which does the work itself; remove ${agentPackage} by hand on the host.`;
  throw new AppError('CONFLICT', { message, details: { packages: [agentPackage] } });
}

/**
 * SHA-256 (hex) of the RFC 8785 JSON of the sorted entries. Sizes and the verdict are left out: they change with the
 * cache while the transaction stays the same.
 */
export function planHash(entries: readonly PlanEntry[]): string {
  const bare = sortEntries(entries).map(({ action, name, arch, from, to }) => ({
    action,
    name,
    arch,
    from,
    to,
  }));
  return createHash('sha256')
    .update(canonicalize(bare) ?? '[]')
    .digest('hex');
}

/** A plan that restores stored packages: nothing is fetched, and reversibility was judged with the original job. */
export function undoingPlan(entries: PlanEntry[]): Plan {
  return {
    entries,
    keptBack: [],
    downloadSizeBytes: 0,
    diskChangeBytes: 0,
    rebootExpected: false,
    reversible: toReversibility([]),
    planHash: planHash(entries),
  };
}
