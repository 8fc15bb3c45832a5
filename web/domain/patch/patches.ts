import { safeLine } from '../../core/safeText.ts';
import type { Schemas } from '../../core/schema.ts';
import { SEVERITY_ORDER, severityOf } from './severity.ts';

export type Patch = Schemas['Patch'];

const LONGEST = 500;

/** Why a patch job leaves a package out, and how to get it installed. */
const REASONS: Readonly<Record<string, string>> = {
  HELD: 'Held on the host: unhold it there, or by an “Unhold” job.',
  PHASED: 'Phased update: it is not this host’s turn yet.',
  NEEDS_NEW: 'Needs packages that are not installed yet.',
  NEEDS_REMOVAL: 'Would remove other packages.',
  DEPENDENCY: 'A dependency cannot be installed.',
  PINNED: 'The host’s apt preferences suppress this security update.',
  SOURCE_FAILED: 'The repository is failing; see the problems of the host.',
};
const SHORT: Readonly<Record<string, string>> = {
  HELD: 'Held',
  PHASED: 'Phased',
  NEEDS_NEW: 'Needs new packages',
  NEEDS_REMOVAL: 'Needs removals',
  DEPENDENCY: 'Dependency missing',
  PINNED: 'Pinned away',
  SOURCE_FAILED: 'Repository fails',
};

/** What is for security first, then what may be, and the rest. */
const kindRank = ({ security }: Patch): number => (security === null ? 1 : security ? 0 : 2);

/** Security first, the gravest before the others, then by name. */
export function sortPatches(patches: readonly Patch[]): Patch[] {
  return patches.toSorted(
    (a, b) =>
      kindRank(a) - kindRank(b) ||
      rankOf(a) - rankOf(b) ||
      Number(reasonOf(a) !== null) - Number(reasonOf(b) !== null) ||
      a.name.localeCompare(b.name) ||
      a.arch.localeCompare(b.arch),
  );
}

/** Why a patch job leaves the patch out, in one word for the list; null: it takes it along. */
export function keptBackShort(patch: Patch): string | null {
  const reason = reasonOf(patch);
  return reason === null ? null : (SHORT[reason] ?? reason.toLowerCase().replaceAll('_', ' '));
}

/** The same as a whole sentence, with what the host says of the cause. */
export function keptBackText(patch: Patch): string | null {
  const reason = reasonOf(patch);
  if (reason === null) return null;
  const sentence = REASONS[reason] ?? `The package manager says ${reason}.`;
  const { kept_back_message: more } = patch;
  return more === undefined ? sentence : `${sentence} ${safeLine(more, LONGEST)}`;
}

/** Bytes to download for all that a patch job would take; null when one of them is not known. */
export function downloadBytes(patches: readonly Patch[]): number | null {
  let sum = 0;
  for (const patch of patches) {
    if (reasonOf(patch) !== null) continue;
    if (patch.download_size_bytes === null) return null;
    sum += patch.download_size_bytes;
  }
  return sum;
}

/** Names of the packages that close a hole and are held: no patch job takes them along. */
export function heldSecurity(patches: readonly Patch[]): string[] {
  const held = patches.filter((patch) => patch.security === true && reasonOf(patch) === 'HELD');
  return [...new Set(held.map(({ name }) => name))];
}

export function cvesOf({ advisories }: Patch): string[] {
  return [...new Set(advisories.flatMap(({ cves }) => cves))];
}

function reasonOf({ kept_back_reason: reason, held, phased }: Patch): string | null {
  return reason ?? (held ? 'HELD' : phased ? 'PHASED' : null);
}

function rankOf({ severity }: Patch): number {
  return SEVERITY_ORDER.indexOf(severityOf(severity) ?? 'unrated');
}
