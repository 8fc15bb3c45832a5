import type { PackageChange } from '../backend.ts';
import type { FamilyTypes, UndoSteps } from './steps.ts';

/** Where the packages of a job stand by now. */
export interface Standing {
  /** As the job left them: to be undone. */
  left: PackageChange[];
  /** As they were before the job: undone already, by an attempt that was cut off or by hand. */
  back: PackageChange[];
  /** Neither: somebody else has changed them since. */
  moved: (Pick<PackageChange, 'name' | 'arch'> & { left: string[]; found: string[] })[];
}

/**
 * Compares each change of a job with the host, package by package: a rollback that was cut off has put back some of
 * them and not the others, and what it put back is nobody else's change.
 */
export function standingOf<T extends FamilyTypes>(
  steps: Pick<UndoSteps<T>, 'keyOf' | 'versionsLeft' | 'versionsNow'>,
  record: T['record'],
  installed: T['installed'],
): Standing {
  const standing: Standing = { left: [], back: [], moved: [] };
  const keyOf = (change: PackageChange) => steps.keyOf(record, change);
  for (const change of record.changes) {
    const { name, arch, from, to } = change;
    const left = [...steps.versionsLeft(record, change)];
    const found = [...steps.versionsNow(record, change, installed)];
    // Several versions of a kernel came or went together.
    const related = record.changes.filter((one) => keyOf(one) === keyOf(change));
    const known = new Set([...left, ...related.map((one) => one.from)]);
    const isThere = (version: string | null) => version !== null && found.includes(version);
    const isStrange = found.some((version) => !known.has(version));
    if (!isStrange && (to === null || isThere(to)) && !isThere(from)) standing.left.push(change);
    else if (!isStrange && (from === null || isThere(from)) && !isThere(to)) standing.back.push(change);
    else standing.moved.push({ name, arch, left, found });
  }
  return standing;
}
