import type { FailedSource, PackageRequest, Plan, PlanEntry } from '../../backend.ts';
import { planVerdict } from '../../shared/reversibility.ts';
import { planHash, plannedEntries, sortEntries } from '../../shared/plan.ts';
import { failedSources } from '../../shared/sources/access.ts';
import { leftOut, planAround } from '../../shared/sources/around.ts';
import { compareDebian } from '#server/shared/versions/debian.ts';
import type { IndexEntry } from '../read/catalogue.ts';
import { exactKey, readIndex } from '../read/catalogue.ts';
import type { Inventory } from '../read/inventory.ts';
import { instanceKey, readInventory } from '../read/inventory.ts';
import { asksForRestart, bringsKernel, findOldKernels } from './kernels.ts';
import { planInstall, planPatch, planUpdate } from './upgrade.ts';
import { planRemove } from './remove.ts';
import { readPolicies } from '../read/policy.ts';
import { readUnmet } from '../read/problems.ts';
import { explainedByBroken } from '../../shared/broken.ts';
import { aptSources } from '../refresh.ts';
import type { ResolvedChange } from './resolve.ts';
import type { Resolved } from './resolved.ts';
import { versionsOf, resolveOrThrow } from './resolve.ts';
import { predictReasons } from './reversibility.ts';
import { noDefaultRelease } from '../aptContext.ts';
import type { AptContext } from '../aptContext.ts';
import { withoutSources } from './withoutSources.ts';

/** A plan and what is needed to run it. */
export interface PreparedPlan {
  plan: Plan;
  /** What a command of its own does first: it removes old kernels, so that the new one has room. */
  first: PlanEntry[];
  /** The apt-get command with exact versions, without the options that all transactions share. */
  argv: string[];
  /** Whether removed packages lose their conffiles; absent: they do not. */
  purge?: boolean;
  /** `name:arch` of new packages that stay marked as installed automatically. */
  automatic: string[];
  inventory: Inventory;
  /** Sizes and hashes of incoming and outgoing versions, by exactKey. */
  index: Map<string, IndexEntry>;
}

/**
 * Resolves a request without changing anything; see PackageBackend.plan for the errors. `out`: the sources to leave
 * out; by default the failed ones that plans do without ({@link leftOut}).
 */
export async function preparePlan(
  whole: AptContext,
  request: PackageRequest,
  signal?: AbortSignal,
  out?: readonly FailedSource[],
): Promise<PreparedPlan> {
  const left = out ?? leftOut(await failedSources(whole, aptSources(whole)));
  const [inventory, context] = await Promise.all([readInventory(whole, signal), withoutSources(whole, left)]);
  const resolved = await planAround(request, left, {
    without: () => resolveRequest(context, inventory, request, signal),
    whole: () => resolveRequest(whole, inventory, request, signal),
    unoffered: (names) => findUnoffered(context, inventory, names, signal),
  }).catch(async (error: unknown) => {
    throw await explainedByBroken(error, request, readUnmet);
  });
  const { keptBack } = resolved;
  const old = await oldKernels(context, inventory, { request, resolved }, signal);
  const changes = [...resolved.changes, ...old];
  const entries = plannedEntries(changes.map(toEntry));
  const known = old.length === 0 ? resolved.index : undefined;
  const index = known ?? (await readIndex(context, changes.flatMap(versionsOf), signal));
  const incoming = entries.flatMap(({ name, arch, to }) =>
    to === null ? [] : (index.get(exactKey({ name, arch, version: to })) ?? []),
  );
  const outgoing = inventorySizes(entries, inventory);
  const plan: Plan = {
    entries,
    keptBack,
    downloadSizeBytes: sum(incoming.map((entry) => entry.sizeBytes)),
    diskChangeBytes: sum(incoming.map((entry) => entry.installedSizeBytes)) - sum(outgoing),
    rebootExpected: asksForRestart(entries, inventory, whole.kernelRelease),
    reversible: planVerdict(request, entries, await predictReasons(context, entries, index)),
    planHash: planHash(entries),
  };
  const automatic = changes.filter((change) => change.automatic && change.from === null);
  return {
    plan,
    argv: transactionArgv(request, entries),
    first: sortEntries(old.map(toEntry)),
    purge: request.operation === 'remove' && request.purge,
    automatic: automatic.map(({ name, arch }) => `${name}:${arch}`),
    inventory,
    index,
  };
}

