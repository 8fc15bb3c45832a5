import type { FailedSource, PackageRequest, PackageSpec, Plan, PlanEntry } from '../../backend.ts';
import { planHash, plannedEntries } from '../../shared/plan.ts';
import { withLost } from '../../job/lostWays.ts';
import type { Reason } from '../../shared/reversibility.ts';
import { planVerdict, stashOff } from '../../shared/reversibility.ts';
import { failedSources } from '../../shared/sources/access.ts';
import { leftOut, planAround } from '../../shared/sources/around.ts';
import type { Offer, RpmChange, RpmCommand, RpmDriver } from '../rpmDriver.ts';
import { obtainable } from '../read/excluded.ts';
import type { RpmInventory, RpmRow } from '../read/inventory.ts';
import { readRpmInventory, rpmKey, nevra } from '../read/inventory.ts';
import { assertShapes } from '../read/lookUp.ts';
import { fingerprint } from '../read/metadata.ts';
import { offersOf } from '../read/offers.ts';
import { planInstall, planRemove, planUpdate } from './named.ts';
import { planPatch } from './patch.ts';
import type { Resolved } from './resolved.ts';
import { contextsWithout } from './withoutSources.ts';
import { asksForReboot, isKernel } from '../read/reboot.ts';
import { rpmSources } from '../refresh.ts';
import { fileName, listCached, unobtainable } from '../read/cached.ts';
import type { RpmContext } from '../rpmContext.ts';
import { compareEvr } from '#server/shared/versions/rpm.ts';
import { readUnmet } from '../read/unmet.ts';
import { assertManageable } from './lifeline.ts';
import { refusal } from './resolveUpgrades.ts';

/** A plan and what is needed to run it. */
export interface PreparedRpmPlan {
  plan: Plan;
  commands: RpmCommand[];
  inventory: RpmInventory;
  /** Every version on offer of the packages in the plan. */
  offers: Offer[];
  /** rpmKeys to mark as installed automatically afterwards, besides those that are marked; absent: none. */
  automatic?: readonly string[];
  /** State of packages and metadata that the plan was made from. */
  fingerprint: string;
  /** The {@link RpmContext.sourceOptions} of the plan; absent: none. */
  sourceOptions?: readonly string[];
}

/**
 * Resolves a request without changing anything; see PackageBackend.plan for the errors. `out`: the sources to leave
 * out; by default the failed ones that plans do without ({@link leftOut}).
 */
export async function preparePlan(
  host: RpmContext,
  driver: RpmDriver,
  request: PackageRequest,
  signal?: AbortSignal,
  out?: readonly FailedSource[],
): Promise<PreparedRpmPlan> {
  assertShapes(specsOf(request));
  const state = await fingerprint(driver);
  const left = out ?? leftOut(await failedSources(host, rpmSources(host, driver)));
  const { without: context, whole } = await contextsWithout(host, driver, left);
  const { sourceOptions } = context;
  const inventory = await readRpmInventory(context, signal);
  const resolved = await planAround(request, left, {
    without: () => resolveRequest(context, driver, inventory, request, signal),
    whole: () => resolveRequest(whole, driver, inventory, request, signal),
    unoffered: (names) => findUnoffered(context, driver, names, signal),
  });
  const { changes, command, keptBack, automatic } = resolved;
  const entries = plannedEntries(changes.map(toEntry));
  const offers = await completeOffers(context, driver, entries, resolved.known, signal);
  const plan: Plan = {
    entries,
    keptBack,
    ...sizes(entries, inventory, offers),
    rebootExpected: entries.some((entry) => entry.to !== null && needsReboot(entry)),
    reversible: planVerdict(
      request,
      entries,
      await predictReasons(context, driver, outgoingRows(entries, inventory), offers),
    ),
    planHash: planHash(entries),
  };
  const options = sourceOptions && { sourceOptions };
  const commands = command ? [{ ...command, ...(sourceOptions && { options: sourceOptions }) }] : [];
  return {
    plan,
    commands,
    inventory,
    offers,
    fingerprint: state,
    ...(automatic && { automatic }),
    ...options,
  };
}

/** Names for which no repository has any version. */
async function findUnoffered(
  context: RpmContext,
  driver: RpmDriver,
  names: readonly string[],
  signal?: AbortSignal,
): Promise<string[]> {
  const bare = (name: string) => name.split(':')[0] ?? '';
  const offers = await offersOf(context, driver, names.map(bare), signal);
  return names.filter((name) => !offers.some((offer) => offer.name === bare(name)));
}

