import type { DetachedResult, JobFailure, PlanEntry } from '../../backend.ts';
import { cutOffText } from '../../shared/failures.ts';
import type { Verdict } from '../../shared/failures.ts';
import type { RpmStates } from '../read/diff.ts';
import { diffStates } from '../read/diff.ts';
import { withoutSuperseded } from '../read/duplicates.ts';
import type { RpmDriver } from '../rpmDriver.ts';
import type { RpmInventory } from '../read/inventory.ts';
import { rpmKey } from '../read/inventory.ts';
import { failedScriptlets, scriptletFailure } from './scriptlets.ts';

export interface Judged {
  entries: readonly PlanEntry[];
  before: RpmStates;
  after: RpmInventory;
  /** Packages with a superseded version beside its successor, as `name:arch`. */
  duplicates: readonly string[];
  result: DetachedResult;
}

/** The planned changes that are not yet done. */
export function findUnmet(entries: readonly PlanEntry[], after: RpmInventory): PlanEntry[] {
  return entries.filter((entry) => {
    const versions = (after.byKey.get(rpmKey(entry)) ?? []).map(({ version }) => version);
    const arrived = entry.to === null || versions.includes(entry.to);
    const left = entry.from === null || entry.from === entry.to || !versions.includes(entry.from);
    return !arrived || !left;
  });
}

/**
 * Judges a transaction by rpm's database before and after, never by the exit code: dnf 4 exits with 0 when a %post
 * failed, dnf5 with 1 although every package has its target version. A scriptlet that failed is a failure even then,
 * because rpm keeps such a package as if nothing were wrong.
 */
export function judge(driver: RpmDriver, judged: Judged): Verdict {
  const { entries, before, after, duplicates, result } = judged;
  const changes = diffStates(before, withoutSuperseded(after, duplicates));
  const unmet = findUnmet(entries, after);
  const concerned = entries.map(({ name }) => name);
  const scriptlets = failedScriptlets(result.outputTail, concerned);
  if (unmet.length === 0 && duplicates.length === 0 && scriptlets.length === 0) {
    return { changes, failure: null };
  }
  const unreached = unmet.slice(0, 200).map(({ name, arch, to }) => {
    const found = after.byKey.get(rpmKey({ name, arch }))?.at(-1)?.version ?? null;
    return { name, arch, version: found, wanted: to };
  });
  const failure = nameFailure(driver, judged, unmet);
  const packages = unmet.length > 0 ? unmet.map(({ name }) => name) : scriptlets.map((one) => one.package);
  const details = { ...failure.details, packages, unreached, ...(duplicates.length > 0 && { duplicates }) };
  return { changes, failure: { ...failure, details } };
}

function nameFailure(
  driver: RpmDriver,
  { result, entries }: Judged,
  unmet: readonly PlanEntry[],
): JobFailure {
  const { lost, outputTail, timeLimitHit } = result;
  if (lost) return { code: 'INTERRUPTED', message: `${cutOffText(result)}.` };
  const concerned = entries.map(({ name }) => name);
  const scriptlets = failedScriptlets(outputTail, concerned);
  if (timeLimitHit) {
    const [first] = scriptlets;
    const which = first ? ` The ${first.script} script of ${first.package} was ended.` : '';
    return { code: 'TIMED_OUT', message: `The time limit was reached.${which}` };
  }
  const known = driver.classify(outputTail, concerned);
  if (known && (unmet.length > 0 || known.code === 'SCRIPT_FAILED')) return known;
  if (scriptlets[0]) return scriptletFailure(scriptlets[0], scriptlets);
  const last = outputTail.trim().split('\n').slice(-3).join(' ').slice(0, 1000);
  return {
    code: 'INTERNAL_ERROR',
    message:
      last || 'After the work the packages do not have the versions that the plan names; the log says more.',
  };
}
