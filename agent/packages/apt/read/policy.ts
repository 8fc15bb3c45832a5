import type { Inventory } from './inventory.ts';
import { instanceKey } from './inventory.ts';
import { compareDebian } from '#server/shared/versions/debian.ts';
import { queryOutput } from '../aptContext.ts';
import type { AptContext } from '../aptContext.ts';

/** Where a version comes from, by the signed Release file of its source. */
export interface Source {
  origin: string | null;
  label: string | null;
  archive: string | null;
  codename: string | null;
  /** What apt gives its versions unless a preference names the package. */
  priority: number;
  /**
   * Whether this is a security archive. null: nobody can tell, for whoever publishes it has no security archive among
   * the host's sources.
   */
  security: boolean | null;
}

export interface PolicyVersion {
  version: string;
  pin: number;
  /** Share of hosts (0 to 99) that the update is offered to; null when it isn't phased. */
  phasedPercent: number | null;
  /** Empty when only dpkg's own status file knows the version. */
  sources: Source[];
}

export interface Policy {
  installed: string | null;
  candidate: string | null;
  /** Newest first, as apt prints them. */
  versions: PolicyVersion[];
}

const unknownSource: Source = {
  origin: null,
  label: null,
  archive: null,
  codename: null,
  priority: 500,
  security: null,
};

/** The fields of a release in the order in which apt prints them. */
const fieldOrder = 'voanlcb';

/**
 * The fields of `o=Debian,a=stable,…`. null where a value has the look of further fields: what a source calls itself is
 * not known then, and `l=Own,l=Debian-Security` is no archive of Debian's.
 */
export function parseRelease(text: string): Map<string, string> | null {
  const fields = new Map<string, string>();
  let last = '';
  for (const part of text.split(',')) {
    const [, key, value = ''] = /^([voanlcb])=(.*)$/.exec(part) ?? [];
    // A comma in a value.
    if (key === undefined) fields.set(last, `${fields.get(last) ?? ''},${part}`);
    else if (fieldOrder.indexOf(key) <= fieldOrder.indexOf(last) && last !== '') return null;
    else fields.set((last = key), value);
  }
  return fields;
}

/** Parses `apt-cache policy` (without names) into sources by the text that version tables print for them. */
export function parseSources(output: string): Map<string, Source> {
  const sources = new Map<string, Source>();
  let current = '';
  let priority = 0;
  for (const line of output.split('\n')) {
    const [, number, file] = /^ *(-?\d+) (\S.*)$/.exec(line) ?? [];
    if (file !== undefined) [current, priority] = [file, Number(number)];
    const release = /^ +release (.*)$/.exec(line);
    if (!release?.[1] || current === '') continue;
    const fields = parseRelease(release[1]);
    const field = (name: string) => fields?.get(name) ?? null;
    sources.set(current, {
      origin: field('o'),
      label: field('l'),
      archive: field('a'),
      codename: field('n'),
      priority,
      security: null,
    });
  }
  const all = [...sources.values()];
  const publishers = new Set(all.filter(isSecurityArchive).flatMap(({ origin }) => origin ?? []));
  for (const source of all) {
    const isTold = source.origin !== null && publishers.has(source.origin);
    source.security = isSecurityArchive(source) || (isTold ? false : null);
  }
  return sources;
}

/** Debian marks its security archive by label, Ubuntu by suite name. */
const isSecurityArchive = ({ label, archive, codename }: Source): boolean =>
  label === 'Debian-Security' ||
  (archive?.endsWith('-security') ?? false) ||
  (codename?.endsWith('-security') ?? false);

/** Parses `apt-cache policy NAME…`; keys are instance keys. Virtual packages have no versions. */
export function parsePolicies(
  output: string,
  sources: ReadonlyMap<string, Source>,
  nativeArch: string,
): Map<string, Policy> {
  const policies = new Map<string, Policy>();
  let policy: Policy = { installed: null, candidate: null, versions: [] };
  for (const line of output.split('\n')) {
    const header = /^([^\s:]+)(?::([^\s:]+))?:$/.exec(line);
    const fact = /^ {2}(Installed|Candidate): (\S+)/.exec(line);
    const version = /^ (?:\*\*\*| {3}) (\S+) (-?\d+)(?: \(phased (\d+)%\))?$/.exec(line);
    // Numbers are aligned to the right; that of `never` has six characters.
    const source = /^ {5,}-?\d+ (\S.*)$/.exec(line);
    if (header?.[1]) {
      policy = { installed: null, candidate: null, versions: [] };
      policies.set(instanceKey(header[1], header[2] ?? 'all', nativeArch), policy);
    } else if (fact?.[2]) {
      const value = fact[2] === '(none)' ? null : fact[2];
      if (fact[1] === 'Installed') policy.installed = value;
      else policy.candidate = value;
    } else if (version?.[1]) {
      const phasedPercent = version[3] === undefined ? null : Number(version[3]);
      policy.versions.push({ version: version[1], pin: Number(version[2]), phasedPercent, sources: [] });
    } else if (source?.[1] && !source[1].startsWith('/var/lib/dpkg/status')) {
      policy.versions.at(-1)?.sources.push(sources.get(source[1]) ?? unknownSource);
    }
  }
  return policies;
}

/** Like {@link readPolicies}, but with half the processes and without sources. */
export async function readVersions(
  context: AptContext,
  names: readonly string[],
  inventory: Pick<Inventory, 'nativeArch'>,
  signal?: AbortSignal,
): Promise<Map<string, Policy>> {
  if (names.length === 0) return new Map();
  const output = await queryOutput(context, ['apt-cache', 'policy', '--', ...names], signal);
  return parsePolicies(output, new Map(), inventory.nativeArch);
}

/** Versions, pins and sources of the named packages, with the candidate that the host's own preferences choose. */
export async function readPolicies(
  context: AptContext,
  names: readonly string[],
  inventory: Pick<Inventory, 'nativeArch'>,
  signal?: AbortSignal,
): Promise<Map<string, Policy>> {
  if (names.length === 0) return new Map();
  const [files, versions] = await Promise.all([
    queryOutput(context, ['apt-cache', 'policy'], signal),
    queryOutput(context, ['apt-cache', 'policy', '--', ...names], signal),
  ]);
  return parsePolicies(versions, parseSources(files), inventory.nativeArch);
}

/**
 * Whether a version is a security update; null: nobody can tell. One that sits in several sources (Ubuntu lists both
 * -updates and -security) counts as one if any of them is a security archive.
 */
export function securityOf({ sources }: PolicyVersion): boolean | null {
  if (sources.some(({ security }) => security === true)) return true;
  return sources.some(({ security }) => security === false) ? false : null;
}

/** The name under which people know a version's source; null when no source offers it. */
export function originOf(version: PolicyVersion | undefined): string | null {
  const source = version?.sources.find((one) => one.label ?? one.origin);
  return source?.label ?? source?.origin ?? null;
}

/**
 * The version that is offered above the installed one: the candidate, or a phased update whose turn has not come on
 * this host. Some versions of apt (2.2) pin such an update down, so that it is no candidate; others (2.6, 3.0) don't.
 */
export function offeredVersion(policy: Policy, installed: string): PolicyVersion | undefined {
  const newer = policy.versions.filter(({ version }) => compareDebian(version, installed) > 0);
  const candidate = newer.find(({ version }) => version === policy.candidate);
  return candidate ?? newer.find(({ phasedPercent }) => phasedPercent !== null);
}