/** Names for which no source offers any version. */
async function findUnoffered(
  context: AptContext,
  inventory: Inventory,
  names: readonly string[],
  signal?: AbortSignal,
): Promise<string[]> {
  const { nativeArch } = inventory;
  const policies = await readPolicies(context, names, inventory, signal);
  return names.filter((name) => {
    const [bare = '', arch = nativeArch] = name.split(':');
    const own = [...policies].filter(([key]) => key === instanceKey(bare, arch, nativeArch));
    return own.every(([, { versions }]) => versions.every(({ sources }) => sources.length === 0));
  });
}

/** The old kernels to remove: only where a kernel comes in, and never what the request itself changes or excludes. */
async function oldKernels(
  context: AptContext,
  inventory: Inventory,
  { request, resolved }: { request: PackageRequest; resolved: Resolved },
  signal?: AbortSignal,
): Promise<ResolvedChange[]> {
  if (['remove', 'repair'].includes(request.operation) || !bringsKernel(resolved.changes)) return [];
  const excluded = request.operation === 'patch' ? request.exclude : [];
  const changing = resolved.changes.map(({ name, arch }) => `${name}:${arch}`);
  const stays = (name: string, arch: string) =>
    excluded.includes(name) || [...excluded, ...changing].includes(`${name}:${arch}`);
  return findOldKernels(context, inventory, stays, signal);
}

function resolveRequest(
  context: AptContext,
  inventory: Inventory,
  request: PackageRequest,
  signal?: AbortSignal,
): Promise<Resolved> {
  switch (request.operation) {
    case 'install':
      return planInstall(context, inventory, request.packages, signal);
    case 'update':
      return planUpdate(context, inventory, request.packages, signal);
    case 'patch':
      return planPatch(context, inventory, request, signal);
    case 'remove':
      return planRemove(context, inventory, request, signal);
    case 'repair':
      return planRepair(context, inventory, signal);
  }
}

/**
 * The arguments: exact names and versions only, after `--`. Nothing is removed unless the request is a removal, and
 * no recommended package comes in unless the plan names it.
 */
function transactionArgv(request: PackageRequest, entries: readonly PlanEntry[]): string[] {
  if (request.operation === 'remove') {
    const verb = request.purge ? 'purge' : 'remove';
    return [verb, ...noDefaultRelease, '--', ...entries.map(({ name, arch }) => `${name}:${arch}`)];
  }
  const incoming = entries.filter(({ to }) => to !== null);
  const targets = incoming.map(({ name, arch, to }) => `${name}:${arch}=${to}`);
  if (request.operation === 'repair') {
    const removals = entries.filter(({ to }) => to === null).map(({ name, arch }) => `${name}:${arch}-`);
    const options = ['--fix-broken', '--no-install-recommends'];
    // What is removed is named like what comes in, and the guard lets apt do that alone.
    return ['install', ...options, '--', ...targets, ...removals];
  }
  return ['install', '--no-remove', '--no-install-recommends', ...noDefaultRelease, '--', ...targets];
}

function toEntry({ name, arch, from, to }: ResolvedChange): PlanEntry {
  if (to === null) return { action: 'remove', name, arch, from, to };
  if (from === null) return { action: 'install', name, arch, from, to };
  const action = compareDebian(to, from) < 0 ? 'downgrade' : 'upgrade';
  return { action, name, arch, from, to };
}

function inventorySizes(entries: readonly PlanEntry[], inventory: Inventory): number[] {
  return entries.flatMap(({ name, arch, from }) => {
    const row = inventory.byKey.get(instanceKey(name, arch, inventory.nativeArch));
    return from !== null && row ? [row.installedSizeBytes] : [];
  });
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/**
 * What apt would do by itself to mend broken dependencies: it may install, upgrade and remove. Nothing where all are
 * met.
 */
async function planRepair(
  context: AptContext,
  inventory: Inventory,
  signal?: AbortSignal,
): Promise<Resolved> {
  const argv = ['--fix-broken', '--no-install-recommends', 'install'];
  const { changes } = await resolveOrThrow(context, inventory, argv, signal);
  return { changes, keptBack: [] };
}
