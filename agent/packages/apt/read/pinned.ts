/** Security updates that the host's own preferences suppress: apt offers them to nobody, and says nothing of them. */
import { readFile } from 'node:fs/promises';
import { parseOsRelease } from '#agent/host/facts.ts';
import { compareDebian } from '#server/shared/versions/debian.ts';
import type { AptContext } from '../aptContext.ts';
import { queryOutput } from '../aptContext.ts';
import type { DpkgRow, Inventory } from './inventory.ts';
import { instanceKey } from './inventory.ts';
import type { Policy, PolicyVersion, Source } from './policy.ts';
import { originOf, parseSources } from './policy.ts';
import type { Preferences } from './preferences.ts';
import { mayRank, readPreferences, whoRanks } from './preferences.ts';

/** Below this priority a version is installed only where the package is not there yet. */
const NO_UPGRADE = 100;

/** A package whose newest security update lies above the version that the preferences choose. */
export interface Pinned {
  row: DpkgRow;
  /** The update that is not taken. */
  fix: PolicyVersion;
  /** What is said of it to people. */
  message: string;
}

/** The packages of these whose security update the preferences suppress, with the file and the priority that do it. */
export async function findPinned(
  inventory: Inventory,
  policies: ReadonlyMap<string, Policy>,
): Promise<Pinned[]> {
  const known = inventory.rows.flatMap((row) => {
    const policy = policies.get(instanceKey(row.name, row.arch, inventory.nativeArch));
    return policy ? [{ row, policy }] : [];
  });
  const suppressed = known.flatMap(({ row, policy }) => {
    const fixes = suppressedFixes(row.version, policy);
    return fixes.length > 0 ? [{ row, policy, fixes }] : [];
  });
  if (suppressed.length === 0) return [];
  const sources = known.flatMap(({ policy }) => policy.versions).flatMap((version) => version.sources);
  const own = await ownArchives(new Set(sources));
  const preferences = await readPreferences();
  return suppressed.flatMap(({ row, policy, fixes }): Pinned[] => {
    const fix = fixes.find((version) => version.sources.some((source) => own.has(source)));
    return fix ? [{ row, fix, message: pinnedMessage({ row, policy, fix }, preferences) }] : [];
  });
}

/** The security updates above both the installed version and the candidate, the newest first. */
function suppressedFixes(installed: string, { candidate, versions }: Policy): PolicyVersion[] {
  const highest = candidate !== null && compareDebian(candidate, installed) > 0 ? candidate : installed;
  return versions
    .filter(({ sources }) => sources.some(({ security }) => security === true))
    .filter(({ phasedPercent, version }) => phasedPercent === null && compareDebian(version, highest) > 0)
    .toSorted((a, b) => compareDebian(b.version, a.version));
}

/**
 * The security archives for the host's own release. Many hosts know those of a later release too, at a low priority,
 * to take single packages from there: what these hold is no update of this host.
 */
async function ownArchives(sources: ReadonlySet<Source>): Promise<Set<Source>> {
  const all = [...sources].filter(({ security }) => security === true);
  const release = parseOsRelease(await readFile('/etc/os-release', 'utf8').catch(() => ''));
  const names = Object.keys(release).filter((key) => key.endsWith('_CODENAME'));
  const codenames = names.map((key) => release[key]);
  const own = all.filter((source) => codenames.includes(releaseOf(source)));
  return new Set(own.length > 0 ? own : all);
}

/** `bookworm` of `bookworm-security`, `buster/updates` and `jammy-apps-security`. */
const releaseOf = ({ codename, archive }: Source): string =>
  (codename ?? archive ?? '').replace(/(?:-apps|-infra)?-security$|\/updates$/, '');

function pinnedMessage(
  { row, policy, fix }: { row: DpkgRow; policy: Policy; fix: PolicyVersion },
  preferences: Preferences,
): string {
  const { name } = row;
  const chosen = policy.versions.find(({ version }) => version === policy.candidate);
  const lowered = whoRanks(preferences, { name, priority: fix.pin });
  const raised = chosen ? whoRanks(preferences, { name, priority: chosen.pin }) : null;
  const update = `The security update to ${fix.version} (${originOf(fix) ?? 'no label'}) has the priority ${fix.pin}`;
  if (lowered !== null) return `${update} on this host, by ${lowered}.`;
  const above = chosen ? `, and ${chosen.version} has ${chosen.pin}` : '';
  return `${update} on this host${above}${raised === null ? '' : `, by ${raised}`}.`;
}

/**
 * Says that the host's preferences rank a whole security archive of its release below the rest of that release, so
 * that its updates are not taken; null where they do not.
 */
export async function findPinnedArchives(context: AptContext, signal?: AbortSignal): Promise<string | null> {
  const preferences = await readPreferences();
  if (!mayRank(preferences)) return null;
  const sources = [...parseSources(await queryOutput(context, ['apt-cache', 'policy'], signal)).values()];
  const own = await ownArchives(new Set(sources));
  const told = [...own].flatMap((archive) => {
    const { priority } = archive;
    const rest = sources.filter((one) => !own.has(one) && releaseOf(one) === releaseOf(archive));
    const highest = Math.max(...rest.map((one) => one.priority));
    if (priority >= NO_UPGRADE && priority >= highest) return [];
    const lowered = whoRanks(preferences, { priority });
    const raised = highest > priority ? whoRanks(preferences, { priority: highest }) : null;
    const by = lowered ?? raised;
    const above = lowered === null && highest > priority ? `, and ${releaseOf(archive)} has ${highest}` : '';
    const name = [archive.label, archive.codename ?? archive.archive]
      .filter((part) => part !== null)
      .join(' ');
    return `${name} has the priority ${priority}${above}${by === null ? '' : `, by ${by}`}`;
  });
  if (told.length === 0) return null;
  return `The host's preferences keep security updates away: ${[...new Set(told)].join('; ')}.`;
}
