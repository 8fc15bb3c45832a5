import { createHash } from 'node:crypto';
import type { PatchItem, PatchState } from '#sdk/hosts.ts';
import { sourceChangeOf } from './debian.ts';

/** What one patch of a host tells of the advisory that it belongs to. */
export interface ToldAdvisory {
  /** Of 32 hexadecimal digits; the same for all patches of the advisory in the distribution. */
  id: string;
  /** As the repository names it, such as `RHSA-2024:4312`; null: it is the update of a source package. */
  name: string | null;
  /** The source package; null: the host does not tell it. */
  source: string | null;
  /** The distribution of the host with its version, such as `Debian 12`; null: not known. */
  distribution: string | null;
  /** The version that has the fix: of the source where that is known, else of the package. */
  fixedVersion: string;
  package: string;
  cves: readonly string[];
}

/** An advisory as it is kept: what the patches of all hosts told of it. */
export type KeptAdvisory = Omit<ToldAdvisory, 'package' | 'cves'> & {
  /** By length and name; at most {@link MAX_PACKAGES}. */
  packages: readonly string[];
  /** By name; at most {@link MAX_CVES}. */
  cves: readonly string[];
};

/** The advisory that stands in a list for what imported files tell of a patch. */
export const OF_DATA_SETS = 'data-sets';

const MAX_PACKAGES = 50;
const MAX_CVES = 1_000;
const MAX_DISTRIBUTION = 64;
/** As in the contract of the agents, and of the column. */
const MAX_NAME = 128;

/**
 * The advisory that a patch belongs to. Of several that a repository names, it is the last one that fixes a CVE: the
 * version on offer is its version, and has what those before it mended. Where a repository names none, all patches of a
 * source package belong together. Either in one distribution: another release has other packages and versions.
 */
export function advisoryOf(
  patch: PatchItem,
  { osName, osVersion }: Pick<PatchState, 'osName' | 'osVersion'>,
): Omit<ToldAdvisory, 'cves'> {
  const name = lastOf(patch);
  const change = sourceChangeOf(patch);
  const distribution = distributionOf(osName, osVersion);
  const own = patch.source === undefined ? null : change;
  const subject = name === null ? ['source', own?.source ?? patch.name] : ['advisory', name];
  return {
    id: idOf([...subject, distribution ?? '']),
    name,
    source: own?.source ?? null,
    distribution,
    fixedVersion: own?.to ?? patch.security_version ?? patch.available_version,
    package: patch.name,
  };
}

/** Made when it is first needed: its data takes some milliseconds of a start. */
let byNumber: Intl.Collator | null = null;

function lastOf({ advisories }: PatchItem): string | null {
  const named = advisories.filter(({ id }) => id !== OF_DATA_SETS);
  const fixing = named.filter(({ cves }) => cves.length > 0);
  const ids = (fixing.length > 0 ? fixing : named).map(({ id }) => id);
  byNumber ??= new Intl.Collator('en', { numeric: true });
  return ids.sort(byNumber.compare).at(-1)?.slice(0, MAX_NAME) ?? null;
}

const idOf = (parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);

/**
 * “Debian 12” of `Debian GNU/Linux 12 (bookworm)`, “Ubuntu 24.04” of `Ubuntu 24.04.1 LTS`: the words before the first
 * number, and the version, which for Ubuntu has two parts, whatever the name says. Null: nothing is told.
 */
export function distributionOf(osName: string | null, osVersion: string | null): string | null {
  const [, words = '', number = ''] = /^([^\d]*)([\d.]*)/.exec(osName ?? '') ?? [];
  const own = words
    .replace('GNU/Linux', '')
    .replaceAll(/[\s(]+/g, ' ')
    .trim();
  const version = (osVersion ?? number).split('.').slice(0, 2).join('.');
  const text = [own, version].filter((part) => part !== '').join(' ');
  return text === '' ? null : text.slice(0, MAX_DISTRIBUTION).trim();
}

/** The shorter name first: `openssh` before `openssh-server`, which it names as well. */
const byLength = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : 1);

/** Adds what a patch tells; the version told last counts, of the package that is named first. */
export function withTold(before: KeptAdvisory | undefined, told: ToldAdvisory): KeptAdvisory {
  const { id, name, distribution, package: own } = told;
  const packages = [...new Set([...(before?.packages ?? []), own])].sort(byLength).slice(0, MAX_PACKAGES);
  const cves = [...new Set([...(before?.cves ?? []), ...told.cves])].sort().slice(-MAX_CVES);
  const leading = before === undefined || packages[0] === own ? told : before;
  return {
    id,
    name,
    source: leading.source ?? before?.source ?? told.source,
    distribution,
    fixedVersion: leading.fixedVersion,
    packages,
    cves,
  };
}