/** Adds the offers for names that were not looked up yet. */
async function completeOffers(
  context: RpmContext,
  driver: RpmDriver,
  entries: readonly PlanEntry[],
  known: Resolved['known'] = { names: [], offers: [] },
  signal?: AbortSignal,
): Promise<Offer[]> {
  const names = [...new Set(entries.map(({ name }) => name))].filter((name) => !known.names.includes(name));
  const more = names.length === 0 ? [] : await offersOf(context, driver, names, signal);
  return obtainable([...known.offers, ...more]);
}

function specsOf(request: PackageRequest): PackageSpec[] {
  if (request.operation === 'repair') return [];
  if (request.operation === 'patch') return (request.packages ?? []).map((name) => ({ name }));
  return request.packages;
}

/** A downgraded kernel leaves a newer one running, so it asks for no restart; any other new version does. */
const needsReboot = ({ name, action }: PlanEntry) =>
  asksForReboot(name) && !(isKernel(name) && action === 'downgrade');

function resolveRequest(
  context: RpmContext,
  driver: RpmDriver,
  inventory: RpmInventory,
  request: PackageRequest,
  signal?: AbortSignal,
): Promise<Resolved> {
  switch (request.operation) {
    case 'install':
      return planInstall(context, driver, inventory, request.packages, signal);
    case 'update':
      return planUpdate(context, driver, inventory, request.packages, signal);
    case 'patch':
      return planPatch(context, driver, inventory, request, signal);
    case 'remove':
      return planRemove(context, driver, inventory, request, signal);
    case 'repair':
      return planRepair(context, driver, inventory, signal);
  }
}

export function toEntry({ name, arch, from, to }: RpmChange): PlanEntry {
  if (to === null) return { action: 'remove', name, arch, from, to };
  if (from === null) return { action: 'install', name, arch, from, to };
  return { action: compareEvr(to, from) < 0 ? 'downgrade' : 'upgrade', name, arch, from, to };
}

/** The installed packages that a plan removes or replaces. */
export function outgoingRows(entries: readonly PlanEntry[], { byKey }: RpmInventory): RpmRow[] {
  return entries.flatMap((entry) => {
    const row = byKey.get(rpmKey(entry))?.find(({ version }) => version === entry.from);
    return row ? [row] : [];
  });
}

function sizes(
  entries: readonly PlanEntry[],
  inventory: RpmInventory,
  offers: readonly Offer[],
): Pick<Plan, 'downloadSizeBytes' | 'diskChangeBytes'> {
  const incoming = entries.flatMap(
    ({ name, arch, to }) =>
      offers.find((offer) => offer.name === name && offer.arch === arch && offer.version === to) ?? [],
  );
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const leaving = sum(outgoingRows(entries, inventory).map((row) => row.installedSizeBytes));
  return {
    downloadSizeBytes: sum(incoming.map((offer) => offer.downloadSizeBytes)),
    diskChangeBytes: sum(incoming.map((offer) => offer.installedSizeBytes)) - leaving,
  };
}

/** Why a rollback may not restore everything, from what the cache and the repositories have now; nothing is stored yet. */
async function predictReasons(
  context: RpmContext,
  driver: RpmDriver,
  rows: readonly RpmRow[],
  offers: readonly Offer[],
): Promise<Reason[]> {
  if (!context.stash) return rows.map(stashOff);
  const cached = rows.length === 0 ? new Map<string, string>() : await listCached(driver);
  const missing = rows.filter(
    (row) =>
      !cached.has(fileName(row)) &&
      !offers.some((offer) => rpmKey(offer) === rpmKey(row) && offer.version === row.version),
  );
  return withLost(context, rows, missing.map(unobtainable));
}

/**
 * What the package manager would do to mend broken dependencies: the first of the driver's ways that it accepts, else
 * the removal of what needs the missing. Throws the refusal of that where it is refused too.
 */
async function planRepair(
  context: RpmContext,
  driver: RpmDriver,
  inventory: RpmInventory,
  signal?: AbortSignal,
): Promise<Resolved> {
  const broken = await readUnmet(context, signal);
  if (broken.length === 0) return { changes: [], command: null, keptBack: [] };
  const names = new Set(broken.map(({ name }) => name));
  const targets = inventory.rows.filter(({ name }) => names.has(name)).map(nevra);
  // Where no source has what is missing, what needs it has to go; so does apt.
  const ways = [...driver.repairs(broken), { verb: 'remove' as const, targets, excludes: [] }];
  for (const command of ways) {
    const { changes, error, skipped } = await driver.resolve(context, inventory, command, signal);
    if (command.verb === 'remove' && error !== null) throw refusal(driver, { changes, error, skipped });
    if (error !== null || changes.length === 0) continue;
    assertManageable(context, driver, changes);
    const arriving = changes.filter(({ from }) => from === null).map(rpmKey);
    return { changes, command, keptBack: [], automatic: arriving };
  }
  return { changes: [], command: null, keptBack: [] };
}
