import { AppError } from '#server/shared/wire/appError.ts';
import type { Offer, RpmChange, RpmCommand, RpmDriver, RpmResolution, Skipped } from '../rpmDriver.ts';
import { upgradeTarget } from '../rpmDriver.ts';
import type { RpmInventory } from '../read/inventory.ts';
import { nevra, rpmKey } from '../read/inventory.ts';
import type { RpmContext } from '../rpmContext.ts';

export interface Upgrades {
  targets: readonly Offer[];
  /** Names that must not change. */
  excludes: readonly string[];
}

export interface ResolvedUpgrades {
  changes: RpmChange[];
  command: RpmCommand | null;
  skipped: Skipped[];
}

/**
 * Resolves exact upgrades that remove nothing. A target is left out and listed with the reason if its upgrade would
 * remove another package (because it, or something new that it needs, obsoletes or conflicts with that one), or if it
 * cannot be installed.
 */
export async function resolveUpgrades(
  context: RpmContext,
  driver: RpmDriver,
  inventory: RpmInventory,
  { targets, excludes }: Upgrades,
  signal?: AbortSignal,
): Promise<ResolvedUpgrades> {
  const skipped: ResolvedUpgrades['skipped'] = [];
  /** New packages that would remove others; targets that need them stay as they are. */
  const unwanted = new Set<string>();
  let barred = false;
  let rest = [...targets];
  // Each round leaves out at least one target or new package; the plan is the result of exactly the command that will
  // run.
  while (rest.length > 0) {
    const out = [...excludes, ...unwanted];
    const words = rest.map((target) => upgradeTarget(driver, inventory, target));
    const command: RpmCommand = { verb: 'upgrade', targets: words, excludes: out };
    const resolution = await driver.resolve(context, inventory, command, signal);
    const removing = removals(resolution.changes, inventory);
    const found =
      resolution.error === null ? sortOut(rest, resolution, removing) : namedIn(resolution.error, rest);
    const leftOut: Skipped[] = barred
      ? found.map((one) => ({ ...one, reason: 'NEEDS_REMOVAL' as const }))
      : found;
    skipped.push(...leftOut);
    if (resolution.error === null && leftOut.length === 0 && removing.length === 0) {
      return { changes: resolution.changes, command, skipped };
    }
    const culprits = removing.flatMap(({ because }) => (because && !out.includes(because) ? [because] : []));
    barred = leftOut.length === 0 && culprits.length > 0;
    if (barred) {
      for (const name of culprits) unwanted.add(name);
      continue;
    }
    if (leftOut.length === 0) {
      throw refusal(driver, { ...resolution, error: resolution.error ?? 'Other packages would be removed.' });
    }
    const gone = new Set(leftOut.map(rpmKey));
    rest = rest.filter((target) => !gone.has(rpmKey(target)));
  }
  return { changes: [], command: null, skipped };
}

/** Packages that would be gone altogether; an old kernel that makes room for a new one does not count. */
export function removals(changes: readonly RpmChange[], { byKey }: RpmInventory): RpmChange[] {
  const arriving = new Set(changes.filter(({ to }) => to !== null).map(rpmKey));
  return changes.filter((change) => {
    if (change.to !== null || arriving.has(rpmKey(change))) return false;
    return (byKey.get(rpmKey(change))?.length ?? 0) < 2;
  });
}

function sortOut(
  targets: readonly Offer[],
  { changes, skipped }: RpmResolution,
  removing: readonly RpmChange[],
): ResolvedUpgrades['skipped'] {
  const reached = new Set(changes.filter(({ to }) => to !== null).map(nevraOf));
  return targets.flatMap((target) => {
    const { name, arch } = target;
    if (removing.some(({ because }) => because === name)) {
      return [{ name, arch, reason: 'NEEDS_REMOVAL' as const }];
    }
    if (reached.has(nevra(target))) return [];
    const known = skipped.find((one) => rpmKey(one) === rpmKey(target));
    return [known ?? { name, arch, reason: 'DEPENDENCY' as const }];
  });
}

/** The targets that are named in the package manager's refusal, e.g. as excluded by its configuration. */
function namedIn(error: string, targets: readonly Offer[]): ResolvedUpgrades['skipped'] {
  const named = targets.filter((target) => error.includes(nevra(target)));
  return named.map(({ name, arch }) => ({ name, arch, reason: 'DEPENDENCY' as const }));
}

const nevraOf = ({ name, arch, to }: RpmChange) => nevra({ name, arch, version: to ?? '' });

/** The AppError for a plan that the package manager refused, in its own words. */
export function refusal(driver: RpmDriver, { error, changes }: RpmResolution): AppError {
  const text = error ?? '';
  const known = driver.classify(text);
  const removed = changes.filter(({ to }) => to === null).map(({ name }) => name);
  const message =
    known?.message ?? (text.trim().split('\n').at(-1) || 'The packages cannot be changed together.');
  return new AppError(known?.code ?? 'CONFLICT', {
    message,
    details: { ...known?.details, output: text.slice(0, 4000), ...(removed.length > 0 && { removed }) },
  });
}

/** Throws CONFLICT for a plan that removes packages, where no removal was requested. */
export function assertNothingRemoved(changes: readonly RpmChange[], inventory: RpmInventory): void {
  const names = removals(changes, inventory).map(({ name }) => name);
  if (names.length === 0) return;
  const message = `Other packages would have to be removed (${names.join(', ')}).`;
  throw new AppError('CONFLICT', { message, details: { removed: names } });
}
