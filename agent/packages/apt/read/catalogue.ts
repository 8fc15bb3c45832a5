import { AppError } from '#server/shared/wire/appError.ts';
import type { PackageSpec } from '../../backend.ts';
import type { Inventory, SourcePackage } from './inventory.ts';
import { instanceKey, sourceOf } from './inventory.ts';
import { findUnknown } from './names.ts';
import type { Policy } from './policy.ts';
import { readPolicies, readVersions } from './policy.ts';
import { query } from '../aptContext.ts';
import type { AptContext } from '../aptContext.ts';

/** Debian Policy 5.6.1: valid package names; anything else (globs, paths, options, suites) never reaches apt. */
const nameShape = /^[a-z0-9][a-z0-9.+-]+(?::[a-z0-9-]+)?$/;
const versionShape = /^[A-Za-z0-9][A-Za-z0-9.+:~-]*$/;

/** A package that exists under exactly that name. */
export interface KnownPackage {
  name: string;
  /** Instance architecture (never `all`). */
  arch: string;
  policy: Policy;
  /** The version that was asked for; null when none was. */
  wanted: string | null;
}

/**
 * Looks up exact names. Throws PACKAGE_NOT_FOUND for an invalid name, for one without any version (patterns, virtual
 * packages, `jq-`), and where the wanted version is missing. A name without architecture means the host's own one, or
 * every installed one if the host's own isn't installed. `withSources` costs one more process; without it the
 * versions don't say where they come from.
 */
export async function lookUp(
  context: AptContext,
  inventory: Inventory,
  specs: readonly PackageSpec[],
  signal?: AbortSignal,
  withSources = false,
): Promise<KnownPackage[]> {
  for (const { name, version } of specs) {
    if (!nameShape.test(name) || name.length > 256) throw notFound(name);
    if (version !== undefined && !versionShape.test(version)) throw notFound(name, version);
  }
  const names = specs.map(({ name }) => name);
  const unknown = await findUnknown(context, inventory, names, signal);
  if (unknown !== undefined) throw notFound(unknown);
  const instances = specs.flatMap((spec) => instancesOf(spec, inventory));
  const asked = instances.map(({ name, arch }) => aptName(name, arch, inventory.nativeArch));
  const read = withSources ? readPolicies : readVersions;
  const policies = await read(context, [...new Set(asked)], inventory, signal);
  return instances.map(({ name, arch, spec }) => {
    const policy = policies.get(instanceKey(name, arch, inventory.nativeArch));
    if (!policy || policy.versions.length === 0) throw notFound(spec.name);
    const wanted = spec.version ?? null;
    if (wanted !== null && !policy.versions.some((one) => one.version === wanted)) {
      throw notFound(spec.name, wanted);
    }
    return { name, arch, policy, wanted };
  });
}

/** How apt-cache is given a package: without the architecture if that is the host's own. */
export function aptName(name: string, arch: string, nativeArch: string): string {
  return arch === nativeArch || arch === 'all' ? name : `${name}:${arch}`;
}

function instancesOf(spec: PackageSpec, { rows, nativeArch }: Inventory) {
  const [name = '', explicit] = spec.name.split(':');
  if (explicit !== undefined) return [{ name, arch: explicit === 'all' ? nativeArch : explicit, spec }];
  const installed = rows
    .filter((row) => row.name === name)
    .map((row) => (row.arch === 'all' ? nativeArch : row.arch));
  const archs = installed.length > 0 && !installed.includes(nativeArch) ? installed : [nativeArch];
  return archs.map((arch) => ({ name, arch, spec }));
}

function notFound(name: string, version?: string): AppError {
  // Names as the contract allows them: printable, without spaces.
  const shown = name.replace(/[^!-~]/g, '?').slice(0, 256) || '?';
  const message =
    version === undefined
      ? `There is no package ${shown}.`
      : `There is no package ${shown} in version ${version.replace(/[^!-~]/g, '?').slice(0, 256)}.`;
  return new AppError('PACKAGE_NOT_FOUND', { message, details: { packages: [shown] } });
}

/** What the index says of one version. */
export interface IndexEntry {
  sizeBytes: number;
  installedSizeBytes: number;
  /** null when no index has the version any more (only dpkg's own status knows it). */
  sha256: string | null;
  phasedPercent: number | null;
  essential: boolean;
  source: SourcePackage;
}

export interface ExactVersion {
  name: string;
  arch: string;
  version: string;
}

export function exactKey({ name, arch, version }: ExactVersion): string {
  return `${name}:${arch}=${version}`;
}

/** Parses `apt-cache show`; keys are {@link exactKey}. The index's own stanza wins over dpkg's. */
export function parseIndex(output: string): Map<string, IndexEntry> {
  const entries = new Map<string, IndexEntry>();
  for (const stanza of output.split('\n\n')) {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(stanza)?.[1];
    const [name, arch, version] = [field('Package'), field('Architecture'), field('Version')];
    if (!name || !arch || !version) continue;
    const key = exactKey({ name, arch, version });
    const phased = field('Phased-Update-Percentage');
    const entry: IndexEntry = {
      sizeBytes: Number(field('Size') ?? 0),
      installedSizeBytes: Number(field('Installed-Size') ?? 0) * 1024,
      sha256: field('SHA256') ?? null,
      phasedPercent: phased === undefined ? null : Number(phased),
      essential: field('Essential') === 'yes' || field('Protected') === 'yes',
      source: sourceOf(field('Source') ?? '', { name, version }),
    };
    if (entry.sha256 !== null || !entries.has(key)) entries.set(key, entry);
  }
  return entries;
}

/** Sizes and hashes of exact versions; those that no index has any more are missing or without `sha256`. */
export async function readIndex(
  context: AptContext,
  versions: readonly ExactVersion[],
  signal?: AbortSignal,
): Promise<Map<string, IndexEntry>> {
  if (versions.length === 0) return new Map();
  const result = await query(context, ['apt-cache', 'show', '--', ...versions.map(exactKey)], signal);
  return parseIndex(result.stdout);
}
