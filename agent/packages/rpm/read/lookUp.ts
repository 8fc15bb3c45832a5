import { AppError } from '#server/shared/wire/appError.ts';
import type { PackageSpec } from '../../backend.ts';
import type { Offer, RpmDriver } from '../rpmDriver.ts';
import type { RpmInventory, RpmRow } from './inventory.ts';
import { nativeArch, newest, rpmKey } from './inventory.ts';
import { obtainable } from './excluded.ts';
import { offersOf } from './offers.ts';
import type { RpmContext } from '../rpmContext.ts';
import { compareEvr } from '#server/shared/versions/rpm.ts';

/** Valid names for rpm; anything else (globs, paths, options, `@groups`) never reaches the package manager. */
const nameShape = /^[A-Za-z0-9_][A-Za-z0-9._+-]*(?::[a-z0-9_]+)?$/;
const versionShape = /^(?:\d+:)?[A-Za-z0-9._+~^]+(?:-[A-Za-z0-9._+~^]+)?$/;

/** A package that exists under exactly that name. */
export interface KnownRpm {
  name: string;
  arch: string;
  /** The newest installed version. */
  row: RpmRow | undefined;
  /** Versions on offer for this architecture, the newest last. */
  offers: Offer[];
  /** Versions on offer of that name, for any architecture. */
  allOffers: Offer[];
  /** The version that was asked for, in full; null when none was. */
  wanted: string | null;
}

/**
 * Looks up exact names in the list of offers; no name is passed to a process. Throws PACKAGE_NOT_FOUND for an invalid
 * name, for one that is neither installed nor on offer (patterns, capabilities, groups), and where the wanted version
 * is missing. A name without architecture means every installed one, else the host's own, else `noarch`.
 */
export async function lookUp(
  context: RpmContext,
  driver: RpmDriver,
  inventory: RpmInventory,
  specs: readonly PackageSpec[],
  signal?: AbortSignal,
): Promise<KnownRpm[]> {
  assertShapes(specs);
  const names = specs.map(({ name }) => name.split(':')[0] ?? '');
  const offers = names.length === 0 ? [] : await offersOf(context, driver, names, signal);
  return specs.flatMap((spec) => instancesOf(spec, inventory, offers));
}

/** Throws PACKAGE_NOT_FOUND for what cannot be a name or a version. */
export function assertShapes(specs: readonly PackageSpec[]): void {
  for (const { name, version } of specs) {
    if (!nameShape.test(name) || name.length > 256) throw notFound(name);
    if (version !== undefined && !versionShape.test(version)) throw notFound(name, version);
  }
}

function instancesOf(spec: PackageSpec, inventory: RpmInventory, offers: readonly Offer[]): KnownRpm[] {
  const [name = '', explicit] = spec.name.split(':');
  const known = [...offers, ...inventory.rows].filter((one) => one.name === name);
  const installed = inventory.rows.filter((row) => row.name === name).map((row) => row.arch);
  const all = explicit !== undefined ? [explicit] : installed.length > 0 ? installed : [nativeArch, 'noarch'];
  const archs = [...new Set(all)].filter((arch) =>
    known.some((one) => rpmKey(one) === rpmKey({ name, arch })),
  );
  if (archs.length === 0) throw notFound(spec.name);
  const keys = [...new Set(archs.map((arch) => rpmKey({ name, arch })))];
  return keys.map((key) => instanceOf(spec, key, inventory, offers));
}

function instanceOf(
  spec: PackageSpec,
  key: string,
  inventory: RpmInventory,
  offers: readonly Offer[],
): KnownRpm {
  const own = offers
    .filter((offer) => rpmKey(offer) === key)
    .toSorted((a, b) => compareEvr(a.version, b.version));
  const row = newest(inventory, key);
  const arch = row?.arch ?? own.at(-1)?.arch ?? nativeArch;
  const { version } = spec;
  const name = row?.name ?? own.at(-1)?.name ?? spec.name;
  const known = { name, arch, row, offers: own, allOffers: offers.filter((offer) => offer.name === name) };
  if (version === undefined) return { ...known, wanted: null };
  const candidates = [...obtainable(own), ...(row ? [row] : [])];
  const isAsked = (one: { version: string }): boolean => compareEvr(one.version, version) === 0;
  // `1.2` matches every release of it; the newest wins.
  const match = candidates.findLast(isAsked) ?? own.findLast(isAsked);
  if (!match) throw notFound(spec.name, version);
  return { ...known, wanted: match.version };
}

function notFound(name: string, version?: string): AppError {
  // Names as the contract allows them: printable, without spaces.
  const printable = (text: string) => text.replace(/[^!-~]/g, '?').slice(0, 256) || '?';
  const message =
    version === undefined
      ? `There is no package ${printable(name)}.`
      : `There is no package ${printable(name)} in version ${printable(version)}.`;
  return new AppError('PACKAGE_NOT_FOUND', { message, details: { packages: [printable(name)] } });
}
