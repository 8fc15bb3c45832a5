import type { DetachedResult, JobFailure, PackageChange, PlanEntry } from '../../backend.ts';
import { cutOffText } from '../../shared/failures.ts';
import type { Verdict } from '../../shared/failures.ts';
import { classify, failedScripts } from '../classify.ts';
import { lastErrors } from '../lastErrors.ts';
import type { DpkgRow, Inventory } from '../read/inventory.ts';
import { instanceKey, isConfigured } from '../read/inventory.ts';
import type { AptRecord, PackageState } from '../aptRecord.ts';

/** Every installed package by `name:arch`, as the journal keeps it. */
export function toStates({ rows }: Pick<Inventory, 'rows'>): Record<string, PackageState> {
  return Object.fromEntries(
    rows.map((row) => [
      `${row.name}:${row.arch}`,
      { version: row.version, status: row.status, held: row.held },
    ]),
  );
}

/** Packages whose version differs between two moments, by the package's identity (`all` may become `amd64`). */
export function diffStates(
  before: Readonly<Record<string, PackageState>>,
  after: Inventory,
): PackageChange[] {
  const { nativeArch } = after;
  const known = new Map(
    Object.entries(before).map(([key, { version }]) => {
      const [name = '', arch = ''] = key.split(':');
      return [instanceKey(name, arch, nativeArch), { name, arch, version }];
    }),
  );
  const changes: PackageChange[] = [];
  for (const [key, row] of after.byKey) {
    const from = known.get(key)?.version ?? null;
    if (from !== row.version) changes.push({ name: row.name, arch: row.arch, from, to: row.version });
  }
  for (const [key, { name, arch, version }] of known) {
    if (!after.byKey.has(key)) changes.push({ name, arch, from: version, to: null });
  }
  return changes.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.arch < b.arch ? -1 : 1));
}

/**
 * A job's own changes, and those that somebody else made meanwhile. apt does what is planned and nothing else, as the
 * guard sees to; so unattended-upgrades or a person upgraded or installed what else differs, perhaps while the job
 * fetched its packages. A package that went may have been replaced as a whole by a planned one: it counts as the job's.
 * Where apt did not get as far as its first change (`begun` has the entries of the calls that did), nothing does.
 */
function splitChanges(before: AptRecord['before'], begun: readonly PlanEntry[], after: Inventory) {
  const own = plannedKeys(begun, after);
  const isOwn = ({ name, arch, to }: PackageChange) =>
    begun.length > 0 && (to === null || own.has(instanceKey(name, arch, after.nativeArch)));
  const all = diffStates(before, after);
  return { changes: all.filter(isOwn), others: all.filter((change) => !isOwn(change)) };
}

function plannedKeys(entries: readonly PlanEntry[], { nativeArch }: Inventory): Set<string> {
  return new Set(entries.map(({ name, arch }) => instanceKey(name, arch, nativeArch)));
}

/** The planned changes that are not yet done completely. */
export function findUnmet(entries: readonly PlanEntry[], after: Inventory): PlanEntry[] {
  return entries.filter(({ name, arch, to }) => {
    const row = after.byKey.get(instanceKey(name, arch, after.nativeArch));
    return to === null ? row : !(row?.version === to && isConfigured(row));
  });
}

/**
 * The packages that are not as the plan wants them, or that were configured before and are not now. What somebody else
 * is just upgrading or installing is not the job's concern.
 */
function findWrong({ entries, before }: Pick<AptRecord, 'entries' | 'before'>, after: Inventory) {
  const at = ({ name, arch }: { name: string; arch: string }) =>
    after.byKey.get(instanceKey(name, arch, after.nativeArch));
  const unmet = findUnmet(entries, after).map((entry) => wrongPackage(entry, at(entry)));
  const planned = plannedKeys(entries, after);
  const broken = after.rows.filter((row) => {
    if (isConfigured(row) || planned.has(instanceKey(row.name, row.arch, after.nativeArch))) return false;
    const former = before[`${row.name}:${row.arch}`];
    const wasConfigured =
      former && ['installed', 'triggers-awaited', 'triggers-pending'].includes(former.status);
    return wasConfigured && former.version === row.version;
  });
  return [...unmet, ...broken.map((row) => wrongPackage(row, row))];
}

function wrongPackage({ name, arch }: { name: string; arch: string }, row: DpkgRow | undefined) {
  return { name, arch, version: row?.version ?? null, status: row?.status ?? 'not-installed' };
}

/** How far the guards have let apt go. */
interface Guarded {
  stopped: boolean;
  /** The planned changes that apt may have begun. */
  begun: readonly PlanEntry[];
}

/**
 * Judges a transaction by dpkg's database before and after. The exit code alone never decides: apt ends with 100
 * although other packages were installed, and a hook of the host may fail after everything went well.
 */
export function judge(
  record: Pick<AptRecord, 'entries' | 'before'>,
  after: Inventory,
  result: DetachedResult,
  { stopped, begun }: Guarded,
): Verdict & { others: PackageChange[] } {
  const { changes, others } = splitChanges(record.before, begun, after);
  const wrong = findWrong(record, after);
  if (wrong.length === 0) return { changes, others, failure: null };
  const failure = nameFailure(result, stopped, wrong);
  const unreached = wrong.slice(0, 200);
  const details = { ...failure.details, packages: unreached.map(({ name }) => name), unreached };
  return { changes, others, failure: { ...failure, details } };
}

function nameFailure(
  { exitCode, outputTail, timeLimitHit, lost }: DetachedResult,
  stopped: boolean,
  wrong: readonly { name: string; status: string }[],
): JobFailure {
  if (lost) return { code: 'INTERRUPTED', message: `${cutOffText({ exitCode })}.` };
  if (stopped) {
    const message = 'What apt was about to do is not what was planned; it was stopped before any change.';
    return { code: 'PLAN_CHANGED', message };
  }
  if (timeLimitHit) {
    const [script] = failedScripts(outputTail);
    const which = script ? ` The ${script.script} script of ${script.package} was ended.` : '';
    return { code: 'TIMED_OUT', message: `The time limit was reached.${which}` };
  }
  const known = classify(
    outputTail,
    wrong.map(({ name }) => name),
  );
  if (known) return known;
  const half = wrong.find(({ status }) => status.startsWith('half-') || status === 'unpacked');
  const message =
    lastErrors(outputTail) ||
    'After the work the packages do not have the versions that the plan names; the log says more.';
  if (!half) return { code: 'INTERNAL_ERROR', message };
  return { code: 'SCRIPT_FAILED', message, details: { package: half.name, script: null } };
}
